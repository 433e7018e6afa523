from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env import Scorer, Task, Verdict
from inst_trans_env.errors import DataError, JudgeError, UserError
from inst_trans_env.judge import QualityJudgement, SoftJudgement, Usage
from inst_trans_env.scoring import if_score
from tests.support import LINES, task

PAIR = task('{"1": "河"}', "format_preserve", "term_compliance", "style_consistency")
GOOD, BAD = '{"1": "river"}', '{"2": "river"}'


class FixedJudge:
    """Answers what it is told to, and remembers what it was asked."""

    def __init__(self, scores: Mapping[str, float], quality: float = 1.0) -> None:
        self.scores, self.quality_score = scores, quality
        self.asked: list[tuple[str, list[str]]] = []

    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        self.asked.append((prediction, list(ids)))
        usage = Usage(tokens_sent=100, tokens_received=7)
        return SoftJudgement(self.scores, dict.fromkeys(self.scores, "said so"), usage)

    async def quality(self, task: Task, prediction: str) -> QualityJudgement:
        return QualityJudgement(self.quality_score, Usage(tokens_sent=50, tokens_received=1))


def test_gates_multiply_and_say_why() -> None:
    score = Scorer().score(PAIR, BAD)
    assert score.reward == 0
    assert not score.gates["format_preserve"].passed
    assert score.gates["term_compliance"].passed
    assert not score.gates_passed


def test_without_a_judge_the_reward_is_by_rules_and_says_so() -> None:
    score = Scorer().score(PAIR, GOOD)
    assert score.reward == 1
    assert score.graded == {"style_consistency": None}
    assert not score.complete


@pytest.mark.parametrize("blank", ["", " \n\t"])
def test_a_blank_answer_scores_nothing(blank: str) -> None:
    judge = FixedJudge({"style_consistency": 1.0})
    score = Scorer(judge=judge).score(PAIR, blank)
    assert (score.reward, score.present, dict(score.gates)) == (0.0, False, {})
    assert judge.asked == []


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_the_judge_scales_what_the_gates_let_through(value: float) -> None:
    scorer = Scorer(judge=FixedJudge({"style_consistency": value}, quality=0.5), quality=True)
    score = scorer.score(PAIR, GOOD)
    assert (score.reward, score.quality, score.complete) == (value, 0.5, True)
    assert score.notes == {"style_consistency": "said so"}
    assert score.judge_tokens == (150, 8)
    assert scorer.score(PAIR, BAD).reward == 0


def test_a_judge_that_leaves_one_out_is_an_error() -> None:
    with pytest.raises(JudgeError, match="no verdict on style_consistency"):
        Scorer(judge=FixedJudge({})).score(PAIR, GOOD)


def test_a_failing_judge_is_never_a_score() -> None:
    class Down(FixedJudge):
        async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
            raise JudgeError("down")

    with pytest.raises(JudgeError, match="down"):
        asyncio.run(Scorer(judge=Down({})).ascore(PAIR, GOOD))


def test_unknown_rules_name_what_there_is() -> None:
    with pytest.raises(
        UserError, match=r"unknown rule set 'stric'. Did you mean 'strict'\? Available: published, strict"
    ):
        Scorer("stric")


def test_a_batch_over_processes_equals_one_by_one() -> None:
    tasks = [task('{"1": "河"}', "format_preserve", case_id=str(number)) for number in range(150)]
    answers = [GOOD if number % 3 else BAD for number in range(150)]
    alone = Scorer().score_batch(tasks, answers)
    assert alone == Scorer().score_batch(tasks, answers, workers=2)
    assert [score.case_id for score in alone] == [str(number) for number in range(150)]
    assert [score.reward for score in alone] == [float(bool(number % 3)) for number in range(150)]


def test_a_batch_refuses_what_it_cannot_do() -> None:
    with pytest.raises(UserError, match="1 tasks but 0 predictions"):
        Scorer().score_batch([PAIR], [])
    with pytest.raises(UserError, match="rule-only"):
        Scorer(judge=FixedJudge({})).score_batch([PAIR], [GOOD])


def test_a_score_is_json() -> None:
    data = json.loads(json.dumps(Scorer().score(PAIR, BAD).to_dict()))
    assert data["gates"]["format_preserve"]["missing"] == ["1"]
    assert data["gates"]["term_compliance"] == {"passed": True}
    assert data["rules"] == "published.1"


SOFT = st.sampled_from([None, 0.0, 0.5, 1.0])


@given(st.lists(st.booleans(), max_size=5), st.lists(SOFT, max_size=5))
def test_the_formula(gates: list[bool], graded: list[float | None]) -> None:
    reward = if_score(
        {str(at): Verdict(passed) for at, passed in enumerate(gates)},
        {str(at): value for at, value in enumerate(graded)},
    )
    scored = [value for value in graded if value is not None]
    mean = sum(scored) / len(scored) if scored else 1.0
    assert reward == (mean if all(gates) else 0.0)


def test_the_lines_of_the_helpers_are_what_the_rules_read() -> None:
    assert not Scorer().score(task("河", "term_compliance"), "lake").gates["term_compliance"].passed
    assert "术语对照" in LINES["term_compliance"]


UNREADABLE = [
    ("term_compliance", ("术语对照: ",), "has no readable pair"),
    ("term_compliance", ("甲乙",), "has no readable pair"),
    ("term_compliance", ("→",), "has no readable pair"),
    ("term_compliance", ("甲→",), "has no readable pair"),
    ("term_compliance", ("→x",), "has no readable pair"),
    ("term_compliance", (), "has no line"),
    ("social_preserve", ("社交元素不变: ",), "has no readable element"),
    ("social_preserve", ("、",), "has no readable element"),
    ("social_preserve", (), "has no line"),
    ("syllable_order", ("音节",), "needs duration_s"),
]


@pytest.mark.parametrize(("constraint_id", "own", "message"), UNREADABLE)
@pytest.mark.parametrize("answer", ["Der Fluss trägt das Boot.", ""])
def test_strict_refuses_a_row_that_it_cannot_read(
    constraint_id: str, own: tuple[str, ...], message: str, answer: str
) -> None:
    row = Task("zh", "de", "河水带着小船。", own, (constraint_id,), case_id="c-7")
    expected = f"^case 'c-7': {constraint_id} {message}"
    with pytest.raises(DataError, match=expected):
        Scorer("strict").score(row, answer)
    with pytest.raises(DataError, match=expected):
        Scorer("strict").score_batch([row], [answer])
    with pytest.raises(DataError, match=expected):
        asyncio.run(Scorer("strict").ascore(row, answer))


@pytest.mark.parametrize(("constraint_id", "own", "message"), UNREADABLE[:-1])
def test_published_takes_such_a_row_as_it_is(constraint_id: str, own: tuple[str, ...], message: str) -> None:
    row = Task("zh", "de", "河水带着小船。", own, (constraint_id,), case_id="c-7")
    assert Scorer("published").score(row, "Der Fluss trägt das Boot.").reward == 1
