"""How ``mmtree static`` tells what it found."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from mmtree.cli.info_layout import tell
from mmtree.cli.output import say
from mmtree.game.code import Symbols, format_code
from mmtree.game.feedback import format_feedback

if TYPE_CHECKING:
    from mmtree.check.static import StaticReport
    from mmtree.literature.static.minimum import Least

_MAX_SIZES = 8
"""Sizes of groups that are told one by one."""


def _guesses(number: int) -> str:
    return "1 guess" if number == 1 else f"{number} guesses"


def show_told(told: StaticReport, symbols: Symbols, deduced: bool) -> None:
    """Print what guesses tell."""
    rules = told.rules

    def shown(row: tuple[int, ...]) -> str:
        return format_code(rules.number(row), rules, symbols)

    count = len(told.guesses)
    verb = "tells" if count == 1 else "tell"
    if not told.all_apart:
        verb = "does NOT tell" if count == 1 else "do NOT tell"
    say(f"{rules}: {_guesses(count)} {verb} all {rules.secrets} secrets apart")
    lines = {}
    if deduced:
        lines["rules"] = (
            f"{rules}, since the codes show no colour past the first {rules.colors}; --rules can "
            "say otherwise"
        )
    twice = dict.fromkeys(shown(row) for row in told.guesses if told.guesses.count(row) > 1)
    if twice:
        lines["repeated"] = f"{', '.join(twice)}: once is enough"
    if told.example is None:
        lines["rows"] = f"{told.rows} different rows of answers, each of one secret"
        lines["named"] = f"by one more guess: {count + 1} in all"
    else:
        one, other = map(shown, told.example)
        both = " ".join(map(format_feedback, told.answers))
        sizes = [f"{rows} of {size}" for size, rows in told.sizes.items()]
        if len(sizes) > _MAX_SIZES:
            sizes[_MAX_SIZES - 1 : -1] = ["…"]
        lines["example"] = f"{one} and {other} both get {both}"
        lines["rows"] = f"{told.rows} different rows of answers, by secrets: {', '.join(sizes)}"
        lines["expected"] = f"{_decimal(told.expected)} secrets of the same row"
        lines["alone"] = f"{told.alone} of {rules.secrets} secrets are told from all others"
        lines["named"] = f"by one more guess, with luck: {told.rows} of {rules.secrets} secrets"
    tell(lines)


def _decimal(fraction: Fraction) -> str:
    whole = "" if fraction.denominator == 1 else f" = {float(fraction):.4f}"
    return f"{fraction}{whole}"


def told_as_json(told: StaticReport, symbols: Symbols, deduced: bool) -> dict[str, object]:
    """What guesses tell, with the rules, which nobody may have said."""
    rules = told.rules

    def shown(row: tuple[int, ...]) -> str:
        return format_code(rules.number(row), rules, symbols)

    return {
        "rules": str(rules),
        "rules_deduced": deduced,
        "guesses": [shown(row) for row in told.guesses],
        "secrets": rules.secrets,
        "all_apart": told.all_apart,
        "rows": told.rows,
        "alone": told.alone,
        "largest": told.largest,
        "expected": float(told.expected),
        "rows_by_secrets": {str(size): rows for size, rows in told.sizes.items()},
        "example": [shown(row) for row in told.example] if told.example else None,
        "answers": list(told.answers) if told.example else None,
    }


def bounds(least: Least) -> str:
    """The least number as far as it is known."""
    if least.proved:
        return f"the least number is {least.lower}"
    if least.upper is None:
        return f"the least number is {least.lower} or more"
    between = "or" if least.upper == least.lower + 1 else "to"
    return f"the least number is {least.lower} {between} {least.upper}"


def show_found(least: Least, count: int | None, there: bool | None, symbols: Symbols) -> None:
    """Print what was found, and whether there are so many guesses where that was asked."""
    rules = least.rules
    if there is False:
        say(f"{rules}: no {_guesses(count or 0)} tell all {rules.secrets} secrets apart")
    elif there is None:
        say(f"{rules}: not settled whether {_guesses(count or 0)} tell all secrets apart")
    elif least.upper is None:
        say(f"{rules}: no guesses were found")
    else:
        proved = ", proved the least" if least.proved else ""
        verb = "tells" if least.upper == 1 else "tell"
        say(f"{rules}: {_guesses(least.upper)} {verb} all {rules.secrets} secrets apart{proved}")
    lines = {}
    if least.guesses:
        shown = [format_code(code, rules, symbols) for code in least.guesses]
        lines["guesses"] = (", " if symbols == "names" else " ").join(shown)
        lines["checked"] = "every secret gets answers of its own"
    lines["fewer"] = least.reason
    if not least.proved:
        lines["bounds"] = bounds(least)
    if least.left:
        lines["open"] = least.left
    tell(lines)


def found_as_json(
    least: Least, count: int | None, there: bool | None, symbols: Symbols
) -> dict[str, object]:
    """What was found, and whether there are so many guesses where that was asked."""
    asked = {} if count is None else {"asked": count, "exists": there}
    return {
        "rules": str(least.rules),
        "secrets": least.rules.secrets,
        **asked,
        "guesses": [format_code(code, least.rules, symbols) for code in least.guesses] or None,
        "lower_bound": least.lower,
        "upper_bound": least.upper,
        "proved": least.proved,
        "reason": least.reason,
        "open": least.left or None,
    }
