"""The search of one set, in a thread or on a worker of a cluster."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from mmtree.game.rules import Rules
from mmtree.search.beam import Beam
from mmtree.search.candidates import FEW_SECRETS
from mmtree.search.exact_native import get_cached_search, table_of
from mmtree.search.partition import Ranks, searches_natively
from mmtree.search.prices import Prices, Solution
from mmtree.search.progress import SearchProgress


@dataclass(frozen=True)
class SetSearch:
    """The arguments of the search of one set.

    Attributes:
        history: the guesses (ranks) made before.
        secrets: the secrets left (rising ranks).
        beam: as of :class:`mmtree.search.exact.Search`.
        total: only trees of a lower total, without the guesses of the history, are sought.
    """

    history: tuple[int, ...]
    secrets: Ranks
    beam: Beam
    total: int

    @property
    def limit(self) -> int:
        """The price limit, with the guesses of the history."""
        return self.total + len(self.secrets) * len(self.history)


class StoppedError(Exception):
    """A search was stopped."""


def search_set(
    rules: Rules, prices: Prices, task: SetSearch, stop: threading.Event | None = None
) -> Solution:
    """Search one set.

    Args:
        rules, prices: of the whole tree.
        task: the set.
        stop: stops the search if set; None on a worker of a cluster.

    Raises:
        StoppedError: the search was stopped.
    """

    def report(progress: SearchProgress | None) -> None:
        if stop and stop.is_set():
            raise StoppedError

    report(None)
    table = table_of(rules)
    few = rules.renaming == "never" and len(table.secrets) <= FEW_SECRETS
    if not searches_natively(rules) or (few and table.exchanges_secrets):  # tries one of them
        from mmtree.search.identifying import search_of

        search = search_of(table, prices, task.beam)
        search.check = lambda: report(None)
        return search.solve(task.secrets, task.history, None, report, task.limit)
    fast = get_cached_search(rules, prices, beam=task.beam)
    return fast.solve(task.secrets, task.history, None, report, task.limit)
