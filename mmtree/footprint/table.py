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
_FLUSH_LEFT = {at for at, name in enumerate(_HEAD) if name in ("machine", "layout", "unit")}


def text(found: Sequence[Row]) -> str:
    """The rows as lines with columns."""
    cells = [list(_HEAD.values()), *map(_cells, found)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if at in _FLUSH_LEFT else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    )
    return "\n".join(line.rstrip() for line in lines)


def markdown(found: Sequence[Row]) -> str:
    """The rows as a table in Markdown."""
    rule = ["---" if at in _FLUSH_LEFT else "---:" for at in range(len(_HEAD))]
    lines = [list(_HEAD.values()), rule, *map(_cells, found)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


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
