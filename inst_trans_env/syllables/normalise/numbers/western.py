"""Cardinals of the languages that count in thousands, from the tables of `Numbers`."""

from __future__ import annotations

from inst_trans_env.syllables.normalise.lexicon import Numbers
from inst_trans_env.syllables.normalise.numbers.plural import agree


def below_hundred(number: int, table: Numbers) -> str:
    """Return the reading of 0 to 99."""
    if str(number) in table.low:
        return table.low[str(number)]
    if number < len(table.units):
        return table.units[number]
    tens, unit = divmod(number, 10)
    if not unit:
        return table.tens[tens - 2]
    name = table.compound_one if unit == 1 and table.compound_one else table.units[unit]
    return table.join.format(tens=table.tens[tens - 2], unit=name)


def below_thousand(number: int, table: Numbers) -> str:
    """Return the reading of 0 to 999."""
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return below_hundred(rest, table)
    if not rest:
        return table.round_hundred if hundreds == 1 and table.round_hundred else table.hundreds[hundreds - 1]
    head, tail = table.hundreds[hundreds - 1], below_hundred(rest, table)
    if table.elision and tail.startswith(table.elision):  # cen-to + ot-tan-ta = cen-tot-tan-ta
        return head[:-1] + tail
    return head + table.hundred_join + tail


def cardinal(number: int, table: Numbers, lang: str) -> str:
    """Return the reading of a natural number below the square of the language's largest scale."""
    parts: list[str] = []
    rest = number
    for power in table.scales:
        many, rest = divmod(rest, 10 ** int(power))
        if many:
            parts.append(_scaled(many, power, table, lang))
    if not parts:
        return below_thousand(rest, table)
    together = table.scale_join == "-"
    scaled = (" " if together else table.scale_join).join(parts)
    if not rest:
        return scaled
    last = below_thousand(rest, table)
    if rest // 100 == 1 and table.hundred_after_scale:
        last = last.replace(table.hundreds[0], table.hundred_after_scale, 1)
    if together and not number // 1000 % 1000:
        return f"{scaled} {last}"
    short = rest < 100 or rest % 100 == 0
    return scaled + ((short and table.scale_join_short) or table.scale_join) + last


def _scaled(many: int, power: str, table: Numbers, lang: str) -> str:
    """Return so many thousands: of `one|others`, `-x` in others is written together, `=x` stands alone."""
    one, _, others = table.scales[power].partition("|")
    if many == 1:
        return one
    scale = agree(others, many, lang)
    if scale.startswith("="):
        return scale[1:]
    head, gap, last = cardinal(many, table, lang).rpartition(" ")
    counted = head + gap + (table.before_scale.get(f"{power}:{last}") or table.before_scale.get(last, last))
    return counted + scale if scale.startswith("-") else f"{counted} {scale}"
