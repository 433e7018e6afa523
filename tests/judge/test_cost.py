from __future__ import annotations

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.judge.cost import Ledger, Price, estimate_tokens, list_price, parse_price
from inst_trans_env.judge.prompts import Prompt
from inst_trans_env.judge.requests import Tokens


def test_prices() -> None:
    assert parse_price("1.25,10") == Price(1.25, 10)
    assert Price(1.25, 10).cost(2_000_000, 100_000) == 3.5
    assert list_price("gpt-4o-2024-08-06") == list_price("gpt-4o") == Price(2.5, 10)
    assert list_price("gpt-4o-audio") is None


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "-1,2", "nan,1", "inf,1", "1;2"])
def test_a_price_that_cannot_be_is_a_users_mistake(text: str) -> None:
    with pytest.raises(UserError, match="expected IN,OUT"):
        parse_price(text)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("word " * 80, 100), ("译" * 100, 80), ("ж" * 100, 45), ("a\ud800", 2)]
)
def test_estimates_go_by_script(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_cost_is_unknown_once_a_model_without_a_price_was_asked() -> None:
    ledger = Ledger()
    ledger.settle("gpt-4o", Prompt("p"), 0, Tokens(1_000_000, 0))
    assert ledger.cost == 2.5
    ledger.settle("gemma", Prompt("p"), 0, Tokens(1, 1))
    assert ledger.cost is None
