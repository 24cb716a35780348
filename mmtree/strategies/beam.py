"""The beam: good trees within a given time, for rules too large for a proof.

A quick tree shows the costs of sets by their size. With these estimates, the next search chooses
the guesses that it tries, more with each effort, and looks only for cheaper trees.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from mmtree.counts import format_count
from mmtree.errors import NoTreeError
from mmtree.game.code import format_code
from mmtree.game.objective import Objective
from mmtree.game.symmetry import Symmetry
from mmtree.progress import Progress
from mmtree.search.beam import Beam, default_estimates, fit_estimates, rows
from mmtree.search.partition import split
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.two_guess_bounds import lower_bound
from mmtree.search.weighted import GuessBounds
from mmtree.strategies.interface import SearchResult, Task
from mmtree.strategies.one_step import irving, irving_of_few
from mmtree.strategies.search_pool import SearchPool
from mmtree.strategies.subproblems import Subproblem, list_subproblems, plan_of, replace_guesses
from mmtree.tree.provenance import IMPROVED, Proof, Strategy


@dataclass(frozen=True)
class Effort:
    """The parameters of an effort.

    Attributes:
        openings: the number of openings to search, the best first; None for all of most games.
        widths: the numbers of second, third and further guesses tried on large sets.
        above: sets of more secrets than this multiple of the number of feedbacks are large.
        slack: on other sets, all guesses whose bound is within this of the least are tried.
        guesses: the number of guesses before the sets that are searched: after one, other second
            guesses are tried; after two, the second guesses stay.
        near: openings whose total exceeds the least by at most one part in this are searched; with
            1, also new ones.
    """

    openings: int | None
    widths: tuple[int, ...]
    above: int
    slack: int
    guesses: int = 1
    near: int = 1


_MOST_OPENINGS = 100
"""The most openings of an effort that tries all: lists of words have thousands, no two alike."""

_FEW_PAIRS = 10**8
"""With more pairs of guesses and secrets, it takes more than a second to compare guesses."""

_BOUND_SHARE = 0.5
"""The part of the time that the lower bound may take."""

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
"""The efforts from 1 on; each starts from the result of the one before."""


def beam(task: Task, *, effort: int, max_guesses: int | None) -> SearchResult:
    """Find the best tree by searches of rising effort, and a lower bound for all trees.

    Raises:
        NoTreeError: no tree was found within the most guesses allowed.
    """
    search = _Search(task, Prices(last=max_guesses, free=task.table.rules.identified))
    seconds = INFINITE if task.seconds is None else task.seconds * _BOUND_SHARE
    least = lower_bound(task.table, task.opening, seconds)
    ended = search.improve(effort, 0 if task.gap is None else least * (1 + task.gap))
    if not search.plans:
        assert max_guesses is not None  # without a limit there is a tree
        raise NoTreeError(
            f"no tree of {task.table.rules} within {format_count(max_guesses, 'guess')} was found "
            f"with effort {effort}, which proves nothing"
        )
    _, found = search.best
    made_by = None
    if task.improves or ended < effort or search.pool.stopped:
        of = task.improves.strategy.name if task.improves else "beam"
        made_by = Strategy(IMPROVED, {"of": of, "effort": ended})
    objective = Objective(max_guesses=max_guesses, opening=task.opening_text)
    proof = Proof(str(objective), min(least, found.total), found.total)
    return SearchResult(found.guesses, proof, made_by, search.pool.interrupted)


@dataclass(frozen=True, eq=False)
class CompleteTree:
    """A complete tree.

    Attributes:
        guesses: as in a solution.
        sets: the subproblems, in preorder.
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
        self.pool = SearchPool(task, prices)
        self.plans: dict[int, CompleteTree] = {}
        self._everything = self.table.secrets
        self._feedbacks = self.table.width
        self._bounds = GuessBounds.of(self.table, prices)
        if task.improves is not None:
            self._record(plan_of(task.improves, self.table))
        self._openings = self._likely_openings()

    @property
    def best(self) -> tuple[int, CompleteTree]:
        """The opening with the least total, and its tree."""
        return min(self.plans.items(), key=lambda item: (item[1].total, item[0]))

    def improve(self, effort: int, enough: Fraction | int) -> int:
        """Search with rising efforts up to this one; return the last completed effort.

        Args:
            effort: the last effort.
            enough: the total at which no further effort begins.

        Raises:
            KeyboardInterrupt: the user interrupted the search before the first tree.
        """
        number = 0
        try:
            for number, rounds in enumerate(EFFORTS[:effort], 1):
                if self.plans and self.best[1].total <= enough:
                    return number - 1
                for settings in rounds:
                    for opening in self._chosen(settings):
                        self._try(opening, settings, number)
                        if self.pool.stopped:
                            return number - 1
        except KeyboardInterrupt:  # the plans so far are complete at any moment
            if not self.plans:
                raise
            self.pool.stopped = self.pool.interrupted = True
            return max(number - 1, 0)
        return effort

    def _chosen(self, effort: Effort) -> list[int]:
        """Return the openings to search, the best first."""
        order = sorted(self.plans, key=lambda opening: (self.plans[opening].total, opening))
        if order:
            most = self.best[1].total * (effort.near + 1) // effort.near
            order = [opening for opening in order if self.plans[opening].total <= most]
        if effort.near == 1:
            order += [opening for opening in self._openings if opening not in self.plans]
        return order[: effort.openings or _MOST_OPENINGS]

    def _beam(self, effort: Effort) -> Beam:
        """Return the beam whose estimates come from the best tree so far."""
        size = len(self._everything)
        costs = default_estimates(self._feedbacks, size)
        if self.plans:
            costs = fit_estimates((each.sample for each in self.best[1].sets), size)
        estimates = rows(costs, self._bounds.bounds)
        widths = (1, *effort.widths)
        slack = effort.slack * sum(self.table.weights) // size
        return Beam(effort.above * self._feedbacks, widths, estimates, slack)

    def _try(self, opening: int, effort: Effort, number: int) -> None:
        """Search for a better tree with an opening."""
        known = self.plans.get(opening)
        if known is None:
            sets = [
                Subproblem((opening,), cell, 1, 1, INFINITE, 0)
                for value, cell in split(self.table, self._everything, opening)
                if value != self.table.rules.all_right and len(cell) > 2
            ]
        else:
            sets = [each for each in known.sets if len(each.history) == effort.guesses]
        beam = self._beam(effort)
        # Workers need no larger estimates.
        searches = [(each, beam.within(len(each.secrets))) for each in sets]
        solutions = self.pool.run(searches, self._reporter(opening, number))
        if self.pool.interrupted and not self.plans:
            raise KeyboardInterrupt
        better = {
            place: solution.guesses
            for place, solution in zip(sets, solutions, strict=True)
            if solution is not None and solution.price < INFINITE
        }
        if self.pool.stopped and not self.plans and self.prices.last is None:
            better = {each: better.get(each) or self._complete(each) for each in sets}
        if known is not None and better:
            self._record(tuple(replace_guesses(known.guesses, better)))
        elif known is None and len(better) == len(sets):
            self._record(tuple(replace_guesses((opening,), better)))

    def _complete(self, each: Subproblem) -> tuple[int, ...]:
        """Return the guesses of a plain tree for a set that could not be searched in time."""
        rules = self.table.rules
        few = rules.secrets * rules.guesses <= _FEW_PAIRS
        choose = (irving if few or rules.only_asks else irving_of_few)(self.task)
        guesses = []
        waiting = [(each.secrets, tuple((guess, 0) for guess in each.history))]
        while waiting:
            secrets, history = waiting.pop()
            if len(secrets) > 2:
                guesses.append(guess := choose(secrets, history))
                waiting += [
                    (cell, (*history, (guess, value)))
                    for value, cell in reversed(split(self.table, secrets, guess))
                    if value != rules.all_right
                ]
        return tuple(guesses)

    def _record(self, guesses: tuple[int, ...]) -> None:
        """Save the best tree of an opening."""
        self.plans[guesses[0]] = CompleteTree(guesses, list_subproblems(self.table, guesses))

    def _reporter(self, opening: int, number: int) -> Callable[[int], None]:
        """Return the function that reports solved secrets."""
        done, code = 0, format_code(int(self.table.numbers[opening]), self.table.rules)

        def report(secrets: int) -> None:
            nonlocal done
            done += secrets
            if self.task.progress:
                best = (f"best so far {self.best[1].total}",) if self.plans else ()
                parts = (f"effort {number}", code, *best)
                self.task.progress(Progress(done, len(self._everything), parts))

        return report

    def _likely_openings(self) -> list[int]:
        """Return openings that are not equivalent, the likeliest first."""
        if self.task.opening is not None:
            return [self.task.opening]
        first = self.table.allowed(self._everything, ())
        guesses = Symmetry(self.table).representatives(first)
        costs = default_estimates(self._feedbacks, len(self._everything))
        likely = Beam(0, (len(guesses),), rows(costs, self._bounds.bounds), 0)
        bounds, estimates = self._bounds.by_guess(self._everything, guesses, 0, likely)
        return [int(guess) for guess in guesses[likely.likely(estimates, bounds, 0)]]
