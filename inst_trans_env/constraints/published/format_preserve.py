"""`format_preserve` as published: four sub-checks, each run when the source calls for it."""

from __future__ import annotations

import re
from collections.abc import Callable

from inst_trans_env.constraints.published import json_keys, markdown
from inst_trans_env.constraints.verdict import PASS, Verdict, fail
from inst_trans_env.tasks.schema import Task

_TAG_HEAD = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*\b")
_HIDDEN = re.compile(r"<(script|style)\b[^>]*>", re.IGNORECASE)
_HAN = re.compile("[\u4e00-\u9fff]")
_PLACEHOLDERS = {
    "double braces": re.compile(r"\{\{[a-zA-Z_][a-zA-Z0-9_]*\}\}"),
    "braces": re.compile(r"\{[a-zA-Z_][a-zA-Z0-9_]*\}"),
    "percent": re.compile(r"%[dsf]"),
    "named percent": re.compile(r"%\([a-zA-Z_][a-zA-Z0-9_]*\)[dsf]"),
    "dollar": re.compile(r"\$[a-zA-Z_][a-zA-Z0-9_]*"),
}


def check(task: Task, prediction: str) -> Verdict:
    """Run the sub-checks that the source triggers; all must pass."""
    checks: dict[str, Callable[[Task, str], Verdict | None]] = {
        "json": json_keys.check,
        "html": _html,
        "markdown": markdown.check,
        "placeholder": _placeholder,
    }
    sub = {}
    for name, run in checks.items():
        verdict = run(task, prediction)
        if verdict is not None:
            sub[name] = verdict
    failed = next(((name, verdict) for name, verdict in sub.items() if not verdict.passed), None)
    if failed is None:
        return Verdict(True, sub=sub)
    name, verdict = failed
    return fail(f"{name}: {verdict.reason}", missing=verdict.missing, extra=verdict.extra, sub=sub)


def _html(task: Task, prediction: str) -> Verdict | None:
    expected = _tags(task.source_text)
    if not expected:
        return None
    got = _tags(prediction)
    if expected != got:
        return fail(
            f"the tags differ: {_listed(expected)} in the source, {_listed(got)} in the answer",
            missing=tuple(sorted(set(expected) - set(got))),
            extra=tuple(sorted(set(got) - set(expected))),
        )
    if task.source_lang == "zh" and task.target_lang not in ("zh", "ja"):
        return _residue(task.source_text, prediction)
    return PASS


def _listed(tags: list[str]) -> str:
    return " ".join(f"{tag}>" for tag in tags)[:200] or "none"


def _tags(text: str) -> list[str]:
    """Return the tags in order, without their attributes."""
    return [re.split(r"\s", text[start:end], maxsplit=1)[0].rstrip(">") for start, end in _tag_spans(text)]


def _tag_spans(text: str) -> list[tuple[int, int]]:
    spans = []
    match = _TAG_HEAD.search(text)
    while match:
        end = text.find(">", match.end()) + 1
        if not end:
            break
        spans.append((match.start(), end))
        match = _TAG_HEAD.search(text, end)
    return spans


def _residue(source: str, prediction: str) -> Verdict:
    visible = _visible(prediction)
    if not visible or not _visible(source):
        return PASS
    han = len(_HAN.findall(visible))
    if han <= 0.01 * len(visible):
        return PASS
    return fail(
        f"{han} of {len(visible)} visible characters are still Chinese",
        measures={"han_share": han / len(visible)},
    )


def _visible(text: str) -> str:
    text = _without_hidden(text)
    pieces, at = [], 0
    for start, end in _tag_spans(text):
        pieces.append(text[at:start])
        at = end
    pieces.append(text[at:])
    return re.sub(r"\s+", "", "".join(pieces))


def _without_hidden(text: str) -> str:
    """Drop script and style elements with their bodies; one that is never closed stays."""
    lowered, pieces, at = text.lower(), [], 0
    if len(lowered) != len(text):
        lowered = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    unclosed: set[str] = set()
    match = _HIDDEN.search(text)
    while match:
        name = match[1].lower()
        close = -1 if name in unclosed else lowered.find(f"</{name}>", match.end())
        if close < 0:
            unclosed.add(name)
            match = _HIDDEN.search(text, match.end())
            continue
        pieces.append(text[at : match.start()])
        at = close + len(name) + 3
        match = _HIDDEN.search(text, at)
    pieces.append(text[at:])
    return "".join(pieces)


def _placeholder(task: Task, prediction: str) -> Verdict | None:
    missing: list[str] = []
    triggered = False
    for pattern in _PLACEHOLDERS.values():
        expected = set(pattern.findall(task.source_text))
        triggered = triggered or bool(expected)
        missing += sorted(expected - set(pattern.findall(prediction)))
    if not triggered:
        return None
    if not missing:
        return PASS
    return fail(f"placeholders not found in the answer: {', '.join(missing)}", missing=tuple(missing))
