"""``mmtree info``"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from mmtree.cli.options import json_option, tree_argument
from mmtree.cli.output import FIGURES, print_fields, print_json, print_lines, select
from mmtree.counts import format_gap
from mmtree.files import read_within
from mmtree.game.code import format_code, parse_code
from mmtree.progress import span
from mmtree.show.columns import line_width
from mmtree.show.terminal import histogram_lines
from mmtree.tree.file import checksum, encode, load

if TYPE_CHECKING:
    from mmtree.game.rules import Rules
    from mmtree.search.progress import SearchStatus
    from mmtree.search.solved_parts import SolvedParts
    from mmtree.tree.tree import StrategyTree

_BEGIN = b"mmtree checkpoint"
"""The start of a checkpoint; repeated here, so that showing a tree imports no search."""


@click.command()
@tree_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """Show the figures of a tree file, or the progress of a search.

    The progress of a search is read from its checkpoint.
    """
    is_checkpoint = False
    with suppress(OSError):  # load reports it
        is_checkpoint = os.path.isfile(file) and _BEGIN in read_within(file, 64)
    if is_checkpoint:
        _print_checkpoint(file, as_json)
    else:
        _print_tree(load(file), as_json)


def _print_tree(tree: StrategyTree, as_json: bool) -> None:
    """Print the figures of a tree."""
    figures, proof = tree.figures, tree.proof
    size = len(encode(tree))
    opening = format_code(tree.root.guess, tree.rules)
    options = dict(tree.strategy.options)
    if "opening" in options:
        options["opening"] = format_code(int(options["opening"]), tree.rules)
    if as_json:
        print_json(
            {
                "rules": tree.rules,
                "strategy": tree.strategy.name,
                "options": options,
                "opening": opening,
                "secrets": figures.secrets,
                "nodes": len(tree),
                **select(figures, *FIGURES[1:], *["weighted"] * bool(figures.weighted)),
                "says_proved": proof is not None and proof.optimal,
                "objective": proof.objective if proof else None,
                "lower_bound": proof.lower_bound if proof else None,
                "searched_by": proof.searched_by if proof else None,
                "bytes": size,
                "sha256": checksum(tree),
                "ready_made": tree.provenance.verified,
                "certified": tree.provenance.proved,
            }
        )
        return
    settings = ", ".join(
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in options.items()
    )
    says = "" if tree.provenance.verified else ", says the file"
    claimed = "" if tree.provenance.proved else ", says the file"
    ready_made = ": that of a ready-made tree" if tree.provenance.verified else ""
    print_fields(
        {
            "rules": f"{tree.rules}: {figures.secrets} secrets",
            "strategy": tree.strategy.name + (f" ({settings})" if settings else "") + says,
            "opening": opening,
            "nodes": f"{len(tree)} in {size} bytes",
            "checksum": f"{checksum(tree)[:8]}, as sheets print it{ready_made}",
            "figures": f"{figures}",
            "proof": f"{proof}{claimed}" if proof else "not proved optimal",
        }
    )
    moves = "questions" if tree.rules.only_asks else "guesses"
    print_lines(f"secrets by number of {moves}:", *histogram_lines(figures.histogram, line_width()))
    if figures.weighted:
        rows = histogram_lines(figures.weighted, line_width())
        print_lines(f"weights by number of {moves}:", *rows)


def _print_checkpoint(file: str, as_json: bool) -> None:
    """Print the rules and the progress of each search.

    Raises:
        CheckpointError: the file is damaged, or of another version or machine.
        OSError: the file cannot be read.
    """
    from mmtree.search.checkpoint import Checkpoint

    checkpoint = Checkpoint(file, None)
    if as_json:
        searches = [
            {
                "search": status.words,
                "place": status.place,
                "at_least": status.lower,
                "best": _find_best(checkpoint.rules, name, status, parts),
                "seconds": status.spent,
                "steps": status.steps,
                "parts": len(parts),
                **select(parts, "priced", "bytes"),
            }
            for name, (status, parts) in checkpoint.searches.items()
        ]
        rules, size = checkpoint.rules, checkpoint.size
        head = {"rules": rules, "secrets": rules.secrets, "bytes": size}
        print_json({**head, "by_cluster": checkpoint.by_cluster, "searches": searches})
        return
    by = ", with results of a cluster's workers" if checkpoint.by_cluster else ""
    print_fields(
        {
            "rules": f"{checkpoint.rules}: {checkpoint.rules.secrets} secrets",
            "file": f"{checkpoint.size} bytes{by}",
        }
    )
    for name, (status, parts) in checkpoint.searches.items():
        best = _find_best(checkpoint.rules, name, status, parts)
        print_fields(_rows(name, status, parts, best))


def _find_best(rules: Rules, name: str, status: SearchStatus, parts: SolvedParts) -> int | None:
    """Return the least total that the search found, or that a tree made of its parts has."""
    from mmtree.game.code_table import CodeTable
    from mmtree.game.objective import Objective
    from mmtree.search.best_so_far import best_solution
    from mmtree.search.prices import Prices

    prices, objective = Prices.read(name), Objective.read(status.words.partition(";")[0])
    if status.place == "solved" or not prices or not objective:
        return status.best
    table, first = CodeTable(rules), objective.opening
    opening = table.rank(parse_code(first, rules)) if first else None
    found = best_solution(table, prices, parts, opening)
    if found is None:
        return status.best
    total = found.price // prices.unit
    return total if status.best is None else min(total, status.best)


def _rows(name: str, status: SearchStatus, parts: SolvedParts, best: int | None) -> dict[str, str]:
    from mmtree.search.prices import Prices

    price = (Prices.read(name) or Prices()).sum
    is_over = status.place == "solved"
    found = "no tree found yet" if best is None else f"best so far {best}"
    if is_over:
        found = "no tree" if best is None else f"found {best}"
    bounds = [found] if status.lower is None else [f"{price} at least {status.lower}", found]
    if not is_over and best is not None and status.lower:
        bounds.append(f"gap {format_gap(status.lower, best)}")
    last = ""
    if status.steps and not is_over:
        limit, seconds = status.steps[-1]
        last = f"; the step below {limit} took {span(seconds)}"
    return {
        "search": status.words or "unknown",
        "place": status.place or "unknown",
        "bounds": ", ".join(bounds),
        "time": f"{span(status.spent)} of processors{last}",
        "parts": f"{len(parts)} in {parts.bytes} bytes, {parts.priced} with a price",
    }
