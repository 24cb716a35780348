"""The strategy of least max."""

from itertools import count

from mmtree.counts import format_count
from mmtree.errors import NoTreeError
from mmtree.game.objective import Objective
from mmtree.search.feasibility import Feasibility
from mmtree.search.partition import first_of_two
from mmtree.search.prices import Prices
from mmtree.search.size_bounds import Bounds
from mmtree.strategies.interface import SearchResult, Task
from mmtree.tree.provenance import Proof


def least_max(task: Task, *, max_guesses: int | None, tries: int | None) -> SearchResult:
    """Find the first tree of least max, or the first within the most guesses allowed.

    This takes much less time than the least total, as does the proof that there is no tree.
    :mod:`mmtree.search.feasibility` defines the order of the trees.

    Raises:
        NoTreeError: no tree keeps to the most guesses allowed; proved unless tries are limited.
    """
    table, opening = task.table, task.opening
    free = int(table.rules.identified)
    search = Feasibility(table, tries, task.progress)
    least = int(Bounds.of(table, Prices(free=free)).levels()[-1]) - free
    for most in count(least) if max_guesses is None else [max_guesses]:
        if (plan := search.plan(most + free, opening)) is not None:
            break
    else:
        assert max_guesses is not None  # without a limit there is a tree
        opened = "" if opening is None else " with that opening"
        if tries is None:
            raise NoTreeError(
                f"no strategy for {table.rules} finds every secret within "
                f"{format_count(max_guesses, 'guess')}{opened}: that is proved"
            )
        raise NoTreeError(
            f"no tree within {format_count(max_guesses, 'guess')} was found{opened} with "
            f"{format_count(tries, 'try', 'tries')} for each set of secrets: allow more, or all"
        )
    proof = None
    if max_guesses is None and (tries is None or most == least):
        proof = Proof(str(Objective(max_only=True, opening=task.opening_text)), most, most)
    # A plan has no guesses for one or two codes, of which the first is guessed.
    return SearchResult(plan or (first_of_two(table, table.secrets),), proof)
