"""The judge's prompts: text files by language, versioned by their declared id and their content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

from inst_trans_env.errors import UserError
from inst_trans_env.judge.verdicts import soft_schema
from inst_trans_env.tasks.languages import LANGUAGE_NAMES
from inst_trans_env.tasks.schema import Task

BUNDLED = ("zh", "en")

_HEAD = re.compile(r"id: [\w-]+(\.[\w-]+)+ *")

_COMMON = {"source_lang", "target_lang", "mark", "source", "prediction"}
_FIELDS: Mapping[str, set[str]] = {
    "quality": _COMMON | {"reference"},
    "quality_web_html": _COMMON | {"reference"},
    "soft": _COMMON | {"constraints", "example"},
    "rubric": set(),
}
_ENGLISH_NAMES = {
    "ar": "Arabic", "de": "German", "en": "English", "es": "Spanish", "fil": "Filipino", "fr": "French",
    "hi": "Hindi", "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "ms": "Malay",
    "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish",
    "th": "Thai", "tr": "Turkish", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prompt:
    """What one judge call sends.

    Attributes:
        text: the whole user turn.
        version: version of the prompt's template, for the cache and for signatures.
        schema: JSON schema of the verdict, for endpoints that can be held to one.
        expected_tokens: about how long a verdict is, for estimates of cost.
        repeat: another number asks the same anew: repeats share no replies, not even through the cache.
    """

    text: str
    version: str = ""
    schema: Mapping[str, Any] | None = None
    expected_tokens: int = 60
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class PromptSet:
    """The prompts of one language.

    Attributes:
        version: declared id and content hash over all files, e.g. ``zh.1-5d2f90c1``, for signatures.
        language: the language in which languages are named: ``zh`` or ``en``.
        texts: the files' contents below their head, by name.
    """

    version: str
    language: str
    texts: Mapping[str, str]

    def quality(self, task: Task, prediction: str) -> Prompt:
        """Return the quality prompt; rows of scenario ``web_html`` get the variant on visible text."""
        name = "quality_web_html" if task.scenario == "web_html" else "quality"
        text = self._fill(name, task, {"reference": task.reference, "prediction": prediction})
        return Prompt(text, self.version, expected_tokens=2)

    def soft(self, task: Task, prediction: str, requirements: Mapping[str, str]) -> Prompt:
        """Return the prompt that asks for graded constraints in one call: id -> its words in the row."""
        example = {cid: {"score": 0.5, "note": "…"} for cid in requirements}
        fields = {
            "prediction": prediction,
            "constraints": "\n".join(self._requirement(cid, text) for cid, text in requirements.items()),
            "example": json.dumps(example, ensure_ascii=False),
        }
        text = self._fill("soft", task, fields)
        return Prompt(text, self.version, soft_schema(list(requirements)), 50 * len(requirements))

    def _requirement(self, cid: str, text: str) -> str:
        # Only the asked ids are explained: a judge that sees others is tempted to score them too.
        rubric = next((line for line in self.texts["rubric"].split("\n") if line.startswith(f"{cid}: ")), "")
        explained = rubric.partition(": ")[2]
        return f"- {cid}: {text}" + (f"\n  ({explained})" if explained else "")

    def _fill(self, name: str, task: Task, fields: Mapping[str, str]) -> str:
        fields = {
            **fields,
            "source_lang": self._language_name(task.source_lang),
            "target_lang": self._language_name(task.target_lang),
            "source": task.source_text,
        }
        # Who writes the material cannot know the marker: it is a hash over the material itself. Yet equal
        # material gives an equal prompt, so that the cache still serves it.
        mark = _digest([self.version, name, sorted(fields.items())], 16)
        return Template(self.texts[name]).substitute(fields, mark=mark)

    def _language_name(self, code: str) -> str:
        return (LANGUAGE_NAMES if self.language == "zh" else _ENGLISH_NAMES).get(code, code)


def load_prompts(name: str = "zh") -> PromptSet:
    """Return a bundled prompt set (``zh``, ``en``), or the one in a folder that holds the same files.

    `UserError` when there is no such set, a file is missing or it lacks a field.
    """
    if name in BUNDLED:
        return _bundled(name)
    folder = Path(name)
    if not folder.is_dir():
        raise UserError(
            f"no judge prompts {name!r}: give {', '.join(BUNDLED)} or a folder with {_file_list()}"
        )
    return _parse({file: _read(folder / f"{file}.txt") for file in _FIELDS})


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path} ({error}); a prompt folder holds {_file_list()}") from error


@cache
def _bundled(language: str) -> PromptSet:
    folder = resources.files(__package__) / language
    return _parse({name: (folder / f"{name}.txt").read_text("utf-8") for name in _FIELDS})


def _parse(files: Mapping[str, str]) -> PromptSet:
    texts, declared = {}, set()
    for name, content in files.items():
        head, rule, text = content.partition("\n---\n")
        # It is a part of signatures: what divides their parts cannot stand in it.
        if not rule or not _HEAD.fullmatch(head):
            raise UserError(
                f"{name}.txt must begin with a line 'id: LANGUAGE.NUMBER', such as 'id: en.1', and a line '---'"
            )
        _check_fields(name, text)
        declared.add(head[4:].strip())
        texts[name] = text.rstrip("\n")
    if len(declared) > 1:
        raise UserError(f"the prompts of one folder must declare one id, not {', '.join(sorted(declared))}")
    version = declared.pop()
    return PromptSet(f"{version}-{_digest(sorted(files.items()), 8)}", version.partition(".")[0], texts)


def _check_fields(name: str, text: str) -> None:
    template = Template(text)
    if not template.is_valid() or set(template.get_identifiers()) != _FIELDS[name]:
        expected = ", ".join(f"${field}" for field in sorted(_FIELDS[name])) or "no $field"
        raise UserError(f"{name}.txt must use exactly these fields: {expected} (a plain $ is written $$)")


def _digest(value: object, digits: int) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:digits]


def _file_list() -> str:
    return ", ".join(f"{name}.txt" for name in _FIELDS)
