"""Requests and answers in the two shapes of the OpenAI protocol: chat completions and responses. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

MAX_CHOICES = 128


class RequestError(Exception):
    """A request that the server refuses.

    Attributes:
        status: the HTTP status to answer with.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def read_body(raw: bytes) -> dict[str, Any]:
    """Return the JSON object in a request's body.

    Raises:
        RequestError: the body is no JSON object, names no model, or asks for streaming.
    """
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"the body is not JSON: {error}") from error
    if not isinstance(body, dict):
        raise RequestError("the body must be a JSON object")
    if not isinstance(body.get("model"), str):
        raise RequestError("field model: expected the name of a model, see GET /v1/models")
    if body.get("stream"):
        raise RequestError("this server does not stream: send the request without `stream`, or with false")
    return body


def choices(body: Mapping[str, Any]) -> int:
    """Return how many answers a chat request asks for (`n`, 1 by default)."""
    count = 1 if body.get("n") is None else body["n"]
    if type(count) is not int or not 1 <= count <= MAX_CHOICES:
        raise RequestError(f"field n: expected a whole number from 1 to {MAX_CHOICES}, got {count!r}")
    return count


def last_user_text(messages: object, field: str) -> str:
    """Return the text of the last user message of a list of messages, or a plain string as it is."""
    if isinstance(messages, str):
        return messages
    if isinstance(messages, Sequence):
        for message in reversed(messages):
            if isinstance(message, Mapping) and message.get("role", "user") == "user":
                return _text(message.get("content"), field)
    raise RequestError(f"field {field}: expected at least one message with role user")


def _text(content: object, field: str) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        texts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "".join(text for text in texts if isinstance(text, str))
    raise RequestError(f"field {field}: the content of the user message must be text")


def count_tokens(text: str) -> int:
    """Estimate the tokens of a text: a quarter of its UTF-8 bytes, rounded up (no tokenizer is loaded)."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def chat_completion(body: Mapping[str, Any], prompt: str, answer: str, number: int) -> dict[str, Any]:
    """Return the `chat.completion` object that carries `answer` in every choice asked for."""
    count = choices(body)
    asked, told = count_tokens(prompt), count * count_tokens(answer)
    message = {"role": "assistant", "content": answer}
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [{"index": i, "message": message, "finish_reason": "stop"} for i in range(count)],
        "usage": {"prompt_tokens": asked, "completion_tokens": told, "total_tokens": asked + told},
    }


def response(body: Mapping[str, Any], prompt: str, answer: str, number: int) -> dict[str, Any]:
    """Return the `response` object with `answer` as its one output message."""
    asked, told = count_tokens(prompt), count_tokens(answer)
    content = [{"type": "output_text", "text": answer, "annotations": []}]
    message = {"type": "message", "id": f"msg-{number}", "role": "assistant", "status": "completed"}
    return {
        "id": f"resp-{number}",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "model": body["model"],
        "output": [{**message, "content": content}],
        "parallel_tool_calls": False,
        "tool_choice": "none",
        "tools": [],
        "usage": {
            "input_tokens": asked,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": told,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": asked + told,
        },
    }
