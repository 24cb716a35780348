"""``mmtree chart``"""

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

import click

from mmtree.cli.options import (
    OneOf,
    check_outputs,
    file_option,
    output_format,
    trees_argument,
    write_output,
)
from mmtree.files import read_within
from mmtree.show.charts.figure import FORMS, Form, check_matplotlib
from mmtree.tree.file import load

MOST_FILES = 60


@click.command(
    help="""Draw charts of trees, or of the openings of strategies.

Of trees: the secrets by number of guesses, side by side. Of files that mmtree openings -o writes:
the totals by opening.

Needs the chart extra: pip install 'mmtree[chart]'. Trees are labelled with the names of their
files. The colours remain distinct in grey print.
"""
)
@trees_argument
@file_option(
    "-o",
    "--output",
    help="Output file (svg, png or pdf); - is standard output. [chart.svg]",
    metavar="OUT",
)
@click.option(
    "--format", "form", type=OneOf(FORMS), help="Output format. [the ending of OUT, or svg]"
)
@click.option("--title", help="Headline. [describes the chart]")
def command(
    files: tuple[str, ...], output: str | None, form: Form | None, title: str | None
) -> None:
    """Draw a chart."""
    check_matplotlib()
    form = cast("Form", output_format(None if output == "-" else output, form, FORMS) or "svg")
    if len(files) > MOST_FILES:
        raise click.UsageError(f"a chart of {len(files)} files cannot be read: take {MOST_FILES}")
    if output is None:
        output = f"chart.{form}"
    check_outputs([output], files)
    if all(_lists_openings(path) for path in files):
        from mmtree.research.commands.openings import draw_files

        drawn = draw_files(files, form, title)
    else:
        drawn = _draw_trees(files, form, title)
    write_output(output, [drawn])


def _draw_trees(files: Sequence[str], form: Form, title: str | None) -> bytes:
    """Draw a chart of trees."""
    from mmtree.show.charts.trees import histogram

    for path in files:
        if _lists_openings(path):
            raise click.UsageError(f"{path}: holds openings, which need a chart without trees")
    trees = [load(path) for path in files]
    games = list(dict.fromkeys(str(tree.rules) for tree in trees))
    named = list(zip(_names(files, games), (tree.figures for tree in trees), strict=True))
    game = f", {games[0]}" if len(games) == 1 else ""
    moves = "questions" if all(tree.rules.only_asks for tree in trees) else "guesses"
    return histogram(named, form, title or f"Secrets by number of {moves}{game}", moves)


def _names(files: Sequence[str], games: Sequence[str]) -> list[str]:
    """Return the labels of the trees: file names without their common parts."""
    stems = [os.path.basename(path).removesuffix(".mmtree") for path in files]
    if len(games) == 1:
        short = [stem.removesuffix(f"-{games[0]}") or stem for stem in stems]
        if len(set(short)) == len(set(stems)):
            stems = short
    return stems if len(set(stems)) == len(stems) else list(files)


def _lists_openings(path: str) -> bool:
    """Return whether a file begins as ``mmtree openings`` writes it; trees never do."""
    with suppress(OSError):
        return read_within(path, 16).startswith((b"{", b"strategy,", b"\xef\xbb\xbf"))
    return False
