"""Adapters as their trainers call them: signatures as read in TRL 1.16, verl 0.9.1, OpenRLHF 0.11.2."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from inst_trans_env import Scorer, Task
from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.files import write_jsonl
from inst_trans_env.judge import (
    JudgeClient,
    JudgeConfig,
    QualityJudgement,
    ReplyCache,
    SoftJudgement,
    load_prompts,
)
from inst_trans_env.lift import load_lift_tasks
from inst_trans_env.lift.references import load_references
from inst_trans_env.rollouts.rollout import completion_text
from inst_trans_env.scoring.judged import TaskJudge
from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.serve.drafting import load_desk
from inst_trans_env.serve.server import PolicyServer
from inst_trans_env.tasks import load_tasks
from inst_trans_env.trainers import DraftReward, TaskReward, openrlhf, trl, verl
from inst_trans_env.trainers.environment import load_reward
from tests.support import row, task

GOOD, BAD = '{"1": "Hello"}', "Hello"
TASKS = [
    task('{"1": "你好"}', "format_preserve", case_id="a", prompt="A?", reference=GOOD),
    task('{"1": "你好"}', "format_preserve", "style_consistency", case_id="b", prompt="B?", reference=GOOD),
]


class Down:
    """A judge that is out of order."""

    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        raise JudgeError("judge is down")

    async def quality(self, task: Task, prediction: str) -> QualityJudgement:
        raise JudgeError("judge is down")


@pytest.fixture
def reward() -> TaskReward:
    return TaskReward(TASKS, Scorer("published"))


@pytest.fixture
def outage() -> TaskReward:
    return TaskReward(TASKS, Scorer("published", Down()))


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_jsonl(tmp_path / "data.jsonl", [row("a"), row("b")])
    monkeypatch.setenv("INST_TRANS_DATA", str(tmp_path / "data.jsonl"))
    monkeypatch.setenv("INST_TRANS_RULES", "published")


def chat(text: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": text}]


def columns(*completions: Any, **more: Any) -> dict[str, Any]:
    count = len(completions)
    return {
        "prompts": ["p"] * count,
        "completions": list(completions),
        "completion_ids": [[1]] * count,
        "trainer_state": object(),
        **more,
    }


def test_trl_takes_plain_and_conversational_completions(reward: TaskReward) -> None:
    function = trl.reward_function(reward)
    assert function(**columns(GOOD, BAD, case_id=["a", "a"])) == [1.0, 0.0]
    assert function(**columns(chat(GOOD), chat(BAD), case_id=["a", "b"])) == [1.0, 0.0]


def test_trl_logs_each_gate(reward: TaskReward) -> None:
    metrics: dict[str, float] = {}
    extra: dict[str, list[Any]] = {}
    given = columns(
        GOOD, BAD, case_id=["a", "a"], log_metric=metrics.__setitem__, log_extra=extra.__setitem__
    )
    trl.reward_function(reward)(**given)
    assert metrics == {"inst_trans/format_preserve": 0.5, "inst_trans/judge_outage": 0.0}
    assert extra == {"inst_trans_failed": ["", "format_preserve"]}


def test_trl_gets_none_for_an_outage_and_a_number_where_no_judge_is_needed(outage: TaskReward) -> None:
    function = trl.async_reward_function(outage)
    assert asyncio.iscoroutinefunction(function)
    assert asyncio.run(function(**columns(GOOD, GOOD, case_id=["a", "b"]))) == [1.0, None]


def test_threads_share_a_judge(tmp_path: Path) -> None:
    """As verl's threads call it: a client of a judge belongs to one event loop."""
    with loopback_judge() as url:
        config = JudgeConfig(base_url=url, key="k", model="mock-judge")
        judge = TaskJudge(JudgeClient(config, ReplyCache(tmp_path / "judge.sqlite3")), load_prompts())
        reward = TaskReward(TASKS, Scorer("published", judge))
        answers = [json.dumps({"1": f"Hello {number}"}) for number in range(64)]
        with ThreadPoolExecutor(16) as pool:
            found = list(pool.map(lambda text: reward.outcomes(["b"], [text])[0], answers))
    assert [(outcome.reward, outcome.error) for outcome in found] == [(1.0, "")] * 64


@contextmanager
def loopback_judge() -> Iterator[str]:
    with PolicyServer(PolicyApp(load_tasks("sample"), (), load_desk("sample"))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


def test_trl_without_case_ids_says_what_to_do(reward: TaskReward) -> None:
    with pytest.raises(UserError, match="no column case_id"):
        trl.reward_function(reward)(**columns(GOOD))


@pytest.mark.parametrize(
    ("ids", "texts", "message"),
    [
        (["a", "b"], [GOOD], "2 case ids for 1 completions: give one for each"),
        (["a"], [], "1 case ids for 0 completions"),
        ([3], [GOOD], "a case_id must be a string, got int"),
        ([["a"]], [GOOD], "a case_id must be a string, got list"),
        (["a"], [None], "a completion must be a string"),
        (["z"], [GOOD], "no task has the case_id 'z'. The first is a."),
    ],
)
def test_what_does_not_fit_together_is_told(reward: TaskReward, ids: Any, texts: Any, message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        trl.reward_function(reward)(**columns(*texts, case_id=ids))
    with pytest.raises(UserError, match=re.escape(message)):
        asyncio.run(trl.async_reward_function(reward)(**columns(*texts, case_id=ids)))


@pytest.mark.usefixtures("environment")
def test_what_verl_and_openrlhf_send_must_be_texts() -> None:
    for answer, truth, message in (
        (None, "a", "a completion must be a string, got NoneType"),
        (3, "a", "a completion must be a string, got int"),
        (GOOD, None, "a case_id must be a string, got NoneType"),
        (GOOD, ["a"], "a case_id must be a string, got list"),
    ):
        with pytest.raises(UserError, match=message):
            verl.compute_score("inst-trans", answer, truth)  # type: ignore[arg-type]
    for queries, prompts, labels, message in (
        (["Qx"], ["Q"], [], "lists of one length"),
        (["Qx"], ["Q"], [None], "a case_id must be a string, got NoneType"),
        ([None], ["Q"], ["a"], "must be lists of strings, not of NoneType"),
        (["Qx"], [""], ["a"], "a query does not hold its prompt"),
    ):
        with pytest.raises(UserError, match=message):
            openrlhf.reward_func(queries, prompts, labels)  # type: ignore[arg-type]


def test_the_trl_dataset_keeps_the_reference_out(reward: TaskReward) -> None:
    pytest.importorskip("datasets")
    rows = trl.dataset(reward)
    assert rows.column_names == ["prompt", "case_id"]
    assert rows[0] == {"prompt": [{"role": "user", "content": "A?"}], "case_id": "a"}
    assert trl.dataset(reward, conversational=False)[1]["prompt"] == "B?"


@pytest.mark.usefixtures("environment")
def test_verl_gets_a_dict_with_score() -> None:
    result = verl.compute_score(
        data_source=verl.DATA_SOURCE, solution_str=GOOD, ground_truth="a", extra_info={"num_turns": 1}
    )
    assert result == {"score": 1.0, "format_preserve": 1.0, "format_preserve_rows": 1.0}
    assert verl.compute_score(verl.DATA_SOURCE, BAD, "b", reward_router_address="x")["score"] == 0


def test_verl_gets_the_same_names_for_every_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mention = row("c", source_text="@某人 你好", constraint_ids=["social_preserve"])
    write_jsonl(tmp_path / "data.jsonl", [row("a"), mention])
    monkeypatch.setenv("INST_TRANS_DATA", str(tmp_path / "data.jsonl"))
    first, second = (verl.compute_score("inst-trans", "@某人 " + GOOD, name) for name in ("a", "c"))
    assert first.keys() == second.keys() >= {"social_preserve", "format_preserve_rows"}
    assert (first["social_preserve_rows"], second["social_preserve_rows"]) == (0.0, 1.0)


def test_verl_rows_have_what_its_data_set_reads(reward: TaskReward) -> None:
    first = verl.rows(reward)[0]
    assert first["prompt"] == [{"role": "user", "content": "A?"}]
    assert first["reward_model"] == {"style": "rule", "ground_truth": "a"}
    assert GOOD not in str(first)


@pytest.mark.usefixtures("environment")
def test_openrlhf_reads_the_answer_out_of_the_query() -> None:
    prompt = "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"
    queries = [f"<s>{prompt}{GOOD}<|im_end|></s>", f"{prompt}{BAD}"]
    result = openrlhf.reward_func(queries, [prompt] * 2, ["a", "b"])
    assert result["rewards"] == result["scores"] == [1.0, 0.0]
    assert result["extra_logs"] == {"format_preserve": [1.0, 0.0], "format_preserve_rows": [1.0, 1.0]}


@pytest.mark.parametrize(
    ("query", "prompt", "answer"),
    [
        ("Q: A", "Q: ", "A"),
        ("Q: A</s>", "Q: ", "A"),
        ("Q: A\n\n<|eot_id|>\n<pad><pad>", "Q: ", "A"),
        ("Q: A\n", "Q: ", "A\n"),
        ("Q: <b>A</b>", "Q: ", "<b>A</b>"),
        ("Q: a | b <|x|> c", "Q: ", "a | b <|x|> c"),
    ],
)
def test_only_special_tokens_at_the_end_are_removed(query: str, prompt: str, answer: str) -> None:
    assert openrlhf.answer_of(query, prompt) == answer


@pytest.mark.parametrize(("query", "prompt"), [("X", "Q"), ("X", "")])
def test_a_query_without_its_prompt_is_refused(query: str, prompt: str) -> None:
    with pytest.raises(UserError, match="does not hold its prompt"):
        openrlhf.answer_of(query, prompt)


@pytest.mark.parametrize(
    ("completion", "text"),
    [
        ("a", "a"),
        ("", ""),
        (chat("a"), "a"),
        ([{"role": "user", "content": "q"}, *chat("a")], "a"),
        (
            [
                {
                    "role": "assistant",
                    "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
                }
            ],
            "ab",
        ),
        ([{"role": "assistant", "content": None}], ""),
    ],
)
def test_the_text_of_a_completion(completion: Any, text: str) -> None:
    assert completion_text(completion) == text


@pytest.mark.parametrize("completion", [None, 3, [], ["a"], {"content": "a"}])
def test_what_is_no_completion_is_refused(completion: Any) -> None:
    with pytest.raises(UserError, match="a string or a list of messages"):
        completion_text(completion)


DRAFTS = "sample:short_doc_some_constraints/train"


def test_documents_earn_their_weighted_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INST_TRANS_DATA", DRAFTS)
    monkeypatch.setenv("INST_TRANS_FORMULA", "lift")
    references = load_references(DRAFTS)
    reward = DraftReward.load(DRAFTS)
    for item in reward.items[:3]:
        right = verl.compute_score("x", references[item.case_id], item.case_id)
        assert right["score"] == pytest.approx(1)
        assert right.keys() >= {"verifiable", "verifiable_rows", "judged_rows"}
        assert right["judged_rows"] == 0
        prompt = item.text
        told = openrlhf.reward_func([prompt + "No."], [prompt], [item.case_id])
        assert told["rewards"][0] < 0.5
    ids = [item.case_id for item in reward.items]
    answers = [references[name] for name in ids]
    assert trl.reward_function(reward)(**columns(*answers, case_id=ids)) == pytest.approx([1.0] * len(ids))
    assert verl.rows(reward)[0]["prompt"][-1]["role"] == "user"


class Asked:
    """Stands for a judge's client that says the same of everything, or is out."""

    def __init__(self, reply: str | None) -> None:
        self.reply = reply

    async def __aenter__(self) -> Asked:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def ask(self, prompt: str, *, parse: Any, model: str | None = None) -> Any:
        if self.reply is None:
            raise JudgeError("judge is down")
        return parse(self.reply)


def test_judged_documents_and_a_judge_that_is_out() -> None:
    references = load_references(DRAFTS)
    tasks = load_lift_tasks(DRAFTS)
    first = tasks[0].example_id
    client: Any
    for client, reward in ((Asked("yes"), 1.0), (Asked(None), None)):
        (outcome,) = DraftReward(tuple(tasks), client).outcomes([first], [references[first]])
        assert outcome.reward == (None if reward is None else pytest.approx(reward))
    with pytest.raises(UserError, match="no task has the case_id"):
        DraftReward(tuple(tasks)).outcomes(["x"], ["y"])


def test_a_document_whose_weight_is_all_judged_needs_a_judge() -> None:
    task = load_lift_tasks(DRAFTS)[0]
    judged = tuple(entry for entry in task.evaluations if entry.is_judged)
    with pytest.raises(UserError, match="weight on judged constraints only"):
        DraftReward([replace(task, evaluations=judged)])


def test_quality_is_of_translations() -> None:
    with pytest.raises(UserError, match="not of documents"):
        load_reward(DRAFTS, formula="lift", quality=True)


def test_unknown_cases_and_formulas_are_errors(reward: TaskReward) -> None:
    with pytest.raises(UserError, match="no task has the case_id 'c'"):
        reward.outcomes(["c"], [GOOD])
    with pytest.raises(UserError, match="unknown reward formula"):
        TaskReward(TASKS, Scorer(), "sum")
