"""The options of ``mmtree build`` that strategies declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from mmtree.cli.options import OneOf, WholeNumber
from mmtree.errors import StrategyError
from mmtree.strategies.catalogue import StrategyRow, options_with_help
from mmtree.strategies.options import LARGEST, Number, Option, Switch, Word

Command = Callable[..., None]


def strategy_options(command: Command) -> Command:
    """Give a command every option of every strategy, each by its name in Python.

    One that is not given is None, so that a strategy that does not take it need not refuse it.
    """
    for option, told in reversed(options_with_help()):
        command = click.option(option.flag, option.name, help=told, **_kind(option))(command)
    return command


def check_taken(
    row: StrategyRow, options: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> None:
    """Refuse options that the strategy does not take, named as on the command line.

    Raises:
        click.UsageError: the strategy does not take one of them.
    """
    try:
        row.check_taken(options, settings, as_flags=True)
    except StrategyError as error:
        raise click.UsageError(str(error)) from None


def _kind(option: Option) -> dict[str, Any]:
    """How click reads it."""
    match option:
        case Number():
            most = None if option.most == LARGEST else option.most  # that is checked later
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
