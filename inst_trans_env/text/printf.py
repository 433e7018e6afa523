"""printf directives: what each of them consumes, and whether two texts format the same arguments.

Sources: ISO C `fprintf`, POSIX numbered arguments (``%1$s``), Python's ``%`` operator, Objective-C ``%@``,
and GNU gettext's rules for translators (numbering is free when every argument keeps its type).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# Every part is bounded, so that an attempt costs a constant. A blank is no flag here: `5% fat` and `50 % de`
# are prose far more often than `% d` is a directive; `% 5d` is one.
DIRECTIVE = re.compile(
    r"%(?:(?P<pos>[1-9]\d?)\$)?"
    r"(?P<flags>(?:[-+0#'I]| (?=[1-9])){0,5}+)"
    r"(?P<width>[1-9]\d{0,3}|\*(?:\d{1,2}\$)?)?"
    r"(?P<prec>\.(?:\d{1,4}|\*(?:\d{1,2}\$)?)?)?"
    r"(?P<size>hh|h|ll|l|L|q|j|z|Z|t)?"
    r"(?P<conv>[diouxXeEfFgGaAcCsSpnm@r]|<PRI[a-zA-Z0-9]{1,8}>)"
)


@dataclass(frozen=True, slots=True)
class Directive:
    """One directive.

    Attributes:
        position: argument number as written (``2`` of ``%2$s``), or None.
        spec: flags, width, precision, size and conversion without the number: ``5.2f``.
        stars: argument numbers of ``*`` in width and precision, None where unnumbered.
        start: first code point of the directive.
        end: code point behind it.
    """

    position: int | None
    spec: str
    stars: tuple[int | None, ...]
    start: int
    end: int

    @property
    def consumes(self) -> bool:
        """Whether the directive takes an argument (``%m`` prints errno and takes none)."""
        return self.spec != "m"


_STAR = re.compile(r"\*(?:(\d{1,2})\$)?")


def match_directive(text: str, at: int) -> Directive | None:
    """Return the directive that begins at the percent sign `text[at]`, or None."""
    match = DIRECTIVE.match(text, at)
    if match is None:
        return None
    width, precision = match["width"] or "", match["prec"] or ""
    stars = tuple(int(star) if star else None for star in _STAR.findall(width + precision))
    # The flag I asks for the digits of the locale; gettext lets translators add it.
    flags = match["flags"].replace("I", "")
    spec = f"{flags}{_STAR.sub('*', width)}{_STAR.sub('*', precision)}{match['size'] or ''}{match['conv']}"
    position = int(match["pos"]) if match["pos"] else None
    return Directive(position, spec, stars, match.start(), match.end())


def arguments(directives: list[Directive]) -> list[tuple[int, str]] | None:
    """Return (argument number, what it is printed as) per directive; None when numbering is mixed.

    Unnumbered directives take arguments 1, 2, … in their order; ``*`` takes one before its directive.
    """
    taking = [directive for directive in directives if directive.consumes]
    numbered = [d.position is not None for d in taking]
    if any(numbered) and not all(numbered):
        return None
    result: list[tuple[int, str]] = []
    following = 1
    for directive in taking:
        for star in directive.stars:
            result.append((star or following, "*"))
            following += star is None
        result.append((directive.position or following, directive.spec))
        following += 1
    return result
