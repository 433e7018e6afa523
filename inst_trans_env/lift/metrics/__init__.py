"""The metrics by name. A new one is a file here, one import, and one entry in the tuple below."""

from __future__ import annotations

from typing import Any

from inst_trans_env.lift.metrics.alphabetical_order import AlphabeticalOrder
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result
from inst_trans_env.lift.metrics.bold_count import BoldCount
from inst_trans_env.lift.metrics.capital_word_count import CapitalWordCount
from inst_trans_env.lift.metrics.character_count import CharacterCount
from inst_trans_env.lift.metrics.citation_markers import CitationMarkers
from inst_trans_env.lift.metrics.code_block_count import CodeBlockCount
from inst_trans_env.lift.metrics.code_block_language import CodeBlockLanguage
from inst_trans_env.lift.metrics.code_contains import CodeContains
from inst_trans_env.lift.metrics.code_line_count import CodeLineCount
from inst_trans_env.lift.metrics.code_parses import CodeParses
from inst_trans_env.lift.metrics.csv_schema import CsvSchema
from inst_trans_env.lift.metrics.date_format import DateFormat
from inst_trans_env.lift.metrics.distinct_term_count import DistinctTermCount
from inst_trans_env.lift.metrics.emoji_count import EmojiCount
from inst_trans_env.lift.metrics.ends_with import EndsWith
from inst_trans_env.lift.metrics.footnote_count import FootnoteCount
from inst_trans_env.lift.metrics.heading_case import HeadingCase
from inst_trans_env.lift.metrics.heading_count import HeadingCount
from inst_trans_env.lift.metrics.heading_increment import HeadingIncrement
from inst_trans_env.lift.metrics.heading_levels import HeadingLevels
from inst_trans_env.lift.metrics.heading_outline import HeadingOutline
from inst_trans_env.lift.metrics.heading_unique import HeadingUnique
from inst_trans_env.lift.metrics.image_count import ImageCount
from inst_trans_env.lift.metrics.inline_code_count import InlineCodeCount
from inst_trans_env.lift.metrics.italic_count import ItalicCount
from inst_trans_env.lift.metrics.json_schema import JsonSchema
from inst_trans_env.lift.metrics.keyword_forbidden import KeywordForbidden
from inst_trans_env.lift.metrics.keyword_presence import KeywordPresence
from inst_trans_env.lift.metrics.letter_case import LetterCase
from inst_trans_env.lift.metrics.letter_count import LetterCount
from inst_trans_env.lift.metrics.lexical_count import LexicalCount
from inst_trans_env.lift.metrics.line_count import LineCount
from inst_trans_env.lift.metrics.link_count import LinkCount
from inst_trans_env.lift.metrics.list_count import ListCount
from inst_trans_env.lift.metrics.list_depth import ListDepth
from inst_trans_env.lift.metrics.list_item_count import ListItemCount
from inst_trans_env.lift.metrics.list_kind import ListKind
from inst_trans_env.lift.metrics.list_numbering import ListNumbering
from inst_trans_env.lift.metrics.list_parallel_start import ListParallelStart
from inst_trans_env.lift.metrics.list_sub_items import ListSubItems
from inst_trans_env.lift.metrics.math_count import MathCount
from inst_trans_env.lift.metrics.number_count import NumberCount
from inst_trans_env.lift.metrics.one_of import OneOf
from inst_trans_env.lift.metrics.paragraph_count import ParagraphCount
from inst_trans_env.lift.metrics.phrase_position import PhrasePosition
from inst_trans_env.lift.metrics.placeholder_count import PlaceholderCount
from inst_trans_env.lift.metrics.punctuation_allowed import PunctuationAllowed
from inst_trans_env.lift.metrics.punctuation_count import PunctuationCount
from inst_trans_env.lift.metrics.punctuation_forbidden import PunctuationForbidden
from inst_trans_env.lift.metrics.quote_count import QuoteCount
from inst_trans_env.lift.metrics.readability import Readability
from inst_trans_env.lift.metrics.regex_match import RegexMatch
from inst_trans_env.lift.metrics.rule_count import RuleCount
from inst_trans_env.lift.metrics.same_start_and_end import SameStartAndEnd
from inst_trans_env.lift.metrics.sentence_count import SentenceCount
from inst_trans_env.lift.metrics.sentence_endings import SentenceEndings
from inst_trans_env.lift.metrics.starts_with import StartsWith
from inst_trans_env.lift.metrics.table_cell_pattern import TableCellPattern
from inst_trans_env.lift.metrics.table_column_type import TableColumnType
from inst_trans_env.lift.metrics.table_count import TableCount
from inst_trans_env.lift.metrics.table_headers import TableHeaders
from inst_trans_env.lift.metrics.table_no_empty_cells import TableNoEmptyCells
from inst_trans_env.lift.metrics.table_shape import TableShape
from inst_trans_env.lift.metrics.table_sorted import TableSorted
from inst_trans_env.lift.metrics.task_count import TaskCount
from inst_trans_env.lift.metrics.text_language import TextLanguage
from inst_trans_env.lift.metrics.text_script import TextScript
from inst_trans_env.lift.metrics.unique_word_count import UniqueWordCount
from inst_trans_env.lift.metrics.unit_count import UnitCount
from inst_trans_env.lift.metrics.word_count import WordCount
from inst_trans_env.lift.metrics.word_length import WordLength
from inst_trans_env.lift.metrics.word_repetition import WordRepetition
from inst_trans_env.lift.metrics.wrapped_in import WrappedIn

__all__ = ["METRICS", "Arguments", "Example", "Metric", "Result"]

METRICS: dict[str, Metric[Any]] = {
    metric.name: metric
    for metric in (
        AlphabeticalOrder(),
        BoldCount(),
        CapitalWordCount(),
        CharacterCount(),
        CitationMarkers(),
        CodeBlockCount(),
        CodeBlockLanguage(),
        CodeContains(),
        CodeLineCount(),
        CodeParses(),
        CsvSchema(),
        DateFormat(),
        DistinctTermCount(),
        EmojiCount(),
        EndsWith(),
        FootnoteCount(),
        HeadingCase(),
        HeadingCount(),
        HeadingIncrement(),
        HeadingLevels(),
        HeadingOutline(),
        HeadingUnique(),
        ImageCount(),
        InlineCodeCount(),
        ItalicCount(),
        JsonSchema(),
        KeywordForbidden(),
        KeywordPresence(),
        LetterCase(),
        LetterCount(),
        LexicalCount(),
        LineCount(),
        LinkCount(),
        ListCount(),
        ListDepth(),
        ListItemCount(),
        ListKind(),
        ListNumbering(),
        ListParallelStart(),
        ListSubItems(),
        MathCount(),
        NumberCount(),
        OneOf(),
        ParagraphCount(),
        PhrasePosition(),
        PlaceholderCount(),
        PunctuationAllowed(),
        PunctuationCount(),
        PunctuationForbidden(),
        QuoteCount(),
        Readability(),
        RegexMatch(),
        RuleCount(),
        SameStartAndEnd(),
        SentenceCount(),
        SentenceEndings(),
        StartsWith(),
        TableCellPattern(),
        TableColumnType(),
        TableCount(),
        TableHeaders(),
        TableNoEmptyCells(),
        TableShape(),
        TableSorted(),
        TaskCount(),
        TextLanguage(),
        TextScript(),
        UniqueWordCount(),
        UnitCount(),
        WordCount(),
        WordLength(),
        WordRepetition(),
        WrappedIn(),
    )
}
"""Verifiable metrics by ``metric_name``."""
