"""Read the authored items of the sample and refuse those that break the agreed format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.tasks.languages import LANGUAGE_NAMES
from inst_trans_env.tasks.schema import HARD_IDS, SOFT_IDS

ITEMS = Path(__file__).parent / "items"
FIELDS = ("case_id", "source_lang", "target_lang", "scenario", "domain", "source", "reference", "constraints")
SCENARIOS = {
    "B站动态": ("social",),
    "弹幕": ("social",),
    "评论": ("social",),
    "小说": ("novel",),
    "ogv字幕": ("pgc_subtitle",),
    "UGC字幕": ("ugc_subtitle",),
    "专栏文章": ("column",),
    "学术论文": ("academic",),
    "书籍": ("doc_textbook",),
    "网页文本": ("doc_textbook", "web_html"),
}
DETAILS = {
    "layout_break": "features",
    "term_compliance": "pairs",
    "social_preserve": "elements",
    "style_consistency": "formality",
    "context_disambiguate": "text",
    "coref_resolution": "text",
}
_SOCIAL_ONLY = {"format_preserve", "social_preserve", "term_compliance"}
_SEPARATORS = set("、，,→\n")


def read_items(lang: str) -> list[dict[str, Any]]:
    """Return the items whose target is `lang`, in file order.

    Raises:
        DataError: an item breaks the format that README.md describes.
    """
    path = ITEMS / f"{lang}.jsonl"
    items = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")[:-1], 1):
        try:
            item = json.loads(line)
        except ValueError as error:
            raise DataError(f"{path.name} line {number} is not JSON: {error}") from None
        for complaint in complaints(item, lang, number):
            raise DataError(f"{path.name} line {number}: {complaint}")
        items.append(item)
    return items


def complaints(item: Mapping[str, Any], lang: str, number: int) -> Iterator[str]:
    """Yield what is wrong with the `number`-th item of a language, in words."""
    if tuple(item) != FIELDS:
        yield f"expected the fields {', '.join(FIELDS)}, got {', '.join(item)}"
    if (item["case_id"], item["target_lang"]) != (f"sample-{lang}-{number:03d}", lang):
        yield f"expected case_id sample-{lang}-{number:03d} and target_lang {lang}"
    if item["source_lang"] not in LANGUAGE_NAMES or item["source_lang"] == lang:
        yield f"source_lang {item['source_lang']!r} is unknown or equals the target"
    if item["scenario"] not in SCENARIOS.get(item["domain"], ()):
        yield f"scenario {item['scenario']!r} does not go with domain {item['domain']!r}"
    yield from _text_complaints(item)
    yield from _constraint_complaints(item)


def _text_complaints(item: Mapping[str, Any]) -> Iterator[str]:
    source, reference = item["source"], item["reference"]
    if type(source) is not type(reference):
        yield "source and reference must both be strings or both objects"
    if isinstance(source, dict):
        keys = [str(n) for n in range(1, len(source) + 1)]
        if list(source) != keys or list(reference) != keys:
            yield f"a batch needs the keys {', '.join(keys)} in source and reference"
    for text in values(source) + values(reference):
        if not text.strip():
            yield "a text is blank"


def _constraint_complaints(item: Mapping[str, Any]) -> Iterator[str]:
    ids = [constraint["id"] for constraint in item["constraints"]]
    unknown = set(ids) - set(HARD_IDS) - set(SOFT_IDS)
    if unknown or not ids or len(set(ids)) < len(ids):
        yield f"unknown, missing or repeated constraints: {ids}"
    if ids != sorted(ids, key=lambda cid: cid not in HARD_IDS):
        yield "hard constraints come before soft ones"
    if item["scenario"] == "social" and not set(ids) <= _SOCIAL_ONLY:
        yield f"a social text carries only {', '.join(sorted(_SOCIAL_ONLY))}"
    if isinstance(item["source"], dict) and "format_preserve" not in ids:
        yield "a batch needs format_preserve"
    if "syllable_order" in ids and not (
        isinstance(item["source"], dict) and item["scenario"].endswith("subtitle")
    ):
        yield "syllable_order needs a batch of subtitles"
    for constraint in item["constraints"]:
        yield from _detail_complaints(constraint, item)


def _detail_complaints(constraint: Mapping[str, Any], item: Mapping[str, Any]) -> Iterator[str]:
    cid = constraint["id"]
    if cid in DETAILS and not constraint.get(DETAILS[cid]):
        yield f"{cid} needs {DETAILS[cid]}"
        return
    for wanted, given in _demands(constraint):
        if _SEPARATORS & set(wanted + given):
            yield f"{wanted!r} or {given!r} holds a separator of constraint lines"
        asked = [text.count(wanted) for text in values(item["source"])]
        found = [text.lower().count(given.lower()) for text in values(item["reference"])]
        if not sum(asked):
            yield f"{wanted!r} of {cid} does not occur in the source"
        if any(have < need for need, have in zip(asked, found, strict=True)):
            yield f"{wanted!r} of {cid} occurs {asked} times by line in the source, {given!r} {found} times"


def _demands(constraint: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return (words of the source, words of the reference) of a glossary or a list of social elements."""
    if constraint["id"] == "term_compliance":
        return [(source, target) for source, target in constraint["pairs"]]
    if constraint["id"] == "social_preserve":
        return [(element, element) for element in constraint["elements"]]
    return []


def values(text: str | Mapping[str, str]) -> list[str]:
    """Return the lines of a batch, or the one text."""
    return [text] if isinstance(text, str) else list(text.values())


def census(rows: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Return how many rows there are by each thing that the manifest reports, keys sorted."""
    counts = {
        "by_constraint": Counter(cid for row in rows for cid in row["constraint_ids"]),
        "by_domain": Counter(row["domain"] for row in rows),
        "by_scenario": Counter(row["scenario"] for row in rows),
        "by_language_pair": Counter(f"{row['source_lang']}-{row['target_lang']}" for row in rows),
        "by_target_language": Counter(row["target_lang"] for row in rows),
        "by_constraints_per_row": Counter(str(len(row["constraint_ids"])) for row in rows),
    }
    return {name: dict(sorted(counter.items())) for name, counter in counts.items()}
