"""The options of ``mmtree build`` that strategies declare."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from mmtree.cli.options import OneOf, WholeNumber
from mmtree.errors import StrategyError
from mmtree.strategies.catalogue import FLAGS, find, options_with_help
from mmtree.strategies.options import LARGEST, Number, Option, Switch, Value, Word

Command = Callable[..., None]


def strategy_options(command: Command) -> Command:
    """Add the options of all strategies to a command; one that is not given is None."""
    for option, text in reversed(options_with_help()):
        command = click.option(option.flag, option.name, help=text, **_click_settings(option))(
            command
        )
    return command


def format_option(strategy: str, name: str, value: Value) -> str:
    """Format an option of a strategy as on the command line."""
    option = next(option for option in find(strategy).options if option.name == name)
    match option:
        case Switch(said=None):
            return option.flag
        case Switch(said=(flag, no, yes)):
            return f"{flag} {yes if value else no}"
    return f"{option.flag} {value}"


def name_flags(message: str) -> str:
    """Name options as on the command line in a message of functions that take them by keyword."""
    return re.sub(rf"\b({'|'.join(FLAGS)})\b", lambda name: FLAGS[name[0]], message)


@contextmanager
def flags_in_errors() -> Iterator[None]:
    """Name options as on the command line in the errors of functions that take them by keyword.

    Raises:
        click.UsageError: an option is refused.
    """
    try:
        yield
    except StrategyError as error:
        raise click.UsageError(name_flags(str(error))) from None


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
