"""Exact search by the native kernel, for the tree that :mod:`mmtree.search.exact` defines."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING

from mmtree.errors import CheckpointError, SizeError
from mmtree.game.codes import Codes
from mmtree.game.rules import Rules
from mmtree.search.kernel import native
from mmtree.search.native_game import (
    are_compared,
    as_uint32,
    by_weight,
    native_game,
    native_weights,
    split_natively,
)
from mmtree.search.prices import INFINITE, Prices, Solution

if TYPE_CHECKING:  # most searches write no checkpoint, and need no NumPy
    from mmtree.search.beam import Beam
    from mmtree.search.native.kernel import Progress
    from mmtree.search.partition import Ranks
    from mmtree.search.progress import SearchReport
    from mmtree.search.solved_parts import Packed

_last = threading.local()
"""The last cached search of this thread, and the key that it is for."""


class NativeSearch:
    """The exact search of :class:`mmtree.search.exact.Search` by the native kernel.

    Args:
        prices: as there.
        jobs: number of threads; the answer does not depend on it.
        keep: called with newly solved parts, many times a second; None for no parts.
        known: solved parts of an earlier run of the same search.
        remember: keep the feedback matrix of the set and the transposition table, which makes the
            next :meth:`solve` faster; for many short searches, best of the same set. Openings must
            then be candidate guesses for the secrets, and only one thread may search at a time.
        beam: as there; with it, no parts are taken or given, and no matrix is kept.
    """

    def __init__(
        self,
        codes: Codes,
        prices: Prices,
        jobs: int = 1,
        known: Packed = (b"", b""),
        keep: Callable[[Packed], None] | None = None,
        remember: bool = False,
        beam: Beam | None = None,
    ) -> None:
        self.codes = codes
        self.prices = prices
        self.jobs = jobs
        self.known = known
        self.keep = keep
        self.beam = beam
        self._unit = gcd(*codes.rules.weights) or 1
        self._weights = native_weights(codes, self._unit)
        self._game = native_game(codes.rules)  # a search cache belongs to this object
        self.memory = self._game.memory() if remember else None

    def solve(
        self,
        secrets: Ranks | array[int],
        history: tuple[int, ...] = (),
        openings: Ranks | array[int] | None = None,
        report: SearchReport | None = None,
        limit: int = INFINITE,
    ) -> Solution:
        """Search as :meth:`mmtree.search.exact.Search.solve`; ranks may also be in array("I").

        Raises:
            SizeError: the search needs more memory than there is.
            CheckpointError: the known parts cannot all be true.
        """
        rules = self.codes.rules
        whole = not history and len(secrets) == rules.secrets
        if self._weights:
            secrets = by_weight(secrets, self._weights)
        if openings is None and whole and rules.permuting == "opening" and not are_compared(rules):
            from mmtree.game.code_table import CodeTable
            from mmtree.game.symmetry import Symmetry

            # The kernel looks answers up in a table, and knows of no symmetry.
            table = CodeTable(rules)
            openings = Symmetry(table).representatives(table.guesses)
        try:
            with _memory_errors(rules):
                price, most, plan, scanned = self._game.search(
                    secrets=as_uint32(secrets),
                    history=array("I", history),
                    openings=None if openings is None else as_uint32(openings),
                    prices=self._list_prices(len(history) + len(secrets)),
                    jobs=self.jobs,
                    report=self._unpack_for(report),
                    parts=self.known if self.keep else None,
                    limit=min(-(-limit // self._unit), INFINITE),
                    memory=self.memory,
                    beam=None if self.beam is None else self.beam.pack(len(secrets), self._unit),
                    weights=self._weights,
                    uneven=rules.uneven,
                )
        except native.PartsError:
            if self.keep is None:  # no parts were given, so this is a bug of the kernel
                raise
            raise CheckpointError(
                "the parts in the checkpoint contradict each other; remove it to start again"
            ) from None
        guesses = tuple(array("I", plan))
        price = INFINITE if price is None else self._unit * price
        return Solution(price, most, guesses, scanned)

    def prove(
        self,
        bound: int,
        openings: array[int] | None = None,
        report: SearchReport | None = None,
        limited: bool = False,
        head: bytes = b"",
        unchanged: bytes = b"",
    ) -> bytes:
        """Return records that no tree for all secrets has a price below a bound.

        The format is defined in mmtree/check/proof/README.md. One thread writes the same bytes on
        every machine.

        Args:
            bound: the bound; ``INFINITE`` if there is no tree at all.
            openings: the ranks of the only openings allowed, uint32, rising; None for all.
            report: called as the search proceeds.
            limited: whether it is of version 3, where bounds count the most cells of a feedback.
            head, unchanged: for games of pegs given by a table: the head of the first record, and
                the renaming that changes nothing.

        Raises:
            SizeError: the search needs more memory than there is.
            ValueError: there is a tree of a lower price.
        """
        rules = self.codes.rules
        counted = self.prices.last is not None and rules.classic
        with _memory_errors(rules):
            return self._game.prove(
                openings=openings,
                prices=self._list_prices(rules.secrets),
                report=self._unpack_for(report),
                limit=bound,
                limited=limited,
                most=count_capacities(rules) if counted else array("I"),
                head=head,
                unchanged=unchanged,
            )

    def _list_prices(self, longest: int) -> array[int]:
        """Return the finite prices that a search for so many guesses and secrets may need."""
        longest += 1
        if self.beam:  # the kernel compares its estimates with the prices
            longest = max(longest, len(self.beam.estimates) + 1)
        finite = range(1, min(longest, self.prices.last or longest) + 1)
        return array("q", map(self.prices, finite))

    def _unpack_for(
        self, report: SearchReport | None
    ) -> Callable[[Progress, Packed], object] | None:
        """Return a function that the kernel calls with its progress and solved parts, if needed."""

        def on_report(progress: Progress, parts: Packed) -> None:
            if self.keep and parts[0]:
                self.keep(parts)  # first, as a report may end the search
            if report:
                from mmtree.search.progress import SearchProgress

                best, bound, cells_done, sizes, share, done, count, guesses, bounds = progress
                best, bound = best and self._unit * best, self._unit * bound
                cells = tuple(array("I", sizes))
                lowest = (self._unit * lower for lower in array("q", bounds))
                openings = tuple(zip(array("I", guesses), lowest, strict=True))
                report(SearchProgress(best, bound, cells_done, cells, share, done, count, openings))

        return on_report if report or self.keep else None


@lru_cache(maxsize=1)
def count_capacities(rules: Rules) -> array[int]:
    """Return the rows of :class:`mmtree.search.feasibility.Capacity` for classic rules, uint32."""
    game, secrets, feedbacks = native_game(rules), Codes(rules).secret_ranks, len(rules.feedbacks)

    def representatives(*history: int) -> array[int]:
        lowest = bytearray(rules.guesses)
        game.representatives(array("I", history), lowest)
        return array("I", (rank for rank, is_lowest in enumerate(lowest) if is_lowest))

    two, three = dict.fromkeys(rules.feedbacks, 0), 1
    for opening in representatives():
        guesses, found = representatives(opening), 1
        for value, cell in split_natively(game, secrets, opening):
            if value != rules.all_right:
                room = bytearray(4 * feedbacks * len(guesses))
                sizes = memoryview(room).cast("i", (feedbacks, len(guesses)))
                game.cell_sizes(cell, guesses, sizes)
                most = max(feedbacks - row.count(0) for row in zip(*sizes.tolist(), strict=True))
                two[value] = max(two[value], most)
                found += most
        three = max(three, found)
    levels = [0] * feedbacks + [1] * feedbacks + [*two.values()]
    while three < rules.secrets:
        levels += [three] * feedbacks
        three = 1 + (feedbacks - 1) * three
    return array("I", levels)


@contextmanager
def _memory_errors(rules: Rules) -> Iterator[None]:
    """Raise SizeError where the kernel raises MemoryError."""
    try:
        yield
    except MemoryError:
        raise SizeError(
            f"not enough memory for an exact search of {rules}; use smaller rules"
        ) from None


def get_cached_search(rules: Rules, prices: Prices, beam: Beam | None = None) -> NativeSearch:
    """Return this thread's search that remembers; a new one if what its cache is for changed.

    Args:
        rules, prices: its cache is for these, and for the slack of the beam.
        beam: for the next search only.
    """
    key = rules, prices, beam and beam.slack
    if getattr(_last, "key", None) != key:
        _last.key = None
        _last.search = NativeSearch(Codes(rules), prices, remember=True)
        _last.key = key
    search: NativeSearch = _last.search
    search.beam = beam
    return search
