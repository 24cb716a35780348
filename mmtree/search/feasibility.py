"""Whether all secrets can be found within so many guesses: a search of trees by their max alone.

The answer is defined without reference to the search. At each set of secrets the guesses are put in
the order of the sum of the squares of their cell sizes, all black left out (Irving's score, 1978),
those of equal score by code. Left out are guesses that leave all secrets in one cell, or more
secrets in a cell than any tree finds within the guesses left (:class:`Capacity`). The guess is the
first of them all of whose cells can be found in time. So a search that finds no tree proves that
there is none.

With a number of tries, only so many guesses of different scores are tried on each set of secrets,
the first of each score: what is found is a tree, but where none is found nothing is proved.

This is the definition, in NumPy, and its upper levels. What lies below a second guess is left to
the native kernel where it is there (``feasibility.c``), which gives the same answers: it looks
first at the cells that are most doubtful, and refuses many guesses at a time.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mmtree.game.symmetry import Symmetry
from mmtree.game.table import CodeTable
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.kernel import kernel
from mmtree.search.partition import Ranks, as_uint32, cell_sizes, check_size, native_game, split

Tell = Callable[[str], None]
"""Called with where the search is."""

_HERE = 2
"""Sets after fewer guesses than this are never left to the native kernel, so that the search can
tell how far it is."""


class Capacity:
    """How many secrets of a cell can be found within so many guesses, by counting.

    Within two, one by each feedback that some guess gets from the secrets of that cell; within
    three, one and as many as each cell of some guess holds within two; and from there on as many
    for each feedback (Viaud 1979, who counts so from the start).

    Attributes:
        most: uint32[levels, feedbacks]: for 0, 1, 2 … guesses and the feedback by which the cell
            was left. Within more guesses, all secrets might be found.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """

    def __init__(self, table: CodeTable) -> None:
        feedbacks, everything = len(table.rules.feedbacks), np.arange(len(table.numbers))
        symmetry = Symmetry(table)
        two, three = np.zeros(feedbacks, np.int64), 1
        for opening in symmetry.representatives(everything).tolist():
            guesses = symmetry.after(opening).representatives(everything)
            held = 1  # by the guess itself
            for value, cell in split(table, everything, opening):
                if value != table.rules.all_black:
                    most = int((cell_sizes(table, cell, guesses) > 0).sum(axis=0).max())
                    at = table.rules.feedbacks.index(value)
                    two[at] = max(two[at], most)
                    held += most
            three = max(three, held)
        rows = [np.zeros(feedbacks, np.int64), np.ones(feedbacks, np.int64), two]
        while three < len(everything):
            rows.append(np.full(feedbacks, three))
            three = 1 + (feedbacks - 1) * three
        self.most = np.array(rows).astype(np.uint32)

    def cell(self, left: int) -> NDArray[np.uint32] | None:
        """For each feedback, the most secrets of its cell within so many guesses; None for any."""
        return self.most[left] if left < len(self.most) else None


class Feasibility:
    """Search for trees that find every secret within so many guesses.

    Args:
        table: the codes.
        tries: how many guesses are tried on each set; None for all.
        tell: called as the search proceeds.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """

    def __init__(
        self,
        table: CodeTable,
        tries: int | None = None,
        tell: Tell | None = None,
    ) -> None:
        check_size(table)
        self.table = table
        self.tries = tries
        self.tell = tell
        self.native = kernel() == "native"
        self._useful = CandidateGuesses(table)
        self._told = ""
        self._capacity = Capacity(table)

    def plan(self, left: int, opening: int | None = None) -> tuple[int, ...] | None:
        """The tree that finds all secrets of the rules within so many guesses.

        Args:
            left: how many guesses.
            opening: rank of the only first guess to be tried.

        Returns:
            The guesses in preorder, of every set of three secrets or more; of two, the lower one is
            guessed. None if there is no such tree.
        """
        symmetry = Symmetry(self.table)
        return self.find(np.arange(len(self.table.numbers)), left, (), symmetry, opening)

    def find(
        self,
        secrets: Ranks,
        left: int,
        history: tuple[int, ...] = (),
        symmetry: Symmetry | None = None,
        opening: int | None = None,
    ) -> tuple[int, ...] | None:
        """The same for some secrets.

        Args:
            secrets: rising ranks.
            left: how many guesses are left.
            history: the guesses (ranks) made before.
            symmetry: that of the history, where these are all secrets of some feedback to it.
            opening: the only next guess to be tried.
        """
        if len(secrets) <= 2 and opening is None:
            return () if len(secrets) <= left else None
        if left < 2:
            return None
        if self.native and len(history) >= _HERE:
            return self._ask(secrets, left, history)
        guesses = [opening] if opening is not None else self._guesses(secrets, left, symmetry)
        for number, guess in enumerate(guesses, 1):
            if self.tell and not history:
                self._told = f"within {left} guesses: opening {number} of {len(guesses)}"
                self.tell(self._told)
            elif self.tell and len(history) == 1:
                behind = f"guess {number} of {len(guesses)} for {len(secrets)} secrets left"
                self.tell(f"{behind}, {self._told}")  # the outermost last: it matters most
            if (tree := self._try(secrets, guess, left, history, symmetry)) is not None:
                return tree
        return None

    def _ask(self, secrets: Ranks, left: int, history: tuple[int, ...]) -> tuple[int, ...] | None:
        """The native kernel's answer."""
        plan = native_game(self.table.rules).within(
            as_uint32(secrets),
            np.array(history, np.uint32),
            min(left, len(secrets)),
            self.tries or 0,
            self._capacity.most,
        )
        return None if plan is None else tuple(np.frombuffer(plan, np.uint32).tolist())

    def _guesses(self, secrets: Ranks, left: int, symmetry: Symmetry | None) -> list[int]:
        """The guesses to be tried, in order."""
        guesses = self._useful(secrets)
        if symmetry is not None and self.tries is None:
            guesses = symmetry.representatives(guesses)
        sizes = cell_sizes(self.table, secrets, guesses)[:-1]
        fit = (sizes < len(secrets)).all(axis=0)
        if (most := self._capacity.cell(left - 1)) is not None:
            fit &= (sizes <= most[:-1, None]).all(axis=0)
        guesses, scores = guesses[fit], np.square(sizes[:, fit], dtype=np.int64).sum(axis=0)
        if self.tries is None:
            order = np.argsort(scores, kind="stable")
        else:
            order = np.unique(scores, return_index=True)[1][: self.tries]
        return list(map(int, guesses[order]))

    def _try(
        self,
        secrets: Ranks,
        guess: int,
        left: int,
        history: tuple[int, ...],
        symmetry: Symmetry | None,
    ) -> tuple[int, ...] | None:
        """The tree that begins with a guess: its cells in turn, the largest first."""
        after = None if symmetry is None or self.tries else symmetry.after(guess)
        cells = split(self.table, secrets, guess)
        if cells[-1][0] == self.table.rules.all_black:
            del cells[-1]
        plans: dict[int, tuple[int, ...]] = {}
        for value, cell in sorted(cells, key=lambda cell: -len(cell[1])):
            found = self.find(cell, left - 1, (*history, guess), after)
            if found is None:
                return None
            plans[value] = found
        return guess, *(inner for value, _ in cells for inner in plans[value])
