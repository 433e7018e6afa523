"""Text of others that files, databases and terminals can hold. Pure: no I/O."""

from __future__ import annotations

import re

# All control characters but tab and the ends of lines: NUL cuts texts off, an escape steers a terminal.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def encodable(text: str) -> str:
    """Return text that UTF-8 can hold: a lone surrogate becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def clean(text: str) -> str:
    """Return text in which each lone surrogate and each control character, line ends apart, is U+FFFD."""
    return _CONTROL.sub("\ufffd", encodable(text))


def shortened(text: str) -> str:
    """Return what somebody else says as a part of one line, and not too much of it."""
    return clean(" ".join(text.split()))[:300]
