"""Constraints on marks in a text: emphasis, links, formulas, punctuation, numbers, dates, citations."""

from __future__ import annotations

from collections.abc import Callable

from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.synthesis import makers
from inst_trans_env.lift.synthesis.blocks import Paragraph
from inst_trans_env.lift.synthesis.draft import Site
from inst_trans_env.lift.synthesis.recipes.base import (
    TEXTS,
    Args,
    Measure,
    Recipe,
    count,
    exactly,
    first_held,
    fixed,
    holds,
    near,
    tally,
)

_SIGNS = ";!:—…%&"
_SOURCES = ["1", "2", "3", "4"]
_HOLDERS = ("section", "document", "paragraph")


def _marked(kind: str, metric: str) -> Callable[[Site], Measure | None]:
    """Return a recipe that adds sentences with marked stretches and counts the marks in the end."""

    def draw(site: Site) -> Measure | None:
        paragraph = site.pick(Paragraph.take_marks)
        if paragraph is None:
            return None
        for term in site.terms[: site.rng.randint(1, 2)]:
            paragraph.add(site.rng, kind, term=term, word=makers.slug(term), a=str(site.rng.randint(2, 9)))

        def measure(scope: Scope) -> Args | None:
            found = count(metric, scope)
            return near(site.rng, found) if found else None

        return measure

    return draw


def _counted(kind: str, metric: str) -> Callable[[Site], Measure | None]:
    """Return a recipe that adds sentences with signs that a text metric counts."""

    def draw(site: Site) -> Measure | None:
        paragraph = site.pick(Paragraph.take_marks)
        if paragraph is None:
            return None
        for _ in range(site.rng.randint(1, 2)):
            paragraph.add(site.rng, kind)

        def measure(scope: Scope) -> Args | None:
            found = tally(metric, scope)
            return near(site.rng, found) if found else None

        return measure

    return draw


def _number_count(site: Site) -> Measure | None:
    paragraph = site.pick()
    if paragraph is None:
        return None
    low = site.rng.randint(3, 40)
    paragraph.add(site.rng, "number", a=str(low + site.rng.randint(2, 300)), b=str(low))
    return lambda scope: {"lower_bound": tally("number_count", scope)}


def _date_format(site: Site) -> Measure | None:
    paragraph = site.pick(Paragraph.keep_english)
    if paragraph is None:
        return None
    paragraph.add(site.rng, "date", date=makers.iso_date(site.rng))
    return fixed(formats=["%Y-%m-%d"], lower_bound=1)


def _question_marks(site: Site) -> Measure | None:
    paragraph = site.pick()
    if paragraph is None:
        return None
    for _ in range(site.rng.randint(1, 2)):
        paragraph.add(site.rng, "question")
    return lambda scope: {"characters": "?", **exactly(tally("punctuation_count", scope, characters="?"))}


def _punctuation_forbidden(site: Site) -> Measure | None:
    signs = site.rng.sample(_SIGNS, len(_SIGNS))

    def measure(scope: Scope) -> Args | None:
        absent = [sign for sign in signs if holds("punctuation_forbidden", {"characters": sign}, scope)]
        return {"characters": "".join(sorted(absent[: site.rng.randint(1, 2)]))} if absent else None

    return measure


def _sentence_endings(site: Site) -> Measure | None:
    return lambda scope: first_held("sentence_endings", [{"characters": "."}, {"characters": ".?"}], scope)


def _letter_case(site: Site) -> Measure | None:
    case = site.rng.choice(("upper", "lower"))
    paragraph = site.pick(
        lambda found: "marks" not in found.claims and not found.case and found.keep_english()
    )
    if paragraph is None:
        return None
    paragraph.case = case
    return lambda scope: {"case": case} if holds("letter_case", {"case": case}, scope) else None


def _citation_markers(site: Site) -> Measure | None:
    if not site.draft.settle("brackets", "citations"):
        return None
    paragraph = site.pick(Paragraph.take_marks)
    if paragraph is None:
        return None
    for source in site.rng.sample(_SOURCES, site.rng.randint(1, 2)):
        paragraph.add(site.rng, "cited", id=source)

    def measure(scope: Scope) -> Args | None:
        found = tally("citation_markers", scope, ids=_SOURCES)
        return {"ids": _SOURCES, "lower_bound": found} if found else None

    return measure


def _placeholder_count(site: Site) -> Measure | None:
    if not site.draft.settle("brackets", "placeholders"):
        return None
    return _counted("placeholder", "placeholder_count")(site)


RECIPES = (
    Recipe("bold_count", _HOLDERS, _marked("bold", "bold_count"), 1.2),
    Recipe("italic_count", _HOLDERS, _marked("italic", "italic_count")),
    Recipe("inline_code_count", _HOLDERS, _marked("code", "inline_code_count"), 0.7),
    Recipe("link_count", _HOLDERS, _marked("link", "link_count"), 0.8),
    Recipe("image_count", _HOLDERS, _marked("image", "image_count"), 0.4),
    Recipe("math_count", _HOLDERS, _marked("math", "math_count"), 0.4),
    Recipe("emoji_count", _HOLDERS, _counted("emoji", "emoji_count"), 0.4),
    Recipe("capital_word_count", ("paragraph",), _counted("capitals", "capital_word_count"), 0.5),
    Recipe("number_count", TEXTS, _number_count),
    Recipe("date_format", _HOLDERS, _date_format, 0.7),
    Recipe("punctuation_count", TEXTS, _question_marks),
    Recipe("punctuation_forbidden", TEXTS, _punctuation_forbidden, 1.2),
    Recipe("sentence_endings", ("paragraph", "quote"), _sentence_endings, 0.5),
    Recipe("letter_case", ("paragraph",), _letter_case, 0.6),
    Recipe("citation_markers", ("section", "paragraph"), _citation_markers, 0.6),
    Recipe("placeholder_count", ("section", "paragraph"), _placeholder_count, 0.4),
)
