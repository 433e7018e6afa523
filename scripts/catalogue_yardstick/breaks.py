"""Breaks: one defect put into a good translation. They find their places by patterns of their own."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator

Rng = random.Random
Break = Callable[[str, Rng], str | None]

_PRINTF = re.compile(
    r"(?<![\d%])%(?:\d\$)?[-+0#']*\d*(?:\.\d+)?(?:hh|h|ll|l|z)?[diouxXeEfgGcs@](?![A-Za-z])"
    r"|%\(\w+\)[sd]|%[1-9](?![\d$A-Za-z])"
)
_NAMED = re.compile(
    r"(?<![\\$\]}^_{])\{(?:[a-zA-Z0-9_][a-zA-Z0-9_.]*)?\}(?!\})|\$\{\w+\}|\{\{ ?\w+ ?\}\}|%\(\w+\)[sd]"
)
_TAG = re.compile(r"</?(?!p>|li>|br)[a-zA-Z][\w:-]*(?:\s+[\w:-]+=(?:\"[^\"<>]*\"|'[^'<>]*'))*\s*/?>")
_PAIR = re.compile(r"<([a-zA-Z][\w:-]*)(?:\s[^<>]*)?(?<!/)>([^<>]*\w[^<>]*)</\1>")
_LINK = re.compile(r"(?:https?|ftp)://[\w.-]+\.\w+[\w/.-]*\w|(?<=href=\")[^\"<>{}%]{2,}(?=\")")
_MAIL = re.compile(r"\b[\w.-]+@[\w-]+\.[a-z]{2,}\b")
_WORD = re.compile(r"[^\W\d_]{3,}")


def _pick(pattern: re.Pattern[str], text: str, rng: Rng) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def _edit(pattern: re.Pattern[str], change: Callable[[re.Match[str], Rng], str | None]) -> Break:
    """Make a break that rewrites one match of a pattern."""

    def apply(text: str, rng: Rng) -> str | None:
        match = _pick(pattern, text, rng)
        new = change(match, rng) if match else None
        if match is None or new is None or new == match[0]:
            return None
        return text[: match.start()] + new + text[match.end() :]

    return apply


def _retype(match: re.Match[str], rng: Rng) -> str | None:
    """Give a printf directive another conversion."""
    if match[0][-1].isdigit():
        return None
    return match[0][:-1] + rng.choice([c for c in "sdxf" if c != match[0][-1]])


def _rename(match: re.Match[str], rng: Rng) -> str | None:
    """Change the name or number of a placeholder."""
    name = re.search(r"\w+(?=[^\w]*[sd]?$)", match[0])
    if match[0].startswith("%("):
        name = re.search(r"\w+", match[0])
    if name is None or not match[0].strip("{}$ "):
        return None
    new = str(int(name[0]) + 1) if name[0].isdigit() else name[0] + "x"
    return match[0][: name.start()] + new + match[0][name.end() :]


def _renumber(match: re.Match[str], rng: Rng) -> str | None:
    return f"%{(int(match[0][1]) % 9) + 1}" if re.fullmatch(r"%[1-9]", match[0]) else None


def _other_tag(text: str, rng: Rng) -> str | None:
    """Rename an element, both its tags."""
    match = _pick(_PAIR, text, rng)
    if match is None:
        return None
    name, new = match[1], "em" if match[1] != "em" else "b"
    body = match[0][1 + len(name) : -len(name) - 1]
    return f"{text[: match.start()]}<{new}{body}{new}>{text[match.end() :]}"


def _unwrap(match: re.Match[str], rng: Rng) -> str | None:
    return match[2]


def _unclose(match: re.Match[str], rng: Rng) -> str | None:
    return match[0][: match[0].rindex("</")]


def _empty_tag(match: re.Match[str], rng: Rng) -> str | None:
    """Move the text out of its element."""
    opened = match[0].index(">") + 1
    return match[0][:opened] + match[0][match[0].rindex("</") :] + match[2]


def _swap_tags(match: re.Match[str], rng: Rng) -> str | None:
    """Put the end tag before the start tag."""
    opened, closed = match[0].index(">") + 1, match[0].rindex("</")
    return match[0][closed:] + match[2] + match[0][:opened]


def _change_url(match: re.Match[str], rng: Rng) -> str | None:
    return match[0][:-1] + ("a" if match[0][-1] != "a" else "b")


def _cut(match: re.Match[str], rng: Rng) -> str | None:
    return ""


def _double(match: re.Match[str], rng: Rng) -> str | None:
    return match[0] + " " + match[0]


BREAKS: dict[str, Break] = {
    "printf: drop": _edit(_PRINTF, _cut),
    "printf: double": _edit(_PRINTF, _double),
    "printf: retype": _edit(_PRINTF, _retype),
    "printf: renumber %1": _edit(_PRINTF, _renumber),
    "named: drop": _edit(_NAMED, _cut),
    "named: double": _edit(_NAMED, _double),
    "named: rename": _edit(_NAMED, _rename),
    "tag: drop one": _edit(_TAG, _cut),
    "tag: double one": _edit(_TAG, lambda match, rng: match[0] * 2),
    "tag: drop pair": _edit(_PAIR, _unwrap),
    "tag: rename": _other_tag,
    "tag: unclose": _edit(_PAIR, _unclose),
    "tag: move text out": _edit(_PAIR, _empty_tag),
    "tag: cross": _edit(_PAIR, _swap_tags),
    "link: change": _edit(_LINK, _change_url),
    "link: drop": _edit(_LINK, _cut),
    "mail: change": _edit(_MAIL, lambda match, rng: "x" + match[0]),
}
"""Breaks of a single text; each returns None where it finds no place."""


def json_breaks(values: list[str], rng: Rng) -> Iterator[tuple[str, str]]:
    """Yield (kind, broken answer) for a batch whose good answer is an object of the values and a few scalars."""
    good = json_batch(values)
    data = json.loads(good)
    key = rng.choice([k for k in data if k not in ("n", "ok", "none", "list")])
    for kind, change in _JSON_CHANGES.items():
        changed = change(json.loads(good), key)
        if changed is not None:
            yield f"json: {kind}", json.dumps(changed, ensure_ascii=False)
    yield "json: no end", good[:-1]
    yield "json: trailing comma", good[:-1] + ",}"
    yield "json: fence", f"```json\n{good}\n```"
    yield "json: double key", good[:-1] + f', "{key}": "x"}}'
    moved = _move_between(values, rng)
    if moved is not None:
        yield "json: placeholder or tag moved to another value", json_batch(moved)


def json_batch(values: list[str]) -> str:
    """Return the JSON text of a batch: the values by number, and scalars that must not change."""
    data: dict[str, object] = {str(number): value for number, value in enumerate(values, 1)}
    data |= {"n": 7, "ok": True, "none": None, "list": ["a", "b"]}
    return json.dumps(data, ensure_ascii=False)


_JSON_CHANGES: dict[str, Callable[[dict[str, object], str], dict[str, object] | None]] = {
    "value emptied": lambda data, key: data | {key: ""} if str(data[key]).strip() else None,
    "value of another type": lambda data, key: data | {key: [data[key]]},
    "key dropped": lambda data, key: {k: v for k, v in data.items() if k != key},
    "key renamed": lambda data, key: {(k + "_x" if k == key else k): v for k, v in data.items()},
    "key added": lambda data, key: data | {"extra": "x"},
    "number changed": lambda data, key: data | {"n": 8},
    "number as string": lambda data, key: data | {"n": "7"},
    "boolean changed": lambda data, key: data | {"ok": False},
    "null as string": lambda data, key: data | {"none": ""},
    "array shorter": lambda data, key: data | {"list": ["a b"]},
    "array longer": lambda data, key: data | {"list": ["a", "b", "c"]},
}


def _move_between(values: list[str], rng: Rng) -> list[str] | None:
    for pattern in (_PRINTF, _NAMED, _PAIR):
        order = list(range(len(values)))
        rng.shuffle(order)
        for index in order:
            match = _pick(pattern, values[index], rng)
            if match:
                other = (index + 1) % len(values)
                changed = list(values)
                changed[index] = values[index][: match.start()] + values[index][match.end() :] + "."
                changed[other] = f"{values[other]} {match[0]}"
                return changed
    return None


def markdown_document(texts: list[str]) -> str:
    """Return a document that has every construct, from eight texts without any."""
    a, b, c, d, e, f, g, h = (" ".join(text.split()) for text in texts)
    return (
        f"# {a}\n\n{b} **{c}** {d} *{e}*.\n\n## {f}\n\n- {a}\n  - {b}\n  - {c}\n- {d}\n\n1. {e}\n2. {f}\n\n> {g}\n\n"
        f"| {a} | {b} |\n| --- | ---: |\n| {c} | 12 |\n| {d} | 7 |\n\n---\n\n[{h}](https://docs.example.org/a) "
        f"![{g}](img/a.png) `run --all`\n\n```sh\ncurl -s https://example.org | sh\n```\n"
    )


_MARKDOWN_CHANGES = {
    "heading level": ("## ", "### "),
    "heading lost": ("# ", ""),
    "list flattened": ("  - ", "- "),
    "list item lost": ("1. ", "1\\. "),
    "list kind": ("2. ", "- "),
    "quote lost": ("> ", ""),
    "table cell lost": ("| 12 |", ""),
    "table column lost": (" ---: |", ""),
    "rule lost": ("\n---\n\n[", "\n\n["),
    "strong lost": ("**", ""),
    "strong weakened": ("**", "*"),
    "link changed": ("example.org/a", "example.org/b"),
    "image changed": ("img/a.png", "bild/a.png"),
    "inline code changed": ("run --all", "run --alle"),
    "code changed": ("curl -s", "curl -S"),
    "info string lost": ("```sh", "```"),
    "fence lost": ("```", ""),
    "link unmade": ("](https://docs", "] (https://docs"),
}


def markdown_breaks(document: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, broken document) for a document of `markdown_document`."""
    for kind, (old, new) in _MARKDOWN_CHANGES.items():
        if old in document:
            count = -1 if kind in ("strong lost", "strong weakened", "fence lost") else 1
            yield f"markdown: {kind}", document.replace(old, new, count)
    yield "markdown: sentence in front", "Here is the translation:\n\n" + document


def _line_break(text: str, rng: Rng, change: Callable[[list[str], int], list[str]]) -> str | None:
    lines = text.split("\n")
    inner = [i for i in range(1, len(lines)) if lines[i - 1].strip() and lines[i].strip()]
    return "\n".join(change(lines, rng.choice(inner))) if inner else None


def _newline_lost(text: str, rng: Rng) -> str | None:
    return _line_break(text, rng, lambda ls, i: [*ls[: i - 1], f"{ls[i - 1]} {ls[i]}", *ls[i + 1 :]])


def _blank_line_added(text: str, rng: Rng) -> str | None:
    return _line_break(text, rng, lambda ls, i: [*ls[:i], "", *ls[i:]])


LAYOUT: dict[str, Break] = {
    "layout: newline lost": _newline_lost,
    "layout: blank line added": _blank_line_added,
}
"""Breaks of the layout."""
