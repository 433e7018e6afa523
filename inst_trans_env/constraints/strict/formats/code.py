"""Code: carried over as it is, but for comments, which may be translated."""

from __future__ import annotations

import re

# Strings first, so that a comment sign inside one is no comment. Every part is bounded or runs on to the end,
# so that no text is scanned twice. An apostrophe that closes nothing (`don't`) is passed over alone.
_COMMENT = re.compile(
    r"(?P<string>\"(?:[^\"\\\n]|\\.){0,500}+\"|'(?:[^'\\\n]|\\.){0,200}+')"
    r"|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
    r"|<!--(?:[^-]|-(?!->))*+(?:-->|\Z)"
    r"|(?<![^\s;{}(),>])#(?![!{\[]|\w[\w-]{0,99}+\s{0,9}+[{,.:>]|(?:include|define|undef|if|ifdef|ifndef|else|endif|pragma)\b).*+"
    r"|(?<![:\w\"'/])//.*+"
    r"|(?<![^\s;])--(?=\s).*+"
    r"|^[ \t]*+[;%](?![A-Za-z0-9(]).*+",
    re.MULTILINE,
)
_PRINTF_NUMBER = re.compile(r"%[1-9]\d?\$")
_LINE_ENDS = re.compile(r"[ \t]+$", re.MULTILINE)


def skeleton(code: str) -> str:
    """Return the code with its comments replaced by a mark, without blanks at line ends."""
    text = code.replace("\r\n", "\n")
    text = _COMMENT.sub(lambda match: match[0] if match["string"] else "\u00a7", text)
    return unnumbered(_LINE_ENDS.sub("", text).strip("\n"))


def unnumbered(text: str) -> str:
    """Drop the numbers of printf arguments (``%1$s``): the placeholder check deals with those."""
    return _PRINTF_NUMBER.sub("%", text) if "$" in text else text
