"""How many emoji a text has."""

from __future__ import annotations

import regex

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.segment import graphemes

_EMOJI = regex.compile(
    r"\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}|\p{Emoji}\uFE0F\u20E3"
)


class EmojiCount(TextMetric[EachBounds]):
    """A family or a flag is one emoji; digits, © and ☺ as text are none."""

    name = "emoji_count"
    summary = "There is a number of emoji."
    Args = EachBounds
    passes = Example("Rain 🌧️ and family 👨‍👩‍👧 🇫🇷", {"lower_bound": 3, "upper_bound": 3})
    fails = Example("Rain ☔︎ © 2024 :-)", {"lower_bound": 1})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count graphemes of the visible text."""
        if view.text.isascii():
            return bounded(0, args, "emoji")
        clusters = [
            cluster for cluster in graphemes(view.text) if not cluster.isascii() or "\u20e3" in cluster
        ]
        return bounded(
            sum("\ufe0e" not in each and bool(_EMOJI.search(each)) for each in clusters), args, "emoji"
        )
