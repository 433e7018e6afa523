"""The prompt of a task, and what can be read back from it: two inverse functions.

Source: the benchmark's dataset card, which makes `prompt` the single source of truth and derives
`source_text` and `constraints` from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from inst_trans_env.errors import DataError
from inst_trans_env.tasks.languages import LANGUAGE_NAMES

PROMPT_VERSION = "insttrans.1"
"""Version of the template below, recorded in manifests."""

PLAIN_ENDING = "只输出译文，不要有任何额外说明。"
JSON_ENDING = (
    "请以相同的 JSON 格式输出翻译结果，key 保持不变，value 为对应译文。只输出 JSON，不要有任何额外说明。"
)

_SOURCE_MARK = "\n\n【源文】\n"
_CONSTRAINT_MARK = "\n\n【约束要求】\n"
_OPENING = re.compile("请将以下(.*)翻译成(.*)，并且严格遵循所有约束要求。")
_NUMBERED = re.compile(r"(\d+)\. ?(.*)")


@dataclass(frozen=True, slots=True)
class PromptParts:
    """What a prompt says: languages, genre, source text and constraint lines without their numbers.

    `source_lang` and `target_lang` are codes and `genre` is the Chinese noun for the kind of text;
    all three are empty when the opening sentence names no known language.
    """

    source_text: str
    constraints: tuple[str, ...]
    source_lang: str = ""
    target_lang: str = ""
    genre: str = ""


def build_prompt(
    source_text: str, constraints: Sequence[str], *, source_lang: str, target_lang: str, genre: str = "文本"
) -> str:
    """Return the instruction that a model is sent, verbatim, for one source text and its constraint lines.

    Raises:
        DataError: a language is unknown, or a constraint line is blank or spans lines.
    """
    for line in constraints:
        if not line.strip() or "\n" in line:
            raise DataError(f"a constraint must be one line of text, got {line!r}")
    for lang in (source_lang, target_lang):
        if lang not in LANGUAGE_NAMES:
            raise DataError(f"unknown language {lang!r}: expected one of {', '.join(LANGUAGE_NAMES)}")
    source, target = LANGUAGE_NAMES[source_lang], LANGUAGE_NAMES[target_lang]
    opening = f"请将以下{source}{genre}翻译成{target}，并且严格遵循所有约束要求。"
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(constraints, 1))
    ending = JSON_ENDING if _wants_json(source_text, constraints) else PLAIN_ENDING
    return f"{opening}{_SOURCE_MARK}{source_text}{_CONSTRAINT_MARK}{numbered}\n\n{ending}"


def parse_prompt(prompt: str) -> PromptParts:
    """Return the parts that a prompt was built from.

    Raises:
        DataError: the source block or the constraint block is missing, or a constraint line has no number.
    """
    opening, mark, rest = prompt.partition(_SOURCE_MARK)
    if not mark:
        raise DataError("the prompt has no 【源文】 block after its first paragraph")
    source_text, mark, tail = rest.rpartition(_CONSTRAINT_MARK)
    if not mark:
        raise DataError("the prompt has no 【约束要求】 block after its source text")
    return PromptParts(source_text, _numbered_lines(tail.partition("\n\n")[0]), *_opening_parts(opening))


def _numbered_lines(block: str) -> tuple[str, ...]:
    lines = []
    for expected, line in enumerate(block.split("\n"), 1):
        match = _NUMBERED.fullmatch(line)
        if not match or match[1] != str(expected):
            raise DataError(f"constraint line {expected} should start with {expected}., got {line!r}")
        lines.append(match[2])
    return tuple(lines)


def _opening_parts(opening: str) -> tuple[str, str, str]:
    match = _OPENING.fullmatch(opening)
    if not match:
        return "", "", ""
    codes = {name: code for code, name in LANGUAGE_NAMES.items()}
    target = codes.get(match[2], "")
    for name, code in codes.items():
        if target and match[1].startswith(name):
            return code, target, match[1][len(name) :]
    return "", "", ""


def _wants_json(source_text: str, constraints: Sequence[str]) -> bool:
    """Tell whether the source is a JSON object whose format a constraint asks to keep."""
    if not any("JSON" in line for line in constraints):
        return False
    try:
        return isinstance(json.loads(source_text), dict)
    except (ValueError, RecursionError):
        return False
