"""A sentence of the model's own before or behind a translation, in a language that nobody asked for."""

from __future__ import annotations

from inst_trans_env.constraints.strict.prose import Prose
from inst_trans_env.constraints.strict.scripts import count_letters, weight
from inst_trans_env.constraints.strict.wrong_language import WORD, names_stand_out, words_of, wrong_language
from inst_trans_env.constraints.verdict import Span

LONGEST = 200
"""Characters that such a sentence has at most."""

NEW = 8
"""Letters of words that the source does not have, from which on something is a remark."""

_COLONS = (":", "：")


def foreign_remark(part: Prose, target: str) -> tuple[str, Span] | None:
    """Return why a plain text begins or ends with a remark in another language, and where it stands.

    Looked at are what stands before a first colon and, when the answer has more lines than its source, the
    first line and the last. A remark in the target language is no matter of language.
    """
    source, answer = part.source_seen.text, part.answer.text
    lines = _lines(answer)
    if not lines:
        return None
    colon = min((at for sign in _COLONS if (at := answer.find(sign, 0, lines[0][1])) >= 0), default=0)
    places = [(lines[0][0], colon)]
    if len(lines) > len(_lines(source)):
        places += [lines[0], lines[-1]]
    for start, end in places:
        words = _without_names(answer[start:end], source) if end - start <= LONGEST else ""
        if reason := wrong_language(words, target, alone=True):
            return f"“{answer[start:end].strip()[:60]}” stands beside the translation: {reason}", (start, end)
    return None


def _lines(text: str) -> list[Span]:
    """Return the places of the lines that are not blank."""
    found, at = [], 0
    for line in text.split("\n"):
        if line.strip():
            found.append((at, at + len(line)))
        at += len(line) + 1
    return found


def _without_names(text: str, source: str) -> str:
    """Return the text without names that the source has as well; nothing when it hardly says anything new."""
    known = words_of(source)
    words = WORD.findall(text)
    new = [word for word in words if word.casefold() not in known]
    if weight(count_letters(" ".join(new))) < NEW:
        return ""
    foreign = names_stand_out(source)
    kept = (word for word in words if word.casefold() not in known or not (foreign or word[0].isupper()))
    return " ".join(kept)
