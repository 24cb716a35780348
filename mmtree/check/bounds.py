"""Lower bounds for all strategies, by counting.

A guess finds at most one secret and leaves one set for each other feedback; of each set, the next
guess finds at most one secret, and so on (Viaud 1979, Neuwirth 1982).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, perm

from mmtree.check.opening_partition import opening_cells
from mmtree.game.rules import Rules


@dataclass(frozen=True)
class Bound:
    """Lower bounds for the figures of all strategy trees.

    Attributes:
        max: for the most guesses that any secret needs.
        total: for the guesses summed over all secrets.
    """

    max: int
    total: int


def formula(secrets: int, feedbacks: int) -> Bound:
    """Return the bound for a number of secrets and of feedbacks, all black included."""
    guesses, total, width, left = 0, 0, 1, secrets
    while left:
        guesses += 1
        found = min(left, width)
        total += guesses * found
        left -= found
        width *= feedbacks - 1
    return Bound(guesses, total)


@dataclass(frozen=True)
class Opening:
    """A first guess, with the bound for all strategies that begin with it.

    Attributes:
        code: the first code of its class, as a row of colours.
        equivalent: the number of codes in its class; they differ by positions and colour names.
        cells: the number of secrets with each feedback 10·black + white, sorted by feedback.
        bound: the bound.
    """

    code: tuple[int, ...]
    equivalent: int
    cells: dict[int, int]
    bound: Bound


def after_real_opening(rules: Rules) -> Bound:
    """Return the bound with the cells of the first guess counted, for all codes."""
    return least_of([opening.bound for opening in openings(rules)])


def least_of(bounds: Sequence[Bound]) -> Bound:
    """Return the least max and the least total, possibly from different openings."""
    return Bound(min(bound.max for bound in bounds), min(bound.total for bound in bounds))


def openings(rules: Rules) -> Iterator[Opening]:
    """Yield one opening of each class, by rising number of colours.

    A class is defined by how often each colour occurs. With black pegs only and repeated colours,
    colours can be renamed at each position, so there is only one class.
    """
    most = 1 if rules.distinct else rules.pegs
    one_class = not rules.whites and not rules.distinct
    for counts in _multiplicities(rules.pegs, most, 1 if one_class else rules.colors):
        code = tuple(color for color, count in enumerate(counts) for _ in range(count))
        cells = opening_cells(rules, code)
        total, most_guesses = 1, 1
        for value, size in cells.items():
            if value != rules.all_right:
                bound = formula(size, len(rules.feedbacks))
                total += size + bound.total
                most_guesses = max(most_guesses, 1 + bound.max)
        equivalent = rules.secrets if one_class else codes_of(counts, rules.colors)
        yield Opening(code, equivalent, cells, Bound(most_guesses, total))


def codes(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Return all codes in rising order, as rows of colours."""
    if rules.distinct:
        return permutations(range(rules.colors), rules.pegs)
    return product(range(rules.colors), repeat=rules.pegs)


def _multiplicities(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
    """Yield the falling numbers of pegs that the colours of a code can have."""
    if pegs == 0:
        yield ()
    elif colors:
        for count in range(min(pegs, most), 0, -1):
            for rest in _multiplicities(pegs - count, count, colors - 1):
                yield (count, *rest)


def codes_of(counts: tuple[int, ...], colors: int) -> int:
    """Return the number of codes whose colours have these numbers of pegs."""
    places, named = factorial(sum(counts)), perm(colors, len(counts))
    for count in counts:
        places //= factorial(count)
    for equal in Counter(counts).values():
        named //= factorial(equal)
    return places * named
