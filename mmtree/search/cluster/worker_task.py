"""The task of a worker, and the check of its answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

import mmtree
from mmtree.errors import ClusterError
from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules
from mmtree.search.exact_native import get_cached_search, table_of
from mmtree.search.partition import Ranks, split
from mmtree.search.prices import INFINITE, Prices, Solution

Found = TypeVar("Found")


def run_task(version: str, function: Callable[..., Found], *given: Any) -> tuple[Found, float]:
    """Call a function, on a worker; return its result and the seconds that it took.

    Raises:
        ClusterError: the worker has another version of mmtree.
    """
    if mmtree.__version__ != version:
        raise ClusterError(f"a worker has mmtree {mmtree.__version__}, not {version}")
    start = time.perf_counter()
    return function(*given), time.perf_counter() - start


def search_cell(
    rules: Rules, prices: Prices, opening: int, feedback: int, guesses: Ranks, limit: int
) -> Solution:
    """Search some second guesses of a cell, on a worker.

    Args:
        rules, prices: of the whole search.
        opening: rank of the first guess.
        feedback: index of its feedback in the canonical order.
        guesses: the second guesses to try, as rising ranks.
        limit: only prices below it are sought.
    """
    secrets, search = _secrets(rules, opening, feedback), get_cached_search(rules, prices)
    return search.solve(secrets, (opening,), guesses, None, limit)


@lru_cache(maxsize=64)
def _secrets(rules: Rules, opening: int, feedback: int) -> Ranks:
    table = table_of(rules)
    return dict(split(table, table.secrets, opening))[rules.feedbacks[feedback]]


def check_solution(
    table: CodeTable, prices: Prices, secrets: Ranks, depth: int, limit: int, answer: Any
) -> Solution:
    """Return a worker's solution of a set of three secrets or more if it is valid.

    A bound is not checked: that would take the search itself. The depth is the number of guesses
    made before; a price must be below the limit.

    Raises:
        ClusterError: it is invalid.
    """
    if isinstance(answer, Solution) and type(answer.guesses) is tuple:
        numbers = answer.price, answer.most, answer.scanned, *answer.guesses
        whole = all(type(number) is int and number >= 0 for number in numbers)
        if whole and answer.price == INFINITE and not answer.guesses:
            return answer
        known = whole and max(answer.guesses, default=0) < len(table.numbers)
        cost = _replay(table, prices, secrets, depth, iter(answer.guesses)) if known else -1
        if known and cost == answer.price < limit:
            return answer
    raise ClusterError(f"a worker gave an invalid answer: {answer!r:.100}")


def _replay(
    table: CodeTable, prices: Prices, secrets: Ranks, depth: int, guesses: Iterator[int]
) -> int:
    """Return the price of a tree, given as in :class:`Solution`; −1 if it is none."""
    cost, waiting = 0, [(secrets, depth + 1)]
    while waiting:
        left, number = waiting.pop()
        if len(left) <= 2:
            cost += sum(prices(number + place) for place in range(len(left)))
            continue
        cells = split(table, left, guess) if (guess := next(guesses, -1)) >= 0 else []
        if len(cells) < 2:
            return -1
        for value, cell in reversed(cells):
            if value == table.rules.all_right:
                cost += prices(number)
            else:
                waiting.append((cell, number + 1))
    return cost if next(guesses, None) is None else -1
