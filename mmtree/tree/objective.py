"""Compares the objective and price of a proof with the tree that the proof is about."""

from __future__ import annotations

import re

_WORDS = re.compile(
    r"(?:max|(?:expected|worst, then expected)(?:, at most ([0-9]{1,19}))?"
    r"(, then least max, then fewest at it)?)(?:, opened ([A-Z0-9]+))?"
)


def contradiction(
    objective: str, price: int, histogram: tuple[int, ...], opening: str
) -> str | None:
    """Return the first contradiction between a proof and its tree as a message, or None.

    The lower bound is not checked, which takes a search.

    Args:
        objective: the words of the proof; trees/README.md defines them.
        price: the price of the tree according to the proof, its upper bound.
        histogram: number of secrets found by the first, second, … guess of the tree.
        opening: the first guess, in letters.
    """
    words = _WORDS.fullmatch(objective)
    if not words:
        return f"its proof has an unknown objective {objective!r:.60}"
    at_most, fewest_at_max, opened = words.groups()
    if at_most and int(at_most) < len(histogram):
        return f"its proof is for at most {at_most} guesses, but the tree takes {len(histogram)}"
    if opened and opened != opening:
        return f"its proof is for trees opened {opened:.20}, but the tree opens {opening}"
    cost = sum(guesses * count for guesses, count in enumerate(histogram, 1))
    if objective.startswith("max"):
        cost = len(histogram)
    if fewest_at_max:
        size = sum(histogram) + 1
        cost = (cost * size + len(histogram)) * size + histogram[-1]
    if price != cost:
        return f"its proof has the price {price}, but the tree costs {cost}"
    return None
