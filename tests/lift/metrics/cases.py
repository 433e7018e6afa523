"""Tables of (arguments, document, score) for every metric: good, failing, and look-alikes."""

from __future__ import annotations

from typing import Any

from tests.lift.metrics.cases_structure import CASES as STRUCTURE
from tests.lift.metrics.cases_text import CASES as TEXT
from tests.lift.metrics.cases_values import CASES as VALUES

Case = tuple[dict[str, Any], str, int]

CASES: dict[str, list[Case]] = {**TEXT, **STRUCTURE, **VALUES}
