"""One run of synthesis: topics, outlines, documents, and the tasks of every config, each checked by the scorer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from inst_trans_env.errors import UserError
from inst_trans_env.lift.schema import LiftTask, task_from_row
from inst_trans_env.lift.scoring import score_document
from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.ideas import Ideas, Node, TemplateIdeas
from inst_trans_env.lift.synthesis.lint import lint_task
from inst_trans_env.lift.synthesis.rows import task_of
from inst_trans_env.lift.synthesis.solve import solve
from inst_trans_env.lift.synthesis.topics import Topic, split_topics
from inst_trans_env.lift.waiting import all_of

ATTEMPTS = 5
"""Documents tried for a topic before it is left out."""

_AT_ONCE = 64
"""Outlines in work at once."""


@dataclass(frozen=True, slots=True)
class Made:
    """A task and the document that meets all that rules can check of it."""

    task: LiftTask
    reference: str


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made. Equal orders with equal ideas make equal tasks, anywhere.

    Attributes:
        topics: what there is to draw from.
        configs: of which tasks are made; those of one run share topics and outlines.
        seed: of all random choices.
        train: topics of the training split.
        test: topics of the test split; none is in both.

    Raises:
        UserError: a config is given twice, or there are too few topics.
    """

    topics: Sequence[Topic]
    configs: Sequence[Parameters]
    seed: int = 0
    train: int = 0
    test: int = 12

    def __post_init__(self) -> None:
        """Refuse a config that is given twice, and more topics than there are."""
        if len(set(self.configs)) < len(self.configs):
            raise UserError("a config is given twice: give each once")
        self.splits()

    def splits(self) -> dict[str, list[Topic]]:
        """Return the topics of both splits."""
        return split_topics(self.topics, self.seed, self.train, self.test)

    def runs(self) -> Iterator[list[Parameters]]:
        """Yield the configs run by run."""
        for run in dict.fromkeys(parameters.run for parameters in self.configs):
            yield [parameters for parameters in self.configs if parameters.run == run]

    @property
    def documents(self) -> int:
        """How many documents are to be written."""
        return (self.train + self.test) * sum(1 for _ in self.runs())


@dataclass(slots=True)
class Synthesis:
    """Makes what is ordered, one document at a time.

    Attributes:
        ideas: where outlines come from; templates by default.
        rejected: how many documents were thrown away, by what was wrong with them.
        lost: topics, by run, for which no document was found.
    """

    order: Order
    ideas: Ideas = field(default_factory=TemplateIdeas)
    rejected: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)

    async def documents(self) -> AsyncIterator[list[Made]]:
        """Yield for each document its tasks, one a config of its run; an empty list where none was found.

        Raises:
            JudgeError: the model that makes outlines failed; calls in flight are waited for, all replies are kept.
        """
        splits = self.order.splits()
        for configs in self.order.runs():
            limits = reduce(Parameters.widened, configs)
            for split, topics in splits.items():
                async for number, topic, root in self._outlines(topics, limits):
                    made = self._checked(topic, root, configs, limits)
                    if not made:
                        self.lost.append(f"{limits.run}: {topic.title}")
                    yield [Made(_numbered(each.task, split, number), each.reference) for each in made]

    async def _outlines(
        self, topics: Sequence[Topic], limits: Parameters
    ) -> AsyncIterator[tuple[int, Topic, Node]]:
        """Yield outlines in the order of their topics, many of them in work at once."""
        for start in range(0, len(topics), _AT_ONCE):
            batch = topics[start : start + _AT_ONCE]
            wanted = (
                self.ideas.outline(topic, limits, self._chance(topic, limits, "outline")) for topic in batch
            )
            roots = await all_of(wanted)
            for number, (topic, root) in enumerate(zip(batch, roots, strict=True), start):
                yield number, topic, root

    def _checked(
        self, topic: Topic, root: Node, configs: Sequence[Parameters], limits: Parameters
    ) -> list[Made]:
        """Return the tasks of a topic once all of them pass; else none, with the reasons counted."""
        for attempt in range(ATTEMPTS):
            solved = solve(topic, root, limits, self._chance(topic, limits, str(attempt)))
            tasks = [task_of(solved, parameters) for parameters in configs]
            faults = {fault for task in tasks for fault in faults_of(task, solved.document)}
            if not faults:
                return [Made(task, solved.document) for task in tasks]
            self.rejected.update(faults)
        return []

    def _chance(self, topic: Topic, limits: Parameters, use: str) -> random.Random:
        return random.Random(f"{self.order.seed}/{limits.run}/{topic.name}/{use}")


def _numbered(task: LiftTask, split: str, number: int) -> LiftTask:
    return replace(task, split=split, example_id=f"{task.dataset_id}-{split}-{number:05d}")


def faults_of(task: LiftTask, document: str) -> list[str]:
    """Return why a task must not be emitted: what its document breaks, what its prompt fails to say."""
    read = task_from_row(task.to_row())
    faults = [str(fault) for fault in lint_task(read)]
    if all(entry.is_judged for entry in read.evaluations):
        faults.append("no verifiable constraint")
    results = score_document(read, document).results
    return faults + [
        f"not met: {result.metric_name}" for result in results if not result.judged and result.score != 1.0
    ]
