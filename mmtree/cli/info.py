"""``mmtree info``"""

from __future__ import annotations

import json
import os

import click

from mmtree.game.code import format_code
from mmtree.show.terminal import histogram_lines
from mmtree.tree.file import checksum, load


@click.command()
@click.argument("file")
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
        click.echo(json.dumps(told, indent=2))
        return
    settings = ", ".join(
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in options.items()
    )
    click.echo(f"rules     {tree.rules}: {figures.secrets} secrets")
    click.echo(f"strategy  {tree.strategy.name}" + (f" ({settings})" if settings else ""))
    click.echo(f"opening   {format_code(tree.root.guess, tree.rules)}")
    click.echo(f"nodes     {len(tree)} in {size} bytes")
    click.echo(f"checksum  {checksum(tree)[:8]}, as sheets print it")
    click.echo(f"figures   {figures}")
    proved = f"{proof}, says the file" if proof else "not proved optimal"
    click.echo(f"proof     {proved}")
    click.echo("secrets by number of guesses:")
    for line in histogram_lines(figures.histogram):
        click.echo(line)
