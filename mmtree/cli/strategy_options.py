"""The options of ``mmtree build`` that strategies declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from mmtree.cli.options import OneOf, WholeNumber
from mmtree.errors import StrategyError
from mmtree.strategies.catalogue import check_taken, options_with_help
from mmtree.strategies.options import LARGEST, Number, Option, Switch, Word
from mmtree.strategies.strategy_row import StrategyRow

Command = Callable[..., None]


def strategy_options(command: Command) -> Command:
    """Add the options of all strategies to a command; one that is not given is None."""
    for option, text in reversed(options_with_help()):
        command = click.option(option.flag, option.name, help=text, **_click_settings(option))(
            command
        )
    return command


def check_flags(
    row: StrategyRow, options: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> None:
    """Check that the strategy takes the options, which errors name as on the command line.

    Raises:
        click.UsageError: the strategy does not take an option.
    """
    try:
        check_taken(row, options, settings, as_flags=True)
    except StrategyError as error:
        raise click.UsageError(str(error)) from None


def _click_settings(option: Option) -> dict[str, Any]:
    """Return the settings for click."""
    match option:
        case Number():
            most = None if option.most == LARGEST else option.most  # checked later
            return {"type": WholeNumber(option.least, most), "metavar": "N"}
        case Word():
            return {"type": OneOf(option.words)}
        case Switch(said=None):
            return {"is_flag": True, "callback": lambda context, flag, value: value or None}
        case Switch(said=(_, no, yes)):
            return {
                "type": OneOf((no, yes)),
                "callback": lambda context, flag, value: None if value is None else value == yes,
            }
    raise TypeError(option)
