"""How a numeral bends to the noun after it: gender in German and Romance, polarity in Arabic, the Filipino linker."""

from __future__ import annotations

import re
from collections.abc import Callable

_ES_MASCULINE = frozenset(
    "día días problema problemas tema temas sistema sistemas mapa mapas idioma idiomas".split()
)
_PT_MASCULINE = frozenset(
    "dia dias problema problemas tema temas sistema sistemas mapa mapas quilograma".split()
)
_ES_FEMININE = frozenset(
    "vez veces mujer mujeres noche noches mano manos flor flores parte partes tarde tardes calle calles clase clases "
    "llave llaves madre madres luz luces nube nubes torre torres ave aves".split()
)
_PT_FEMININE = frozenset(
    "vez vezes mulher mulheres noite noites mão mãos mãe mães flor flores parte partes tarde tardes árvore árvores ave "
    "aves classe classes fase fases frase frases luz luzes nuvem nuvens torre torres chave chaves".split()
)
_IT_FEMININE = frozenset(
    "notte mano madre parte chiave nave legge classe luce voce croce moglie torre pace neve".split()
)
_IT_MASCULINE = frozenset("problema tema sistema programma chilogramma grammo".split())
_DE_FEMININE = tuple(
    "e ung heit keit schaft ion tät ik ur frau stadt person nacht hand maus kuh tür wurst kraft tochter mutter "
    "schwester zahl antwort arbeit zeit".split()
)
_DE_OTHERS = frozenset(
    "junge name käse affe löwe hase auge ende gebäude gemüse getränk kunde zeuge kollege".split()
)
_RO_FEMININE = frozenset(
    "pisici mașini luni cărți săptămâni nopți flori țări limbi lecții vaci familii secții pagini clădiri "
    "ori femei mâini părți vieți bucăți cești căni farfurii pâini "
    "dimineți seri sticle porții întrebări camere tone mii linguri".split()
)
_UNO = re.compile(r"s[^aeiou]|z|gn|ps|x|y")
_AR_FEMININE = frozenset("دقائق ليالي ليال نساء مدن دول مدارس غرف قطط سنين لغات شقق قصص صور".split())
_AR_MASCULINE = frozenset("دولارات كيلومترات كيلوغرامات ريالات جنيهات اجتماعات قرارات مطارات مليارات".split())
_AR_SHORT = {
    "ث-لا-ثة": "ث-لاث", "أر-ب-عة": "أر-بع", "خم-سة": "خمس", "ست-ة": "ست", "سب-عة": "سبع",
    "ث-ما-ني-ة": "ث-ما-ني", "تس-عة": "تسع", "ع-ش-رة": "عشر",
}  # fmt: skip
_PL_PERSONS = frozenset(
    "chłopców mężczyzn panów studentów uczniów polaków braci synów lekarzy nauczycieli żołnierzy pracowników "
    "graczy piłkarzy mieszkańców członków kolegów przyjaciół posłów policjantów".split()
)
_PL_FORMS = {
    "dwa": "dwóch", "trzy": "trzech", "czte-ry": "czte-rech", "pięć": "pię-ciu", "sześć": "sze-ściu",
    "sie-dem": "sied-miu", "o-siem": "oś-miu", "dzie-więć": "dzie-wię-ciu", "dzie-sięć": "dzie-się-ciu",
}  # fmt: skip


def counted(numeral: str, noun: str, lang: str) -> str:
    """Return the numeral as it is said before a noun (lower case; empty: it stands alone)."""
    bend = _BENDERS.get(lang)
    return bend(numeral, noun) if bend and noun else numeral


def _last(numeral: str, forms: dict[str, str]) -> str:
    head, gap, last = numeral.rpartition(" ")
    return head + gap + forms.get(last, last)


def _spanish(numeral: str, noun: str) -> str:
    ends = noun.endswith(("a", "as", "ión", "dad", "dades", "iones"))
    if noun in _ES_FEMININE or (ends and noun not in _ES_MASCULINE):
        return _last(numeral, {"u-no": "u-na", "vein-tiu-no": "vein-tiu-na"})
    return _last(numeral, {"u-no": "un", "vein-tiu-no": "vein-tiún"})


def _portuguese(numeral: str, noun: str) -> str:
    ends = noun.endswith(("a", "as", "ção", "ções", "dade", "dades", "agem", "agens"))
    if noun in _PT_FEMININE or (ends and noun not in _PT_MASCULINE):
        return _last(numeral, {"um": "u-ma", "dois": "du-as"})
    return numeral


def _italian(numeral: str, noun: str) -> str:
    if numeral != "u-no":
        return numeral
    ends = noun.endswith(("a", "zione", "sione", "tà"))
    if noun in _IT_FEMININE or (ends and noun not in _IT_MASCULINE):
        return "un" if noun[0] in "aeiou" else "u-na"  # un'ora
    return "u-no" if _UNO.match(noun) else "un"  # uno studente


def _german(numeral: str, noun: str) -> str:
    if numeral != "eins":
        return numeral
    return "ei-ne" if noun not in _DE_OTHERS and noun.endswith(_DE_FEMININE) else "ein"


def _romanian(numeral: str, noun: str) -> str:
    feminine = noun in _RO_FEMININE or noun.endswith(("e", "uri", "ă"))
    forms = (
        {"u-nu": "o", "doi": "do-uă", "doi-spre-ze-ce": "do-uă-spre-ze-ce"} if feminine else {"u-nu": "un"}
    )
    return _last(numeral, forms) if numeral != "u-nu" or noun else numeral


def _arabic(numeral: str, noun: str) -> str:
    feminine = noun in _AR_FEMININE or (noun.endswith("ات") and noun not in _AR_MASCULINE)
    return _AR_SHORT.get(numeral, numeral) if feminine else numeral


def _polish(numeral: str, noun: str) -> str:
    return _last(numeral, _PL_FORMS) if noun in _PL_PERSONS else numeral


def _filipino(numeral: str, noun: str) -> str:
    """Link with `na` after a consonant (`apat na`), with `ng` after a vowel or n, which adds no syllable."""
    if numeral.endswith("n"):
        return numeral + "g"
    return numeral + "ng" if numeral[-1] in "aeiou" else numeral + " na"


_BENDERS: dict[str, Callable[[str, str], str]] = {
    "es": _spanish,
    "pt": _portuguese,
    "it": _italian,
    "de": _german,
    "ro": _romanian,
    "ar": _arabic,
    "pl": _polish,
    "fil": _filipino,
}
