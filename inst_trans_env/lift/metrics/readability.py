"""How easy a text is to read, by the formulas in use."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, decide, doc
from inst_trans_env.lift.readability import FORMULAS, LEAST_WORDS
from inst_trans_env.lift.scope import TextView


class ReadabilityArgs(Each, frozen=True, kw_only=True):
    """Arguments of `Readability`."""

    formula: Annotated[
        Literal[
            "flesch", "flesch_kincaid", "flesch_amstad", "fernandez_huerta", "kandel_moles", "gulpease", "lix"
        ],
        doc("Formula; each is defined for one language, `lix` for several."),
    ]
    language: Annotated[str, doc("The language of the text; must be one that the formula is defined for.")]
    lower_bound: Annotated[float | None, doc("Least value, inclusive; null = no limit.")] = None
    upper_bound: Annotated[float | None, doc("Greatest value, inclusive; null = no limit.")] = None

    def __post_init__(self) -> None:
        """Refuse a language that the formula says nothing about, and bounds that nothing meets."""
        languages = FORMULAS[self.formula].languages
        if self.language.split("-")[0].lower() not in languages:
            raise ValueError(
                f"{self.formula} is defined for {', '.join(languages)}, not for {self.language!r}"
            )
        if (
            self.lower_bound is not None
            and self.upper_bound is not None
            and self.lower_bound > self.upper_bound
        ):
            raise ValueError(f"lower_bound {self.lower_bound:g} is above upper_bound {self.upper_bound:g}")


class Readability(TextMetric[ReadabilityArgs]):
    """Computed on the prose; too few words say nothing and score 0."""

    name = "readability"
    summary = "A readability formula, defined for the text's language, gives a value within bounds."
    Args = ReadabilityArgs
    passes = Example(
        "The cat sat on the mat. The dog ran up to it. It did not like the dog at all. So it ran off.",
        {"formula": "flesch", "language": "en", "lower_bound": 90},
    )
    fails = Example(
        "Institutional considerations notwithstanding, administrative reorganisation necessitates "
        "comprehensive interdepartmental deliberation regarding organisational responsibilities.",
        {"formula": "flesch", "language": "en", "lower_bound": 60},
    )

    def check(self, view: TextView, args: ReadabilityArgs) -> Result:
        """Compute the formula."""
        if len(view.prose_words) < LEAST_WORDS or not view.sentences:
            return Result(0.0, f"{len(view.prose_words)} words of prose, too few to measure")
        value = FORMULAS[args.formula].value(view.prose_words, len(view.sentences))
        low = args.lower_bound is None or value >= args.lower_bound
        high = args.upper_bound is None or value <= args.upper_bound
        bounds = " to ".join(
            "any" if bound is None else f"{bound:g}" for bound in (args.lower_bound, args.upper_bound)
        )
        return decide(low and high, f"{args.formula} is {value:.1f}, wanted {bounds}")
