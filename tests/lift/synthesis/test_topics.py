from __future__ import annotations

from pathlib import Path

import pytest

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.lift.document import parse_document
from inst_trans_env.lift.synthesis.topics import Topic, data, kinds, load_topics, split_topics


def test_there_are_enough_topics_and_none_twice() -> None:
    topics = load_topics()
    assert len(topics) >= 500
    assert len({topic.title.casefold() for topic in topics}) == len(topics)
    assert {topic.kind for topic in topics} == set(kinds()) - {"general"}


def test_titles() -> None:
    assert Topic("the Silk Road").title == "Silk Road"
    assert Topic("beekeeping").title == "Beekeeping"
    assert Topic("theatre").title == "Theatre"


def test_titles_are_plain_text_in_markdown() -> None:
    for topic in load_topics():
        (section,) = parse_document(f"# {topic.title}").root.elements()
        assert section.heading is not None
        assert section.heading.children == [topic.title]


def test_every_kind_has_aspects_with_distinct_titles() -> None:
    aspects = data("aspects.json")
    for names in kinds().values():
        titles = [title for name in names for title in (aspects[name]["title"], *aspects[name]["parts"])]
        assert len(set(titles)) == len(titles)
        assert len(names) >= 6


def test_splits_are_drawn_by_the_seed_and_share_nothing() -> None:
    topics = load_topics()
    first, again, other = (split_topics(topics, seed, 50, 20) for seed in (1, 1, 2))
    assert first == again != other
    assert [len(first[split]) for split in ("train", "test")] == [50, 20]
    assert not set(first["train"]) & set(first["test"])
    assert split_topics(topics, 1, 10, 20)["test"] == first["test"]


def test_too_few_topics() -> None:
    with pytest.raises(UserError, match="3 training and 2 test topics are asked for, but there are 4"):
        split_topics(load_topics()[:4], 0, 3, 2)


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "topics.txt"
    path.write_text("the moon\tplace\n\ntea\n", encoding="utf-8")
    assert load_topics(path) == [Topic("the moon", "place"), Topic("tea", "general")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tea\tdrink\n", "line 1: unknown kind 'drink'"),
        ("tea\nTea\n", "topic 'Tea' stands there twice"),
        ("tea\n**tea**\n", "line 2: topic .* must not hold"),
    ],
)
def test_a_list_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "topics.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_topics(path)
