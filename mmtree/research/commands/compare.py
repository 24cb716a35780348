"""``mmtree compare``"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import click

from mmtree.cli import completion_values
from mmtree.cli.columns import columns, heading_after
from mmtree.cli.options import json_option
from mmtree.cli.output import print_json, print_lines
from mmtree.game.rules import Rules
from mmtree.research.commands.compare_pair import pair_lines, pair_to_dict
from mmtree.tree.file import load, load_head
from mmtree.tree.tree import StrategyTree

_ALL_PAIRS = 3
"""With more trees than this, each is compared only with the first."""


@click.command()
@click.argument(
    "files", shell_complete=completion_values.tree_files, metavar="FILE...", nargs=-1, required=True
)
@json_option
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Compare trees of the same rules.

    Prints the figures of each tree. Then compares them in pairs (more than three: each with the
    first): where their guesses first differ, how many secrets each finds in fewer guesses, and the
    game with the greatest difference. Reports trees that are equal up to a permutation of places
    and colours.
    """
    if len(files) < 2:
        raise click.UsageError("two trees or more are compared: name another one")
    _check_rules(files)
    from mmtree.research.compare import compare
    from mmtree.research.games import Games

    games = [Games(load(file)) for file in files]
    every = range(len(files))
    pairs = (
        list(combinations(every, 2))
        if len(files) <= _ALL_PAIRS
        else [(0, other) for other in every[1:]]
    )
    found = [compare(games[one], games[other]) for one, other in pairs]
    if as_json:
        report = {
            "rules": str(games[0].tree.rules),
            "trees": [_to_dict(file, one.tree) for file, one in zip(files, games, strict=True)],
            "pairs": [
                {"first": files[one], "second": files[other], **pair_to_dict(pair)}
                for (one, other), pair in zip(pairs, found, strict=True)
            ],
        }
        print_json(report)
        return
    print_lines(*_figures(files, [one.tree for one in games]))
    for (one, other), pair in zip(pairs, found, strict=True):
        print_lines("", *pair_lines(pair, files[one], files[other]))


def _check_rules(files: Iterable[str]) -> None:
    """Check that all trees have the same rules, from the heads of their files.

    Raises:
        click.UsageError: the rules differ.
    """
    of: dict[Rules, str] = {}
    for file in files:
        of.setdefault(load_head(file).rules, file)
    if len(of) > 1:
        which = [f"{file} is of {rules}" for rules, file in of.items()]
        more = f" and {len(which) - 4} more" if len(which) > 4 else ""
        raise click.UsageError(
            f"trees of the same rules are compared, but {', '.join(which[:4])}{more}"
        )


def _figures(files: tuple[str, ...], trees: list[StrategyTree]) -> list[str]:
    """Format a table with a row for each tree."""
    most = max(tree.max for tree in trees)
    head = ("tree", "strategy", "total", "average", "max", *map(str, range(1, most + 1)))
    rows = [head]
    for file, tree in zip(files, trees, strict=True):
        figures = str(tree.total), f"{float(tree.average):.4f}", str(tree.max)
        counts = map(str, (*tree.histogram, *[0] * (most - tree.max)))
        strategy = tree.strategy.name + ("" if tree.provenance.verified else ", says the file")
        rows.append((file, strategy, *figures, *counts))
    lines = columns(rows, range(2, len(head)))
    return [
        heading_after("max", f"secrets found by {trees[0].rules.move}", lines, len(rows)),
        *lines,
    ]


def _to_dict(file: str, tree: StrategyTree) -> dict[str, object]:
    return {
        "tree": file,
        "strategy": tree.strategy.name,
        "ready_made": tree.provenance.verified,
        "total": tree.total,
        "average": float(tree.average),
        "max": tree.max,
        "histogram": list(tree.histogram),
    }
