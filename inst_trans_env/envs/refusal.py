"""A mistake in a config, told at the command line in one sentence and caught by code like any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inst_trans_env.errors import UserError


class ConfigError(UserError, SystemExit):
    """A `UserError` that, where nobody catches it, ends the program with its sentence and without a traceback.

    `vf-eval` catches nothing that a task set raises while it loads.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        # What the interpreter prints before it exits with 1.
        self.code = f"error: {message}"


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn a `UserError` into a `ConfigError`."""
    try:
        yield
    except UserError as error:
        raise ConfigError(str(error)) from error
