"""The errors that a caller may meet: mistakes of the user, unreadable data, failures of the judge."""

from __future__ import annotations


class UserError(Exception):
    """A mistake that the user can mend: the message is one clear sentence that says how (exit code 2)."""


class DataError(UserError):
    """A row that cannot be read: the message names file, line, case, field and what was expected."""


class JudgeError(Exception):
    """The judge could not be asked or did not answer with a verdict. Never turned into a score."""
