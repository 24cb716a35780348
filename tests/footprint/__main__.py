"""Measures the players of a tree on each machine and in each layout, and prints a table."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mmtree import ExportError, StrategyTree, load
from mmtree.export.pack import pack
from mmtree.export.player_tree import classic_tree
from mmtree.export.targets import TARGETS, export

from footprint.attiny13a import ATTINY13A, measure_program
from footprint.chips import CHIPS, ChipError, FitError, MissingError, SlowError, check_tools
from footprint.measure import Measurement, expected_line, measure

LAYOUTS = TARGETS["c"].layouts
MODULES = {"micropython": "mm.py", "javascript": "mm.js"}
"""The file of each target that is a module, whose bytes are all that is measured."""
MACHINES = {**CHIPS, ATTINY13A.name: ATTINY13A, **dict.fromkeys(MODULES)}

HEAD = """\
| machine | layout | table | code | both | RAM | stack | a guess | at most |  |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"""


@dataclass(frozen=True)
class NotMeasured:
    """A player that was not measured; wrong if it is not just too large or without its tools."""

    reason: str
    wrong: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if a player is wrong or fails, or if none could be measured."""
    parser = ArgumentParser("footprint", description=__doc__)
    parser.add_argument("tree", help="a tree file, or the name of a ready-made tree")
    several = {"action": "append", "metavar": "NAME"}
    parser.add_argument("--to", choices=MACHINES, help="only this machine; repeatable", **several)
    parser.add_argument("--layout", choices=LAYOUTS, help="only this layout; repeatable", **several)
    options = parser.parse_args(arguments)
    tree = load(options.tree)
    print(HEAD)
    found, failed = 0, False
    for name, result in measure_players(tree, options.to or MACHINES, options.layout or LAYOUTS):
        if isinstance(result, NotMeasured):
            print(f"{name}: {result.reason}", file=sys.stderr)
            failed |= result.wrong
        else:
            print(result, flush=True)
            found += 1
    return int(failed or not found)


def measure_players(
    tree: StrategyTree, machines: Sequence[str], layouts: Sequence[str]
) -> Iterator[tuple[str, str | NotMeasured]]:
    """Yield the name and the row of each player, or why it was not measured.

    As many are measured at once as there are processors.
    """

    def attempt(machine: str, layout: str) -> str | NotMeasured:
        try:
            return measure_player(tree, machine, layout)
        except (ExportError, FitError, SlowError) as error:
            return NotMeasured(str(error))
        except ChipError as error:
            return NotMeasured(str(error), True)

    waiting = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # other processes do the work
        for machine in machines:
            try:
                if chip := MACHINES[machine]:
                    check_tools(chip)
            except MissingError as error:
                yield machine, NotMeasured(str(error))
                continue
            waiting += [
                (f"{machine} {layout}", pool.submit(attempt, machine, layout))
                for layout in layouts
                if layout in TARGETS[_target(machine)].layouts
            ]
        for name, measured in waiting:
            yield name, measured.result()


def measure_player(tree: StrategyTree, machine: str, layout: str) -> str:
    """Measure a player on a machine, and return its row of the table.

    Raises:
        ExportError: the tree cannot be exported to this target and layout.
        ChipError: it does not fit, does not run to its end, or does not play as the tree does.
    """
    tree = classic_tree(tree, "the replay", "mmtree export")
    files = export(tree, _target(machine), "mm", layout)
    if machine in MODULES:
        table = len(pack(tree).table)
        return _row(machine, layout, table, "", len(files[MODULES[machine]]), *[""] * 5)
    with tempfile.TemporaryDirectory(prefix="mmtree-") as temporary:
        folder = Path(temporary)
        if machine in CHIPS:
            # In every game, all feedbacks are tried: a player that lists codes is slow.
            every = max(1, tree.rules.secrets // (3 if layout == "seed" else 1000))
            measured = measure(CHIPS[machine], files, tree.rules, folder, every)
            if measured.line != (expected := expected_line(tree, every)):
                raise ChipError(
                    f"does not play as the tree does: {measured.line!r} instead of {expected!r}"
                )
        else:
            measured = measure_program(files, tree, folder)
    sizes = (measured.table, measured.code, measured.table + measured.code, measured.ram)
    return _row(machine, layout, *sizes, *_costs(measured, tree))


def _costs(measured: Measurement, tree: StrategyTree) -> tuple[object, ...]:
    """Return the last four cells of a row."""
    if (cost := measured.cost) is None:
        return ("",) * 4
    if cost.guesses != tree.total - tree.rules.secrets:
        raise ChipError(f"{cost.guesses} guesses were measured instead of all but the openings")
    return (cost.stack, f"{cost.total / cost.guesses:.0f}", cost.most, cost.unit)


def _target(machine: str) -> str:
    """Return the export target for a machine."""
    return "c" if machine in CHIPS else machine


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
