"""`inst-trans explain`: why an answer gets its verdicts, with the places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any

import click
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from inst_trans_env.cli.options import data_option
from inst_trans_env.cli.show import find_task
from inst_trans_env.constraints.registry import RULE_SETS
from inst_trans_env.files import decode
from inst_trans_env.probe.explanation import Explanation, Finding, differences, explain
from inst_trans_env.report.tables import console
from inst_trans_env.tasks import Task, load_tasks

_LEFT, _RIGHT = "⟦", "⟧"

_VISIBLE = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_VISIBLE |= {0x7F: 0x2421, **dict.fromkeys(range(0x80, 0xA0), 0xFFFD)}
"""Control characters, each with one symbol, so that places stay; lines and tabs are layout."""


@click.command(
    epilog="""\b
Examples:
  inst-trans explain --case sample-en-001 --prediction answer.txt
  inst-trans explain --case sample-en-001 --prediction - < answer.txt
  inst-trans explain --data tasks.jsonl --case 17 --prediction answer.txt --rules both
  inst-trans explain --case sample-en-001 --prediction answer.txt --json"""
)
@data_option
@click.option("--case", "case_id", required=True, metavar="ID", help="The task's case_id.")
@click.option(
    "--prediction",
    required=True,
    type=click.File("rb"),
    metavar="FILE|-",
    help="The answer, as it came; - reads standard input.",
)
@click.option(
    "--rules",
    type=click.Choice([*RULE_SETS, "both"]),
    default="strict",
    show_default=True,
    help="Rule set, or both side by side.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
def command(data: str, case_id: str, prediction: IO[bytes], rules: str, as_json: bool) -> None:
    """Show each gate's verdict on one answer, the offending places marked in source and answer."""
    task = find_task(load_tasks(data), case_id)
    text = decode(prediction.read(), Path(getattr(prediction, "name", "standard input")))
    names = list(RULE_SETS) if rules == "both" else [rules]
    found = [explain(task, text, name) for name in names]
    if as_json:
        body: dict[str, Any] = {
            "case_id": task.case_id,
            "rules": {item.rules: item.to_dict() for item in found},
        }
        if len(found) > 1:
            body["differences"] = differences(*found)
        click.echo(json.dumps(body, ensure_ascii=False, indent=2))
        return
    for item in found:
        _print(task, text, item)
    if len(found) > 1:
        _side_by_side(found)


def _safe(text: str) -> str:
    """Return the text with a symbol for each control character: an answer must not steer the terminal."""
    return text.translate(_VISIBLE)


def _print(task: Task, prediction: str, explanation: Explanation) -> None:
    page = console()
    complete = "" if explanation.score.complete else ", rules only: a judge scores the rest"
    page.print(Rule(f"{explanation.rules}: reward {explanation.score.reward:.2f}{complete}", align="left"))
    for finding in explanation.findings:
        page.print(_heading(finding))
        for name, verdict in finding.verdict.sub.items():
            if not verdict.passed:
                page.print(Text(_safe(f"    {name}: {verdict.reason}"), style="red"))
        for title, strings in (("missing", finding.verdict.missing), ("extra", finding.verdict.extra)):
            if strings:
                page.print(Text(f"    {title}: ", style="dim"), Text(_safe(", ".join(strings[:20]))))
    source = {span for finding in explanation.findings for span in finding.source}
    answer = {span for finding in explanation.findings for span in finding.answer}
    for title, text, spans in (("source", task.source_text, source), ("answer", prediction, answer)):
        page.print(Rule(title, align="left"))
        page.print(mark(_safe(text), spans, colour=page.is_terminal))


def _heading(finding: Finding) -> Text:
    verdict = finding.verdict
    if verdict.score is not None:
        shown, style = f"{verdict.score:g}", "green" if verdict.passed else "red"
    else:
        shown, style = ("pass", "green") if verdict.passed else ("FAIL", "bold red")
    return Text.assemble((f"{shown:5}", style), f"{finding.name:26}", _safe(verdict.reason))


def mark(text: str, spans: set[tuple[int, int]], *, colour: bool) -> Text:
    """Return the text with the spans in red, or between brackets where there is no colour."""
    if colour:
        shown = Text(text)
        for start, end in spans:
            shown.stylize("bold white on red", start, max(end, start + 1))
        return shown
    edges = [(end, 0, _RIGHT) for _, end in spans] + [(start, 1, _LEFT) for start, _ in spans]
    pieces, at = [], 0
    for place, _, sign in sorted(edges):
        pieces += [text[at:place], sign]
        at = place
    return Text("".join([*pieces, text[at:]]))


def _side_by_side(found: list[Explanation]) -> None:
    page = console()
    grid = Table(
        "gate",
        *(item.rules for item in found),
        "why they differ",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    notes = {entry["gate"]: entry["why"] for entry in differences(*found)}
    names = dict.fromkeys(finding.name for item in found for finding in item.findings)
    for name in names:
        verdicts = [next((f.verdict for f in item.findings if f.name == name), None) for item in found]
        cells = [
            "–" if v is None else f"{v.score:g}" if v.score is not None else "pass" if v.passed else "FAIL"
            for v in verdicts
        ]
        grid.add_row(name, *cells, _safe(notes.get(name, "")))
    page.print(Rule("side by side", align="left"))
    page.print(grid)
