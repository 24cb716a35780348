"""``mmtree chart``"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, cast

import click

from mmtree.cli.options import (
    OneOf,
    check_outputs,
    file_option,
    format_definitions,
    output_format,
    trees_argument,
    write_output,
)
from mmtree.files import read_within
from mmtree.show.charts.figure import FORMS, Form, check_matplotlib
from mmtree.tree.file import encode, load

if TYPE_CHECKING:
    from mmtree.tree.tree import StrategyTree

KINDS = {
    "histogram": "secrets by number of guesses, side by side",
    "max": "total or average against the most guesses",
    "size": "total or average against bytes",
    "openings": "totals by opening, from files that mmtree openings -o writes",
}
SIZES = {
    "file": "tree file",
    "dense": "packed table (dense)",
    "seed": "seed table",
}
MOST_FILES = 60


@click.command(
    help=f"""Draw charts of trees, or of the openings of strategies.

{format_definitions(KINDS)}

Needs the chart extra: pip install 'mmtree[chart]'. Trees are labelled with the names of their
files. The colours remain distinct in grey print.
"""
)
@trees_argument
@file_option(
    "-o",
    "--output",
    help="Output file (svg, png or pdf); - is standard output. [chart-KIND.svg]",
    metavar="OUT",
)
@click.option(
    "--kind", type=OneOf(KINDS), help="Kind of chart. [histogram; for files of openings: openings]"
)
@click.option(
    "--format", "form", type=OneOf(FORMS), help="Output format. [the ending of OUT, or svg]"
)
@click.option(
    "--bytes",
    "what",
    type=OneOf(SIZES),
    help="With --kind size: measure the tree file or an exported table. [file]",
)
@click.option("--title", help="Headline. [describes the chart]")
def command(
    files: tuple[str, ...],
    output: str | None,
    kind: str | None,
    form: Form | None,
    what: str | None,
    title: str | None,
) -> None:
    """Draw a chart."""
    check_matplotlib()
    form = cast("Form", output_format(None if output == "-" else output, form, FORMS) or "svg")
    if len(files) > MOST_FILES:
        raise click.UsageError(f"a chart of {len(files)} files cannot be read: take {MOST_FILES}")
    if what and kind != "size":
        raise click.UsageError("--bytes is for --kind size")
    if kind is None:
        kind = "openings" if all(_lists_openings(path) for path in files) else "histogram"
    if output is None:
        output = f"chart-{kind}.{form}"
    check_outputs([output], files)
    if kind == "openings":
        from mmtree.research.commands.openings import draw_files

        drawn = draw_files(files, form, title)
    else:
        drawn = _trees(files, kind, form, what or "file", title)
    write_output(output, [drawn])


def _trees(files: Sequence[str], kind: str, form: Form, what: str, title: str | None) -> bytes:
    """Draw a chart of trees."""
    from mmtree.show.charts.trees import against_max, against_size, histogram

    for path in files:
        if _lists_openings(path):
            raise click.UsageError(f"{path}: holds openings, not a tree: take --kind openings")
    trees = [load(path) for path in files]
    games = list(dict.fromkeys(str(tree.rules) for tree in trees))
    names = _names(files, games)
    game = f", {games[0]}" if len(games) == 1 else ""
    named = [(name, tree.figures) for name, tree in zip(names, trees, strict=True)]
    quality = "Total" if game else "Average"
    moves = "questions" if all(tree.rules.identified for tree in trees) else "guesses"
    if kind == "histogram":
        return histogram(named, form, title or f"Secrets by number of {moves}{game}", moves)
    if kind == "max":
        return against_max(named, form, title or f"{quality} against most {moves}{game}", moves)
    sizes = [
        (name, figures, _bytes(tree, what))
        for (name, figures), tree in zip(named, trees, strict=True)
    ]
    return against_size(sizes, form, title or f"{quality} against size{game}", SIZES[what])


def _bytes(tree: StrategyTree, what: str) -> int:
    if what == "file":
        return len(encode(tree))
    if what == "seed":
        from mmtree.export.seed.encode import encode as seed

        return len(seed(tree).table)
    from mmtree.export.pack import pack

    return len(pack(tree).table)


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
