"""Checks of the workers' answers: types, sizes, ranges, and the price of each tree.

Bounds are not checked: that would take the search itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.cluster.cells import Batch
from mmtree.search.cluster.openings import cell_secrets
from mmtree.search.cluster.schedule import SearchSpec
from mmtree.search.cluster.worker_task import CellResult
from mmtree.search.cluster.workers import format_value
from mmtree.search.partition import Ranks, split
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.solution import Solution
from mmtree.search.solved_parts import PART, SolvedParts

_MAX_BYTES = 1 << 26
"""The most bytes of parts in an answer: a checkpoint cannot hold more."""
_MAX_SECONDS = 1e9
_MAX_COUNT = 1 << 62


def check_answer(spec: SearchSpec, batch: Batch, answer: Any) -> CellResult:
    """Return the answer to a batch if it is valid.

    Raises:
        ValueError: it is invalid; the text says why.
    """
    if type(answer) is not CellResult:
        raise ValueError(f"it answers {format_value(answer)} instead of prices")
    packed, seconds, scanned = answer.parts, answer.seconds, answer.scanned
    if not (type(packed) is tuple and list(map(type, packed)) == [bytes, bytes]):
        raise ValueError(f"invalid parts: {format_value(packed)}")
    if len(packed[0]) % PART.itemsize or len(packed[1]) % 4 or sum(map(len, packed)) > _MAX_BYTES:
        raise ValueError(f"invalid parts: {len(packed[0])} and {len(packed[1])} bytes")
    if type(seconds) is not float or not 0 <= seconds < _MAX_SECONDS:
        raise ValueError(f"invalid time: {format_value(seconds)} seconds")
    if type(scanned) is not int or not 0 <= scanned < _MAX_COUNT:
        raise ValueError(f"invalid number of sets: {format_value(scanned)}")
    parts = SolvedParts.unpack(packed)
    try:
        parts.check(spec.table.rules)
    except ValueError:
        raise ValueError("its parts are out of range for this search") from None
    cell, records = batch.cell, parts.records
    in_cell = (records["guess"] == cell.opening) & (records["feedback"] == cell.feedback)
    if not (in_cell & np.isin(records["second"], batch.guesses)).all():
        raise ValueError("its answer has guesses of another task")
    # In a tree of n secrets below the opening, no secret needs more than n + 2 guesses.
    most = min(INFINITE, cell.size * spec.prices(cell.size + 2))
    if int(records["price"].max(initial=0)) > most:
        raise ValueError(f"its price {int(records['price'].max())} is too high: at most {most}")
    _check_trees(spec, batch, parts)
    return answer


def _check_trees(spec: SearchSpec, batch: Batch, parts: SolvedParts) -> None:
    """Check the price of each second guess against its tree.

    Raises:
        ValueError: a price is wrong, or its guesses are not a tree.
    """
    records, start = parts.records, 0
    secrets: Ranks | None = None
    for _, _, guess, answer, price, length in records.tolist():
        plan = parts.plans[start : start + length].tolist()
        start += length
        if not length or answer >= 0:
            continue
        if secrets is None:
            secrets = cell_secrets(spec.table, batch.cell.opening, batch.cell.feedback)
        if plan[0] != guess:
            raise ValueError("a tree begins with the wrong guess")
        _check_price(spec.table, spec.prices, secrets, 1, plan, price)


def check_solution(
    table: CodeTable, prices: Prices, secrets: Ranks, depth: int, limit: int, solution: Any
) -> Solution:
    """Return a worker's solution of a set of three secrets or more if it is valid.

    Args:
        table: the codes.
        prices: the price list.
        secrets: the set.
        depth: number of guesses made before.
        limit: a price that is found must be below it.
        solution: the unchecked answer.

    Raises:
        ValueError: it is invalid; the text says why.
    """
    if type(solution) is not Solution:
        raise ValueError(f"it answers {format_value(solution)} instead of a solution")
    numbers = (solution.price, solution.most, solution.scanned)
    if not all(type(number) is int and 0 <= number < _MAX_COUNT for number in numbers):
        raise ValueError("a number of its solution is out of range")
    plan, codes = solution.guesses, range(len(table.numbers))
    if type(plan) is not tuple or len(plan) > len(secrets):
        raise ValueError("its guesses are not a tree of the set")
    if not all(type(guess) is int and guess in codes for guess in plan):
        raise ValueError("a guess is out of range")
    if solution.price < INFINITE:
        if solution.price >= limit:
            raise ValueError(f"its price {solution.price} is too high: the limit is {limit}")
        _check_price(table, prices, secrets, depth, plan, solution.price)
    return solution


def _check_price(
    table: CodeTable,
    prices: Prices,
    secrets: Ranks,
    depth: int,
    plan: Sequence[int],
    price: int,
) -> None:
    """Replay a tree, given as in :class:`Solution`, and compare its price with this one."""
    guesses, cost = iter(plan), 0
    waiting = [(secrets, depth + 1)]
    while waiting:
        left, number = waiting.pop()
        if len(left) <= 2:
            cost += sum(prices(number + place) for place in range(len(left)))
            continue
        guess = next(guesses, None)
        cells = [] if guess is None else split(table, left, guess)
        if len(cells) < 2:
            raise ValueError("its guesses are not a tree of the set")
        for value, cell in reversed(cells):
            if value == table.rules.all_right:
                cost += prices(number)
            else:
                waiting.append((cell, number + 1))
    if cost != price or next(guesses, None) is not None:
        raise ValueError(f"its price is {price}, but its tree costs {cost}")
