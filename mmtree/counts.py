"""Formats numbers with their nouns, and fractions with their decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # its import takes milliseconds
    from fractions import Fraction


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Format a number with its noun: 1 guess, 2 guesses; with a verb, if both forms are given."""
    if count == 1:
        return f"{count} {singular}"
    return f"{count} {plural or singular + ('es' if singular.endswith('s') else 's')}"


def format_fraction(number: Fraction, places: int = 4) -> str:
    """Format a fraction and its decimal: 5/4 = 1.2500; of a whole number only the number."""
    return str(number) if number.denominator == 1 else f"{number} = {float(number):.{places}f}"
