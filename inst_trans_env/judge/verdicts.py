"""What counts as a verdict of the judge: exactly 0, 0.5 or 1, in exactly the stated shapes. Pure: no I/O."""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

from inst_trans_env.judge.wording import clean

SCORES = (0.0, 0.5, 1.0)

_QUALITY = {"0": 0.0, "0.5": 0.5, "1": 1.0, "[0]": 0.0, "[0.5]": 0.5, "[1]": 1.0}
# The judge may write some 4,000 tokens: what is longer is no verdict. Both bounds, in characters, keep the
# search short.
_LONGEST_REPLY = 65_536
_MOST_WORK = 32 * _LONGEST_REPLY
_WORK_OF_A_TRY = 256

_OPENER = re.compile(r"[{\[]")
_BRACKET = re.compile(r"[{}\[\]]")
_PARTNERS = {"}": "{", "]": "["}
_QUOTE = r"\\?[\"'“”‘’`]?"
_SCORED = "\ufffc"


class InvalidVerdictError(ValueError):
    """The judge answered, but not with a verdict: asked again, never stored, never a score.

    Attributes:
        kind: a short name of the fault, for the ledger and for advice.
    """

    kind = "invalid verdict"


@dataclass(frozen=True, slots=True)
class SoftVerdict:
    """The judge's score of one graded constraint (0, 0.5 or 1) and its remark, which any file can hold."""

    score: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A JSON object or array in a text, and where it stands."""

    start: int
    end: int
    value: Any


def json_values(text: str) -> list[JsonValue]:
    """Return the outermost complete JSON objects and arrays of a text; other brackets are passed over.

    JSON as the standard has it: a key that stands twice, ``NaN`` or single quotes make none. Numbers with a
    point or an exponent are `Decimal`. `InvalidVerdictError` where brackets are so many or so deep that the
    search would take long.
    """
    found, work = [], 0
    opener = _OPENER.search(text)
    while opener:
        at = opener.start()
        try:
            value, end = _DECODER.raw_decode(text, at)
        except RecursionError:
            raise InvalidVerdictError("the reply's JSON is nested too deeply") from None
        except (ValueError, ArithmeticError) as error:
            end, read = at + 1, getattr(error, "pos", len(text))
        else:
            found.append(JsonValue(at, end, value))
            read = end
        work += read - at + _WORK_OF_A_TRY
        if work > _MOST_WORK:
            raise InvalidVerdictError("the reply is full of brackets that begin no JSON")
        opener = _OPENER.search(text, end)
    return found


def beside(text: str, found: Iterable[JsonValue]) -> str:
    """Return a text with its JSON blanked out: all else keeps its place, and U+FFFC marks what has a score."""
    parts, at = [], 0
    for value in found:
        mark = _SCORED if isinstance(value.value, dict) and "score" in value.value else " "
        parts += [text[at : value.start], mark, " " * (value.end - value.start - 1)]
        at = value.end
    return "".join(parts) + text[at:]


def parse_quality(text: str) -> float:
    """Return a quality verdict: ``0``, ``0.5`` or ``1`` alone, optionally in square brackets.

    Compared as text, as nothing else stands there: other spellings of the numbers (``1.0``, ``0.50``, ``"1"``,
    ``true``), a fence or a word more raise `InvalidVerdictError`.
    """
    try:
        return _QUALITY[text.strip()]
    except KeyError:
        raise InvalidVerdictError(f"a quality verdict is 0, 0.5 or 1 alone, not {_excerpt(text)}") from None


def parse_soft(text: str, ids: Sequence[str]) -> dict[str, SoftVerdict]:
    """Return the verdict per constraint id, in the order of `ids`.

    A verdict is one complete JSON object whose keys are exactly `ids`, in any order. Each value is an object
    with `score`, a JSON number that equals 0, 0.5 or 1 however it is written (``1.0``, ``5e-1``, ``-0.0``),
    and perhaps `note`, a string. It stands by itself: bare, in a code fence, or with words before and
    after it, which may hold brackets and JSON of their own. Said twice with the same scores, the last counts.

    Everything else raises `InvalidVerdictError`, above all what could be read in two ways: objects that give
    an id different scores; a verdict inside an array, an object or a string; and, beside a verdict too, an id
    that is given a score outside of any complete JSON (cut off, single quotes, a key twice, no braces).
    """
    if len(text) > _LONGEST_REPLY:
        raise InvalidVerdictError(f"the reply is too long for a verdict ({len(text)} characters)")
    found = json_values(text)
    _refuse_wrapped(text, found, ids)
    _refuse_broken(text, found, ids)
    named = [value.value for value in found if _names(value.value, ids)]
    if not named:
        raise InvalidVerdictError(f"no JSON object with the constraint ids in {_excerpt(text)}")
    verdicts = [{cid: _entry(cid, entry) for cid, entry in value.items()} for value in named]
    for verdict in verdicts:
        if verdict.keys() - set(ids):
            raise InvalidVerdictError(f"verdict on {sorted(verdict)}, expected {sorted(ids)}")
    last = next((verdict for verdict in reversed(verdicts) if len(verdict) == len(set(ids))), None)
    if last is None:
        raise InvalidVerdictError(f"verdict on {sorted(verdicts[-1])}, expected {sorted(ids)}")
    if any(entry.score != last[cid].score for verdict in verdicts for cid, entry in verdict.items()):
        raise InvalidVerdictError(f"several different verdicts in {_excerpt(text)}")
    return {cid: last[cid] for cid in ids}


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
    return SoftVerdict(abs(float(score)), clean(note))


def _refuse_wrapped(text: str, found: Sequence[JsonValue], ids: Sequence[str]) -> None:
    """Raise for a verdict that stands inside something else, be that complete JSON or not."""
    named = [value for value in found if _names(value.value, ids)]
    others = (value for value in found if not _names(value.value, ids))
    starts = [value.start for value in named]
    if any(_mentions(value.value, ids) for value in others) or _enclosed(beside(text, found), starts):
        raise InvalidVerdictError(f"a verdict inside something else in {_excerpt(text)}")


def _names(value: object, ids: Sequence[str]) -> bool:
    return isinstance(value, dict) and not value.keys().isdisjoint(ids)


def _mentions(value: Any, ids: Sequence[str]) -> bool:
    """Return whether an object with one of the ids as a key is anywhere in a JSON value."""
    left = [value]
    while left:
        part = left.pop()
        if _names(part, ids):
            return True
        if isinstance(part, dict | list):
            left.extend(part.values() if isinstance(part, dict) else part)
    return False


def _enclosed(rest: str, starts: Sequence[int]) -> bool:
    """Return whether brackets that make no JSON open before one of these places and close behind it."""
    opened: list[re.Match[str]] = []
    count = Counter[str]()
    for bracket in _BRACKET.finditer(rest):
        partner = _PARTNERS.get(bracket[0])
        if partner is None:
            opened.append(bracket)
            count[bracket[0]] += 1
        elif count[partner]:
            last = opened.pop()
            while last[0] != partner:
                count[last[0]] -= 1
                last = opened.pop()
            count[partner] -= 1
            if bisect(starts, last.start()) < bisect(starts, bracket.start()):
                return True
    return False


def _refuse_broken(text: str, found: Sequence[JsonValue], ids: Sequence[str]) -> None:
    """Raise where an id is given a score outside of complete JSON."""
    key = rf"{_QUOTE}(?:{'|'.join(map(re.escape, ids))}){_QUOTE}"
    broken = rf"\{{\s*{key}|,\s*(?=\\?[\"'“‘]){key}\s*:|{key}\s*:\s*(?:{_SCORED}|\{{\s*{_QUOTE}score)"
    if re.search(broken, beside(text, found)):
        raise InvalidVerdictError(f"a verdict that is cut off or broken in {_excerpt(text)}")


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
