from __future__ import annotations

import json
from typing import Any

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.judge import requests
from inst_trans_env.judge.verdicts import InvalidVerdictError
from tests.judge import server


@pytest.mark.parametrize(
    ("model", "api"),
    [
        *(
            (model, "responses")
            for model in ("gpt-5.6-sol", "gpt-5", "gpt-6-mini", "o1", "o3-mini", "o4-mini")
        ),
        *((model, "chat") for model in ("gpt-4.1", "o2", "openai/gpt-5", "google/gemma-4-31B-it", "GPT-5")),
        ("my-gpt-5", "chat"),
    ],
)
def test_the_shape_follows_the_model_name(model: str, api: str) -> None:
    assert requests.api_for(model) == api


def test_the_shape_can_be_chosen() -> None:
    assert requests.api_for("gpt-5.6-sol", "chat") == "chat"
    assert requests.api_for("gemma", "responses") == "responses"
    with pytest.raises(UserError, match="choose chat or responses"):
        requests.api_for("gemma", "completions")  # type: ignore[arg-type]


def test_bodies_hold_exactly_the_stated_parameters() -> None:
    assert requests.body("chat", "m", "p") == {
        "model": "m",
        "messages": [{"role": "user", "content": "p"}],
        "temperature": 0,
        "max_tokens": 2048,
    }
    assert requests.body("responses", "m", "p") == {
        "model": "m",
        "input": "p",
        "max_output_tokens": 4096,
        "reasoning": {"effort": "none"},
    }


def test_a_schema_goes_where_each_shape_wants_it() -> None:
    schema = {"type": "object"}
    chat = requests.body("chat", "m", "p", schema)
    assert chat["response_format"]["json_schema"]["schema"] == schema
    assert requests.body("responses", "m", "p", schema)["text"]["format"]["schema"] == schema


def test_a_lone_surrogate_becomes_a_replacement_character_and_a_pair_is_joined() -> None:
    raw = requests.encode({"a": "x\ud800y\ud83d\ude00z\x00"})
    assert json.loads(raw) == {"a": "x\ufffdy😀z\x00"}


def _read(api: requests.Api, action: server.Action) -> str:
    return requests.read_text(api, requests.decode(action.body))


def test_only_the_output_text_of_message_blocks_is_read() -> None:
    assert _read("responses", server.responses("0.5", reasoning="1")) == "0.5"


def test_reasoning_of_chat_replies_is_not_read() -> None:
    assert _read("chat", server.chat("0.5", reasoning_content="1", reasoning="1")) == "0.5"
    assert _read("chat", server.chat("<think>1 or 0?\n1</think>\n0.5")) == "0.5"
    assert _read("chat", server.chat("1 or 0?\n1\n</think>\n\n0.5")) == "0.5"
    assert _read("chat", server.chat('{"a": "it says </think>"}')) == '{"a": "it says </think>"}'
    for reasoning in ("{name} and [1] stay", "[so", "```\n1\n```", '{"a": "</think>"}', "<think>a</think>b"):
        for verdict in ("1", "[0.5]", '{"a": "it says </think>"}'):
            assert _read("chat", server.chat(f"{reasoning}</think>\n{verdict}")) == verdict


def _payload(**fields: Any) -> server.Action:
    return server.Action(json.dumps(fields).encode())


@pytest.mark.parametrize(
    ("kind", "api", "action"),
    [
        ("cut-off reply", "responses", server.responses(None, reasoning="1")),
        ("cut-off reply", "responses", server.responses("1", status="incomplete")),
        ("cut-off reply", "responses", server.responses("")),
        ("error reply", "responses", _payload(status="failed", error={"message": "boom"})),
        (
            "filtered reply",
            "responses",
            _payload(status="incomplete", incomplete_details={"reason": "content_filter"}),
        ),
        ("malformed reply", "responses", _payload(output=None, output_text="1")),
        ("cut-off reply", "responses", _payload(output=["1", {"type": "message", "content": "1"}])),
        ("malformed reply", "responses", server.chat("1")),
        ("malformed reply", "chat", server.responses("1")),
        ("cut-off reply", "chat", server.chat(None)),
        ("cut-off reply", "chat", server.chat(None, reasoning_content="1")),
        ("invalid verdict", "chat", server.chat(None, refusal="I cannot judge this")),
        ("cut-off reply", "chat", server.chat("")),
        ("cut-off reply", "chat", server.chat(1)),
        ("cut-off reply", "chat", server.chat([{"type": "text", "text": "1"}])),
        ("cut-off reply", "chat", server.chat("0", finish="length")),
        ("filtered reply", "chat", server.chat("1", finish="content_filter")),
        ("cut-off reply", "chat", server.chat("<think>1")),
        ("cut-off reply", "chat", server.chat("<think>1</think>")),
        ("cut-off reply", "chat", server.chat("They pasted 1, so\n1</think>\n")),
        ("malformed reply", "chat", _payload(choices=[])),
        ("malformed reply", "chat", _payload(choices={"0": "1"})),
        ("malformed reply", "chat", _payload(choices=[None])),
        ("malformed reply", "chat", _payload(choices=[{"message": "1"}])),
        ("error reply", "chat", _payload(error={"message": "upstream", "code": 502})),
        ("error reply", "responses", _payload(error="upstream")),
        ("malformed reply", "chat", server.Action(b"<html>Bad gateway</html>")),
        ("malformed reply", "chat", server.Action(b'{"choices": [{"mess')),
        ("malformed reply", "chat", server.Action(b'"1"')),
        ("malformed reply", "chat", server.Action(b"1")),
        ("malformed reply", "chat", server.Action(b"")),
        ("malformed reply", "chat", server.Action(b"\xff\xfe1")),
        ("malformed reply", "chat", server.Action(b"[" * 200_000)),
    ],
)
def test_replies_without_an_answer_are_no_verdict(
    kind: str, api: requests.Api, action: server.Action
) -> None:
    with pytest.raises(InvalidVerdictError) as caught:
        _read(api, action)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 3, "completion_tokens": 1}, requests.Tokens(3, 1)),
        ({"input_tokens": 3, "output_tokens": 0}, requests.Tokens(3, 0)),
        ({"prompt_tokens": True, "completion_tokens": -1}, requests.Tokens()),
        ({"prompt_tokens": "3"}, requests.Tokens()),
        ({"prompt_tokens": 10**30, "completion_tokens": 1e400}, requests.Tokens()),
        (None, requests.Tokens()),
    ],
)
def test_token_counts(usage: Any, tokens: requests.Tokens) -> None:
    assert requests.read_tokens({"usage": usage}) == tokens


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_odd_characters_of_an_answer_become_harmless(api: str) -> None:
    make = server.chat if api == "chat" else server.responses
    assert _read(api, make("a\x00b\ud800c\x1b[31m 😀")) == "a\ufffdb\ufffdc\ufffd[31m 😀"
