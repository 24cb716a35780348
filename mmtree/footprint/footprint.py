"""What the players of a tree take on each machine: one row for each layout, proved by replay."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from mmtree.errors import ChipError, ExportError, FitError, MissingError, SlowError
from mmtree.export.pack import pack, packed_layout
from mmtree.export.targets import TARGETS, export
from mmtree.footprint.attiny13a import ATTINY13A, measure_program
from mmtree.footprint.chips import CHIPS, SCRIPTS, Chip, Script, check_tools
from mmtree.footprint.measure import measure, replay_module, summary
from mmtree.processes import end_programs
from mmtree.tree.tree import StrategyTree

LAYOUTS = TARGETS["c"].layouts
MACHINES: dict[str, Chip | Script] = {**CHIPS, ATTINY13A.name: ATTINY13A, **SCRIPTS}

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
class NotMeasured:
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


def players(
    machines: Sequence[str], layouts: Sequence[str]
) -> tuple[list[tuple[str, str]], list[NotMeasured]]:
    """Each machine of :data:`MACHINES` with each of these layouts that it takes.

    Returns:
        Pairs of machine and layout, and the machines that take none of the layouts.
    """
    pairs: list[tuple[str, str]] = []
    left: list[NotMeasured] = []
    for name in machines:
        there = TARGETS[_target(name)].layouts
        taken = [(name, layout) for layout in layouts if layout in there]
        pairs += taken
        if not taken:
            reason = f"has no layout {' or '.join(layouts)}, only {' and '.join(there)}"
            left.append(NotMeasured(name, "", reason, False))
    return pairs, left


def with_tools(
    pairs: Sequence[tuple[str, str]],
) -> tuple[list[tuple[str, str]], list[NotMeasured]]:
    """The pairs of machine and layout that can be measured here, and the other machines."""
    missing = {}
    for name in dict.fromkeys(name for name, _ in pairs):
        try:
            check_tools(MACHINES[name])
        except MissingError as error:
            missing[name] = NotMeasured(name, "", str(error), False)
    return [pair for pair in pairs if pair[0] not in missing], list(missing.values())


def rows(
    tree: StrategyTree, pairs: Sequence[tuple[str, str]], seconds: float
) -> Generator[Row | NotMeasured, None, None]:
    """Measure players, as many at once as there are processors.

    Close what this returns if you do not read it to its end: that ends the programs that still run.

    Args:
        tree: the strategy tree.
        pairs: machine and layout of each, as :func:`with_tools` returns them.
        seconds: the time that one replay may take.
    """

    def attempt(pair: tuple[str, str]) -> Row | NotMeasured:
        try:
            return row(tree, *pair, seconds)
        except (ExportError, FitError, SlowError) as error:
            return NotMeasured(*pair, str(error), False)
        except ChipError as error:
            return NotMeasured(*pair, str(error), True)

    pool = ThreadPoolExecutor(os.cpu_count())  # the work is done by other processes
    waiting = [pool.submit(attempt, pair) for pair in pairs]
    try:
        for measured in waiting:
            yield measured.result()
    finally:  # where nobody waits for the rest, its programs and folders go at once
        pool.shutdown(wait=False, cancel_futures=True)
        while not all(measured.done() for measured in waiting):
            end_programs()
            time.sleep(0.01)


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
            table = len(pack(tree, packed_layout(layout)).table)
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
        raise ChipError(f"{cost.guesses} guesses were measured instead of all but the openings")
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
        raise ChipError(f"does not play as the tree does: {said!r} instead of {right!r}")


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
