"""Formats numbers with their nouns, fractions with their decimals, and gaps."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # its import takes milliseconds
    from fractions import Fraction


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Format a number with its noun: 1 guess, 2 guesses; with a verb, if both forms are given."""
    if count == 1:
        return f"{count} {singular}"
    return f"{count} {plural or singular + ('es' if singular.endswith('s') else 's')}"


def format_fraction(number: "Fraction", places: int = 4) -> str:
    """Format a fraction and its decimal: 5/4 = 1.2500; of a whole number only the number."""
    return str(number) if number.denominator == 1 else f"{number} = {float(number):.{places}f}"


def format_gap(lower: int, upper: int) -> str:
    """Format the gap between a lower bound and a price, such as "0.74 %"; it is rounded up."""
    hundredths = -(-10_000 * (upper - lower) // lower)
    return f"{hundredths // 100}.{hundredths % 100:02} %"
