"""Patterns that a text matches."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from inst_trans_env.lift.metrics.base import (
    EachBounds,
    Example,
    Result,
    Text,
    TextMetric,
    bounded,
    decide,
    doc,
)
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.patterns import compile_pattern, matches, matches_whole


class RegexMatchArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `RegexMatch`."""

    may_be_open: ClassVar[bool] = True

    pattern: Annotated[
        Text, doc("RE2 pattern (linear time; no look-around); `^` and `$` match at line ends.")
    ]
    mode: Annotated[
        Literal["count", "whole"],
        doc("`count`: matches within bounds (at least one when both are null); `whole`: all of the text."),
    ] = "count"
    ignore_case: Annotated[bool, doc("Whether case is ignored.")] = False

    def __post_init__(self) -> None:
        """Refuse what is no pattern, and a count of matches that may be empty."""
        super().__post_init__()
        if matches_whole(compile_pattern(self.pattern), "") and self.mode == "count":
            raise ValueError(f"pattern {self.pattern!r} matches empty text, so its matches say nothing")


class RegexMatch(TextMetric[RegexMatchArgs]):
    """Looks at the visible text; matches do not overlap, empty ones do not count."""

    name = "regex_match"
    summary = "A pattern matches a number of times, or matches the whole text."
    Args = RegexMatchArgs
    passes = Example("Call 555-1234 or 555-9876.", {"pattern": "555-[0-9]{4}", "lower_bound": 2})
    fails = Example("Call 555-1234.", {"pattern": "555-[0-9]{4}", "lower_bound": 2})

    def needs_words(self, args: RegexMatchArgs) -> bool:
        """Whether there is an upper bound alone; without bounds one match is wanted."""
        return args.mode == "count" and args.upper_bound is not None and not args.low

    def check(self, view: TextView, args: RegexMatchArgs) -> Result:
        """Match in time linear in the text: no more matches are looked for than the bounds ask about."""
        pattern = compile_pattern(args.pattern, ignore_case=args.ignore_case)
        if args.mode == "whole":
            whole = matches_whole(pattern, view.text)
            return decide(whole, f"the text {'matches' if whole else 'does not match'} as a whole")
        enough = int(max(args.low, 0 if args.upper_bound is None else args.high)) + 1
        count = len(matches(pattern, view.text, enough))
        if args.lower_bound is None and args.upper_bound is None:
            return decide(count > 0, "the pattern matches" if count else "the pattern does not match")
        return bounded(count, args, "matches" if count < enough else "matches or more")
