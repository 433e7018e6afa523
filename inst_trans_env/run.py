"""An evaluation run: scores appended as rows finish, resumed where it stopped, the same files in the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from inst_trans_env.errors import DataError, JudgeError, UserError
from inst_trans_env.files import dump_line, write_json, write_jsonl
from inst_trans_env.locks import FolderLock
from inst_trans_env.scoring import Score, Scorer
from inst_trans_env.tasks.schema import Task

SCORES = "scores.jsonl"
SUMMARY = "summary.json"
MARK = "run.json"

Work = Sequence[tuple[Task, str]]
"""Tasks with their answers; a missing answer is the empty string."""

Done = Callable[[int], None]
"""Told how many more rows are finished."""


def score_row(task: Task, score: Score) -> dict[str, Any]:
    """Return the row of ``scores.jsonl`` for one answer."""
    soft = {
        cid: {"score": value, **({"note": score.notes[cid]} if cid in score.notes else {})}
        for cid, value in score.graded.items()
    }
    return {
        "case_id": task.case_id,
        "source_lang": task.source_lang,
        "target_lang": task.target_lang,
        "scenario": task.scenario,
        "domain": task.domain,
        "constraint_ids": list(task.constraint_ids),
        "prediction_status": "present" if score.present else "missing",
        "if_score": score.reward,
        "quality_score": score.quality,
        "hard_constraint_results": {name: verdict.to_dict() for name, verdict in score.gates.items()},
        "soft_constraint_results": soft,
    }


class RunFolder(FolderLock):
    """The output folder of one run: what is finished in it survives a kill and is not done again.

    Use it as ``with RunFolder(...) as folder``: as long as it is open, no other process can open it.

    Args:
        path: the folder; made when it is not there.
        identity: everything that the scores depend on; a folder that holds another run is refused.
        overwrite: discard the run that the folder holds; whatever else is in it stays.

    Raises:
        UserError: the folder holds a run with another identity, another process is at work in it, or it
            cannot be made.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any], *, overwrite: bool = False) -> None:
        self.path = path
        super().__init__(path)
        try:
            for name in (SCORES, SUMMARY, MARK):
                # What a kill left half-written under another name.
                for left in path.glob(f".{name}.*"):
                    left.unlink()
                if overwrite:
                    (path / name).unlink(missing_ok=True)
            self._finished = self._resume(identity)
            write_json(path / MARK, identity)
        except BaseException:
            self.release()
            raise

    def _resume(self, identity: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        mark, scores = self.path / MARK, self.path / SCORES
        rows = {row["case_id"]: row for row in whole_rows(scores)} if scores.exists() else {}
        if not rows:
            # Nothing was scored yet, so that a run with other settings loses nothing.
            return {}
        known = _object(mark.read_bytes(), mark) if mark.exists() else {}
        differing = sorted(key for key in {*known, *identity} if known.get(key) != identity.get(key))
        if differing:
            raise UserError(
                f"{self.path} holds scores of another run (different: {', '.join(differing)}): "
                "choose another --output-dir or give --overwrite"
            )
        return rows

    def finished(self) -> Mapping[str, dict[str, Any]]:
        """Return the rows that are done, by case."""
        return self._finished

    @contextmanager
    def appending(self) -> Iterator[Callable[[dict[str, Any]], None]]:
        """Give a function that appends one finished row to the file at once."""
        # A line that a kill cut short is dropped before anything is appended after it.
        write_jsonl(self.path / SCORES, self._finished.values())
        with (self.path / SCORES).open("a", encoding="utf-8", newline="") as stream:
            yield lambda row: self._append(stream, row)

    def _append(self, stream: TextIO, row: dict[str, Any]) -> None:
        stream.write(dump_line(row) + "\n")
        stream.flush()
        self._finished[row["case_id"]] = row

    def finish(self, order: Sequence[str], summary: Mapping[str, Any]) -> None:
        """Write the scores in the order of the tasks, and the summary."""
        write_jsonl(self.path / SCORES, (self._finished[case_id] for case_id in order))
        write_json(self.path / SUMMARY, summary)


def read_summary(folder: Path) -> dict[str, Any]:
    """Return the ``summary.json`` of a finished run.

    Raises:
        DataError: there is none, or it is something else.
    """
    path = folder / SUMMARY
    if not path.exists():
        raise DataError(f"{folder} holds no finished run: `inst-trans evaluate` leaves {SUMMARY} there")
    summary = _object(path.read_bytes(), path)
    if not isinstance(summary.get("config"), dict) or "signature" not in summary["config"]:
        raise _damaged(path)
    return summary


def read_identity(folder: Path) -> dict[str, Any]:
    """Return what the scores of a run folder depend on, or raise `DataError`."""
    path = folder / MARK
    if not path.exists():
        raise DataError(f"{folder} holds no run of `inst-trans evaluate`")
    return _object(path.read_bytes(), path)


def whole_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a ``scores.jsonl``, without a last line that a kill cut short.

    Raises:
        DataError: a line is not such a row.
    """
    with path.open("rb") as stream:
        for line in stream:
            if not line.endswith(b"\n"):
                return
            # An editor may leave blank lines at the end.
            if not line.strip():
                continue
            row = _object(line, path)
            if not isinstance(row.get("case_id"), str):
                raise _damaged(path)
            yield row


def _object(raw: bytes, path: Path) -> dict[str, Any]:
    try:
        data = json.loads(raw)
    except ValueError as error:
        raise _damaged(path) from error
    if not isinstance(data, dict):
        raise _damaged(path)
    return data


def _damaged(path: Path) -> DataError:
    return DataError(f"{path} is damaged: delete it, or give --overwrite to start anew")


async def run(scorer: Scorer, work: Work, folder: RunFolder, *, concurrency: int, done: Done) -> None:
    """Score what is not finished yet, so many answers at a time.

    Raises:
        JudgeError: the judge failed for good; what was finished is in the folder.
    """
    finished = folder.finished()
    unfinished = [pair for pair in work if pair[0].case_id not in finished]
    done(len(work) - len(unfinished))
    todo = iter(unfinished)
    failures: list[JudgeError] = []
    with folder.appending() as append:

        async def worker() -> None:
            for task, prediction in todo:
                try:
                    append(score_row(task, await scorer.ascore(task, prediction)))
                except JudgeError as error:
                    failures.append(error)
                if failures:
                    # What is on its way is paid for: the others finish their row, none begins another.
                    return
                done(1)
                # Rule-only scoring never waits by itself: let the progress bar and signals in.
                await asyncio.sleep(0)

        await asyncio.gather(*(worker() for _ in range(max(1, min(concurrency, len(unfinished))))))
    if failures:
        raise failures[0]
