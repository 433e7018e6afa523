"""Constraints on the language of a text."""

from __future__ import annotations

from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.synthesis.blocks import Items, Paragraph, Quote
from inst_trans_env.lift.synthesis.draft import Site
from inst_trans_env.lift.synthesis.prose import FOREIGN
from inst_trans_env.lift.synthesis.recipes.base import Args, Measure, Recipe, holds


def _text_language(site: Site) -> Measure | None:
    language = site.rng.choice(FOREIGN)
    spoken = [_speaker(block) for block in site.blocks if isinstance(block, (Paragraph, Quote, Items))]
    if not spoken or any(block.language != "en" or "english" in block.claims for block in spoken):
        return None
    if not all(block.speak(language) for block in spoken):
        return None

    def measure(scope: Scope) -> Args | None:
        args = {"language": language}
        return args if holds("text_language", args, scope) else None

    return measure


def _speaker(block: Paragraph | Quote | Items) -> Paragraph | Items:
    return block.paragraph if isinstance(block, Quote) else block


RECIPES = (Recipe("text_language", ("section", "paragraph", "quote"), _text_language, 1.2),)
