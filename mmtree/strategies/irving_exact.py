"""Irving's strategy with exact ends: two guesses by expected size, the others by exact search."""

from collections.abc import Iterator

from mmtree.counts import format_count
from mmtree.errors import NoTreeError
from mmtree.progress import Progress
from mmtree.search.partition import Ranks, split
from mmtree.search.prices import INFINITE, Prices
from mmtree.strategies.exact_search import exact_search
from mmtree.strategies.interface import History, SearchResult, Task
from mmtree.strategies.one_step import irving


def irving_exact(task: Task, *, max_guesses: int | None) -> SearchResult:
    """Choose two guesses by expected size, and the others by exact search (Irving 1978).

    Raises:
        NoTreeError: after the first two guesses, no tree keeps to the most guesses allowed.
    """
    table = task.table
    choose = irving(task)
    free = int(table.rules.identified)
    search = exact_search(task, Prices(last=max_guesses, free=free))
    done = 0

    def guesses_for(secrets: Ranks, history: History) -> Iterator[int]:
        """Yield the guesses of a subtree for two secrets or more, as in a solution."""
        nonlocal done
        # Two secrets take two guesses more.
        if max_guesses is not None and len(history) + 2 - free > max_guesses:
            raise no_tree
        if len(history) == 2:
            solution = search.solve(secrets, tuple(guess for guess, _ in history))
            task.scanned += solution.scanned
            if solution.price >= INFINITE:
                raise no_tree
            done += len(secrets)
            if task.progress:
                task.progress(Progress(done, table.rules.secrets))
            if len(secrets) > 2:
                yield from solution.guesses
        elif not history or len(secrets) > 2:
            guess = task.opening
            if history or guess is None:
                guess = choose(secrets, history)
            yield guess
            for value, cell in split(table, secrets, guess):
                if value != table.rules.all_right and len(cell) > 1:
                    yield from guesses_for(cell, (*history, (guess, value)))

    within = "" if max_guesses is None else f" within {format_count(max_guesses, 'guess')}"
    no_tree = NoTreeError(
        f"no strategy for {table.rules} finds every secret{within}, the first "
        "two by expected size: that is proved"
    )
    return SearchResult(tuple(guesses_for(table.secrets, ())))
