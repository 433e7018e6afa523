"""Whole words are those of Unicode (UAX #29), for terms and for counts alike; no term runs over a boundary."""

from __future__ import annotations

import time

import pytest

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.lexical import Finder
from inst_trans_env.lift.scope import Scope
from tests.lift.build import measure, scope_of

WHOLE = [
    # text, term, how often
    ("It is 3.14 here", "14", 0),
    ("It is 3.14 here", "3", 0),
    ("It is 3.14 here", "3.14", 1),
    ("It is 14. And 14, too", "14", 2),
    ("1,000 men", "000", 0),
    ("1,000 men", "1", 0),
    ("1,000 men", "1,000", 1),
    ("1, 000", "1", 1),
    ("You can't", "can", 0),
    ("You can’t", "can", 0),
    ("You can't", "t", 0),
    ("You can't", "can't", 1),
    ("You can, can. (can) can!", "can", 4),
    ("an e-mail", "mail", 1),
    ("an e-mail", "e-mail", 1),
    ("snake_case", "case", 0),
    ("the climate's change", "climate", 1),
    ("the kettles' lids", "kettles", 1),
    ("it isn't", "isn", 0),
    ("l'eau et d’air", "eau", 1),
    ("l'eau et d’air", "air", 1),
    ("dell'acqua", "acqua", 1),
    ("rock'n'roll", "roll", 0),
    ("O'Brien", "brien", 0),
    ("example.com", "example", 0),
    ("U.S. law", "U.S.", 1),
    ("C++ and C", "C++", 1),
    ("서울에서", "서울", 1),
    ("대서울", "서울", 0),
    ("我爱北京天安门", "北京", 1),
    ("第3章", "3", 1),
    ("ภาษาไทย", "ไทย", 1),
    ("cafés", "café", 0),
    ("cafe\u0301s", "cafe", 0),
    ("a😀b", "a", 1),
    ("", "a", 0),
    ("a", "\u200b", 0),
    ("a", "", 0),
]


@pytest.mark.parametrize(("text", "term", "count"), WHOLE)
def test_terms_stand_at_the_edges_of_words(text: str, term: str, count: int) -> None:
    assert Finder(text, fold).count(term) == count
    assert Finder(f"« {text} »", fold).count(term) == count


@pytest.mark.parametrize(
    ("text", "words"),
    [("3.14", 1), ("1,000", 1), ("can't", 1), ("can’t", 1), ("e-mail", 2), ("a_b", 1), ("l'eau", 1)],
)
def test_counts_rest_on_the_same_words(text: str, words: int) -> None:
    assert measure("word_count", {"lower_bound": words, "upper_bound": words}, text).score == 1


LINES = [
    ("climate<br>change", "climate change", 1),
    ("climate  \nchange", "climate change", 1),
    ("climate\\\nchange", "climate change", 1),
    ("climate\nchange", "climate change", 1),
    ("climate&nbsp; change", "climate change", 1),
    ("- climate  \n  change", "climate change", 1),
    ("> climate\n> change", "climate change", 1),
    ("|climate<br>change|\n|-|\n|a|", "climate change", 1),
    ("气候\n变化", "气候变化", 1),
    ("气候<br>变化", "气候变化", 1),
    ("climate\n\nchange", "climate change", 0),
    ("- climate\n- change", "climate change", 0),
    ("|climate|change|\n|-|-|\n|a|b|", "climate change", 0),
    ("|climate|\n|-|\n|change|", "climate change", 0),
    ("# climate\n\nchange", "climate change", 0),
    ("```\nclimate\nchange\n```", "climate change", 0),
    ("climate  change", " climate\n change ", 1),
]


@pytest.mark.parametrize(("text", "term", "count"), LINES)
def test_terms_run_over_line_breaks_and_over_nothing_else(text: str, term: str, count: int) -> None:
    scope = scope_of(text)
    assert isinstance(scope, Scope)
    assert scope.terms.count(term) == count
    assert scope.cased_terms.count(term) == count


def test_a_text_document_is_read_over_its_lines() -> None:
    scope = scope_of("climate\nchange", kind="text")
    assert isinstance(scope, Scope)
    assert scope.terms.count("climate change") == 1


@pytest.mark.parametrize("text", ["a." * 500_000, "a'a " * 250_000, "'s" * 500_000, "l'" * 500_000])
def test_terms_are_found_in_linear_time(text: str) -> None:
    start = time.process_time()
    Finder(text, fold).count("a")
    assert time.process_time() - start < 3
