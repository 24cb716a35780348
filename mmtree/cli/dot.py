"""``mmtree dot``"""

from __future__ import annotations

import os
import re
import sys

import click

from mmtree.game.feedback import parse_feedback
from mmtree.tree.file import load, write_whole


@click.command()
@click.argument("file")
@click.option("-o", "--output", metavar="OUT", help="Where to; - is standard output. [FILE's name]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["dot", "svg", "pdf", "png"]),
    help="By the ending of OUT if not given, else dot.",
)
@click.option(
    "--guesses",
    type=click.IntRange(1),
    metavar="N",
    help="Draw no more guesses in a row than these.",
)
@click.option(
    "--from",
    "start",
    metavar="FEEDBACK",
    multiple=True,
    help="Draw one branch only: the feedbacks to it, as --from 01 --from 11.",
)
def command(
    file: str, output: str | None, form: str | None, guesses: int | None, start: tuple[str, ...]
) -> None:
    """Draw a tree with Graphviz.

    svg, pdf and png need the dot program; a .dot file does not.
    """
    from mmtree.show.dot import FORMATS, dot_source, render

    tree = load(file)
    ending = os.path.splitext(output or "")[1].lower().lstrip(".")
    form = form or (ending if ending in FORMATS else "dot")
    if output is None:
        output = f"{os.path.splitext(os.path.basename(file))[0]}.{form}"
    elif ending and ending not in (*FORMATS, "gv"):
        raise click.UsageError(f"{output}: the ending is none of {', '.join(FORMATS)}")
    words = [word for text in start for word in re.split(r"[\s,]+", text.strip()) if word]
    source = dot_source(tree, guesses, [parse_feedback(word, tree.rules) for word in words])
    data = source.encode() if form == "dot" else render(source, form)
    if output == "-":
        sys.stdout.buffer.write(data)
    else:
        write_whole(output, data)
        click.echo(f"wrote {output}")
