"""The two request shapes of the judge protocol, and what is read from their replies. Pure: no I/O."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from inst_trans_env.errors import UserError
from inst_trans_env.judge.verdicts import InvalidVerdictError, beside, json_values
from inst_trans_env.judge.wording import clean, encodable, shortened

Api = Literal["chat", "responses"]

PATHS: Mapping[Api, str] = {"chat": "/chat/completions", "responses": "/responses"}

# No call takes more; a count beyond is nonsense, and too much for the cache to hold.
_MOST_TOKENS = 10**9
_THOUGHT = "</think>"
_REASONING_MODELS = ("gpt-5", "gpt-6", "o1", "o3", "o4")
_PARAMETERS: Mapping[Api, Mapping[str, Any]] = {
    "chat": {"temperature": 0, "max_tokens": 2048},
    "responses": {"max_output_tokens": 4096, "reasoning": {"effort": "none"}},
}


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a reply says it used; None where it says nothing."""

    sent: int | None = None
    received: int | None = None


class MalformedReplyError(InvalidVerdictError):
    """What came is no reply of such an API: a web page, an error, some other JSON."""

    kind = "malformed reply"


class ErrorReplyError(InvalidVerdictError):
    """An error in place of a reply, though HTTP says that all is well."""

    kind = "error reply"


class CutOffReplyError(InvalidVerdictError):
    """The reply ended, by its own account, before the answer did, or before it began."""

    kind = "cut-off reply"


class FilteredReplyError(InvalidVerdictError):
    """The endpoint's content filter ended the reply."""

    kind = "filtered reply"


def api_for(model: str, override: Api | None = None) -> Api:
    """Return the request shape for a model name: ``/responses`` for reasoning models, else chat."""
    if override is not None and override not in PATHS:
        raise UserError(f"unknown judge API {override!r}: choose chat or responses")
    return override or ("responses" if model.startswith(_REASONING_MODELS) else "chat")


def parameters(api: Api, schema: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return what the request carries besides model and prompt; the cache key covers exactly this."""
    if schema is None:
        return dict(_PARAMETERS[api])
    named = {"name": "verdict", "strict": True, "schema": schema}
    if api == "chat":
        return {**_PARAMETERS[api], "response_format": {"type": "json_schema", "json_schema": named}}
    return {**_PARAMETERS[api], "text": {"format": {"type": "json_schema", **named}}}


def body(api: Api, model: str, prompt: str, schema: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the JSON body of one judge request: one user turn that holds the whole prompt."""
    turn = {"messages": [{"role": "user", "content": prompt}]} if api == "chat" else {"input": prompt}
    return {"model": model, **turn, **parameters(api, schema)}


def encode(data: Mapping[str, Any]) -> bytes:
    """Return a body as UTF-8 JSON; a lone surrogate, which no server takes, becomes U+FFFD."""
    return encodable(json.dumps(data, ensure_ascii=False)).encode()


def decode(raw: bytes) -> dict[str, Any]:
    """Return a reply's JSON object; `MalformedReplyError` for anything else (HTML, cut-off JSON)."""
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise MalformedReplyError(f"the reply is not JSON: {_excerpt(raw)}") from error
    if not isinstance(payload, dict):
        raise MalformedReplyError(f"the reply is not a JSON object: {_excerpt(raw)}")
    return payload


def read_text(api: Api, payload: Mapping[str, Any]) -> str:
    """Return a reply's answer, never its reasoning; `InvalidVerdictError` when it has none or was cut off.

    Lone surrogates and control characters become U+FFFD: what is kept of it must go into any file.
    """
    text = _chat_text(payload) if api == "chat" else _responses_text(payload)
    answer = _without_thoughts(text).strip()
    if not answer:
        raise CutOffReplyError("the reply holds no answer text")
    return clean(answer)


def read_tokens(payload: Mapping[str, Any]) -> Tokens:
    """Return the token counts of a reply of either shape."""
    usage = payload.get("usage")
    if not isinstance(usage, dict):
        return Tokens()
    return Tokens(
        _count(usage.get("prompt_tokens", usage.get("input_tokens"))),
        _count(usage.get("completion_tokens", usage.get("output_tokens"))),
    )


def _count(value: object) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= _MOST_TOKENS else None


def _chat_text(payload: Mapping[str, Any]) -> str:
    choices = payload.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise _missing("choices", payload)
    reason = choices[0].get("finish_reason")
    if reason == "content_filter":
        raise FilteredReplyError("the reply was cut off by a content filter")
    if reason == "length":
        raise CutOffReplyError("the reply was cut off (finish_reason length)")
    message = choices[0].get("message")
    if not isinstance(message, dict):
        raise MalformedReplyError("the reply has no message")
    if isinstance(refusal := message.get("refusal"), str) and refusal:
        raise InvalidVerdictError(f"the judge refuses: {shortened(refusal)}")
    content = message.get("content")
    if not isinstance(content, str):
        raise CutOffReplyError("the reply's message has no text content")
    return content


def _responses_text(payload: Mapping[str, Any]) -> str:
    if payload.get("status") in ("incomplete", "failed", "cancelled"):
        raise _unfinished(payload)
    blocks = payload.get("output")
    if not isinstance(blocks, list):
        raise _missing("output", payload)
    parts = [
        item["text"]
        for block in blocks
        if isinstance(block, dict)
        and block.get("type") == "message"
        and isinstance(block.get("content"), list)
        for item in block["content"]
        if isinstance(item, dict) and item.get("type") == "output_text" and isinstance(item.get("text"), str)
    ]
    return "".join(parts)


def _missing(name: str, payload: Mapping[str, Any]) -> InvalidVerdictError:
    if payload.get("error"):
        return ErrorReplyError(f"the reply is an error{_error_of(payload)}")
    return MalformedReplyError(f"the reply has no {name}")


def _unfinished(payload: Mapping[str, Any]) -> InvalidVerdictError:
    details = payload.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, dict) else None
    if reason == "content_filter":
        return FilteredReplyError("the reply was cut off by a content filter")
    told = f"the reply's status is {payload['status']}{_error_of(payload)}"
    return CutOffReplyError(told) if payload["status"] == "incomplete" else ErrorReplyError(told)


def _without_thoughts(text: str) -> str:
    """Drop leading reasoning, which some servers leave in up to its ``</think>``, often without the opening tag.

    The last tag ends it, but for those inside JSON: a verdict's note may speak of the tag. An unclosed block
    is all reasoning.
    """
    if _THOUGHT not in text:
        return "" if text.lstrip().startswith("<think>") else text
    end = beside(text, json_values(text)).rfind(_THOUGHT)
    return text[end + len(_THOUGHT) :] if end >= 0 else text


def _error_of(payload: Mapping[str, Any]) -> str:
    error = payload.get("error")
    if isinstance(error, dict):
        error = error.get("message")
    return f": {shortened(error)}" if isinstance(error, str) else ""


def _excerpt(raw: bytes) -> str:
    return repr(raw[:120].decode("utf-8", "replace"))
