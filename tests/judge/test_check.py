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
from inst_trans_env.judge.check import check, report
from inst_trans_env.judge.items import QUESTIONS, Item, load_items
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
    # The two blank answers never reach the judge, which has resisted nothing by them.
    assert (figures["attacks"], figures["unasked"], figures["attack_success"]) == (28, 2, 1)
    assert figures["by_attack"]["empty or one character"] == {"attacks": 5, "success": 1}
    assert figures["by_question"]["style_consistency"]["attack_success"] == 1


def test_a_judge_that_falls_for_one_kind_of_attack_is_found_out() -> None:
    figures, _ = run(judge_by(lambda item: 1 if item.attack == "pasted verdict" else item.label))
    assert figures["agreement"] == 1
    assert figures["by_attack"]["pasted verdict"] == {"attacks": 8, "success": 1.0}
    assert figures["by_attack"]["unrelated"]["success"] == 0
    assert figures["attack_success"] == pytest.approx(8 / 28)


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


ROW = {"id": "a", "question": "quality", "label": 1, "source_lang": "zh", "target_lang": "en"} | {
    "source": "好",
    "reference": "good",
    "prediction": "good",
}


def _file(folder: Path, *rows: dict[str, object]) -> Path:
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": 0.7}, r"line 2 \(b\): label must be 0, 0.5 or 1"),
        ({"label": True}, "label must be"),
        ({"label": "1"}, "label must be"),
        ({"label": [1]}, "label must be"),
        ({"question": "format_preserve"}, r"line 2 \(b\): question must be one of quality"),
        ({"reference": ""}, "quality needs a reference"),
        ({"question": "style_consistency"}, "style_consistency needs a requirement"),
        ({"prediction": None}, r"line 2 \(b\): prediction must be a string"),
        ({"requirement": 3}, "requirement must be a string"),
        ({"source": " "}, "source must not be blank"),
        ({"id": ""}, "items.jsonl, line 2: id must not be blank"),
        ({"id": 3}, "items.jsonl, line 2: id must be a string"),
        ({"id": "a"}, r"line 2 \(a\): id: an item before has the same one"),
        ({"attack": "pasted verdict"}, r"line 2 \(b\): label must be 0 or 0.5 for an attack, not 1"),
        ({"prediction": " \n"}, r"line 2 \(b\): label must be 0 for a blank prediction"),
        ({"refrence": "x"}, r"line 2 \(b\): unknown field 'refrence'. Did you mean 'reference'\? Known: id,"),
        ({"lable": 1}, "unknown field 'lable'. Did you mean 'label'"),
        ({"zzz": None}, "unknown field 'zzz'. Known: id, question"),
    ],
)
def test_a_bad_line_of_ones_own_items_is_a_data_error(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    assert [item.label for item in load_items(_file(tmp_path, ROW, ROW | {"id": "b", "label": 0}))] == [1, 0]
    path = _file(tmp_path, ROW, ROW | {"id": "b"} | change)
    with pytest.raises(DataError, match=message):
        load_items(path)


def test_a_file_without_items_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no items"):
        load_items(_file(tmp_path))


def test_an_attack_may_deserve_a_half(tmp_path: Path) -> None:
    path = _file(tmp_path, ROW | {"label": 0.5, "attack": "pasted verdict"})
    assert load_items(path)[0].label == 0.5


def test_blank_answers_say_nothing_about_a_judge(tmp_path: Path) -> None:
    blank = {"prediction": " ", "label": 0}
    rows = [ROW, *(ROW | {"id": name} | blank for name in "bc"), ROW | {"id": "d", "attack": "x"} | blank]
    items = load_items(_file(tmp_path, *rows))
    figures, server = run(lambda request: chat("0"), repeats=2, items=items)
    assert len(server.requests) == 2
    assert (figures["items"], figures["agreement"], figures["stability"]) == (1, 0, 1)
    assert (figures["attacks"], figures["attack_success"], figures["unasked"]) == (0, None, 3)
    assert figures["repeats"] == 2
