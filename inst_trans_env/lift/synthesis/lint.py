"""Prove that a prompt says what its rubric checks: every number and every string, where it counts, and no more.

Two proofs that know nothing of each other. The lines of the prompt must be those that the rubric's entries
read as, part by part. And each value of an entry's arguments must be found in its line: numbers as numbers,
strings in quotes, choices by the words for them; a line may hold no number that its entry lacks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.lift.metrics.base import Bounds
from inst_trans_env.lift.schema import Evaluation, LiftTask
from inst_trans_env.lift.synthesis.phrases import CASES, STARTS, TYPES
from inst_trans_env.lift.synthesis.prompt import REQUIREMENTS, groups
from inst_trans_env.lift.synthesis.prose import sentences

TOLERANCE = 1e-9
"""How far the weights of a task may be from 1 in sum."""

_QUOTED = re.compile(r"`[^`]*`|“[^”]*”")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NOT_SAID = frozenset({"critic_model_name"})
"""Arguments that say who checks, not what is checked."""

_CHOICES: dict[str, dict[str, str]] = {
    "mode": {"all": "all of", "any": "at least one of", "exact": "no others"},
    "each": {unit: f"ach {unit} of" for unit in ("paragraph", "sentence", "item")},
    "unit": {unit: unit for unit in ("paragraph", "sentence", "item")},
    "order": {order: order for order in ("ascending", "descending")},
    "case": CASES,
    "by": STARTS,
    "type": TYPES,
    "state": {"done": "with a ticked box"},
    "locale": {"en": "English"},
}
"""Argument -> its choices and the words that stand for them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What the prompt fails to say, or says beyond the rubric. `evaluation_id` is empty for the task as a whole."""

    evaluation_id: str
    message: str

    def __str__(self) -> str:
        return f"{self.evaluation_id or 'task'}: {self.message}"


def lint_task(task: LiftTask) -> list[Fault]:
    """Return the faults of a synthesised task; none means that prompt and rubric say the same."""
    total = sum(entry.weight for entry in task.evaluations)
    faults = [] if abs(total - 1) <= TOLERANCE else [Fault("", f"the weights sum to {total!r}, not to 1")]
    prompt = "\n".join(message["content"] for message in task.prompt)
    stated = _stated_lines(prompt)
    try:
        wanted = [
            text for block in groups(task.document_outline, task.evaluations) for text in block.split("\n")
        ]
    except DataError as error:
        return [*faults, Fault("", str(error))]
    faults += _differences(stated, wanted)
    bullets = [text for text in stated if text.startswith("- ")]
    for entry, text in zip(task.evaluations, bullets, strict=False):
        faults += [Fault(entry.evaluation_id, message) for message in _unsaid(entry, text, prompt)]
    return faults


def _stated_lines(prompt: str) -> list[str]:
    """Return the lines of the list of requirements: names of parts and bullets."""
    lines = prompt.split("\n")
    start = lines.index(REQUIREMENTS) + 1 if REQUIREMENTS in lines else len(lines)
    return [text for text in lines[start:] if text.startswith(("- ", "In "))]


def _differences(stated: list[str], wanted: list[str]) -> Iterator[Fault]:
    missing, extra = Counter(wanted) - Counter(stated), Counter(stated) - Counter(wanted)
    for text in missing.elements():
        yield Fault("", f"the prompt does not say “{text.removeprefix('- ')}”")
    for text in extra.elements():
        yield Fault("", f"the prompt says “{text.removeprefix('- ')}”, which the rubric does not check")
    if not missing and not extra and stated != wanted:
        yield Fault("", "the requirements of the prompt stand in another order than those of the rubric")


def _unsaid(entry: Evaluation, text: str, prompt: str) -> Iterator[str]:
    """Yield what a line fails to say of an entry's arguments, and the numbers that it holds besides."""
    bare = _QUOTED.sub(" ", text)
    if entry.is_judged:
        bare = ""
    said = Counter(_NUMBER.findall(bare))
    values = list(_values(entry.metric_args))
    numbers = Counter(f"{value:g}" for _, value in values if not isinstance(value, (str, bool)))
    numbers += Counter(str(index) for tag, index in entry.selector.path if tag.upper() == "P")
    for number in sorted((numbers - said) | (said - numbers)):
        yield f"the number {number} stands {numbers[number]} times in the rubric, {said[number]} times in the prompt"
    for name, value in values:
        is_said = not isinstance(value, bool) and (
            not isinstance(value, str) or _is_said(entry, name, value, text, prompt)
        )
        if not is_said:
            yield f"{name} {value!r} does not stand in its line of the prompt"
    for bounds in _bounds(entry):
        if bounds.wanted not in bare:
            yield f"the bounds “{bounds.wanted}” do not stand in its line of the prompt"


def _is_said(entry: Evaluation, name: str, value: str, text: str, prompt: str) -> bool:
    if name in _NOT_SAID:
        return True
    if name == "outline":
        return all(f"\n{header}\n" in prompt for header in value.split("\n"))
    if name in {"criterion", "question"}:
        return text == f"- {value}"
    if entry.metric_name == "text_language":
        return value in sentences() and sentences()[value]["name"] in text
    if name in _CHOICES:
        return value in _CHOICES[name] and _CHOICES[name][value] in text
    return f"“{value}”" in text or f"`{value}`" in text


def _values(args: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every number, string and flag of the arguments with its name; bounds that are equal once."""
    for key, value in args.items():
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(item, Mapping):
                yield from _values(item)
            elif item is not None and not (key == "upper_bound" and item == args.get("lower_bound")):
                yield key, item


def _bounds(entry: Evaluation) -> Iterator[Bounds]:
    """Yield the bounds in an entry's arguments that some number may break."""
    found = [
        entry.args,
        *(getattr(entry.args, name) for name in ("rows", "columns") if hasattr(entry.args, name)),
    ]
    for bounds in found:
        if isinstance(bounds, Bounds) and (bounds.lower_bound, bounds.upper_bound) != (None, None):
            yield bounds
