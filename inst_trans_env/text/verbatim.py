"""Strings that a translation carries over letter by letter: URLs, e-mail addresses, mask tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of text with its half-open range of code points."""

    text: str
    start: int
    end: int


# A URL is ASCII: it ends where text of another script goes on without a space. Bounded, so that a text made
# of schemes only stays linear.
_URL = re.compile(
    r"(?<![A-Za-z0-9])"
    r"(?:(?:https?|ftps?|sftp|file|git|ssh|irc|data|magnet)://(?!-)|mailto:|www\.(?=[A-Za-z0-9]))"
    r"[!#-&(-;=?-\[\]_a-z{}~]{1,2000}+",
    re.IGNORECASE,
)
_LOCAL = re.compile(r"[A-Za-z0-9._%+'-]{1,64}\Z")
_DOMAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}))+")
_TOKEN = re.compile(r"[A-Z0-9_]++")
_MASKS = frozenset(("REDACTED", "MASKED", "ANONYMIZED", "REMOVED"))
_PAIRS = {")": "(", "]": "[", "}": "{"}


_MAILTO = re.compile("mailto:", re.IGNORECASE)


def may_hold_urls(text: str) -> bool:
    """Whether the text has what every URL has; most prose has not."""
    return "://" in text or "www." in text.lower() or (":" in text and _MAILTO.search(text) is not None)


def find_urls(text: str) -> list[Found]:
    """Return the URLs in order, without punctuation of the sentence around them."""
    found = []
    for match in _URL.finditer(text) if may_hold_urls(text) else ():
        url = _trim(match[0])
        if url[-1:] not in "/:." or "." in url[5:]:
            found.append(Found(url, match.start(), match.start() + len(url)))
    return found


def find_emails(text: str) -> list[Found]:
    """Return the e-mail addresses in order."""
    found = []
    at = text.find("@")
    while at >= 0:
        local = _LOCAL.search(text, max(0, at - 64), at)
        domain = _DOMAIN.match(text, at + 1, at + 256)
        if local and domain:
            start = local.start() + len(local[0]) - len(local[0].lstrip("'.%"))
            if start < at:
                found.append(Found(text[start : domain.end()], start, domain.end()))
        at = text.find("@", at + 1)
    return found


def find_masks(text: str) -> list[Found]:
    """Return tokens that stand for removed personal data, such as ``PHONE_REDACTED``."""
    if "_" not in text:
        return []
    return [
        Found(match[0], match.start(), match.end())
        for match in _TOKEN.finditer(text)
        if "_" in match[0][1:] and not _MASKS.isdisjoint(match[0].split("_")[1:])
    ]


def find_verbatim(text: str) -> Iterator[Found]:
    """Yield URLs, then e-mail addresses outside of them, then mask tokens."""
    urls = find_urls(text)
    yield from urls
    covered = [(url.start, url.end) for url in urls]
    index = 0
    for email in find_emails(text):
        while index < len(covered) and covered[index][1] <= email.start:
            index += 1
        if index == len(covered) or email.end <= covered[index][0]:
            yield email
    yield from find_masks(text)


def _trim(url: str) -> str:
    """Cut trailing punctuation of the sentence; a closing bracket only when it has no partner."""
    counts = (
        {char: url.count(char) for char in "()[]{}"}
        if url[-1:] in _PAIRS or url[-1:] in ".,;:!?*_~([{"
        else {}
    )
    end = len(url)
    while end:
        char = url[end - 1]
        if char in ".,;:!?*_~([{":
            end -= 1
        elif char in _PAIRS and counts[char] > counts[_PAIRS[char]]:
            counts[char] -= 1
            end -= 1
        else:
            break
    return url[:end]
