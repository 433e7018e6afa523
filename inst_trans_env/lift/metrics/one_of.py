"""Texts that are one of a list."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, Texts, decide, doc, listed
from inst_trans_env.lift.scope import TextView


class OneOfArgs(Each, frozen=True, kw_only=True):
    """Arguments of `OneOf`."""

    options: Annotated[
        Texts, doc("The allowed texts; case, white space and a full stop at the end do not count.")
    ]


class OneOf(TextMetric[OneOfArgs]):
    """Compares the whole visible text."""

    name = "one_of"
    summary = "The whole text, or each part of it, is one of the given texts."
    Args = OneOfArgs
    passes = Example("**Yes.**", {"options": ["yes", "no"]})
    fails = Example("Yes and no.", {"options": ["yes", "no"]})

    def check(self, view: TextView, args: OneOfArgs) -> Result:
        """Compare with every option."""
        found = _plain(view.text) in {_plain(option) for option in args.options}
        return decide(found, f"the text is {'one' if found else 'none'} of {listed(args.options)}")


def _plain(text: str) -> str:
    return " ".join(fold(text).split()).rstrip(".。")
