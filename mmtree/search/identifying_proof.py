"""Certificates of games that end with one secret left; mmtree/check/proof/README.md defines them.

Each record lists the questions that the sizes of their cells do not refute. Bounds of cells are
raised, the largest gain first, until they suffice; each raised bound is proved in the same way.
"""

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.search.exact import History, Search
from mmtree.search.partition import Ranks, allow_nesting, split
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchProgress, SearchReport

_Record = tuple[int, int, int]
"""The number of a record, the place of its head, and the bound it shows."""


class IdentifyingProof(Search):
    """The search that writes certificates."""

    def __init__(self, table: CodeTable, prices: Prices) -> None:
        super().__init__(table, prices)
        self._bytes = bytearray()
        self._count = 0
        self._records: dict[bytes | None, _Record] = {}  # of sets, by their key
        self._report: SearchReport | None = None

    def write(
        self, bound: int, opening: int | None = None, report: SearchReport | None = None
    ) -> bytes:
        """Return the records that no tree for all secrets has a price below a bound.

        Args:
            bound: the bound; ``INFINITE`` if there is no tree at all.
            opening: the rank of the only first question allowed; None for all.
            report: called as the search proceeds.

        Raises:
            ValueError: there is a tree of a lower price.
        """
        self._report = report
        allow_nesting(self.table)
        openings = self.table.guesses if opening is None else np.array([opening])
        self._write_record(self.table.secrets, 0, bound, openings)
        return bytes(self._bytes)

    def _write_record(self, secrets: Ranks, depth: int, bound: int, guesses: Ranks) -> None:
        """Write the record of a set, and before its end those of raised cells."""
        head = len(self._bytes)
        self._write_number(0)
        before = -1
        _, first = np.unique(self.table.answers(guesses, secrets), axis=0, return_index=True)
        guesses = guesses[np.sort(first)]  # one of those that get the same answers
        bounds, _ = self._bounds.by_guess(secrets, guesses, depth)
        listed = guesses[bounds < bound].tolist()
        for done, guess in enumerate(listed):
            if self._report and not depth:
                self._report(SearchProgress(None, 0, 0, (), 0.0, done, len(listed), ()))
            self._write_number(guess - before)
            self._write_cells(secrets, depth, bound, guess)
            before = guess
        self._write_number(0)
        self._count += 1
        self._records[self._key(secrets, depth)] = self._count, head, bound

    def _write_cells(self, secrets: Ranks, depth: int, bound: int, guess: int) -> None:
        """Raise cells of a question until their bounds add up to a bound.

        Raises:
            ValueError: they do not.
        """
        cells = split(self.table, secrets, guess)
        least = {value: self._bounds.of_set(cell, depth + 1) for value, cell in cells}
        missing = bound - sum(least.values())
        gains = []
        for value, cell in cells:
            limit = INFINITE if bound >= INFINITE else least[value] + missing
            if len(cell) > 2 and least[value] < limit:
                past = History((guess,) * (depth + 1), Symmetry.none(self.table))
                found, _ = self._best(cell, limit, past, None)
                gains.append((found - least[value], value, cell))
        raised: dict[int, tuple[int, Ranks]] = {}
        for gain, value, cell in sorted(gains, key=lambda each: (-each[0], each[1])):
            useful = gain > 0 and (bound < INFINITE or least[value] + gain >= INFINITE)
            if missing > 0 and useful:
                raised[value] = gain if bound >= INFINITE else min(gain, missing), cell
                missing -= gain
        if missing > 0:
            raise ValueError("there is a price below the limit")
        for value, (gain, cell) in sorted(raised.items()):
            self._write_number(self.table.rules.feedbacks.index(value) + 1)
            self._write_raised(cell, depth + 1, least[value], gain)
        self._write_number(0)

    def _write_raised(self, cell: Ranks, depth: int, least: int, gain: int) -> None:
        """Write a bound of a cell, with its record or a reference to an earlier one."""
        bound = least + gain
        self._write_number(0 if bound >= INFINITE else 1 + gain)
        number, head, shown = self._records.get(self._key(cell, depth), (0, 0, 0))
        if number and shown >= bound:
            self._bytes[head] |= 1
            self._write_number(number)
        else:
            self._write_number(0)
            self._write_record(cell, depth, bound, self.table.guesses)

    def _write_number(self, number: int) -> None:
        """Write a number, seven bits a byte, the lowest first."""
        while number >= 128:
            self._bytes.append(number & 127 | 128)
            number >>= 7
        self._bytes.append(number)
