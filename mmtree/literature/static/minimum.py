"""The least number of guesses, all made before any answer, that tell all secrets apart.

The literature calls this static or non-adaptive Mastermind (Chvátal 1983, Greenwell 1999, Goddard
2003); of black pegs alone it is the metric dimension of a Hamming graph (Cáceres et al. 2007). The
guess that then names the secret is not counted.
"""

from __future__ import annotations

import time

import numpy as np

from mmtree.errors import SizeError
from mmtree.game.rules import Rules
from mmtree.game.table import CodeTable
from mmtree.literature.static.bounds import by_counting
from mmtree.literature.static.exhaust import MAX_CODES, Exhaustive, Progress
from mmtree.literature.static.local_search import TRIES, Attempts
from mmtree.literature.static.pair_counts import Ranks

MAX_TRIED = 100_000
"""For rules of more codes, nothing is looked for."""


class Late(Exception):  # noqa: N818 (it is no error)
    """The time that was given has passed."""


class Least:
    """Closes in on the least number, from both sides; what is known can be read at any time.

    Attributes:
        rules: the rules.
        guesses: code numbers, rising, of the fewest guesses found that tell all secrets apart;
            empty before any are found.
        lower: fewer guesses than this do not tell all apart.
        reason: why not.
        left: what keeps the bounds apart, in words; empty where nothing does.

    Raises:
        SizeError: the rules have too many codes.
    """

    def __init__(
        self, rules: Rules, *, tries: int = TRIES, seed: int = 0, seconds: float | None = None
    ) -> None:
        """Begin.

        Args:
            rules: the rules.
            tries: how often a guess is replaced before so many are given up.
            seed: of the choice among codes that are as good.
            seconds: stop after this time; by default only when all is done.
        """
        if rules.secrets > MAX_TRIED:
            raise SizeError(
                f"{rules} has {rules.secrets} codes: static guesses are looked for among at most "
                f"{MAX_TRIED}"
            )
        self.rules = rules
        self.guesses: tuple[int, ...] = ()
        self.lower, self.reason = by_counting(rules, (1, len(rules.feedbacks)))
        self.left = ""
        self._tries, self._seed = tries, seed
        self._end = None if seconds is None else time.monotonic() + seconds
        self._show: Progress | None = None
        self._table = CodeTable(rules)
        self._search: Exhaustive | None = None

    @property
    def upper(self) -> int | None:
        """So many guesses suffice; None before any are found."""
        return len(self.guesses) or None

    @property
    def proved(self) -> bool:
        """True where no fewer guesses suffice than were found."""
        return self.upper == self.lower

    def run(self, progress: Progress | None = None) -> None:
        """Look for fewer guesses, and go through the numbers from the least on.

        Args:
            progress: is told what is done of the work, and a word.
        """
        self._show = progress
        try:
            attempts = Attempts(self._table, self._seed)
            self._take(attempts.grow(self._tell))
            self._counted()
            while not self.proved:
                found = attempts.find(self._start()[:-1], self._tries, self._tell)
                if found is None:
                    break
                self._take(found)
            while not self.proved and self._exclude(self.lower):
                pass
        except Late:
            self.left = "the time was over"

    def decide(self, guesses: int, progress: Progress | None = None) -> bool | None:
        """Are there so many guesses that tell all apart? None: not settled.

        Args:
            guesses: their number.
            progress: as of :meth:`run`.
        """
        self._show = progress
        try:
            if guesses >= self.lower:
                attempts = Attempts(self._table, self._seed)
                start = attempts.grow(self._tell)
                self._take(start)
                if (
                    len(start) > guesses
                    and (found := attempts.find(start[:guesses], self._tries, self._tell))
                    is not None
                ):
                    self._take(found)
            if not self.guesses or len(self.guesses) > guesses:
                self._exclude(guesses)
        except Late:
            self.left = "the time was over"
        if guesses < self.lower:
            return False
        return True if self.upper is not None and self.upper <= guesses else None

    def _exclude(self, guesses: int) -> bool:
        """Settle whether so many suffice; False where that cannot be done."""
        if guesses < self.lower:
            return True
        search = self._counted()
        if search is None:
            self.left = f"of more than {MAX_CODES} codes, not all sets of guesses are gone through"
            return False
        if guesses < self.lower:
            return True
        try:
            found = search.find(guesses, self._tell)
        except SizeError as error:
            self.left = str(error)
            return False
        if found is not None:
            self._take(found)
        else:
            self.lower = guesses + 1
            self.reason = f"all sets of {guesses} guesses were gone through, and none does"
        return True

    def _counted(self) -> Exhaustive | None:
        """What goes through all sets, the rows of two guesses counted; None for large rules."""
        if self._search is None and self.rules.secrets <= MAX_CODES:
            self._search = Exhaustive(self._table)
            self.lower, self.reason = by_counting(self.rules, self._search.rows)
        return self._search

    def _take(self, ranks: Ranks) -> None:
        if not self.guesses or len(ranks) < len(self.guesses):
            self.guesses = tuple(sorted(int(self._table.numbers[rank]) for rank in ranks))

    def _start(self) -> Ranks:
        """The fewest guesses found, as ranks."""
        return np.array([self._table.rank(number) for number in self.guesses], np.intp)

    def _tell(self, done: int, work: int, words: str) -> None:
        """Show how far it is, and stop when it is late."""
        if self._end is not None and time.monotonic() > self._end:
            raise Late
        if self._show:
            upper = f" to {self.upper}" if self.upper else " on"
            self._show(done, work, f"from {self.lower}{upper}; {words}")
