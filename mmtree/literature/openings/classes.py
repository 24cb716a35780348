"""Openings that are alike: permuted positions and renamed colours turn one into the other."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod

from mmtree.game.rules import Rules


def lowest_equivalent(code: int, rules: Rules) -> int:
    """The lowest code of the class of a code: AABB for EFFE.

    Of a first guess only matters how often its colours occur. Where only black pegs are answered,
    and colours may repeat, not even that does.
    """
    if not rules.whites and not rules.distinct:
        return 0
    counts = sorted(Counter(rules.digits(code)).values(), reverse=True)
    digits = [color for color, count in enumerate(counts) for _ in range(count)]
    return sum(digit * rules.colors**at for at, digit in enumerate(reversed(digits)))


def class_size(lowest: int, rules: Rules) -> int:
    """How many codes are alike, given the lowest of them."""
    if not rules.whites:
        return rules.secrets  # and of distinct colours there is one class in any case
    counts = Counter(rules.digits(lowest)).values()
    orders = factorial(rules.pegs) // prod(map(factorial, counts))
    # Colours that occur equally often are exchanged by another order of the positions.
    equal = prod(map(factorial, Counter(counts).values()))
    colors = factorial(rules.colors) // factorial(rules.colors - len(counts)) // equal
    return orders * colors
