"""One run of synthesis: topics, outlines, documents, and the tasks of every config, each checked by the scorer."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce

from inst_trans_env.errors import UserError
from inst_trans_env.lift.schema import LiftTask, task_from_row
from inst_trans_env.lift.scoring import score_document
from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.ideas import Ideas, Node, TemplateIdeas
from inst_trans_env.lift.synthesis.lint import lint_task
from inst_trans_env.lift.synthesis.rows import task_of
from inst_trans_env.lift.synthesis.solve import Solved, solve
from inst_trans_env.lift.synthesis.topics import Topic, split_topics

ATTEMPTS = 5
"""Documents tried for a topic before it is left out."""


@dataclass(frozen=True, slots=True)
class Made:
    """A task and the document that meets all that rules can check of it."""

    task: LiftTask
    reference: str


@dataclass(slots=True)
class Synthesis:
    """What a run made.

    Attributes:
        rejected: how many documents were thrown away, by what was wrong with them.
        lost: topics, by run, for which no document was found.
    """

    made: list[Made] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)


async def synthesize(
    topics: list[Topic],
    configs: Sequence[Parameters],
    *,
    seed: int,
    train: int,
    test: int,
    ideas: Ideas | None = None,
    done: Callable[[], None] = lambda: None,
) -> Synthesis:
    """Make tasks. The same arguments make the same tasks, anywhere.

    Args:
        topics: what there is to draw from.
        configs: of which tasks are made; those of one run share topics and outlines.
        seed: of all random choices.
        train: topics of the training split.
        test: topics of the test split; none is in both.
        ideas: where outlines come from; None: from templates.
        done: called after each topic of each run.

    Raises:
        UserError: there are too few topics, or a config is given twice.
        JudgeError: the model that makes outlines failed; what it answered so far is kept.
    """
    if len(set(configs)) < len(configs):
        raise UserError("a config is given twice: give each once")
    splits = split_topics(topics, seed, train, test)
    found = Synthesis()
    for run in dict.fromkeys(parameters.run for parameters in configs):
        of_run = [parameters for parameters in configs if parameters.run == run]
        limits = reduce(Parameters.widened, of_run)
        for split, chosen in splits.items():
            async for number, topic, root in _outlines(ideas or TemplateIdeas(), chosen, limits, seed):
                made = _checked(
                    topic, root, of_run, limits, f"{seed}/{run}/{topic.name}", split, number, found
                )
                found.made += made
                if not made:
                    found.lost.append(f"{run}: {topic.title}")
                done()
    return found


async def _outlines(
    ideas: Ideas, topics: Sequence[Topic], limits: Parameters, seed: int
) -> AsyncIterator[tuple[int, Topic, Node]]:
    """Yield outlines in the order of their topics, many of them in work at once."""
    for start in range(0, len(topics), _AT_ONCE):
        batch = topics[start : start + _AT_ONCE]
        roots = await asyncio.gather(
            *(
                ideas.outline(topic, limits, random.Random(f"{seed}/{limits.run}/{topic.name}/outline"))
                for topic in batch
            )
        )
        for number, (topic, root) in enumerate(zip(batch, roots, strict=True), start):
            yield number, topic, root


_AT_ONCE = 64


def _checked(
    topic: Topic,
    root: Node,
    configs: Sequence[Parameters],
    limits: Parameters,
    name: str,
    split: str,
    number: int,
    found: Synthesis,
) -> list[Made]:
    """Return the tasks of a topic once all of them pass; else none, with the reasons counted."""
    for attempt in range(ATTEMPTS):
        solved = solve(topic, root, limits, random.Random(f"{name}/{attempt}"))
        tasks = [task_of(solved, parameters, split, number) for parameters in configs]
        faults = [fault for task in tasks for fault in faults_of(task, solved.document)]
        if not faults:
            return [Made(task, solved.document) for task in tasks]
        found.rejected.update(set(faults))
    return []


def faults_of(task: LiftTask, document: str) -> list[str]:
    """Return why a task must not be emitted: what its document breaks, what its prompt fails to say."""
    read = task_from_row(task.to_row())
    faults = [str(fault) for fault in lint_task(read)]
    if not any(not entry.is_judged for entry in read.evaluations):
        faults.append("no verifiable constraint")
    results = score_document(read, document).results
    return faults + [
        f"not met: {result.metric_name}" for result in results if not result.judged and result.score != 1.0
    ]
