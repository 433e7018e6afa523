"""Words in capitals that are no acronyms: headings, and single shouted words (`HELP!`)."""

from __future__ import annotations

import unicodedata

import regex

from inst_trans_env.syllables.normalise.spot import Spot
from inst_trans_env.syllables.tokens import WORD, Piece
from inst_trans_env.syllables.words import vietnamese

_BASES = frozenset("AEIOUYÆŒØİАЕЁИОУЫЭЮЯІЇЄѢ")
VOWELS = "".join(
    char
    for char in map(chr, [*range(0x41, 0x250), *range(0x400, 0x490), *range(0x1E00, 0x1F00)])
    if char.isupper() and unicodedata.normalize("NFD", char)[0] in _BASES
)
"""The capital vowels of all Latin alphabets, with any marks (Vietnamese has two on one), and of Russian."""

# Clusters that begin or end words in any of the languages.
_ONSETS = frozenset(
    "BJ BL BR BRZ BZD BŁ CH CHC CHM CHR CHW CHŁ CL CR CZ CZC CZT CZW DJ DR DRZ DV DW DZ FJ FL FR GD GDZ GH GI GL GN "
    "GR GRZ GW GŁ HJ HR KH KL KN KR KRZ KS KV KŁ LJ LL MJ ML MR MŁ NG NGH NH PF PFL PH PL PR PRZ PS PŁ QU RH RZ SB "
    "SBR SC SCH SCHL SCHM SCHN SCHR SCHW SCR SD SF SFR SG SH SHR SJ SK SKJ SKL SKR SKRZ SKW SL SM SN SP SPL SPR SPRZ "
    "SQ SR ST STJ STR STRZ SV SW SZ SZCZ SZK SZT SŁ TCHN TH THR TJ TL TR TRW TRZ TS TSCH TV TW TŁ VL VR WC WCZ WH WK "
    "WL WR WS WSCH WSP WT WZ WŁ ZB ZD ZDZ ZG ZM ZN ZSZ ZW ZŁ ĆM ŁZ ŚB ŚC ŚL ŚM ŚN ŚP ŚR ŚW ŹR ŻR ŻW ȘT "
    "CHL CHRZ CM DN DŁ KRZ KT LN LW MN PCH PT RD RT SZP TK WB WD WM WN ZL ZR ŹL ŹDŹ ŻN "
    "БЛ БР ВВ ВД ВЗ ВК ВЛ ВН ВП ВР ВС ВСТР ВСП ВХ ВЧ ВЬ ГД ГЛ ГН ГР ДВ ДЛ ДН ДР ЖД ЖГ ЗВ ЗД ЗЛ ЗН ЗР КВ КЛ КН КР КТ "
    "ЛЬ МГ МГЛ МЛ МН МР МЧ ПЛ ПР ПС ПТ ПЬ "
    "СБ СВ СД СЖ СК СКВ СКЛ СКР СЛ СМ СН СП СПЛ СПР СР СТ СТР СХ СЦ СЧ СЪ ТВ ТР ФЛ "
    "ФР ХВ ХЛ ХР ЦВ ЧЛ ЧР ЧТ ШК ШЛ ШП ШТ ШТР ШУ".split()
)
_CODAS = frozenset(
    "BB BS BT CH CHS CHT CHTS CK CKS CS CT CZ DD DS FD FF FS FT GD GG GH GHT GN GS GST GT HL HLST HLT HN HNT HR HRT "
    "HST JD JDS JF JK JL JN JNS JP JS JT JŚĆ KH KS KT LB LD LDS LF LFT LJ LK LL LLD LLS LLT LM LN LP LS LSCH LSK LT "
    "LTS LV LZ MB MD MM MN MND MP MPF MPT MS MT NCH NCT ND NDS NDT NG NGD NGS NK NKT NN NNS NS NSCH NSK NST NT NTS NZ "
    "NZT NÇ PF PFT PH PP PS PT RB RC RCH RD RDS RF RFS RFST RFT RG RGS RK RKT RL RLD RM RN RNS RP RR RS RSCH RST RT "
    "RTS RV RZ RĆ RŚĆ SC SCH SH SK SM SS SST ST STS SZ SZCZ TCH TH TS TSCH TSCHT TSK TT TTS TZ TZT WL WN WS XT ZM ZZ "
    "ŁM ŁT ŁĆ ŃCZ ŃSK ŚĆ СТ НТ РТ НД РД КС РС РМ РК ГС ЛЬ НЬ ТЬ СС ЛТ НК СЬ СТЬ ЗНЬ ШЬ РЬ ДЬ МЬ ПЬ ЧЬ ЖЬ ВЬ БЬ ЛК РГ "
    "РН РП РХ РЦ ЛН ЛГ ЛД ЛЖ НН НС НЦ НЧ МП ЗМ ЗД ЗЖ ЩЬ СК СЛ ТР СТР ШТ ФТ ХТ ТВ СТВ".split()
)
_SHAPE = regex.compile(rf"([^{VOWELS}]*)[{VOWELS}](?:.*[{VOWELS}])?([^{VOWELS}]*)", regex.DOTALL)
_SHORTEST_ALONE = 4
_SHORTEST_SHOUT = 3


def has_vowel(text: str) -> bool:
    """Say whether a text in capitals has a vowel of any language."""
    return any(char in VOWELS for char in text)


def shouted(spot: Spot) -> bool:
    """Say whether the capitals at a spot are a word: in a heading, beside another loud word, or shouted alone."""
    text = _text(spot.piece())
    if not _may_be_word(text, spot):
        return False
    if text in spot.lexicon.spelt and spot.word(-1).casefold() == "the":  # THE US
        return False
    return _beside_loud(spot) or _in_heading(spot) or _alone(spot, text)


def _text(piece: Piece) -> str:
    return piece.text.rstrip(".") if piece.kind == WORD else ""


def _may_be_word(text: str, spot: Spot) -> bool:
    """Say whether capitals could be a word: one of the language's commonest, or no acronym and of a word's shape."""
    rules = spot.lexicon.words
    lower = text.lower()
    if lower in rules.get("function", []) or lower in rules.get("common", []):
        return True
    if text in spot.lexicon.spelt or text.casefold() in spot.lexicon.names:
        return False
    if spot.lang == "vi":
        return vietnamese.is_syllable(lower)
    found = _SHAPE.fullmatch(text)
    return bool(found) and begins_word(found[1]) and ends_word(found[2])


def begins_word(consonants: str) -> bool:
    """Say whether words of some language begin with the consonants."""
    return len(consonants) <= 1 or consonants in _ONSETS


def ends_word(consonants: str) -> bool:
    """Say whether words of some language end in the consonants, a plural s aside."""
    return len(consonants) <= 1 or consonants in _CODAS or consonants.removesuffix("S") in _CODAS


def _loud(text: str, spot: Spot) -> bool:
    return len(text) > 1 and text.isupper() and _may_be_word(text, spot)


def _beside_loud(spot: Spot) -> bool:
    """Say whether the nearest word to a side, past words of one letter, is loud."""
    for step in (-1, 1):
        offset = step
        while len(_text(spot.piece(offset))) == 1:
            offset += step
        if _loud(_text(spot.piece(offset)), spot):
            return True
    return False


def _in_heading(spot: Spot) -> bool:
    """Say whether no word around is in lower case, and another one is loud or a word of one letter."""
    words = [text for piece in spot.pieces if (text := _text(piece))]
    others = [text for text in words if text != _text(spot.piece())]
    return all(map(str.isupper, words)) and any(_loud(text, spot) or _is_small(text, spot) for text in others)


def _is_small(text: str, spot: Spot) -> bool:
    rules = spot.lexicon.words
    return len(text) == 1 and (
        text in rules.get("one_letter_words", []) or text.lower() in rules.get("function", [])
    )


def _alone(spot: Spot, text: str) -> bool:
    """Say whether the word is shouted (`RUN!`) or, if it is longer, the whole text."""
    if spot.close(1).text == "!":
        return len(text) >= _SHORTEST_SHOUT
    return len(text) >= _SHORTEST_ALONE and sum(bool(_text(piece)) for piece in spot.pieces) == 1
