"""Citation markers and the sources that they name."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from inst_trans_env.lift.metrics.base import (
    EachBounds,
    Example,
    Result,
    TextMetric,
    Texts,
    bounded,
    doc,
    listed,
)
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.patterns import compile_pattern, matches

_PATTERNS = {
    "bracket": r"\[[^\[\]\n]{1,200}\]",
    "parenthesis": r"\([^()\n]{1,200}\)",
    "at": r"@[A-Za-z0-9][A-Za-z0-9_:.-]{0,100}",
}
_LIMIT = 20_000


class CitationMarkersArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `CitationMarkers`; the bounds are on the markers."""

    may_be_open: ClassVar[bool] = True

    ids: Annotated[Texts, doc("The sources that there are; a marker that names another fails.")]
    style: Annotated[
        Literal["bracket", "parenthesis", "at"], doc("`[1]`, `[1, 3]`; `(Lee 2020)`; `@lee2020`.")
    ] = "bracket"
    all_cited: Annotated[bool, doc("Whether every source must be cited.")] = False


class CitationMarkers(TextMetric[CitationMarkersArgs]):
    """At least one marker is needed. Brackets that hold no id at all fail as unknown ones."""

    name = "citation_markers"
    summary = "Citation markers name sources of a list, all of them if wanted, and no others."
    Args = CitationMarkersArgs
    passes = Example("Rain [1]. Snow [2, 3].", {"ids": ["1", "2", "3"], "all_cited": True})
    fails = Example("Rain [1]. Snow [4].", {"ids": ["1", "2", "3"]})

    def check(self, view: TextView, args: CitationMarkersArgs) -> Result:
        """Read every marker of the visible text."""
        markers = matches(compile_pattern(_PATTERNS[args.style]), view.text, _LIMIT)
        cited = [part.strip() for marker in markers for part in _ids(marker, args.style)]
        unknown = sorted(set(cited) - set(args.ids))
        if args.style == "parenthesis":
            cited, unknown = [part for part in cited if part in args.ids], []
        missing = sorted(set(args.ids) - set(cited)) if args.all_cited else []
        if not cited:
            return Result(0.0, "there is no citation marker")
        if unknown or missing:
            return Result(0.0, f"{'unknown' if unknown else 'not cited'}: {listed(unknown or missing)}")
        return bounded(len(cited), args, "citations")


def _ids(marker: str, style: str) -> list[str]:
    if style == "at":
        return [marker[1:].rstrip(".:-")]
    return marker[1:-1].replace(";", ",").split(",")
