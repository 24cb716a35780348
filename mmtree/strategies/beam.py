"""The best tree to be had in a time, for rules too large to prove.

A quick tree tells what sets of so many secrets cost. By that the next search chooses the guesses
that it tries, more of them from effort to effort, and looks only for something better.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mmtree.errors import NoTreeError
from mmtree.game.code import format_code
from mmtree.game.symmetry import Symmetry
from mmtree.search.beam import Beam
from mmtree.search.partition import cell_sizes, split
from mmtree.search.price_estimates import learned, rows, supposed
from mmtree.search.prices import INFINITE, Bounds, Objective, Prices
from mmtree.strategies.exact import lower_bound
from mmtree.strategies.interface import SearchResult, Task
from mmtree.strategies.search_pool import Question, Questions
from mmtree.strategies.subproblems import Subproblem, placed, plan_of, replaced
from mmtree.tree.tree import Proof, Strategy

IMPROVED = "improved"
"""What a tree names that was stopped between efforts, or begun from a file: no command alone
builds it again."""


@dataclass(frozen=True)
class Effort:
    """How hard is searched.

    Attributes:
        openings: so many of the best so far are gone on with; None for all.
        widths: guesses tried as the second, as the third, and as each further one.
        above: on sets of more secrets than so many times the number of feedbacks. Of smaller ones
            all guesses are tried whose bound is near the least,
        slack: within so much.
        guesses: made before the sets that are searched: after one, other second guesses are tried;
            after two, only what comes behind them.
        near: openings whose total is within one in so many of the least; with 1, also new ones.
    """

    openings: int | None
    widths: tuple[int, ...]
    above: int
    slack: int
    guesses: int = 1
    near: int = 1


EFFORTS = (
    (Effort(1, (1,), 1, 0),),
    (Effort(3, (1,), 2, 1),),
    (Effort(3, (2, 5), 5, 2, near=200),),
    (Effort(3, (5, 20), 7, 4, near=500), Effort(3, (10, 20), 15, 10, near=500, guesses=2)),
    (Effort(3, (10, 40), 7, 6, near=2000), Effort(3, (10, 40), 15, 10, near=2000, guesses=2)),
    (Effort(3, (20, 60), 8, 8, near=2000), Effort(3, (20, 60), 20, 16, near=2000, guesses=2)),
    (Effort(None, (5, 20), 7, 4), Effort(3, (40, 80), 10, 10, near=2000)),
    (Effort(3, (80, 160), 12, 12, near=2000),),
    (Effort(3, (160, 320), 15, 16, near=2000),),
)
"""From 1 on; each goes on from what the one before it found."""


def beam(task: Task, *, effort: int, max_guesses: int | None) -> SearchResult:
    """The best tree that searches of rising effort find, and a lower bound for all trees.

    Raises:
        NoTreeError: none was found within the most guesses allowed.
    """
    search = _Search(task, Prices(last=max_guesses))
    least = lower_bound(task.table, task.opening)
    ended = search.improve(effort)
    if not search.plans:
        raise NoTreeError(
            f"no tree of {task.table.rules} within {max_guesses} guesses was found with effort "
            f"{effort}, which proves nothing"
        )
    _, found = search.best
    made_by = None
    if task.improves or ended < effort or search.questions.stopped:
        of = task.improves.strategy.name if task.improves else "beam"
        made_by = Strategy(IMPROVED, {"of": of, "effort": ended})
    words = f"{Objective(max_guesses=max_guesses)}{task.opened}"
    proof = Proof(words, min(least, found.total), found.total)
    return SearchResult(found.guesses, proof, made_by, search.questions.interrupted)


@dataclass(frozen=True, eq=False)
class Plan:
    """A whole tree.

    Attributes:
        guesses: as a solution has them.
        sets: as :func:`mmtree.strategies.subproblems.placed` finds them.
    """

    guesses: tuple[int, ...]
    sets: list[Subproblem]

    @property
    def total(self) -> int:
        """Guesses summed over all secrets."""
        return self.sets[0].total


class _Search:
    """The best trees so far, by opening (rank)."""

    def __init__(self, task: Task, prices: Prices) -> None:
        self.task = task
        self.table = task.table
        self.prices = prices
        self.questions = Questions(task, prices)
        self.plans: dict[int, Plan] = {}
        self._everything = np.arange(len(self.table.numbers))
        self._feedbacks = len(self.table.rules.feedbacks)
        if task.improves is not None:
            self._keep(plan_of(task.improves, self.table))
        self._openings = self._likely_openings()

    @property
    def best(self) -> tuple[int, Plan]:
        """The opening of least total, and its tree."""
        return min(self.plans.items(), key=lambda item: (item[1].total, item[0]))

    def improve(self, effort: int) -> int:
        """Search with rising efforts up to this one; the last that was not stopped in between.

        Raises:
            KeyboardInterrupt: somebody did not want to wait, and there is no tree yet.
        """
        number = 0
        try:
            for number, rounds in enumerate(EFFORTS[:effort], 1):
                for settings in rounds:
                    for opening in self._chosen(settings):
                        self._try(opening, settings, number)
                        if self.questions.stopped:
                            return number - 1
        except KeyboardInterrupt:  # wherever it comes, what was found so far is whole
            if not self.plans:
                raise
            self.questions.stopped = self.questions.interrupted = True
            return max(number - 1, 0)
        return effort

    def _chosen(self, effort: Effort) -> list[int]:
        """The openings to go on with, the best first."""
        order = sorted(self.plans, key=lambda opening: (self.plans[opening].total, opening))
        if order:
            most = self.best[1].total * (effort.near + 1) // effort.near
            order = [opening for opening in order if self.plans[opening].total <= most]
        if effort.near == 1:
            order += [opening for opening in self._openings if opening not in self.plans]
        return order[: effort.openings]

    def _beam(self, effort: Effort) -> Beam:
        """What is tried, as the best tree so far teaches."""
        size = len(self._everything)
        costs = supposed(self._feedbacks, size)
        if self.plans:
            sets = self.best[1].sets
            costs = learned(((len(each.secrets), each.total) for each in sets), size)
        estimates = rows(costs, self.prices, self._feedbacks)
        return Beam(effort.above * self._feedbacks, (1, *effort.widths), estimates)

    def _try(self, opening: int, effort: Effort, number: int) -> None:
        """Search for a better tree with that opening."""
        known = self.plans.get(opening)
        if known is None:
            cells = split(self.table, self._everything, opening)
            sets = [
                Subproblem((opening,), cell, 1, 1, INFINITE)
                for value, cell in cells
                if value != self.table.rules.all_black and len(cell) > 2
            ]
        else:
            sets = [each for each in known.sets if len(each.history) == effort.guesses]
        beam = self._beam(effort)
        asked = [
            Question(
                each.history,
                each.secrets,
                beam.within(len(each.secrets)),  # all else would be sent to workers in vain
                effort.slack,
                each.total,
            )
            for each in sets
        ]
        solutions = self.questions.ask(asked, self._told(opening, number), not self.plans)
        better = {
            place: solution.guesses
            for place, solution in zip(sets, solutions, strict=True)
            if solution is not None and solution.price < INFINITE
        }
        if known is not None and better:
            self._keep(tuple(replaced(known.guesses, better)))
        elif known is None and len(better) == len(sets):
            self._keep(tuple(replaced((opening,), better)))

    def _keep(self, guesses: tuple[int, ...]) -> None:
        """A tree better than any of its opening so far."""
        self.plans[guesses[0]] = Plan(guesses, placed(self.table, guesses))

    def _told(self, opening: int, number: int) -> Callable[[int], None]:
        """What tells of the secrets that are done with."""
        done, code = 0, format_code(int(self.table.numbers[opening]), self.table.rules)

        def told(secrets: int) -> None:
            nonlocal done
            done += secrets
            if self.task.progress:
                best = f", best so far {self.best[1].total}" if self.plans else ""
                self.task.progress(done, len(self._everything), f"effort {number}, {code}{best}")

        return told

    def _likely_openings(self) -> list[int]:
        """Openings that are not alike, the likeliest first."""
        if self.task.opening is not None:
            return [self.task.opening]
        guesses = Symmetry(self.table).representatives(self._everything)
        sizes = cell_sizes(self.table, self._everything, guesses)
        estimates = rows(
            supposed(self._feedbacks, len(self._everything)), self.prices, self._feedbacks
        )
        bounds = Bounds(self.prices, self._feedbacks, len(self._everything)).by_cells(sizes, 0)
        likely = Beam(0, (len(guesses),), estimates)
        order = likely.likely(sizes, bounds, 0, self.prices(1))
        return [int(guess) for guess in guesses[order]]
