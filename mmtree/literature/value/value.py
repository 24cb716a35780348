"""The value of a game: the codemaker chooses probabilities, the codebreaker mixes trees.

Permuted positions and renamed colours are all the same to both players, so that the codemaker may
give all codes of one pattern the same probability, and a tree, under random names, costs what it
costs on average for each pattern. What is left is a matrix game of a row for each pattern and a
column for each tree. There are too many trees to write them down: the game is solved for a few, and
the best reply to the codemaker's probabilities, found by exact search, joins them, until none is
better than the trees there are (column generation, Gilmore and Gomory 1961).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from mmtree.errors import SizeError
from mmtree.game.rules import Rules
from mmtree.game.table import CodeTable
from mmtree.literature.value.matrix import Equilibrium, equilibrium
from mmtree.play.patterns import pattern_of, patterns
from mmtree.search.exact import Plan
from mmtree.search.partition import Ranks, split
from mmtree.search.weighted import MAX_WEIGHT, WeightedSearch
from mmtree.strategies.builder import build_tree
from mmtree.tree.tree import Strategy, StrategyTree

MAX_SECRETS = 10_000
"""Rules of more codes are refused: their best replies would take days."""

ANY = "any"
"""The only pattern where colours can be renamed at each position by itself."""

_GRID = 1000
"""The greatest weight of a code while best replies are sought near the last probabilities."""

Bounds = Callable[[Fraction, Fraction, int], None]
"""Called with what no tree can beat, what the trees so far make sure of, and their number."""


@dataclass(frozen=True)
class Mixed:
    """A tree of the codebreaker's, its probability, and its average on each pattern."""

    weight: Fraction
    tree: StrategyTree
    averages: tuple[Fraction, ...]


@dataclass(frozen=True)
class GameValue:
    """The value of a game with strategies of both players that prove it.

    Attributes:
        rules: the game.
        value: guesses on average where both play as well as they can.
        patterns: from one colour to the most.
        sizes: the number of codes of each pattern.
        codemaker: the probability of each pattern, divided evenly among its codes.
        codebreaker: the trees, colours and positions renamed at random, of falling probability.
        alike: the least average of a tree where all codes are equally likely.
        replies: how many best replies were sought.
    """

    rules: Rules
    value: Fraction
    patterns: tuple[str, ...]
    sizes: tuple[int, ...]
    codemaker: tuple[Fraction, ...]
    codebreaker: tuple[Mixed, ...]
    alike: Fraction
    replies: int

    @property
    def chances(self) -> dict[str, Fraction]:
        """The codemaker's probabilities by pattern."""
        return dict(zip(self.patterns, self.codemaker, strict=True))


def game_value(rules: Rules, report: Bounds | None = None) -> GameValue:
    """The value of a game, proved from both sides.

    Raises:
        SizeError: the rules are too large.
    """
    if rules.secrets > MAX_SECRETS:
        raise SizeError(
            f"{rules} has {rules.secrets} codes: values are found for at most {MAX_SECRETS}"
        )
    columns = _Columns(rules, report)
    return columns.value() if len(columns.sizes) > 1 else _least_average(rules, columns.names)


def _least_average(rules: Rules, names: tuple[str, ...]) -> GameValue:
    """The value where all codes are of one pattern: the codemaker has no choice."""
    tree = build_tree("koyama-lai", rules)
    mixed = Mixed(Fraction(1), tree, (tree.average,))
    sure = (Fraction(1),)
    return GameValue(
        rules, tree.average, names, (rules.secrets,), sure, (mixed,), tree.average, replies=1
    )


class _Columns:
    """The trees found so far, and what they prove."""

    def __init__(self, rules: Rules, report: Bounds | None) -> None:
        self.table = CodeTable(rules)
        self.search = WeightedSearch(self.table)
        self.report = report
        self.names, self.of = _patterns(self.table)
        self.sizes = tuple(np.bincount(self.of).tolist())
        self.trees: list[StrategyTree] = []
        self.totals: list[tuple[int, ...]] = []  # of each tree, on each pattern
        self.replies = 0
        # What no tree beats, and the probabilities that prove it: at first, all codes alike.
        self.lower = Fraction(0)
        self.best = tuple(Fraction(size, rules.secrets) for size in self.sizes)

    def value(self) -> GameValue:
        """Add best replies until none is better than the trees there are."""
        self._reply(self._rounded(self.best))
        alike = self.lower
        while True:
            found = equilibrium(
                [
                    [Fraction(totals[row], size) for totals in self.totals]
                    for row, size in enumerate(self.sizes)
                ]
            )
            if self.report:
                self.report(self.lower, found.value, len(self.trees))
            if self.lower == found.value:
                return self._settled(found, alike)
            self._improve(found)

    def _improve(self, found: Equilibrium) -> None:
        """Add a tree that lowers the value of the trees there are, or prove that there is none.

        The probabilities of few trees leap about. So a reply is sought first to those between them
        and the best so far (Wentges 1997), in small weights, of which each pattern gets some.
        """
        for share in (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0)):
            between = tuple(
                share * best + (1 - share) * row
                for best, row in zip(self.best, found.rows, strict=True)
            )
            added = self._reply(self._rounded(between))
            if added and self._price(found.rows, self.totals[-1]) < found.value:
                return
            if self.lower == found.value:
                return
        self._reply(self._exact(found.rows))

    def _reply(self, weights: tuple[int, ...]) -> bool:
        """Seek a tree that is better against these weights than any there is, and keep it."""
        whole = sum(weight * size for weight, size in zip(weights, self.sizes, strict=True))
        known = [
            sum(weight * one for weight, one in zip(weights, totals, strict=True))
            for totals in self.totals
        ]
        limit = min(known, default=None)
        self.replies += 1
        reply = self.search.solve_weighted(np.array(weights, np.int64)[self.of], limit)
        price = limit if reply is None else reply[0]
        assert price is not None
        if Fraction(price, whole) > self.lower:
            self.lower = Fraction(price, whole)
            self.best = tuple(
                Fraction(weight * size, whole)
                for weight, size in zip(weights, self.sizes, strict=True)
            )
        if reply is None:
            return False
        tree, totals = _whole_tree(self.table, reply[1], self.of, len(self.sizes))
        self.trees.append(tree)
        self.totals.append(totals)
        return True

    def _rounded(self, codemaker: Sequence[Fraction]) -> tuple[int, ...]:
        """The weight of a code of each pattern, from 1 to ``_GRID``."""
        each = [chance / size for chance, size in zip(codemaker, self.sizes, strict=True)]
        return tuple(max(1, round(_GRID * chance / max(each))) for chance in each)

    def _exact(self, codemaker: Sequence[Fraction]) -> tuple[int, ...]:
        """The weight of a code of each pattern, in just these proportions."""
        each = [chance / size for chance, size in zip(codemaker, self.sizes, strict=True)]
        whole = lcm(*(chance.denominator for chance in each))
        if whole > MAX_WEIGHT:
            raise SizeError(
                f"{self.table.rules}: the codemaker's probabilities have the denominator {whole}, "
                "more than the exact search can count with"
            )
        return tuple(int(chance * whole) for chance in each)

    def _price(self, codemaker: Sequence[Fraction], totals: Sequence[int]) -> Fraction:
        """What a tree costs against these probabilities."""
        return sum(
            (
                chance * total / size
                for chance, total, size in zip(codemaker, totals, self.sizes, strict=True)
            ),
            Fraction(0),
        )

    def _settled(self, found: Equilibrium, alike: Fraction) -> GameValue:
        """What was proved."""
        mixed = [
            Mixed(
                weight,
                tree,
                tuple(Fraction(*part) for part in zip(totals, self.sizes, strict=True)),
            )
            for weight, tree, totals in zip(found.columns, self.trees, self.totals, strict=True)
            if weight
        ]
        return GameValue(
            self.table.rules,
            found.value,
            self.names,
            self.sizes,
            self.best,
            tuple(sorted(mixed, key=lambda one: -one.weight)),
            alike,
            self.replies,
        )


def _patterns(table: CodeTable) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """The patterns, and the place of each code's among them."""
    rules = table.rules
    if not rules.whites and not rules.distinct:
        return (ANY,), np.zeros(len(table.numbers), np.intp)
    names = patterns(rules)
    place = {name: at for at, name in enumerate(names)}
    of = [place[pattern_of(code, rules)] for code in table.numbers.tolist()]
    return names, np.array(of, np.intp)


def _whole_tree(
    table: CodeTable, plan: Plan, of: NDArray[np.intp], count: int
) -> tuple[StrategyTree, tuple[int, ...]]:
    """The tree of a plan with its total on each pattern.

    Secrets that the plan leaves out are found by guessing the first that is consistent.
    """
    guesses, feedbacks, extents = array("Q"), array("B"), array("I")
    totals = [0] * count

    def grow(plan: Plan, value: int, secrets: Ranks, depth: int) -> None:
        guess, after = plan
        planned = dict(after)
        node = len(guesses)
        guesses.append(int(table.numbers[guess]))
        feedbacks.append(value)
        extents.append(1)
        for answer, cell in split(table, secrets, guess):
            if answer == table.rules.all_black:
                totals[of[guess]] += depth
            else:
                grow(planned.get(answer, (int(cell[0]), ())), answer, cell, depth + 1)
        extents[node] = len(guesses) - node

    grow(plan, 0, np.arange(len(table.numbers)), 1)
    made_by = Strategy("best-reply")
    return StrategyTree(table.rules, made_by, guesses, feedbacks, extents), tuple(totals)
