"""The objective of an exact search: reads it from words, prints it, and prices trees by it."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from mmtree.arguments import expect, whole_number
from mmtree.errors import StrategyError

_WORDS = re.compile(
    r"(?:(?P<max>max)|(?:(?P<worst>worst, then )|(?P<first>worst, then fewest at it, then )"
    r"|most within (?P<within>[1-9][0-9]{0,18}), then )?expected"
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
        fewest_first: first of all, the most guesses any secret needs, then the fewest secrets that
            need so many, and then the total.
        most_within: first of all, as many secrets as possible within so many guesses.
        max_only: only the most guesses any secret needs, whatever the total.
        opening: the only first guess allowed, as text; empty for any.

    Raises:
        TypeError: one of the first five is of another type.
        StrategyError: a number is below 1, or two of the quantities exclude each other.
    """

    worst_first: bool = False
    max_guesses: int | None = None
    fewest_at_max: bool = False
    fewest_first: bool = field(default=False, kw_only=True)
    most_within: int | None = field(default=None, kw_only=True)
    max_only: bool = field(default=False, kw_only=True, repr=False)
    opening: str = field(default="", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        for name in ("worst_first", "fewest_at_max", "fewest_first"):
            expect(bool, getattr(self, name), name, "True or False")
        for name in ("max_guesses", "most_within"):
            if (value := getattr(self, name)) is not None:
                number = whole_number(value, name, "a whole number or None")
                if number < 1:
                    raise StrategyError(f"{name} must be at least 1, got {number}")
                object.__setattr__(self, name, number)  # as int, also from NumPy
        names = ("most_within", "fewest_first", "worst_first", "fewest_at_max")
        given = [name for name in names if getattr(self, name)]
        if len(given) > 1 and given != ["worst_first", "fewest_at_max"]:
            raise StrategyError(f"{given[0]} and {given[1]} exclude each other: give only one")

    @classmethod
    def read(cls, words: str) -> "Objective | None":
        """Return the objective in the words of a proof, which trees/README.md defines, or None."""
        found = _WORDS.fullmatch(words)
        if not found:
            return None
        with suppress(StrategyError):  # two of the quantities exclude each other
            return cls(
                bool(found["worst"]),
                int(found["most"]) if found["most"] else None,
                bool(found["fewest"]),
                fewest_first=bool(found["first"]),
                most_within=int(found["within"]) if found["within"] else None,
                max_only=bool(found["max"]),
                opening=found["opening"] or "",
            )
        return None

    def __str__(self) -> str:
        first = "worst, then " if self.worst_first else ""
        if self.fewest_first:
            first = "worst, then fewest at it, then "
        if self.most_within is not None:
            first = f"most within {self.most_within}, then "
        return self._text(f"{first}expected", ", at most", ", then least max, then fewest at it")

    @property
    def total_only(self) -> bool:
        """Whether nothing but the total is minimised, among the trees allowed."""
        others = self.worst_first or self.fewest_at_max or self.fewest_first or self.max_only
        return not others and self.most_within is None

    @property
    def figures(self) -> str:
        """The figures that are least, as a short text: ``max, average``."""
        first = "max, " if self.worst_first else "max, at max, " if self.fewest_first else ""
        if self.most_within is not None:
            first = f"most within {self.most_within}, "
        fewest = ", …" if self.worst_first else ", max, …"
        return self._text(f"{first}average", " within", fewest)

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

    def surcharge(self, secrets: int, most: int) -> int:
        """Return the price of a secret that needs ``most`` guesses, or more than ``most_within``.

        It is more than the total of any tree that is compared, and 0 where the number of these
        secrets does not come before the total.

        Args:
            secrets: number of secrets.
            most: the most guesses any secret needs, if that is minimised first.
        """
        if self.fewest_first:
            return secrets * most + 1
        return 0 if self.most_within is None else secrets * (self.max_guesses or secrets) + 1

    def price(self, histogram: Sequence[int]) -> int:
        """Return the price of a tree: its total, in larger units if other figures count, too.

        Args:
            histogram: number of secrets found by the first, second, … guess.
        """
        most, size = len(histogram), sum(histogram) + 1
        if self.max_only:
            return most
        total = sum(guesses * count for guesses, count in enumerate(histogram, 1))
        if self.fewest_at_max:
            return price_with_ties(size - 1, total, most, histogram[-1])
        dear = histogram[-1:] if self.most_within is None else histogram[self.most_within :]
        return total + self.surcharge(size - 1, most) * sum(dear)


def price_with_ties(secrets: int, total: int, most: int, at_most: int) -> int:
    """Return the price of a tree whose max, and then the secrets at it, break ties of the total.

    Args:
        secrets: number of secrets.
        total: guesses summed over all secrets.
        most: the most guesses any secret needs.
        at_most: number of secrets that need ``most`` guesses.
    """
    return (total * (secrets + 1) + most) * (secrets + 1) + at_most
