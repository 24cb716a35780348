"""``mmtree export``"""

from __future__ import annotations

import os

import click

from mmtree.cli.options import check_outputs
from mmtree.export.targets import TARGETS, export
from mmtree.tree.file import load, write_together

_LAYOUTS = tuple(dict.fromkeys(layout for to in TARGETS.values() for layout in to.layouts))


@click.command()
@click.argument("file")
@click.option("--to", type=click.Choice(list(TARGETS)), required=True, help="See above.")
@click.option(
    "--name", default="mm", show_default=True, help="What files and symbols are named after."
)
@click.option(
    "--layout",
    type=click.Choice(_LAYOUTS),
    help="words is simple, dense a quarter smaller, seed a twentieth and slow. [the target's own]",
)
@click.option(
    "-o", "--output", metavar="DIR", default=".", help="The folder to write to. [this one]"
)
def command(file: str, to: str, name: str, layout: str | None, output: str) -> None:
    """Make a player of a tree, for machines without Python.

    \b
    c            C99 header and source: no heap, no library; C++ takes it, too
    arduino      an Arduino library with an example that plays on the serial console
    attiny13a    a whole program for a chip of 1 KB flash and 64 bytes RAM
    micropython  one module, for 8 KB of heap
    javascript   one ES module
    postscript   a program that plays on a printer, and draws the board
    packed       only the packed tree, as trees/README.md defines it
    """
    tree = load(file)
    made = export(tree, to, name, layout)
    paths = [os.path.normpath(os.path.join(output, path)) for path in made]
    if not output:
        raise click.UsageError("an output folder needs a name")
    if os.path.exists(output) and not os.path.isdir(output):
        raise click.UsageError(f"{output}: is no folder")
    for folder in sorted({os.path.dirname(path) for path in paths} - {""}):
        os.makedirs(folder, exist_ok=True)
    check_outputs(paths, [file])
    write_together(dict(zip(paths, ([data] for data in made.values()), strict=True)))
    click.echo(f"wrote {', '.join(paths)}")
