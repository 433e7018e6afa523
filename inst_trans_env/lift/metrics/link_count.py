"""How many links there are."""

from __future__ import annotations

import re
from typing import Annotated

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope, visible

_BARE = re.compile(r"(?<![\w/])https?://[^\s<>]++", re.IGNORECASE)


class LinkCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `LinkCount`."""

    bare_urls: Annotated[bool, doc("Whether an address that stands in the text counts as a link.")] = True


class LinkCount(CountMetric[LinkCountArgs]):
    """A link needs a target and visible text (or an image)."""

    name = "link_count"
    summary = "There is a number of links."
    Args = LinkCountArgs
    passes = Example("[a](https://x.org) and https://y.org", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("[a] (x), [b](), `[c](d)` and ![e](f)", {"lower_bound": 1})
    noun = "links"

    def count(self, scope: Scope, args: LinkCountArgs) -> int:
        """Count link elements and, if wanted, bare addresses."""
        links = [node for node in scope.find("a") if node.attrs.get("href", "").strip()]
        shown = [
            visible(node) or ("img" if any(child.tag == "img" for child in node.walk()) else "")
            for node in links
        ]
        count = sum(map(bool, shown))
        if args.bare_urls:
            count += len(_BARE.findall(scope.prose)) - sum(len(_BARE.findall(text)) for text in shown)
        return count
