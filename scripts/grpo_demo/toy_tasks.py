"""Built tasks: short Chinese sentences into English, each with a constraint that a gate decides."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass

from inst_trans_env import Scorer, Task

TIMES = {"今天": "today", "昨天": "yesterday", "早上": "this morning", "晚上": "last night"}
SUBJECTS = {
    "老师": "the teacher",
    "小猫": "the kitten",
    "医生": "the doctor",
    "司机": "the driver",
    "妹妹": "my sister",
    "邻居": "the neighbour",
    "画家": "the painter",
    "船长": "the captain",
}
VERBS = {"看见": "saw", "买": "bought", "忘记": "forgot", "找到": "found", "喜欢": "liked", "丢": "lost"}
OBJECTS = {
    "红苹果": "a red apple",
    "旧地图": "an old map",
    "小船": "a small boat",
    "长信": "a long letter",
    "绿帽子": "a green hat",
    "新钥匙": "a new key",
    "银戒指": "a silver ring",
    "大钟": "a big clock",
}
MENTIONS = ("@mika", "@leo_7", "@tuan", "@ana")
TAGS = ("#日常#", "#周末#", "#旅行#", "#咖啡#")
PLACEHOLDERS = ("{name}", "{count}", "%s", "${user}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A Chinese sentence, its English, and the glossary of its words."""

    chinese: str
    english: str
    glossary: str


def sentence(rng: random.Random) -> Sentence:
    """Return a sentence put together at random."""
    time, subject, verb, thing = (rng.choice(list(part)) for part in (TIMES, SUBJECTS, VERBS, OBJECTS))
    english = f"{SUBJECTS[subject]} {VERBS[verb]} {OBJECTS[thing]} {TIMES[time]}."
    pairs = {time: TIMES[time], subject: SUBJECTS[subject], thing: OBJECTS[thing]}
    glossary = "、".join(f"{word}→{target}" for word, target in pairs.items())
    return Sentence(f"{time}{subject}{verb}了{thing}。", english[0].upper() + english[1:], glossary)


Parts = tuple[str, str, dict[str, str]]
"""Source, reference, and constraint lines by id."""


def _json(rng: random.Random, said: Sentence) -> Parts:
    source, reference = (
        json.dumps({"line": text}, ensure_ascii=False) for text in (said.chinese, said.english)
    )
    return source, reference, {"format_preserve": "【硬性要求】保留源文中的 JSON 格式标记不变"}


def _placeholder(rng: random.Random, said: Sentence) -> Parts:
    mark = rng.choice(PLACEHOLDERS)
    lines = {"format_preserve": "【硬性要求】保留占位符不变"}
    return f"{mark}：{said.chinese}", f"{mark}: {said.english}", lines


def _social(rng: random.Random, said: Sentence) -> Parts:
    mention, tag = rng.choice(MENTIONS), rng.choice(TAGS)
    source, reference = (
        json.dumps({"post": f"{mention} {text} {tag}"}, ensure_ascii=False)
        for text in (said.chinese, said.english)
    )
    lines = {
        "format_preserve": "【硬性要求】保留源文中的 JSON 格式标记不变",
        "social_preserve": f"【硬性要求】保留以下社交元素不变: {mention}、{tag}",
    }
    return source, reference, lines


KINDS = (_json, _placeholder, _social)


def build(count: int, seed: int, scorer: Scorer) -> list[Task]:
    """Return so many different tasks whose references pass every gate.

    Each has a glossary of its words beside its own constraint, so that no answer to another task earns.
    """
    rng = random.Random(seed)
    tasks: dict[str, Task] = {}
    while len(tasks) < count:
        said = sentence(rng)
        source, reference, lines = KINDS[len(tasks) % len(KINDS)](rng, said)
        lines["term_compliance"] = f"【硬性要求】专名/术语对照: {said.glossary}"
        name = f"toy-{seed}-{len(tasks)}"
        task = Task("zh", "en", source, tuple(lines.values()), tuple(lines), name, source + "\n", reference)
        if source not in tasks and scorer.score(task, reference).reward == 1:
            tasks[source] = task
    return list(tasks.values())


def spoil(task: Task, rng: random.Random) -> str:
    """Return the reference with the one thing wrong that its constraint is about."""
    answer = task.reference
    if "social_preserve" in task.constraint_ids:
        mention, _, rest = json.loads(answer)["post"].partition(" ")
        kept = rest if rng.random() < 0.5 else f"{mention} {rest.rpartition(' ')[0]}"
        return json.dumps({"post": kept}, ensure_ascii=False)
    if answer.startswith('{"line"'):
        return answer.replace('"line"', '"text"') if rng.random() < 0.5 else answer.rstrip("}")
    return answer.partition(": ")[2]


def warm_up_rows(tasks: Sequence[Task], share_right: float, seed: int) -> list[dict[str, str]]:
    """Return prompts with completions of which only a share keeps its constraint, as a raw model's would."""
    rng = random.Random(seed)
    return [
        {
            "prompt": task.prompt,
            "completion": task.reference if rng.random() < share_right else spoil(task, rng),
        }
        for task in tasks
    ]
