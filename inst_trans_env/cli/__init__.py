"""The `inst-trans` command: a click group whose subcommands load lazily, one file each."""

from __future__ import annotations

import importlib
import io
import logging
import sys
import warnings
from typing import Any, ClassVar

import click

from inst_trans_env.cli.stopping import stoppable
from inst_trans_env.errors import JudgeError, UserError

COMMANDS = {
    "report": "Write one HTML page of a finished run.",
    "serve": "Offer calibration policies as models of an OpenAI-compatible server.",
    "cache": "Look at, export and clear the cache of judge verdicts.",
    "compare": "Compare two evaluated runs case by case.",
    "evaluate": "Score a file of predictions.",
    "explain": "Show why one answer gets its verdicts, the places marked.",
    "filter": "Choose rollouts to train on, and write them for a trainer.",
    "lift": "Score documents by constraints on their parts (LIFT-Bench).",
    "judge": "Find out whether a judge can be trusted.",
    "prepare": "Write model inputs: case_id and messages only.",
    "probe": "Run cheating and honest policies: what a reward can be gamed by.",
    "rescore": "Score a finished run again, by other rules or another judge.",
    "show": "Show one task, readable.",
    "syllables": "Count the syllables of a text as spoken, token by token.",
    "traces": "Summarise a run of vf-eval.",
    "stats": "Count tasks by constraint, domain, scenario and languages.",
}
"""Subcommand name -> one-line help; `foo-bar` lives in `cli/foo_bar.py` as `command`."""


class LazyGroup(click.Group):
    """A group that imports a subcommand's module only when it is used, and turns errors into exit codes.

    A subgroup has a subclass with `lazy_commands` and the beginning of its modules' names of its own.
    """

    lazy_commands: ClassVar[dict[str, str]] = COMMANDS
    prefix: ClassVar[str] = "inst_trans_env.cli."

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands, sorted."""
        return sorted(self.lazy_commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one subcommand, or None when there is none of that name."""
        if cmd_name not in self.lazy_commands:
            return None
        module = importlib.import_module(self.prefix + cmd_name.replace("-", "_"))
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(self.lazy_commands.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run; a user's mistake is one sentence and exit code 2, a judge's failure likewise 1."""
        _prepare_streams()
        try:
            with stoppable(ctx):
                return super().invoke(ctx)
        except UserError as error:
            click.echo(f"error: {error}", err=True)
            ctx.exit(2)
        except BrokenPipeError:
            raise
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            click.echo(f"error: {place}{error.strerror or error}", err=True)
            ctx.exit(2)
        except JudgeError as error:
            click.echo(f"error: {error}", err=True)
            ctx.exit(1)


class _Lines(logging.Handler):
    """Shows what the library logs as lines on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one record."""
        click.echo(f"{record.levelname.lower()}: {record.getMessage()}", err=True)


_LINES = _Lines(logging.WARNING)


def _prepare_streams() -> None:
    """Let any text be printed wherever it goes, and show warnings as one line."""
    logging.getLogger("inst_trans_env").addHandler(_LINES)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    warnings.showwarning = lambda message, *_: click.echo(f"warning: {message}", err=True)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="inst-trans-env")
def main() -> None:
    """Score constrained generation: evaluate, explain, probe, filter, serve."""
