"""Cases of metrics that look at languages, numbers, dates, patterns, data formats, order and sources."""

from __future__ import annotations

from typing import Any

_EASY = "The cat sat on the mat. The dog ran up to it. It did not like the dog at all."
_FLESCH = {"formula": "flesch", "language": "en"}
_FR = "Il pleut souvent en automne dans cette région."
_EN = "It often rains here during the autumn months."

CASES: dict[str, list[tuple[dict[str, Any], str, int]]] = {
    "text_language": [
        ({"language": "fr"}, _FR, 1),
        ({"language": "fr"}, _EN, 0),
        ({"language": "fr-CA"}, _FR, 1),
        ({"language": "fr"}, "12345 67890 !!!", 0),
        ({"language": "fr"}, f"{_FR}\n\n```\nif this: then that = english words all over\n```", 1),
        ({"language": "en"}, f"```\n{_EN}\n```", 0),
        ({"language": "fr"}, "https://example.org/il/pleut/souvent/en/automne", 0),
        ({"language": "fr", "each": "paragraph"}, f"{_FR}\n\n{_EN}", 0),
        ({"language": "zh"}, "秋天经常下雨，天气很冷。", 1),
        ({"language": "zh-Hant"}, "秋天經常下雨，天氣很冷。", 1),
        ({"language": "zh-Hant"}, "秋天经常下雨，天气很冷。", 0),
        ({"language": "ja"}, "秋は雨がよく降ります。", 1),
        ({"language": "zh"}, "秋は雨がよく降ります。", 0),
        ({"language": "fi"}, "Syksyllä sataa usein ja ilma on kylmä.", 1),
        ({"language": "sr-Latn"}, "U jesen često pada kiša i vrijeme je hladno.", 1),
        ({"language": "sr-Cyrl"}, "U jesen često pada kiša i vrijeme je hladno.", 0),
    ],
    "text_script": [
        ({"scripts": ["Cyrillic"]}, "Привет 2024", 1),
        ({"scripts": ["Cyrillic"]}, "Привет world", 0),
        ({"scripts": ["Cyrillic"], "share": 0.5}, "Привет you", 1),
        ({"scripts": ["Hiragana", "Han"]}, "雨が降る。", 1),
        ({"scripts": ["Hiragana"]}, "雨が降る。", 0),
        ({"scripts": ["Latin"]}, "123", 0),
    ],
    "number_count": [
        ({"lower_bound": 2, "upper_bound": 2}, "第3章约3.14米", 1),
        ({"lower_bound": 1}, "H2O", 0),
        ({"lower_bound": 2, "upper_bound": 2}, "1,000.5 and 3:45", 1),
        ({"lower_bound": 1}, "two H2O", 0),
        ({"lower_bound": 1}, "1. item", 0),
        ({"lower_bound": 1, "upper_bound": 1}, "about 10km", 1),
        ({"lower_bound": 1, "each": "item"}, "- 1 a\n- b", 0),
    ],
    "date_format": [
        ({"formats": ["%Y-%m-%d"], "lower_bound": 1}, "on 2024-02-29", 1),
        ({"formats": ["%Y-%m-%d"], "lower_bound": 1}, "on 2023-02-29", 0),
        ({"formats": ["%-d %B %Y"], "lower_bound": 1}, "5 March 2024", 1),
        ({"formats": ["%-d %B %Y"], "lower_bound": 1}, "March 5, 2024", 0),
        ({"formats": ["%Y-%m-%d"], "lower_bound": 1, "only": True}, "2024-01-02 or 03/04/2024", 0),
        ({"formats": ["%Y-%m-%d"], "lower_bound": 1}, "12024-01-021", 0),
    ],
    "unit_count": [
        ({"units": ["km"], "lower_bound": 1}, "5 km/h", 0),
        ({"units": ["km"], "lower_bound": 1}, "5 km²", 0),
        ({"units": ["km"], "lower_bound": 1, "upper_bound": 1}, "5 km/10 mi", 1),
        ({"units": ["km/h"], "lower_bound": 1}, "5 km/h.", 1),
        ({"units": ["km"], "lower_bound": 2, "upper_bound": 2}, "5 km, 7km", 1),
        ({"units": ["km"], "lower_bound": 1}, "5 kmh", 0),
        ({"units": ["%", "°C"], "lower_bound": 2}, "5 % at 3 °C.", 1),
        ({"units": ["m"], "lower_bound": 1}, "5 KM, m, five m", 0),
    ],
    "regex_match": [
        ({"pattern": "^A"}, "x\n\nA", 1),
        ({"pattern": "^A"}, "BA", 0),
        ({"pattern": "a+", "lower_bound": 2, "upper_bound": 2}, "aa baaa", 1),
        ({"pattern": "a+", "upper_bound": 1}, "aa baaa", 0),
        ({"pattern": "[a-z ]+", "mode": "whole"}, "only small", 1),
        ({"pattern": "[a-z]+", "mode": "whole"}, "only small", 0),
        ({"pattern": "a", "ignore_case": True, "upper_bound": 0}, "A", 0),
        ({"pattern": "x+"}, "aaa", 0),
        ({"pattern": "\\*\\*"}, "**a**", 0),
    ],
    "json_schema": [
        ({"required_keys": ["a"]}, '```json\n{"a": 1}\n```', 1),
        ({"required_keys": ["a"]}, '```json\n{"b": 1}\n```', 0),
        ({"required_keys": ["a"]}, '```json\n["a"]\n```', 0),
        ({}, "```json\n{'a': 1}\n```", 0),
        ({}, "no JSON", 0),
        ({}, '```\n{"a": 1}\n```', 1),
        (
            {"schema": {"type": "object", "properties": {"a": {"type": "integer"}}}},
            '```json\n{"a": 1}\n```',
            1,
        ),
        (
            {"schema": {"type": "object", "properties": {"a": {"type": "integer"}}}},
            '```json\n{"a": "1"}\n```',
            0,
        ),
        ({}, '```json\n{"a": 1,}\n```', 0),
    ],
    "csv_schema": [
        ({"columns": ["a", "b"]}, '```csv\na,b\n"1,2",3\n```', 1),
        ({"columns": ["b", "a"]}, "```csv\na,b\n1,2\n```", 0),
        ({}, "```csv\na,b\n1\n```", 0),
        ({"delimiter": ";"}, "```csv\na;b\n1;2\n```", 1),
        ({"lower_bound": 2}, "```csv\na,b\n1,2\n```", 0),
        ({"allow_empty": False}, "```csv\na,b\n1,\n```", 0),
        ({}, "a, b", 0),
    ],
    "alphabetical_order": [
        ({}, "- apple\n- Banana\n- cherry", 1),
        ({}, "- apple\n- cherry\n- banana", 0),
        ({}, "- alone", 0),
        ({"order": "descending"}, "- b\n- a", 1),
        ({"unit": "heading"}, "# A\n## Z\n# B\n## A\n\nText.", 1),
        ({"unit": "word"}, "a bee sees", 1),
        ({"locale": "sv"}, "- zoo\n- äta", 1),
        ({"locale": "de"}, "- zoo\n- ähnlich", 0),
        ({"unit": "paragraph", "locale": "es"}, "nube\n\nñandú\n\noso", 1),
        ({}, "apple\nbanana", 0),
    ],
    "readability": [
        ({**_FLESCH, "lower_bound": 90}, _EASY, 1),
        ({**_FLESCH, "upper_bound": 50}, _EASY, 0),
        ({**_FLESCH, "lower_bound": 0}, "Too short.", 0),
        (
            {"formula": "lix", "language": "sv", "upper_bound": 30},
            "Katten sov på mattan. Hunden sprang bort till den. Den log.",
            1,
        ),
        (
            {"formula": "gulpease", "language": "it", "lower_bound": 60},
            "Il gatto dorme. Il cane corre via da lui. La pioggia cade.",
            1,
        ),
    ],
    "citation_markers": [
        ({"ids": ["1", "2"]}, "a [1], b [2].", 1),
        ({"ids": ["1", "2"]}, "a [3]", 0),
        ({"ids": ["1", "2"], "all_cited": True}, "a [1]", 0),
        ({"ids": ["1", "2"], "lower_bound": 3}, "a [1, 2]", 0),
        ({"ids": ["1"]}, "none", 0),
        ({"ids": ["lee2020"], "style": "at"}, "see @lee2020.", 1),
        ({"ids": ["Lee 2020"], "style": "parenthesis"}, "rain (often) falls (Lee 2020)", 1),
        ({"ids": ["Lee 2020"], "style": "parenthesis"}, "rain (often) falls", 0),
    ],
}
