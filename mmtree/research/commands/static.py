"""``mmtree static``"""

from __future__ import annotations

import re
from functools import partial
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
from mmtree.cli.output import print_fields, print_json, print_lines, select
from mmtree.cli.progress import progress_bar
from mmtree.counts import format_count, format_fraction
from mmtree.game.code import SYMBOLS, Symbols, format_code, parse_code, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.peg_rules import PegRules, parse_rules
from mmtree.game.rules import Rules

if TYPE_CHECKING:
    from mmtree.research.check.static import StaticReport
    from mmtree.research.static.minimum import MinimumSearch

_MAX_TEXT = 1 << 20
"""Characters of a file of guesses."""
_MAX_SIZES = 8
"""The most group sizes listed one by one."""

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
    """Check whether these guesses distinguish all secrets.

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
    symbol(0, rules, symbols)  # raises an error if the symbols are too few
    numbers = [parse_code(text, rules, symbols) for text in texts]
    with progress_bar() as progress:
        result = check_static(rules, [rules.digits(number) for number in numbers], progress)
    if as_json:
        shown = partial(_format_row, rules, symbols)
        print_json(
            {
                "rules": rules,
                "rules_deduced": not written,
                "guesses": [*map(shown, result.guesses)],
                "secrets": rules.secrets,
                **select(result, "separates_all", "rows", "single", "largest", "expected"),
                "rows_by_secrets": result.sizes,
                "example": [*map(shown, result.example)] if result.example else None,
                "answers": result.answers if result.example else None,
            }
        )
    else:
        _print_check(result, symbols, not written and rules != PegRules())
    ctx.exit(0 if result.separates_all else 1)


@command.command("find")
@click.argument("rules", shell_complete=complete_rules)
@click.option(
    "--guesses", "count", type=WholeNumber(1), help="Only decide whether N guesses suffice."
)
@click.option("--time", "seconds", type=Time(least=0), help="Stop after TIME: 90s, 10m or 2h.")
@click.option(
    "--tries",
    type=WholeNumber(0, 10_000_000),
    default=1000,
    show_default=True,
    help="Guesses that the local search replaces before it stops.",
)
@click.option("--seed", type=WholeNumber(0), default=0, help="Seed of the local search.")
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
    """Find the least number of guesses that distinguish all secrets.

    For small rules it is proved: all sets of guesses are searched, up to symmetry. For 4p6c that
    takes minutes. If the search stops early, both bounds are printed. Guesses found are checked by
    independent code. Exit status: 0 found, 1 not found or undecided, 2 unusable input.
    """
    from mmtree.research.static.minimum import MinimumSearch

    game = parse_rules(rules)
    if count is not None and count > game.secrets:
        raise click.UsageError(f"--guesses must be at most {game.secrets}, the codes of {game}")
    symbols = symbols or "letters"
    symbol(0, game, symbols)  # raises an error if the symbols are too few
    search = MinimumSearch(game, tries=tries, seed=seed, seconds=seconds)
    suffices: bool | None = True
    with progress_bar(log=True) as progress:
        try:
            if count is None:
                search.run(progress)
            else:
                suffices = search.decide(count, progress)
        except KeyboardInterrupt:
            raise click.Abort(f"interrupted: {_format_bounds(search)}") from None
        _check_guesses(search)
    if as_json:
        asked = {} if count is None else {"asked": count, "exists": suffices}
        guesses = [format_code(code, game, symbols) for code in search.guesses]
        print_json(
            {
                "rules": game,
                "secrets": game.secrets,
                **asked,
                "guesses": guesses or None,
                "lower_bound": search.lower,
                "upper_bound": search.upper,
                **select(search, "proved", "reason"),
                "open": search.obstacle or None,
            }
        )
    else:
        _print_minimum(search, count, suffices, symbols)
    ctx.exit(0 if suffices and search.guesses else 1)


def _read_codes(path: str) -> list[str]:
    """Return the codes in a file."""
    if not path:
        raise click.UsageError("--from needs the name of a file, or - for standard input")
    try:
        with click.open_file(path, encoding="utf-8") as stream:
            text: str = stream.read(_MAX_TEXT + 1)
    except UnicodeDecodeError:
        raise click.UsageError(f"{path}: not a text file") from None
    if len(text) > _MAX_TEXT:
        raise click.UsageError(f"{path}: longer than {_MAX_TEXT} characters")
    return text.split()


def _check_guesses(search: MinimumSearch) -> None:
    """Check the guesses found with the checker's own feedback function."""
    from mmtree.research.check.static import check_static

    if search.guesses:
        rules = search.rules
        result = check_static(rules, [rules.digits(number) for number in search.guesses])
        assert result.separates_all, f"{rules}: search and checker disagree on {search.guesses}"


def _format_row(rules: Rules, symbols: Symbols, row: tuple[int, ...]) -> str:
    return format_code(rules.number(row), rules, symbols)


def _guesses_distinguish(number: int) -> str:
    return format_count(number, "guess distinguishes", "guesses distinguish")


def _print_check(report: StaticReport, symbols: Symbols, deduced: bool) -> None:
    """Print whether guesses distinguish all secrets."""
    rules, shown = report.rules, partial(_format_row, report.rules, symbols)
    count = len(report.guesses)
    guesses = _guesses_distinguish(count)
    if not report.separates_all:
        guesses = format_count(count, "guess does NOT distinguish", "guesses do NOT distinguish")
    print_lines(f"{rules}: {guesses} all {rules.secrets} secrets")
    lines = {}
    if deduced:
        lines["rules"] = (
            f"{rules}, since the codes use only the first {rules.colors} colours; --rules sets "
            "other rules"
        )
    twice = dict.fromkeys(shown(row) for row in report.guesses if report.guesses.count(row) > 1)
    if twice:
        lines["repeated"] = f"{', '.join(twice)}: once is enough"
    if report.example is None:
        lines["rows"] = f"{report.rows} different rows of answers, each of one secret"
        lines["named"] = f"by one more guess: {count + 1} in all"
    else:
        one, other = map(shown, report.example)
        both = " ".join(map(format_feedback, report.answers))
        sizes = [f"{rows} of {size}" for size, rows in report.sizes.items()]
        if len(sizes) > _MAX_SIZES:
            sizes[_MAX_SIZES - 1 : -1] = ["…"]
        lines["example"] = f"{one} and {other} both get {both}"
        lines["rows"] = f"{report.rows} different rows of answers, by secrets: {', '.join(sizes)}"
        lines["expected"] = f"{format_fraction(report.expected)} secrets of the same row"
        lines["single"] = (
            f"{report.single} of {rules.secrets} secrets are distinguished from all others"
        )
        lines["named"] = f"by one more guess, with luck: {report.rows} of {rules.secrets} secrets"
    print_fields(lines)


def _format_bounds(search: MinimumSearch) -> str:
    """Return the bounds of the least number, in words."""
    if search.proved:
        return f"the least number is {search.lower}"
    if search.upper is None:
        return f"the least number is {search.lower} or more"
    between = "or" if search.upper == search.lower + 1 else "to"
    return f"the least number is {search.lower} {between} {search.upper}"


def _print_minimum(
    search: MinimumSearch, count: int | None, suffices: bool | None, symbols: Symbols
) -> None:
    """Print the result of a search; ``suffices`` says whether ``count`` guesses do."""
    rules = search.rules
    if suffices is False:
        print_lines(f"{rules}: no {_guesses_distinguish(count or 0)} all {rules.secrets} secrets")
    elif suffices is None:
        print_lines(f"{rules}: undecided whether {_guesses_distinguish(count or 0)} all secrets")
    elif search.upper is None:
        print_lines(f"{rules}: no guesses were found")
    else:
        proved = ", proved the least" if search.proved else ""
        print_lines(
            f"{rules}: {_guesses_distinguish(search.upper)} all {rules.secrets} secrets{proved}"
        )
    lines = {}
    if search.guesses:
        shown = [format_code(code, rules, symbols) for code in search.guesses]
        lines["guesses"] = (", " if symbols == "names" else " ").join(shown)
        lines["checked"] = "every secret gets answers of its own"
    lines["fewer"] = search.reason
    if not search.proved:
        lines["bounds"] = _format_bounds(search)
    if search.obstacle:
        lines["open"] = search.obstacle
    print_fields(lines)
