"""``mmtree export``"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

import click

from mmtree.cli import candidates
from mmtree.cli.options import OneOf, check_outputs, listed
from mmtree.cli.output import say
from mmtree.export.targets import TARGETS, export
from mmtree.files import write_together
from mmtree.tree.file import load

_LAYOUTS = tuple(dict.fromkeys(layout for to in TARGETS.values() for layout in to.layouts))
_HELP = f"""Make a player of a tree, for machines without Python.

{listed({name: target.about for name, target in TARGETS.items()})}

Files of the same name are written over.
"""


@click.command(help=_HELP)
@click.argument("file", shell_complete=candidates.tree_files)
@click.option(
    "--to",
    type=OneOf(TARGETS),
    required=True,
    help="See above.",
)
@click.option(
    "--name", default="mm", show_default=True, help="What files and symbols are named after."
)
@click.option(
    "--layout",
    type=OneOf(_LAYOUTS),
    help="words is simple, dense smaller, seed smallest and slow. [the target's own]",
)
@click.option(
    "-o",
    "--output",
    shell_complete=candidates.folders,
    metavar="DIR",
    default=".",
    help="The folder to write to. [this one]",
)
def command(file: str, to: str, name: str, layout: str | None, output: str) -> None:
    """Write the files of a target."""
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
