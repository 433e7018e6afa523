"""Cardinals of the languages that do not count in thousands: zh, ja, ko, th, vi, hi."""

from __future__ import annotations

from collections.abc import Callable

from inst_trans_env.syllables.normalise.lexicon import Numbers

_MYRIADS = (12, 8, 4)


def chinese(number: int, table: Numbers) -> str:
    """Return `一万二千三百零五`; `table.scales` names 10, 100, 1000, 10**4, 10**8, 10**12."""
    if number == 0:
        return table.units[0]
    text = ""
    gap = False
    for power in (*_MYRIADS, 0):
        group = number // 10**power % 10**4
        if not group:
            gap = bool(text)
            continue
        if text and (gap or group < 1000):
            text += table.units[0]
        text += _chinese_group(group, table) + (table.scales[str(power)] if power else "")
        gap = False
    return text[1:] if text.startswith(table.units[1] + table.scales["1"]) else text


def _chinese_group(group: int, table: Numbers) -> str:
    text = ""
    for power in (3, 2, 1, 0):
        digit = group // 10**power % 10
        if digit:
            text += table.units[digit] + (table.scales[str(power)] if power else "")
        elif text and group % 10**power and not text.endswith(table.units[0]):
            text += table.units[0]
    return text


def by_myriads(number: int, table: Numbers) -> str:
    """Return a Japanese or Sino-Korean number: `いちまんにせん`, `만이천`; 1 is silent before 10, 100, 1000."""
    if number == 0:
        return table.units[0]
    text = ""
    for power in (*_MYRIADS, 0):
        group = number // 10**power % 10**4
        if group:
            text += _myriad(group, power, table) + (table.scales[str(power)] if power else "")
    return text


def _myriad(group: int, power: int, table: Numbers) -> str:
    if group == 1 and power and str(power) in table.low:
        return table.low[str(power)]
    text = ""
    for place in (3, 2, 1, 0):
        digit = group // 10**place % 10
        if digit:
            text += "" if place and digit == 1 else table.units[digit]
            text += table.scales[str(place)] if place else ""
    return text


def thai(number: int, table: Numbers) -> str:
    """Return `สองพันห้าร้อยหกสิบเจ็ด`, a word a syllable; `table.scales` names the powers up to 6."""
    millions, rest = divmod(number, 10**6)
    if millions:
        return " ".join(
            filter(None, [thai(millions, table), table.scales["6"], thai(rest, table) if rest else ""])
        )
    parts: list[str] = []
    for power in (5, 4, 3, 2):
        digit = rest // 10**power % 10
        if digit:
            parts += [table.units[digit], table.scales[str(power)]]
    if rest % 100 or not parts:
        parts.append(_thai_tens(rest % 100, table) if rest % 100 != 1 or rest == 1 else table.low["1"])
    return " ".join(parts)


def _thai_tens(number: int, table: Numbers) -> str:
    tens, unit = divmod(number, 10)
    if not tens:
        return table.units[unit]
    head = {1: "", 2: table.low["20"]}.get(tens, table.units[tens])
    tail = {0: "", 1: table.low["1"]}.get(unit, table.units[unit])
    return " ".join(filter(None, [head, table.scales["1"], tail]))


def vietnamese(number: int, table: Numbers) -> str:
    """Return `hai nghìn không trăm hai mươi tư`: empty hundreds are read out after a scale."""
    parts: list[str] = []
    rest = number
    for power in (9, 6, 3):
        many, rest = divmod(rest, 10**power)
        if many:
            parts += [vietnamese(many, table), table.scales[str(power)]]
    if rest or not parts:
        parts.append(_vietnamese_group(rest, table, after_scale=bool(parts)))
    return " ".join(parts)


def _vietnamese_group(number: int, table: Numbers, *, after_scale: bool) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds and not after_scale:
        return _vietnamese_tens(rest, table)
    head = f"{table.units[hundreds]} {table.scales['2']}"
    if not rest:
        return head
    return f"{head} {table.low['linh'] + ' ' if rest < 10 else ''}{_vietnamese_tens(rest, table)}"


def _vietnamese_tens(number: int, table: Numbers) -> str:
    tens, unit = divmod(number, 10)
    if not tens:
        return table.units[unit]
    head = table.low["10"] if tens == 1 else f"{table.units[tens]} {table.scales['1']}"
    tail = {0: "", 1: table.low["1"] if tens > 1 else table.units[1], 5: table.low["5"]}.get(
        unit, table.units[unit]
    )
    return f"{head} {tail}".strip()


def hindi(number: int, table: Numbers) -> str:
    """Return an Indian number: thousands, then lakhs and crores of two digits each; `units` has 100 words."""
    parts: list[str] = []
    rest = number
    for power in (7, 5, 3, 2):
        many, rest = divmod(rest, 10**power)
        if many:
            parts += [hindi(many, table), table.scales[str(power)]]
    if rest or not parts:
        parts.append(table.units[rest])
    return table.scales["2"] if number == 100 else " ".join(parts)


BUILDERS: dict[str, Callable[[int, Numbers], str]] = {
    "zh": chinese,
    "ja": by_myriads,
    "ko": by_myriads,
    "th": thai,
    "vi": vietnamese,
    "hi": hindi,
}
