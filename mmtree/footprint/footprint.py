"""Measures the players of a tree on each machine and in each layout, checked by replay."""

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
from mmtree.footprint.measure import expected_line, measure, replay_module
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
"""The columns of a table: attribute of :class:`Footprint` and heading."""
FLUSH_RIGHT = {at for at, name in enumerate(_HEAD) if name not in ("machine", "layout", "unit")}
"""The indices of the columns with figures."""


@dataclass(frozen=True)
class Footprint:
    """The size and speed of a player on a machine.

    Attributes:
        machine: the name of the machine.
        layout: the layout of the table.
        table: bytes of the table.
        code: bytes of the player without its table; None if not measured, like those below.
        whole: bytes of both, in flash or in the file of a module.
        ram: bytes of variables and one game.
        stack: the most bytes of stack that a guess takes.
        unit: the unit of average and most: cycles or instructions.
        average: the mean cost of a guess, which is one step and the pegs of the next guess.
        most: the largest cost of a guess.
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
        machine: the name of the machine.
        layout: the layout of the table, or empty for all layouts.
        reason: why it was not measured.
        wrong: whether the player is wrong, and not just too large or without its tools.
    """

    machine: str
    layout: str
    reason: str
    wrong: bool

    def __str__(self) -> str:
        return f"{self.machine}{self.layout and ' '}{self.layout}: {self.reason}"


def list_players(
    machines: Sequence[str], layouts: Sequence[str]
) -> tuple[list[tuple[str, str]], list[NotMeasured]]:
    """Pair each machine of :data:`MACHINES` with those of the layouts that it has.

    Returns:
        Pairs of machine and layout, and the machines that have none of the layouts.
    """
    pairs: list[tuple[str, str]] = []
    not_measured: list[NotMeasured] = []
    for name in machines:
        available = TARGETS[_target(name)].layouts
        found = [(name, layout) for layout in layouts if layout in available]
        pairs += found
        if not found:
            reason = f"has no layout {' or '.join(layouts)}, only {' and '.join(available)}"
            not_measured.append(NotMeasured(name, "", reason, False))
    return pairs, not_measured


def split_by_tools(
    pairs: Sequence[tuple[str, str]],
) -> tuple[list[tuple[str, str]], list[NotMeasured]]:
    """Return the pairs whose tools are installed, and the machines whose tools are missing."""
    missing = {}
    for name in dict.fromkeys(name for name, _ in pairs):
        try:
            check_tools(MACHINES[name])
        except MissingError as error:
            missing[name] = NotMeasured(name, "", str(error), False)
    return [pair for pair in pairs if pair[0] not in missing], list(missing.values())


def measure_players(
    tree: StrategyTree, pairs: Sequence[tuple[str, str]], seconds: float
) -> Generator[Footprint | NotMeasured, None, None]:
    """Measure players, as many at once as there are processors.

    Close the generator if you do not exhaust it: that ends the programs that still run.

    Args:
        tree: the strategy tree.
        pairs: machine and layout of each, as :func:`split_by_tools` returns them.
        seconds: the time limit of one replay.
    """

    def attempt(pair: tuple[str, str]) -> Footprint | NotMeasured:
        try:
            return measure_player(tree, *pair, seconds)
        except (ExportError, FitError, SlowError) as error:
            return NotMeasured(*pair, str(error), False)
        except ChipError as error:
            return NotMeasured(*pair, str(error), True)

    pool = ThreadPoolExecutor(os.cpu_count())  # threads, because other processes do the work
    waiting = [pool.submit(attempt, pair) for pair in pairs]
    try:
        for measured in waiting:
            yield measured.result()
    finally:  # an early close ends the other programs and removes their folders
        pool.shutdown(wait=False, cancel_futures=True)
        while not all(measured.done() for measured in waiting):
            end_programs()
            time.sleep(0.01)


def measure_player(tree: StrategyTree, name: str, layout: str, seconds: float) -> Footprint:
    """Measure a player on a machine.

    Raises:
        ExportError: the tree cannot be exported to this target and layout.
        ChipError: it does not fit, does not run to its end, or does not play as the tree does.
    """
    # Only every so many games, all feedbacks are tried: a player that lists codes is slow.
    every = max(1, tree.rules.secrets // (3 if layout == "seed" else 1000))
    files = export(tree, _target(name), "mm", layout)
    with tempfile.TemporaryDirectory(prefix="mmtree-") as temporary:
        folder = Path(temporary)
        if name in SCRIPTS:
            script = SCRIPTS[name]
            line = replay_module(script, files, tree.rules, folder, every, seconds)
            check_replay(line, tree, every)
            table = len(pack(tree, packed_layout(layout)).table)
            return Footprint(name, layout, table, None, len(files[script.module]))
        if name in CHIPS:
            measured = measure(CHIPS[name], files, tree.rules, folder, every, seconds)
            check_replay(measured.line, tree, every)
        else:
            measured = measure_program(files, tree, folder, seconds)
    whole = measured.table + measured.code
    found = Footprint(name, layout, measured.table, measured.code, whole, measured.ram)
    if (cost := measured.cost) is None:
        return found
    if cost.guesses != tree.total - tree.rules.secrets:
        raise ChipError(f"{cost.guesses} guesses were measured instead of all but the openings")
    average = cost.total / cost.guesses
    return replace(found, stack=cost.stack, unit=cost.unit, average=average, most=cost.most)


def _target(name: str) -> str:
    """Return the export target for a machine."""
    return "c" if name in CHIPS else name


def check_replay(line: str, tree: StrategyTree, every: int) -> None:
    """Compare the line that a replay prints with the tree.

    Raises:
        ChipError: the player does not play as the tree does.
    """
    expected = expected_line(tree, every)
    if line != expected:
        raise ChipError(f"does not play as the tree does: {line!r} instead of {expected!r}")


def table_cells(found: Sequence[Footprint]) -> list[list[str]]:
    """Return the texts of the table row by row, the headings first."""
    return [list(_HEAD.values()), *map(_row_cells, found)]


def format_markdown(found: Sequence[Footprint]) -> str:
    """Return the footprints as a table in Markdown."""
    head, *rows = table_cells(found)
    rule = ["---:" if at in FLUSH_RIGHT else "---" for at in range(len(_HEAD))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rows))


def format_json(found: Sequence[Footprint], left: Sequence[NotMeasured]) -> str:
    """Return the footprints and the players that were not measured, as JSON."""
    report: Mapping[str, object] = {
        "rows": [asdict(row) for row in found],
        "not_measured": [asdict(row) for row in left],
    }
    return json.dumps(report, indent=2)


def _row_cells(footprint: Footprint) -> list[str]:
    values = (getattr(footprint, name) for name in _HEAD)
    return [
        "" if value is None else f"{value:.0f}" if isinstance(value, float) else str(value)
        for value in values
    ]
