"""One answer's verdicts under a rule set, with the places in source and answer that they speak of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inst_trans_env.constraints.registry import rule_set
from inst_trans_env.constraints.strict.differences import DIFFERENCES
from inst_trans_env.constraints.strict.reading import glossary, lines
from inst_trans_env.constraints.verdict import Span, Verdict
from inst_trans_env.scoring import Score, Scorer
from inst_trans_env.tasks import Task

MOST_PLACES = 50
"""Places that are marked for one string."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One verdict and its places.

    Attributes:
        name: gate or graded constraint.
        verdict: what was found.
        source: where in the source text stands what the answer lacks.
        answer: where in the prediction the offending text stands.
    """

    name: str
    verdict: Verdict
    source: tuple[Span, ...]
    answer: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdicts of one rule set on one answer; `rules` is its name and version."""

    rules: str
    score: Score
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON-ready data; places are half-open ranges of code points."""
        return {
            "reward": self.score.reward,
            "complete": self.score.complete,
            "verdicts": {
                finding.name: {
                    **finding.verdict.to_dict(),
                    "places": {"source": list(finding.source), "answer": list(finding.answer)},
                }
                for finding in self.findings
            },
        }


def explain(task: Task, prediction: str, rules: str) -> Explanation:
    """Score one answer by rules and say where each failed check looks.

    Raises:
        DataError: the row cannot be read under the rule set.
    """
    chosen, scorer = rule_set(rules), Scorer(rules)
    scorer.check_tasks([task])
    verdicts = {**chosen.gates(task, prediction), **chosen.graded(task, prediction)}
    findings = tuple(
        Finding(name, verdict, _source_places(task, verdict), _answer_places(prediction, verdict))
        for name, verdict in verdicts.items()
    )
    return Explanation(scorer.rules, scorer.score(task, prediction), findings)


def differences(published: Explanation, strict: Explanation) -> list[dict[str, str]]:
    """Return the gates on which two rule sets disagree, with what each says and why they may differ."""
    theirs = {finding.name: finding.verdict for finding in published.findings}
    found = []
    for finding in strict.findings:
        other = theirs.get(finding.name)
        passed = other is None or other.passed
        if passed != finding.verdict.passed:
            failed = other if other is not None and not other.passed else finding.verdict
            why = f"{failed.reason or 'it fails'}; {DIFFERENCES[finding.name]}"
            found.append(
                {"gate": finding.name, "fails_under": _failing(published, strict, passed), "why": why}
            )
    return found


def _failing(published: Explanation, strict: Explanation, published_passed: bool) -> str:
    return strict.rules if published_passed else published.rules


def _answer_places(prediction: str, verdict: Verdict) -> tuple[Span, ...]:
    """Return the verdict's own places, else those of what is too much."""
    if verdict.passed or verdict.spans:
        return verdict.spans if not verdict.passed else ()
    return _places(prediction, verdict.extra)


def _source_places(task: Task, verdict: Verdict) -> tuple[Span, ...]:
    """Return where the source has what the answer lacks; of a glossary's pair, the source term."""
    if verdict.passed:
        return ()
    pairs = glossary(tuple(lines(task, "term_compliance")), task.source_text)
    wanted = [string for string in verdict.missing if string not in {target for _, target in pairs}]
    wanted += [term for term, target in pairs if target in verdict.missing]
    return _places(task.source_text, tuple(wanted))


def _places(text: str, strings: tuple[str, ...]) -> tuple[Span, ...]:
    found: list[Span] = []
    for string in dict.fromkeys(string for string in strings if string.strip()):
        at = text.find(string)
        while at >= 0 and len(found) < MOST_PLACES:
            found.append((at, at + len(string)))
            at = text.find(string, at + len(string))
    return tuple(found)
