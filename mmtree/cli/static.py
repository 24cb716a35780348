"""``mmtree static``"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from mmtree.cli import completion_values
from mmtree.cli.options import OneOf, Whole
from mmtree.cli.output import say_json
from mmtree.cli.progress import progress_bar
from mmtree.cli.static_report import bounds, found_as_json, show_found, show_told, told_as_json
from mmtree.game.code import SYMBOLS, Symbols, parse_code, symbol
from mmtree.game.rules import Rules

if TYPE_CHECKING:
    from mmtree.literature.static.minimum import Least

_MAX_TEXT = 1 << 20
"""Characters of a file of guesses."""

_symbols_option = click.option(
    "--symbols",
    type=OneOf(SYMBOLS),
    help="How codes are written: digits count from 0, digits1 from 1.",
)


def _seconds(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """The seconds of a time such as 90, 90s, 10m or 2h.

    Raises:
        click.BadParameter: the text is no time.
    """
    if value is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([smh]?)", value.lower())
    if not match:
        raise click.BadParameter(f"{value!r} is not a time: write 90s, 10m or 2h", ctx, param)
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]


@click.group()
def command() -> None:
    """Guesses that are all made before any answer: static Mastermind.

    Such guesses suffice where no two secrets get the same answers from all of them. The guess that
    then names the secret is not counted.
    """


@command.command("check")
@click.argument("codes", metavar="[CODE...]", nargs=-1)
@click.option(
    "--rules",
    "written",
    shell_complete=completion_values.rules,
    metavar="RULES",
    help="The game. [4p6c where the codes fit it, else as their pegs and colours are]",
)
@click.option(
    "--from",
    "source",
    shell_complete=completion_values.files,
    metavar="FILE",
    help="Read the codes from a file, or - for standard input; blanks or lines between them.",
)
@_symbols_option
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def check(
    ctx: click.Context,
    codes: tuple[str, ...],
    written: str | None,
    source: str | None,
    symbols: Symbols | None,
    as_json: bool,
) -> None:
    """Do these guesses tell all secrets apart?

    If not, two are told that they do not. Exit status: 0 yes, 1 no, 2 unusable.
    """
    from mmtree.check.static import check_static
    from mmtree.literature.static.parse import rules_of

    texts = [*codes, *(_read(source) if source is not None else ())]
    if not texts:
        raise click.UsageError("there are no codes: write them, as 0110 1243, or --from FILE")
    rules = Rules.parse(written) if written else rules_of(texts, int(symbols == "digits1"))
    if symbols is None:  # answered as it is written
        plain = rules.colors <= 10 and all(re.fullmatch("[0-9]+", text) for text in texts)
        symbols = "digits" if plain else "letters"
    _check_symbols(rules, symbols)
    numbers = [parse_code(text, rules, symbols) for text in texts]
    with progress_bar() as progress:
        told = check_static(rules, [rules.digits(number) for number in numbers], progress)
    if as_json:
        say_json(told_as_json(told, symbols, not written))
    else:
        show_told(told, symbols, not written and rules != Rules())
    ctx.exit(0 if told.all_apart else 1)


@command.command("find")
@click.argument("rules", shell_complete=completion_values.rules)
@click.option(
    "--guesses", "count", type=Whole(1), metavar="N", help="Only: are there so many guesses?"
)
@click.option(
    "--time", "seconds", callback=_seconds, metavar="TIME", help="Stop after 90s, 10m or 2h."
)
@click.option(
    "--tries",
    type=Whole(0, 10_000_000),
    default=1000,
    show_default=True,
    metavar="N",
    help="Guesses replaced, in the search for fewer, before so few are given up.",
)
@click.option("--seed", type=Whole(0), default=0, metavar="N", help="Of what is tried at random.")
@_symbols_option
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.pass_context
def find(
    ctx: click.Context,
    rules: str,
    count: int | None,
    seconds: float | None,
    tries: int,
    seed: int,
    symbols: Symbols | None,
    as_json: bool,
) -> None:
    """Find the least number of guesses that tell all secrets apart.

    It is proved where the rules are small: all sets of guesses, of those that are alike one, are
    gone through. For 4p6c that takes minutes. Where it does not end, both bounds are told. What was
    found is checked by another way. Exit status: 0 found, 1 there is none of so many guesses, or it
    was not settled whether there is, 2 unusable.
    """
    from mmtree.literature.static.minimum import Least

    game = Rules.parse(rules)
    if count is not None and count > game.secrets:
        raise click.UsageError(f"{game} has {game.secrets} codes, and so no {count} guesses")
    symbols = symbols or "letters"
    _check_symbols(game, symbols)
    least = Least(game, tries=tries, seed=seed, seconds=seconds)
    there: bool | None = True
    with progress_bar(log=True) as progress:
        try:
            if count is None:
                least.run(progress)
            else:
                there = least.decide(count, progress)
        except KeyboardInterrupt:
            raise click.Abort(f"interrupted: {bounds(least)}") from None
        _check(least)
    if as_json:
        say_json(found_as_json(least, count, there, symbols))
    else:
        show_found(least, count, there, symbols)
    ctx.exit(0 if there else 1)


def _read(path: str) -> list[str]:
    """The codes in a file.

    Raises:
        click.UsageError: it is no text, or too long.
        OSError: it cannot be read.
    """
    try:
        if path == "-":
            text = sys.stdin.read(_MAX_TEXT + 1)
        else:
            with open(path, encoding="utf-8") as stream:
                text = stream.read(_MAX_TEXT + 1)
    except UnicodeDecodeError:
        raise click.UsageError(f"{path}: is no text") from None
    if len(text) > _MAX_TEXT:
        raise click.UsageError(f"{path}: is longer than {_MAX_TEXT} characters")
    return text.split()


def _check_symbols(rules: Rules, symbols: Symbols) -> None:
    """Refuse symbols that do not suffice for the colours, before the work and not after it.

    Raises:
        CodeError: there are too few.
    """
    symbol(0, rules, symbols)


def _check(least: Least) -> None:
    """Hold the guesses found against the checker's own answers."""
    from mmtree.check.static import check_static

    if least.guesses:
        rules = least.rules
        told = check_static(rules, [rules.digits(number) for number in least.guesses])
        assert told.all_apart, f"{rules}: two ways to answer {least.guesses} differ"
