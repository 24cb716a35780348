"""``mmtree sheet``"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, get_args

import click

from mmtree.cli.options import check_outputs
from mmtree.errors import SheetError
from mmtree.show.sheets.sheet import SHEET_SYMBOLS, STYLES, Sheet, SheetSymbols, Style
from mmtree.tree.file import load, write_pieces, write_whole

if TYPE_CHECKING:
    from mmtree.tree.tree import StrategyTree

Format = Literal["pdf", "svg", "html", "txt"]
FORMATS: tuple[Format, ...] = get_args(Format)
_INSTALL = "pip install 'mmtree[print]'"


@click.command()
@click.argument("file")
@click.option(
    "-o", "--output", metavar="OUT", help="Where to; - is standard output. [FILE's name and STYLE]"
)
@click.option(
    "--style", type=click.Choice(STYLES), default="card", show_default=True, help="See above."
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="By the ending of OUT, or pdf.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="A booklet has half as large pages; a poster is A2 or A1, or ANSI C or D.",
)
@click.option(
    "--names",
    metavar="NAMES",
    help="The colours of the box at home: red,blue,… or rose=#e3256b or empty for a hole; "
    "or an edition: invicta, hasbro.",
)
@click.option(
    "--symbols",
    type=click.Choice(SHEET_SYMBOLS),
    default="pegs",
    show_default=True,
    help="How codes are written: digits count from 0, digits1 from 1; in txt, pegs are letters.",
)
@click.option("--title", metavar="TEXT", help="The headline.")
@click.option("--fold", is_flag=True, help="Order the pages of a booklet to be folded.")
@click.option(
    "--pages", type=click.IntRange(1), metavar="N", help="Allow so many pages of paper. [60]"
)
def command(
    file: str,
    output: str | None,
    style: Style,
    form: Format | None,
    paper: str,
    names: str | None,
    symbols: SheetSymbols,
    title: str | None,
    fold: bool,
    pages: int | None,
) -> None:
    """Print a strategy for people with a real board.

    \b
    card     everything on one sheet of paper, if it fits
    table    a row for each guess, a column for each answer
    booklet  a box for each position; --fold orders it to be folded
    poster   the whole tree on one large page
    short    the notation that leaves the easy parts to the reader

    pdf and svg need the print extra; html and txt need nothing and may be as long as they like.
    """
    from mmtree.show.sheets.typeset import missing

    if fold and style != "booklet":
        raise click.UsageError(f"--fold is for a booklet: a {style} is not folded")
    tree = load(file)
    form = _form(output, form)
    if form in (None, "pdf", "svg") and missing():
        if form is not None:
            raise SheetError(
                f"{form} needs {missing()}, which is not installed: {_INSTALL}, "
                "or take --format html or txt"
            )
        form = "html"
        click.echo(f"mmtree: for pdf, {_INSTALL}; this is html", err=True)
    form = form or "pdf"
    if form in ("html", "txt") and (fold or pages):
        what = "--fold" if fold else "--pages"
        raise click.UsageError(f"{what} is for pdf and svg: {form} has no pages")
    if output is None:
        output = f"{os.path.splitext(os.path.basename(file))[0]}-{style}.{form}"
    if output != "-":
        check_outputs([output], [file])
    sheet = Sheet(tree, style, names=names, symbols=symbols, title=title, source=_source(tree))
    if form == "pdf" or form == "svg":
        _typeset(sheet, form, paper, output, [file], fold=fold, pages=pages)
    else:
        _write(output, _pieces(sheet, form, paper))


def _form(output: str | None, form: Format | None) -> Format | None:
    """The format asked for by name or by the ending of the output, if any."""
    ending = os.path.splitext(output or "")[1].lower().lstrip(".")
    found = next((known for known in FORMATS if known == ending), None)
    if ending and (found is None or (form and form != found)):
        what = f"is not {form}" if form else f"is none of {', '.join(FORMATS)}"
        raise click.UsageError(f"{output}: the ending {what}")
    return form or found


def _source(tree: StrategyTree) -> str:
    """Where the strategy was published."""
    from mmtree.build.strategies import ROWS

    return next((row.source for row in ROWS if row.name == tree.strategy.name), "")


def _pieces(sheet: Sheet, form: Format, paper: str) -> Iterable[str]:
    if form == "html":
        from mmtree.show.sheets.html import html

        return html(sheet, paper)
    from mmtree.show.sheets.text import text

    return (line + "\n" for line in text(sheet))


def _write(output: str, pieces: Iterable[str]) -> None:
    encoded = (piece.encode() for piece in pieces)
    if output == "-":
        sys.stdout.flush()
        for piece in encoded:
            sys.stdout.buffer.write(piece)
    else:
        write_pieces(output, encoded)
        click.echo(f"wrote {output}")


def _typeset(
    sheet: Sheet,
    form: Literal["pdf", "svg"],
    paper: str,
    output: str,
    sources: list[str],
    *,
    fold: bool,
    pages: int | None,
) -> None:
    """Write one file, or an SVG for each page."""
    from mmtree.show.sheets.layout import MAX_PAGES
    from mmtree.show.sheets.typeset import typeset

    made = typeset(sheet, form, paper, fold=fold, most=pages or MAX_PAGES)
    if output == "-":
        if len(made) > 1:
            raise SheetError(f"{len(made)} pages of svg need a file each: name one with -o")
        sys.stdout.buffer.write(made[0])
        return
    names = [output]
    if len(made) > 1:
        stem, ending = os.path.splitext(output)
        digits = len(str(len(made)))
        names = [f"{stem}-{number:0{digits}}{ending}" for number in range(1, len(made) + 1)]
        check_outputs(names, sources)
    for name, data in zip(names, made, strict=True):
        write_whole(name, data)
    click.echo(f"wrote {', '.join(names)}")
