"""Gate syllable_order: the shorter a line is on screen, the fewer syllables its translation has.

The answer is a strict JSON object with a speakable string for each key. Over all pairs of lines of
different duration, a pair in the wrong order is an inversion; equal counts for durations that differ by
more than a quarter are half a one. Concordance, one less the share of inversions, is at least 0.9. All
lines identical, but for punctuation, spacing and case, fails. Markup, URLs, placeholders, marks and
modifiers without a letter, what nobody can see, and the fourth and later of signs in a row are not spoken.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.concordance import compare
from inst_trans_env.constraints.strict.visible import GAP, visible
from inst_trans_env.constraints.verdict import Verdict, fail
from inst_trans_env.syllables import count
from inst_trans_env.text.json_strict import StrictJsonError, loads_strict

THRESHOLD_TENTHS = 9
"""Least concordance, in tenths."""

# What nobody sees, and what belongs to a letter but stands without one: a counter may hear each of them.
# Signs that lengthen or repeat a syllable (ー, ๆ, 々) are spoken.
_MODIFIER = r"[\p{Lm}--ー々〻ゝゞヽヾｰๆໆ]"
_UNSPOKEN = regex.compile(
    r"[\p{Default_Ignorable_Code_Point}[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\s]]+"
    r"|(?<![\p{L}\p{M}\p{N}])\p{M}+"
    r"|(?<=\p{M}{4})\p{M}+"
    rf"|(?<!{_MODIFIER}){_MODIFIER}++(?!\p{{L}})",
    regex.V1,
)
_SIGN = r"[\p{S}\p{Po}--.,:;!?'\"…。、，！？]"
_BETWEEN = rf"[[^\p{{L}}\p{{N}}]--{_SIGN}]*+"
_SIGNS_IN_A_ROW = regex.compile(rf"({_SIGN}(?:{_BETWEEN}{_SIGN}){{2}})(?:{_BETWEEN}{_SIGN})+", regex.V1)
_UNHEARD = regex.compile(r"[^\p{L}\p{M}\p{N}]+")


def check(case: Case) -> Verdict:
    """Read the lines by key, count what is spoken, and compare every pair of lines."""
    durations = case.task.duration_s or ()
    if len(set(durations)) < 2:
        # Such a row is refused before it is judged; a gate never passes for lack of anything to look at.
        return fail("no two lines differ in duration: there is nothing to compare")
    try:
        values = loads_strict(case.answer)
    except StrictJsonError as error:
        return fail(f"the answer is not the JSON object of lines that was asked for: {error}")
    if not isinstance(values, dict):
        return fail("the answer is not a JSON object of lines")
    keys = [str(number) for number in range(1, len(durations) + 1)]
    texts: list[str] = []
    counts: list[int] = []
    for key in keys:
        value = values.get(key)
        spoken = _spoken(value) if isinstance(value, str) else ""
        syllables = count(spoken, case.task.target_lang) if any(map(str.isalnum, spoken)) else 0
        if not syllables:
            return _unspeakable(case, key, value)
        texts.append(spoken)
        counts.append(syllables)
    first = _letters(texts[0])
    if all(_letters(text) == first for text in texts[1:]):
        return fail("all lines are identical, but for punctuation, spacing and case")
    return _verdict(case, durations, counts)


def _spoken(text: str) -> str:
    """Return what is spoken of a line."""
    shown = _UNSPOKEN.sub("", visible(text).text.replace(GAP, " "))
    return " ".join(_SIGNS_IN_A_ROW.sub(r"\1", shown).split())


def _letters(text: str) -> str:
    """Return the letters and digits of a line in one case."""
    return str(_UNHEARD.sub("", text)).casefold()


def _unspeakable(case: Case, key: str, value: object) -> Verdict:
    place = case.answer_strings.get((key,))
    spans = (place.span(0, len(place.value)),) if place else ()
    what = f"is {value!r}, which nobody can speak" if isinstance(value, str) else "is no string or is missing"
    return fail(f"line {key} {what[:200]}", missing=(key,), spans=spans)


def _verdict(case: Case, durations: Sequence[float], counts: list[int]) -> Verdict:
    """Compare all pairs of lines of different duration."""
    found = compare(durations, counts)
    measures = {
        "concordance": found.value,
        "pairs": found.pairs,
        "inversions": found.inversions,
        "ties": found.ties,
    }
    # In integers, so that exactly 0.9 passes whatever the rounding of floats.
    if 10 * (2 * found.inversions + found.ties) <= (10 - THRESHOLD_TENTHS) * 2 * found.pairs:
        return Verdict(True, measures=measures)
    short, long = found.worst[0]
    reason = (
        f"concordance {found.value:.3f} is below 0.9: line {short + 1} ({durations[short]:g} s) "
        f"has {counts[short]} syllables, line {long + 1} ({durations[long]:g} s) has {counts[long]}"
    )
    keys = dict.fromkeys(str(index + 1) for pair in found.worst for index in pair)
    places = (case.answer_strings.get((key,)) for key in keys)
    spans = tuple(place.span(0, len(place.value)) for place in places if place)
    return fail(reason, spans=spans, measures=measures)
