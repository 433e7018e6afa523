"""Properties: a reference passes, a copy with one break fails, free changes do not matter, nothing raises."""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.format_preserve import check
from inst_trans_env.constraints.verdict import Verdict
from inst_trans_env.tasks.schema import Task
from tests.constraints.strict.test_format_tables import CASES

WORDS = st.text(st.characters(categories=["Lu", "Ll"], max_codepoint=0x24F), min_size=2, max_size=8)
TEXT = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
PLACEHOLDERS = (
    "%s",
    "%d",
    "%1$s",
    "%5.2f",
    "%(name)s",
    "{0}",
    "{name}",
    "{{name}}",
    "${name}",
    "$name",
    "%{name}",
)
TAGS = ("b", "i", "em", "strong", "span", "code", "u", 'a href="https://a.example/x"', 'span class="x y"')
LINE = "【硬性要求】保留源文中的 Markdown 格式标记不变"


def judge(source: str, prediction: str) -> Verdict:
    return check(Case(Task("en", "de", source, (LINE,), ("format_preserve",)), prediction))


@st.composite
def pair(draw: st.DrawFn) -> tuple[str, str, list[str]]:
    """Draw a source, a translation with other words, and the pieces that both have to hold."""
    kept = draw(st.lists(st.sampled_from(PLACEHOLDERS), min_size=1, max_size=3, unique=True))
    if "%1$s" in kept:  # numbered and unnumbered ones do not mix
        kept = [item for item in kept if item not in ("%s", "%d", "%5.2f")]
    tag = draw(st.sampled_from(TAGS))
    name = tag.split()[0]
    inner = "run" if name == "code" else ""

    def render(words: list[str]) -> str:
        middle = " ".join(f"{item} {word}" for item, word in zip(kept, words, strict=False))
        return f"{words[-1]} {middle} <{tag}>{inner or words[-2]}</{name}>."

    size = len(kept) + 2
    texts = draw(st.lists(WORDS, min_size=2 * size, max_size=2 * size))
    return render(texts[:size]), render(texts[size:]), [*kept, f"<{tag}>", f"</{name}>"]


@given(pair())
def test_a_translation_passes(texts: tuple[str, str, list[str]]) -> None:
    source, answer, _ = texts
    verdict = judge(source, answer)
    assert verdict.passed, verdict.reason


@given(pair(), st.randoms(use_true_random=False))
def test_what_is_dropped_doubled_or_renamed_is_missed(
    texts: tuple[str, str, list[str]], rng: random.Random
) -> None:
    source, answer, kept = texts
    piece = rng.choice(kept)
    for broken in (answer.replace(piece, "", 1), answer.replace(piece, piece * 2, 1)):
        assert not judge(source, broken).passed, broken
    if "name" in piece:
        assert not judge(source, answer.replace(piece, piece.replace("name", "nome"), 1)).passed


@given(pair(), pair())
def test_free_changes_inside_json(one: tuple[str, str, list[str]], two: tuple[str, str, list[str]]) -> None:
    source = json.dumps({"a": one[0], "b": [two[0], 1, None], "c": True})
    answer = json.dumps({"c": True, "b": [two[1], 1, None], "a": one[1]}, indent=2, ensure_ascii=False) + "\n"
    verdict = judge(source, answer)
    assert verdict.passed, verdict.reason
    swapped = json.dumps({"a": two[1], "b": [one[1], 1, None], "c": True})
    left, right = (sorted(item.replace("1$", "") for item in texts[2]) for texts in (one, two))
    if left != right:  # a single %s and %1$s are the same argument
        assert not judge(source, swapped).passed


@given(TEXT, TEXT, st.sampled_from(TAGS), st.sampled_from(TAGS))
def test_inline_elements_may_change_places(left: str, right: str, first: str, second: str) -> None:
    def wrap(tag: str, text: str) -> str:
        return f"<{tag}>{'run' if tag == 'code' else text}</{tag.split(maxsplit=1)[0]}>"

    source = f"{wrap(first, 'one')} and {wrap(second, 'two')}"
    answer = f"{wrap(second, right)} {left} {wrap(first, left)}"
    verdict = judge(source, answer)
    assert verdict.passed, verdict.reason
    assert judge(source, answer.replace("<b>", "<B>").replace("</i>", "</I >")).passed


@given(st.lists(TEXT, min_size=8, max_size=8), st.lists(TEXT, min_size=8, max_size=8))
def test_a_document_passes_and_its_breaks_fail(source: list[str], answer: list[str]) -> None:
    good = document(answer)
    verdict = judge(document(source), good)
    assert verdict.passed, verdict.reason
    for old, new in BREAKS:
        broken = good.replace(old, new, 1)
        assert broken != good
        assert not judge(document(source), broken).passed, (old, new)


def document(texts: list[str]) -> str:
    a, b, c, d, e, f, g, h = texts
    return (
        f"# {a}\n\n{b} **{c}** {d} *{e}*.\n\n## {f}\n\n- {a}\n  - {b}\n  - {c}\n- {d}\n\n1. {e}\n2. {f}\n\n"
        f"> {g}\n\n| {a} | {b} |\n| --- | ---: |\n| {c} | 12 |\n\n---\n\n[{h}](https://a.example/x) "
        f"![{g}](img/a.png) `run --all`\n\n```sh\ncurl -s\n```\n"
    )


BREAKS = [
    ("## ", "### "),
    ("# ", ""),
    ("  - ", "- "),
    ("2. ", "- "),
    ("> ", ""),
    ("| 12 |", ""),
    ("---\n\n[", "["),
    ("**", "*"),
    ("/x)", "/y)"),
    ("img/a", "bild/a"),
    ("run --all", "run"),
    ("curl -s", "curl"),
    ("```sh", "```"),
]

PIECES = st.sampled_from(
    [
        *PLACEHOLDERS,
        *(
            "<",
            ">",
            "</",
            "<b>",
            "</b>",
            "<p>",
            "<!--",
            "-->",
            "<![CDATA[",
            "<script>",
            "<code>",
            "</code>",
            '<a x="',
        ),
        *(
            "`",
            "```",
            "*",
            "**",
            "_",
            "[",
            "](",
            ")",
            "![",
            "|",
            "\n",
            "\n\n",
            "- ",
            "> ",
            "1. ",
            "# ",
            "---",
        ),
        *(
            "{",
            "}",
            "{n, plural, other {",
            "#",
            "'",
            '"',
            "\\",
            "&",
            "&amp;",
            "http://",
            "@",
            "%",
            "$",
            "\x00",
        ),
        *(
            "\ud800",
            "\u2028",
            "\ufeff",
            "漢",
            "👍🏽",
            "é",
            "e\u0301",
            "\r",
            "\t",
            " ",
            "[a]: b.c",
            "[^1]",
            "~~~",
        ),
    ]
)
SOUP = st.lists(PIECES | st.text(max_size=3), max_size=40).map("".join)


@settings(max_examples=300)
@given(SOUP, SOUP, st.sampled_from(["de", "ar", "zh", "ja"]), st.booleans())
def test_nothing_raises(source: str, prediction: str, lang: str, as_json: bool) -> None:
    if as_json:
        source, prediction = (json.dumps({"1": text, "2": text[:3]}) for text in (source, prediction))
    verdict = check(Case(Task("zh", lang, source, (LINE,), ("format_preserve",)), prediction))
    assert verdict.passed or verdict.reason
    assert all(0 <= start <= end <= len(prediction) for start, end in verdict.spans)


@given(SOUP)
def test_a_text_equals_itself(text: str) -> None:
    task = Task("en", "de", text, (LINE,), ("format_preserve",))
    case = Case(task, text)
    if case.unanswered is None:
        verdict = check(case)
        assert verdict.passed, verdict.reason


MANGLE: list[Callable[[str, int, random.Random], str]] = [
    lambda text, at, rng: text[:at],
    lambda text, at, rng: text[at:] + text[:at],
    lambda text, at, rng: text[:at] + rng.choice("{}<>[]`*|#%&\\\"'\n") * rng.choice((1, 3, 50)) + text[at:],
    lambda text, at, rng: text[:at] + text[at + 3 :],
]


def test_mangled_cases_do_not_raise() -> None:
    rng = random.Random(5)
    for _ in range(1500):
        _, row = rng.choice(CASES)
        source, prediction = row["source"], row["prediction"]
        for _ in range(rng.choice((1, 2, 5))):
            prediction = rng.choice(MANGLE)(prediction, rng.randrange(len(prediction) + 1), rng)
        task = Task(row["source_lang"], row["target_lang"], source, (LINE,), ("format_preserve",))
        verdict = check(Case(task, prediction))
        assert all(0 <= start <= end <= len(prediction) for start, end in verdict.spans)


HOSTILE = (
    *(
        "<",
        "[",
        "*",
        "|",
        "{",
        "[](",
        "<script",
        "<a ",
        ".",
        '"9"',
        "[[",
        "<b>",
        "<p>",
        "<!--",
        '<a x="',
        "`a",
        "*a",
    ),
    *(
        "**a",
        "_a ",
        "> ",
        "- a\n",
        "# a\n",
        "a\n-\n",
        "|-|\n",
        "[a]: b.c\n",
        "![",
        "](",
        "{a}",
        "%s",
        "%1",
        "%(",
        "${",
    ),
    *(
        "http://",
        "@a.b",
        "A_",
        "&",
        "{a, plural, other {",
        "'{",
        "/*",
        '<code>"\\',
        "\n",
        "\r",
        "漢",
        "\u0301",
    ),
)


def cpu_seconds(source: str, prediction: str) -> float:
    """Return processor seconds; the collector, whose cost depends on the test run's own heap, is off."""
    case = Case(Task("zh", "de", source, (LINE,), ("format_preserve",)), prediction)
    gc.disable()
    try:
        start = time.process_time()
        check(case)
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("pattern", HOSTILE)
def test_time_grows_with_the_length_only(pattern: str) -> None:
    texts = [pattern * (length // len(pattern)) for length in (20_000, 40_000)]
    short, long = (min(cpu_seconds(text + "x", text) for _ in range(3)) for text in texts)
    assert long <= 2.5 * short + 0.02
    answer = cpu_seconds("<p>{a} **b** %s</p>", texts[1])
    assert answer <= long + 0.1


@pytest.mark.parametrize("levels", [10, 100, 5000])
def test_deep_nesting(levels: int) -> None:
    for opening, closing in (
        ("[", "]"),
        ('{"a":', "}"),
        ("<b>", "</b>"),
        ("> ", ""),
        ("{a, select, other {", "}}"),
    ):
        text = opening * levels + "1" + closing * levels
        judge(text, text)
        judge('{"1": "x"}', text)
