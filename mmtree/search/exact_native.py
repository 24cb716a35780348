"""Exact search by the native kernel: the fast route to what :mod:`mmtree.search.exact` defines."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from mmtree.errors import CheckpointError, SizeError
from mmtree.game.rules import Rules
from mmtree.game.table import CodeTable
from mmtree.search.kernel import native
from mmtree.search.partition import Ranks, as_uint32, native_game
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.solution import Solution

if TYPE_CHECKING:  # most searches keep no checkpoint, and are over before they report
    from mmtree.search.beam import Beam
    from mmtree.search.progress import Report
    from mmtree.search.solved_parts import Packed


table_of = lru_cache(maxsize=2)(CodeTable)
"""The codes of some rules, listed once for many searches."""

_own = threading.local()
"""What this thread searched last, and the search, with all that it remembers."""


class NativeSearch:
    """What :class:`mmtree.search.exact.Search` does, by the native kernel.

    Args:
        table, prices, slack: as there.
        jobs: number of threads; the answer does not depend on it.
        keep: called with the parts settled since, many times in a second; None to keep none.
        known: parts kept by an earlier run of the same search.
        plain: search without shortcuts, in one thread and without parts: a second route, for tests.
        remember: keep what makes the next :meth:`solve` faster, the frame of the set and the table
            of sets searched before; for many short searches, above all of one set. Openings must
            then be useful for the secrets, and only one thread may ask at a time.
        beam: as there; with it, nothing is kept or known, and no frame remembered.
    """

    def __init__(
        self,
        table: CodeTable,
        prices: Prices,
        slack: int | None = None,
        jobs: int = 1,
        known: Packed = (b"", b""),
        keep: Callable[[Packed], None] | None = None,
        plain: bool = False,
        remember: bool = False,
        beam: Beam | None = None,
    ) -> None:
        self.table = table
        self.prices = prices
        self.slack = slack
        self.jobs = jobs
        self.known = known
        self.keep = keep
        self.plain = plain
        self.beam = beam
        self._game = native_game(table.rules)  # the memory is of this very one
        self.memory = self._game.memory() if remember else None

    def solve(
        self,
        secrets: Ranks,
        history: tuple[int, ...] = (),
        openings: Ranks | None = None,
        report: Report | None = None,
        limit: int = INFINITE,
    ) -> Solution:
        """As :meth:`mmtree.search.exact.Search.solve`.

        Raises:
            SizeError: the search needs more memory than there is.
            CheckpointError: the known parts cannot all be true.
        """
        longest = len(history) + len(secrets) + 1
        if self.beam:  # its estimates are held against the prices
            longest = max(longest, len(self.beam.estimates) + 1)
        listed = range(1, min(longest, self.prices.last or longest) + 1)

        def tell(standing: tuple[Any, ...], parts: Packed) -> None:
            if report:
                from mmtree.search.progress import SearchProgress

                report(SearchProgress(*standing))
            if self.keep and parts[0]:
                self.keep(parts)

        try:
            price, most, plan, scanned = self._game.search(
                secrets=as_uint32(secrets),
                history=np.array(history, np.uint32),
                openings=None if openings is None else as_uint32(openings),
                prices=np.array([self.prices(guesses) for guesses in listed], np.int64),
                slack=INFINITE if self.slack is None else self.slack,
                jobs=self.jobs,
                report=tell if report or self.keep else None,
                parts=self.known if self.keep else None,
                plain=self.plain,
                limit=limit,
                memory=self.memory,
                beam=None if self.beam is None else self.beam.packed(len(secrets)),
            )
        except MemoryError:
            raise SizeError(
                f"not enough memory for an exact search of {self.table.rules}; use smaller rules"
            ) from None
        except native.PartsError:
            if self.keep is None:  # there were none, so this is a defect of the kernel
                raise
            raise CheckpointError(
                "the parts in the checkpoint contradict each other; remove it to start again"
            ) from None
        guesses = tuple(np.frombuffer(plan, np.uint32).tolist())
        return Solution(INFINITE if price is None else price, most, guesses, scanned)


def remembering(
    rules: Rules,
    prices: Prices,
    slack: int | None,
    *,
    keep: Callable[[Packed], None] | None = None,
    beam: Beam | None = None,
) -> NativeSearch:
    """The search of this thread that remembers, made anew where another one is asked for.

    Args:
        rules, prices, slack: what it remembers holds for these.
        keep, beam: of what is searched next.
    """
    asked = rules, prices, slack
    if getattr(_own, "asked", None) != asked:
        _own.asked = None
        _own.search = NativeSearch(table_of(rules), prices, slack, remember=True)
        _own.asked = asked
    search: NativeSearch = _own.search
    search.keep, search.beam = keep, beam
    return search
