"""What the players of a tree take on each machine: one row for each layout, proved by replay."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from mmtree.errors import ExportError
from mmtree.export.footprint.attiny13a import ATTINY13A, measure_program
from mmtree.export.footprint.chips import (
    CHIPS,
    SCRIPTS,
    Chip,
    ChipError,
    FitError,
    MissingError,
    Script,
    SlowError,
    check_tools,
)
from mmtree.export.footprint.expected import summary
from mmtree.export.footprint.measure import measure, replay_module
from mmtree.export.pack import pack
from mmtree.export.targets import TARGETS, export
from mmtree.tree.tree import StrategyTree

LAYOUTS = TARGETS["c"].layouts
MACHINES: dict[str, Chip | Script] = {**CHIPS, ATTINY13A.name: ATTINY13A, **SCRIPTS}


@dataclass(frozen=True)
class Row:
    """What one player takes on one machine.

    Attributes:
        machine: its name.
        layout: how the table is laid out.
        table: bytes of the table.
        code: bytes of the player without its table; None where that is not measured, as below.
        whole: bytes of both, in flash or as the file of a module.
        ram: bytes of variables and one game.
        stack: the most bytes of stack that a guess takes.
        unit: what is counted: cycles or instructions.
        average: of them, what a guess takes: one step, and the pegs of the next guess.
        most: what the guess that takes the most takes.
    """

    machine: str
    layout: str
    table: int
    code: int | None
    whole: int
    ram: int | None = None
    stack: int | None = None
    unit: str | None = None
    average: float | None = None
    most: int | None = None


@dataclass(frozen=True)
class Left:
    """A player that was not measured.

    Attributes:
        machine: its name.
        layout: how the table is laid out, or empty for all layouts.
        reason: why not.
        wrong: true where a player is wrong, and not just too large or its tools missing.
    """

    machine: str
    layout: str
    reason: str
    wrong: bool

    def __str__(self) -> str:
        return f"{self.machine}{self.layout and ' '}{self.layout}: {self.reason}"


def rows(
    tree: StrategyTree, machines: Sequence[str], layouts: Sequence[str], seconds: float
) -> Iterator[Row | Left]:
    """Measure each layout on each machine, as many at once as there are processors.

    Args:
        tree: the strategy tree.
        machines: of :data:`MACHINES`.
        layouts: of :data:`LAYOUTS`; a machine leaves out those it does not take.
        seconds: the time that one replay may take.
    """
    pairs = []
    for name in machines:
        try:
            check_tools(MACHINES[name])
        except MissingError as error:
            yield Left(name, "", str(error), False)
            continue
        taken = TARGETS[_target(name)].layouts
        pairs += [(name, layout) for layout in layouts if layout in taken]

    def attempt(pair: tuple[str, str]) -> Row | Left:
        try:
            return row(tree, *pair, seconds)
        except (ExportError, FitError, SlowError) as error:
            return Left(*pair, str(error), False)
        except ChipError as error:
            return Left(*pair, str(error), True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:  # the work is done by other processes
        yield from pool.map(attempt, pairs)


def row(tree: StrategyTree, name: str, layout: str, seconds: float) -> Row:
    """Measure one player on one machine.

    Raises:
        ExportError: the tree has no such player.
        ChipError: it does not fit, does not run to its end, or does not play as the tree does.
    """
    # All feedbacks are tried in so many games only, since a player that lists codes is slow.
    every = max(1, tree.rules.secrets // (3 if layout == "seed" else 1000))
    files = export(tree, _target(name), "mm", layout)
    with tempfile.TemporaryDirectory(prefix="mmtree-") as made:
        folder = Path(made)
        if name in SCRIPTS:
            script = SCRIPTS[name]
            said = replay_module(script, files, tree.rules, folder, every, seconds)
            check(said, tree, every)
            table = len(pack(tree, "dense" if layout == "dense" else "words").table)
            return Row(name, layout, table, None, len(files[script.module]))
        if name in CHIPS:
            measured = measure(CHIPS[name], files, tree.rules, folder, every, seconds)
            check(measured.said, tree, every)
        else:
            measured = measure_program(files, tree, folder, seconds)
    whole = measured.table + measured.code
    found = Row(name, layout, measured.table, measured.code, whole, measured.ram)
    if (cost := measured.cost) is None:
        return found
    if cost.guesses != tree.total - tree.rules.secrets:
        raise ChipError(f"{cost.guesses} guesses were measured, and not all but the openings")
    average = cost.total / cost.guesses
    return replace(found, stack=cost.stack, unit=cost.unit, average=average, most=cost.most)


def _target(name: str) -> str:
    """The target of the export for a machine."""
    return "c" if name in CHIPS else name


def check(said: str, tree: StrategyTree, every: int) -> None:
    """Hold the line of a replay against the tree.

    Raises:
        ChipError: the player plays otherwise.
    """
    right = summary(tree, every)
    if said != right:
        raise ChipError(f"does not play as the tree does: {said!r} is not {right!r}")


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


def text(found: Sequence[Row]) -> str:
    """The rows as lines with columns."""
    cells = [list(_HEAD.values()), *map(_cells, found)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if at in _LEFT else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    )
    return "\n".join(line.rstrip() for line in lines)


def markdown(found: Sequence[Row]) -> str:
    """The rows as a table in Markdown."""
    rule = ["---" if at in _LEFT else "---:" for at in range(len(_HEAD))]
    lines = [list(_HEAD.values()), rule, *map(_cells, found)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def as_json(found: Sequence[Row], left: Sequence[Left]) -> str:
    """All rows, and what was not measured, as JSON."""
    told: Mapping[str, object] = {
        "rows": [asdict(row) for row in found],
        "not_measured": [asdict(row) for row in left],
    }
    return json.dumps(told, indent=2)


_LEFT = {at for at, name in enumerate(_HEAD) if name in ("machine", "layout", "unit")}


def _cells(found: Row) -> list[str]:
    values = (getattr(found, name) for name in _HEAD)
    return [
        "" if value is None else f"{value:.0f}" if isinstance(value, float) else str(value)
        for value in values
    ]
