"""Options for the appearance of sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import click

from mmtree.cli.options import OneOf, names_option
from mmtree.show.sheets.styles import SheetSymbols
from mmtree.show.texts import LANGUAGES


def look_options(symbols_in_txt: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the options for the look of a sheet.

    An option that is not given is None.

    Args:
        symbols_in_txt: a text on codes in txt for the help, if the command writes txt.
    """
    options = (
        click.option(
            "--title", metavar="TEXT", help="Headline; in pdf, svg and png in Latin letters."
        ),
        click.option(
            "--language",
            type=OneOf(LANGUAGES),
            help="Language of all texts: English, German or French. [en]",
        ),
        click.option(
            "--symbols",
            type=OneOf(get_args(SheetSymbols)),
            help="How codes are written: digits count from 0, digits1 from 1"
            f"{symbols_in_txt}. [pegs]",
        ),
        names_option,
    )

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in options:
            command = option(command)
        return command

    return decorate
