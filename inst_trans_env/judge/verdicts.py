"""What counts as a verdict of the judge: exactly 0, 0.5 or 1, in exactly the stated shapes. Pure: no I/O."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

SCORES = (0.0, 0.5, 1.0)

_QUALITY = {"0": 0.0, "0.5": 0.5, "1": 1.0, "[0]": 0.0, "[0.5]": 0.5, "[1]": 1.0}
# The judge may write some 4,000 tokens: what is longer is no verdict. Both bounds keep the search short.
_LONGEST_REPLY = 65_536
_MOST_FAILURES = 500


class InvalidVerdictError(ValueError):
    """The judge answered, but not with a verdict: asked again, never stored, never a score."""


@dataclass(frozen=True, slots=True)
class SoftVerdict:
    """The judge's score of one graded constraint (0, 0.5 or 1) and its remark."""

    score: float
    note: str = ""


def parse_quality(text: str) -> float:
    """Return a quality verdict: ``0``, ``0.5`` or ``1`` alone, optionally in square brackets.

    Other spellings of the numbers (``1.``, ``0.50``, ``"1"``, ``true``) raise `InvalidVerdictError`.
    """
    try:
        return _QUALITY[text.strip()]
    except KeyError:
        raise InvalidVerdictError(f"a quality verdict is 0, 0.5 or 1 alone, not {_excerpt(text)}") from None


def parse_soft(text: str, ids: Sequence[str]) -> dict[str, SoftVerdict]:
    """Return the verdict per constraint id, in the order of `ids`.

    The reply holds one JSON object whose keys are exactly `ids` and whose values are objects with
    `score` (0, 0.5 or 1) and `note`; prose or a code fence may stand around it.
    Anything else raises `InvalidVerdictError`, also an object with one of the ids that is cut off or broken: what
    else stands in such a reply may be a quotation.
    """
    if len(text) > _LONGEST_REPLY:
        raise InvalidVerdictError(f"the reply is too long for a verdict ({len(text)} characters)")
    found = [candidate for candidate in _objects(text, ids) if not candidate.keys().isdisjoint(ids)]
    if not found:
        raise InvalidVerdictError(f"no JSON object with the constraint ids in {_excerpt(text)}")
    if any(candidate != found[0] for candidate in found):
        raise InvalidVerdictError(f"several different verdicts in {_excerpt(text)}")
    if found[0].keys() != set(ids):
        raise InvalidVerdictError(f"verdict on {sorted(found[0])}, expected {sorted(ids)}")
    return {cid: _entry(cid, found[0][cid]) for cid in ids}


def soft_schema(ids: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of a soft verdict, for endpoints that can be held to one."""
    entry = {
        "type": "object",
        "properties": {"score": {"type": "number", "enum": [0, 0.5, 1]}, "note": {"type": "string"}},
        "required": ["score", "note"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": dict.fromkeys(ids, entry),
        "required": list(ids),
        "additionalProperties": False,
    }


def _entry(cid: str, entry: object) -> SoftVerdict:
    if not isinstance(entry, dict):
        raise InvalidVerdictError(
            f"{cid}: expected an object with score and note, not {_excerpt(repr(entry))}"
        )
    score, note = entry.get("score"), entry.get("note", "")
    if isinstance(score, bool) or not isinstance(score, int | Decimal) or score not in SCORES:
        raise InvalidVerdictError(f"{cid}: score must be 0, 0.5 or 1, not {_excerpt(repr(score))}")
    if not isinstance(note, str):
        raise InvalidVerdictError(f"{cid}: note must be a string, not {_excerpt(repr(note))}")
    return SoftVerdict(abs(float(score)), note)


def _objects(text: str, ids: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the outermost JSON objects of a text, left to right; braces of prose are passed over."""
    names = "|".join(map(re.escape, ids))
    verdict = re.compile(rf'\{{\s*"(?:{names})"')
    at, failures = text.find("{"), 0
    while at >= 0:
        if failures > _MOST_FAILURES:
            raise InvalidVerdictError("the reply is full of braces that begin no JSON object")
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, ArithmeticError):
            if verdict.match(text, at):
                raise InvalidVerdictError(
                    f"a verdict that is cut off or broken in {_excerpt(text)}"
                ) from None
            end, failures = at + 1, failures + 1
        except RecursionError:
            raise InvalidVerdictError("the reply's JSON is nested too deeply") from None
        else:
            yield value
        at = text.find("{", end)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


# Decimals, so that a number which is only nearly a score is not rounded to it.
_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=Decimal)


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 120 else text[:119] + "…")
