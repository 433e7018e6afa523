from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.errors import UserError
from inst_trans_env.rollouts.rules import Rules, choose, spread
from inst_trans_env.rollouts.shelf import Item
from tests.rollouts.items import group, item, lines

MIXED = group(0.0, 1.0, 0.5, 1.0)
SIZES = [item(0, 1.0, 10), item(1, 1.0, 100), item(2, 1.0, 1000)]
GATED = [item(0, 0.0, json=0.0, tone=1.0), item(1, 0.5, json=1.0, tone=0.5), item(2, 1.0, json=1.0, tone=1.0)]


def no_text(entry: Item) -> str:
    raise AssertionError("nothing asks about texts")


CASES: list[tuple[str, list[Item], dict[str, Any], list[int], dict[str, int]]] = [
    ("nothing asked", MIXED, {}, [0, 1, 2, 3], {}),
    ("threshold holds its bound", MIXED, {"min_reward": 0.5}, [1, 2, 3], {"min-reward": 1}),
    ("constant, all right", group(1, 1, 1), {"drop_constant": True}, [], {"drop-constant": 3}),
    ("constant, all wrong", group(0, 0), {"drop_constant": True}, [], {"drop-constant": 2}),
    ("constant, one answer alone", group(0.5), {"drop_constant": True}, [], {"drop-constant": 1}),
    ("not constant", MIXED, {"drop_constant": True}, [0, 1, 2, 3], {}),
    ("band holds", MIXED, {"band": (0.1, 0.9)}, [0, 1, 2, 3], {}),
    ("band is open below", group(0, 0.2), {"band": (0.1, 0.9)}, [], {"band": 2}),
    ("band is open above", group(1, 0.8), {"band": (0.1, 0.9)}, [], {"band": 2}),
    ("mean of tenths is exact", group(*[0.1] * 10), {"band": (0.1, 0.9)}, [], {"band": 10}),
    ("spread holds its bound", group(0, 1), {"min_spread": 0.5}, [0, 1], {}),
    ("too little spread", group(0.5, 0.6), {"min_spread": 0.1}, [], {"min-spread": 2}),
    ("gates", GATED, {"all_gates": True}, [1, 2], {"all-gates": 1}),
    ("lengths", SIZES, {"min_chars": 11, "max_chars": 999}, [1], {"min-chars": 1, "max-chars": 1}),
    ("bounds of length are in", SIZES, {"min_chars": 10, "max_chars": 1000}, [0, 1, 2], {}),
    ("top 1: the first of equals", MIXED, {"top_k": 1}, [1], {"top-k": 3}),
    ("top 3 in the order of the input", MIXED, {"top_k": 3}, [1, 2, 3], {"top-k": 1}),
    ("top of few", group(1), {"top_k": 5}, [0], {}),
    ("best of the first 3", group(0, 0.5, 0.2, 1), {"best_of": 3}, [1], {"best-of": 3}),
    ("best of more than there are", group(0, 0.5), {"best_of": 9}, [1], {"best-of": 1}),
    (
        "the group's figures are over the first N",
        group(0, 0, 1),
        {"best_of": 2, "drop_constant": True},
        [],
        {"best-of": 1, "drop-constant": 2},
    ),
    (
        "each is counted by the first rule that drops it",
        [item(0, 0.0, 5, json=0.0), item(1, 0.3, 5, json=1.0), item(2, 1.0, 5, json=1.0)],
        {"all_gates": True, "min_reward": 0.5, "max_chars": 4},
        [],
        {"all-gates": 1, "min-reward": 1, "max-chars": 1},
    ),
    (
        "a group's mean is taken before answers are dropped",
        MIXED,
        {"band": (0.6, 0.7), "min_reward": 1.0},
        [1, 3],
        {"min-reward": 2},
    ),
]


@pytest.mark.parametrize(
    ("items", "rules", "kept", "dropped"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_rules(items: list[Item], rules: dict[str, Any], kept: list[int], dropped: dict[str, int]) -> None:
    choice = choose(items, Rules(**rules), no_text)
    assert (lines(choice.kept), choice.dropped) == (kept, dropped)


def test_of_near_copies_the_best_is_kept() -> None:
    texts = [
        "The cat sat on the mat.",
        "the cat sat on the mat",
        "A dog ran over the road.",
        "The cat sat on the mat!",
    ]
    items = group(0.5, 1.0, 0.2, 1.0)
    choice = choose(items, Rules(near_duplicates=0.8), lambda entry: texts[entry.place[1]])
    assert (lines(choice.kept), choice.dropped) == ([1, 2], {"near-duplicates": 2})


@given(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=12),
    st.fixed_dictionaries(
        {},
        optional={
            "drop_constant": st.booleans(),
            "band": st.just((0.1, 0.9)),
            "min_spread": st.sampled_from([0.0, 0.1]),
            "all_gates": st.booleans(),
            "min_reward": st.sampled_from([0.0, 0.3]),
            "top_k": st.integers(1, 4),
        },
    ),
)
def test_every_answer_is_kept_or_dropped_once(rewards: list[float], rules: dict[str, Any]) -> None:
    choice = choose(group(*rewards), Rules(**rules), no_text)
    assert len(choice.kept) + sum(choice.dropped.values()) == len(rewards)
    assert lines(choice.kept) == sorted(lines(choice.kept))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"best_of": 2, "top_k": 1}, "leave out --top-k"),
        ({"band": (0.9, 0.1)}, "--band 0.9:0.1 holds nothing"),
        ({"band": (float("nan"), 0.1)}, "holds nothing"),
        ({"min_chars": 9, "max_chars": 3}, "no answer has --min-chars 9 and --max-chars 3"),
    ],
)
def test_rules_that_contradict_each_other(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as caught:
        Rules(**rules)
    assert message in str(caught.value)


def test_spread_is_the_population_s() -> None:
    assert spread(group(0, 1)) == 0.5
    assert spread(group(0.3, 0.3, 0.3)) == 0
