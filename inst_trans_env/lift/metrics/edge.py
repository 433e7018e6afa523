"""What the metrics of how a text begins and ends share."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar

from inst_trans_env.lift.lexical import Finder
from inst_trans_env.lift.metrics.base import Each, Result, TextMetric, Texts, decide, doc, listed
from inst_trans_env.lift.scope import TextView


class EdgeArgs(Each, frozen=True, kw_only=True):
    """Arguments of `Edge`."""

    phrases: Annotated[Texts, doc("Words, phrases or signs, one of which must stand there.")]
    case_sensitive: Annotated[bool, doc("Whether case counts.")] = False


class Edge(TextMetric[EdgeArgs]):
    """Looks at the visible text, white space around it left out. `verb` says what the text does."""

    verb: ClassVar[str]
    Args = EdgeArgs

    def check(self, view: TextView, args: EdgeArgs) -> Result:
        """Compare whole words."""
        finder = view.cased_terms if args.case_sensitive else view.terms
        found = any(self.holds(finder, phrase) for phrase in args.phrases)
        return decide(found, f"{self.verb} with {'' if found else 'none of '}{listed(args.phrases)}")

    @abstractmethod
    def holds(self, finder: Finder, phrase: str) -> bool:
        """Whether the phrase stands at the edge."""
