"""``mmtree dot``"""

from __future__ import annotations

import os
import re

import click

from mmtree.cli import candidates
from mmtree.cli.options import OneOf, Whole, check_outputs, numbered, output_format, write_outputs
from mmtree.errors import FeedbackError
from mmtree.game.feedback import parse_feedback
from mmtree.game.rules import Rules
from mmtree.tree.file import load
from mmtree.tree.tree import StrategyTree

FORMATS = ("dot", "svg", "pdf", "png")


@click.command()
@click.argument("file", shell_complete=candidates.tree_files)
@click.argument("more", metavar="", nargs=-1)
@click.option(
    "-o",
    "--output",
    shell_complete=candidates.files,
    metavar="OUT",
    help="Where to; - is standard output. [FILE's name]",
)
@click.option(
    "--format",
    "form",
    type=OneOf(FORMATS),
    help="By the ending of OUT, or dot (--pages: pdf).",
)
@click.option(
    "--pages",
    is_flag=True,
    help="Draw tables to print, a page for each answer to the first guess, on A4 or A3. "
    "One pdf or dot file; svg and png give a file for each page: OUT-01.svg.",
)
@click.option("--guesses", type=Whole(1), metavar="N", help="Draw no more guesses in a row than N.")
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
    pages: bool,
    guesses: int | None,
    start: tuple[str, ...],
) -> None:
    """Draw a tree with Graphviz.

    svg, pdf and png need the dot program, and so do pages; a .dot file of the tree does not.
    """
    if more and not start:
        raise click.UsageError(f"unexpected argument {more[0]!r}: one file is drawn at a time")
    if pages and guesses:
        raise click.UsageError("--guesses does not go with --pages, which hold all guesses")
    tree = load(file)
    form = output_format(output, form, FORMATS) or ("pdf" if pages else "dot")
    feedbacks = _feedbacks((*start, *more), tree.rules)
    if output is None:
        output = _default_name(file, pages, feedbacks, guesses, form)
    if output != "-":
        check_outputs([output], [file])
    data = _pages(tree, feedbacks, form) if pages else [_picture(tree, feedbacks, form, guesses)]
    write_outputs(numbered(output, form, len(data), [file]), [[page] for page in data])


def _default_name(file: str, pages: bool, start: list[int], guesses: int | None, form: str) -> str:
    """A file name that tells what is drawn: ``knuth-4p6c-tree-pages-from-11-20.svg``."""
    parts = [os.path.splitext(os.path.basename(file))[0]]
    if pages:
        parts.append("tree-pages")
    if start:
        parts += ["from", *(f"{value:02}" for value in start)]
    if guesses:
        parts.append(f"{guesses}-guess{'es' if guesses > 1 else ''}")
    return f"{'-'.join(parts)}.{form}"


def _picture(tree: StrategyTree, start: list[int], form: str, guesses: int | None) -> bytes:
    """The drawing of a tree or of one branch."""
    from mmtree.show.dot.tree import dot_source, render

    source = dot_source(tree, guesses, start)
    return source.encode() if form == "dot" else render(source, form)


def _pages(tree: StrategyTree, start: list[int], form: str) -> list[bytes]:
    """All pages in one file, or each in one of its own."""
    from mmtree.show.dot.paper import check_pdf, one_pdf, pictures, printed_pages

    if form == "pdf":
        check_pdf()
    ready = printed_pages(tree, start)
    if form == "dot":
        return ["".join(page.source for page in ready).encode()]
    if form == "pdf":
        return [one_pdf(ready, f"{tree.strategy.name} for {tree.rules}")]
    return pictures(ready, form)


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
