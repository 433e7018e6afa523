"""Ordinals from cardinals: by the last word, the last two, or an ending."""

from __future__ import annotations

from inst_trans_env.syllables.normalise.lexicon import Numbers, lexicon


def to_ordinal(cardinal: str, number: int, lang: str) -> str:
    """Return the ordinal of a cardinal reading (masculine, nominative)."""
    table = lexicon(lang).numbers
    if not table.ordinals or (number == 0 and lang in {"es", "pt"}):
        return cardinal
    if lang in {"es", "pt", "pl"} and number < 100:
        return _both(number, table)
    if lang == "pl":
        return _polish(cardinal, number, table)
    return _replace_end(cardinal, table)


def _replace_end(cardinal: str, table: Numbers) -> str:
    """Replace the longest known end of the last word: `sie-ben` -> `sieb-te`; else append the ending."""
    if table.ordinal_end.startswith("~"):
        return table.ordinals.get(cardinal) or _italian(cardinal, table.ordinal_end[1:])
    bounds = [0, *(at + 1 for at, char in enumerate(cardinal) if char in " -")]
    for at in bounds:
        if cardinal[at:] in table.ordinals:
            return cardinal[:at] + table.ordinals[cardinal[at:]]
    return cardinal + table.ordinal_end


def _italian(cardinal: str, ending: str) -> str:
    """Return `ven-te-si-mo`: the last vowel gives way, but not after `tre` and `sei`."""
    if cardinal.endswith(("tre", "sei")):
        return f"{cardinal}-{ending}"
    return cardinal[:-1] + ending


def _polish(cardinal: str, number: int, table: Numbers) -> str:
    """Return an ordinal whose tens and units, or whose hundreds, are ordinal: `ty-siąc ... dzie-wią-ty`."""
    words = cardinal.split()
    rest = number % 100
    if rest:
        tail = _both(rest, table)
        return " ".join([*words[: len(words) - len(tail.split())], tail])
    if str(number) in table.ordinals:
        return table.ordinals[str(number)]
    hundreds = table.ordinals.get(str(number % 1000))
    return " ".join([*words[:-1], hundreds]) if hundreds else cardinal


def _both(number: int, table: Numbers) -> str:
    """Return an ordinal whose tens are ordinal too: `vi-gé-si-mo pri-me-ro`."""
    if str(number) in table.ordinals:
        return table.ordinals[str(number)]
    tens, unit = divmod(number, 10)
    return f"{table.ordinals[str(tens * 10)]} {table.ordinals[str(unit)]}"
