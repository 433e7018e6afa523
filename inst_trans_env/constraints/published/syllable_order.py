"""`syllable_order` as published: longer on screen, not fewer syllables; measured pair by pair."""

from __future__ import annotations

from collections.abc import Sequence

from inst_trans_env.constraints.published.json_keys import parse
from inst_trans_env.constraints.verdict import PASS, Verdict, fail
from inst_trans_env.syllables import published
from inst_trans_env.tasks.schema import Task

THRESHOLD = 0.9


def check(task: Task, prediction: str) -> Verdict:
    """Compare the order of durations with the order of syllable counts over all pairs of lines."""
    durations = task.duration_s
    if not durations:
        return PASS
    try:
        lines = parse(prediction.strip())
    except ValueError as error:
        return fail(f"the answer is not JSON: {error}")
    if not isinstance(lines, dict):
        return fail("the answer is not a JSON object of lines")
    texts = [lines.get(str(number)) for number in range(1, len(durations) + 1)]
    missing = tuple(
        str(number) for number, text in enumerate(texts, 1) if not isinstance(text, str) or not text.strip()
    )
    if missing:
        return fail(f"no text under the keys {', '.join(missing)}", missing=missing)
    return _ordered(durations, [str(text) for text in texts], task.target_lang)


def _ordered(durations: Sequence[float], texts: Sequence[str], lang: str) -> Verdict:
    if len(texts) < 2:
        return PASS
    try:
        counts = [published.count(text, lang) for text in texts]
    except OverflowError:
        return fail("a number in the answer is too long to be read aloud")
    return _verdict(concordance(durations, counts), counts)


def concordance(durations: Sequence[float], counts: Sequence[int]) -> float | None:
    """Return 1 - inversions / comparable pairs, or None when no two durations differ.

    Args:
        durations: seconds on screen, one a line.
        counts: syllables, one a line.
    """
    comparable = inversions = 0
    for i, (duration, count) in enumerate(zip(durations, counts, strict=True)):
        for other, other_count in zip(durations[:i], counts[:i], strict=True):
            if duration != other:
                comparable += 1
                inversions += count != other_count and (duration > other) != (count > other_count)
    return 1 - inversions / comparable if comparable else None


def _verdict(value: float | None, counts: Sequence[int]) -> Verdict:
    if value is None:
        return PASS
    measures = {"concordance": round(value, 3)}
    if value >= THRESHOLD:
        return Verdict(True, measures=measures)
    return fail(
        f"syllables {', '.join(map(str, counts))} do not follow the durations: "
        f"concordance {value:.3f}, at least {THRESHOLD} needed",
        measures=measures,
    )
