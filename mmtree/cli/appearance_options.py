"""The options for what sheets and pages of tables look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import click

from mmtree.cli.options import OneOf, names_option
from mmtree.show.sheets.styles import SheetSymbols
from mmtree.show.texts import LANGUAGES


def look_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command what changes the look of a sheet; what is not given is None."""
    for option in (
        click.option(
            "--title", metavar="TEXT", help="The headline, in Latin letters where it is typeset."
        ),
        click.option(
            "--language", type=OneOf(LANGUAGES), help="Of all texts: English or German. [en]"
        ),
        click.option(
            "--symbols",
            type=OneOf(get_args(SheetSymbols)),
            help="How codes are written: digits count from 0, digits1 from 1; in txt, pegs are "
            "letters. [pegs]",
        ),
        names_option,
    ):
        command = option(command)
    return command
