"""Where tasks come from: the shipped sample, a file of JSON lines, or the dataset hub."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.files import decode, dump_line, parse_jsonl, read_bytes
from inst_trans_env.tasks import release
from inst_trans_env.tasks.rows import odd_values, require_fields, task_from_row, unknown_fields
from inst_trans_env.tasks.schema import Task


class TaskSet(list[Task]):
    """Tasks in the order of their source, with where they came from.

    Attributes:
        source: ``sample``, a path, or ``hub:revision``.
        sha256: hexadecimal digest of the data (of the file's bytes where there is a file).
    """

    def __init__(self, tasks: Iterable[Task] = (), *, source: str = "", sha256: str = "") -> None:
        super().__init__(tasks)
        self.source = source
        self.sha256 = sha256


def load_tasks(source: str | Path = "sample", *, limit: int | None = None) -> TaskSet:
    """Load tasks, in order, every row checked.

    Args:
        source: ``sample`` (shipped with the package), ``hub`` or ``hub:REVISION``, or a JSONL file's path.
        limit: keep only this many rows from the top.

    Raises:
        DataError: names file, line, case and field of the first row that cannot be used.
        UserError: the source cannot be read.
    """
    if limit is not None and limit < 1:
        raise UserError(f"limit must be at least 1, got {limit}")
    name = str(source)
    if name == "hub" or name.startswith("hub:"):
        tasks = _load_hub(name.partition(":")[2] or None)
    elif name == "sample":
        with resources.as_file(resources.files("inst_trans_env.tasks") / "sample" / "test.jsonl") as path:
            tasks = _load_file(path, name)
    else:
        tasks = _load_file(Path(source), name)
    if not tasks:
        raise DataError(f"{name}: no task in it")
    return tasks if limit is None else TaskSet(tasks[:limit], source=tasks.source, sha256=tasks.sha256)


def _load_file(path: Path, name: str) -> TaskSet:
    if path.is_dir():
        raise UserError(f"{path} is a folder: give the JSONL file, e.g. {path / 'test.jsonl'}")
    if not path.exists():
        raise UserError(f"{path} does not exist: give `sample`, `hub`, or the path of a JSONL file of tasks")
    raw = read_bytes(path)
    located = ((f"{path}, line {number}", row) for number, row in parse_jsonl(decode(raw, path), path))
    tasks = TaskSet(_tasks(located), source=name, sha256=hashlib.sha256(raw).hexdigest())
    warning = release.checksum_warning(len(tasks), len(raw), tasks.sha256)
    if warning:
        warnings.warn(f"{path}: {warning}", stacklevel=3)
    return tasks


def _load_hub(revision: str | None) -> TaskSet:
    try:
        import datasets
    except ImportError as error:
        raise UserError(
            "loading from the hub needs the `datasets` package: pip install 'inst-trans-env[hub]'"
        ) from error
    try:
        rows = list(datasets.load_dataset(release.HUB_ID, split=release.SPLIT, revision=revision))
    except Exception as error:
        # The library raises many kinds for a missing network, revision or permission: all end here.
        raise UserError(
            f"cannot load {release.HUB_ID} (revision {revision or 'default'}) from the hub: {error}; "
            "check network and revision, or give the path of a local test.jsonl"
        ) from error
    source = f"hub:{revision}" if revision else "hub"
    tasks = _tasks((f"{source}, row {number}", row) for number, row in enumerate(rows, 1))
    digest = hashlib.sha256("\n".join(map(dump_line, rows)).encode()).hexdigest()
    return TaskSet(tasks, source=source, sha256=digest)


def _tasks(rows: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[Task]:
    seen: dict[str, str] = {}
    surplus: set[str] = set()
    odd: dict[str, str] = {}
    for place, row in rows:
        try:
            require_fields(row)
            task = task_from_row(row)
        except DataError as error:
            raise DataError(f"{place} (case {row.get('case_id', 'without id')!r}): {error}") from error
        if task.case_id in seen:
            raise DataError(f"{place}: case_id {task.case_id!r} was already used at {seen[task.case_id]}")
        seen[task.case_id] = place
        surplus.update(unknown_fields(row))
        for told in odd_values(task):
            odd.setdefault(told, place)
        yield replace(task, place=place)
    if odd:
        told, place = next(iter(odd.items()))
        more = f" ({len(odd) - 1} more such values)" if len(odd) > 1 else ""
        warnings.warn(f"{place}: {told}{more}; breakdowns will show it by itself", stacklevel=4)
    if surplus:
        warnings.warn(f"unknown fields were ignored: {', '.join(sorted(surplus))}", stacklevel=4)
