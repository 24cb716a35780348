"""``mmtree static``"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from mmtree.cli.options import (
    OneOf,
    Time,
    WholeNumber,
    complete_rules,
    file_option,
    json_option,
    rules_option,
)
from mmtree.cli.output import print_json
from mmtree.cli.progress import progress_bar
from mmtree.game.code import SYMBOLS, Symbols, parse_code, symbol
from mmtree.game.read_rules import parse_rules
from mmtree.game.rules import PegRules, Rules
from mmtree.research.commands.static_report import (
    check_to_dict,
    format_bounds,
    minimum_to_dict,
    print_check,
    print_minimum,
)

if TYPE_CHECKING:
    from mmtree.research.static.minimum import MinimumSearch

_MAX_TEXT = 1 << 20
"""Characters of a file of guesses."""

_symbols_option = click.option(
    "--symbols",
    type=OneOf(SYMBOLS),
    help="Symbols of codes: digits count from 0, digits1 from 1.",
)


@click.group()
def command() -> None:
    """Check or find guesses that are all made before any answer: static Mastermind.

    Such guesses suffice if no two secrets get the same answers from all of them. The final guess,
    which names the secret, is not counted.
    """


@command.command("check")
@click.argument("codes", metavar="[CODE...]", nargs=-1)
@rules_option(
    "The game. [4p6c if the codes fit it, else deduced from their pegs and colours]", "written"
)
@file_option(
    "--from",
    "source",
    help="Read the codes from a file, or - for standard input, separated by spaces or lines.",
)
@_symbols_option
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    codes: tuple[str, ...],
    written: str | None,
    source: str | None,
    symbols: Symbols | None,
    as_json: bool,
) -> None:
    """Check whether these guesses tell all secrets apart.

    If not, shows two secrets with the same answers. Exit status: 0 yes, 1 no, 2 unusable input.
    """
    from mmtree.research.check.static import check_static
    from mmtree.research.notations.detect_rules import infer_rules

    texts = [*codes, *(_read_codes(source) if source is not None else ())]
    if not texts:
        raise click.UsageError("no codes given: write codes such as 0110 1243, or --from FILE")
    if "" in texts:
        raise click.UsageError("code '' has no pegs: write codes such as 0110 1243")
    rules = (
        infer_rules(texts, int(symbols == "digits1")) if written is None else parse_rules(written)
    )
    if symbols is None:  # print codes as they are written
        plain = rules.colors <= 10 and all(re.fullmatch("[0-9]+", text) for text in texts)
        symbols = "digits" if plain else "letters"
    _check_symbols(rules, symbols)
    numbers = [parse_code(text, rules, symbols) for text in texts]
    with progress_bar() as progress:
        result = check_static(rules, [rules.digits(number) for number in numbers], progress)
    if as_json:
        print_json(check_to_dict(result, symbols, not written))
    else:
        print_check(result, symbols, not written and rules != PegRules())
    ctx.exit(0 if result.separates_all else 1)


@command.command("find")
@click.argument("rules", shell_complete=complete_rules)
@click.option(
    "--guesses",
    "count",
    type=WholeNumber(1),
    metavar="N",
    help="Only decide whether N guesses suffice.",
)
@click.option(
    "--time",
    "seconds",
    type=Time(least=0),
    metavar="TIME",
    help="Stop after TIME: 90s, 10m or 2h.",
)
@click.option(
    "--tries",
    type=WholeNumber(0, 10_000_000),
    default=1000,
    show_default=True,
    metavar="N",
    help="Guesses that the local search replaces before it stops.",
)
@click.option(
    "--seed", type=WholeNumber(0), default=0, metavar="N", help="Seed of the local search."
)
@_symbols_option
@json_option
@click.pass_context
def find(
    ctx: click.Context,
    rules: str,
    count: int | None,
    seconds: int | None,
    tries: int,
    seed: int,
    symbols: Symbols | None,
    as_json: bool,
) -> None:
    """Find the least number of guesses that tell all secrets apart.

    For small rules it is proved: all sets of guesses are searched, up to symmetry. For 4p6c that
    takes minutes. If the search stops early, both bounds are printed. Guesses found are checked by
    independent code. Exit status: 0 found, 1 not found or undecided, 2 unusable input.
    """
    from mmtree.research.static.minimum import MinimumSearch

    game = parse_rules(rules)
    if count is not None and count > game.secrets:
        raise click.UsageError(f"--guesses must be at most {game.secrets}, the codes of {game}")
    symbols = symbols or "letters"
    _check_symbols(game, symbols)
    search = MinimumSearch(game, tries=tries, seed=seed, seconds=seconds)
    suffices: bool | None = True
    with progress_bar(log=True) as progress:
        try:
            if count is None:
                search.run(progress)
            else:
                suffices = search.decide(count, progress)
        except KeyboardInterrupt:
            raise click.Abort(f"interrupted: {format_bounds(search)}") from None
        _check_guesses(search)
    if as_json:
        print_json(minimum_to_dict(search, count, suffices, symbols))
    else:
        print_minimum(search, count, suffices, symbols)
    ctx.exit(0 if suffices and search.guesses else 1)


def _read_codes(path: str) -> list[str]:
    """Return the codes in a file.

    Raises:
        click.UsageError: the file has no name, is not text, or is too long.
        OSError: the file cannot be read.
    """
    if not path:
        raise click.UsageError("--from needs the name of a file, or - for standard input")
    try:
        if path == "-":
            text = sys.stdin.read(_MAX_TEXT + 1)
        else:
            with open(path, encoding="utf-8") as stream:
                text = stream.read(_MAX_TEXT + 1)
    except UnicodeDecodeError:
        raise click.UsageError(f"{path}: not a text file") from None
    if len(text) > _MAX_TEXT:
        raise click.UsageError(f"{path}: longer than {_MAX_TEXT} characters")
    return text.split()


def _check_symbols(rules: Rules, symbols: Symbols) -> None:
    """Refuse symbols that are too few for the colours, before the search begins.

    Raises:
        CodeError: there are too few.
    """
    symbol(0, rules, symbols)


def _check_guesses(search: MinimumSearch) -> None:
    """Check the guesses found with the checker's own feedback function."""
    from mmtree.research.check.static import check_static

    if search.guesses:
        rules = search.rules
        result = check_static(rules, [rules.digits(number) for number in search.guesses])
        assert result.separates_all, f"{rules}: search and checker disagree on {search.guesses}"
