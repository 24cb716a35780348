"""The prices of an exact search: price lists, and the cheapest tree."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

INFINITE = 1 << 50
"""The price of an impossible or forbidden case. Real prices are far below, and a sum over the
feedbacks of a guess fits into int64."""


@dataclass(frozen=True)
class Prices:
    """A price list c(1), c(2), c(3) … for a secret found by the first, second, third … guess.

    c(k) = ``unit``·k up to ``last`` guesses, with ``surcharge`` on top from guess ``since`` on, by
    default the last one, and infinite beyond the last. Without ``last``, all prices are finite. The
    last ``free`` guesses are not counted: 1 where secrets are only identified.
    """

    unit: int = 1
    last: int | None = None
    surcharge: int = 0
    free: int = field(default=0, repr=False)
    since: int | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """The text by which a checkpoint names a search."""
        return repr(self)[:-1] + (")" if self.since is None else f", since={self.since})")

    @classmethod
    def read(cls, name: str) -> "Prices | None":
        """Return the price list of that text, by which a checkpoint names a search, or None."""
        number = "[1-9][0-9]{0,17}"
        form = (
            rf"Prices\(unit=({number}), last=(None|{number}), surcharge=(0|{number})"
            rf"(?:, since=({number}))?\)"
        )
        found = re.fullmatch(form, name)
        if not found:
            return None
        unit, last, surcharge, since = found.groups()
        last = None if last == "None" else int(last)
        return cls(int(unit), last, int(surcharge), since=int(since) if since else None)

    @property
    def are_totals(self) -> bool:
        """Whether the price of a tree is its total."""
        return self.unit == 1 and not self.surcharge

    @property
    def sum(self) -> str:
        """The word for the price of a tree in whole units."""
        return "price" if self.surcharge > 1 else "total"

    def __call__(self, guesses: int) -> int:
        """Return c(guesses), from 1 guess on."""
        guesses -= self.free
        if self.last is not None and guesses > self.last:
            return INFINITE
        since = self.last if self.since is None else self.since
        dear = since is not None and guesses >= since
        return self.unit * guesses + (self.surcharge if dear else 0)


class Solution(NamedTuple):
    """The result of an exact search.

    Attributes:
        price: the least price, or ``INFINITE`` if no tree keeps within the price list and below the
            limit.
        most: the most guesses that a secret needs from this set on.
        guesses: the tree, as ranks in preorder: the root, and every set of three or more secrets.
            For one or two secrets, the lower one is guessed.
        scanned: the number of sets for which all guesses were bounded; it differs between kernels,
            and between runs of several threads.
    """

    price: int
    most: int
    guesses: tuple[int, ...]
    scanned: int


Plan = tuple[int, tuple[tuple[int, "Plan"], ...]]
"""A guess (rank), and the plan after each feedback except all black, in canonical order."""


def read_plan(plan: Plan, ends_of_two: int = 1) -> tuple[tuple[int, ...], int]:
    """Return the guesses of a plan in preorder, and the most that it can need.

    Those for one or two secrets are left out: the guess for two is followed by one other, or by
    ``ends_of_two``.
    """
    guesses, most, waiting = [], 0, [(plan, 1)]
    while waiting:
        (guess, cells), depth = waiting.pop()
        most = max(most, depth)
        if depth == 1 or len(cells) > ends_of_two or any(inner for _, (_, inner) in cells):
            guesses.append(guess)
        waiting += [(after, depth + 1) for _, after in reversed(cells)]
    return tuple(guesses), most
