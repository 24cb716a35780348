"""The choice of the exact search: of the native kernel, in NumPy, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mmtree.search.exact_native import NativeSearch
from mmtree.search.native_game import searches_natively
from mmtree.search.prices import Prices
from mmtree.strategies.interface import Task

if TYPE_CHECKING:  # imported late, since only some searches need them
    from mmtree.search.exact import Search
    from mmtree.search.solved_parts import Packed


def exact_search(
    task: Task, prices: Prices, keep: Callable[[Packed], None] | None = None
) -> Search | NativeSearch:
    """Return the search of the kernel in use, or of the cluster.

    Args:
        keep: called with the parts that a native search solves; it then remembers its sets, too.
    """
    if not searches_natively(task.codes.rules):
        from mmtree.search.exact import Search

        return Search(task.table, prices)
    if task.cluster is not None:
        from mmtree.search.cluster.search import ClusterSearch

        return ClusterSearch(task.cluster, task.codes, prices, task.jobs, keep=keep)
    return NativeSearch(task.codes, prices, task.jobs, keep=keep, remember=keep is not None)
