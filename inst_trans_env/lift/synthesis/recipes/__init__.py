"""The kinds of constraints that tasks are made of. A new one is a function and an entry in a ``RECIPES``."""

from inst_trans_env.lift.synthesis.recipes import marks, shapes, sizes, tongues, whole, wording
from inst_trans_env.lift.synthesis.recipes.base import Measure, Recipe

__all__ = ["RECIPES", "Measure", "Recipe"]

RECIPES: tuple[Recipe, ...] = (
    *wording.RECIPES,
    *sizes.RECIPES,
    *marks.RECIPES,
    *tongues.RECIPES,
    *shapes.RECIPES,
    *whole.RECIPES,
)
