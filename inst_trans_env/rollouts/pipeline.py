"""From files of rollouts to a filtered file: plan, score by units, filter by buckets, merge.

Memory does not grow with the number of rollouts: units and buckets are of bounded size and everything between
them lies in a folder beside the output. What is finished there survives a kill; the same command goes on from it.
"""

from __future__ import annotations

import heapq
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from inst_trans_env.errors import UserError
from inst_trans_env.files import write_jsonl, writing
from inst_trans_env.judge import Prompt
from inst_trans_env.lift import LiftTaskSet
from inst_trans_env.rollouts.engine import Engine, InProcess
from inst_trans_env.rollouts.export import Export
from inst_trans_env.rollouts.filter_bucket import Filtering, filter_bucket, merge_key
from inst_trans_env.rollouts.rules import Rules
from inst_trans_env.rollouts.score_unit import JudgeSeat, Scoring, UnitScorer
from inst_trans_env.rollouts.shelf import Shelf
from inst_trans_env.rollouts.tally import Tally
from inst_trans_env.rollouts.units import UNIT_BYTES, Unit, plan_units
from inst_trans_env.rollouts.unpack import Source, find_sources
from inst_trans_env.rollouts.workfolder import WorkFolder
from inst_trans_env.tasks import TaskSet

BUCKET_BYTES = 32 << 20
MOST_BUCKETS = 256
PATIENCE = 5
"""Workers that may die over one unit."""
_TRIES = "tries-"

Done = Callable[[int], None]
"""Told how many more are finished."""


@dataclass(frozen=True, slots=True)
class Job:
    """One filtering.

    Attributes:
        inputs: paths, or ``-`` for standard input.
        output: the file to write.
        tasks: for rollouts that carry no row.
        scoring: how rollouts are scored; folder, data and buckets are worked out here.
        rules: which answers are kept.
        export: what is written of them.
        form: format of the inputs; None recognises it.
        seat: the judge, where there is one; then everything is scored in this process.
        unit_bytes: of input that are scored together.
        bucket_bytes: of input that are filtered together, about, as long as buckets are few enough.
    """

    inputs: Sequence[str]
    output: Path
    tasks: TaskSet | LiftTaskSet
    scoring: Scoring
    rules: Rules
    export: Export
    form: str | None = None
    seat: JudgeSeat | None = None
    unit_bytes: int = UNIT_BYTES
    bucket_bytes: int = BUCKET_BYTES


class Run(WorkFolder):
    """A filtering under way, with a folder beside the output that is removed when the output is there.

    Use it as ``with Run(job) as run``: as long as it is open, no other process can run the same job. Nothing that
    an earlier job left is touched before it begins to score. `anew` discards what an earlier run of the same
    job, cut short, has finished.

    Attributes:
        identity: everything that the output depends on.
        units: of the inputs.
        subject: what the rollouts are answers to, scored by rules alone.
        scoring: with folder and number of buckets.
        resumed: whether an earlier, cut short run of the same job is gone on with.
        replaces: whether the folder holds another job, which is discarded when this one begins.
    """

    def __init__(self, job: Job, *, anew: bool = False) -> None:
        self.job = job
        super().__init__(job.output.absolute().with_name(f"{job.output.name}.work"))
        try:
            self._plan(job, anew)
        except BaseException as error:
            self.__exit__(type(error), error, error.__traceback__)
            raise

    def _plan(self, job: Job, anew: bool) -> None:
        sources = find_sources(list(job.inputs), self.folder)
        _check_paths(sources, job.output)
        scoring = replace(job.scoring, folder=self.folder, data=job.tasks.sha256)
        self.subject = scoring.subject()
        for task in job.tasks:
            self.subject.check(task)
        self.signature = self.subject.signature
        self.identity = _identity(job, sources, self.signature)
        held = self.holds(self.identity)
        self.resumed = not anew and held is True
        self.replaces = not anew and held is False
        write_jsonl(scoring.tasks, map(self.subject.to_row, job.tasks))
        self.units = plan_units(sources, self.folder, job.form, job.unit_bytes)
        size = sum(unit.size for unit in self.units)
        self.scoring = replace(scoring, buckets=max(1, min(MOST_BUCKETS, size // job.bucket_bytes)))
        self.filtering = Filtering(self.scoring, len(self.units), job.rules, job.export)
        self._inputs = {scoring.tasks.name, *(unit.path.name for unit in self.units)}
        self._inputs |= {source.path.name for source in sources}

    def start(self) -> None:
        """Discard what is not of this run; a second time does nothing."""
        if not self._begun:
            self.begin(self.identity, self._inputs, resume=self.resumed)

    @property
    def lines(self) -> int:
        """How many lines the inputs have."""
        return sum(unit.lines for unit in self.units)

    def prompts(self) -> Iterator[tuple[str | None, Prompt]]:
        """Yield what the judge would be asked, with the model; None is the judge's own."""
        return UnitScorer(self.scoring, self.job.seat).prompts(self.units)

    def score(self, engine: Engine, done: Done) -> Tally:
        """Score all units that are not scored yet; return what was counted."""
        self.start()
        left = [unit for unit in self.units if not self.scoring.shelf(unit.number).exists()]
        done(self.lines - sum(unit.lines for unit in left))
        if self.job.seat is not None:
            engine, job = InProcess(), UnitScorer(self.scoring, self.job.seat).run
        else:
            job = partial(_score, self.scoring, self.signature)
        for unit in engine.run(job, left):
            done(unit.lines)
        return Tally.total(self._unit_tallies())

    def filter(self, engine: Engine, done: Done) -> Tally:
        """Filter all buckets that are not filtered yet, and write the output; return what was counted."""
        buckets = range(self.scoring.buckets)
        left = [bucket for bucket in buckets if not self.filtering.tally(bucket).exists()]
        done(len(buckets) - len(left))
        for _ in engine.run(partial(filter_bucket, self.filtering), left):
            done(1)
        tally = Tally.total(Tally.load(self.filtering.tally(bucket).read_bytes()) for bucket in buckets)
        self._merge()
        self.discard()
        return tally

    def _unit_tallies(self) -> Iterator[Tally]:
        for unit in self.units:
            with Shelf(self.scoring.shelf(unit.number), self.scoring.buckets) as shelf:
                yield shelf.tally()

    def _merge(self) -> None:
        """Write the output, in the folder first: what a kill cuts short there is found and removed."""
        merged, output = self.folder / "merged", self.job.output
        with ExitStack() as stack:
            paths = [self.filtering.rows(bucket) for bucket in range(self.scoring.buckets)]
            files = [stack.enter_context(path.open("rb")) for path in paths]
            with writing(merged) as out:
                for line in heapq.merge(*files, key=merge_key):
                    out.write(line.partition(b"\t")[2])
        if output.is_symlink() or (output.exists() and not output.is_file()):
            # A link may lead to another disk, and a pipe cannot be replaced.
            with merged.open("rb") as whole, writing(output) as out:
                shutil.copyfileobj(whole, out)
        else:
            merged.replace(output)


def _check_paths(sources: Sequence[Source], output: Path) -> None:
    """Refuse an input that would be written to, or whose rollouts would count twice."""
    names: dict[Path, str] = {}
    for source in sources:
        path = source.path.resolve()
        if path in names:
            raise UserError(
                f"{names[path]} and {source.name} are one input: give it once, or it counts twice"
            )
        names[path] = source.name
    if output.resolve() in names:
        raise UserError(f"{output} is an input: give another --output, the input stays as it is")


def _identity(job: Job, sources: Sequence[Source], signature: str) -> dict[str, Any]:
    scoring = {**asdict(job.scoring), "folder": "", "data": job.tasks.sha256}
    identity = {
        "inputs": [[source.name, source.mark] for source in sources],
        "scoring": scoring,
        "signature": signature,
        "rules": asdict(job.rules),
        "export": asdict(job.export),
        "format": job.form,
        "sizes": [job.unit_bytes, job.bucket_bytes],
    }
    # As it reads when it comes back from the file.
    plain: dict[str, Any] = json.loads(json.dumps(identity))
    return plain


@lru_cache(maxsize=1)
def _scorer(settings: Scoring) -> UnitScorer:
    """Return the scorer of a process, which keeps what it has loaded."""
    return UnitScorer(settings)


def _score(settings: Scoring, signature: str, unit: Unit) -> None:
    scorer = _scorer(settings)
    if scorer.signature != signature:
        raise UserError(f"a worker scores as {scorer.signature}, not as {signature}: install one version")
    tries = settings.folder / f"{_TRIES}{unit.number}"
    with tries.open("ab") as stream:
        stream.write(b".")
    if tries.stat().st_size > PATIENCE:
        raise UserError(
            f"{unit.name}, lines {unit.first_line} to {unit.first_line + unit.lines - 1}: {PATIENCE} workers died "
            "over them (out of memory?): take these lines out, or give workers more memory"
        )
    scorer.run(unit)
    tries.unlink(missing_ok=True)
