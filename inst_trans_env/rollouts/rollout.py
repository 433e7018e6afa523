"""A rollout as any file of rollouts tells it: an answer, whose task it answers, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inst_trans_env.errors import DataError


@dataclass(frozen=True, slots=True)
class Rollout:
    """One finished rollout.

    Attributes:
        completion: the answer's text; None where the rollout ended before there was one.
        row: the task's row, where the file carries it.
        case_id: the task's id, where the file names it.
        prompt: what the model was sent, where nothing else tells the task.
        error: type and message of what went wrong; empty where nothing did.
        score: what `Score.to_dict` gave when the rollout was scored, where the file has it.
        signature: how that score was made; empty where the file does not say.
    """

    completion: str | None
    row: Mapping[str, Any] | None = None
    case_id: str = ""
    prompt: str = ""
    error: str = ""
    score: Mapping[str, Any] | None = None
    signature: str = ""


def completion_text(completion: Any) -> str:
    """Return the answer's text of a plain or a conversational completion: of messages, the last one's.

    Raises:
        DataError: it is neither a string nor a list of messages.
    """
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion and isinstance(completion[-1], Mapping):
        return content_text(completion[-1].get("content"))
    raise DataError(f"a completion must be a string or a list of messages, got {type(completion).__name__}")


def content_text(content: Any) -> str:
    """Return the text of a message's content: a string, a list of parts, or nothing.

    Raises:
        DataError: it is something else.
    """
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, Sequence) and all(isinstance(part, Mapping | str) for part in content):
        return "".join(part if isinstance(part, str) else _part_text(part) for part in content)
    raise DataError(f"a message's content must be text or a list of parts, got {type(content).__name__}")


def _part_text(part: Mapping[str, Any]) -> str:
    """Return the text of a part, which one of another kind, e.g. an image, does not have."""
    text = part.get("text", "")
    if text is not None and not isinstance(text, str):
        raise DataError(f"the text of a message's part must be a string, got {type(text).__name__}")
    return text or ""
