"""Strategies that follow the plan of an exact search."""

from __future__ import annotations

import numpy as np

from mmtree.build.exact import Plan, Search
from mmtree.build.partition import Ranks
from mmtree.build.prices import Objective, Prices
from mmtree.build.strategies.choice import Chooser, History, Options, Progress
from mmtree.build.strategies.one_step import expected_size, one_step
from mmtree.errors import NoTreeError
from mmtree.game.code import format_code
from mmtree.game.table import CodeTable
from mmtree.tree.tree import Proof


def koyama_lai(table: CodeTable, options: Options, progress: Progress | None) -> Chooser:
    """The cheapest tree there is, by the given objective (Koyama and Lai 1993: expected).

    Raises:
        NoTreeError: it is proved that no tree keeps to the most guesses allowed.
    """
    objective = options.objective
    opening = None if options.opening is None else table.rank(options.opening)
    price, plan = _minimise(table, objective, opening, progress)
    words = str(objective)
    if options.opening is not None:
        words += f", opened {format_code(options.opening, table.rules)}"

    def choose(secrets: Ranks, history: History) -> int:
        return _follow(plan, history)

    return Chooser(choose, Proof(words, price, price))


def irving_exact(table: CodeTable, options: Options, progress: Progress | None) -> Chooser:
    """Opening and second guess by expected size, exact from the third on (Irving 1978)."""
    one = one_step(expected_size)(table, options, progress)
    plans: dict[History, Plan] = {}
    search = Search(table, Prices())

    def choose(secrets: Ranks, history: History) -> int:
        start = history[:2]
        if len(history) < 2:
            return one.choose(secrets, history)
        if start == history:
            _, plan = search.solve(secrets, tuple(guess for guess, _ in history))
            assert plan is not None  # without a limit there always is one
            plans[start] = plan
        return _follow(plans[start], history[2:])

    return Chooser(choose)


def _follow(plan: Plan, history: History) -> int:
    """The guess of a plan after the feedback of a history."""
    for _, feedback in history:
        plan = next(after for value, after in plan[1] if value == feedback)
    return plan[0]


def _minimise(
    table: CodeTable, objective: Objective, opening: int | None, progress: Progress | None
) -> tuple[int, Plan]:
    """The least price as :class:`Objective` defines it, and the plan that attains it."""
    secrets = np.arange(len(table.numbers))
    openings = None if opening is None else np.array([opening])

    def report(number: int, of: int, best: int | None, settled: int) -> None:
        if progress:
            so_far = "" if best is None else f", best {best // prices.unit}"
            progress(settled, len(secrets), f"opening {number} of {of}{so_far}")

    def solve(prices: Prices) -> tuple[int, Plan | None]:
        return Search(table, prices).solve(secrets, (), openings, report)

    last = objective.max_guesses
    plan = None
    if objective.worst_first:
        most = len(secrets) if last is None else last
        for last in range(1, most + 1):
            total, plan = solve(prices := Prices(last=last))
            if plan:
                break
    else:
        total, plan = solve(prices := Prices(last=last))
    if plan is None:
        opened = "" if opening is None else " with that opening"
        raise NoTreeError(
            f"no strategy for {table.rules} finds every secret within {last} guesses{opened}: "
            "that is proved"
        )
    if not objective.fewest_at_max:
        return total, plan
    # The least max of a tree of least total, then one more unit for each secret that needs it.
    last = _most_guesses(plan)
    while last > 1 and solve(prices := Prices(last=last - 1))[0] == total:
        last -= 1
    price, plan = solve(prices := Prices(len(secrets) + 1, last, 1))
    assert plan is not None  # the tree of least total is one
    return objective.price(len(secrets), total, last, price % (len(secrets) + 1)), plan


def _most_guesses(plan: Plan) -> int:
    """The most guesses a plan can need."""
    return 1 + max((_most_guesses(after) for _, after in plan[1]), default=0)
