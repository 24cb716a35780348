"""``mmtree info``"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from mmtree.cli.options import json_option, tree_argument
from mmtree.cli.output import FIGURES, print_fields, print_json, print_lines, select
from mmtree.files import read_within
from mmtree.game.code import format_code
from mmtree.progress import span
from mmtree.show.columns import line_width
from mmtree.show.terminal import histogram_lines
from mmtree.tree.file import checksum, encode, load

if TYPE_CHECKING:
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
                **select(figures, *FIGURES[1:]),
                "says_proved": proof is not None and proof.optimal,
                "objective": proof.objective if proof else None,
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
    moves = "questions" if tree.rules.identified else "guesses"
    print_lines(f"secrets by number of {moves}:", *histogram_lines(figures.histogram, line_width()))


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
                "share": status.share,
                "at_least": status.lower,
                "best": status.best,
                "seconds": status.spent,
                "seconds_left": status.left,
                "parts": len(parts),
                **select(parts, "priced", "bytes"),
            }
            for status, parts in checkpoint.searches.values()
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
    for status, parts in checkpoint.searches.values():
        print_fields(_rows(status, parts))


def _rows(status: SearchStatus, parts: SolvedParts) -> dict[str, str]:
    found = "no tree found yet" if status.best is None else f"best so far {status.best}"
    is_over = status.place == "solved"
    if is_over:
        found = "no tree" if status.best is None else f"found {status.best}"
    bounds = [found] if status.lower is None else [f"total at least {status.lower}", found]
    left = ""
    if not is_over:
        left = ", too early to estimate the time left"
        if status.left is not None:
            left = f", about {span(status.left)} left"
    share = f"about {100 * status.share:.0f} %" + (
        f": {status.place}" if status.place and not is_over else ""
    )
    return {
        "search": status.words or "unknown",
        "solved": share,
        "bounds": ", ".join(bounds),
        "time": f"{span(status.spent)} of processors{left}",
        "parts": f"{len(parts)} in {parts.bytes} bytes, {parts.priced} with a price",
    }
