"""The outline that the headings make."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.document import parse_document
from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Text, decide, doc
from inst_trans_env.lift.scope import Scope

_Heading = tuple[int, str]


class HeadingOutlineArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `HeadingOutline`."""

    outline: Annotated[Text, doc("Markdown whose headings are the wanted ones, e.g. `# A\\n## B`.")]
    mode: Annotated[
        Literal["exact", "ordered_subset"],
        doc("`exact`: these and no others; `ordered_subset`: these in this order, others between."),
    ] = "exact"

    def __post_init__(self) -> None:
        """Refuse an outline without headings."""
        if not _headings(Scope(parse_document(self.outline), parse_document(self.outline).root)):
            raise ValueError("outline holds no heading")


class HeadingOutline(Metric[HeadingOutlineArgs]):
    """Compares levels and visible texts; case, punctuation at the end and numbering as written count."""

    name = "heading_outline"
    summary = "The headings, the section's own first, are those of an outline, in order."
    Args = HeadingOutlineArgs
    passes = Example("# A\n\nText\n\n## *B*\n\nText", {"outline": "# A\n## B"})
    fails = Example("# A\n\nText\n\n### B\n\nText", {"outline": "# A\n## B"})

    def score(self, scope: Scope, args: HeadingOutlineArgs) -> Result:
        """Compare heading after heading."""
        document = parse_document(args.outline)
        wanted = _headings(Scope(document, document.root))
        found = _headings(scope)
        if args.mode == "ordered_subset":
            rest = iter(found)
            missing = next((heading for heading in wanted if heading not in rest), None)
            return decide(
                missing is None, _missing(missing) if missing else "all headings are there in order"
            )
        for place, heading in enumerate(wanted):
            if place >= len(found) or found[place] != heading:
                return Result(0.0, _missing(heading))
        extra = found[len(wanted) :]
        return decide(
            not extra, f"“{extra[0][1]}” is not in the outline" if extra else "the outline is right"
        )


def _headings(scope: Scope) -> list[_Heading]:
    return [(heading.level, fold(heading.text)) for heading in scope.headings]


def _missing(heading: _Heading) -> str:
    return f"H{heading[0]} “{heading[1][:60]}” is missing at its place"
