"""``mmtree sheet``"""

import os
from collections.abc import Iterable, Sequence
from typing import cast, get_args

import click

from mmtree.cli.options import (
    OneOf,
    WholeNumber,
    check_outputs,
    file_option,
    format_definitions,
    names_option,
    output_format,
    tree_argument,
    write_output,
)
from mmtree.cli.output import print_lines
from mmtree.errors import SheetError
from mmtree.files import write_files
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import INSTALL, MAX_PAGES, STYLES, Format, SheetSymbols
from mmtree.show.texts import LANGUAGES, Language
from mmtree.tree.file import load

FORMATS: tuple[Format, ...] = get_args(Format)
_HELP = f"""Print a strategy for people with a real board.

{format_definitions({name: style.about for name, style in STYLES.items()})}

pdf and svg need the print extra (pip install 'mmtree[print]'). html, txt and json need no extra,
and have no page limit; json is the content of the sheet, for layouts of your own.
"""


@click.command(help=_HELP)
@tree_argument
@file_option(
    "-o", "--output", help="Output file; - is standard output. [FILE-STYLE.pdf]", metavar="OUT"
)
@click.option(
    "--style", type=OneOf(STYLES), default="card", show_default=True, help="Kind of sheet."
)
@click.option(
    "--format", "form", type=OneOf(FORMATS), help="Output format. [the ending of OUT, or pdf]"
)
@click.option(
    "--paper",
    type=OneOf(dict.fromkeys(paper for style in STYLES.values() for paper in style.papers)),
    help="Paper size: a4 or letter (booklet pages are half of it); card is for pocket; a0 to a3, "
    "ansi-d (22 by 34 inches), ansi-c (17 by 22) and tabloid (11 by 17) are for posters. "
    "[a4; poster: a1]",
)
@names_option
@click.option(
    "--symbols",
    type=OneOf(get_args(SheetSymbols)),
    help="How codes are written: digits count from 0, digits1 from 1; in txt, letters replace "
    "pegs. [pegs]",
)
@click.option(
    "--language",
    type=OneOf(LANGUAGES),
    help="Language of all texts: English, German or French. [en]",
)
@click.option("--title", help="Headline; in pdf, svg and png in Latin letters.")
@click.option("--fold", is_flag=True, help="Order the pages of a booklet for folding.")
@click.option("--max-pages", type=WholeNumber(1), help="Most pages of paper. [60]")
def command(
    file: str,
    output: str | None,
    style: str,
    form: Format | None,
    paper: str | None,
    names: str | None,
    symbols: SheetSymbols | None,
    language: Language | None,
    title: str | None,
    fold: bool,
    max_pages: int | None,
) -> None:
    """Write a sheet."""
    called = STYLES[style].called or style
    if fold and style != "booklet":
        raise click.UsageError(f"--fold is for a booklet: a {called} is not folded")
    papers = STYLES[style].papers
    if paper and paper not in papers:
        take = f"take --paper {', '.join(papers[:-1])} or {papers[-1]}" if papers else "it is text"
        raise click.UsageError(f"a {called} is not printed on {paper}: {take}")
    paper = paper or (papers[0] if papers else "")
    tree = load(file)
    asked = cast(Format | None, output_format(output, form, FORMATS))
    formats = STYLES[style].formats
    if asked and asked not in formats:
        raise click.UsageError(
            f"style {style} has no {asked}: take --format {' or '.join(formats)}"
        )
    form, notice = asked or formats[0], None
    if form in ("pdf", "svg"):
        from mmtree.show.sheets.typeset import find_missing

        if absent := find_missing():
            if asked or fold or max_pages:
                raise SheetError(
                    f"{form} needs {absent}, which is not installed: {INSTALL}; "
                    f"or take {STYLES[style].unpaged}"
                )
            form = "html" if "html" in formats else "txt"
            notice = f"mmtree: for pdf, {INSTALL}; this is {form}"
    if form not in ("pdf", "svg") and (fold or max_pages):
        what = "--fold" if fold else "--max-pages"
        raise click.UsageError(f"{what} is for pdf and svg: {form} has no pages")
    if output is None:
        output = f"{os.path.splitext(os.path.basename(file))[0]}-{style}.{form}"
    check_outputs([output], [file])
    from mmtree.strategies.catalogue import source

    sheet = Sheet(
        tree,
        style,
        names=names,
        symbols=symbols,
        title=title,
        source=source(tree.strategy.name),
        language=language or "en",
    )
    if form == "pdf" or form == "svg":
        from mmtree.show.sheets.typeset import typeset

        data = typeset(sheet, form, paper, fold=fold, most=max_pages or MAX_PAGES)
        if len(data) == 1:
            write_output(output, data)
        else:
            _write_pages(output, form, data, file)
    else:
        if notice:
            print_lines(notice, err=True)
        pieces = (piece.encode() for piece in _pieces(sheet, form, paper))
        write_output(output, pieces)


def _write_pages(output: str, form: str, pages: Sequence[bytes], source: str) -> None:
    """Write each page to a file of its own: ``OUT-01.svg`` …"""
    if output == "-" or (os.path.exists(output) and not os.path.isfile(output)):
        raise click.UsageError(
            f"{len(pages)} pages of {form} need {len(pages)} files: give the beginning of their "
            f"names, such as -o pages.{form}"
        )
    name, ending = os.path.splitext(output)
    digits = max(2, len(str(len(pages))))
    names = [f"{name}-{at:0{digits}}{ending or f'.{form}'}" for at in range(1, len(pages) + 1)]
    check_outputs(names, [source])
    write_files({name: [page] for name, page in zip(names, pages, strict=True)})
    print_lines(f"wrote {names[0]} to {names[-1]}")


def _pieces(sheet: Sheet, form: Format, paper: str) -> Iterable[str]:
    if form == "html":
        from mmtree.show.sheets.html import html

        return html(sheet, paper)
    if form == "json":
        import json

        from mmtree.show.sheets.content import sheet_content

        return (json.dumps(sheet_content(sheet), ensure_ascii=False), "\n")
    from mmtree.show.sheets.text import text

    return (line + "\n" for line in text(sheet))
