"""The options of ``mmtree build`` that strategies declare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from mmtree.cli.options import OneOf, Whole
from mmtree.strategies.catalogue import ROWS, StrategyRow, described
from mmtree.strategies.options import LARGEST, Number, Option, Switch, Word

Command = Callable[..., None]


def strategy_options(command: Command) -> Command:
    """Give a command every option of every strategy, each by its name in Python.

    One that is not given is None, so that a strategy that does not take it need not refuse it.
    """
    for option, told in reversed(described()):
        command = click.option(option.flag, option.name, help=told, **_kind(option))(command)
    return command


def check_taken(row: StrategyRow, options: dict[str, Any]) -> None:
    """Refuse options that the strategy does not take, as the command line writes them.

    Raises:
        click.UsageError: there is one.
    """
    for option, _ in described():
        if options[option.name] is not None and option not in row.options:
            takes = ", ".join(("--opening", *(taken.flag for taken in row.options)))
            others = ", ".join(other.name for other in ROWS if option in other.options)
            raise click.UsageError(
                f"strategy {row.name} does not take {option.flag}: it takes {takes} "
                f"({option.flag} is of {others})"
            )


def _kind(option: Option) -> dict[str, Any]:
    """How click reads it."""
    match option:
        case Number():
            most = None if option.most == LARGEST else option.most  # that is checked later
            return {"type": Whole(option.least, most), "metavar": "N"}
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
