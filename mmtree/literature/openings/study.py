"""What every opening is worth to a strategy: one of each class, or all of them.

For the best tree all openings of a class are worth the same. A strategy that breaks ties by the
order of the codes is not so fair: Palm 2017 tried all 1296 of 4 pegs and 6 colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from statistics import median_low

import numpy as np

from mmtree.check.claims import Published, published
from mmtree.game.code import format_code
from mmtree.game.rules import Rules
from mmtree.game.symmetry import Symmetry
from mmtree.game.table import CodeTable
from mmtree.literature.openings.builder import Builder
from mmtree.literature.openings.classes import lowest_equivalent
from mmtree.literature.openings.processes import figures_of
from mmtree.search.kernel import MAX_JOBS, processors
from mmtree.strategies.interface import Progress
from mmtree.strategies.options import Value, whole
from mmtree.tree.tree import Claim, Strategy

_FEW = 16
"""So few openings of rules that take seconds are not worth further processes."""


@dataclass(frozen=True)
class Opening:
    """What a strategy makes of one opening.

    Attributes:
        code: the opening.
        figures: those of the tree; None where it is proved that there is none, as for some
            openings and ``max_guesses``.
    """

    code: int
    figures: Claim | None


@dataclass(frozen=True)
class Study:
    """What a strategy makes of its openings.

    Attributes:
        strategy: its name.
        options: what it was told, the defaults that count included.
        rules: the game.
        every: whether all codes were tried, or the lowest of each class.
        openings: in rising order of their codes.
    """

    strategy: str
    options: Mapping[str, Value]
    rules: Rules
    every: bool
    openings: tuple[Opening, ...]

    @cached_property
    def built(self) -> list[tuple[int, Claim]]:
        """The openings that have a tree, with its figures: least total first, then least max."""
        found = [(opening.code, opening.figures) for opening in self.openings if opening.figures]
        return sorted(found, key=lambda pair: (pair[1].total, pair[1].max, pair[0]))

    @cached_property
    def classes(self) -> dict[int, list[int]]:
        """For the lowest code of each class, the totals of its openings, rising."""
        totals: dict[int, list[int]] = {
            lowest_equivalent(opening.code, self.rules): [] for opening in self.openings
        }
        for code, figures in self.built:
            totals[lowest_equivalent(code, self.rules)].append(figures.total)
        return dict(sorted(totals.items()))

    def claimed(self, code: int) -> list[Published]:
        """The totals published for an opening, of the strategy as it is without options."""
        if self.options:
            return []
        name = format_code(code, self.rules)
        known = published(Strategy(self.strategy), str(self.rules), name, None)
        return [claim for claim in known if claim.opening == name and claim.total is not None]


def study(
    strategy: str,
    rules: Rules | str = "4p6c",
    *,
    every: bool = False,
    progress: Progress | None = None,
    jobs: int | None = None,
    **options: Value | None,
) -> Study:
    """Build the trees of a strategy for many openings, and keep their figures.

    Args:
        strategy: a name listed by ``mmtree strategies``.
        rules: the rules, or how they are written.
        every: try all codes, instead of the lowest of each class.
        progress: called from time to time with the openings done, all openings, and the best.
        jobs: how much is done at the same time; None for one thing on each processor. The figures
            do not depend on it.
        options: what the strategy takes besides an opening.

    Raises:
        StrategyError, RulesError, SizeError, KernelError: as
            :func:`mmtree.strategies.builder.build_tree`.
        MmtreeError: a process has ended before its work was done.
    """
    jobs = processors() if jobs is None else whole("jobs", jobs, 1, MAX_JOBS)
    game = Rules.parse(rules) if isinstance(rules, str) else rules
    builder = Builder(strategy, str(game), options, jobs)
    codes = openings(builder.table, every)
    if jobs == 1 or (len(codes) <= _FEW and builder.row.quick(game)):
        results: Iterator[tuple[int, Claim | None]]
        results = ((code, builder.figures(code)) for code in codes)
    else:
        processes = min(jobs, len(codes))
        threads = max(1, jobs // processes)
        results = figures_of(strategy, str(game), options, codes, processes, threads)
    found: dict[int, Claim | None] = {}
    best = ""
    least = None
    with closing(results):  # type: ignore[type-var]
        for code, figures in results:
            found[code] = figures
            if figures and (least is None or figures.total < least):
                least = figures.total
                best = f"least total {least} by {format_code(code, game)}"
            if progress:
                progress(len(found), len(codes), best)
    each = tuple(Opening(code, found[code]) for code in codes)
    return Study(builder.row.name, builder.options, game, every, each)


def spread(totals: Sequence[int]) -> tuple[int, int, int]:
    """The least, the median and the greatest of rising totals; the lower one of two medians."""
    return totals[0], median_low(totals), totals[-1]


def openings(table: CodeTable, every: bool) -> list[int]:
    """All codes, or the lowest of each class, rising."""
    ranks = np.arange(len(table.numbers))
    if not every:
        ranks = Symmetry(table).representatives(ranks)
    return [int(number) for number in table.numbers[ranks]]
