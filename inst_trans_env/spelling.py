"""What was probably meant by an id that there is not."""

from __future__ import annotations

from collections.abc import Collection, Iterable

MOST = 3
"""Ids that are suggested at most: more at the same distance say nothing."""
_SHORT = 3
"""Below this length one slip makes any word of any other."""
_LONG = 12
"""From this length on two slips are likely enough."""
_SHOWN = 80


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the nearest ids that are one slip away, of long words two; none where they are too many.

    A slip is a letter too many, too few, another one, or two that changed places; case does not count. Very short
    words are held against the ids as they are.
    """
    folded, most = word.casefold(), 2 if len(word) >= _LONG else 1 if len(word) >= _SHORT else 0
    found: dict[int, list[str]] = {}
    for name in known:
        if abs(len(name) - len(word)) <= most:
            found.setdefault(slips(folded, name.casefold()), []).append(name)
    closest = min(found, default=most + 1)
    return found[closest] if closest <= most and len(found[closest]) <= MOST else []


def not_found(field: str, word: str, known: Collection[str]) -> str:
    """Return a sentence that says that no task has such an id, with the nearest ones, else what ids look like."""
    told = repr(word) if len(word) <= _SHOWN else f"{word[:_SHOWN]!r}… ({len(word):,} characters)"
    near = nearest(word, known)
    first = next(iter(known), "")
    hint = f" Did you mean {' or '.join(near)}?" if near else f" The first is {first}." if first else ""
    return f"no task has the {field} {told}.{hint}"


def slips(left: str, right: str) -> int:
    """Return the least number of slips between two words (distance by optimal string alignment)."""
    two_before: list[int] = []
    before = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and (a, b) == (right[j - 2], left[i - 2]):
                least = min(least, two_before[j - 2] + 1)
            row.append(least)
        two_before, before = before, row
    return before[-1]
