"""How many images there are."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope, visible


class ImageCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `ImageCount`."""

    with_alt: Annotated[bool, doc("Count only images with an alternative text.")] = False


class ImageCount(CountMetric[ImageCountArgs]):
    """An image needs a source."""

    name = "image_count"
    summary = "There is a number of images, with alternative text if wanted."
    Args = ImageCountArgs
    passes = Example("![a cat](cat.png)", {"with_alt": True, "lower_bound": 1, "upper_bound": 1})
    fails = Example("![](cat.png) and [a cat](cat.png)", {"with_alt": True, "lower_bound": 1})
    noun = "images"

    def count(self, scope: Scope, args: ImageCountArgs) -> int:
        """Count image elements."""
        images = [node for node in scope.find("img") if node.attrs.get("src", "").strip()]
        alts = [node.attrs.get("alt", "").strip() or visible(node) for node in images]
        return sum(bool(alt) or not args.with_alt for alt in alts)
