"""Jobs on Ray Data: a cluster by its address, or a small one of this machine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from inst_trans_env.errors import UserError

T = TypeVar("T")


class RayEngine:
    """Runs jobs as stateless Ray Data tasks: Ray does again what a dead worker or node had in work.

    Every node needs this package in the same version, and sees inputs and outputs under the same paths.

    Args:
        address: of the cluster (``auto``, ``ray://HOST:PORT``); None starts one on this machine.
        workers: CPUs of the one that is started.
    """

    def __init__(self, address: str | None, workers: int) -> None:
        try:
            import ray
        except ImportError as error:
            raise UserError("--engine ray needs Ray: pip install 'inst-trans-env[ray]'") from error
        local: dict[str, Any] = {} if address else {"num_cpus": workers, "include_dashboard": False}
        try:
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **local)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise UserError(f"no Ray cluster at {address!r}: {error}") from error

    def run(self, job: Callable[[T], None], items: Sequence[T]) -> Iterator[T]:
        """Yield each item when its job is done; an error of a job is raised as it was."""
        import ray
        import ray.data

        def work(row: dict[str, Any]) -> dict[str, Any]:
            job(items[row["id"]])
            return row

        ray.data.DataContext.get_current().enable_progress_bars = False
        jobs = ray.data.range(len(items), override_num_blocks=len(items)).map(work, num_cpus=1)
        try:
            for row in jobs.iter_rows():
                yield items[row["id"]]
        except ray.exceptions.RayTaskError as error:
            cause = getattr(error, "cause", None)
            raise cause if isinstance(cause, UserError) else error from error
