"""The options for the look of sheets and pages of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import click

from mmtree.cli.options import OneOf, names_option
from mmtree.show.sheets.styles import SheetSymbols
from mmtree.show.texts import LANGUAGES


def look_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for the look of a sheet to a command; each is None by default."""
    for option in (
        click.option("--title", metavar="TEXT", help="The headline; if typeset, in Latin letters."),
        click.option("--language", type=OneOf(LANGUAGES), help="Language of the texts. [en]"),
        click.option(
            "--symbols",
            type=OneOf(get_args(SheetSymbols)),
            help="Symbols of codes: digits count from 0, digits1 from 1; in txt, pegs are "
            "letters. [pegs]",
        ),
        names_option,
    ):
        command = option(command)
    return command
