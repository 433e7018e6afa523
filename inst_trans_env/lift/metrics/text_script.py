"""Which script a text is written in."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from inst_trans_env.lift.metrics.base import Each, Example, Result, Text, TextMetric, decide, doc
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.patterns import compile_pattern, matches_whole


class TextScriptArgs(Each, frozen=True, kw_only=True):
    """Arguments of `TextScript`."""

    scripts: Annotated[tuple[Text, ...], doc("Unicode script names, e.g. `Cyrillic`, `Han`, `Hiragana`.")]
    share: Annotated[float, doc("Least share of the letters that must be of these scripts.")] = 1.0

    def __post_init__(self) -> None:
        """Refuse unknown scripts and an impossible share."""
        if not self.scripts or not 0 < self.share <= 1:
            raise ValueError("scripts must not be empty and share must be above 0 and at most 1")
        for script in self.scripts:
            try:
                compile_pattern(rf"\p{{{script}}}")
            except ValueError:
                raise ValueError(
                    f"unknown script {script!r}; names are those of Unicode, e.g. Latin"
                ) from None


class TextScript(TextMetric[TextScriptArgs]):
    """Counts letters only; one letter at least is needed."""

    name = "text_script"
    summary = "The letters of the text are of the given scripts."
    Args = TextScriptArgs
    passes = Example("Привет, 2024!", {"scripts": ["Cyrillic"]})
    fails = Example("Привет, world!", {"scripts": ["Cyrillic"]})

    def needs_words(self, args: TextScriptArgs) -> bool:
        """Return True: headings do not make up for a body of signs."""
        return True

    def check(self, view: TextView, args: TextScriptArgs) -> Result:
        """Count letters of the prose."""
        letters = Counter(filter(str.isalpha, view.running))
        classes = "".join(rf"\p{{{script}}}" for script in args.scripts)
        pattern = compile_pattern(rf"[{classes}\p{{Common}}\p{{Inherited}}]")
        total = letters.total()
        inside = sum(count for letter, count in letters.items() if matches_whole(pattern, letter))
        if not total:
            return Result(0.0, "there are no letters")
        return decide(inside >= args.share * total, f"{inside} of {total} letters")
