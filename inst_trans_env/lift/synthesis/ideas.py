"""What an outline holds: headers, words and questions for each; made from templates by the topic's kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.topics import Topic, data, kinds

_FACETS = ("causes", "examples", "consequences", "exceptions", "a comparison", "open points")
_CRITERIA = (
    "Give one concrete example that shows what “{title}” means for {topic}.",
    "Explain “{title}” in words that a reader new to {topic} can follow.",
    "Name one open question about {topic} that falls under “{title}”.",
    "Say why “{title}” matters to somebody who has never dealt with {topic}.",
    "Weigh two opposing views on {topic} that fall under “{title}”.",
    "State the most important point about “{title}” before any detail.",
)
_FLAT_CRITERIA = (
    "Give one concrete example that shows what {topic} means in practice.",
    "Explain {topic} in words that a newcomer can follow.",
    "Name one open question about {topic}.",
    "Weigh two opposing views on {topic}.",
    "State the most important point about {topic} before any detail.",
)


@dataclass(slots=True)
class Node:
    """A header of an outline.

    Attributes:
        title: its text, unique in the outline; of the root, the document's title.
        terms: words that the text below it may turn on.
        questions: what a judge may ask of it, each a sentence that tells the writer what to do.
        children: the headers below it.
    """

    title: str
    terms: list[str]
    questions: list[str]
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Yield the node and all below it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


class Ideas(Protocol):
    """Where the outline of a topic comes from. `name` says so in manifests."""

    name: str

    async def outline(self, topic: Topic, parameters: Parameters, rng: random.Random) -> Node:
        """Return the root of an outline (for flat tasks: a root without children)."""


class TemplateIdeas:
    """Outlines from templates by the kind of a topic; no model is asked."""

    name = "templates"

    async def outline(self, topic: Topic, parameters: Parameters, rng: random.Random) -> Node:
        """Return an outline that the random numbers alone decide."""
        return template_outline(topic, parameters, rng)


def template_outline(topic: Topic, parameters: Parameters, rng: random.Random) -> Node:
    """Return an outline of aspects that fit the topic's kind."""
    aspects = [data("aspects.json")[name] for name in kinds()[topic.kind]]
    if parameters.is_flat:
        chosen = rng.sample(aspects, 4)
        terms = list(dict.fromkeys(term for aspect in chosen for term in aspect["terms"]))
        return Node(topic.title, terms, _questions(topic, chosen) + flat_criteria(topic))
    count = rng.randint(min(2, parameters.children), parameters.children)
    chosen = sorted(rng.sample(range(len(aspects)), count))
    root = Node(topic.title, [], [])
    root.children = [_aspect_node(topic, aspects[place], parameters, rng) for place in chosen]
    return root


def criteria(topic: Topic, title: str) -> list[str]:
    """Return what can be asked of any section, whatever its header."""
    return [template.format(title=title, topic=topic.name) for template in _CRITERIA]


def flat_criteria(topic: Topic) -> list[str]:
    """Return what can be asked of any document on the topic."""
    return [template.format(topic=topic.name) for template in _FLAT_CRITERIA]


def answer(question: str) -> str:
    """Return the sentence that asks a writer to answer a question."""
    return f"Answer the question: {question}"


def _aspect_node(topic: Topic, aspect: dict[str, Any], parameters: Parameters, rng: random.Random) -> Node:
    title = aspect["title"]
    node = Node(title, aspect["terms"], _questions(topic, [aspect]) + criteria(topic, title))
    if parameters.depth > 1:
        parts = _some(aspect["parts"], parameters.children, rng)
        questions = node.questions[: len(aspect["questions"])]
        node.children = [Node(part, node.terms, questions + criteria(topic, part)) for part in parts]
        for child in node.children:
            _divide(child, topic, parameters, rng, 2)
    return node


def _divide(node: Node, topic: Topic, parameters: Parameters, rng: random.Random, level: int) -> None:
    """Give a header at a level headers below it, down to the greatest depth."""
    if level == parameters.depth:
        return
    for facet in _some(_FACETS, parameters.children, rng):
        title = f"{node.title}: {facet}"
        node.children.append(Node(title, node.terms, criteria(topic, title)))
        _divide(node.children[-1], topic, parameters, rng, level + 1)


def _some(pool: Any, most: int, rng: random.Random) -> list[str]:
    """Return some of a pool in its order: none in one case of six, else at least two where there may be two."""
    count = 0 if rng.random() < 1 / 6 else rng.randint(min(2, most), most)
    return [pool[place] for place in sorted(rng.sample(range(len(pool)), count))]


def _questions(topic: Topic, aspects: list[dict[str, Any]]) -> list[str]:
    return [
        answer(question.format(topic=topic.name)) for aspect in aspects for question in aspect["questions"]
    ]
