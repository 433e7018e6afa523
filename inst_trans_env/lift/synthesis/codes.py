"""The codes that say how tasks are generated: ``l3_d2_sh5_sv3_snv2``, ``flat_sv3_snv3``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from inst_trans_env.errors import UserError
from inst_trans_env.lift.load import CONFIGS

_OUTLINED = re.compile(r"l([1-9]\d?)_d([1-9]\d?)_sh(\d{1,3})_sv(\d{1,2})_snv(\d{1,2})")
_FLAT = re.compile(r"flat_sv(\d{1,2})_snv(\d{1,2})")
MOST = {"children": 6, "depth": 5, "verifiable": 8, "judged": 8}
"""Greatest values that outlines and constraints can be made for."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How the tasks of one config are generated. All numbers are upper limits.

    Attributes:
        children: children per header; 0 for flat tasks, which have no outline.
        depth: levels of headers below the title; 0 for flat tasks.
        sections: sections that carry constraints; 1 for flat tasks: the whole response.
        verifiable: constraints per section that code checks.
        judged: constraints per section that a judge scores.
    """

    children: int
    depth: int
    sections: int
    verifiable: int
    judged: int

    @classmethod
    def parse(cls, name: str) -> Self:
        """Return the parameters of a config's name or code.

        Raises:
            UserError: it is neither, or asks for more than can be made.
        """
        code = CONFIGS.get(name, name)
        if match := _OUTLINED.fullmatch(code):
            found = cls(*map(int, match.groups()))
        elif match := _FLAT.fullmatch(code):
            found = cls(0, 0, 1, *map(int, match.groups()))
        else:
            raise UserError(
                f"unknown config {name!r}: give one of {', '.join(CONFIGS)}, "
                "or a code such as l3_d2_sh5_sv3_snv2 or flat_sv3_snv3"
            )
        found._check(name)
        return found

    def _check(self, name: str) -> None:
        for field, most in MOST.items():
            least = 1 if field in {"verifiable", "judged"} else 0
            if not least <= getattr(self, field) <= most:
                raise UserError(f"config {name!r}: {field} must be from 1 to {most}")
        if self.sections < 1:
            raise UserError(f"config {name!r}: at least one section must carry constraints")

    @property
    def is_flat(self) -> bool:
        """Whether the tasks have no outline."""
        return self.children == 0

    @property
    def run(self) -> str:
        """The part that configs of one run share: ``l3_d2`` or ``flat``."""
        return "flat" if self.is_flat else f"l{self.children}_d{self.depth}"

    @property
    def code(self) -> str:
        """The ``dataset_id``."""
        sections = "" if self.is_flat else f"_sh{self.sections}"
        return f"{self.run}{sections}_sv{self.verifiable}_snv{self.judged}"

    def widened(self, other: Parameters) -> Parameters:
        """Return the limits under which the constraints of both configs fit."""
        return Parameters(
            self.children,
            self.depth,
            max(self.sections, other.sections),
            max(self.verifiable, other.verifiable),
            max(self.judged, other.judged),
        )
