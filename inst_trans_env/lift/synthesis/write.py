"""Write what a run made: a folder for each config as the benchmark has it, the references apart, a manifest."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from inst_trans_env.errors import UserError
from inst_trans_env.files import dump_line, write_json, write_text, writing
from inst_trans_env.lift.load import SPLITS
from inst_trans_env.lift.references import FILE as REFERENCES
from inst_trans_env.lift.synthesis.rows import config_name
from inst_trans_env.lift.synthesis.run import Made, Synthesis
from inst_trans_env.locks import LOCK, FolderLock

MANIFEST = "manifest.json"


@dataclass(slots=True)
class Tally:
    """What one file holds: tasks, constraints, and how many of them each metric has."""

    tasks: int = 0
    verifiable: int = 0
    judged: int = 0
    metrics: Counter[str] = field(default_factory=Counter)

    def add(self, made: Made) -> None:
        """Count a task."""
        judged = sum(entry.is_judged for entry in made.task.evaluations)
        self.tasks += 1
        self.judged += judged
        self.verifiable += len(made.task.evaluations) - judged
        self.metrics.update(entry.metric_name for entry in made.task.evaluations)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts, metrics by name."""
        return {
            "tasks": self.tasks,
            "verifiable": self.verifiable,
            "judged": self.judged,
            "metrics": dict(sorted(self.metrics.items())),
        }


async def write_synthesis(
    synthesis: Synthesis, folder: Path, done: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Make what is ordered and write it; return the manifest.

    The folder gets ``CONFIG/train.jsonl`` and ``CONFIG/test.jsonl``, `REFERENCES` with a document by
    ``example_id``, `MANIFEST`, and a ``README.md`` by which `datasets` finds configs and splits. Every
    file appears whole or not at all.

    Raises:
        UserError: the folder holds other things already, another process is at work in it, or it cannot be
            written.
        JudgeError: see `Synthesis.documents`.
    """
    with FolderLock(folder):
        return await _write_all(synthesis, folder, done)


async def _write_all(synthesis: Synthesis, folder: Path, done: Callable[[], None]) -> dict[str, Any]:
    _take(folder)
    names = [config_name(parameters) for parameters in synthesis.order.configs]
    splits = [split for split in SPLITS if getattr(synthesis.order, split)]
    tallies = {(name, split): Tally() for name in names for split in splits}
    with ExitStack() as stack:
        files = {key: stack.enter_context(writing(folder / key[0] / f"{key[1]}.jsonl")) for key in tallies}
        references = stack.enter_context(writing(folder / REFERENCES))
        async for documents in synthesis.documents():
            _write(documents, files, references, tallies)
            done()
    manifest = _manifest(synthesis, tallies, folder)
    write_json(folder / MANIFEST, manifest)
    write_text(folder / "README.md", _card(names, splits))
    return manifest


def _take(folder: Path) -> None:
    """Mark a folder as a run's, so that a run that was stopped can be started again in it."""
    others = sorted(path.name for path in folder.iterdir() if path.name != LOCK)
    if others and MANIFEST not in others:
        raise UserError(f"{folder} holds other things ({', '.join(others[:3])}): give a new or empty folder")
    for half_written in folder.rglob(".*.jsonl.*"):
        half_written.unlink()
    write_json(folder / MANIFEST, {"unfinished": True})


def _write(
    documents: list[Made],
    files: dict[tuple[str, str], BinaryIO],
    references: BinaryIO,
    tallies: dict[tuple[str, str], Tally],
) -> None:
    for made in documents:
        key = (made.task.dataset_name, made.task.split)
        tallies[key].add(made)
        files[key].write(_line(made.task.to_row()))
        references.write(_line({"example_id": made.task.example_id, "document": made.reference}))


def _line(row: dict[str, Any]) -> bytes:
    return (dump_line(row) + "\n").encode()


def _manifest(synthesis: Synthesis, tallies: dict[tuple[str, str], Tally], folder: Path) -> dict[str, Any]:
    order = synthesis.order
    configs: dict[str, dict[str, Any]] = {}
    for parameters in order.configs:
        name = config_name(parameters)
        counts = {split: tally.to_dict() for (found, split), tally in tallies.items() if found == name}
        for split, count in counts.items():
            count["sha256"] = hashlib.sha256((folder / name / f"{split}.jsonl").read_bytes()).hexdigest()
        configs[name] = {"dataset_id": parameters.code, **counts}
    return {
        "seed": order.seed,
        "ideas": synthesis.ideas.name,
        "configs": configs,
        "rejected_documents": dict(synthesis.rejected.most_common()),
        "lost_topics": synthesis.lost,
    }


def _card(names: list[str], splits: list[str]) -> str:
    """Return a dataset card whose head tells `datasets` where configs and splits lie."""
    lines = ["---", "configs:"]
    for name in names:
        lines += [f"- config_name: {name}", "  data_files:"]
        lines += [
            line for split in splits for line in (f"  - split: {split}", f"    path: {name}/{split}.jsonl")
        ]
    example = json.dumps(names[0])
    lines += ["---", "", "Drafting tasks with scoped constraints, made by `inst-trans lift synthesize`.", ""]
    lines += [
        f"`load_dataset(FOLDER, {example}, split={json.dumps(splits[0])})` loads one split of one config."
    ]
    lines += [f"`{REFERENCES}` holds, by `example_id`, a document that meets every verifiable constraint."]
    return "\n".join(lines) + "\n"
