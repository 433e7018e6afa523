"""Nothing passes because there was nothing to look at: blank documents, bare headings, signs alone."""

from __future__ import annotations

import pytest

from inst_trans_env.lift import score_document
from inst_trans_env.lift.metrics import METRICS
from tests.lift.build import evaluation, measure, task
from tests.lift.metrics.cases import CASES

HEADINGS = "# One Two\n\n## Three Four\n\n## Five Six\n"

LIMITS = [
    ("keyword_forbidden", {"keywords": ["very"]}),
    ("keyword_forbidden", {"keywords": ["very"], "each": "heading"}),
    ("punctuation_forbidden", {"characters": ",;"}),
    ("punctuation_allowed", {"characters": "."}),
    ("punctuation_count", {"characters": "!", "upper_bound": 3}),
    ("lexical_count", {"string": "very", "upper_bound": 0}),
    ("letter_case", {"case": "title"}),
    ("word_count", {"upper_bound": 50}),
    ("word_repetition", {"upper_bound": 2}),
    ("heading_unique", {}),
    ("heading_increment", {}),
    ("heading_case", {"case": "title"}),
    ("heading_count", {"upper_bound": 5}),
    ("heading_count", {"lower_bound": 0, "upper_bound": 5}),
    ("link_count", {"upper_bound": 3}),
    ("table_count", {"upper_bound": 1}),
    ("paragraph_count", {"upper_bound": 3}),
    ("alphabetical_order", {"unit": "heading", "order": "descending"}),
    ("text_language", {"language": "en"}),
]


@pytest.mark.parametrize(("metric", "args"), LIMITS)
def test_headings_alone_meet_no_limit(metric: str, args: dict[str, object]) -> None:
    assert measure(metric, args, HEADINGS).score == 0


@pytest.mark.parametrize(("metric", "args"), LIMITS[:-2])
def test_with_a_body_the_same_limits_are_met(metric: str, args: dict[str, object]) -> None:
    text = "The Rain Falls." if metric == "letter_case" else "Rain falls in autumn."
    assert measure(metric, args, f"{HEADINGS}\n{text}\n").score == 1


SIGNS = [".", "- .", "…", "\u2014\n\n!", "| . |\n|---|\n| - |", "> ?", "🎉"]


@pytest.mark.parametrize("text", SIGNS)
@pytest.mark.parametrize(("metric", "args"), LIMITS)
def test_signs_alone_meet_no_limit(metric: str, args: dict[str, object], text: str) -> None:
    assert measure(metric, args, text).score == 0
    assert measure(metric, args, f"{HEADINGS}\n{text}\n").score == 0


EACH = [
    ("keyword_forbidden", {"keywords": ["very"], "each": "section"}),
    ("punctuation_forbidden", {"characters": ",;", "each": "section"}),
    ("lexical_count", {"string": "very", "upper_bound": 0, "each": "section"}),
    ("word_count", {"upper_bound": 9, "each": "section"}),
    ("regex_match", {"pattern": "very", "upper_bound": 0, "each": "section"}),
    ("paragraph_count", {"upper_bound": 3, "each": "section"}),
]


@pytest.mark.parametrize(("metric", "args"), EACH)
def test_a_section_of_signs_alone_fails_a_limit_on_each(metric: str, args: dict[str, object]) -> None:
    assert measure(metric, args, "## A\n\nRain falls.\n\n## B\n\nSnow melts.\n").score == 1
    assert measure(metric, args, "## A\n\nRain falls.\n\n## B\n\n.\n").score == 0


@pytest.mark.parametrize(
    ("metric", "args", "text"),
    [
        ("starts_with", {"phrases": ["🎉"]}, "🎉"),
        ("emoji_count", {"lower_bound": 1}, "🎉"),
        ("regex_match", {"pattern": r"\.", "lower_bound": 1}, "."),
        ("keyword_forbidden", {"keywords": ["very"]}, "7"),
        ("keyword_forbidden", {"keywords": ["very"]}, "雪"),
        ("word_count", {"upper_bound": 2, "each": "cell"}, "| Rain | Snow |\n|---|---|\n| ✓ | – |"),
    ],
)
def test_signs_meet_what_asks_for_them_and_may_stand_beside_words(
    metric: str, args: dict[str, object], text: str
) -> None:
    assert measure(metric, args, text).score == 1


@pytest.mark.parametrize(
    ("metric", "args"),
    [
        ("heading_outline", {"outline": HEADINGS}),
        ("heading_levels", {"levels": [1, 2]}),
        ("heading_count", {"lower_bound": 3, "upper_bound": 3}),
    ],
)
def test_what_asks_for_headings_is_met_by_them(metric: str, args: dict[str, object]) -> None:
    assert measure(metric, args, HEADINGS).score == 1


BLANKS = {
    "nothing": "",
    "white space": " \n\t\u3000\u00a0\n",
    "lone surrogates": "\ud800\udfff \ud834\n\n\udc00",
    "controls": "\x00\x01\x1b \x7f\x85\n\n\x9f",
    "zero width": "\u200b\u200d\ufeff\u2060\n\n\u00ad",
    "replacement characters": "\ufffd \ufffd\n\n\ufffd",
    "an empty comment": "<!-- very -->",
    "an empty heading": "#\n\n##\n",
    "blank items and cells": "- \u200b\n- \x01\n\n|\ud800|\n|-|\n|\u200b|\n",
    "a blank fence": "```\n\ud800\n```",
}


@pytest.mark.parametrize("kind", ["markdown", "html", "text"])
@pytest.mark.parametrize("name", BLANKS)
def test_no_metric_is_met_by_what_shows_nothing(name: str, kind: str) -> None:
    skip = {"an empty comment", "an empty heading", "blank items and cells", "a blank fence"}
    if kind != "markdown" and name in skip:
        pytest.skip("shows something there")
    everything = task(
        *(
            evaluation(metric, args, kind=kind)
            for metric, cases in CASES.items()
            for args, _, _ in cases
            if not (args.keys() & {"lower_bound"} and args["lower_bound"] is None)
        )
    )
    passed = [
        (result.metric_name, entry.metric_args)
        for result, entry in zip(
            score_document(everything, BLANKS[name]).results, everything.evaluations, strict=True
        )
        if result.score
    ]
    assert passed == []


def test_every_metric_has_been_looked_at() -> None:
    assert CASES.keys() == METRICS.keys()
