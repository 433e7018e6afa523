"""Where LIFT tasks come from: JSON lines (exact weights), a local copy of the dataset, or the hub."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.files import dump_line, read_jsonl
from inst_trans_env.lift.arguments import unknown
from inst_trans_env.lift.sample import sample_rows
from inst_trans_env.lift.schema import LiftTask, task_from_row
from inst_trans_env.lift.selectors import AMONG, BASES, Among, Base, Indexing, infer_indexing

HUB_ID = "ai21labs/LIFTBench"
CONFIGS = {
    "short_doc_few_constraints": "l3_d2_sh3_sv2_snv2",
    "short_doc_some_constraints": "l3_d2_sh5_sv3_snv2",
    "short_doc_many_constraints": "l3_d2_sh7_sv3_snv3",
    "short_doc_numerous_constraints": "l3_d2_sh7_sv4_snv4",
    "long_doc_few_constraints": "l5_d2_sh5_sv2_snv2",
    "long_doc_some_constraints": "l5_d2_sh7_sv3_snv2",
    "long_doc_many_constraints": "l5_d2_sh7_sv3_snv3",
    "long_doc_numerous_constraints": "l5_d2_sh7_sv4_snv4",
    "flat_doc_some_constraints": "flat_sv3_snv3",
    "flat_doc_many_constraints": "flat_sv5_snv5",
}
"""Config -> ``dataset_id``, from the dataset card."""

SPLITS = ("train", "test")


class LiftTaskSet(list[LiftTask]):
    """Tasks in the order of their source.

    Attributes:
        source: a path, or ``hub:CONFIG/SPLIT``.
        indexing: how their selectors count.
    """

    def __init__(
        self, tasks: Iterable[LiftTask] = (), *, source: str = "", indexing: Indexing | None = None
    ) -> None:
        """Take tasks and where they came from."""
        super().__init__(tasks)
        self.source = source
        self.indexing = indexing or Indexing()

    @cached_property
    def sha256(self) -> str:
        """Hexadecimal digest of the rows."""
        return hashlib.sha256("\n".join(dump_line(task.to_row()) for task in self).encode()).hexdigest()


def load_lift_tasks(
    source: str | Path,
    *,
    config: str | None = None,
    split: str = "test",
    base: Base | None = None,
    among: Among | None = None,
) -> LiftTaskSet:
    """Load tasks, every row checked.

    Args:
        source: a JSONL file; a folder that holds ``CONFIG/SPLIT.jsonl``; ``hub`` or ``hub:REVISION``; ``sample``
            (shipped) or ``sample:CONFIG/SPLIT``.
        config: one of `CONFIGS`, for folders, the hub and the sample (there the first by default).
        split: ``train`` or ``test``, likewise.
        base: whether selectors count from 0 or 1; None: as the outlines show.
        among: what selectors count (see `Indexing`); None: as the outlines show.

    Raises:
        DataError: names file, line, example, evaluation and field of the first row that cannot be used.
        UserError: the source cannot be read.

    Warns:
        UserWarning: the outlines do not show how selectors count.
    """
    if base not in BASES:
        raise UserError(f"base {base!r}: selectors count from 0 or 1; None finds out from the outlines")
    if among not in AMONG:
        raise UserError(
            f"among {among!r}: selectors count `siblings` or in the whole `document`; None finds out"
        )
    name = str(source)
    if name == "hub" or name.startswith("hub:"):
        revision = name.partition(":")[2] or None
        rows, name = _hub_rows(_known_config(config), _known_split(split), revision), f"hub:{config}/{split}"
    elif name == "sample" or name.startswith("sample:"):
        rows, name = _sample_rows(name, config, split)
    else:
        path = _file(Path(source), config, split)
        rows, name = ((f"{path}, line {number}", row) for number, row in read_jsonl(path)), str(path)
    tasks = list(_tasks(rows))
    if not tasks:
        raise DataError(f"{name}: no task in it")
    selectors = [(task.document_outline, [entry.selector for entry in task.evaluations]) for task in tasks]
    inference = infer_indexing(selectors, base, among)
    if inference.warning:
        warnings.warn(f"{name}: {inference.warning}", stacklevel=2)
    indexing = inference.indexing
    return LiftTaskSet((replace(task, indexing=indexing) for task in tasks), source=name, indexing=indexing)


def _tasks(rows: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[LiftTask]:
    places: dict[str, str] = {}
    for place, row in rows:
        try:
            task = task_from_row(row)
        except DataError as error:
            raise DataError(f"{place} (example {row.get('example_id', 'without id')!r}): {error}") from None
        name = task.example_id
        if not name.strip():
            raise DataError(f"{place}, field example_id: missing or empty; every row needs one of its own")
        if name in places:
            raise DataError(
                f"{place}, field example_id: {name!r} stands already at {places[name]}; make it unique"
            )
        places[name] = place
        yield task


def _sample_rows(
    name: str, config: str | None, split: str
) -> tuple[Iterator[tuple[str, dict[str, Any]]], str]:
    """Return the rows of the sample, and the name that says which they are."""
    config = config or next(iter(CONFIGS))
    if name != "sample":
        config, _, split = name.removeprefix("sample:").partition("/")
    return sample_rows(_known_config(config), _known_split(split)), f"sample:{config}/{split}"


def _file(path: Path, config: str | None, split: str) -> Path:
    if path.is_file():
        return path
    if not path.is_dir():
        raise UserError(
            f"{path} does not exist: give a JSONL file, a local copy of {HUB_ID}, `sample` or `hub`"
        )
    found = path / _held_config(path, config) / f"{_known_split(split)}.jsonl"
    if not found.is_file():
        raise UserError(f"{found} does not exist: the config has no such split in this folder")
    return found


def _held_config(folder: Path, config: str | None) -> str:
    """Return the config once the folder is known to hold it; synthesised ones may be none of `CONFIGS`."""
    files = (file for split in SPLITS for file in folder.glob(f"*/{split}.jsonl"))
    held = sorted({file.parent.name for file in files})
    if not held:
        raise UserError(
            f"{folder} holds no CONFIG/SPLIT.jsonl: give a JSONL file, or a local copy of {HUB_ID}"
        )
    if config is None:
        raise UserError(f"{folder} holds the configs {', '.join(held)}: name one with --config")
    if config not in held:
        raise UserError(f"{folder}: {unknown('config', config, held)}")
    return config


def _known_config(config: str | None) -> str:
    if config not in CONFIGS:
        raise UserError(
            f"name a config with --config: {', '.join(CONFIGS)}"
            if config is None
            else unknown("config", config, CONFIGS)
        )
    return config


def _known_split(split: str) -> str:
    if split not in SPLITS:
        raise UserError(unknown("split", split, SPLITS))
    return split


def _hub_rows(config: str, split: str, revision: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        import datasets
    except ImportError as error:
        raise UserError("loading from the hub needs `datasets`: pip install 'inst-trans-env[hub]'") from error
    try:
        rows = list(datasets.load_dataset(HUB_ID, config, split=split, revision=revision))
    except Exception as error:
        # The library raises many kinds for a missing network, revision or permission: all end here.
        raise UserError(
            f"cannot load {HUB_ID} ({config}, {split}) from the hub: {error}; "
            "check the network, or give the path of a local copy"
        ) from error
    return (
        (f"hub:{config}/{split}, row {number}", _without_padding(row)) for number, row in enumerate(rows, 1)
    )


def _without_padding(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without the nulls that columnar storage puts where an evaluation lacks an argument."""
    info = row.get("info")
    if not isinstance(info, dict) or not isinstance(info.get("evaluations"), list):
        return row
    evaluations = [
        {
            key: _dense(value) if key in {"metric_args", "parser_args"} else value
            for key, value in entry.items()
        }
        for entry in info["evaluations"]
    ]
    return {**row, "info": {**info, "evaluations": evaluations}}


def _dense(value: Any) -> Any:
    return (
        {key: item for key, item in value.items() if item is not None} if isinstance(value, dict) else value
    )
