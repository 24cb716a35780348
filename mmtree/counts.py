"""Formats numbers with their nouns."""

from __future__ import annotations


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Format a number with its noun: 1 guess, 2 guesses; with a verb, if both forms are given."""
    if count == 1:
        return f"{count} {singular}"
    return f"{count} {plural or singular + ('es' if singular.endswith('s') else 's')}"
