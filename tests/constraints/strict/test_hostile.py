"""No text raises, and time grows with the length only."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.constraints.strict import EVERY_ROW, GRADED, HARD, STRICT
from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.tasks.schema import HARD_IDS, Task
from tests.constraints.strict.tables import GATES, read, task

IDS = (*HARD_IDS, "academic_format_preserve")
LINES = (
    "【硬性要求】保留源文中的 JSON 格式标记不变",
    "【硬性要求】保持源文的排版布局：换行、缩进、表格",
    "【硬性要求】专名/术语对照: 甲→A、云服务器→Cloud-Server、云→Cloud",
    "【硬性要求】保留以下社交元素不变: @lin、[笑哭]、#题#、❤️、https://a.b/c,d",
    "【硬性要求】音节",
    "【注意】学术格式",
)
ALPHABET = st.sampled_from(
    "<>[]{}()|*_`#@!$%&\"'\\/:;,.。，、-+=~^\n\r\t 　1aA甲あ한ก国é\u0301\u200d\ufe0f\x00\ud800😀"
)
PIECES = st.sampled_from(
    [
        "<think>",
        "</think>",
        "<a ",
        "<!--",
        "<script",
        "](",
        "\\begin{equation}",
        "$",
        "Cloud",
        "云",
        "@lin",
        "[12]",
    ]
)
TEXTS = st.text() | st.lists(ALPHABET | PIECES, max_size=60).map("".join)


def row(source: str, target: str = "de") -> Task:
    return Task("zh", target, source, LINES, IDS, duration_s=(1.0, 2.0, 3.0))


@settings(deadline=None)
@given(TEXTS, TEXTS, st.sampled_from(["de", "ja", "zh", "th", "ar"]))
def test_no_text_raises(source: str, prediction: str, target: str) -> None:
    found = {
        **STRICT.gates(row(source, target), prediction),
        **STRICT.graded(row(source, target), prediction),
    }
    assert set(found) >= {*EVERY_ROW, *HARD}
    for verdict in found.values():
        assert verdict.passed or verdict.reason
        assert all(0 <= start <= end <= len(prediction) for start, end in verdict.spans)


def test_mutated_answers_do_not_raise() -> None:
    rng = random.Random(7)
    cases = [case for name in (*GATES, "strict-dev") for case in read(name)]
    for _ in range(400):
        case = rng.choice(cases)
        text = case["prediction"]
        at = rng.randrange(len(text) + 1)
        mutated = rng.choice(
            [text[:at], text[at:] + text[:at], text[:at] + rng.choice('{[<"\\\n|@#') + text[at:]]
        )
        STRICT.gates(task(case["row"]), mutated)


SPECIFIED = ("<", "[", "*", "|", "{", "[](", "<script", "<a ", ".", '"9"', "[[[[")
OWN = (
    "$",
    "\n",
    "\u3000",
    "云",
    "Cloud ",
    "@lin",
    "[笑哭]",
    "A. ",
    "https://",
    "\\begin{",
    "a\u0301\u0323",
    "| a | b\n",
    "<!--",
    "\u200d",
    "{n, plural, one {",
)
HOSTILE = {ascii(unit): unit for unit in (*SPECIFIED, *OWN)}
CHECKS = {**EVERY_ROW, **{name: check for name, check in HARD.items() if name != "format_preserve"}, **GRADED}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("gate", CHECKS)
def test_hostile_patterns_take_linear_time(name: str, gate: str) -> None:
    short, long = (HOSTILE[name] * (length // len(HOSTILE[name])) for length in (80_000, 160_000))
    assert best_times(gate, short, long)[1] < 1.5


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "|-|-|\n"], ids=ascii)
@pytest.mark.parametrize("gate", ["language", "term_compliance", "social_preserve"])
def test_hostile_answers_to_a_short_source_take_linear_time(unit: str, gate: str) -> None:
    source = "甲和云服务器在云里 @lin [笑哭] #题# **x** {0}"
    short, long = (unit * (length // len(unit)) for length in (40_000, 80_000))
    best_times(gate, short, long, source)


def best_times(gate: str, short: str, long: str, source: str | None = None) -> tuple[float, float]:
    """Return the best times for a text and one twice as long, which must be in proportion.

    A busy machine makes single measurements too long, never too short: measured again until the best ones fit.
    """
    times: list[tuple[float, float]] = []
    for _ in range(6):
        times.append((measure(gate, short, source), measure(gate, long, source)))
        best = min(a for a, _ in times), min(b for _, b in times)
        if best[1] <= 2.5 * best[0] + 0.02:
            return best
    pytest.fail(f"{best[0]:.2f} s and, twice as long, {best[1]:.2f} s")


def measure(gate: str, text: str, source: str | None = None) -> float:
    """Return the processor seconds that a gate takes for a text, which is its own source when there is none."""
    case = Case(row(text + "x" if source is None else source), text)
    start = time.process_time()
    CHECKS[gate](case)
    return time.process_time() - start


@pytest.mark.parametrize(
    "unit",
    [
        "&",
        "& ",
        "&  " * 9,
        "ʼ",
        " ʼ",
        "\u0610",
        " \u0610",
        "\u3164",
        "-&",
        "&- ",
        "ʼa",
        "ʼ-ʼ",
        "a\u0610",
        "\u00a0 & a",
        "\ud800",
    ],
)
def test_hostile_lines_are_spoken_in_linear_time(unit: str) -> None:
    source = '{"1": "走。", "2": "我们走。", "3": "等等。"}'
    short, long = (
        json.dumps({"1": "a", "2": "b" + unit * (length // len(unit)), "3": "c d"})
        for length in (80_000, 160_000)
    )
    assert best_times("syllable_order", short, long, source)[1] < 1.5
