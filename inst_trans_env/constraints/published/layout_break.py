"""`layout_break` as published: counts of line ends, the first line's indent, the presence of a table."""

from __future__ import annotations

from inst_trans_env.constraints.published.reading import layout_features
from inst_trans_env.constraints.verdict import PASS, Verdict, fail
from inst_trans_env.tasks.schema import Task


def check(task: Task, prediction: str) -> Verdict:
    """Compare the layout of the raw source and the raw prediction."""
    features = layout_features(task.constraints)
    checks = {"newlines": _newlines, "indent": _indent, "table": _table}
    sub = {name: checks[name](task.source_text, prediction) for name in checks if name in features}
    failed = next((verdict for verdict in sub.values() if not verdict.passed), PASS)
    return Verdict(failed.passed, failed.reason, sub=sub)


def _newlines(source: str, prediction: str) -> Verdict:
    expected, got = source.count("\n"), prediction.count("\n")
    return PASS if expected == got else fail(f"the source has {expected} line breaks, the answer {got}")


def _indent(source: str, prediction: str) -> Verdict:
    expected, got = (text.partition("\n")[0][:1].isspace() for text in (source, prediction))
    if expected == got:
        return PASS
    return fail(
        "the source's first line is indented, the answer's is not"
        if expected
        else "the answer's first line is indented"
    )


def _table(source: str, prediction: str) -> Verdict:
    if has_table_row(source) and not has_table_row(prediction):
        return fail("the source has a table row (two `|` on a line), the answer has none")
    return PASS


def has_table_row(text: str) -> bool:
    """Tell whether a line holds at least two vertical bars."""
    return any(line.count("|") >= 2 for line in text.split("\n"))
