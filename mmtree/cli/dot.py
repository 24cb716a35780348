"""``mmtree dot``"""

import os
import re

import click

from mmtree.cli.options import (
    OneOf,
    WholeNumber,
    check_outputs,
    file_option,
    output_format,
    tree_argument,
    write_output,
)
from mmtree.errors import FeedbackError
from mmtree.game.feedback import parse_feedback
from mmtree.game.rules import Rules
from mmtree.tree.file import load

FORMATS = ("dot", "svg", "pdf", "png")


@click.command()
@tree_argument
@click.argument("more", metavar="", nargs=-1)
@file_option(
    "-o", "--output", help="Output file; - is standard output. [named after FILE]", metavar="OUT"
)
@click.option(
    "--format", "form", type=OneOf(FORMATS), help="Output format. [the ending of OUT, or dot]"
)
@click.option("--guesses", type=WholeNumber(1), help="Draw only the first N guesses of each game.")
@click.option(
    "--from",
    "start",
    metavar="FEEDBACK...",
    multiple=True,
    help="Draw only the branch after these feedbacks: --from 11 20.",
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

    Drawings in svg, pdf and png need Graphviz (its program dot); a .dot file does not.
    """
    if more and not start:
        raise click.UsageError(f"unexpected argument {more[0]!r}: one file is drawn at a time")
    tree = load(file)
    form = output_format(output, form, FORMATS) or "dot"
    feedbacks = _feedbacks((*start, *more), tree.rules)
    if output is None:  # as knuth-4p6c-from-11-20.svg
        parts = [os.path.splitext(os.path.basename(file))[0]]
        if feedbacks:
            parts += ["from", *(f"{value:02}" for value in feedbacks)]
        if guesses:
            parts.append(f"{guesses}-guess{'es' if guesses > 1 else ''}")
        output = f"{'-'.join(parts)}.{form}"
    check_outputs([output], [file])
    from mmtree.show.dot import dot_source, render

    source = dot_source(tree, guesses, feedbacks)
    write_output(output, [source.encode() if form == "dot" else render(source, form)])


def _feedbacks(texts: tuple[str, ...], rules: Rules) -> list[int]:
    """Parse feedbacks; a text can hold several: ``2 1`` is one, ``11 20`` are two."""
    feedbacks: list[int] = []
    for text in texts:
        try:
            feedbacks.append(parse_feedback(text, rules))
        except FeedbackError:
            words = re.split(r"[\s,]+", text.strip())
            feedbacks += [parse_feedback(word, rules) for word in words]
    return feedbacks
