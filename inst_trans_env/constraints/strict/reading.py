"""How the constraint lines are read: glossary pairs, social elements, layout features."""

from __future__ import annotations

import re
from functools import lru_cache

from inst_trans_env.errors import DataError
from inst_trans_env.tasks.schema import Task
from inst_trans_env.text.json_strict import loads_container

_GLOSSARY_HEAD = re.compile(r"(?:术语对照|专名)[^:：→]{0,40}[:：]")
_SOCIAL_HEAD = re.compile(r"社交元素[^:：]{0,40}[:：]")
_HEAD = re.compile(r"(?:【[^】]*】)?[^:：→]{0,60}[:：]|【[^】]*】")
_ARROW = "→"
_STRONG, _WEAK = "、；;\n", ",，"
_FEATURES = {"换行": "newlines", "缩进": "indentation", "表格": "tables"}
_MARKERS = "@＠#＃[【"


def lines(task: Task, constraint_id: str) -> list[str]:
    """Return the row's constraint lines of one id."""
    return [
        line for line, cid in zip(task.constraints, task.constraint_ids, strict=False) if cid == constraint_id
    ]


@lru_cache(maxsize=1024)
def glossary(task_lines: tuple[str, ...], source: str) -> tuple[tuple[str, str], ...]:
    """Return the glossary's pairs (source term, target term) in their order, each once.

    Source:
        the line ``术语对照: A→B、C→D``. A comma may belong to a term: between two arrows the cut is made
        where the longest piece behind it is a term of the source text, else at the last separator.
    """
    pairs: dict[tuple[str, str], None] = {}
    for line in task_lines:
        head = _GLOSSARY_HEAD.search(line) or _HEAD.match(line)
        parts = line[head.end() if head else 0 :].split(_ARROW)
        term = parts[0].strip()
        for number, part in enumerate(parts[1:], 2):
            target, following = (part, "") if number == len(parts) else _cut(part, source)
            target = target.strip().rstrip(_STRONG + _WEAK + "。").strip()
            if term and target:
                pairs[(term, target)] = None
            term = following.strip()
    return tuple(pairs)


def _cut(text: str, source: str) -> tuple[str, str]:
    """Cut what stands between two arrows into a target term and the next source term."""
    cuts = [index for index, char in enumerate(text) if char in _STRONG + _WEAK]
    for index in cuts:
        if (term := text[index + 1 :].strip()) and term in source:
            return text[:index], term
    strong = [index for index in cuts if text[index] in _STRONG]
    if not cuts:
        return text, ""
    index = (strong or cuts)[-1]
    return text[:index], text[index + 1 :]


@lru_cache(maxsize=1024)
def social_elements(task_lines: tuple[str, ...], source: str) -> tuple[str, ...]:
    """Return the elements to preserve in their order, each once.

    Source:
        the line ``保留以下社交元素不变: @某人、[藏狐]、#每日一喵#``. Separators may be spaces, and may
        belong to an element (``https://a.b/c,d``): the longest reading found in the source text wins.
    """
    found: dict[str, None] = {}
    plain_source = without_selectors(source)
    for line in task_lines:
        head = _SOCIAL_HEAD.search(line) or _HEAD.match(line)
        text = line[head.end() if head else 0 :].rstrip("。 ")
        at = 0
        while at < len(text):
            if _separates(text[at]):
                at += 1
                continue
            end = _element_end(text, at, plain_source)
            found[text[at:end].strip()] = None
            at = end
    return tuple(found)


def without_selectors(text: str) -> str:
    """Return the text without variation selectors, which emoji have or lack at will."""
    return text.replace("\ufe0f", "").replace("\ufe0e", "")


def _separates(char: str) -> bool:
    return char in _STRONG + _WEAK or char.isspace()


def _element_end(text: str, at: int, source: str) -> int:
    """Return where the element that begins at `at` ends."""
    if text[at] in "[【":
        end = text.find({"[": "]", "【": "】"}[text[at]], at) + 1
        if end > at + 2:
            return end
    if text[at] in "#＃" and (end := _topic_end(text, at, source)):
        return end
    if text[at] in "@＠#＃":
        ends = (
            index
            for index in range(at + 1, len(text))
            if _separates(text[index]) or text[index] in "@＠[【#＃"
        )
        return next(ends, len(text))
    return _longest_in_source(text, at, source)


def _topic_end(text: str, at: int, source: str) -> int:
    """Return the end of a topic closed by its second sign (``#话题#``), or 0 for a plain hashtag."""
    end = text.find(text[at], at + 1)
    inside = text[at + 1 : end]
    if end < 0 or not inside or _separates(inside[0]) or _separates(inside[-1]):
        return 0
    known = without_selectors(text[at : end + 1]) in source
    return end + 1 if known or not any(map(_separates, inside)) else 0


def _longest_in_source(text: str, at: int, source: str) -> int:
    """Return the end of a URL, an emoji or a word: the last separator up to which the source has it."""
    ends = []
    for index in range(at + 1, len(text) + 1):
        if index == len(text) or _separates(text[index]):
            ends.append(index)
        elif text[index] in _MARKERS and not text.startswith("http", at):
            ends.append(index)
            if _separates(text[index - 1]):
                break
    known = [end for end in ends if without_selectors(text[at:end].strip()) in source]
    if known:
        return known[-1]
    return next((end for end in ends if end == len(text) or not text[end].isspace()), len(text))


def layout_features(task_lines: tuple[str, ...]) -> frozenset[str]:
    """Return which of newlines, indentation and tables the lines name; all three when they name none."""
    named = {feature for line in task_lines for word, feature in _FEATURES.items() if word in line}
    return frozenset(named or _FEATURES.values())


def check_readable(task: Task) -> None:
    """Raise `DataError` when a gate of the row has nothing that it could read."""
    readers = (
        ("term_compliance", glossary, "has no readable pair"),
        ("social_preserve", social_elements, "has no readable element"),
    )
    for constraint_id, read, problem in readers:
        own = lines(task, constraint_id)
        if not own and constraint_id in task.constraint_ids:
            raise DataError(f"{constraint_id} has no line; write it as {_EXAMPLES[constraint_id]}")
        for line in own:
            if not read((line,), task.source_text):
                raise DataError(
                    f'{constraint_id} {problem} in "{line}"; write it as {_EXAMPLES[constraint_id]}'
                )
    if "syllable_order" in task.constraint_ids and (
        fault := _misfit(task.duration_s or (), task.source_text)
    ):
        raise DataError(fault)


@lru_cache(maxsize=1024)
def _misfit(durations: tuple[float, ...], source: str) -> str | None:
    """Say why the seconds on screen leave nothing to compare, or are not those of the source's lines."""
    if not durations:
        return "syllable_order needs duration_s, one number of seconds for each line"
    if len(set(durations)) < 2:
        what = "only one number" if len(durations) == 1 else f"{len(durations)} equal numbers"
        return f"syllable_order needs duration_s with two lines that differ at least, got {what}"
    # A source that is no JSON has no lines to be counted; the keys that an answer must have are known.
    lines = loads_container(source)
    keys = [str(number) for number in range(1, len(durations) + 1)]
    if lines is None or (isinstance(lines, dict) and set(lines) == set(keys)):
        return None
    keys_given = f"the keys {', '.join(map(repr, list(lines)[:9]))}" if isinstance(lines, dict) else "a list"
    return (
        f"syllable_order needs duration_s with one number for each line of source_text: "
        f"{len(keys)} numbers are for the keys '1' to '{len(keys)}', source_text has {keys_given[:200]}"
    )


_EXAMPLES = {
    "term_compliance": "术语对照: A→B、C→D",
    "social_preserve": "保留以下社交元素不变: @A、[B]、#C#",
}
