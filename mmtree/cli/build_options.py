"""The options of builds: those that define a game, and those that strategies declare."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal

import click

from mmtree.cli.options import (
    Decorator,
    OneOf,
    WholeNumber,
    add_options,
    complete_files,
    file_option,
    rules_option,
)
from mmtree.cli.output import print_lines
from mmtree.errors import RulesError, StrategyError
from mmtree.game.peg_answers import KINDS
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.strategies.catalogue import FLAGS, find, options_with_help
from mmtree.strategies.strategy_row import LARGEST, Number, Option, Switch, Value, Word

GAME_OPTIONS = (
    *("rules", "guesses", "answers", "items", "end", "consistent", "hard", "fold"),
    *("weights", "weight_column"),
)
"""The names of the arguments that :func:`game_options` adds."""


def game_options(rules_help: str) -> Decorator:
    """Return the options that define a game; :func:`read_game` reads them."""
    return add_options(
        rules_option(rules_help),
        file_option("--guesses", help="A list of other words that may be guessed."),
        click.option(
            "--answers",
            metavar="KIND",
            shell_complete=complete_files,
            help=f"What is answered: {', '.join(KINDS)}; or a table in CSV: a row for each "
            "item, a column for each question.  [places for words, else pegs]",
        ),
        click.option(
            "--items",
            type=OneOf(("rows", "columns")),
            help="Of a table: whether its items are the rows or the columns.  [rows]",
        ),
        click.option(
            "--end",
            type=OneOf(("identified", "guessed")),
            help="The game ends when one secret is left, or when it is guessed.  [identified for a "
            "table, else guessed]",
        ),
        click.option("--consistent", is_flag=True, help="Guess only what agrees with all answers."),
        click.option("--hard", is_flag=True, help="Guess only what uses all hints of the marks."),
        click.option("--fold", is_flag=True, help="Take accents off words: école is ecole."),
        file_option("--weights", help="How likely each secret is: name,weight; * for all others."),
        click.option(
            "--weight-column", metavar="NAME", help="Of a table: the column of the items' weights."
        ),
    )


def read_game(
    rules: str | None,
    guesses: str | None = None,
    answers: str | None = None,
    items: Literal["rows", "columns"] | None = None,
    end: Literal["identified", "guessed"] | None = None,
    consistent: bool = False,
    hard: bool = False,
    fold: bool = False,
    weights: str | None = None,
    weight_column: str | None = None,
) -> Rules:
    """Return the game that the options define.

    Raises:
        click.UsageError: the options contradict each other.
        RulesError: they define no game.
    """
    if answers is not None and answers not in KINDS and _is_file(answers):
        if rules or guesses or consistent or hard or fold:
            raise click.UsageError(
                "a table of answers takes no --rules, --guesses, --consistent, --hard or --fold"
            )
        from mmtree.game.read_table import read_table

        return read_table(
            answers,
            items=items or "rows",
            end=end or "identified",
            weights=weights,
            weight_column=weight_column,
            note=_print_note,
        )
    if items or weight_column is not None:
        option = "--items" if items else "--weight-column"
        raise click.UsageError(f"{option} is for a table of answers: --answers FILE.csv")
    if answers is not None and answers not in KINDS:
        raise click.UsageError(
            f"--answers {answers!r:.60}: use {', '.join(KINDS)}, or a table in a file such as "
            "table.csv"
        )
    if rules is not None and _is_list(rules):
        from mmtree.game.read_rules import read_words

        return read_words(
            rules,
            guesses,
            answers=answers or "places",
            consistent=consistent,
            hard=hard,
            identified=end == "identified",
            fold=fold,
            weights=weights,
            note=_print_note,
        )
    if guesses or fold:
        option = "--guesses" if guesses else "--fold"
        raise click.UsageError(f"{option} is for words: give their list with --rules FILE")
    words = ["4p6c" if rules is None else rules]
    switches = {"consistent": consistent, "hard": hard, "identified": end == "identified"}
    known = words[0].split("-")
    words += [name for name, chosen in switches.items() if chosen and name not in known]
    game = parse_rules("-".join([*words, answers] if answers not in (None, "pegs") else words))
    if end == "guessed" and game.identified:
        raise click.UsageError(f"--end guessed: {game} ends when one secret is left")
    if weights is None:
        return game
    from mmtree.game.read_rules import weigh

    return weigh(game, weights, note=_print_note)


def _print_note(line: str) -> None:
    print_lines(f"mmtree: {line}", err=True)


def _is_file(text: str) -> bool:
    return "." in text or os.sep in text or os.path.isfile(text)


def _is_list(text: str) -> bool:
    """Whether a text names a list of words: it is no rules, but a file."""
    with suppress(RulesError):
        parse_rules(text)
        return False
    return _is_file(text)


def format_option(strategy: str, name: str, value: Value) -> str:
    """Format an option of a strategy as on the command line."""
    option = next(option for option in find(strategy).options if option.name == name)
    if option.goal:
        return f"{option.flag} {option.goal.replace('N', str(value))}"
    return option.flag if isinstance(option, Switch) else f"{option.flag} {value}"


def name_flags(message: str) -> str:
    """Name options as on the command line in a message of functions that take them by keyword."""
    named = re.sub(rf"\b({'|'.join(FLAGS)})\b", lambda name: FLAGS[name[0]], message)
    return re.sub(r"(--objective)(?:, \1)+", r"\1", named)


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
            return {"type": WholeNumber(option.least, most)}
        case Word():
            return {"type": OneOf(option.words)}
        case Switch():
            return {"is_flag": True, "callback": lambda context, flag, value: value or None}
    raise TypeError(option)


_GOALS = {option.goal: option for option, _ in options_with_help() if option.goal}
_EXPECTED = "expected"
"""The goal of no option: the least total."""


class _Goal(click.Choice[str]):
    """One of the goals, with a number in place of an N."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the values of the options of goals."""
        word, colon, number = str(value).partition(":")
        try:
            goal = super().convert(f"{word}:N" if colon else word, param, ctx)
        except click.BadParameter:
            goals = ", ".join(self.choices)
            self.fail(f"{value!r} is not one of {goals}; N is a number, as in most-within:4")
        options: dict[str, Value | None] = dict.fromkeys(option.name for option in _GOALS.values())
        if goal == _EXPECTED:
            return options | {"worst_first": False}
        chosen = WholeNumber(1).convert(number, param, ctx) if colon else True
        return options | {_GOALS[goal].name: chosen}


def _set_goal(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    context.params |= value or dict.fromkeys(option.name for option in _GOALS.values())


strategy_options = add_options(
    click.option(
        "--objective",
        type=_Goal((_EXPECTED, *_GOALS), case_sensitive=False),
        expose_value=False,
        callback=_set_goal,
        help="koyama-lai: what to minimise. "
        + " ".join(f"{goal}: {option.help}" for goal, option in _GOALS.items())
        + f"  [{_EXPECTED}]",
    ),
    *(
        click.option(option.flag, option.name, help=text, **_click_settings(option))
        for option, text in options_with_help()
        if not option.goal
    ),
)
"""Adds the options of all strategies to a command; one that is not given is None."""
