"""Calibration policies for drafting tasks: the reference, the outline alone, the constraints out of place. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inst_trans_env.errors import UserError
from inst_trans_env.lift import LiftTask, load_lift_tasks
from inst_trans_env.lift.document import Document, parse_document
from inst_trans_env.lift.load import CONFIGS, SPLITS
from inst_trans_env.lift.references import load_references


@dataclass(frozen=True, slots=True)
class DraftPolicy:
    """What a policy writes, from the outline and the reference of a task."""

    description: str
    write: Callable[[LiftTask, str], str]


def _reference(task: LiftTask, reference: str) -> str:
    return reference


def _outline_only(task: LiftTask, reference: str) -> str:
    document = parse_document(task.document_outline)
    return "\n\n".join(_headers(document)) or f"# {task.topic}"


def _constraints_only(task: LiftTask, reference: str) -> str:
    text = reference
    for header in _headers(parse_document(reference)):
        text = text.replace(f"{header}\n", "", 1)
    return text.strip()


def _headers(document: Document) -> list[str]:
    """Return the header lines of a document as written, in order."""
    nodes = (section.heading for section in document.root.walk())
    return [document.source.slice(node.start, node.end) for node in nodes if node is not None]


POLICIES: dict[str, DraftPolicy] = {
    "reference": DraftPolicy(
        "drafting tasks: the document that meets every verifiable constraint", _reference
    ),
    "outline-only": DraftPolicy(
        "drafting tasks: the headers of the outline and nothing below them", _outline_only
    ),
    "constraints-only": DraftPolicy(
        "drafting tasks: the reference without its headers, so that all stands in no section",
        _constraints_only,
    ),
}
"""Model name -> policy."""


class Desk:
    """Knows drafting tasks by their prompts."""

    def __init__(self, tasks: Iterable[LiftTask] = (), references: Mapping[str, str] | None = None) -> None:
        """Take tasks and their references by ``example_id``; tasks without one are left out."""
        found = references or {}
        self._by_prompt = {
            task.prompt[-1]["content"].strip(): (task, found[task.example_id])
            for task in tasks
            if task.example_id in found
        }

    def knows(self, prompt: str) -> bool:
        """Whether a prompt is that of a task."""
        return prompt.strip() in self._by_prompt

    def write(self, policy: str, prompt: str) -> str:
        """Return what a policy writes for a task's prompt."""
        return POLICIES[policy].write(*self._by_prompt[prompt.strip()])


def load_desk(source: str) -> Desk:
    """Return a desk for all tasks of a source that comes with references.

    Args:
        source: ``sample``; a folder that `inst-trans lift synthesize` wrote; one of its JSONL files.

    Raises:
        UserError: the source cannot be read, or has no references.
    """
    references = load_references(source)
    if not references:
        raise UserError(
            f"{source} has no references.jsonl beside it: give a folder of `inst-trans lift synthesize`"
        )
    return Desk((task for path in _paths(source) for task in load_lift_tasks(path)), references)


def _paths(source: str) -> Sequence[str | Path]:
    if source == "sample":
        return [f"sample:{config}/{split}" for config in CONFIGS for split in SPLITS]
    path = Path(source)
    return sorted(path.glob("*/t*.jsonl")) if path.is_dir() else [source]
