"""The code blocks of a scope and the parsers that decide whether code is well-formed."""

from __future__ import annotations

import ast
import importlib
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from inst_trans_env.lift.document.html import code_language
from inst_trans_env.lift.document.leaves import code_text
from inst_trans_env.lift.scope import Scope
from inst_trans_env.text.json_strict import loads_strict

ALIASES = {
    "py": "python",
    "python3": "python",
    "js": "javascript",
    "jsx": "javascript",
    "node": "javascript",
    "ts": "typescript",
    "sh": "bash",
    "shell": "bash",
    "zsh": "bash",
    "c++": "cpp",
    "cxx": "cpp",
    "golang": "go",
    "rs": "rust",
    "rb": "ruby",
    "yml": "yaml",
}
_WARNINGS = threading.Lock()
"""Silencing the parser's warnings changes state of the process, so one thread at a time does it."""

_GRAMMARS = {
    "bash": ("tree_sitter_bash", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "css": ("tree_sitter_css", "language"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "sql": ("tree_sitter_sql", "language"),
    "toml": ("tree_sitter_toml", "language"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
}


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A code block: its language tag (canonical, lower case, empty when it has none) and its text."""

    language: str
    text: str


def canonical(language: str) -> str:
    """Return the name that a language goes by here: ``py`` is ``python``."""
    name = language.strip().lower()
    return ALIASES.get(name, name)


def code_blocks(scope: Scope) -> list[CodeBlock]:
    """Return the code blocks of a scope in order."""
    found = []
    for node in scope.find("pre"):
        tag = node.attrs.get("language") or code_language(node)
        found.append(CodeBlock(canonical(tag.strip("{}.").split(",")[0]), code_text(node)))
    return found


def parse_failure(language: str, text: str) -> str | None:
    """Return why code is not well-formed in a language of `PARSERS`, or None when it is.

    Never raises, whatever the code.
    """
    try:
        PARSERS[language](text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, OverflowError) as error:
        return (str(error).splitlines() or [type(error).__name__])[0][:200]
    return None


def _parse_python(text: str) -> None:
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ast.parse(text)


def _parse_yaml(text: str) -> None:
    import yaml

    try:
        for _ in yaml.parse(text, Loader=yaml.CSafeLoader):
            pass
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def _tree_sitter(language: str) -> Callable[[str], None]:
    def parse(text: str) -> None:
        import tree_sitter

        tree = tree_sitter.Parser(_grammar(language)).parse(text.encode("utf-8", "replace"))
        if tree.root_node.has_error:
            raise ValueError(f"not well-formed {language}")

    return parse


@cache
def _grammar(language: str) -> Any:
    import tree_sitter

    module, function = _GRAMMARS[language]
    return tree_sitter.Language(getattr(importlib.import_module(module), function)())


PARSERS: dict[str, Callable[[str], Any]] = {
    "python": _parse_python,
    "json": loads_strict,
    "yaml": _parse_yaml,
    **{language: _tree_sitter(language) for language in _GRAMMARS},
}
"""Languages whose code can be parsed."""
