"""How the figures of a footprint are written: as text, Markdown or JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from mmtree.footprint.footprint import NotMeasured, Row

_HEAD = {
    "machine": "machine",
    "layout": "layout",
    "table": "table",
    "code": "code",
    "whole": "both",
    "ram": "RAM",
    "stack": "stack",
    "average": "a guess",
    "most": "at most",
    "unit": "",
}
"""The columns of a table, and what stands above them."""
FLUSH_RIGHT = {at for at, name in enumerate(_HEAD) if name not in ("machine", "layout", "unit")}
"""The numbers of the columns that hold figures."""


def cells(found: Sequence[Row]) -> list[list[str]]:
    """What stands in each row, the head first."""
    return [list(_HEAD.values()), *map(_cells, found)]


def markdown(found: Sequence[Row]) -> str:
    """The rows as a table in Markdown."""
    head, *rows = cells(found)
    rule = ["---:" if at in FLUSH_RIGHT else "---" for at in range(len(_HEAD))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rows))


def as_json(found: Sequence[Row], left: Sequence[NotMeasured]) -> str:
    """All rows, and what was not measured, as JSON."""
    told: Mapping[str, object] = {
        "rows": [asdict(row) for row in found],
        "not_measured": [asdict(row) for row in left],
    }
    return json.dumps(told, indent=2)


def _cells(found: Row) -> list[str]:
    values = (getattr(found, name) for name in _HEAD)
    return [
        "" if value is None else f"{value:.0f}" if isinstance(value, float) else str(value)
        for value in values
    ]
