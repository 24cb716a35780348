"""``mmtree dot``"""

from __future__ import annotations

import os
import re
import sys

import click

from mmtree.cli.options import check_outputs
from mmtree.errors import FeedbackError
from mmtree.game.feedback import parse_feedback
from mmtree.game.rules import Rules
from mmtree.tree.file import load, write_whole

FORMATS = ("dot", "svg", "pdf", "png")


@click.command()
@click.argument("file")
@click.argument("more", metavar="", nargs=-1)
@click.option("-o", "--output", metavar="OUT", help="Where to; - is standard output. [FILE's name]")
@click.option("--format", "form", type=click.Choice(FORMATS), help="By the ending of OUT, or dot.")
@click.option(
    "--guesses", type=click.IntRange(1), metavar="N", help="Draw no more guesses in a row than N."
)
@click.option(
    "--from",
    "start",
    metavar="FEEDBACK...",
    multiple=True,
    help="Draw one branch only, by the feedbacks that lead to it: --from 11 20.",
)
def command(
    file: str,
    more: tuple[str, ...],
    output: str | None,
    form: str | None,
    guesses: int | None,
    start: tuple[str, ...],
) -> None:
    """Draw a tree with Graphviz.

    svg, pdf and png need the dot program; a .dot file does not.
    """
    from mmtree.show.dot import dot_source, render

    if more and not start:
        raise click.UsageError(f"unexpected argument {more[0]!r}: one file is drawn at a time")
    tree = load(file)
    ending = os.path.splitext(output or "")[1].lower().lstrip(".")
    if ending and (ending not in FORMATS or (form and form != ending)):
        what = f"is not {form}" if form else f"is none of {', '.join(FORMATS)}"
        raise click.UsageError(f"{output}: the ending {what}")
    form = form or ending or "dot"
    if output is None:
        output = f"{os.path.splitext(os.path.basename(file))[0]}.{form}"
    if output != "-":
        check_outputs([output], [file])
    source = dot_source(tree, guesses, _feedbacks((*start, *more), tree.rules))
    data = source.encode() if form == "dot" else render(source, form)
    if output == "-":
        sys.stdout.buffer.write(data)
    else:
        write_whole(output, data)
        click.echo(f"wrote {output}")


def _feedbacks(texts: tuple[str, ...], rules: Rules) -> list[int]:
    """Feedbacks, each text one or several of them: ``2 1`` is one, ``11 20`` are two."""
    feedbacks = []
    for text in texts:
        try:
            feedbacks.append(parse_feedback(text, rules))
        except FeedbackError:
            words = re.split(r"[\s,]+", text.strip())
            feedbacks += [parse_feedback(word, rules) for word in words]
    return feedbacks
