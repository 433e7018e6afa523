"""Whether an answer can be a translation of its source at all: its length, its end, what came from nowhere.

Without this a reward could be earned by half an answer, by filler, or by a translation of another text.
"""

from __future__ import annotations

import re

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.prose import Prose
from inst_trans_env.constraints.strict.scripts import count_letters
from inst_trans_env.text.json_strict import loads_container
from inst_trans_env.text.markup import scan
from inst_trans_env.text.placeholders import find_placeholders

LETTERS = {
    "zh": 1.0, "ko": 1.5, "ja": 1.6, "hi": 2.05, "th": 2.8, "ar": 2.8, "vi": 3.0, "en": 3.2,
    "ru": 3.35, "sv": 3.4, "pt": 3.45, "tr": 3.6, "ro": 3.65, "pl": 3.7, "es": 3.75, "de": 3.75,
    "fr": 3.8, "it": 3.8, "nl": 3.8, "fil": 3.95, "id": 4.0, "ms": 4.1,
}  # fmt: skip
"""Letters that say what one Chinese character says. Source: medians over the references of the sample tasks."""

LONG_ENOUGH = 30.0
"""Texts of fewer Chinese characters, or of what they say, are not measured: short ones vary too much."""

SHORTEST, LONGEST = 0.4, 2.2
"""Length of an answer in relation to its source. References of the sample lie between 0.75 and 1.44."""

SHORT = 0.75
"""An answer below this relation is cut off when most of its parts lost the mark at their end as well."""

_ENDED = re.compile(r"""[.!?。！？…～~।؟]["'”’»」』)）\]]*\Z""")
_OPEN_END = re.compile(r"[\w,，、\u0900-\u0963]\Z")
_MENTION = re.compile(r"(?<![\w.])[@＠]\w")
_EMOTE = re.compile(r"\[[\u4e00-\u9fff]{1,8}\]")
_UNENDED = ("th",)
"""Languages that write no mark at the end of a sentence."""


def implausible(case: Case, parts: tuple[Prose, ...]) -> str:
    """Say why the answer cannot be a translation of its source; empty when it can."""
    return _length(case, parts) or _from_nowhere(case)


def _length(case: Case, parts: tuple[Prose, ...]) -> str:
    task = case.task
    source = _units("\n".join(part.source_seen.text for part in parts), task.source_lang)
    if source < LONG_ENOUGH:
        return ""
    relation = _units("\n".join(part.seen.text for part in parts), task.target_lang) / source
    if relation < SHORTEST or relation > LONGEST:
        word = "little" if relation < SHORTEST else "much"
        return f"the answer is {relation:.2f} times as long as a translation usually is, which is too {word}"
    if relation < SHORT and task.target_lang not in _UNENDED and _cut_off(parts):
        return (
            f"the answer is cut off: {relation:.2f} times the usual length, and the marks at the end are gone"
        )
    return ""


def _units(text: str, lang: str) -> float:
    """Return how many Chinese characters would say what the text says, by its letters."""
    counts = count_letters(text)
    own = LETTERS.get(lang, LETTERS["en"])
    latin = LETTERS["en"] if lang in ("zh", "ja", "ko", "hi", "th", "ar", "ru") else own
    native = sum(count for script, count in counts.items() if script != "Latin")
    return native / own + counts.get("Latin", 0) / latin


def _cut_off(parts: tuple[Prose, ...]) -> bool:
    """Whether most parts whose source ends with a sentence's mark end in the middle of something."""
    ended = [part for part in parts if _ENDED.search(part.source_seen.text.rstrip()[-8:])]
    lost = [part for part in ended if _OPEN_END.search(part.seen.text.rstrip()[-8:])]
    return len(lost) > len(ended) / 2


def _from_nowhere(case: Case) -> str:
    """Say what the answer has and the source lacks, in a row whose constraints say nothing of structure."""
    source, answer = case.task.source_text, case.answer
    if "format_preserve" in case.task.constraint_ids:
        return ""
    if case.source_json is None and loads_container(answer) is not None:
        return "the answer is a JSON document, the source is a plain text"
    if _elements(answer) and not _elements(source):
        return "the answer has HTML elements, the source has none"
    if _arguments(answer) and not _arguments(source):
        return "the answer has placeholders, the source has none"
    for pattern, name in ((_MENTION, "mentions"), (_EMOTE, "emotes")):
        if pattern.search(answer) and not pattern.search(source):
            return f"the answer has {name}, the source has none"
    return ""


def _elements(text: str) -> bool:
    return any(token.kind in ("open", "close", "single") for token in scan(text))


def _arguments(text: str) -> bool:
    return any(item.kind in ("brace", "double", "dollar") for item in find_placeholders(text))
