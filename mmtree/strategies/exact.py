"""The strategy of exact search, Koyama and Lai's."""

from typing import Any

from mmtree.counts import format_count
from mmtree.errors import CheckpointError, ClusterError, KernelError, NoTreeError, StrategyError
from mmtree.game.objective import Objective, price_with_ties
from mmtree.search.native_game import counts_natively, has_native_search
from mmtree.search.prices import INFINITE, Prices, Solution
from mmtree.strategies.exact_progress import ProgressReporter
from mmtree.strategies.interface import SearchResult, Task
from mmtree.strategies.ladder import EndedEarly, Ladder
from mmtree.strategies.strategy_row import check_whole_number
from mmtree.tree.provenance import Proof
from mmtree.tree.tree import StrategyTree


def koyama_lai(task: Task, **goal: Any) -> SearchResult:
    """Find the cheapest of all trees by the objective (Koyama and Lai 1993: expected).

    Args:
        task: the arguments of the build.
        goal: the arguments of :class:`mmtree.game.objective.Objective`.

    Raises:
        NoTreeError: it is proved that no tree keeps to the most guesses and the total allowed.
        StrategyError: the upper bound is not valid for the trees of the search, or the prices of
            the objective would be too large.
    """
    objective = Objective(**goal, opening=task.opening_text)
    if task.codes.rules.weights and objective.fewest_at_max:
        raise StrategyError("fewest_at_max: not with weights; use fewest-at-max as the objective")
    _check_early_end(task, objective)
    try:
        price, solution = _Minimum(task, objective).find()
    except EndedEarly as end:
        return end.result
    proof = Proof(str(objective), price, price, task.searched_by)
    return SearchResult(solution.guesses, proof)


def _check_early_end(task: Task, objective: Objective) -> None:
    """Refuse a gap or a time for searches that know no bound of the total until they end.

    Raises:
        StrategyError: the search is one of these.
    """
    name = "gap" if task.gap is not None else "seconds"
    if task.gap is None and task.seconds is None:
        return
    if not objective.total_only:
        raise StrategyError(
            f"{name}: only searches for the least total can end early; leave out worst_first "
            "and fewest_at_max"
        )
    if isinstance(task.below, int):
        raise StrategyError(f"{name}: below {task.below} may leave no tree; give a tree instead")


def _find_upper_bound(task: Task, objective: Objective) -> tuple[int, int | None]:
    """Return the total below which trees are looked for, and the max of the tree that gives it.

    A bare number has no max. The tree that a search finds does not depend on the bound.

    Raises:
        StrategyError: the bound is not valid for the trees of the search.
        TreeError: the tree is not a strategy tree.
    """
    below = task.below
    if below is None:
        return INFINITE, None
    if not isinstance(below, StrategyTree):
        total = check_whole_number("below", below, 1)
        if objective.worst_first or objective.fewest_first:
            raise StrategyError(
                f"below {total}: a total gives no bound for the least max; "
                "give a tree, or its max as max_guesses without worst_first"
            )
        if objective.most_within is not None:
            raise StrategyError(
                f"below {total}: a total gives no bound for the secrets found within "
                f"{format_count(objective.most_within, 'guess')}; give a tree"
            )
        return min(total, INFINITE), None
    figures = below.figures
    number = f"a number, such as {figures.total + 1}, asks for trees of a lower total"
    task.check_start_tree("below", below, objective.max_guesses, f": {number}")
    price = figures.total if objective.fewest_at_max else objective.price(figures.counted)
    return price + 1, figures.max


class _Minimum:
    """A search for the least price as :class:`Objective` defines it, and for its tree."""

    def __init__(self, task: Task, objective: Objective) -> None:
        self.task = task
        rules = self.rules = task.codes.rules
        self.objective = objective
        self.below, self.known_max = _find_upper_bound(task, objective)
        if task.checkpoint and not has_native_search(rules):
            raise KernelError(f"a checkpoint needs the native search, which {rules} does not use")
        if task.checkpoint and not counts_natively(rules):
            raise KernelError(
                "a checkpoint needs the native kernel, and at most 255 answers to a guess; the "
                "NumPy kernel has none"
            )
        if task.checkpoint:
            task.checkpoint.by_cluster |= task.cluster is not None

    def solve(self, prices: Prices, limit: int) -> Solution:
        """Search with one price list, for a price below the limit.

        Raises:
            EndedEarly: as of the ladder.
        """
        reporter = ProgressReporter(self.task, self.objective, prices)
        return Ladder(self.task, prices, limit, reporter).climb()

    def limit(self, last: int | None) -> int:
        """Return the limit for trees of a given max: no limit if the known tree has more."""
        if last is not None and self.known_max is not None and last < self.known_max:
            return INFINITE
        return self.below

    def find(self) -> tuple[int, Solution]:
        """Return the price by the objective, and the tree."""
        objective, secrets = self.objective, self.rules.secrets
        free = int(self.rules.identified)
        most = objective.max_guesses
        least_first = objective.worst_first or objective.fewest_first
        for last in range(1, (most or secrets) + 1) if least_first else [most]:
            solution = self.solve(self.prices(last), self.limit(last))
            if solution.price < INFINITE:
                break
        total = solution.price
        if total >= INFINITE:
            raise self.none_within(last)
        if not objective.fewest_at_max:
            return total, solution
        # The least max of a tree of least total, then one more unit for each secret that needs it.
        last, self.task.below = solution.most, None  # that tree may have a larger max
        while last > 1 and self.solve(Prices(last=last - 1, free=free), total + 1).price == total:
            last -= 1
        solution = self.solve(Prices(secrets + 1, last, 1, free), (total + 1) * (secrets + 1))
        at_last = solution.price % (secrets + 1)
        return price_with_ties(secrets, total, last, at_last), solution

    def prices(self, last: int | None) -> Prices:
        """Return the price list of trees that need at most so many guesses.

        Raises:
            StrategyError: its prices would be too large.
        """
        secrets, within = sum(self.rules.weights) or self.rules.secrets, self.objective.most_within
        longest = last or self.rules.secrets
        surcharge = self.objective.surcharge(secrets, longest)
        if secrets * (surcharge + longest) >= INFINITE and surcharge:
            raise StrategyError(
                f"{self.objective}: the prices for {secrets} secrets are too large; "
                "limit the guesses by max_guesses"
            )
        since = None if within is None else within + 1
        return Prices(1, last, surcharge, int(self.rules.identified), since)

    def none_within(self, last: int | None) -> NoTreeError | CheckpointError | ClusterError:
        """Return the error for a search without result."""
        bare = self.known_max is None and self.below < INFINITE
        if not bare and (last is None or self.known_max is not None):
            # A tree exists, so a bound from the checkpoint or a worker must be wrong.
            if self.task.checkpoint is None:
                return ClusterError("the answers of the workers rule out all trees: one is wrong")
            return CheckpointError("the checkpoint rules out all trees: remove it to start anew")
        within = "" if last is None else f" within {format_count(last, 'guess')}"
        opened = "" if self.task.opening is None else " with that opening"
        if not bare:
            what = f"finds every secret{within}"
        elif last is None:
            what = f"has a total below {self.below}"
        else:
            what = f"finds every secret{within} at a total below {self.below}"
        by = " by a cluster's search" if self.task.searched_by else ""
        return NoTreeError(f"no strategy for {self.rules} {what}{opened}: that is proved{by}")
