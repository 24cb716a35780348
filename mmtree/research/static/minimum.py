"""The least number of guesses, all made before any answer, that distinguish all secrets.

The literature calls this static or non-adaptive Mastermind (Chvátal 1983, Greenwell 1999, Goddard
2003). With black pegs only, the number is the metric dimension of a Hamming graph (Cáceres et al.
2007). The final guess, which names the secret, is not counted.
"""

import time
from collections.abc import Sequence
from random import Random

import numpy as np

from mmtree.counts import format_count
from mmtree.errors import SizeError
from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules, check_classic
from mmtree.progress import OnProgress, Progress, ignore
from mmtree.research.static.exhaust import (
    MAX_CODES,
    ExhaustiveSearch,
    answer_rows,
    max_rows,
    unseparated_pairs,
)
from mmtree.search.partition import Ranks

MAX_TRIED = 100_000
"""Rules with more codes are refused."""

_PAIRS = 20_000
"""The most pairs of secrets on which a code is scored."""
_CODES = 500
"""Codes sampled for rules of more than ``MAX_CODES`` codes, and scored on a tenth of the pairs."""


class LocalSearch:
    """Searches for few guesses that distinguish all secrets: an upper bound for the least number.

    Each step removes one guess and replaces it by the code that leaves the fewest pairs of secrets
    unseparated. It is never put back at once, so that the search leaves local optima.

    Args:
        seed: seed of the random choice among equally good codes.
    """

    def __init__(self, table: CodeTable, seed: int = 0) -> None:
        self._table = table
        self._random = Random(seed)
        self._large = table.rules.secrets > MAX_CODES
        if not self._large:
            _ = table.by_secret  # computed once, so that answers are looked up

    def build_greedily(self, progress: OnProgress = ignore) -> Ranks:
        """Return guesses that distinguish all secrets, chosen greedily: intp[guesses], ranks."""
        chosen = np.zeros(0, np.intp)
        while (best := self._best_code(chosen)) is not None:
            chosen = np.append(chosen, best)
            progress(Progress(0, 1, (format_count(len(chosen), "guess"),)))
        return chosen

    def find(self, start: Ranks, tries: int, progress: OnProgress) -> Ranks | None:
        """Return as many guesses as ``start`` has that distinguish all secrets, or None.

        Args:
            start: ranks of guesses that do not distinguish all secrets.
            tries: how often a guess is replaced.
            progress: called with the tries made, all tries, and a description.

        Returns:
            intp[guesses], ranks.
        """
        chosen = start.copy()
        places: list[int] = []
        for number in range(tries):
            progress(Progress(number, tries, (format_count(len(chosen), "guess"),)))
            if not places:
                places = sorted(range(len(chosen)), key=lambda _: self._random.random())
            at = places.pop()
            best = self._best_code(np.delete(chosen, at), int(chosen[at]))
            if best is None:  # the other guesses suffice
                return chosen
            chosen[at] = best
            rows = answer_rows(self._table, chosen)
            if rows.max() + 1 == len(rows):
                return chosen
        return None

    def _best_code(self, chosen: Ranks, excluded: int | None = None) -> int | None:
        """Return the code that leaves the fewest pairs unseparated; None if all are separated.

        Args:
            chosen: the other guesses.
            excluded: a code that must not be returned.
        """
        rows = answer_rows(self._table, chosen)
        most = _PAIRS // 10 if self._large else _PAIRS
        first, second = unseparated_pairs(rows, most, self._random.random())
        if not len(first):
            return None
        codes = np.arange(self._table.rules.secrets)
        if self._large:
            codes = np.array([int(self._random.random() * len(codes)) for _ in range(_CODES)])
        equal = self._table.answers(codes, first) == self._table.answers(codes, second)
        unseparated = np.count_nonzero(equal, axis=1)
        unseparated[np.isin(codes, chosen) | (codes == excluded)] = len(first) + 1
        best = codes[unseparated == unseparated.min()]
        return int(best[int(self._random.random() * len(best))])


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
        self, rules: Rules, *, tries: int = 1000, seed: int = 0, seconds: float | None = None
    ) -> None:
        """Compute the first lower bound.

        Args:
            tries: how often the local search replaces a guess before it stops.
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
        self._progress: OnProgress = ignore
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

    def run(self, progress: OnProgress = ignore) -> None:
        """Search until the bounds meet, the time is over or the rules are too large.

        Args:
            progress: called with the work done, all work, and a description.
        """
        self._progress = progress
        try:
            local_search = LocalSearch(self._table, self._seed)
            self._record(local_search.build_greedily(self._report))
            self._exhaustive_search()
            found = True
            while found and not self.proved:
                fewer = np.searchsorted(self._table.numbers, self.guesses[:-1])
                found = self._record(local_search.find(fewer, self._tries, self._report))
            while not self.proved and self._decide_exhaustively(self.lower):
                pass
        except TimeLimitReached:
            self.obstacle = "the time limit was reached"

    def decide(self, guesses: int, progress: OnProgress = ignore) -> bool | None:
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
                if len(start) > guesses:
                    self._record(local_search.find(start[:guesses], self._tries, self._report))
                if len(self.guesses) > guesses:
                    self._decide_exhaustively(guesses)
        except TimeLimitReached:
            self.obstacle = "the time limit was reached"
        if guesses < self.lower:
            return False
        return True if self.upper is not None and self.upper <= guesses else None

    def _decide_exhaustively(self, guesses: int) -> bool:
        """Search all sets of this size; return False if that is impossible."""
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
        if not self._record(found):
            self.lower = guesses + 1
            sets = f"all sets of {format_count(guesses, 'guess')}"
            self.reason = f"{sets} were searched, and none distinguishes all"
        return True

    def _exhaustive_search(self) -> ExhaustiveSearch | None:
        """Return the exhaustive search, after improving the bound by it; None for large rules."""
        if self._search is None and self.rules.secrets <= MAX_CODES:
            self._search = ExhaustiveSearch(self._table)
            self.lower, self.reason = lower_bound_by_counting(self.rules, self._search.rows)
        return self._search

    def _record(self, ranks: Ranks | None) -> bool:
        """Record guesses that suffice, if they are fewer; return whether there are any."""
        if ranks is not None and not 0 < len(self.guesses) <= len(ranks):
            self.guesses = tuple(sorted(int(self._table.numbers[rank]) for rank in ranks))
        return ranks is not None

    def _report(self, progress: Progress) -> None:
        """Report progress, and stop the search at the time limit."""
        if self._end is not None and time.monotonic() > self._end:
            raise TimeLimitReached
        upper = f" to {self.upper}" if self.upper else " or more"
        first, *others = progress.parts
        self._progress(progress._replace(parts=(f"{self.lower}{upper}; {first}", *others)))


def lower_bound_by_counting(rules: Rules, rows: Sequence[int]) -> tuple[int, str]:
    """Return a lower bound for the number of guesses, and the reason as text.

    Each secret needs a row of answers of its own. Two colours that no guess shows cannot be
    distinguished, so that all colours but one must be shown.

    Args:
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
