from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from inst_trans_env.errors import UserError
from inst_trans_env.rollouts.pairs import WAYS, Pairing, make_pairs
from inst_trans_env.rollouts.shelf import Item
from tests.rollouts.items import group, item

KINDS = [
    item(0, 1.0, json=1.0, layout=1.0, tone=1.0),
    item(1, 0.0, json=0.0, layout=1.0, tone=1.0),
    item(2, 0.0, json=0.0, layout=0.0, tone=1.0),
    item(3, 0.5, json=1.0, layout=1.0, tone=0.5),
    item(4, 1.0, json=1.0, layout=1.0, tone=1.0),
    item(5, 0.0, json=0.0, layout=1.0, tone=0.5),
]
SIZES = [item(0, 1.0, 100), item(1, 1.0, 300), item(2, 0.0, 310), item(3, 0.0, 118), item(4, 0.0, 700)]


def said(answer: Item, words: int) -> Item:
    return structs.replace(answer, words=words)


CASES: list[tuple[str, list[Item], dict[str, Any], list[Any]]] = [
    ("best and worst", group(0.5, 0, 1), {}, [(2, 1)]),
    ("inwards", group(0, 1, 0.9, 0.1), {"most": 9}, [(1, 0), (2, 3)]),
    ("as many as asked for", group(0, 1, 0.9, 0.1), {"most": 1}, [(1, 0)]),
    ("the margin holds its bound", group(0.5, 1), {"margin": 0.5}, [(1, 0)]),
    ("too near", group(0.6, 1), {"margin": 0.5}, []),
    ("equal answers are no pair", group(1, 1), {"margin": 0.0}, []),
    ("one answer is no pair", group(1), {}, []),
    ("of one length", SIZES, {"how": "length", "most": 9}, [(0, 3), (1, 2)]),
    ("of exactly one length", SIZES, {"how": "length", "most": 9, "ratio": 1.0}, []),
    ("the nearest in length", SIZES, {"how": "length", "ratio": 9.0}, [(0, 3)]),
    ("empty answers are alike", [item(0, 1, 0), item(1, 0, 0)], {"how": "length"}, [(0, 1)]),
    (
        "one constraint",
        KINDS,
        {"how": "one-constraint", "most": 9, "margin": 0.5},
        [(0, 3, "tone"), (4, 1, "json")],
    ),
    (
        "one constraint, small steps",
        [KINDS[3], KINDS[4]],
        {"how": "one-constraint", "margin": 0.25},
        [(4, 3, "tone")],
    ),
    ("two constraints", [KINDS[0], KINDS[2]], {"how": "one-constraint"}, []),
    ("the same words twice", [said(item(0, 1.0), 7), said(item(1, 0.0), 7)], {}, []),
    (
        "nor of one length",
        [said(item(0, 1.0), 7), said(item(1, 0.0), 7)],
        {"how": "length"},
        [],
    ),
    ("judged and unjudged", [KINDS[0], item(9, 0, json=0.0)], {"how": "one-constraint"}, []),
]


@pytest.mark.parametrize(("items", "pairing", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_pairs(items: list[Item], pairing: dict[str, Any], expected: list[Any]) -> None:
    pairs = make_pairs(items, Pairing(**pairing))
    found = [
        (p.chosen.place[1], p.rejected.place[1], *([p.constraint] if p.constraint else [])) for p in pairs
    ]
    assert found == expected


ANSWERS = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 30), st.sampled_from([0.0, 1.0]), st.booleans()
    ),
    max_size=14,
)


@given(ANSWERS, st.sampled_from(WAYS), st.sampled_from([0.0, 0.5]), st.integers(1, 5))
def test_pairs_keep_what_was_asked(answers: Any, how: str, margin: float, most: int) -> None:
    items = [
        item(at, reward, chars, a=gate, b=float(tone))
        for at, (reward, chars, gate, tone) in enumerate(answers)
    ]
    pairs = make_pairs(items, Pairing(how, margin, 1.5, most))
    used = [entry.place for pair in pairs for entry in (pair.chosen, pair.rejected)]
    assert len(set(used)) == len(used) <= 2 * most
    for pair in pairs:
        assert pair.chosen.reward > pair.rejected.reward
        assert pair.chosen.reward - pair.rejected.reward >= margin
        sizes = sorted((pair.chosen.chars, pair.rejected.chars))
        assert how != "length" or sizes[1] <= 1.5 * sizes[0]
        differing = [n for n in ("a", "b") if pair.chosen.verdicts[n] != pair.rejected.verdicts[n]]
        assert how != "one-constraint" or differing == [pair.constraint]


@pytest.mark.parametrize("how", WAYS)
def test_a_huge_group_takes_no_square_of_its_size(how: str) -> None:
    items = [item(at, float(at % 2), 100 + at, a=float(at % 2)) for at in range(20_000)]
    began = time.process_time()
    assert len(make_pairs(items, Pairing(how, most=1_000))) == 1_000
    assert time.process_time() - began < 10


def test_an_unknown_way() -> None:
    with pytest.raises(UserError, match="unknown way to make pairs 'best'"):
        Pairing("best")
