"""Outlines, words and questions from a language model behind any OpenAI-compatible endpoint.

The shape of an outline is drawn as without a model; the model fills it in. Replies go through the judge's
client: what is no valid reply is asked again, what is valid is cached, so that a run that was stopped goes on.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib import resources
from string import Template
from typing import Any

from inst_trans_env.errors import UserError
from inst_trans_env.judge import JudgeClient, Prompt
from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.ideas import Node, answer, criteria, flat_criteria, template_outline
from inst_trans_env.lift.synthesis.topics import Topic

MOST_HEADERS = 100
"""Headers of an outline that a model is asked to name at once."""

_PARTS_A_CALL = 6
_LEAST_TERMS = 5
_LEAST_QUESTIONS = 3
_TITLE = re.compile(r"[^\W\d_](?:[\w ,.:'’()&–-]{0,78}[\w)])?")
_TERM = re.compile(r"[a-z]{2,30}")
_QUESTION = re.compile(r"[A-Z][^\n\r`“”\"*_\[\]<>|#\\]{8,240}\?")


class ModelIdeas:
    """Outlines that a model fills in. Enter the client around all calls: it keeps the connections."""

    def __init__(self, client: JudgeClient) -> None:
        """Take the client; its configured model is asked."""
        self._client = client
        self.name = f"model {client.config.model}"

    async def outline(self, topic: Topic, parameters: Parameters, rng: random.Random) -> Node:
        """Return an outline whose shape the random numbers decide, and whose words the model.

        Raises:
            UserError: the outline has more than `MOST_HEADERS` headers.
            JudgeError: no valid reply could be had.
        """
        root = template_outline(topic, parameters, rng)
        if parameters.is_flat:
            contents = await self._contents(topic, {"1": root})
            root.terms, questions = contents["1"]
            root.questions = questions + flat_criteria(topic)
            return root
        nodes = dict(_numbered(root))
        if len(nodes) > MOST_HEADERS:
            raise UserError(f"{len(nodes)} headers are too many for a model: at most {MOST_HEADERS}")
        for number, title in (await self._titles(topic, list(nodes))).items():
            nodes[number].title = title
        for number, (terms, questions) in (await self._contents(topic, nodes)).items():
            nodes[number].terms = terms
            nodes[number].questions = questions + criteria(topic, nodes[number].title)
        return root

    async def _titles(self, topic: Topic, numbers: list[str]) -> dict[str, str]:
        text = _template("model_titles.v1").substitute(topic=topic.name, numbers=", ".join(numbers))
        return await self._client.ask(
            Prompt(text, version="lift-titles.v1", expected_tokens=10 * len(numbers)),
            parse=partial(read_titles, numbers=numbers),
        )

    async def _contents(
        self, topic: Topic, nodes: Mapping[str, Node]
    ) -> dict[str, tuple[list[str], list[str]]]:
        found: dict[str, tuple[list[str], list[str]]] = {}
        numbers = list(nodes)
        for start in range(0, len(numbers), _PARTS_A_CALL):
            some = numbers[start : start + _PARTS_A_CALL]
            titles = "\n".join(f"{number} {nodes[number].title}" for number in some)
            text = _template("model_content.v1").substitute(topic=topic.name, titles=titles)
            found |= await self._client.ask(
                Prompt(text, version="lift-content.v1", expected_tokens=130 * len(some)),
                parse=partial(read_contents, numbers=some),
            )
        return found


def _numbered(root: Node, prefix: str = "") -> Iterator[tuple[str, Node]]:
    for place, child in enumerate(root.children, 1):
        number = f"{prefix}{place}"
        yield number, child
        yield from _numbered(child, f"{number}.")


def read_titles(reply: str, numbers: list[str]) -> dict[str, str]:
    """Return the titles by number; `ValueError` for a reply that lacks one, repeats one, or has signs in one."""
    values = _object(reply, numbers)
    titles = {number: values[number] for number in numbers}
    for title in titles.values():
        if not isinstance(title, str) or not _TITLE.fullmatch(title):
            raise ValueError(f"not a plain title: {title!r}")
    if len({title.casefold() for title in titles.values()}) < len(titles):
        raise ValueError("a title stands twice")
    return titles


def read_contents(reply: str, numbers: list[str]) -> dict[str, tuple[list[str], list[str]]]:
    """Return words and questions by number; `ValueError` where there are too few that can be used."""
    values = _object(reply, numbers)
    found: dict[str, tuple[list[str], list[str]]] = {}
    for number in numbers:
        terms = _matching(values[number], "terms", _TERM)
        questions = _matching(values[number], "questions", _QUESTION)
        if len(terms) < _LEAST_TERMS or len(questions) < _LEAST_QUESTIONS:
            raise ValueError(
                f"part {number} has {len(terms)} usable words, {len(questions)} usable questions"
            )
        found[number] = terms, [answer(question) for question in questions]
    return found


def _matching(value: Any, name: str, pattern: re.Pattern[str]) -> list[str]:
    texts = value.get(name) if isinstance(value, dict) else None
    if not isinstance(texts, list):
        raise ValueError(f"no list {name!r}")
    usable = (text.strip() for text in texts if isinstance(text, str))
    return list(dict.fromkeys(text for text in usable if pattern.fullmatch(text)))


def _object(reply: str, keys: list[str]) -> dict[str, Any]:
    """Return the JSON object of a reply, prose and a code fence around it left out; it has exactly the keys."""
    start, end = reply.find("{"), reply.rfind("}")
    try:
        value = json.loads(reply[start : end + 1])
    except RecursionError:
        raise ValueError("the reply is nested too deep") from None
    if not isinstance(value, dict) or set(value) != set(keys):
        raise ValueError(f"expected one JSON object with the keys {', '.join(keys)}")
    return value


@cache
def _template(name: str) -> Template:
    return Template(
        (resources.files("inst_trans_env.lift.synthesis.data") / f"{name}.txt").read_text("utf-8")
    )
