"""Where syllables start in words of languages in Latin letters, by rule.

Each language names the letters that can be a nucleus, the places where such a letter is silent or a glide
(blanked one for one, so that positions stay) and a pattern whose every match is one nucleus, diphthongs first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ACCENTED = "áéíóúàèìòùâêîôûäëïöüãõåæøœýÿăąęıőűāēīōūěů"
VOWELS = "aeiouy" + _ACCENTED
"""Vowel letters of all Latin alphabets here; languages of loans in foreign spelling use them all."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The nuclei of one language: `letters` that can be one, `silent` places, the pattern of a `nucleus`."""

    letters: str
    silent: tuple[re.Pattern[str], ...]
    nucleus: re.Pattern[str]


def _rules(letters: str, nucleus: str, *silent: str) -> Rules:
    return Rules(letters, tuple(re.compile(pattern) for pattern in silent), re.compile(nucleus))


def propose(word: str, rules: Rules) -> tuple[list[int], set[int]]:
    """Return the sites (places of possible nuclei) of a lower-case word and where the rules see a start."""
    blanked = word
    for pattern in rules.silent:
        blanked = pattern.sub(_blank, blanked)
    starts = {match.start() for match in rules.nucleus.finditer(blanked)}
    return [at for at, letter in enumerate(word) if letter in rules.letters], starts


def _blank(match: re.Match[str]) -> str:
    return "_" * len(match[0])


_QU = r"(?<=q)u"
_RO = "aeiouăâî"
_MALAY = _rules(
    "aeiouéèêăĕy",
    # Final diphthongs, also before the suffixes -an and -nya (whose y is blank by now); au in loans (`audit`),
    # not in native roots (`laut`, `jauh`).
    r"a[iu](?=(?:an|n_a)?$)|[oe]i$|(?<![^k]l)(?<!^l)au(?!h)(?=[^aeiou]{1,2}[aeiou])|(?<!^[ks])eu(?!m)"
    r"|[aeiouéèêăĕ]|y(?![aeiou])",
    r"(?<=[^aeiou])y(?=[aeiou])",
)

_IT_STRESSED = (
    "mac|log|raf|fob|pat|nom|etr|fon|rch|cra|rap|cop|sof|tom|gon|alg|urg|gam|rof|rop|fag|sem|man|gog"
)
_IT_HIATUS = (
    r"(?<=[bcdfgpv]r)i(?=[ao][a-z])|(?<=[^s]tr)i(?=[ao][a-z])|(?<=[bcdfgptv]r)u(?=[aeo])|(?<=tr)u(?=ir)|i(?=i)"
    rf"|(?<={_IT_STRESSED})i(?=[ae]$)|(?<=craz)i(?=[ae]$)|(?<=^r)[ie](?=[aeioàè][a-z])|(?<=^ant)i(?=[aeo])"
    r"|(?<=^sem)i(?=[ae])|(?<=b)i(?=o[lsgct])|(?<=^b)i(?=as)|(?<=[tndlrb])u(?=[aei])|o(?=in)"
    r"|[aeo](?=i(?:sm|st|zz|c[aohi]))"
    # Nouns of a lasting noise or movement: `borbottio`, `scintillio`, `brontolio`, `mormorio`, `tintinnio`.
    r"|(?:(?<=[eiou]tt)|(?<=[eiu]ll)|(?<=inn)|(?<=[cgdm]ol)|(?<=ntol)|(?<=[mv]or)|(?<=gor))i(?=o$)"
)

RULES: dict[str, Rules] = {
    "de": _rules(
        VOWELS,
        r"ie(?:[rn]$)?|(?<=t)io(?=n)|io(?=n|när)|aa|ee|oo|ai|au|ei|eu|ay|ey|oy|oi|ou|äu|ae(?=[lr])"
        r"|[aeiouyäöüáéíóúàèâêîôûëïåæøœ]",
        _QU,
        r"(?<![aeiouäöü])y(?=[aeiouäöü])",
        # The i of `Radio`, `Studium` is a glide; not in a first syllable (`Biologie`), nor after r or l (`Triole`).
        r"(?:(?<=[aeiouyäöü][bdfghklmnprstvxz])|(?<=[aeiouyäöü][lmnrst][bdfghkmnpstvz]))i(?=[aouä])",
    ),
    "es": _rules(
        VOWELS,
        r"uy(?![aeiouáéíóú])|[iuü](?=[aeoáéíóúiu])[aeoáéóíú]?(?:[iu](?![aeoáéóíú])|y(?![aeiouáéíóú]))?"
        r"|[aeoáéó](?:[iuü](?![aeoáéó])|y(?![aeiouáéíóú]))?|[iuüíúàèò]|y(?![aeiouáéíóú])",
        _QU,
        r"(?<=g)u(?=[eiéí])",
    ),
    "fil": _rules(
        VOWELS,
        rf"[aeiou{_ACCENTED}]|(?<![aeiou])y(?![aeiou])",
        r"(?<=[gq])u(?=[ei])",
        # Spanish names; native words write the glide (`tiya`).
        r"(?<=[^aeiou])i(?=[ao]$|e)",
    ),
    "id": _MALAY,
    "it": _rules(
        VOWELS,
        # Hiatus: after a stop with r or l, in stressed suffixes, after prefixes and before suffixes.
        rf"{_IT_HIATUS}|[iu](?=[aeouàèéòùi])[aeoàèéòùi]?[iu]?|[aeoàèéò][iu](?![aeoàèéò])"
        r"|[aeiouàèéìíòóùúâêîôûäëïöüy]",
        _QU,
        r"(?<=[cg])(?!(?<=log|urg|fag|alg|gog|rch|mac)i[ae]$)i(?=[aeouàèéòù])",
        r"(?<=gl|sc)i(?=[aeou])",
    ),
    "ms": _MALAY,
    "nl": _rules(
        VOWELS,
        rf"ëeu|ëe|ëi|ëu|ïe|öo|üi|aai|ooi|eau|oeu|oei|eeu|ieu|aa|ee|oo|uu|ie|oe|eu(?!m)|ui|ij|ei|ou|au|ai|oi|ay|ey|oy|[aeiouy{_ACCENTED}]",
        _QU,
        r"(?<![aeiou])y(?=[aeiou])",
        # The i of `-tion`, `-tiaal`, `-cieel`, `-tiënt`, `-sioen` is a glide or one sound with the consonant.
        r"(?<=t)i(?=on)|(?<=.s)i(?=oe?n)|(?<=[^s]t)i(?=a(?:al|l[eio])|eel|ël|ënt|air)|(?<=nit)i(?=[aë])",
        r"(?<!^unc)(?<=.c)i(?=a(?:al|l[eio])|eel|ël|ënt)",
    ),
    "pl": _rules("aeiouyąęóéáüöä", r"(?<![nz])au(?!k)|eu(?!m)|[aeiouyąęóéáüöä]", r"i(?=[aeiouyąęó])"),
    "pt": _rules(
        VOWELS,
        r"[aeoáéóâêôàãõ][iuy](?!nh|[lmnrz]$|[mn][^aeiouáéíóúâêôh])|ãe|ão|ao(?=s?$)|õe|ui(?![nmrz])|iu$|[aeiouyáéíóúâêôàãõüäëïöèìòùîûå]",
        r"(?<=q)u(?=[aeiouáéíóúâêôãõ])",
        r"(?<=g)u(?=[aeioáéíóâêáã])",
    ),
    "ro": _rules(
        _RO + "yáéíóúàèäëöü",
        rf"[{_RO}yáéíóúàèäëöü]",
        _QU,
        rf"(?<=[cg])[ei](?=[aou])|(?<=[cg]h)[ei](?=[aou])|(?<=[{_RO}])[iu](?=[{_RO}])|^i(?=[aeouăâî])",
        rf"(?<=[aeouăâî])i(?!$)(?=[^{_RO}])|(?<=[{_RO}])i$|(?<=[aeioăâî])u$",
        r"[eo](?=a)",
        r"(?<=cinc)i(?=[sz])",
        # A final i after consonants only softens them (`lupi`), save after a stop and r or l (`negri`).
        rf"(?<=[^{_RO}rl_][^{_RO}rl])i$|(?<=[{_RO}_][^{_RO}])i$|(?<=[rln][^{_RO}rl])i$|(?<=[^bcdfgpstvz_][rl])i$",
    ),
    "sv": _rules(
        VOWELS,
        rf"eu(?!m(?:$|[eis]))|(?<=schw)ei|au|ee|[aeiouyåäö{_ACCENTED}]",
        _QU,
        r"(?<=[ts])i(?=on)(?!onde)",
        r"(?<=[aeo])y",
        # The mute e of French and English loans: `garage`, `orange`, `service`, `megabyte`; not in `krage`, `byte`.
        r"(?<=[gpstn]ag)e$|(?<=[^k]rag)e$|(?<=rang)e$|(?<=servic)e|(?<=[ao]byt)e$",
    ),
    "tr": _rules("aeıioöuüâîûé", r"[aeıioöuüâîûé]"),
    "en": _rules(
        VOWELS + "lmr",
        r"[tsc]?iou|io(?=n)|ia(?=n$)|eau|ai|au|aw|ay|ea|ee|ei|eu|ew|ey|ie|oa|oe|oi|oo|ou|ow|oy|ue|ui"
        rf"|[aeiouy{_ACCENTED}]|(?<=[bcdfgkpstz])l(?=e?s?$)|(?<=s)m(?=s?$)",
        _QU,
        r"(?<=[^aeiouy])e$",
        r"(?<=[^aeiouytd])e(?=d$)",
        r"(?<=[^aeiouysxzhcg])e(?=s$)",
        r"(?<=g)u(?=[ei])",
        r"(?<=[^aeiou])y(?=[aeiou])",
    ),
}
"""Rules per language; French has a module of its own."""
