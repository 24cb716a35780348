"""The value of a game: the codemaker chooses probabilities, the codebreaker mixes trees.

VALUES.md explains the matrix game of patterns and trees. It is solved for a few trees; exact search
adds the best reply to the codemaker's probabilities, until no reply is better (column generation,
Gilmore and Gomory 1961).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeVar

import msgpack
import numpy as np
from numpy.typing import NDArray

from mmtree.errors import SizeError
from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules, check_classic
from mmtree.game.symmetry import Symmetry
from mmtree.play.codemaker import pattern_of, patterns
from mmtree.research.games import Games
from mmtree.research.matrix_game import Equilibrium, equilibrium
from mmtree.search.exact import History as Past
from mmtree.search.exact import Search
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Plan, Prices
from mmtree.strategies.builder import build_tree
from mmtree.strategies.interface import History, grow_tree
from mmtree.tree.file import encode
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree

MAX_SECRETS = 10_000
"""Rules with more codes are refused: their best replies would take days."""

ANY = "any"
"""The only pattern if the colours of each position can be permuted separately."""

MAX_WEIGHT = 1 << 46
"""The maximal sum of all weights, so that prices are below the infinite one."""

_GRID = 1000
"""The greatest weight of a code in replies to rounded probabilities."""

_Number = TypeVar("_Number", int, Fraction)

OnBounds = Callable[[Fraction, Fraction, int], None]
"""Called with the lower and the upper bound of the value, and the number of trees found."""


@dataclass(frozen=True)
class Mixed:
    """A tree of the codebreaker, its probability, and its average on each pattern."""

    weight: Fraction
    tree: StrategyTree
    averages: tuple[Fraction, ...]


@dataclass(frozen=True)
class GameValue:
    """The value of a game, with the strategies of both players that prove it.

    Attributes:
        rules: the game.
        value: the average number of guesses if both players play optimally.
        sizes: the number of codes of each pattern, from one colour to the most.
        codemaker: the probability of each pattern, divided evenly among its codes.
        codebreaker: the trees, to be permuted at random, by falling probability.
        uniform: the least average of a tree if all codes are equally likely.
    """

    rules: Rules
    value: Fraction
    sizes: dict[str, int]
    codemaker: dict[str, Fraction]
    codebreaker: tuple[Mixed, ...]
    uniform: Fraction


def game_value(rules: Rules, report: OnBounds | None = None) -> GameValue:
    """Compute the value of a game, with optimal strategies of both players.

    Raises:
        RulesError: the rules are not classic.
        SizeError: the rules are too large.
    """
    check_classic(rules, "value: values")
    if rules.secrets > MAX_SECRETS:
        raise SizeError(
            f"{rules} has {rules.secrets} codes: values are found for at most {MAX_SECRETS}"
        )
    columns = _Columns(rules, report)
    if len(columns.sizes) > 1:
        return columns.value()
    [name] = columns.names  # so that the codemaker has no choice
    tree = build_tree("koyama-lai", rules)
    average, mixed = tree.average, Mixed(Fraction(1), tree, (tree.average,))
    return GameValue(rules, average, {name: rules.secrets}, {name: Fraction(1)}, (mixed,), average)


class _Columns:
    """The trees found so far, and the bounds that they prove."""

    def __init__(self, rules: Rules, report: OnBounds | None) -> None:
        self.table = CodeTable(rules)
        self.search = Search(self.table, Prices())
        self.report = report
        self.names, self.pattern_index = _patterns(self.table)
        self.sizes = tuple(np.bincount(self.pattern_index).tolist())
        self.trees: list[StrategyTree] = []
        self.totals: list[tuple[int, ...]] = []  # of each tree, on each pattern
        # The lower bound, and the probabilities that prove it: at first, all codes equally likely.
        self.lower = Fraction(0)
        self.best = tuple(Fraction(size, rules.secrets) for size in self.sizes)

    def value(self) -> GameValue:
        """Add best replies until none is better than the trees found."""
        self._reply(self._round_weights(self.best))
        uniform = self.lower
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
                return self._result(found, uniform)
            self._improve(found)

    def _improve(self, found: Equilibrium) -> None:
        """Add a tree that lowers the value of the trees found, or prove that none exists.

        The probabilities for few trees are unstable. So replies are sought first to probabilities
        between them and the best so far (Wentges 1997), as small weights above 0 for each pattern.
        """
        for share in (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0)):
            between = tuple(
                share * best + (1 - share) * row
                for best, row in zip(self.best, found.rows, strict=True)
            )
            added = self._reply(self._round_weights(between))
            if added and _dot(self._of_codes(found.rows), self.totals[-1]) < found.value:
                return
            if self.lower == found.value:
                return
        self._reply(self._exact(found.rows))

    def _reply(self, weights: tuple[int, ...]) -> bool:
        """Search for a tree that beats all others against these weights; add it and return True."""
        total_weight = _dot(weights, self.sizes)
        limit = min((_dot(weights, totals) for totals in self.totals), default=INFINITE)
        price, plan = best_reply(
            self.search, np.array(weights, np.int64)[self.pattern_index], limit
        )
        if Fraction(price, total_weight) > self.lower:
            self.lower = Fraction(price, total_weight)
            self.best = tuple(
                Fraction(weight * size, total_weight)
                for weight, size in zip(weights, self.sizes, strict=True)
            )
        if plan is None:
            return False
        tree = _complete_tree(self.table, plan)
        guesses = list(Games(tree).guesses.values())
        self.trees.append(tree)
        self.totals.append(tuple(map(int, np.bincount(self.pattern_index, guesses))))
        return True

    def _round_weights(self, codemaker: Sequence[Fraction]) -> tuple[int, ...]:
        """Return the weight of a code of each pattern, rounded to 1 to ``_GRID``."""
        each = self._of_codes(codemaker)
        return tuple(max(1, round(_GRID * chance / max(each))) for chance in each)

    def _exact(self, codemaker: Sequence[Fraction]) -> tuple[int, ...]:
        """Return the weight of a code of each pattern, in exactly these proportions."""
        each = self._of_codes(codemaker)
        denominator = lcm(*(chance.denominator for chance in each))
        if denominator > MAX_WEIGHT:
            raise SizeError(
                f"{self.table.rules}: the codemaker's probabilities have the denominator "
                f"{denominator}, more than the exact search can count with"
            )
        return tuple(int(chance * denominator) for chance in each)

    def _of_codes(self, codemaker: Sequence[Fraction]) -> list[Fraction]:
        """Return the probability of a code of each pattern."""
        return [chance / size for chance, size in zip(codemaker, self.sizes, strict=True)]

    def _result(self, found: Equilibrium, uniform: Fraction) -> GameValue:
        mixed = [
            Mixed(weight, tree, tuple(map(Fraction, totals, self.sizes)))
            for weight, tree, totals in zip(found.columns, self.trees, self.totals, strict=True)
            if weight
        ]
        return GameValue(
            self.table.rules,
            found.value,
            dict(zip(self.names, self.sizes, strict=True)),
            dict(zip(self.names, self.best, strict=True)),
            tuple(sorted(mixed, key=lambda each: -each.weight)),
            uniform,
        )


def best_reply(
    search: Search, weights: NDArray[np.int64], limit: int = INFINITE
) -> tuple[int, Plan | None]:
    """Return the least price of the codes that have a weight, with the tree that attains it.

    Args:
        search: an exact search over the codes.
        weights: int64[N], at least 0, equal for codes that a symmetry of the game exchanges.
        limit: only trees of a lower price are sought; if there is none, it is the price.
    """
    search.weigh(weights)
    return search.find_plan(np.flatnonzero(weights), Past((), Symmetry(search.table)), limit)


def _dot(first: Sequence[_Number], second: Sequence[int]) -> _Number | int:
    """Return the sum of the products of two rows of numbers."""
    return sum(one * other for one, other in zip(first, second, strict=True))


def _patterns(table: CodeTable) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """Return the patterns, and intp[N], the index of each code's pattern."""
    rules = table.rules
    if not rules.whites and not rules.distinct:
        return (ANY,), np.zeros(len(table.numbers), np.intp)
    names = patterns(rules)
    indices = [names.index(pattern_of(code, rules)) for code in table.numbers.tolist()]
    return names, np.array(indices, np.intp)


def _complete_tree(table: CodeTable, plan: Plan) -> StrategyTree:
    """Return the tree of a plan; where it has no guess, the first consistent code is guessed."""

    def choose(secrets: Ranks, history: History) -> int:
        after: Plan | None = plan
        for _, answer in history:
            after = dict(after[1]).get(answer) if after else None
        return after[0] if after else int(secrets[0])

    return StrategyTree(table.rules, Strategy("best-reply"), *grow_tree(table, choose, None, None))


def certificate(found: GameValue) -> bytes:
    """Return the certificate of a value, a file that VALUES.md defines and the checker verifies."""
    rules = found.rules
    parts = {
        "format": "mmtree value",
        "version": 1,
        "rules": rules.to_map(),
        "value": str(found.value),
        "codemaker": [[name, str(chance)] for name, chance in found.codemaker.items()],
        "codebreaker": [[str(mixed.weight), encode(mixed.tree)] for mixed in found.codebreaker],
    }
    return bytes(msgpack.packb(parts))
