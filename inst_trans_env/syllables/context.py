"""What the neighbours of a word change: silent verb endings after a plural subject, elided clitics."""

from __future__ import annotations

from collections.abc import Sequence

from inst_trans_env.syllables.tokens import HYPHENS, SILENT, Piece
from inst_trans_env.syllables.words import count_word

LANGUAGES_IN_CONTEXT = frozenset(("ar", "fr", "nl", "ro", "sv"))
"""Languages in which `heard` may answer."""

_PLURAL_SUBJECTS = frozenset(("ils", "elles"))
_BETWEEN = frozenset(
    (
        "ne",
        "n",
        "se",
        "s",
        "me",
        "m",
        "te",
        "t",
        "le",
        "la",
        "l",
        "les",
        "lui",
        "leur",
        "nous",
        "vous",
        "y",
        "en",
    )
)
_LONGEST_CLITICS = 3
_RO_AUXILIARIES = frozenset("a am ai au ar aș ați avem aveți avea are o e era erau".split())
_RO_GLIDES = frozenset("i mi ți și vi ni li le ne te".split())
_RO_BEFORE_FIRST = frozenset(("a", "al", "clasa", "partea"))
"""Words after which `I-a` is the first, not a clitic and a verb."""
_CLITIC_LANGUAGES = frozenset(("fr", "ro"))
_VOWELS = frozenset("aeiouyăâîàéèôùê")
_SWEDISH_ENDS = frozenset(("s", "n", "t", "r", "ns", "ts"))
"""Endings after the colon of an acronym without a syllable of their own: `tv:n`, `EU:s`."""


def heard(pieces: Sequence[Piece], at: int, lang: str) -> int | None:
    """Return the syllables of the word at `at` where its neighbours change them, else None."""
    text = pieces[at].text.rstrip(".")
    if lang == "fr" and text.endswith("ent") and _after_plural_subject(pieces, at):
        return count_word(text[:-3] + "es", lang)
    if lang in _CLITIC_LANGUAGES and _is_clitic(pieces, at, text, lang):
        return 0
    if lang == "ar":
        return _greeting(pieces, at)
    if lang == "sv" and text in _SWEDISH_ENDS and _after_colon(pieces, at):
        return 0
    if lang == "nl" and at > 0 and pieces[at - 1].text in ("'", "’", "‘"):
        return _dutch_clitic(pieces, at)
    return None


def _dutch_clitic(pieces: Sequence[Piece], at: int) -> int | None:
    """Return 0 for `'s` and `'k`, and for `'t` before a vowel (`'t is`); before a consonant it is a syllable."""
    following = pieces[at + 1].text[:1] if at + 1 < len(pieces) else ""
    silent = pieces[at].text in ("s", "k") or (pieces[at].text == "t" and following in _VOWELS)
    return 0 if silent else None


def _greeting(pieces: Sequence[Piece], at: int) -> int | None:
    """Return the syllables of the first word of the Arabic greeting, whose case vowel is always spoken."""
    following = pieces[at + 1].text if at + 1 < len(pieces) else ""
    return 4 if pieces[at].text == "السلام" and following.startswith("عليك") else None


def _after_plural_subject(pieces: Sequence[Piece], at: int) -> bool:
    """Is the word a verb: `ils content`, `elles ne s'expriment`."""
    for piece in reversed(pieces[max(0, at - 1 - _LONGEST_CLITICS) : at]):
        word = piece.text.lower()
        if word in _PLURAL_SUBJECTS:
            return True
        if word not in _BETWEEN:
            return False
    return False


def _touches_hyphen(pieces: Sequence[Piece], at: int) -> bool:
    before = at > 0 and not pieces[at].spaced and _hyphen(pieces[at - 1])
    after = at + 1 < len(pieces) and not pieces[at + 1].spaced and _hyphen(pieces[at + 1])
    return before or after


def _after_colon(pieces: Sequence[Piece], at: int) -> bool:
    colon = at > 1 and not pieces[at].spaced and pieces[at - 1].text == ":"
    return colon and not pieces[at - 1].spaced


def _is_clitic(pieces: Sequence[Piece], at: int, text: str, lang: str) -> bool:
    """Say whether a word has no syllable of its own beside its hyphen: `a-t-il`, `s-a`, `mi-a`."""
    small = text.lower()
    if lang == "ro" and small in _RO_GLIDES:
        return _glides(pieces, at)
    if len(text) > 1 or small in _VOWELS or not _touches_hyphen(pieces, at):
        return False
    return text.islower() or (lang == "ro" and _before_verb(pieces, at))


def _before_verb(pieces: Sequence[Piece], at: int) -> bool:
    """Say whether a Romanian capital is a clitic before a verb form: `S-a dus`, `N-am`; not in `C-3PO`."""
    following = pieces[at + 2].text if at + 2 < len(pieces) else ""
    return following.lower() in _RO_AUXILIARIES


def _glides(pieces: Sequence[Piece], at: int) -> bool:
    """Say whether a Romanian clitic is one syllable with the verb after it: `mi-a`, `le-am`, `te-ai`."""
    joined = at + 2 < len(pieces) and not pieces[at + 1].spaced and _hyphen(pieces[at + 1])
    ordinal = pieces[at].text == "I" and at > 0 and pieces[at - 1].text.lower() in _RO_BEFORE_FIRST
    return joined and not ordinal and not pieces[at + 2].spaced and _before_verb(pieces, at)


def _hyphen(piece: Piece) -> bool:
    return piece.kind == SILENT and piece.text in HYPHENS
