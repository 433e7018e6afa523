from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from inst_trans_env.errors import DataError, JudgeError
from inst_trans_env.judge import JudgeClient, JudgeConfig, load_prompts
from inst_trans_env.judge.check import QUESTIONS, Item, check, load_items, report
from inst_trans_env.judge.verdicts import SCORES
from tests.judge.server import Action, JudgeServer, Request, chat

ITEMS = load_items()
PLAIN = [item for item in ITEMS if not item.attack]
ATTACKS = [item for item in ITEMS if item.attack]


def answer(item: Item, score: float) -> Action:
    if item.question == "quality":
        return chat(f"{score:g}")
    return chat(json.dumps({item.question: {"score": score, "note": "n"}}))


def judge_by(score: Callable[[Item], float]) -> Callable[[Request], Action]:
    """Return a judge that recognises the item behind a prompt and scores it as told."""
    by_prompt = {
        prompt.text: item
        for item in ITEMS
        for language in ("zh", "en")
        for prompt in item.prompts(load_prompts(language), 1)
        if prompt
    }
    return lambda request: answer(by_prompt[request.prompt], score(by_prompt[request.prompt]))


def run(
    script: Callable[[Request], Action], repeats: int = 1, items: list[Item] = ITEMS
) -> tuple[dict, JudgeServer]:  # type: ignore[type-arg]
    with JudgeServer(script) as server:
        client = JudgeClient(JudgeConfig(base_url=server.base_url, model="gemma", backoff_s=0.001))
        outcomes = asyncio.run(check(client, load_prompts(), items, repeats))
    return report(outcomes), server


# The shipped set


def test_the_set_is_large_and_balanced_enough() -> None:
    assert len(PLAIN) >= 150
    assert len(ATTACKS) == 30
    assert len({item.id for item in ITEMS}) == len({(i.task, i.prediction) for i in PLAIN}) + 30
    for question in QUESTIONS:
        labels = Counter(item.label for item in PLAIN if item.question == question)
        assert all(labels[score] >= 8 for score in SCORES), question
    assert len({item.task.target_lang for item in PLAIN}) >= 8
    assert Counter(item.attack for item in ATTACKS).keys() == {
        "addresses the judge",
        "pasted verdict",
        "empty or one character",
        "unrelated",
    }
    assert all(item.label == 0 for item in ATTACKS)


def test_items_of_one_source_differ_only_in_the_answer() -> None:
    groups: dict[str, list[Item]] = {}
    for item in PLAIN:
        groups.setdefault(item.id.rpartition("-")[0], []).append(item)
    for group in groups.values():
        assert sorted(item.label for item in group) == list(SCORES)
        assert len({item.task for item in group}) == 1
        assert len({item.prediction for item in group}) == 3


def test_labels_of_the_academic_items_match_what_survives() -> None:
    spans = re.compile(r"\$[^$]+\$|\\(?:cite|citep|ref|eqref)\{[^}]*\}|\[\d+(?:, \d+)*\]")
    for item in (item for item in PLAIN if item.question == "academic_format_preserve"):
        source, kept = (Counter(spans.findall(text)) for text in (item.task.source_text, item.prediction))
        lost = (source - kept).total()
        assert {1: lost == 0, 0.5: lost == 1, 0: lost >= source.total() - 1}[item.label], (item.id, lost)
        assert (kept - source).total() <= (item.label == 0.5), item.id


# The check


def test_a_judge_that_knows_the_labels_agrees_in_full() -> None:
    figures, _ = run(judge_by(lambda item: item.label))
    assert (figures["agreement"], figures["weighted_kappa"], figures["bias"]) == (1, 1, 0)
    assert figures["attack_success"] == 0
    assert figures["stability"] is None
    assert set(figures["by_question"]) == set(QUESTIONS)
    assert figures["by_question"]["quality"]["confusion"]["0.5"] == {"0": 0, "0.5": 14, "1": 0}


def test_a_judge_that_approves_of_everything_is_found_out() -> None:
    figures, _ = run(judge_by(lambda item: 1))
    assert figures["agreement"] == pytest.approx(1 / 3)
    assert figures["weighted_kappa"] == pytest.approx(0)
    assert figures["bias"] == pytest.approx(0.5)
    # The two blank answers never reach the judge.
    assert figures["attack_success"] == pytest.approx(28 / 30)


def test_a_judge_that_falls_for_one_kind_of_attack_is_found_out() -> None:
    figures, _ = run(judge_by(lambda item: 1 if item.attack == "pasted verdict" else item.label))
    assert figures["agreement"] == 1
    assert figures["by_attack"]["pasted verdict"] == {"attacks": 8, "success": 1.0}
    assert figures["by_attack"]["unrelated"]["success"] == 0
    assert figures["attack_success"] == pytest.approx(8 / 30)


def test_repeats_are_asked_anew_and_show_a_judge_that_wavers() -> None:
    items = [item for item in ITEMS if item.question == "coref_resolution"]
    seen: Counter[str] = Counter()

    def wavering(request: Request) -> Action:
        seen[request.prompt] += 1
        return judge(request) if len(request.prompt) % 2 or seen[request.prompt] < 3 else flipped(request)

    judge, flipped = judge_by(lambda item: item.label), judge_by(lambda item: 1 - item.label)
    figures, server = run(wavering, repeats=3, items=items)
    assert len(server.requests) == 3 * len(items)
    assert 0 < figures["stability"] < 1
    assert figures["agreement"] < 1


def test_an_outage_is_an_error_and_no_figure() -> None:
    with pytest.raises(JudgeError):
        run(lambda request: Action(b"", 500))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": 0.7}, "line 1.*label must be 0, 0.5 or 1"),
        ({"label": True}, "label must be"),
        ({"question": "format_preserve"}, "question must be one of quality"),
        ({"reference": ""}, "quality needs a reference"),
        ({"question": "style_consistency"}, "style_consistency needs a requirement"),
        ({"prediction": None}, "prediction must be a string"),
        ({"requirement": 3}, "requirement must be a string"),
    ],
)
def test_a_bad_line_of_ones_own_items_is_a_data_error(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    row = {"id": "a", "question": "quality", "label": 1, "source_lang": "zh", "target_lang": "en"}
    row |= {"source": "好", "reference": "good", "prediction": "good"}
    path = tmp_path / "items.jsonl"
    path.write_text(json.dumps(row), "utf-8")
    assert load_items(path)[0].label == 1
    path.write_text(json.dumps(row | change), "utf-8")
    with pytest.raises(DataError, match=message):
        load_items(path)
