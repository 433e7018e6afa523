"""Why the two rule sets may give different verdicts, gate by gate."""

from __future__ import annotations

DIFFERENCES = {
    "language": "published does not look at the language of an answer",
    "copy": "published does not notice text that comes back untranslated",
    "repetition": "published leaves loops to the judge",
    "format_preserve": (
        "published compares sets of key paths, a list of tags and the mere presence of Markdown constructs; "
        "strict parses both texts and compares values, attributes, nesting, counts and places"
    ),
    "layout_break": (
        "published counts line breaks and looks at the first line's indentation; strict compares every line, "
        "and every value of a batch, by itself"
    ),
    "term_compliance": (
        "published wants every target somewhere in the raw answer; strict wants those whose source term occurs, "
        "in the right value, used in running text, and as often as needed"
    ),
    "social_preserve": (
        "published looks for substrings; strict wants whole tokens, as often as in the source and where they belong"
    ),
    "syllable_order": (
        "published counts most languages by English hyphenation and some not at all; strict counts each "
        "language by its own rules, equal counts for clearly different durations are half inversions, and rows "
        "with nothing to compare are refused"
    ),
    "academic_format_preserve": "published leaves this to the judge; strict compares formulas and citations",
}
"""Gate or graded constraint -> one clause."""
