"""Mutated real answers, thrown at every gate: none may raise, be slow, or fail without a reason."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from inst_trans_env.constraints.registry import rule_set
from inst_trans_env.constraints.verdict import Verdict
from inst_trans_env.tasks import Task

SLOW_S = 2.0
"""Processor seconds for all gates of one answer from which on it is reported as slow."""

HOSTILE = (
    *(
        "<",
        "[",
        "*",
        "|",
        "{",
        "[](",
        "<script",
        "<a ",
        ".",
        '"9"',
        "[[[[",
        "<!--",
        "`",
        "~~~",
        "$",
        "\\begin{",
        "&",
    ),
    *(
        "</p>",
        "{{",
        "}}",
        "%s",
        "%1$s",
        "${",
        "{n, plural, other {",
        "](http://",
        "https://",
        "@",
        "#",
        "【",
        "→",
    ),
    *(
        "\n",
        "\r\n",
        "\n\n",
        "\t",
        "\u3000",
        "\u00a0",
        "\u200d",
        "\ufe0f",
        "\u0301\u0323",
        "\x00",
        "\ud800",
        "\U0001f600",
    ),
    *(
        "<think>",
        "</think>",
        '"',
        "\\",
        "\\u12",
        '{"1": ',
        "[1]",
        "(Smith, 2020)",
        "哈",
        "あ",
        "한",
        "ก",
        "अ",
        "ع",
    ),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One answer that a rule set did not take well."""

    what: str
    rules: str
    case_id: str
    prediction: str


@dataclass(slots=True)
class FuzzReport:
    """How many answers were tried, what went wrong, and the slowest of them in seconds."""

    inputs: int = 0
    faults: list[Fault] = field(default_factory=list)
    slowest: float = 0.0


def fuzz(
    tasks: Sequence[Task],
    inputs: int,
    seed: int = 0,
    rules: Sequence[str] = ("strict", "published"),
    done: Callable[[int], None] = lambda count: None,
) -> FuzzReport:
    """Score mutated references of the tasks under the rule sets.

    Args:
        tasks: rows with references; answers are made from them, and now and then a row's source is mutated.
        inputs: number of answers; each goes through all gates of every rule set named.
        seed: the same seed gives the same answers.
        rules: names of rule sets.
        done: told how many more answers were tried.
    """
    for name in rules:
        # Models and dictionaries load with the first answer in their language; that is no answer's own time.
        for task in {task.target_lang: task for task in tasks}.values():
            _try(FuzzReport(), name, task, task.reference)
    report = FuzzReport()
    for task, prediction in mutants(tasks, inputs, seed):
        report.inputs += 1
        for name in rules:
            _try(report, name, task, prediction)
        done(1)
    return report


def mutants(tasks: Sequence[Task], inputs: int, seed: int) -> Iterator[tuple[Task, str]]:
    """Yield tasks with answers that are references after one to four mutations."""
    rng = random.Random(seed)
    for _ in range(inputs):
        task = rng.choice(tasks)
        prediction = rng.choice(
            (task.reference, task.reference, task.source_text, rng.choice(tasks).reference)
        )
        for _ in range(rng.randint(1, 4)):
            prediction = rng.choice(MUTATIONS)(prediction, rng)
        yield task, prediction


def _delete(text: str, rng: random.Random) -> str:
    start, end = _range(text, rng)
    return text[:start] + text[end:]


def _double(text: str, rng: random.Random) -> str:
    start, end = _range(text, rng)
    return text[:end] + text[start:end] * rng.randint(1, 5) + text[end:]


def _move(text: str, rng: random.Random) -> str:
    start, end = _range(text, rng)
    rest, at = text[:start] + text[end:], rng.randint(0, len(text))
    return rest[:at] + text[start:end] + rest[at:]


def _insert(text: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(HOSTILE) * rng.choice((1, 1, 1, 2, 3, 50)) + text[at:]


def _replace(text: str, rng: random.Random) -> str:
    if not text:
        return rng.choice(HOSTILE)
    char = rng.choice(text)
    return text.replace(char, rng.choice(HOSTILE), rng.choice((1, 2, -1)) if len(text) < 2000 else 2)


def _case(text: str, rng: random.Random) -> str:
    start, end = _range(text, rng)
    return text[:start] + text[start:end].swapcase() + text[end:]


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randint(0, len(text))]


MUTATIONS = (_delete, _double, _move, _insert, _insert, _replace, _case, _cut)


def _range(text: str, rng: random.Random) -> tuple[int, int]:
    start = rng.randint(0, len(text))
    return start, min(len(text), start + rng.choice((1, 2, 5, 20, 100)))


def _try(report: FuzzReport, name: str, task: Task, prediction: str) -> None:
    began = time.process_time()
    try:
        chosen = rule_set(name)
        verdicts = {**chosen.gates(task, prediction), **chosen.graded(task, prediction)}
    except Exception as error:
        what = f"raised {type(error).__name__}: {error}"
    else:
        taken = time.process_time() - began
        report.slowest = max(report.slowest, taken)
        what = f"took {taken:.1f} s" if taken > SLOW_S else _unsound(verdicts, prediction)
    if what:
        report.faults.append(Fault(what, name, task.case_id, prediction))


def _unsound(verdicts: dict[str, Verdict], prediction: str) -> str:
    """Say what is wrong with the verdicts themselves: no reason, a score out of range, a place outside."""
    for gate, verdict in verdicts.items():
        if not verdict.passed and not (verdict.reason or verdict.missing or verdict.extra or verdict.sub):
            return f"{gate} fails without a reason"
        if verdict.score is not None and not 0 <= verdict.score <= 1:
            return f"{gate} has the score {verdict.score}"
        if not all(0 <= start <= end <= len(prediction) for start, end in verdict.spans):
            return f"{gate} points outside of the prediction"
    return ""
