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
            import ray.data
        except ImportError as error:
            raise UserError("--engine ray needs Ray: pip install 'inst-trans-env[ray]'") from error
        local: dict[str, Any] = {} if address else {"num_cpus": workers, "include_dashboard": False}
        # It sets its level when it is imported, and tells of every step.
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        ray.data.DataContext.get_current().enable_progress_bars = False
        try:
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **local)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise UserError(f"no Ray cluster at {address!r}: {error}") from error

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        import ray

        ray.shutdown()

    def run(self, job: Callable[[T], None], items: Sequence[T]) -> Iterator[T]:
        """Yield each item when its job is done.

        Raises:
            UserError: a job raised it, or Ray could not finish a job.
        """
        import ray.data

        def work(row: dict[str, Any]) -> dict[str, Any]:
            job(items[row["id"]])
            return row

        if not items:
            return
        # One block a job: what a dead worker had in work is little, and done again by another.
        rows = ray.data.range(len(items), override_num_blocks=len(items)).map(work)
        try:
            for row in rows.iter_rows():
                yield items[row["id"]]
        except ray.exceptions.RayError as error:
            told = _told(error)
            raise told or UserError(f"Ray could not finish: {error}"[:500]) from error


def _told(error: BaseException | None) -> UserError | None:
    """Return the mistake that a job told of, out of the errors that Ray wraps it in."""
    while error is not None:
        if isinstance(error, UserError):
            return error
        error = getattr(error, "cause", None) or error.__cause__
    return None
