"""`inst-trans lift explain`: one document with the place and score of every constraint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any

import click
from rich.text import Text

from inst_trans_env.cli.lift_options import find_example, lift_options, load
from inst_trans_env.files import decode
from inst_trans_env.lift import LiftScore, score_document
from inst_trans_env.lift.scoring import EvaluationResult
from inst_trans_env.report.tables import console


@click.command(
    epilog="""\b
Examples:
  inst-trans lift explain --data test.jsonl EXAMPLE_ID --response answer.md
  inst-trans lift explain --data test.jsonl EXAMPLE_ID --response - < answer.md
  inst-trans lift explain --data test.jsonl EXAMPLE_ID --response answer.md --json"""
)
@click.argument("example_id")
@lift_options
@click.option(
    "--response",
    required=True,
    type=click.File("rb"),
    metavar="FILE|-",
    help="The document, as it came; - reads standard input.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the score as JSON.")
def command(example_id: str, response: IO[bytes], as_json: bool, **source: Any) -> None:
    """Show a document with each constraint above the part that it looks at, its score and the reason.

    Judged constraints are shown, not scored.
    """
    task = find_example(load(**source), example_id)
    text = decode(response.read(), Path(getattr(response, "name", "standard input")))
    score = score_document(task, text)
    if as_json:
        click.echo(json.dumps({"example_id": example_id, **score.to_dict()}, ensure_ascii=False, indent=2))
        return
    page = console()
    for line in explanation(score, text):
        page.print(line, soft_wrap=True)


def explanation(score: LiftScore, text: str) -> list[Text]:
    """Return the lines of the document, marks of constraints before the first line of their part."""
    shown = [_headline(score)]
    shown += [_mark(result) for result in score.results if result.lines is None]
    for number, line in enumerate(text.split("\n"), 1):
        starting = [result for result in score.results if result.lines and result.lines[0] == number]
        shown += [
            _mark(result) for result in sorted(starting, key=lambda result: -(result.lines or (0, 0))[1])
        ]
        shown.append(Text.assemble((f"{number:5} │ ", "dim"), line))
    return shown


def _headline(score: LiftScore) -> Text:
    if score.raw is not None:
        return Text(f"score {score.raw:.4f}, normalised {_shown(score.normalised)}", style="bold")
    missing = f"{score.unjudged} constraints need a judge, so there is no total"
    return Text(f"verifiable score {_shown(score.verifiable_score)}; {missing}", style="bold")


def _mark(result: EvaluationResult) -> Text:
    sign, style = (
        ("?", "yellow") if result.score is None else ("✓", "green") if result.score == 1 else ("✗", "red")
    )
    lines = "no place" if result.lines is None else _lines(*result.lines)
    place = f"{result.place}, {lines}" if result.place else lines
    return Text.assemble(
        (f"    {sign} {result.metric_name}", f"bold {style}"),
        (f" [{place}] ", "dim"),
        (result.reason, style),
        (f" · weight {result.weight:.4g}", "dim"),
    )


def _lines(first: int, last: int) -> str:
    return f"line {first}" if first == last else f"lines {first}–{last}"


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
