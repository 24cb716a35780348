"""``mmtree export``"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

import click

from mmtree.cli import completion_values
from mmtree.cli.options import (
    OneOf,
    check_outputs,
    listed,
    names_option,
    output_format,
    write_outputs,
)
from mmtree.cli.output import say
from mmtree.export.targets import TARGETS, export
from mmtree.files import write_together
from mmtree.game.code import Symbols
from mmtree.literature.notations.notations import NOTATIONS, SYMBOLS, write_tree
from mmtree.tree.file import load

_LAYOUTS = tuple(dict.fromkeys(layout for to in TARGETS.values() for layout in to.layouts))
_ABOUT = {name: target.about for name, target in TARGETS.items()}
_ABOUT |= {name: notation.about for name, notation in NOTATIONS.items()}
_HELP = f"""Make a player of a tree, for machines without Python: of several trees, one page.

Or write a tree as papers and programs do: {", ".join(NOTATIONS)}, which mmtree import reads.

{listed(_ABOUT)}

Files of the same name are written over.
"""


@click.command(help=_HELP)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", shell_complete=completion_values.tree_files
)
@click.option(
    "--to",
    type=OneOf(_ABOUT),
    required=True,
    help="See above.",
)
@click.option("--name", help="What files and symbols are named after. [mm]")
@click.option(
    "--layout",
    type=OneOf(_LAYOUTS),
    help="words is simple, dense smaller, seed smallest and slow. [the target's own]",
)
@click.option(
    "-o",
    "--output",
    shell_complete=completion_values.folders,
    metavar="DIR",
    help="The folder to write to [this one]; of html the file [FILE's name, or mmtree.html], and "
    "of a notation [FILE's name].",
)
@click.option("--title", metavar="TEXT", help="The headline; this and --names are for html.")
@names_option
@click.option(
    "--symbols",
    type=OneOf(SYMBOLS),
    help="How a notation writes codes: digits count from 0, digits1 from 1. [its own way]",
)
def command(
    files: tuple[str, ...],
    to: str,
    name: str | None,
    layout: str | None,
    output: str | None,
    title: str | None,
    names: str | None,
    symbols: str | None,
) -> None:
    """Write the files of a target."""
    given = {"--name": name, "--layout": layout, "--title": title, "--names": names}
    if to in NOTATIONS:
        if others := [option for option, value in given.items() if value is not None]:
            raise click.UsageError(f"{others[0]} is for other targets: {to} is a notation")
        if len(files) > 1:
            raise click.UsageError(f"{len(files)} FILEs: {to} takes one, only html takes several")
        _text(files[0], to, output, cast(Symbols | None, symbols))
        return
    if symbols is not None:
        raise click.UsageError(f"--symbols is for notations: {to} is none")
    if to == "html":
        if name is not None or layout is not None:
            what = "--layout" if name is None else "--name"
            raise click.UsageError(f"{what} is for other targets: html is one file, named by -o")
        _page(files, output, title, names)
        return
    if title is not None or names is not None:
        what = "--title" if names is None else "--names"
        raise click.UsageError(f"{what} is for html: {to} has none")
    if len(files) > 1:
        raise click.UsageError(f"{len(files)} FILEs: {to} takes one, only html takes several")
    _players(
        files[0], to, "mm" if name is None else name, layout, "." if output is None else output
    )


def _page(files: tuple[str, ...], output: str | None, title: str | None, names: str | None) -> None:
    """Write the page of some trees."""
    from mmtree.export.html.html import page
    from mmtree.strategies.catalogue import source

    stems = [os.path.splitext(os.path.basename(file))[0] for file in files]
    if output is None:
        output = f"{stems[0] if len(files) == 1 else 'mmtree'}.html"
    if output != "-":
        output_format(output, "html", ("html",))  # page.pdf would be none
        check_outputs([output], list(files))
    trees = [load(file) for file in files]
    sources = {tree.strategy.name: source(tree.strategy.name) for tree in trees}
    data = page(list(zip(stems, trees, strict=True)), title=title, names=names, sources=sources)
    write_outputs([output], [[data]])


def _text(file: str, to: str, output: str | None, symbols: Symbols | None) -> None:
    """Write the text of a tree in a notation."""
    if output is None:
        stem = os.path.splitext(os.path.basename(file))[0]
        output = f"{stem}.{NOTATIONS[to].endings[0]}"
    if output != "-":
        if os.path.splitext(output)[1].lower() == ".mmtree":
            raise click.UsageError(f"{output}: a file of that ending holds something else")
        check_outputs([output], [file])
    write_outputs([output], [[write_tree(load(file), to, symbols)]])


def _players(file: str, to: str, name: str, layout: str | None, output: str) -> None:
    """Write the files of a player into a folder."""
    if output in ("", "-"):
        raise click.UsageError("players are written to a folder, which needs a name")
    tree = load(file)
    made = export(tree, to, name, layout)
    endings = {os.path.splitext(path)[1] for path in made}
    if os.path.splitext(output)[1] in endings - {""} and not os.path.isdir(output):
        raise click.UsageError(
            f"{output}: files are written to a folder, and named by --name: give -o DIR"
        )
    paths = [os.path.normpath(os.path.join(output, path)) for path in made]
    missing = _missing_folders(paths)
    check_outputs([path for path in paths if os.path.dirname(path) not in missing], [file])
    there: list[str] = []
    try:
        for folder in missing:
            os.mkdir(folder)
            there.append(folder)
        write_together(dict(zip(paths, ([data] for data in made.values()), strict=True)))
    except BaseException:
        for folder in reversed(there):
            with suppress(OSError):  # the first error is the one to tell
                os.rmdir(folder)
        raise
    say(f"wrote {', '.join(paths)}")


def _missing_folders(paths: Sequence[str]) -> list[str]:
    """The folders to make before these files can be written, each behind the one it is in.

    Raises:
        click.UsageError: something else has the name of a folder, or it cannot be made.
    """
    missing: list[str] = []
    for path in paths:
        folder, new = os.path.dirname(path), []
        while folder and not os.path.lexists(folder):
            new.append(folder)
            folder = os.path.dirname(folder)
        if folder and not os.path.isdir(folder):
            raise click.UsageError(f"{folder}: is no folder")
        if new and not os.access(folder or ".", os.W_OK | os.X_OK):
            raise click.UsageError(f"{new[-1]}: cannot be made")
        missing += [name for name in reversed(new) if name not in missing]
    return missing
