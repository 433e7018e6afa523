"""What is skipped where a text has no sign of anything, or counted by a table, comes out as the long way."""

from __future__ import annotations

import html

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from inst_trans_env.constraints.strict import copy, untranslated
from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.format_preserve import CHECKS, OF_SIGNS, _is_plain
from inst_trans_env.constraints.strict.formats import icu
from inst_trans_env.constraints.strict.formats.piece import Piece, Row, View
from inst_trans_env.constraints.strict.latex import latex_items
from inst_trans_env.constraints.strict.repetition import _SPACE, _single_spaced
from inst_trans_env.constraints.strict.scripts import _CODE_LIKE, LETTERS, count_letters, without_code
from inst_trans_env.constraints.strict.wrong_language import _OTHER_SCRIPT, _without_other_scripts
from inst_trans_env.tasks.schema import Task
from inst_trans_env.text import markdown
from inst_trans_env.text.visible import hidden_ranges, is_plain

TEXTS = st.text() | st.lists(
    st.sampled_from(
        [*"ab .,:;-=()!?'\"\n\t 　甲あ한กé٣#1/\r\x1c", "www.", "mailto:", ":n", "1. ", "WWW.a.b"]
    ),
    max_size=40,
).map("".join)
COLONS = st.sampled_from([frozenset[str](), frozenset((":n",))])


@given(TEXTS, COLONS)
def test_a_plain_text_has_nothing_to_take_out(text: str, colons: frozenset[str]) -> None:
    assume(is_plain(text, colons))
    assert hidden_ranges(text, colons) == []
    assert list(latex_items(text)) == []
    assert html.unescape(text) == text


@given(TEXTS, TEXTS, COLONS, st.booleans())
def test_sub_checks_of_signs_find_nothing_in_plain_texts(
    source: str, answer: str, colons: frozenset[str], named: bool
) -> None:
    piece = Piece(View(source, colons), View(answer, colons), Row("zh", "de", named, colons))
    assume(_is_plain(piece))
    assert [name for name in OF_SIGNS if CHECKS[name](piece) is not None] == []
    assert icu.expand(piece) == ([piece], None)


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(
    st.lists(
        st.sampled_from(
            [
                *"aé甲_*|-1. \t\n\n>#=~<\r\x00\x0b\u3000\u2028",
                "[x](y)",
                "`c`",
                "\n\n",
                "a b\n",
                "|-|",
                "\n \t\n",
            ]
        ),
        max_size=14,
    ).map("".join)
)
def test_paragraphs_are_those_of_the_parser(text: str) -> None:
    found = markdown._paragraphs(text)
    assume(found is not None)
    lines = markdown._line_starts(text)
    tokens = markdown._parser().parse(text)
    assert found == markdown._regions(tokens, lines)
    blocks = [markdown.Block("text", start=start, end=end) for start, end in found or ()]
    assert blocks == list(markdown._blocks(tokens, text, lines))


@pytest.mark.parametrize(
    "sign", ["<b>", "{0}", "a@b.de", "%s", "$x", "# a", "\\a", "&amp;", "- a", "*a*", "[a]"]
)
@pytest.mark.parametrize("text", ["{}", "a\n{}"])
def test_a_text_with_a_sign_is_not_plain(sign: str, text: str) -> None:
    assert not is_plain(text.format(sign))


@given(st.text(alphabet=st.characters()))
def test_letters_are_those_of_the_patterns(text: str) -> None:
    counts = {name: len(pattern.findall(text)) for name, pattern in LETTERS.items()}
    assert count_letters(text) == {name: count for name, count in counts.items() if count}


def test_all_code_points_belong_to_the_script_of_their_pattern() -> None:
    every = "".join(map(chr, range(0x110000)))
    assert count_letters(every) == {name: len(pattern.findall(every)) for name, pattern in LETTERS.items()}


@given(st.text() | st.text(alphabet="ab .-/_<>%$&#~*\n1A"))
def test_code_and_other_scripts_are_blanked_as_their_patterns_say(text: str) -> None:
    assert without_code(text) == _CODE_LIKE.sub(" ", text)
    assert _without_other_scripts(text) == _OTHER_SCRIPT.sub(" ", text)


@given(st.text() | st.text(alphabet="ab \n\t\x1c\u3000"))
def test_white_space_is_joined_as_its_pattern_says(text: str) -> None:
    assert _single_spaced(text) == _SPACE.sub(" ", text)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["He came.", "She went!", "They stayed?", "ok. "]), min_size=1, max_size=8),
    TEXTS,
)
def test_looking_for_sentences_in_the_whole_answer_changes_no_verdict(pieces: list[str], extra: str) -> None:
    source = " ".join(pieces)
    for answer in (source, source.upper(), extra, f"{extra} {pieces[0]} {extra}", f"{pieces[0]}{pieces[-1]}"):
        case = Case(Task("en", "de", source, (), ()), answer)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(untranslated, "FEW", -1)
            long_way = copy.check(case)
        assert copy.check(case) == long_way
