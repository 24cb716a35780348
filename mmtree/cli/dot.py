"""``mmtree dot``"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Literal, cast

import click

from mmtree.cli import completion_values
from mmtree.cli.appearance_options import look_options
from mmtree.cli.options import (
    OneOf,
    WholeNumber,
    check_outputs,
    file_option,
    name_files,
    output_format,
    write_outputs,
)
from mmtree.errors import FeedbackError
from mmtree.game.feedback import parse_feedback
from mmtree.game.rules import Rules
from mmtree.tree.file import load
from mmtree.tree.tree import StrategyTree

if TYPE_CHECKING:
    from mmtree.show.sheets.styles import SheetSymbols
    from mmtree.show.texts import Language

FORMATS = ("dot", "svg", "pdf", "png")
PAPERS = ("a4", "a3", "letter")


@click.command()
@click.argument("file", shell_complete=completion_values.tree_files)
@click.argument("more", metavar="", nargs=-1)
@file_option(
    "-o", "--output", help="Output file; - is standard output. [named after FILE]", metavar="OUT"
)
@click.option(
    "--format",
    "form",
    type=OneOf(FORMATS),
    help="Output format. [the ending of OUT, or dot; with --pages: pdf]",
)
@click.option(
    "--pages",
    is_flag=True,
    help="Draw tables for printing, a page for each answer to the first guess. "
    "svg and png take a file for each page: OUT-01.svg, OUT-02.svg ….",
)
@click.option("--paper", type=OneOf(PAPERS), help="Paper size of --pages. [a4]")
@look_options()
@click.option(
    "--guesses",
    type=WholeNumber(1),
    metavar="N",
    help="Draw only the first N guesses of each game.",
)
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
    pages: bool,
    paper: str | None,
    names: str | None,
    symbols: SheetSymbols | None,
    language: Language | None,
    title: str | None,
    guesses: int | None,
    start: tuple[str, ...],
) -> None:
    """Draw a tree with Graphviz, or as pages of tables.

    Drawings in svg, pdf and png need Graphviz (its program dot), and pages in these formats need
    the print extra; a .dot file needs neither. --paper, --names, --symbols, --language and --title
    are for pages in pdf, svg and png.
    """
    if more and not start:
        raise click.UsageError(f"unexpected argument {more[0]!r}: one file is drawn at a time")
    if pages and guesses:
        raise click.UsageError("--guesses cannot be used with --pages, which show all guesses")
    tree = load(file)
    form = output_format(output, form, FORMATS) or ("pdf" if pages else "dot")
    options = {
        "paper": paper,
        "names": names,
        "symbols": symbols,
        "language": language,
        "title": title,
    }
    given = {option: value for option, value in options.items() if value is not None}
    if given and (form == "dot" or not pages):
        what = "a .dot file" if pages else "the drawing of a tree"
        where = "pdf, svg and png" if pages else "--pages"
        raise click.UsageError(
            f"--{next(iter(given))} is for {where}: "
            f"{what} has a size, head, letters and colours of its own"
        )
    feedbacks = _feedbacks((*start, *more), tree.rules)
    if output is None:
        output = _default_name(file, pages, feedbacks, guesses, form)
    if output != "-":
        check_outputs([output], [file])
    if pages:
        data = _pages(tree, feedbacks, form, **given)
    else:
        data = [_picture(tree, feedbacks, form, guesses)]
    write_outputs(name_files(output, form, len(data), [file]), [[page] for page in data])


def _default_name(file: str, pages: bool, start: list[int], guesses: int | None, form: str) -> str:
    """Return a file name that says what is drawn: ``knuth-4p6c-tree-pages-from-11-20.svg``."""
    parts = [os.path.splitext(os.path.basename(file))[0]]
    if pages:
        parts.append("tree-pages")
    if start:
        parts += ["from", *(f"{value:02}" for value in start)]
    if guesses:
        parts.append(f"{guesses}-guess{'es' if guesses > 1 else ''}")
    return f"{'-'.join(parts)}.{form}"


def _picture(tree: StrategyTree, start: list[int], form: str, guesses: int | None) -> bytes:
    """Draw a tree or one branch."""
    from mmtree.show.dot.tree import dot_source, render

    source = dot_source(tree, guesses, start)
    return source.encode() if form == "dot" else render(source, form)


def _pages(
    tree: StrategyTree, start: list[int], form: str, paper: str = "a4", **look: Any
) -> list[bytes]:
    """Draw all pages into one file, or each into its own."""
    from mmtree.show.dot.page_graphs import format_graphs
    from mmtree.show.sheets.pages import divide, typeset_pages
    from mmtree.show.sheets.sheet import Sheet
    from mmtree.strategies.catalogue import source

    sheet = Sheet(tree, "booklet", source=source(tree.strategy.name), **look)
    parts = divide(sheet.rows, start)
    if form == "dot":
        return [format_graphs(sheet.rows, parts).encode()]
    return typeset_pages(sheet, parts, cast(Literal["pdf", "svg", "png"], form), paper)


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
