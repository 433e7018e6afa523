from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.errors import UserError
from inst_trans_env.probe.policies import REGISTRY
from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.tasks import load_tasks
from tests.serve import tiny

CHAT = "/v1/chat/completions"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> PolicyApp:
    path: Path = tiny.write(tmp_path_factory.mktemp("serve") / "tasks.jsonl")
    return PolicyApp(load_tasks(path))


def chat(app: PolicyApp, **body: Any) -> tuple[int, dict[str, Any]]:
    return app.handle("POST", CHAT, json.dumps(body).encode())


def ask(prompt: object) -> list[dict[str, Any]]:
    return [{"role": "system", "content": "be brief"}, {"role": "user", "content": prompt}]


@pytest.mark.parametrize("row", tiny.ROWS, ids=lambda row: row["case_id"])
def test_reference_answers_with_the_reference(app: PolicyApp, row: dict[str, Any]) -> None:
    status, data = chat(app, model="reference", messages=ask(row["prompt"]))
    assert status == 200
    assert data["choices"][0]["message"] == {"role": "assistant", "content": row["reference"]}
    usage = data["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert 0 < usage["completion_tokens"] < usage["prompt_tokens"]


def test_every_policy_is_a_model(app: PolicyApp) -> None:
    _, listed = app.handle("GET", "/v1/models", b"")
    names = [model["id"] for model in listed["data"]]
    assert names == [*REGISTRY, "mock-judge"]
    assert all("no language models" in model["owned_by"] for model in listed["data"])
    for name in REGISTRY:
        status, _ = chat(app, model=name, messages=ask(tiny.ROWS[0]["prompt"]))
        assert status == 200


def test_prompt_in_parts_and_n_choices(app: PolicyApp) -> None:
    parts = [{"type": "text", "text": tiny.ROWS[0]["prompt"]}]
    status, data = chat(app, model="echo", n=3, messages=ask(parts))
    assert status == 200
    assert [choice["message"]["content"] for choice in data["choices"]] == [tiny.ROWS[0]["source_text"]] * 3


def test_responses_shape(app: PolicyApp) -> None:
    for asked in (tiny.ROWS[1]["prompt"], ask(tiny.ROWS[1]["prompt"])):
        body = json.dumps({"model": "reference", "input": asked}).encode()
        status, data = app.handle("POST", "/v1/responses", body)
        assert status == 200
        assert data["output"][0]["content"][0]["text"] == tiny.ROWS[1]["reference"]


def test_mock_judge_gives_valid_verdicts(app: PolicyApp) -> None:
    _, data = chat(app, model="mock-judge", messages=ask("style_consistency: 1 or 0"))
    verdict = json.loads(data["choices"][0]["message"]["content"])
    assert verdict["style_consistency"]["score"] == 1
    _, data = chat(app, model="mock-judge", messages=ask("rate the quality"))
    assert data["choices"][0]["message"]["content"] == "1"


PROMPT = tiny.ROWS[0]["prompt"]


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (
            {"model": "refrence", "messages": ask(PROMPT)},
            404,
            "unknown model 'refrence'; available: reference",
        ),
        ({"model": "reference", "messages": ask("hello")}, 422, "not the prompt of a task"),
        ({"model": "reference", "messages": ask(PROMPT), "stream": True}, 400, "does not stream"),
        ({"model": "reference", "messages": ask(PROMPT), "n": 0}, 400, "field n"),
        ({"model": "reference", "messages": ask(PROMPT), "n": True}, 400, "field n"),
        ({"model": "reference", "messages": []}, 400, "role user"),
        ({"model": "reference", "messages": ask(None)}, 400, "must be text"),
        ({"messages": ask(PROMPT)}, 400, "field model"),
        ([], 400, "must be a JSON object"),
    ],
)
def test_refusals_say_why(app: PolicyApp, body: Any, status: int, says: str) -> None:
    got, data = app.handle("POST", CHAT, json.dumps(body).encode())
    assert got == status
    assert says in data["error"]["message"]


def test_unknown_path_and_broken_json(app: PolicyApp) -> None:
    assert app.handle("GET", "/v2/models", b"")[0] == 404
    assert app.handle("POST", CHAT, b"{")[0] == 400
    assert app.handle("POST", CHAT, b"[" * 100_000)[0] == 400


@given(st.binary(max_size=200))
def test_never_raises(app: PolicyApp, raw: bytes) -> None:
    status, data = app.handle("POST", CHAT, raw)
    assert status >= 400
    assert data["error"]["message"]


def test_unknown_policy_is_refused() -> None:
    with pytest.raises(UserError, match="unknown policy 'nope'; available: reference"):
        PolicyApp([], ["nope"])
