"""Constraints on words: which occur, how often, where, and which do not."""

from __future__ import annotations

from inst_trans_env.lift.scope import Scope, Unit
from inst_trans_env.lift.synthesis.draft import Site
from inst_trans_env.lift.synthesis.prose import sentences
from inst_trans_env.lift.synthesis.recipes.base import TEXTS, Args, Measure, Recipe, fixed, near

_PLAIN = "very really obviously basically clearly simply just actually literally quite nice stuff".split()
"""Words that careful writers avoid; no template holds them."""


def _fresh(site: Site, count: int) -> list[str]:
    """Return words that no other constraint has taken, and take them."""
    taken = site.draft.settled.setdefault("terms", "").split("/")
    found = [term for term in site.terms if term not in taken][:count]
    site.draft.settled["terms"] = "/".join([*taken, *found])
    return found


def _lexical_count(site: Site) -> Measure | None:
    terms, paragraph = _fresh(site, 1), site.pick()
    if not terms or paragraph is None:
        return None
    for _ in range(site.rng.randint(1, 3)):
        paragraph.add(site.rng, "term", term=terms[0])

    def measure(scope: Scope) -> Args | None:
        found = scope.terms.count(terms[0])
        return {"string": terms[0], **near(site.rng, found)} if found else None

    return measure


def _keyword_presence(site: Site) -> Measure | None:
    terms, paragraph = _fresh(site, site.rng.randint(2, 3)), site.pick()
    if len(terms) < 2 or paragraph is None:
        return None
    paragraph.add(site.rng, "terms", terms="/".join(terms))
    return fixed(keywords=terms, mode="all")


def _keyword_any(site: Site) -> Measure | None:
    terms, paragraph = _fresh(site, 3), site.pick()
    if len(terms) < 3 or paragraph is None:
        return None
    paragraph.add(site.rng, "term", term=terms[0])
    return fixed(keywords=sorted(terms), mode="any")


def _distinct_term_count(site: Site) -> Measure | None:
    terms, paragraph = _fresh(site, 5), site.pick()
    if len(terms) < 4 or paragraph is None:
        return None
    wanted = site.rng.randint(2, len(terms) - 1)
    paragraph.add(site.rng, "terms", terms="/".join(terms[:wanted]))
    return fixed(terms=sorted(terms), lower_bound=wanted)


def _keyword_forbidden(site: Site) -> Measure | None:
    words = site.rng.sample(_PLAIN, len(_PLAIN))

    def measure(scope: Scope) -> Args | None:
        absent = [word for word in words if not scope.terms.count(word)]
        return {"keywords": absent[: site.rng.randint(2, 4)]} if len(absent) > 1 else None

    return measure


def _phrase_position(site: Site) -> Measure | None:
    terms, paragraph = _fresh(site, 1), site.pick()
    if not terms or paragraph is None:
        return None
    paragraph.add(site.rng, "term", term=terms[0])
    unit: Unit = "sentence" if site.kind in {"paragraph", "quote"} else "paragraph"

    def measure(scope: Scope) -> Args | None:
        parts = scope.units(unit)
        places = [place for place, part in enumerate(parts, 1) if part.terms.count(terms[0])]
        return {"phrase": terms[0], "unit": unit, "index": places[0]} if places else None

    return measure


def _starts_with(site: Site) -> Measure | None:
    # A section without a block of its own begins with the header of its first sub-section.
    first = site.section.blocks[:1] if site.kind == "section" else site.blocks
    paragraphs = [paragraph for paragraph in site.paragraphs if paragraph in first or site.kind == "quote"]
    if not paragraphs or not paragraphs[0].keep_english() or not paragraphs[0].claim("start"):
        return None
    paragraphs[0].start = site.rng.choice(sentences()["en"]["start"])
    return fixed(phrases=[paragraphs[0].start])


def _ends_with(site: Site) -> Measure | None:
    last = site.blocks[-1:]
    paragraphs = [paragraph for paragraph in site.paragraphs if paragraph in last or site.kind == "quote"]
    if not paragraphs or not paragraphs[-1].keep_english() or not paragraphs[-1].claim("end"):
        return None
    paragraphs[-1].end = site.rng.choice(sentences()["en"]["end"])
    return fixed(phrases=[paragraphs[-1].end])


def _wrapped_in(site: Site) -> Measure | None:
    paragraph = site.pick(lambda found: found.claim("start", "end"))
    if paragraph is None:
        return None
    paragraph.marks = site.rng.choice((("«", "»"), ("“", "”"), ("(", ")")))
    return fixed(opening=paragraph.marks[0], closing=paragraph.marks[1])


RECIPES = (
    Recipe("lexical_count", TEXTS, _lexical_count, 3.0),
    Recipe("keyword_presence", TEXTS, _keyword_presence, 1.5),
    Recipe("keyword_presence", TEXTS, _keyword_any, 0.5),
    Recipe("distinct_term_count", TEXTS, _distinct_term_count),
    Recipe("keyword_forbidden", TEXTS, _keyword_forbidden, 1.5),
    Recipe("phrase_position", ("section", "paragraph"), _phrase_position),
    Recipe("starts_with", ("section", "paragraph", "quote"), _starts_with, 1.5),
    Recipe("ends_with", TEXTS, _ends_with, 1.5),
    Recipe("wrapped_in", ("paragraph",), _wrapped_in, 0.5),
)
