from __future__ import annotations

import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.rollouts.likeness import Likeness, sketch

TEXT = (
    "The river carries every small boat past the houses where people whisper about winter lanterns, and "
    "nobody remembered which bridge opened after midnight because the engineers repaired another road."
)


def alike(one: str, other: str, least: float = 0.8) -> bool:
    likeness = Likeness(least)
    assert likeness.is_new(one)
    return not likeness.is_new(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TEXT, TEXT),
        (TEXT, TEXT.upper()),
        (TEXT, TEXT.replace(" ", "\n  ")),
        (TEXT, TEXT.replace(",", " –")),
        (TEXT, TEXT.replace("winter", "summer")),
        ("今天天气很好，我们去公园散步。", "今天天气很好!我们去公园散步"),
        ("ＡＢＣＤＥＦ", "abcdef"),
        ("Yes", "yes."),
        ("", ""),
        ("?!", "?!"),
        ("\ud800", "\ud800"),
    ],
)
def test_near_copies(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TEXT, TEXT[:80]),
        (TEXT, " ".join(reversed(TEXT.split()))),
        (TEXT, "A quite different sentence that has nothing to do with it at all, not even by chance."),
        ("今天天气很好，我们去公园散步。", "昨天下雨，他们留在家里看书。"),
        ("Yes", "No"),
        ("?!", "..."),
    ],
)
def test_texts_of_their_own(one: str, other: str) -> None:
    assert not alike(one, other)


def shingles(text: str) -> set[str]:
    return {text[at : at + 5] for at in range(len(text) - 4)}


def test_the_estimate_is_near_the_exact_likeness() -> None:
    rng, errors = random.Random(3), []
    for _ in range(60):
        words = [rng.choice("abcdefghijklmnop") * 2 + rng.choice("xyz") for _ in range(80)]
        changed = [rng.choice("qrstuvw") * 3 if rng.random() < 0.1 else word for word in words]
        one, other = " ".join(words), " ".join(changed)
        exact = len(shingles(one) & shingles(other)) / len(shingles(one) | shingles(other))
        errors.append(abs(float((sketch(one) == sketch(other)).mean()) - exact))
    assert np.mean(errors) < 0.06


@given(st.text(alphabet=st.characters(), max_size=60))
def test_any_text_is_like_itself(text: str) -> None:
    assert alike(text, text, 1.0)


def test_time_is_linear_in_texts_and_length() -> None:
    likeness, began = Likeness(0.8), time.process_time()
    for _ in range(2000):
        likeness.is_new(TEXT + "!" * 50)
    sketch("x y" * 300_000)
    assert time.process_time() - began < 20


@pytest.mark.parametrize("length", [4095, 4096, 4099, 4100, 4101, 8196, 20_000])
def test_no_run_is_lost_between_blocks(length: int) -> None:
    text = "".join(chr(0x4E00 + place * 7919 % 20_000) for place in range(length))
    pieces = [text[at : at + 1004] for at in range(0, length - 4, 1000)]
    assert (sketch(text) == np.minimum.reduce([sketch(piece) for piece in pieces])).all()
