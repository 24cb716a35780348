"""The origin of a strategy tree: its strategy, its proof, and the figures that its file claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mmtree.counts import format_gap
from mmtree.errors import TreeError

if TYPE_CHECKING:
    from fractions import Fraction

MAX_WORD = 40
_NAME = "[a-z0-9]+(-[a-z0-9]+)*"
_OPTION = "[a-z][a-z0-9_]*"
_TEXT = "[A-Za-z0-9._-]+"
"""The allowed names of strategies and options, and the texts that options may have as values."""


@dataclass(frozen=True)
class Strategy:
    """The strategy that built a tree, with its options: enough to build it again.

    Attributes:
        name: as in ``mmtree build --strategy``.
        options: option names with integer, text or truth values; an opening is a code number.
    """

    name: str
    options: Mapping[str, int | str | bool] = field(default_factory=dict)


def check_words(strategy: Strategy) -> None:
    """Check that the name and options of a strategy are plain words, so that they cannot mislead.

    Raises:
        TreeError: one of them is not a plain word.
    """
    words = [
        ("name", strategy.name, _NAME),
        *(("option", key, _OPTION) for key in strategy.options),
    ]
    texts = (value for value in strategy.options.values() if isinstance(value, str))
    for what, word, form in (*words, *(("value", text, _TEXT) for text in texts)):
        if len(word) > MAX_WORD or not re.fullmatch(form, word):
            raise TreeError(
                f"{what} {word!a:.60} of the strategy is not a plain word of at most {MAX_WORD} "
                f"characters ({form})"
            )


IMPROVED = "improved"
"""The name of a strategy whose search ended early, or started from a file: no single command builds
its tree again."""

CLUSTER = "cluster"
"""In a proof: it relies on results of a cluster's workers, which were not verified."""


@dataclass(frozen=True)
class Proof:
    """The bounds that an exact search found for the price of a tree.

    Attributes:
        objective: the minimised objective, as :class:`mmtree.game.objective.Objective` prints it.
        lower_bound: no tree has a lower price.
        upper_bound: the price of this tree; it is optimal exactly when the bounds are equal.
        searched_by: :data:`CLUSTER` if the lower bound relies on results of workers, else None.
    """

    objective: str
    lower_bound: int
    upper_bound: int
    searched_by: str | None = None

    @property
    def optimal(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower_bound == self.upper_bound

    @property
    def gap(self) -> str:
        """How far the price may be above the least one, such as 0.74 %."""
        return format_gap(self.lower_bound, self.upper_bound)

    def __str__(self) -> str:
        if self.optimal:
            return f"proved optimal{self.by} ({self.objective})"
        bounds = f"{self.lower_bound} to {self.upper_bound}"
        return f"at most {self.gap} above the least, proved{self.by} ({self.objective}: {bounds})"

    @property
    def by(self) -> str:
        """The words for a search by a cluster; else empty."""
        return " by a cluster's search" if self.searched_by else ""


@dataclass(frozen=True)
class Figures:
    """The figures of a tree.

    Attributes:
        secrets: number of secrets.
        total: guesses summed over all secrets, the last (right) guess counted; of weighted secrets,
            weight times guesses.
        max: the most guesses any secret needs.
        histogram: number of secrets found by the first, second, … guess.
        weighted: the sum of their weights; empty where the rules have none.
    """

    secrets: int
    total: int
    max: int
    histogram: tuple[int, ...]
    weighted: tuple[int, ...] = ()

    @classmethod
    def of(cls, histogram: Iterable[int], weighted: Iterable[int] = ()) -> Figures:
        """Return the figures that follow from a histogram and, with weights, a weighted one."""
        counts, weights = tuple(histogram), tuple(weighted)
        total = sum(guesses * count for guesses, count in enumerate(weights or counts, 1))
        return cls(sum(counts), total, len(counts), counts, weights)

    def to_map(self) -> dict[str, int | tuple[int, ...]]:
        """Return the values by name; without the weighted histogram if there is none."""
        return {name: value for name, value in vars(self).items() if value or name != "weighted"}

    @property
    def counted(self) -> tuple[int, ...]:
        """The histogram by which the total is counted: the weighted one, if there is one."""
        return self.weighted or self.histogram

    @property
    def weight(self) -> int:
        """The sum of all weights, by which the total is divided; the number of equal secrets."""
        return sum(self.weighted) or self.secrets

    @property
    def average(self) -> Fraction:
        """Guesses per secret, or with weights per unit of weight, as an exact fraction."""
        from fractions import Fraction

        return Fraction(self.total, self.weight)

    def __str__(self) -> str:
        average = f"{self.total}/{self.weight} = {self.total / self.weight:.4f}"
        weighted = "weighted " if self.weighted else ""
        return f"{weighted}total {self.total}, average {average}, max {self.max}"


@dataclass(frozen=True)
class Provenance:
    """The origin of a tree, with the claims that its nodes alone do not prove.

    Attributes:
        strategy: the strategy that built the tree.
        proof: the bounds of its price, or None.
        figures: the figures that its file claims; those counted, if it has no file.
        verified: whether the strategy is verified: mmtree built the tree in this process
            without a cluster, or it is a ready-made tree. Otherwise only its file or a cluster's
            workers vouch for it.
        proved: whether the proof is verified: mmtree's search made it in this process, or it is
            that of a ready-made tree whose certificate (trees/PROOFS) the tests check. Otherwise
            "says the file" is added.
    """

    strategy: Strategy
    proof: Proof | None
    figures: Figures
    verified: bool = False
    proved: bool = False
