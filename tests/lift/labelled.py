"""Labelled cases written from the specification of LIFT: what a scope holds, and which bounds are met."""

from __future__ import annotations

from typing import Any

NONE = None
"""The selector finds nothing."""

GUIDE = """\
Sure, here is the guide.

# Guide

Opening words.

## Setup

First step. Second step.

### Tools

- saw
- hammer
  - claw
  - sledge
- file

### Parts

1. bolt
2. nut

After the list.

## Setup

Another setup.

| Part | Size |
|------|------|
| bolt | 4 |
| nut  | 5 |

#### Deep

Skipped a level.

## Code

```python
x = 1  # ## not a header
```

> ## Quoted header
>
> Quoted text.

Last words
==========

Under a setext title.

Minor
-----

Under a setext minor.
"""

SCOPES: list[tuple[str, list[tuple[str, int]], bool, str, str | None]] = [
    # document, selector, shallow, kind, the visible text that the scope holds
    (GUIDE, [("H1", 1), ("P", 1)], False, "markdown", "Opening words."),
    (GUIDE, [("H1", 1)], True, "markdown", "Opening words."),
    (GUIDE, [("H1", 1), ("H2", 1)], True, "markdown", "First step. Second step."),
    (
        GUIDE,
        [("H1", 1), ("H2", 1)],
        False,
        "markdown",
        "First step. Second step.\n\nTools\n\nsaw\nhammer\nclaw\nsledge\nfile\n\nParts\n\nbolt\nnut\n\nAfter the list.",
    ),
    (GUIDE, [("H2", 1), ("H3", 2), ("OL", 1)], False, "markdown", "bolt\nnut"),
    (GUIDE, [("H2", 1), ("H3", 2), ("OL", 1), ("LI", 2)], False, "markdown", "nut"),
    (GUIDE, [("H2", 1), ("H3", 1), ("UL", 1), ("LI", 2), ("UL", 1), ("LI", 1)], False, "markdown", "claw"),
    (GUIDE, [("H2", 1), ("H3", 1), ("UL", 1), ("LI", 2)], False, "markdown", "hammer\nclaw\nsledge"),
    (GUIDE, [("H2", 1), ("H3", 1), ("UL", 1), ("LI", 4)], False, "markdown", NONE),
    (GUIDE, [("H2", 1), ("H3", 1), ("UL", 1), ("LI", -1)], False, "markdown", "file"),
    (GUIDE, [("H2", 1), ("H3", 3)], False, "markdown", NONE),
    (GUIDE, [("H2", 1), ("P", 2)], False, "markdown", NONE),
    (GUIDE, [("H2", 1), ("H3", 2), ("P", 1)], False, "markdown", "After the list."),
    (GUIDE, [("H2", 2), ("P", 1)], False, "markdown", "Another setup."),
    (GUIDE, [("H2", 2)], True, "markdown", "Another setup.\n\nPart\tSize\nbolt\t4\nnut\t5"),
    (GUIDE, [("H2", 2), ("TABLE", 1)], False, "markdown", "Part\tSize\nbolt\t4\nnut\t5"),
    (GUIDE, [("H2", 2), ("H4", 1), ("P", 1)], False, "markdown", "Skipped a level."),
    (GUIDE, [("H2", 2), ("H3", 1)], False, "markdown", NONE),
    (GUIDE, [("H2", 3), ("PRE", 1)], False, "markdown", "x = 1  # ## not a header"),
    (GUIDE, [("H2", 3), ("CODE", 1)], False, "markdown", "x = 1  # ## not a header"),
    (GUIDE, [("H2", 3), ("BLOCKQUOTE", 1)], False, "markdown", "Quoted header\n\nQuoted text."),
    (GUIDE, [("H1", 2), ("P", 1)], False, "markdown", "Under a setext title."),
    (GUIDE, [("H1", 2), ("H2", 1)], False, "markdown", "Under a setext minor."),
    (GUIDE, [("H1", 3)], False, "markdown", NONE),
    (GUIDE, [("P", 1)], False, "markdown", "Sure, here is the guide."),
    (GUIDE, [("P", 2)], False, "markdown", NONE),
    ("## A\n\na\n\n## A\n\nb\n\n## A\n\nc", [("H2", 3)], False, "markdown", "c"),
    ("## A\n\na\n\n## A\n\nb", [("H2", -1)], False, "markdown", "b"),
    ("## A\n\na\n\n## A\n\nb", [("h2", 2)], False, "markdown", "b"),
    ("### A\n\na\n\n# B\n\nb\n\n### C\n\nc", [("H1", 1), ("H3", 1)], False, "markdown", "c"),
    ("### A\n\na\n\n# B\n\nb\n\n### C\n\nc", [("H3", 1)], False, "markdown", "a"),
    ("A\n---\n\na\n\n---\n\nb", [("H2", 1)], False, "markdown", "a\n\nb"),
    ("a\n\n---\n\nb", [("H2", 1)], False, "markdown", NONE),
    ("#NoSpace\n\na", [("H1", 1)], False, "markdown", NONE),
    ("#NoSpace\n\na", [("P", 1)], False, "markdown", "#NoSpace"),
    ("**Bold**\n\na", [("P", 2)], False, "markdown", "a"),
    ("- ## h\n\n  a", [("H2", 1)], False, "markdown", NONE),
    ("x\n\n````md\n```\n# a\n```\n````", [("PRE", 1)], False, "markdown", "```\n# a\n```"),
    ("1. a\n1. b\n\ntext\n\n3. c", [("OL", 2)], False, "markdown", "c"),
    ("para\n- a", [("UL", 1)], False, "markdown", "a"),
    ("para\n1. a", [("OL", 1)], False, "markdown", "a"),
    ("para\n2. a", [("OL", 1)], False, "markdown", NONE),
    ("- a\n\n  b\n- c", [("UL", 1), ("LI", 1)], False, "markdown", "a\nb"),
    ("- a\n\n  b\n- c", [("UL", 1), ("LI", 1), ("P", 2)], False, "markdown", "b"),
    ("* a\n- b", [("UL", 2)], False, "markdown", "b"),
    ("> a\n\n> b", [("BLOCKQUOTE", 2)], False, "markdown", "b"),
    ("> a\n\n> b", [("BLOCKQUOTE", 2), ("P", 1)], False, "markdown", "b"),
    ("```\nopen\n\n# h", [("PRE", 1)], False, "markdown", "open\n\n# h"),
    ("```\nopen\n\n# h", [("H1", 1)], False, "markdown", NONE),
    ("    indented", [("PRE", 1)], False, "markdown", "indented"),
    ("# 标题\n\n正文。\n\n## 小节\n\n第二段。", [("H1", 1), ("H2", 1)], False, "markdown", "第二段。"),
    ("# 标题 #\n\n正文。", [("H1", 1)], False, "markdown", "正文。"),
    ("第一\n行。", [("P", 1)], False, "markdown", "第一行。"),
    ("<!-- x -->\n\na <!-- y -->b", [("P", 1)], False, "markdown", "a b"),
    ("a <span style='display: none'>x</span>b", [("P", 1)], False, "markdown", "a b"),
    ("a <span style='color: red; FONT-SIZE: 0px'>x</span>b", [("P", 1)], False, "markdown", "a b"),
    ("a <span style='opacity:0.0 !important'>x</span>b", [("P", 1)], False, "markdown", "a b"),
    ("a <span style='opacity: 0.5; font-size: 0.9em'>x</span>b", [("P", 1)], False, "markdown", "a xb"),
    ("a <span style='background: url(display:none)'>x</span>b", [("P", 1)], False, "markdown", "a xb"),
    ("[text](http://x.y) ![alt](z.png)", [("P", 1)], False, "markdown", "text"),
    ("<h2>A</h2>\n\na\n\n## B\n\nb", [("H2", 2)], False, "markdown", "b"),
    ("<table><tr><th>A<th>B<tr><td>1<td>2</table>", [("TABLE", 1)], False, "markdown", "A\tB\n1\t2"),
    ("<table>\n<tr><td>1</td></tr>\n</table>\n\n|a|\n|-|\n|b|", [("TABLE", 2)], False, "markdown", "a\nb"),
    ("a\r\n\r\n## B\r\n\r\nb\r\n", [("H2", 1)], False, "markdown", "b"),
    ("<h1>T</h1><p>a<h2>B</h2><p>b<ul><li>c<li>d</ul>", [("H2", 1)], False, "html", "b\n\nc\nd"),
    ("<h1>T</h1><p>a<h2>B</h2><p>b<ul><li>c<li>d</ul>", [("H2", 1), ("LI", 2)], False, "html", "d"),
    ("<div><h2>A</h2><div><p>a</div></div><h2>B</h2><p>b", [("H2", 1)], False, "html", "a"),
    ("<p>a<p hidden>b<p>c", [("P", 2)], False, "html", "c"),
    ("<script>x</script><p>a&amp;b", [("P", 1)], False, "html", "a&b"),
    ("<table><thead><tr><th>h<tbody><tr><td>c</table>", [("TABLE", 1)], False, "html", "h\nc"),
    ("<pre>  a\n  b</pre>", [("PRE", 1)], False, "html", "  a\n  b"),
    ("# a\n\nb", [("P", 2)], False, "text", "b"),
    ("# a\n\nb", [("H1", 1)], False, "text", NONE),
    ("", [], False, "markdown", ""),
]

P3 = "One two three. Four five.\n\nSix.\n\nSeven eight nine ten."
LIST = "- a b\n- c d\n  - e\n- f"
TABLE = "|Name|Year|\n|-|-|\n|Ada|1815|\n|Bob|1900|\n|Cy|2001|"
ZH = "我爱北京天安门。天安门在北京。"

BOUNDS: list[tuple[str, str, dict[str, Any], int]] = [
    # document, metric, further arguments, the true count
    (P3, "word_count", {}, 10),
    (P3, "sentence_count", {}, 4),
    (P3, "paragraph_count", {}, 3),
    (P3, "lexical_count", {"string": "six"}, 1),
    (P3, "punctuation_count", {"characters": "."}, 4),
    (P3, "letter_count", {"letter": "o"}, 3),
    (P3, "unique_word_count", {}, 10),
    (P3, "line_count", {}, 3),
    (LIST, "list_item_count", {}, 3),
    (LIST, "list_item_count", {"top_level_only": False}, 4),
    (LIST, "list_depth", {}, 2),
    (LIST, "list_count", {}, 1),
    (LIST, "word_count", {}, 6),
    (TABLE, "table_count", {}, 1),
    (TABLE, "number_count", {}, 3),
    (TABLE, "word_count", {}, 8),
    ("**a** __b__ *c* `d` **e**", "bold_count", {}, 3),
    ("**a** __b__ *c* _d_", "italic_count", {}, 2),
    ("a `b` c `d`\n\n```\n`e`\n```", "inline_code_count", {}, 2),
    ("[a](x) [b](y) ![c](z) <http://d.e>", "link_count", {}, 3),
    ("[a](x) ![c](z) ![d](w)", "image_count", {}, 2),
    ("- [ ] a\n- [x] b\n- c", "task_count", {}, 2),
    ("a[^1] b[^2]\n\n[^1]: x\n[^2]: y", "footnote_count", {}, 2),
    ("> a\n\nb\n\n> c", "quote_count", {}, 2),
    ("a\n\n---\n\nb\n\n***", "rule_count", {}, 2),
    ("$a$ and $$b$$ and \\$5", "math_count", {}, 2),
    ("```\na\n```\n\n~~~py\nb\n~~~\n\n    c", "code_block_count", {}, 3),
    ("# a\n\n## b\n\n### c\n\nd", "heading_count", {}, 3),
    (ZH, "lexical_count", {"string": "北京"}, 2),
    (ZH, "lexical_count", {"string": "天安门"}, 2),
    (ZH, "sentence_count", {}, 2),
    (ZH, "character_count", {}, 15),
    (ZH, "punctuation_count", {"characters": "."}, 2),
    ("東京は大きい。京都は古い。", "lexical_count", {"string": "京"}, 2),
    ("서울은 크다. 서울에 산다.", "lexical_count", {"string": "서울"}, 2),
    ("ประเทศไทย ภาษาไทย", "lexical_count", {"string": "ไทย"}, 2),
    ("Straße STRASSE strasse", "lexical_count", {"string": "straße"}, 3),
    ("İstanbul istanbul", "lexical_count", {"string": "istanbul"}, 1),
    ("new york, New\nYork, new\n\nyork", "lexical_count", {"string": "new york"}, 2),
    ("rain rainy Rain rain-coat", "lexical_count", {"string": "rain"}, 3),
    ("rain rainy Rain rain-coat", "lexical_count", {"string": "rain", "match": "substring"}, 4),
    ("rain rainy Rain", "lexical_count", {"string": "Rain", "case_sensitive": True}, 1),
    (
        "# rain\n\nrain <!-- rain --> [rain](rain) ![rain](rain) `rain`",
        "lexical_count",
        {"string": "rain"},
        4,
    ),
    ("|rain|a|\n|-|-|\n|rain|b|", "lexical_count", {"string": "rain"}, 2),
    ("3.14 3 14 3,14 v3", "number_count", {}, 4),
    ("😀 ok 👨‍👩‍👧 🇫🇷", "emoji_count", {}, 3),
]

SPANS = (
    "<table><tr><th>k<th>n<th>m<tr><td rowspan=2>a<td>1<td>2<tr><td>3<td>4<tr><td>b<td colspan=2>5</table>"
)

VERDICTS: list[tuple[str, str, dict[str, Any], list[tuple[str, int]], int]] = [
    # document, metric, arguments, selector, score
    (TABLE, "table_headers", {"headers": ["name", "year"]}, [("TABLE", 1)], 1),
    (TABLE, "table_headers", {"headers": ["year", "name"]}, [("TABLE", 1)], 0),
    (TABLE, "table_shape", {"rows": {"lower_bound": 3, "upper_bound": 3}}, [("TABLE", 1)], 1),
    (TABLE, "table_shape", {"rows": {"upper_bound": 2}}, [("TABLE", 1)], 0),
    (TABLE, "table_shape", {"columns": {"lower_bound": 3}}, [("TABLE", 1)], 0),
    (TABLE, "table_column_type", {"column": "Year", "type": "integer"}, [], 1),
    (TABLE, "table_column_type", {"column": 1, "type": "integer"}, [], 0),
    (TABLE, "table_column_type", {"column": "year", "type": "date"}, [], 0),
    (TABLE, "table_sorted", {"column": "Year"}, [], 1),
    (TABLE, "table_sorted", {"column": "Year", "order": "descending"}, [], 0),
    (TABLE, "table_cell_pattern", {"column": "Year", "pattern": "[0-9]{4}"}, [], 1),
    (TABLE, "word_count", {"each": "cell", "upper_bound": 1}, [], 1),
    (TABLE, "word_count", {"each": "item", "upper_bound": 1}, [], 0),
    (LIST, "word_count", {"each": "item", "upper_bound": 2}, [], 1),
    (LIST, "word_count", {"each": "item", "lower_bound": 2}, [], 0),
    (LIST, "list_kind", {"kind": "bullet"}, [("UL", 1)], 1),
    (LIST, "list_kind", {"kind": "ordered"}, [("UL", 1)], 0),
    (LIST, "alphabetical_order", {}, [], 1),
    ("3. a\n4. b", "list_numbering", {"start": 3}, [], 1),
    ("3. a\n3. b", "list_numbering", {"start": 3}, [], 0),
    (P3, "sentence_count", {"each": "paragraph", "upper_bound": 2}, [], 1),
    (P3, "sentence_count", {"each": "paragraph", "lower_bound": 2}, [], 0),
    (P3, "word_count", {"each": "sentence", "upper_bound": 4}, [], 1),
    (P3, "word_count", {"each": "sentence", "upper_bound": 3}, [], 0),
    (P3, "starts_with", {"phrases": ["one two"]}, [], 1),
    (P3, "starts_with", {"phrases": ["one tw"]}, [], 0),
    (P3, "ends_with", {"phrases": ["ten."]}, [], 1),
    (P3, "ends_with", {"phrases": ["en."]}, [], 0),
    (P3, "phrase_position", {"phrase": "six", "unit": "paragraph", "index": 2}, [], 1),
    (P3, "phrase_position", {"phrase": "six", "unit": "paragraph", "index": 3}, [], 0),
    (P3, "phrase_position", {"phrase": "nine ten", "unit": "word", "index": -1}, [], 1),
    (P3, "keyword_presence", {"keywords": ["six", "twelve"], "mode": "any"}, [], 1),
    (P3, "keyword_presence", {"keywords": ["six", "twelve"]}, [], 0),
    (P3, "keyword_forbidden", {"keywords": ["twelve"]}, [], 1),
    (P3, "keyword_forbidden", {"keywords": ["SEVEN"]}, [], 0),
    (P3, "keyword_forbidden", {"keywords": ["SEVEN"]}, [("P", 2)], 1),
    (P3, "regex_match", {"pattern": "S[a-z]+"}, [], 1),
    (P3, "regex_match", {"pattern": "S[a-z]+", "lower_bound": 3}, [], 0),
    (P3, "letter_case", {"case": "lower"}, [], 0),
    (ZH, "text_language", {"language": "zh"}, [], 1),
    (ZH, "text_language", {"language": "ja"}, [], 0),
    (ZH, "text_script", {"scripts": ["Han"]}, [], 1),
    ("12345 67890", "text_language", {"language": "en"}, [], 0),
    (GUIDE, "heading_levels", {"levels": [1, 2, 3, 4]}, [], 1),
    (GUIDE, "heading_increment", {}, [], 0),
    (GUIDE, "heading_unique", {}, [], 0),
    (GUIDE, "heading_count", {"lower_bound": 9, "upper_bound": 9}, [], 1),
    (GUIDE, "heading_outline", {"outline": "## Setup\n### Tools\n### Parts"}, [("H2", 1)], 1),
    (GUIDE, "heading_outline", {"outline": "## Setup\n### Parts\n### Tools"}, [("H2", 1)], 0),
    (GUIDE, "code_block_language", {"languages": ["py"]}, [("H2", 3)], 1),
    (GUIDE, "code_parses", {"language": "python"}, [("H2", 3), ("PRE", 1)], 1),
    (GUIDE, "code_contains", {"symbols": ["x"]}, [("H2", 3), ("PRE", 1)], 1),
    ('```json\n{"a": 1}\n```', "json_schema", {"required_keys": ["a"]}, [], 1),
    ('```json\n{"a": 1,}\n```', "json_schema", {"required_keys": ["a"]}, [], 0),
    ('```json\n{"b": 1}\n```', "json_schema", {"required_keys": ["a"]}, [], 0),
    ("```csv\na,b\n1,2\n```", "csv_schema", {"columns": ["a", "b"]}, [], 1),
    ("```csv\na,b\n1\n```", "csv_schema", {"columns": ["a", "b"]}, [], 0),
    ("On 2024-02-29.", "date_format", {"formats": ["%Y-%m-%d"]}, [], 1),
    ("On 2023-02-29.", "date_format", {"formats": ["%Y-%m-%d"]}, [], 0),
    (SPANS, "table_shape", {"columns": {"lower_bound": 3, "upper_bound": 3}}, [], 1),
    (SPANS, "table_shape", {"rows": {"lower_bound": 3, "upper_bound": 3}}, [], 1),
    (SPANS, "table_no_empty_cells", {}, [], 1),
    (SPANS, "table_column_type", {"column": "n", "type": "integer"}, [], 1),
    (SPANS, "table_column_type", {"column": "m", "type": "integer"}, [], 1),
    (SPANS, "table_headers", {"headers": ["k", "n", "m"]}, [], 1),
    (SPANS.replace(" rowspan=2", ""), "table_no_empty_cells", {}, [], 0),
    (SPANS.replace(" colspan=2", " colspan=x"), "table_no_empty_cells", {}, [], 0),
]
