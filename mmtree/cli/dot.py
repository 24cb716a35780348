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
from mmtree.tree.tree import StrategyTree

FORMATS = ("dot", "svg", "pdf", "png")
DEFAULTS = {None: "dot", "pages": "pdf", "poster": "svg"}
"""The format of each style where none is asked for."""


@click.command()
@click.argument("file")
@click.argument("more", metavar="", nargs=-1)
@click.option("-o", "--output", metavar="OUT", help="Where to; - is standard output. [FILE's name]")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="By the ending of OUT, or dot (--pages: pdf; --poster: svg).",
)
@click.option(
    "--pages",
    is_flag=True,
    help="Draw tables to print, a page for each answer to the first guess, on A4 or A3. "
    "One pdf or dot file; svg and png give a file for each page: OUT-01.svg.",
)
@click.option("--poster", is_flag=True, help="Draw the tree all around its first guess.")
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
    pages: bool,
    poster: bool,
    guesses: int | None,
    start: tuple[str, ...],
) -> None:
    """Draw a tree with Graphviz.

    svg, pdf and png need the dot program, and so do pages; a .dot file of the tree does not.
    """
    if more and not start:
        raise click.UsageError(f"unexpected argument {more[0]!r}: one file is drawn at a time")
    if pages and poster:
        raise click.UsageError("--pages and --poster do not go together: ask for one of them")
    if pages and guesses:
        raise click.UsageError("--guesses does not go with --pages, which hold all guesses")
    style = "pages" if pages else "poster" if poster else None
    tree = load(file)
    ending = os.path.splitext(output or "")[1].lower().lstrip(".")
    if ending and (ending not in FORMATS or (form and form != ending)):
        what = f"is not {form}" if form else f"is none of {', '.join(FORMATS)}"
        raise click.UsageError(f"{output}: the ending {what}")
    form = form or ending or DEFAULTS[style]
    if output is None:
        name = os.path.splitext(os.path.basename(file))[0]
        output = f"{name}{f'-{style}' if style else ''}.{form}"
    if output != "-":
        check_outputs([output], [file])
    feedbacks = _feedbacks((*start, *more), tree.rules)
    if pages:
        files = _pages(tree, feedbacks, form, output, file)
    else:
        files = {output: _picture(tree, feedbacks, form, style, guesses)}
    if output == "-":
        sys.stdout.buffer.write(files[output])
        return
    for path, data in files.items():
        write_whole(path, data)
    names = list(files)
    click.echo(f"wrote {names[0]}" + (f" to {names[-1]}" if names[1:] else ""))


def _picture(
    tree: StrategyTree, start: list[int], form: str, style: str | None, guesses: int | None
) -> bytes:
    """The drawing of a tree or of one branch."""
    from mmtree.show.dot import dot_source, render
    from mmtree.show.dot_poster import poster_source, render_poster

    if style == "poster":
        source = poster_source(tree, guesses, start)
        return source.encode() if form == "dot" else render_poster(source, form)
    source = dot_source(tree, guesses, start)
    return source.encode() if form == "dot" else render(source, form)


def _pages(
    tree: StrategyTree, start: list[int], form: str, output: str, file: str
) -> dict[str, bytes]:
    """What to write for pages: all in one file, or a file for each."""
    from mmtree.show.dot_paper import check_pdf, one_pdf, pictures, sheets

    single = form in ("pdf", "dot")
    if output == "-" and not single:
        raise click.UsageError(f"{form} makes several files: name one of them with -o")
    if form == "pdf":
        check_pdf()
    ready = sheets(tree, start)
    if form == "dot":
        return {output: "".join(sheet.source for sheet in ready).encode()}
    if form == "pdf":
        return {output: one_pdf(ready, f"{tree.strategy.name} for {tree.rules}")}
    name, ending = os.path.splitext(output)
    width = max(2, len(str(len(ready))))
    paths = [
        f"{name}-{number:0{width}}{ending or f'.{form}'}" for number in range(1, len(ready) + 1)
    ]
    check_outputs(paths, [file])
    return dict(zip(paths, pictures(ready, form), strict=True))


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
