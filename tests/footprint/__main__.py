"""Measures the players of a tree on each machine and in each layout, and prints a table."""

import os
import sys
import tempfile
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mmtree import ExportError, load
from mmtree.export.pack import pack
from mmtree.export.player_tree import classic_tree
from mmtree.export.targets import TARGETS, export

from footprint.chips import ATTINY13A, CHIPS, ChipError, UnmeasuredError, check_tools
from footprint.measure import expected_line, measure, measure_attiny13a

LAYOUTS = TARGETS["c"].layouts
MODULES = {"micropython": "mm.py", "javascript": "mm.js"}
"""The file of each target that is a module, whose bytes are all that is measured."""
MACHINES = {**CHIPS, ATTINY13A.name: ATTINY13A, **dict.fromkeys(MODULES)}

HEAD = """\
| machine | layout | table | code | both | RAM | stack | a guess | at most |  |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"""


def main(arguments=None):
    """Run the command; return 1 if a player is wrong or fails, or if none could be measured."""
    parser = ArgumentParser("footprint", description=__doc__)
    parser.add_argument("tree", help="a tree file, or the name of a ready-made tree")
    several = {"action": "append", "metavar": "NAME"}
    parser.add_argument("--to", choices=MACHINES, help="only this machine; repeatable", **several)
    parser.add_argument("--layout", choices=LAYOUTS, help="only this layout; repeatable", **several)
    options = parser.parse_args(arguments)
    tree = load(options.tree)
    pairs = [
        (machine, layout)
        for machine in options.to or MACHINES
        for layout in options.layout or LAYOUTS
        if layout in TARGETS[_target(machine)].layouts
    ]
    print(HEAD)
    found, failed = 0, False
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # other processes do the work
        waiting = [pool.submit(measure_player, tree, *pair) for pair in pairs]
        for pair, measured in zip(pairs, waiting, strict=True):
            try:
                print(measured.result(), flush=True)
                found += 1
            except (ExportError, UnmeasuredError, ChipError) as error:
                print(f"{' '.join(pair)}: {error}", file=sys.stderr)
                failed |= isinstance(error, ChipError)
    return int(failed or not found)


def measure_player(tree, machine, layout):
    """Measure a player on a machine, and return its row of the table."""
    tree = classic_tree(tree, "the replay")
    files = export(tree, _target(machine), "mm", layout)
    if machine in MODULES:
        table = len(pack(tree).table)
        return _row(machine, layout, table, "", len(files[MODULES[machine]]), *[""] * 5)
    check_tools(MACHINES[machine])
    with tempfile.TemporaryDirectory(prefix="mmtree-") as temporary:
        folder = Path(temporary)
        if machine in CHIPS:
            # Only every so many games, all feedbacks are tried: a player that lists codes is slow.
            every = max(1, tree.rules.secrets // (3 if layout == "seed" else 1000))
            measured = measure(CHIPS[machine], files, tree.rules, folder, every)
            if measured.line != expected_line(tree, every):
                raise ChipError(f"does not play as the tree does: {measured.line}")
        else:
            measured = measure_attiny13a(files, tree, folder)
    sizes = (measured.table, measured.code, measured.table + measured.code, measured.ram)
    return _row(machine, layout, *sizes, *_costs(measured, tree))


def _costs(measured, tree):
    """Return the last four cells of a row."""
    if (cost := measured.cost) is None:
        return ("",) * 4
    if cost.guesses != tree.total - tree.rules.secrets:
        raise ChipError(f"{cost.guesses} guesses were measured instead of all but the openings")
    return (cost.stack, f"{cost.total / cost.guesses:.0f}", cost.most, cost.unit)


def _target(machine):
    """Return the export target for a machine."""
    return "c" if machine in CHIPS else machine


def _row(*cells):
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
