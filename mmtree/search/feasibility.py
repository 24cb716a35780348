"""Feasibility: whether a tree finds all secrets within a given number of guesses.

The tree is defined independently of the search. The guesses for a set of secrets are sorted by the
sum of the squares of their cell sizes, all black excluded (Irving's score, 1978), and then by code.
A guess is pruned if it leaves all secrets in one cell, or more secrets in a cell than any tree
finds within the guesses left (:class:`Capacity`). The guess of the tree is the first whose cells
can all be found in time. So a search that finds no tree proves that there is none.

With a number of tries, only so many guesses are tried on each set, the first of each score. Then a
tree that is found is valid, but finding none proves nothing.

This module is the definition, in NumPy, and searches the upper levels. Below the second guess, the
native kernel (``feasibility.c``), if in use, gives the same answers: it searches the cells that are
most likely infeasible first, and prunes many guesses at a time.
"""

import numpy as np
from numpy.typing import NDArray

from mmtree.counts import format_count
from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.progress import OnProgress, Progress
from mmtree.search.candidates import FEW_SECRETS, CandidateGuesses
from mmtree.search.native_game import as_uint32, native_game, searches_natively
from mmtree.search.partition import Ranks, allow_nesting, cell_sizes, check_size, split

_NATIVE_DEPTH = 2
"""The native kernel searches sets after at least so many guesses, or of few words or items at once.
NumPy searches those before, so that progress is reported."""


class Capacity:
    """Upper bounds for the number of secrets of a cell that can be found within so many guesses.

    Within two guesses: one for each feedback that a guess can get from the secrets of that cell.
    Within three: one, plus for each cell of a guess its bound within two. From there on, one plus
    the last bound for each feedback (Viaud 1979, who counts like this from the start). Lists and
    tables have too many openings, so that counting has to do.

    Attributes:
        most: uint32[levels, feedbacks]: the bound by the number of guesses, 0, 1, 2 …, and by the
            feedback of the cell. Within more guesses than levels, all secrets may be found.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """

    def __init__(self, table: CodeTable) -> None:
        feedbacks, everything = table.width, table.guesses
        symmetry = Symmetry(table)
        two, three = np.zeros(feedbacks, np.int64), 1
        if table.rules.renaming == "never" or table.rules.wide:  # too many openings differ
            two[:], three = feedbacks, 1 + (feedbacks - 1) * feedbacks
            everything = everything[:0]
        for opening in symmetry.representatives(everything).tolist():
            guesses = symmetry.after(opening).representatives(everything)
            found = 1  # the guess itself
            for value, cell in split(table, table.secrets, opening):
                if value != table.rules.all_right:
                    most = int((cell_sizes(table, cell, guesses) > 0).sum(axis=0).max())
                    at = table.rules.feedbacks.index(value)
                    two[at] = max(two[at], most)
                    found += most
            three = max(three, found)
        rows = [np.zeros(feedbacks, np.int64), np.ones(feedbacks, np.int64), two]
        while three < len(table.secrets):
            rows.append(np.full(feedbacks, three))
            three = 1 + (feedbacks - 1) * three
        self.most = np.array(rows).astype(np.uint32)

    def max_sizes(self, left: int) -> NDArray[np.uint32] | None:
        """Return the most secrets of each feedback's cell within so many guesses; None if any."""
        return self.most[left] if left < len(self.most) else None


class Feasibility:
    """A search for trees that find every secret within a given number of guesses.

    Args:
        tries: the number of guesses to try on each set; None for all.
        report: called as the search proceeds.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """

    def __init__(
        self, table: CodeTable, tries: int | None = None, report: OnProgress | None = None
    ) -> None:
        check_size(table)
        self.table = table
        self.tries = tries
        self.report = report
        self.native = searches_natively(table.rules) and not (
            table.rules.hard or table.rules.weights
        )
        self._candidates = CandidateGuesses(table)
        self._opening_text = ""
        self._capacity = Capacity(table)
        self._infeasible: set[tuple[bytes, int]] = set()  # sets, with the guesses left

    def plan(self, left: int, opening: int | None = None) -> tuple[int, ...] | None:
        """Find a tree for all secrets of the rules within so many guesses.

        Args:
            left: the number of guesses.
            opening: rank of the first guess; None to try all.

        Returns:
            The guesses in preorder, for every set of three secrets or more (of two, the lower one
            is guessed first); None if there is no such tree.
        """
        symmetry = Symmetry(self.table)
        allow_nesting(self.table)
        return self.find(self.table.secrets, left, (), symmetry, opening)

    def find(
        self,
        secrets: Ranks,
        left: int,
        history: tuple[int, ...] = (),
        symmetry: Symmetry | None = None,
        opening: int | None = None,
    ) -> tuple[int, ...] | None:
        """Find a tree for some secrets, as :meth:`plan` does for all.

        Args:
            secrets: rising ranks.
            left: the number of guesses left.
            history: the guesses (ranks) made before.
            symmetry: the symmetry of the history, if these are all secrets consistent with some
                feedback to it.
            opening: the next guess; None to try all.
        """
        if len(secrets) <= 2 and opening is None:
            return () if len(secrets) <= left else None
        state = self._candidates.state(secrets, history).tobytes(), left
        if left < 2 or state in self._infeasible:
            return None
        few = self.table.rules.renaming == "never" and len(secrets) <= FEW_SECRETS
        if self.native and (len(history) >= _NATIVE_DEPTH or (few and opening is None)):
            return self._find_native(secrets, left, history)
        guesses = (
            [opening] if opening is not None else self._guesses(secrets, left, history, symmetry)
        )
        for number, guess in enumerate(guesses, 1):
            if self.report and not history:
                self._opening_text = (
                    f"within {format_count(left, 'guess')}: opening {number} of {len(guesses)}"
                )
                self.report(Progress(0, 1, (self._opening_text,)))
            elif self.report and len(history) == 1:
                remaining = format_count(len(secrets), "secret")
                inner = f"guess {number} of {len(guesses)} for {remaining} left"
                self.report(Progress(0, 1, (inner, self._opening_text)))
            if (tree := self._try(secrets, guess, left, history, symmetry)) is not None:
                return tree
        if opening is None and len(self._infeasible) < 1 << 20:  # at most some hundred MB
            self._infeasible.add(state)
        return None

    def _find_native(
        self, secrets: Ranks, left: int, history: tuple[int, ...]
    ) -> tuple[int, ...] | None:
        """Find a tree by the native kernel."""
        plan = native_game(self.table.rules).within(
            as_uint32(secrets),
            np.array(history, np.uint32),
            min(left, len(secrets)),
            min(self.tries or 0, len(self.table.numbers)),
            self._capacity.most,
        )
        return None if plan is None else tuple(np.frombuffer(plan, np.uint32).tolist())

    def _guesses(
        self, secrets: Ranks, left: int, history: tuple[int, ...], symmetry: Symmetry | None
    ) -> list[int]:
        """Return the guesses to try, in order."""
        guesses = self._candidates(secrets, history)
        if symmetry is not None and self.tries is None:
            guesses = symmetry.representatives(guesses)
        sizes = cell_sizes(self.table, secrets, guesses)[:-1]
        fit = (sizes < len(secrets)).all(axis=0)
        if (most := self._capacity.max_sizes(left - 1)) is not None:
            fit &= (sizes <= most[: len(sizes), None]).all(axis=0)
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
        """Find the tree that begins with a guess, by solving its cells, the largest first."""
        after = None if symmetry is None or self.tries else symmetry.after(guess)
        cells = split(self.table, secrets, guess)
        if cells[-1][0] == self.table.rules.all_right:
            del cells[-1]
        plans: dict[int, tuple[int, ...]] = {}
        for value, cell in sorted(cells, key=lambda cell: -len(cell[1])):
            found = self.find(cell, left - 1, (*history, guess), after)
            if found is None:
                return None
            plans[value] = found
        return guess, *(inner for value, _ in cells for inner in plans[value])
