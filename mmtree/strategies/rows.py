"""The strategies of the literature, one row each."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from mmtree.errors import StrategyError
from mmtree.strategies import consistent, exact, least_bits, one_step
from mmtree.strategies.choice import Make
from mmtree.strategies.sources import SOURCES


@dataclass(frozen=True)
class StrategyRow:
    """One strategy.

    Attributes:
        name: as in ``mmtree build --strategy``.
        rule: how the next guess is chosen, in a line.
        make: sets it to work.
        options: names of the :class:`~mmtree.strategies.choice.Options` it takes besides the
            opening, which all take.
        keeps_checkpoint: whether it can be stopped and go on.
    """

    name: str
    rule: str
    make: Make
    options: tuple[str, ...] = ()
    keeps_checkpoint: bool = False

    @property
    def source(self) -> str:
        """Where it was published."""
        return SOURCES[self.name]


ROWS = (
    StrategyRow(
        "lexicographic",
        "first consistent code in order",
        consistent.lexicographic,
    ),
    StrategyRow(
        "counting",
        "count from the last guess, cyclically, to the next consistent code",
        consistent.counting,
        ("direction",),
    ),
    StrategyRow(
        "random",
        "a random consistent code",
        consistent.random,
        ("seed",),
    ),
    StrategyRow(
        "knuth",
        "smallest largest cell; consistent first; lowest code",
        one_step.one_step(one_step.largest_cell),
    ),
    StrategyRow(
        "palm-knuth",
        "smallest largest cell, by a scan that switches once to a consistent code",
        one_step.one_step(one_step.largest_cell, one_step.palm_scan),
    ),
    StrategyRow(
        "palm-t2",
        "least standard deviation of the cell sizes, by the same scan",
        one_step.one_step(one_step.expected_size, one_step.palm_scan),
    ),
    StrategyRow(
        "irving",
        "smallest expected cell size; consistent first; lowest code",
        one_step.one_step(one_step.expected_size),
    ),
    StrategyRow(
        "irving-exact",
        "opening and second guess as irving, exact from the third on",
        exact.irving_exact,
    ),
    StrategyRow(
        "entropy",
        "greatest entropy of the partition; consistent first; lowest code",
        one_step.one_step(one_step.entropy),
    ),
    StrategyRow(
        "niedermayer",
        "greatest entropy among random guesses",
        one_step.niedermayer,
        ("seed", "samples"),
    ),
    StrategyRow(
        "kooi",
        "most cells; consistent first; lowest code",
        one_step.one_step(one_step.most_cells),
    ),
    StrategyRow(
        "koyama-lai",
        "least total of all trees, by exact search",
        exact.koyama_lai,
        ("objective", "slack"),
        keeps_checkpoint=True,
    ),
    StrategyRow(
        "least-bits",
        "of the least total, or at a price for bits, the tree cheapest to store as a seed",
        least_bits.least_bits,
        ("price", "ask"),
    ),
)


def find(name: str) -> StrategyRow:
    """The strategy of that name.

    Raises:
        StrategyError: there is none.
    """
    for row in ROWS:
        if row.name == name.strip().lower():
            return row
    names = [row.name for row in ROWS]
    near = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
    raise StrategyError(f"unknown strategy {name!r}: {hint}")
