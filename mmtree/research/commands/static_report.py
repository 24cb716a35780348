"""The output of ``mmtree static``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from mmtree.cli.columns import print_fields
from mmtree.cli.output import print_lines
from mmtree.counts import format_count
from mmtree.game.code import Symbols, format_code
from mmtree.game.feedback import format_feedback

if TYPE_CHECKING:
    from mmtree.research.check.static import StaticReport
    from mmtree.research.static.minimum import MinimumSearch

_MAX_SIZES = 8
"""The most group sizes listed one by one."""


def _guesses_tell(number: int) -> str:
    return format_count(number, "guess tells", "guesses tell")


def print_check(report: StaticReport, symbols: Symbols, deduced: bool) -> None:
    """Print whether guesses tell all secrets apart."""
    rules = report.rules

    def shown(row: tuple[int, ...]) -> str:
        return format_code(rules.number(row), rules, symbols)

    count = len(report.guesses)
    verb = "tells" if count == 1 else "tell"
    if not report.separates_all:
        verb = "does NOT tell" if count == 1 else "do NOT tell"
    print_lines(f"{rules}: {format_count(count, 'guess')} {verb} all {rules.secrets} secrets apart")
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
        lines["expected"] = f"{_decimal(report.expected)} secrets of the same row"
        lines["alone"] = (
            f"{report.single} of {rules.secrets} secrets are told apart from all others"
        )
        lines["named"] = f"by one more guess, with luck: {report.rows} of {rules.secrets} secrets"
    print_fields(lines)


def _decimal(fraction: Fraction) -> str:
    whole = "" if fraction.denominator == 1 else f" = {float(fraction):.4f}"
    return f"{fraction}{whole}"


def check_to_dict(report: StaticReport, symbols: Symbols, deduced: bool) -> dict[str, object]:
    """Return the result of a check in the form of the JSON output."""
    rules = report.rules

    def shown(row: tuple[int, ...]) -> str:
        return format_code(rules.number(row), rules, symbols)

    return {
        "rules": str(rules),
        "rules_deduced": deduced,
        "guesses": [shown(row) for row in report.guesses],
        "secrets": rules.secrets,
        "all_apart": report.separates_all,
        "rows": report.rows,
        "alone": report.single,
        "largest": report.largest,
        "expected": float(report.expected),
        "rows_by_secrets": {str(size): rows for size, rows in report.sizes.items()},
        "example": [shown(row) for row in report.example] if report.example else None,
        "answers": list(report.answers) if report.example else None,
    }


def format_bounds(search: MinimumSearch) -> str:
    """Return the bounds of the least number, in words."""
    if search.proved:
        return f"the least number is {search.lower}"
    if search.upper is None:
        return f"the least number is {search.lower} or more"
    between = "or" if search.upper == search.lower + 1 else "to"
    return f"the least number is {search.lower} {between} {search.upper}"


def print_minimum(
    search: MinimumSearch, count: int | None, suffices: bool | None, symbols: Symbols
) -> None:
    """Print the result of a search; ``suffices`` says whether ``count`` guesses do."""
    rules = search.rules
    if suffices is False:
        print_lines(f"{rules}: no {_guesses_tell(count or 0)} all {rules.secrets} secrets apart")
    elif suffices is None:
        print_lines(f"{rules}: undecided whether {_guesses_tell(count or 0)} all secrets apart")
    elif search.upper is None:
        print_lines(f"{rules}: no guesses were found")
    else:
        proved = ", proved the least" if search.proved else ""
        print_lines(
            f"{rules}: {_guesses_tell(search.upper)} all {rules.secrets} secrets apart{proved}"
        )
    lines = {}
    if search.guesses:
        shown = [format_code(code, rules, symbols) for code in search.guesses]
        lines["guesses"] = (", " if symbols == "names" else " ").join(shown)
        lines["checked"] = "every secret gets answers of its own"
    lines["fewer"] = search.reason
    if not search.proved:
        lines["bounds"] = format_bounds(search)
    if search.obstacle:
        lines["open"] = search.obstacle
    print_fields(lines)


def minimum_to_dict(
    search: MinimumSearch, count: int | None, suffices: bool | None, symbols: Symbols
) -> dict[str, object]:
    """Return the result of a search in the form of the JSON output."""
    asked = {} if count is None else {"asked": count, "exists": suffices}
    return {
        "rules": str(search.rules),
        "secrets": search.rules.secrets,
        **asked,
        "guesses": [format_code(code, search.rules, symbols) for code in search.guesses] or None,
        "lower_bound": search.lower,
        "upper_bound": search.upper,
        "proved": search.proved,
        "reason": search.reason,
        "open": search.obstacle or None,
    }
