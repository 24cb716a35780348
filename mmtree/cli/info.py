"""``mmtree info``"""

from __future__ import annotations

import json
import os

import click

from mmtree.cli import candidates
from mmtree.cli.output import say
from mmtree.game.code import format_code
from mmtree.show.terminal import histogram_lines
from mmtree.tree.file import checksum, load


@click.command()
@click.argument("file", shell_complete=candidates.tree_files)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(file: str, as_json: bool) -> None:
    """Show what a tree file holds."""
    tree = load(file)
    figures, proof = tree.figures, tree.proof
    size = os.path.getsize(file)
    options = dict(tree.strategy.options)
    if "opening" in options:
        options["opening"] = format_code(int(options["opening"]), tree.rules)
    if as_json:
        told = {
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
            "proved": proof is not None and proof.optimal,
            "objective": proof.objective if proof else None,
            "bytes": size,
            "sha256": checksum(tree),
        }
        say(*json.dumps(told, indent=2).split("\n"))
        return
    settings = ", ".join(
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in options.items()
    )
    say(f"rules     {tree.rules}: {figures.secrets} secrets")
    say(f"strategy  {tree.strategy.name}" + (f" ({settings})" if settings else ""))
    say(f"opening   {format_code(tree.root.guess, tree.rules)}")
    say(f"nodes     {len(tree)} in {size} bytes")
    say(f"checksum  {checksum(tree)[:8]}, as sheets print it")
    say(f"figures   {figures}")
    proved = f"{proof}, says the file" if proof else "not proved optimal"
    say(f"proof     {proved}")
    say("secrets by number of guesses:")
    say(*histogram_lines(figures.histogram))
