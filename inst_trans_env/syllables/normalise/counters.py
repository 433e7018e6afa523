"""Counters of Japanese and Korean: the word after a number rules how the number is read."""

from __future__ import annotations

from inst_trans_env.syllables.normalise.numbers import cardinal
from inst_trans_env.syllables.normalise.spoken import plain

_JA_COUNTERS = {
    "年": "ねん", "年間": "ねんかん", "年代": "ねんだい", "年生": "ねんせい", "次": "じ",
    "月": "がつ", "ヶ月": "かげつ", "か月": "かげつ",
    "カ月": "かげつ", "ヵ月": "かげつ", "ケ月": "かげつ", "時": "じ", "時間": "じかん", "分": "ふん",
    "分間": "ふんかん", "秒": "びょう", "秒間": "びょうかん", "週間": "しゅうかん", "日": "にち", "名": "めい",
    "本": "ほん", "個": "こ", "コ": "こ", "枚": "まい", "匹": "ひき", "冊": "さつ", "台": "だい", "回": "かい",
    "回目": "かいめ", "階": "かい", "歳": "さい", "才": "さい", "円": "えん", "番": "ばん", "番目": "ばんめ",
    "度": "ど", "度目": "どめ", "倍": "ばい", "点": "てん", "杯": "はい", "頭": "とう", "羽": "わ", "足": "そく",
    "着": "ちゃく", "軒": "けん", "件": "けん", "課": "か", "章": "しょう", "位": "い", "等": "とう", "号": "ごう",
    "号車": "ごうしゃ", "話": "わ", "代": "だい", "世紀": "せいき", "割": "わり", "泊": "はく", "曲": "きょく",
    "品": "ひん", "通": "つう", "票": "ひょう", "問": "もん", "行": "ぎょう", "文字": "もじ", "種類": "しゅるい",
    "人前": "にんまえ", "人": "にん", "人目": "にんめ", "ヶ国": "かこく", "カ国": "かこく", "か国": "かこく",
    "組": "くみ", "巻": "かん", "基": "き", "機": "き", "隻": "せき", "校": "こう", "社": "しゃ", "試合": "しあい",
    "か所": "かしょ", "ヶ所": "かしょ", "カ所": "かしょ", "丁目": "ちょうめ", "番地": "ばんち", "畳": "じょう",
}  # fmt: skip
_JA_SCALES = {"万": "まん", "億": "おく", "兆": "ちょう", "千": "せん", "百": "ひゃく"}
_JA_FOUR = {"月": "し"} | dict.fromkeys(
    ("年", "年間", "年生", "時", "時間", "円", "人", "人前", "人目"), "よ"
)
_JA_OLD = frozenset(("月", "時", "時間"))
_JA_WHOLE = {
    "日": [
        "",
        "ついたち",
        "ふつか",
        "みっか",
        "よっか",
        "いつか",
        "むいか",
        "なのか",
        "ようか",
        "ここのか",
        "とおか",
    ],
    "つ": ["", "ひとつ", "ふたつ", "みっつ", "よっつ", "いつつ", "むっつ", "ななつ", "やっつ", "ここのつ"],
    "人": ["", "ひとり", "ふたり"],
}
_JA_DAYS = {14: "じゅうよっか", 20: "はつか", 24: "にじゅうよっか"}
_LONGEST_COUNTER = 3
_JA_ROWS = {sound: row for row in ("かきくけこ", "さしすせそ", "たちつてと", "はひふへほ") for sound in row}
_JA_SHORT = {
    "いち": "かさたは", "ろく": "かは", "はち": "かさたは", "じゅう": "かさたは", "ひゃく": "かは",
}  # fmt: skip
"""End of a number -> rows of the sounds before which it is cut short: `いっこ`, but `ろくさつ`."""
_JA_APART = frozenset(("試合", "組"))
_JA_VOICED_AFTER_N = dict(
    zip(
        ("本", "匹", "杯", "票", "階", "軒", "足"),
        ("ぼん", "びき", "ばい", "びょう", "がい", "げん", "ぞく"),
        strict=True,
    )
)
_JA_HALF_VOICED = str.maketrans("はひふへほ", "ぱぴぷぺぽ")

_KO_NATIVE = (
    "시간", "번째", "사람", "마리", "그루", "송이", "켤레", "가지", "그릇", "다발", "조각", "방울", "군데",
    "개", "명", "시", "살", "번", "잔", "병", "권", "장", "달", "대", "벌", "채", "곳", "쌍", "통", "줄", "판",
)  # fmt: skip
_KO_SINO = ("개월", "개국", "개년", "번지", "번길", "달러", "대학", "장학", "시리즈", "명령", "병원", "통신")
_KO_UNITS = ["", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"]
_KO_TENS = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"]


def japanese(number: int, following: str) -> str:
    """Return a number with the counter that begins the following text, and that text's rest; "" if none does."""
    words = ""
    rest = following
    while rest and rest[0] in _JA_SCALES:
        words += _JA_SCALES[rest[0]]
        rest = rest[1:]
    if words:
        words = cardinal(number, "ja") + words
        counter = _counter(rest)
        return _with_rest(words + (_JA_COUNTERS[counter] if counter else ""), rest[len(counter) :])
    whole = _whole(number, rest)
    if whole:
        return _with_rest(whole, rest[1:])
    counter = _counter(rest)
    return _with_rest(_joined(_bent(number, counter), counter), rest[len(counter) :]) if counter else ""


def _whole(number: int, rest: str) -> str:
    """Return a reading that number and counter share: `ふつか`, `ひとり`, `みっつ`; "" for regular ones."""
    if rest.startswith(("人前", "日本")):
        return ""
    head = rest[:1]
    if head == "日" and number in _JA_DAYS:
        return _JA_DAYS[number]
    if head == "日" and rest[1:2] == "間" and number == 1:
        return "いちにち"
    table = _JA_WHOLE.get(head, [])
    if head == "歳" and number == 20:
        return "はたち"
    return table[number] if 0 < number < len(table) else ""


def _counter(text: str) -> str:
    for length in range(_LONGEST_COUNTER, 0, -1):
        if len(text) >= length and text[:length] in _JA_COUNTERS:
            return text[:length]
    return ""


def _bent(number: int, counter: str) -> str:
    words = cardinal(number, "ja")
    if number % 10 == 4 and counter in _JA_FOUR:
        return words.removesuffix("よん") + _JA_FOUR[counter]
    if number % 10 == 9 and counter in _JA_OLD:
        return words.removesuffix("きゅう") + "く"
    if number % 10 == 7 and counter in _JA_OLD:
        return words.removesuffix("なな") + "しち"
    return words


def _joined(words: str, counter: str) -> str:
    """Return a number and its counter with the sounds that they change in each other; the morae stay."""
    sounds = _JA_COUNTERS[counter]
    row = _JA_ROWS.get(sounds[0], " ")
    half_voiced = sounds[0].translate(_JA_HALF_VOICED) + sounds[1:]
    for end, rows in _JA_SHORT.items():
        if words.endswith(end) and row[0] in rows and counter not in _JA_APART:
            return words[:-1] + "っ" + half_voiced
    if words.endswith(("さん", "せん", "まん")):
        return words + _JA_VOICED_AFTER_N.get(counter, half_voiced)
    if words.endswith("よん") and counter in ("分", "分間", "泊"):
        return words + half_voiced
    return words + sounds


def _with_rest(words: str, rest: str) -> str:
    return f"{words} {plain(rest)}" if rest else words


def native_korean(number: int, following: str) -> str:
    """Return the native numeral if the following text begins with a counter that takes one, else ""."""
    if not 0 < number < 100 or following.startswith(_KO_SINO) or not following.startswith(_KO_NATIVE):
        return ""
    if following.startswith("시") and not following.startswith("시간") and number > 12:
        return ""
    return korean_native_numeral(number)


def korean_native_numeral(number: int) -> str:
    """Return the native Korean numeral before a noun for 1 to 99."""
    if number == 20:
        return "스무"
    return _KO_TENS[number // 10] + _KO_UNITS[number % 10]
