"""The least number of guesses, all made before any answer, that distinguish all secrets.

The literature calls this static or non-adaptive Mastermind (Chvátal 1983, Greenwell 1999, Goddard
2003). With black pegs only, the number is the metric dimension of a Hamming graph (Cáceres et al.
2007). The final guess, which names the secret, is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from mmtree.counts import format_count
from mmtree.errors import SizeError
from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules, check_classic
from mmtree.progress import OnProgress, Progress
from mmtree.research.static.exhaust import MAX_CODES, ExhaustiveSearch, Ranks, max_rows
from mmtree.research.static.local_search import TRIES, LocalSearch

MAX_TRIED = 100_000
"""Rules with more codes are refused."""


class TimeLimitReached(Exception):  # noqa: N818 (not an error)
    """The search has used up its time."""


class MinimumSearch:
    """Searches for the least number, and has a lower and an upper bound at any time.

    Attributes:
        rules: the rules.
        guesses: code numbers, rising, of the fewest guesses found that distinguish all secrets;
            empty before any are found.
        lower: fewer guesses than this do not distinguish all secrets.
        reason: why not, as text.
        obstacle: why the bounds still differ, as text; empty if nothing stopped the search.

    Raises:
        SizeError: the rules have too many codes.
    """

    def __init__(
        self, rules: Rules, *, tries: int = TRIES, seed: int = 0, seconds: float | None = None
    ) -> None:
        """Compute the first lower bound.

        Args:
            rules: the rules.
            tries: how often the local search replaces a guess.
            seed: seed of the random choice among equally good codes.
            seconds: time limit; None for no limit.
        """
        check_classic(rules, "static: guesses before any answer")
        if rules.secrets > MAX_TRIED:
            raise SizeError(
                f"{rules} has {rules.secrets} codes: static guesses are searched for among at most "
                f"{MAX_TRIED}"
            )
        self.rules = rules
        self.guesses: tuple[int, ...] = ()
        self.lower, self.reason = lower_bound_by_counting(rules, (1, len(rules.feedbacks)))
        self.obstacle = ""
        self._tries, self._seed = tries, seed
        self._end = None if seconds is None else time.monotonic() + seconds
        self._progress: OnProgress | None = None
        self._table = CodeTable(rules)
        self._search: ExhaustiveSearch | None = None

    @property
    def upper(self) -> int | None:
        """The number of guesses found to suffice; None before any are found."""
        return len(self.guesses) or None

    @property
    def proved(self) -> bool:
        """True if no fewer guesses suffice than were found."""
        return self.upper == self.lower

    def run(self, progress: OnProgress | None = None) -> None:
        """Search until the bounds meet, the time is over or the rules are too large.

        Args:
            progress: called with the work done, all work, and a description.
        """
        self._progress = progress
        try:
            local_search = LocalSearch(self._table, self._seed)
            self._record(local_search.build_greedily(self._report))
            self._exhaustive_search()
            while not self.proved:
                found = local_search.find(self._best_ranks()[:-1], self._tries, self._report)
                if found is None:
                    break
                self._record(found)
            while not self.proved and self._decide_exhaustively(self.lower):
                pass
        except TimeLimitReached:
            self.obstacle = "the time limit was reached"

    def decide(self, guesses: int, progress: OnProgress | None = None) -> bool | None:
        """Return whether this many guesses can distinguish all secrets; None if undecided.

        Args:
            guesses: the number of guesses.
            progress: as in :meth:`run`.
        """
        self._progress = progress
        try:
            if guesses >= self.lower:
                local_search = LocalSearch(self._table, self._seed)
                start = local_search.build_greedily(self._report)
                self._record(start)
                if (
                    len(start) > guesses
                    and (found := local_search.find(start[:guesses], self._tries, self._report))
                    is not None
                ):
                    self._record(found)
            if not self.guesses or len(self.guesses) > guesses:
                self._decide_exhaustively(guesses)
        except TimeLimitReached:
            self.obstacle = "the time limit was reached"
        if guesses < self.lower:
            return False
        return True if self.upper is not None and self.upper <= guesses else None

    def _decide_exhaustively(self, guesses: int) -> bool:
        """Search all sets of this size; return False if that is impossible."""
        if guesses < self.lower:
            return True
        search = self._exhaustive_search()
        if search is None:
            self.obstacle = f"for more than {MAX_CODES} codes, not all sets of guesses are searched"
            return False
        if guesses < self.lower:
            return True
        try:
            found = search.find(guesses, self._report)
        except SizeError as error:
            self.obstacle = str(error)
            return False
        if found is not None:
            self._record(found)
        else:
            self.lower = guesses + 1
            sets = f"all sets of {format_count(guesses, 'guess')}"
            self.reason = f"{sets} were searched, and none distinguishes all secrets"
        return True

    def _exhaustive_search(self) -> ExhaustiveSearch | None:
        """Return the exhaustive search, after improving the bound by it; None for large rules."""
        if self._search is None and self.rules.secrets <= MAX_CODES:
            self._search = ExhaustiveSearch(self._table)
            self.lower, self.reason = lower_bound_by_counting(self.rules, self._search.rows)
        return self._search

    def _record(self, ranks: Ranks) -> None:
        if not self.guesses or len(ranks) < len(self.guesses):
            self.guesses = tuple(sorted(int(self._table.numbers[rank]) for rank in ranks))

    def _best_ranks(self) -> Ranks:
        """Return the fewest guesses found, as ranks."""
        return np.array([self._table.rank(number) for number in self.guesses], np.intp)

    def _report(self, progress: Progress) -> None:
        """Report progress, and stop the search at the time limit."""
        if self._end is not None and time.monotonic() > self._end:
            raise TimeLimitReached
        if self._progress:
            upper = f" to {self.upper}" if self.upper else " or more"
            first, *others = progress.parts
            parts = (f"{self.lower}{upper}; {first}", *others)
            self._progress(progress._replace(parts=parts))


def lower_bound_by_counting(rules: Rules, rows: Sequence[int]) -> tuple[int, str]:
    """Return a lower bound for the number of guesses, and the reason as text.

    Each secret needs a row of answers of its own. Two colours that no guess shows cannot be
    distinguished, so that all colours but one must be shown.

    Args:
        rules: the rules.
        rows: as in :func:`max_rows`.
    """
    least = 1
    while max_rows(rows, least) < rules.secrets:
        least += 1
    shown = -((1 - rules.colors) // rules.pegs)
    fewer = max(least, shown) - 1
    if not fewer:
        return 1, "without a guess there is no answer"
    guesses = format_count(fewer, "guess")
    if shown > least:
        return shown, (
            f"{guesses} can show {fewer * rules.pegs} of the {rules.colors} colours, and two that "
            "none shows cannot be distinguished"
        )
    return least, (
        f"{guesses} can get {max_rows(rows, fewer)} different rows of answers, and there are "
        f"{rules.secrets} secrets"
    )
