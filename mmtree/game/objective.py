"""The objective of an exact search: reads it from words, prints it, and prices trees by it."""

import re
from dataclasses import dataclass, field

from mmtree.arguments import expect, whole_number
from mmtree.errors import StrategyError

_WORDS = re.compile(
    r"(?:(?P<max>max)|(?:expected|(?P<worst>worst, then expected))"
    r"(?:, at most (?P<most>[1-9][0-9]{0,18}))?(?P<fewest>, then least max, then fewest at it)?)"
    r"(?:, opened (?P<opening>.+))?"
)


@dataclass(frozen=True)
class Objective:
    """The quantities to minimise, in order of importance.

    Attributes:
        worst_first: first of all, the most guesses any secret needs.
        max_guesses: no secret may need more guesses than this.
        fewest_at_max: among the trees of least total, the least max and then the fewest secrets
            that need max guesses.
        max_only: only the most guesses any secret needs, whatever the total.
        opening: the only first guess allowed, as text; empty for any.

    Raises:
        TypeError: one of the first three is of another type.
        StrategyError: ``max_guesses`` is below 1.
    """

    worst_first: bool = False
    max_guesses: int | None = None
    fewest_at_max: bool = False
    max_only: bool = field(default=False, kw_only=True, repr=False)
    opening: str = field(default="", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        expect(bool, self.worst_first, "worst_first", "True or False")
        expect(bool, self.fewest_at_max, "fewest_at_max", "True or False")
        if self.max_guesses is not None:
            most = whole_number(self.max_guesses, "max_guesses", "a whole number or None")
            if most < 1:
                raise StrategyError(f"max_guesses must be at least 1, got {most}")
            object.__setattr__(self, "max_guesses", most)  # as int, also from NumPy

    @classmethod
    def read(cls, words: str) -> "Objective | None":
        """Return the objective in the words of a proof, which trees/README.md defines, or None."""
        found = _WORDS.fullmatch(words)
        if not found:
            return None
        return cls(
            bool(found["worst"]),
            int(found["most"]) if found["most"] else None,
            bool(found["fewest"]),
            max_only=bool(found["max"]),
            opening=found["opening"] or "",
        )

    def __str__(self) -> str:
        first = "worst, then expected" if self.worst_first else "expected"
        return self._text(first, ", at most", ", then least max, then fewest at it")

    @property
    def figures(self) -> str:
        """The figures that are least, as a short text: ``max, average``."""
        first = "max, average" if self.worst_first else "average"
        return self._text(first, " within", ", …" if self.worst_first else ", max, …")

    def _text(self, first: str, within: str, fewest: str) -> str:
        """Return the text of its parts."""
        text = "max" if self.max_only else first
        if self.max_guesses is not None:
            text += f"{within} {self.max_guesses}"
        text += fewest if self.fewest_at_max else ""
        return text + (f", opened {self.opening}" if self.opening else "")

    @property
    def text_name(self) -> str:
        """The name of the text that explains it to players; empty if there is none."""
        if self == Objective(max_guesses=self.max_guesses):
            return "bestAverage" if self.max_guesses is None else "bestWithin"
        return "bestWorst" if self == Objective(worst_first=True) else ""

    def price(self, secrets: int, total: int, most: int, at_most: int) -> int:
        """Return the price of a tree: its total, in larger units if its max counts, too.

        Args:
            secrets: number of secrets.
            total: guesses summed over all secrets.
            most: the most guesses any secret needs.
            at_most: number of secrets that need ``most`` guesses.
        """
        if self.max_only:
            return most
        if not self.fewest_at_max:
            return total
        return (total * (secrets + 1) + most) * (secrets + 1) + at_most
