"""What a reader sees of a text (see `text.visible`), with places kept and preserved strings taken out."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache

from inst_trans_env.constraints.strict.latex import latex_items
from inst_trans_env.constraints.strict.mapped import Edit, Mapped, rewrite
from inst_trans_env.text.visible import hidden_ranges, is_plain

GAP = "\ufffc"
"""Stands for something that was taken out of a sentence (a URL, a placeholder, a preserved element)."""

_ENTITY = re.compile(r"&(?:#[xX]?[0-9a-fA-F]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")


def visible(text: str, masks: tuple[str, ...] = (), colons: frozenset[str] = frozenset()) -> Mapped:
    """Return what a reader sees of the text; a tag that ends a line leaves a line break.

    Args:
        text: any text.
        masks: preserved strings that are taken out as well, the longest first where they overlap.
        colons: the ``:name`` placeholders that the row names.
    """
    if is_plain(text, colons):
        return rewrite(text, mask_edits(text, masks))
    edits = [
        *mask_edits(text, masks),
        *_hidden_edits(text, colons),
        *((item.start, item.end, GAP) for item in latex_items(text)),
        *((match.start(), match.end(), html.unescape(match[0])) for match in _ENTITY.finditer(text)),
    ]
    return rewrite(text, _disjoint(edits))


def _disjoint(edits: list[Edit]) -> Iterator[Edit]:
    """Yield edits in order; of two that overlap the one that begins first, then the longer one, counts."""
    at = 0
    for start, end, replacement in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if start >= at and end > start:
            yield start, end, replacement
            at = end


def mask_edits(text: str, masks: tuple[str, ...]) -> Iterator[Edit]:
    """Yield edits that put a gap for each mask, the longest first where they overlap."""
    if masks:
        for match in _mask_pattern(masks).finditer(text):
            yield match.start(), match.end(), GAP


@lru_cache(maxsize=256)
def _mask_pattern(masks: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(mask) for mask in sorted(masks, key=len, reverse=True)))


def _hidden_edits(text: str, colons: frozenset[str]) -> Iterator[Edit]:
    """Take out markup, code, addresses and placeholders; runs of them are one gap or one line break."""
    for start, end, kind in hidden_ranges(text, colons):
        yield start, end, ("", GAP, "\n")[kind - 1]
