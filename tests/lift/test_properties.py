"""What must hold of any document: no exception, no effect on what a constraint does not look at."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.lift import score_document
from inst_trans_env.lift.document import parse_document
from inst_trans_env.lift.metrics import METRICS
from inst_trans_env.lift.scope import Scope
from tests.lift.build import evaluation, measure, task
from tests.lift.metrics.cases import CASES

PIECES = [
    "# ",
    "## ",
    "- ",
    "1. ",
    "> ",
    "```\n",
    "```py\n",
    "|a|b|\n|-|-|\n",
    "**",
    "*",
    "`",
    "[",
    "](",
    ")",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "<table>",
    "<td>",
    "</td>",
    "<p hidden>",
    "$",
    "\\",
    "\n",
    "\n\n",
    "  \n",
    "\t",
    "word",
    "Ein Satz.",
    "中文。",
    "ไทย",
    "\u0301",
    "\ud800",
    "\0",
    "🇫🇷",
    "\u200b",
    "&amp;",
    "[^1]",
    "---",
    "1,000",
    "\r\n",
    '{"a": 1}',
]
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40).map("".join)

EVERYTHING = task(
    *(
        evaluation(name, args, selector, kind=kind)
        for name, cases in CASES.items()
        for args, _, _ in cases[:2]
        for selector in ([], [("H2", 1)], [("P", 1)])
        for kind in ("markdown", "html")
    )
)


@settings(max_examples=40, deadline=None)
@given(hostile)
def test_any_string_scores(text: str) -> None:
    score = score_document(EVERYTHING, text)
    assert len(score.results) == len(EVERYTHING.evaluations)
    assert all(result.score in {0.0, 1.0} and result.reason for result in score.results)
    assert score_document(EVERYTHING, text) == score


@settings(max_examples=150, deadline=None)
@given(hostile)
def test_sections_cover_the_document_without_overlap(text: str) -> None:
    document = parse_document(text)
    sections = [node for node in document.root.walk() if node.heading is not None]
    for section in sections:
        children = [child for child in section.elements() if child.heading is not None]
        assert section.start <= section.end <= len(document.source)
        assert all(section.start < child.start and child.end <= section.end for child in children)
        assert all(child.level > section.level for child in children)
    first, last = Scope(document, document.root).lines_in_response
    assert 1 <= first <= last <= text.count("\n") + 1


PLAN = {
    ("H2", 1): ("lexical_count", {"string": "rain", "lower_bound": 1}, "It is about rain."),
    ("H2", 2): ("list_item_count", {"lower_bound": 3, "upper_bound": 3}, "- a\n- b\n- c"),
    ("H2", 3): ("table_headers", {"headers": ["x", "y"]}, "|x|y|\n|-|-|\n|1|2|"),
    ("H2", 4): ("code_parses", {"language": "python"}, "```python\nx = 1\n```"),
    ("H2", 5): ("text_language", {"language": "fr"}, "Il pleut souvent en automne dans cette région."),
    ("H2", 6): ("paragraph_count", {"lower_bound": 2, "upper_bound": 2}, "One here.\n\nTwo here."),
    ("H2", 7): ("ends_with", {"phrases": ["The end."]}, "So it goes. The end."),
}
PLAN_TASK = task(
    *(evaluation(name, args, [step], evaluation_id=str(step)) for step, (name, args, _) in PLAN.items())
)
BREAKS = (
    "",
    "Something else, in English, of no account!",
    "- one\n\n  two",
    "```python\nx = (\n```",
    "> quoted",
    "|z|\n|-|\n|1|",
)


def document(bodies: list[str]) -> str:
    return "# Title\n\n" + "".join(f"## Part {number}\n\n{body}\n\n" for number, body in enumerate(bodies, 1))


def test_the_plan_is_met() -> None:
    assert score_document(PLAN_TASK, document([body for *_, body in PLAN.values()])).normalised == 1.0


@given(st.integers(0, len(PLAN) - 1), st.sampled_from(BREAKS))
def test_breaking_one_section_lowers_exactly_its_constraint(place: int, broken: str) -> None:
    bodies = [body for *_, body in PLAN.values()]
    bodies[place] = broken
    scores = [result.score for result in score_document(PLAN_TASK, document(bodies)).results]
    assert scores == [0.0 if number == place else 1.0 for number in range(len(PLAN))]


@given(st.integers(0, len(PLAN) - 1), hostile.filter(lambda text: "#" not in text))
def test_what_stands_before_the_first_header_changes_no_section(place: int, text: str) -> None:
    del place
    preamble = "Sure! " + "".join(char for char in text if char.isalnum() or char in " .,") + "\n\n"
    bodies = [body for *_, body in PLAN.values()]
    assert score_document(PLAN_TASK, preamble + document(bodies)).normalised == 1.0


HOSTILE = {
    "quotes": ">" * 10_000 + " a",
    "lists": "- " * 10_000 + "a",
    "brackets": "[" * 10_000 + "a" + "]" * 10_000,
    "links": "[a](" * 10_000,
    "emphasis": "*a _" * 10_000,
    "one long line": "a " * 500_000,
    "one long word": "a" * 1_000_000,
    "unclosed fence": "```\n" + "a\n" * 50_000,
    "unclosed comment": "<!--" * 20_000,
    "unclosed tags": "<div><b>" * 10_000 + "</i>" * 10_000,
    "unclosed attributes": "<a b='" * 20_000,
    "table": "|a" * 5_000 + "|\n" + "|-" * 5_000 + "|\n" + "|\n" * 2_000,
    "wide table": "|a" * 5_000 + "|\n" + "|-" * 5_000 + "|\n" + "|a|\n" * 20_000,
    "spans": "<table>" + "<td rowspan=999 colspan=999>a" * 100 + "<tr><td>b" * 9_000 + "</table>",
    "headings": "".join("#" * (n % 6 + 1) + " a\n\n" for n in range(10_000)),
    "combining marks": "a" + "\u0301" * 100_000,
    "lone surrogates": "\ud800a " * 20_000,
    "NUL": "\0" * 100_000,
    "dollars": "$a" * 50_000,
    "backslashes": "\\(" * 50_000,
    "deep code": "```python\n" + "(" * 50_000 + "\n```",
    "deep JSON": "```json\n" + "[" * 50_000 + "\n```",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_score_in_time(name: str) -> None:
    few = task(*(evaluation(name, cases[0][0]) for name, cases in CASES.items()))
    start = time.process_time()
    score = score_document(few, HOSTILE[name])
    assert len(score.results) == len(METRICS)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("kind", ["html", "text"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_of_other_types_score(name: str, kind: str) -> None:
    few = task(
        evaluation("word_count", {"lower_bound": 1}, kind=kind),
        evaluation("heading_count", {"upper_bound": 9}, kind=kind),
    )
    assert len(score_document(few, HOSTILE[name]).results) == 2


@pytest.mark.parametrize("name", ["wide table", "spans"])
def test_rows_times_columns_cost_nothing(name: str) -> None:
    few = task(*(evaluation(name, cases[0][0]) for name, cases in CASES.items()))
    start = time.process_time()
    score_document(few, HOSTILE[name])
    assert time.process_time() - start < 1.5


def test_time_is_linear_in_size() -> None:
    def spent(times: int) -> float:
        text = (
            "## A\n\nSome words here. And a few more, of *no* account.\n\n- a\n- b\n\n|x|\n|-|\n|1|\n\n"
            * times
        )
        start = time.process_time()
        score_document(EVERYTHING, text)
        return time.process_time() - start

    spent(50)
    assert spent(2_000) < 4 * max(spent(1_000), 0.1)


def test_metric_sees_the_scope_and_nothing_else() -> None:
    text = "## A\n\nrain\n\n## B\n\nsnow\n"
    assert measure("keyword_presence", {"keywords": ["rain"]}, text, [("H2", 2)]).score == 0
    assert measure("keyword_forbidden", {"keywords": ["rain"]}, text, [("H2", 2)]).score == 1


def test_threads_score_alike() -> None:
    texts = [document([body for *_, body in PLAN.values()][shift:]) for shift in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(partial(score_document, EVERYTHING), texts)) == [
            score_document(EVERYTHING, text) for text in texts
        ]
