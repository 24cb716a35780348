"""Options and checks that several commands share."""

from __future__ import annotations

import os

import click

from mmtree.game.code import SYMBOLS

LARGEST = 2**63 - 1
"""The largest number that a tree file can hold."""

symbols_option = click.option(
    "--symbols",
    type=click.Choice(SYMBOLS),
    default="letters",
    show_default=True,
    help="How codes are written: digits count from 0, digits1 from 1.",
)


def check_outputs(outputs: list[str], sources: list[str]) -> None:
    """Refuse output files that cannot be written, before the work and not after it.

    Raises:
        click.UsageError: one has no name, is a folder, is in a folder that is missing or cannot be
            written, or is the same file as another output or a source.
    """
    taken = {os.path.realpath(source): "read from" for source in sources}
    for path in outputs:
        target = os.path.realpath(path)
        folder = os.path.dirname(target)
        if not path:
            raise click.UsageError("an output file needs a name")
        if os.path.isdir(path):
            raise click.UsageError(f"{path}: is a folder, not a file")
        if not os.path.isdir(folder):
            raise click.UsageError(
                f"{path}: there is no folder {os.path.dirname(path) or folder!r}"
            )
        if len(os.fsencode(os.path.basename(target))) > 255:
            raise click.UsageError(f"{path[:40]}…: the name is too long")
        if not os.access(path if os.path.exists(path) else folder, os.W_OK):
            raise click.UsageError(f"{path}: cannot be written")
        if target in taken and not target.startswith("/dev/"):
            raise click.UsageError(f"{path}: is {taken[target]}, too: give it another name")
        taken[target] = "written to"
