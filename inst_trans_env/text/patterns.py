r"""Patterns that come with the data, matched in linear time by RE2.

The syntax is RE2's: no look-around and no back-references; `\w`, `\d`, `\s` and `\b` mean ASCII, and
`\p{L}` and the like are there for the rest of Unicode.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

from inst_trans_env.text.segment import clean


@lru_cache(maxsize=512)
def compile_pattern(pattern: str, *, ignore_case: bool = False, multiline: bool = True) -> Any:
    """Return the compiled pattern.

    Args:
        pattern: RE2 syntax.
        ignore_case: match without regard to case.
        multiline: ``^`` and ``$`` match at line ends as well.

    Raises:
        ValueError: the pattern is not RE2; the message says where it fails.
    """
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    try:
        return re2.compile(f"(?m){pattern}" if multiline else pattern, options=options)
    except re2.error as error:
        detail = error.args[0] if error.args else error
        detail = detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
        raise ValueError(f"not an RE2 pattern: {detail}") from None
    except UnicodeEncodeError:
        raise ValueError("not an RE2 pattern: it holds a lone surrogate") from None


def matches(compiled: Any, text: str, limit: int) -> list[str]:
    """Return up to `limit` non-empty matches, left to right.

    The limit keeps a pattern whose every match looks far ahead linear in the text.
    """
    found: list[str] = []
    for match in compiled.finditer(clean(text)):
        if match.end() > match.start():
            found.append(match.group())
            if len(found) >= limit:
                break
    return found


def has_match(compiled: Any, text: str) -> bool:
    """Whether the pattern is found somewhere in the text, an empty match included."""
    return compiled.search(clean(text)) is not None


def matches_whole(compiled: Any, text: str) -> bool:
    """Whether the pattern describes the whole text."""
    return compiled.fullmatch(clean(text)) is not None


def escape(literal: str) -> str:
    """Return a pattern that matches a string as it stands."""
    return str(re2.escape(clean(literal)))
