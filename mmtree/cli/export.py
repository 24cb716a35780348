"""``mmtree export``"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import click

from mmtree.cli.options import (
    OneOf,
    check_no_tree,
    check_outputs,
    complete_folders,
    file_option,
    format_definitions,
    names_option,
    output_format,
    trees_argument,
    write_output,
)
from mmtree.cli.output import print_lines
from mmtree.export.targets import TARGETS, export
from mmtree.files import read_within, write_files
from mmtree.game.code import Symbols
from mmtree.research.notations.notations import NOTATIONS, SYMBOLS, write_tree
from mmtree.tree.file import load

_LAYOUTS = tuple(dict.fromkeys(layout for to in TARGETS.values() for layout in to.layouts))
_ABOUT = {name: target.about for name, target in TARGETS.items()}
_ABOUT |= {name: notation.about for name, notation in NOTATIONS.items()}
_TAKEN = {
    "notation": ("--symbols",),
    "html": ("--names", "--title", "--site", "--address"),
    "player": ("--name", "--layout"),
}
"""The options that each kind of target takes."""
_REASONS = {
    "--symbols": ", only with notations",
    "--name": ": -o names the page",
    "--layout": ": a page has only one",
}
_HELP = f"""Export a tree as a player for machines without Python, or several as one page.

A tree can also be written in a notation of papers and programs: {", ".join(NOTATIONS)}. mmtree
import reads these.

{format_definitions(_ABOUT)}

Existing files are overwritten.
"""


@click.command(help=_HELP)
@trees_argument
@click.option("--to", type=OneOf(_ABOUT), required=True, help="Target or notation.")
@click.option("--name", help="Name of the files and prefix of the symbols. [mm]")
@click.option(
    "--layout",
    type=OneOf(_LAYOUTS),
    help="dense is quick, seed smaller and slow. [the target's default]",
)
@file_option(
    "-o",
    "--output",
    help="Output folder [the current one]; with html and notations, output file [named after FILE; "
    "html of several: mmtree.html].",
    metavar="DIR",
    complete=complete_folders,
)
@click.option("--title", help="Headline of the page (only html; --names, too).")
@names_option
@file_option(
    "--site",
    help="Folder for a page that devices install from a web server, and open offline (only html).",
    metavar="DIR",
    complete=complete_folders,
)
@click.option(
    "--address",
    metavar="URL",
    help="Where a page of these trees is published: what people share from a file names it (only "
    "html).",
)
@click.option(
    "--symbols",
    type=OneOf(SYMBOLS),
    help="How a notation writes codes: digits count from 0, digits1 from 1. "
    "[as usual in the notation]",
)
def command(
    files: tuple[str, ...],
    to: str,
    name: str | None,
    layout: str | None,
    output: str | None,
    title: str | None,
    names: str | None,
    site: str | None,
    address: str | None,
    symbols: str | None,
) -> None:
    """Check the options and write the files of a target."""
    given = {"--symbols": symbols, "--name": name, "--layout": layout}
    given |= {"--names": names, "--title": title, "--site": site, "--address": address}
    taken = _TAKEN["notation" if to in NOTATIONS else "html" if to == "html" else "player"]
    for option, value in given.items():
        if value is not None and option not in taken:
            reason = ", a notation" if to in NOTATIONS else _REASONS.get(option, ", only with html")
            raise click.UsageError(f"{option} cannot be used with --to {to}{reason}")
    if to != "html" and len(files) > 1:
        raise click.UsageError(
            f"--to {to} takes one FILE, not {len(files)}; only html takes several"
        )
    if to == "html":
        _write_page(files, output, site, {"title": title, "names": names, "address": address})
    elif to in NOTATIONS:
        if output is None:
            output = f"{_stem(files[0])}.{NOTATIONS[to].endings[0]}"
        check_no_tree(output, files)
        write_output(output, [write_tree(load(files[0]), to, cast(Symbols | None, symbols))])
    else:
        folder = "." if output is None else output
        _write_player(files[0], to, "mm" if name is None else name, layout, folder)


def _write_page(
    files: tuple[str, ...],
    output: str | None,
    site: str | None,
    texts: dict[str, Any],
) -> None:
    """Write one HTML page for the trees, or a folder with the page for a web server."""
    from mmtree.export.html.html import is_page, page
    from mmtree.export.html.html import site as make_site
    from mmtree.strategies.catalogue import source

    if site is None:
        if output is None:
            output = f"{_stem(files[0]) if len(files) == 1 else 'mmtree'}.html"
        output_format(None if output == "-" else output, "html", ("html",))
        check_outputs([output], files)
    elif output is not None:
        raise click.UsageError("-o cannot be used with --site, which names the folder")
    elif site in ("", "-"):
        raise click.UsageError("a site is written to a folder: use --site DIR")
    elif os.path.isfile(index := os.path.join(site, "index.html")) and not is_page(
        read_within(index, 4096)
    ):
        raise click.UsageError(f"{index}: is no page of mmtree: move it, or choose another folder")
    trees = [(_stem(file), load(file)) for file in files]
    sources = {tree.strategy.name: source(tree.strategy.name) for _, tree in trees}
    if output is not None:
        write_output(output, [page(trees, **texts, sources=sources)])
    elif site is not None:
        made = make_site(trees, **texts, sources=sources)
        _write_folder(made, site, files)
        print_lines(f"wrote {site}: {', '.join(made)}")


def _stem(file: str) -> str:
    return os.path.splitext(os.path.basename(file))[0]


def _write_player(file: str, to: str, name: str, layout: str | None, output: str) -> None:
    """Write the files of a player into a folder."""
    if output in ("", "-"):
        raise click.UsageError("players are written to a folder: use -o DIR")
    tree = load(file)
    exported = export(tree, to, name, layout)
    endings = {os.path.splitext(path)[1] for path in exported}
    if os.path.splitext(output)[1] in endings - {""} and not os.path.isdir(output):
        raise click.UsageError(f"{output}: -o must be a folder; --name sets the names of its files")
    paths = _write_folder(exported, output, [file])
    print_lines(f"wrote {', '.join(paths)}")


def _write_folder(exported: Mapping[str, bytes], output: str, sources: Sequence[str]) -> list[str]:
    """Write files into a folder, which is created if need be, all or none; return their paths."""
    paths = [os.path.normpath(os.path.join(output, path)) for path in exported]
    missing = _missing_folders(paths)
    check_outputs([path for path in paths if os.path.dirname(path) not in missing], sources)
    created: list[str] = []
    try:
        for folder in missing:
            os.mkdir(folder)
            created.append(folder)
        write_files(dict(zip(paths, ([data] for data in exported.values()), strict=True)))
    except BaseException:
        for folder in reversed(created):
            with suppress(OSError):  # report the first error
                os.rmdir(folder)
        raise
    return paths


def _missing_folders(paths: Sequence[str]) -> list[str]:
    """Return the folders to create before these files can be written, parents first."""
    folders = sorted({str(folder) for path in paths for folder in Path(path).parents})
    missing = [folder for folder in folders if not os.path.lexists(folder)]
    for folder in folders:
        if folder not in missing and not os.path.isdir(folder):
            raise click.UsageError(f"{folder}: is not a folder")
    for folder in missing:
        parent = os.path.dirname(folder) or "."
        if parent not in missing and not os.access(parent, os.W_OK | os.X_OK):
            raise click.UsageError(f"{folder}: cannot be created")
    return missing
