"""What a constraint demands, in words: one line of the prompt, from the rubric's entry alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.lift.judged import JudgedArgs
from inst_trans_env.lift.schema import Evaluation
from inst_trans_env.lift.selectors import HEADERS, TAGS
from inst_trans_env.lift.synthesis.prose import capitalised, sentences

_ELEMENTS = {
    "P": "paragraph {index}",
    "UL": "the bulleted list",
    "OL": "the numbered list",
    "TABLE": "the table",
    "PRE": "the code block",
    "BLOCKQUOTE": "the block quote",
}
CASES = {"upper": "all in capitals", "lower": "all in small letters", "title": "in title case"}
STARTS = {"bold": "words in bold", "word": "the same word", "capital": "a capital letter"}
TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "percent": "a percentage",
    "date": "a date written year-month-day in digits",
    "boolean": "yes or no",
}


def line(entry: Evaluation) -> str:
    """Return the line of the prompt that states a constraint, without its bullet.

    Raises:
        DataError: there are no words for the metric, one of its choices, or the element.
    """
    if isinstance(entry.args, JudgedArgs):
        return entry.args.requirement
    if entry.metric_name not in _DEMANDS:
        raise DataError(f"no words are known for the metric {entry.metric_name!r} in a prompt")
    try:
        demand = _DEMANDS[entry.metric_name](entry.args)
    except KeyError as error:
        raise DataError(f"no words are known for {error} of the metric {entry.metric_name!r}") from None
    return f"{capitalised(_where(entry))}: {demand}."


def _where(entry: Evaluation) -> str:
    element = _element(entry)
    each = getattr(entry.args, "each", None)
    return f"each {each} of {element}" if each else element


def _element(entry: Evaluation) -> str:
    path = entry.selector.path
    if not path:
        return "the document"
    tag, index = path[-1]
    if TAGS[tag.upper()] in HEADERS:
        return (
            "the section's own text, without its sub-sections" if entry.selector.is_shallow else "the section"
        )
    if tag.upper() not in _ELEMENTS or (tag.upper() != "P" and index != 1):
        raise DataError(f"no words are known for the element {tag} {index} in a prompt")
    return _ELEMENTS[tag.upper()].format(index=index)


def _many(args: Any, noun: str, plural: str = "") -> str:
    """Return bounds with a noun: ``exactly 1 word``, ``2 to 4 words``, ``at least 3 words``."""
    last = args.upper_bound if args.upper_bound is not None else args.lower_bound
    return f"{args.wanted} {noun if last == 1 else plural or noun + 's'}"


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts)


def _signs(characters: str) -> str:
    return f"the sign `{characters}`" if len(characters) == 1 else f"the signs `{characters}`, taken together"


def _counted(noun: str, plural: str = "") -> Callable[[Any], str]:
    return lambda args: _many(args, noun, plural)


def _shape(args: Any) -> str:
    return f"{_many(args.rows, 'row')} below the header and {_many(args.columns, 'column')}"


def _code_lines(args: Any) -> str:
    lines = f"{_many(args, 'line')} that are not blank"
    longest = args.max_line_length
    return lines if longest is None else f"{lines}, none longer than {longest} characters"


def _csv(args: Any) -> str:
    return (
        f"valid CSV with the columns {_quoted(args.columns)} in this order, separated by "
        f"`{args.delimiter}`, and {_many(args, 'row')} below the header"
    )


def _language(tag: str) -> str:
    name: str = sentences()[tag]["name"]
    return name


_DEMANDS: dict[str, Callable[[Any], str]] = {
    "alphabetical_order": lambda args: (
        f"every {args.unit} in alphabetical order ({_language(args.locale)}), {args.order}"
    ),
    "bold_count": _counted("stretch in bold", "stretches in bold"),
    "capital_word_count": _counted("word all in capitals", "words all in capitals"),
    "character_count": _counted("character, spaces included", "characters, spaces included"),
    "citation_markers": lambda args: (
        f"{_many(args, 'citation marker')} in square brackets, each naming one of the sources {_quoted(args.ids)}"
    ),
    "code_block_count": _counted("code block"),
    "code_block_language": lambda args: (
        f"tagged with the language {' or '.join(map(_tagged, args.languages))}"
    ),
    "code_contains": lambda args: f"contains {_quoted(args.symbols)}",
    "code_line_count": _code_lines,
    "code_parses": lambda args: f"well-formed code in the language “{args.language}”",
    "csv_schema": _csv,
    "date_format": lambda args: (
        f"{_many(args, 'date')} in the format `{args.formats[0]}` (year, month and day in digits)"
    ),
    "distinct_term_count": lambda args: f"{args.wanted} of these terms: {_quoted(args.terms)}",
    "emoji_count": _counted("emoji", "emoji"),
    "ends_with": lambda args: f"ends with {' or '.join(map(_tagged, args.phrases))}",
    "heading_case": lambda args: f"every header {CASES[args.case]}",
    "heading_count": lambda args: _many(args, "header") + (f" of level {args.level}" if args.level else ""),
    "heading_levels": lambda args: (
        f"headers of the levels {' and '.join(map(str, args.levels))}{', and of no other level' if args.only else ''}"
    ),
    "heading_outline": lambda args: (
        "the headers of the outline, with their texts and levels, in this order, and no others"
    ),
    "heading_unique": lambda args: "no two headers alike",
    "image_count": _counted("image"),
    "inline_code_count": _counted("span of inline code", "spans of inline code"),
    "italic_count": _counted("stretch in italics", "stretches in italics"),
    "json_schema": lambda args: f"valid JSON, one object with the keys {_quoted(args.required_keys)}",
    "keyword_forbidden": lambda args: f"none of these words: {_quoted(args.keywords)}",
    "keyword_presence": lambda args: (
        f"{'all of' if args.mode == 'all' else 'at least one of'} these words: {_quoted(args.keywords)}"
    ),
    "letter_case": lambda args: CASES[args.case],
    "lexical_count": lambda args: f"the word “{args.string}” {_many(args, 'time')}",
    "link_count": _counted("link"),
    "list_count": _counted("list"),
    "list_depth": _counted("level of nesting", "levels of nesting"),
    "list_item_count": _counted("item, sub-items not counted", "items, sub-items not counted"),
    "list_numbering": lambda args: f"numbered from {args.start} in steps of {args.step}",
    "list_parallel_start": lambda args: f"every item begins with {STARTS[args.by]}",
    "list_sub_items": lambda args: f"{_many(args, 'sub-item')} below every item",
    "math_count": _counted("formula in TeX, between dollar signs", "formulas in TeX, between dollar signs"),
    "number_count": _counted("number in digits", "numbers in digits"),
    "paragraph_count": _counted("paragraph"),
    "phrase_position": lambda args: f"the word “{args.phrase}” in {args.unit} {args.index}",
    "placeholder_count": _counted(
        "placeholder, a description in square brackets", "placeholders, descriptions in square brackets"
    ),
    "punctuation_count": lambda args: f"{_signs(args.characters)} {_many(args, 'time')}",
    "punctuation_forbidden": lambda args: f"without {_signs(args.characters)}, in full-width forms neither",
    "sentence_count": _counted("sentence"),
    "sentence_endings": lambda args: f"every sentence ends with one of the signs `{args.characters}`",
    "starts_with": lambda args: f"starts with {' or '.join(map(_tagged, args.phrases))}",
    "table_cell_pattern": lambda args: (
        f"every cell of the column “{args.column}” matches the regular expression `{args.pattern}`"
    ),
    "table_column_type": lambda args: f"every cell of the column “{args.column}” is {TYPES[args.type]}",
    "table_count": _counted("table"),
    "table_headers": lambda args: f"the column headers {_quoted(args.headers)}, in this order, and no others",
    "table_no_empty_cells": lambda args: "no empty cell",
    "table_shape": _shape,
    "table_sorted": lambda args: f"sorted by the column “{args.column}”, {args.order}",
    "task_count": _counted("item with a ticked box", "items with a ticked box"),
    "text_language": lambda args: f"written in {_language(args.language)}",
    "unique_word_count": _counted("different word"),
    "word_count": _counted("word"),
    "wrapped_in": lambda args: f"stands between `{args.opening}` and `{args.closing}`",
}
"""Metric -> what follows the element's name in the prompt."""


def _tagged(text: str) -> str:
    return f"“{text}”"
