"""``mmtree info``"""

from __future__ import annotations

import click

from mmtree.cli import completion_values
from mmtree.cli.columns import line_width, print_fields
from mmtree.cli.info_checkpoint import is_checkpoint, print_checkpoint
from mmtree.cli.options import json_option
from mmtree.cli.output import print_json, print_lines
from mmtree.game.code import format_code
from mmtree.show.terminal import histogram_lines
from mmtree.tree.file import checksum, encode, load


@click.command()
@click.argument("file", shell_complete=completion_values.files_and_trees)
@json_option
def command(file: str, as_json: bool) -> None:
    """Show the figures of a tree file, or the progress of a search.

    The progress of a search is read from its checkpoint.
    """
    if is_checkpoint(file):
        print_checkpoint(file, as_json)
        return
    tree = load(file)
    figures, proof = tree.figures, tree.proof
    size = len(encode(tree))
    says = "" if tree.provenance.verified else ", says the file"
    claimed = "" if tree.provenance.proved else ", says the file"
    options = dict(tree.strategy.options)
    if "opening" in options:
        options["opening"] = format_code(int(options["opening"]), tree.rules)
    if as_json:
        report = {
            "rules": str(tree.rules),
            "strategy": tree.strategy.name,
            "options": options,
            "opening": format_code(tree.root.guess, tree.rules),
            "secrets": figures.secrets,
            "nodes": len(tree),
            "total": figures.total,
            "average": float(figures.average),
            "max": figures.max,
            "histogram": list(figures.histogram),
            "says_proved": proof is not None and proof.optimal,
            "objective": proof.objective if proof else None,
            "searched_by": proof.searched_by if proof else None,
            "bytes": size,
            "sha256": checksum(tree),
            "ready_made": tree.provenance.verified,
            "certified": tree.provenance.proved,
        }
        print_json(report)
        return
    settings = ", ".join(
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in options.items()
    )
    ready_made = ": that of a ready-made tree" if tree.provenance.verified else ""
    rows = {
        "rules": f"{tree.rules}: {figures.secrets} secrets",
        "strategy": tree.strategy.name + (f" ({settings})" if settings else "") + says,
        "opening": format_code(tree.root.guess, tree.rules),
        "nodes": f"{len(tree)} in {size} bytes",
        "checksum": f"{checksum(tree)[:8]}, as sheets print it{ready_made}",
        "figures": f"{figures}",
        "proof": f"{proof}{claimed}" if proof else "not proved optimal",
    }
    print_fields(rows)
    moves = "questions" if tree.rules.identified else "guesses"
    print_lines(f"secrets by number of {moves}:", *histogram_lines(figures.histogram, line_width()))
