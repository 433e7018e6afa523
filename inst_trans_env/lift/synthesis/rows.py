"""Tasks of a config from a solved document: the first parts, the first constraints of each, ids and weights."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from inst_trans_env.lift.load import CONFIGS
from inst_trans_env.lift.schema import Evaluation, LiftTask
from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.prompt import write_prompt
from inst_trans_env.lift.synthesis.solve import Part, Solved

STRUCTURE_SHARE = 0.3
"""Share of the weight that the outline has, where there is one. What the sections ask for has the rest."""

_NAMES = {code: name for name, code in CONFIGS.items()}


def config_name(parameters: Parameters) -> str:
    """Return the name of a config: that of the benchmark where it has one, else its code."""
    return _NAMES.get(parameters.code, parameters.code)


def task_of(solved: Solved, parameters: Parameters) -> LiftTask:
    """Return the task of a config, without id and split: more generous configs hold the same and more."""
    parts = sorted(solved.parts[: parameters.sections], key=_place)
    content = [
        entry
        for part in parts
        for entry in (*part.verifiable[: parameters.verifiable], *part.judged[: parameters.judged])
    ]
    structure = [solved.structure] if solved.structure else []
    share = STRUCTURE_SHARE if structure else 0.0
    entries = [*_weighted(structure, "structure", share), *_weighted(content, "content", 1 - share)]
    return LiftTask(
        prompt=({"role": "user", "content": write_prompt(solved.topic, solved.outline, entries)},),
        evaluations=tuple(entries),
        topic=solved.topic.title,
        document_outline=solved.outline,
        dataset_name=config_name(parameters),
        dataset_id=parameters.code,
    )


def _place(part: Part) -> tuple[int, ...]:
    return tuple(index for _, index in part.path)


def _weighted(entries: list[Evaluation], group: str, share: float) -> list[Evaluation]:
    """Return constraints with ids and equal weights that sum to the share of their group."""
    numbers = {False: count(1), True: count(1)}
    names = {False: "verifiable", True: "judged"}
    return [
        replace(
            entry,
            evaluation_id=f"{group}_{names[entry.is_judged]}_constraints_{next(numbers[entry.is_judged])}",
            weight_group=group,
            weight=share / len(entries),
        )
        for entry in entries
    ]
