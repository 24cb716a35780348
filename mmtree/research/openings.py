"""The figures of a strategy for one opening of each class, or for all openings.

For an optimal strategy, all openings of a class have the same total. A strategy that breaks ties by
the order of the codes treats them differently: Palm 2017 tried all 1296 of 4 pegs and 6 colours.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from statistics import median_low
from typing import Any

from mmtree.check.bounds import codes_of
from mmtree.check.claims import Published, find_published
from mmtree.errors import NoTreeError, RulesError
from mmtree.game.code import format_code
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.game.symmetry import Symmetry
from mmtree.processes import process_pool
from mmtree.progress import OnProgress, Progress, ignore
from mmtree.search.kernel import processors
from mmtree.search.partition import cell_sizes
from mmtree.strategies.builder import prepare, run_strategy
from mmtree.strategies.interface import Task
from mmtree.strategies.strategy_row import StrategyRow, Value
from mmtree.tree.provenance import Figures, Strategy

_FEW = 16
"""Up to this many openings are built in one process, if the rules take seconds."""
_WAIT = 0.5
"""Seconds; Windows notices Ctrl-C only between two waits."""


@dataclass(frozen=True)
class Study:
    """The openings of a strategy with their figures.

    Attributes:
        strategy: the name of the strategy.
        options: its options, including defaults that matter.
        rules: the game.
        every: True if all codes were tried, False for the lowest of each class.
        openings: the figures of the tree of each, in rising order of the codes; None if it is
            proved that no tree exists, as for some openings and ``max_guesses``.
    """

    strategy: str
    options: Mapping[str, Value]
    rules: Rules
    every: bool
    openings: Mapping[int, Figures | None]

    @cached_property
    def built(self) -> list[tuple[int, Figures]]:
        """The openings that have a tree, with its figures, sorted by total, max and code."""
        found = [(code, figures) for code, figures in self.openings.items() if figures]
        return sorted(found, key=lambda pair: (pair[1].total, pair[1].max, pair[0]))

    @cached_property
    def classes(self) -> dict[int, list[int]]:
        """The totals of the openings of each class, rising, by the lowest code of the class."""
        totals: dict[int, list[int]] = {
            lowest_equivalent(code, self.rules): [] for code in self.openings
        }
        for code, figures in self.built:
            totals[lowest_equivalent(code, self.rules)].append(figures.total)
        return dict(sorted(totals.items()))

    def published_totals(self, code: int) -> list[Published]:
        """Return the totals published for an opening, if the strategy has no options."""
        if self.options:
            return []
        name = format_code(code, self.rules)
        known = find_published(Strategy(self.strategy), self.rules, name, None)
        return [claim for claim in known if claim.opening == name and claim.total is not None]


def study(
    strategy: str,
    rules: Rules | str = "4p6c",
    *,
    every: bool = False,
    progress: OnProgress = ignore,
    jobs: int | None = None,
    **options: Value | None,
) -> Study:
    """Build the trees of a strategy for many openings, and return their figures.

    Args:
        strategy: a name listed by ``mmtree strategies``.
        rules: the rules, or how they are written.
        every: try all codes, instead of the lowest of each class.
        progress: called with the openings done, all openings, and the best one.
        jobs: the number of parallel jobs; None for one on each processor. The figures do not
            depend on it.
        options: the options of the strategy other than an opening.

    Raises:
        RulesError: the rules are a list of words or a table.
        StrategyError, RulesError, SizeError, KernelError: as
            :func:`mmtree.strategies.builder.build_tree`.
        MmtreeError: a process ended before its work was done.
    """
    jobs = jobs or processors()
    game = parse_rules(rules) if isinstance(rules, str) else rules
    if game.renaming == "never" or game.weights:
        raise RulesError(
            f"openings: {game} has no classes of equivalent openings: use rules of codes in pegs, "
            "such as 4p6c or 4p6c-places"
        )
    arguments = strategy, str(game), tuple(options.items())
    row, task, checked = _prepare(*arguments)
    codes = list_openings(task.table, every)
    results: Iterator[tuple[int, Figures | None]]
    if jobs == 1 or (len(codes) <= _FEW and row.quick(game)):
        results = ((code, build_figures(arguments, jobs, code)) for code in codes)
    else:
        results = _iter_figures(arguments, codes, jobs)
    found: dict[int, Figures | None] = {}
    best: tuple[str, ...] = ()
    least = None
    with closing(results):  # type: ignore[type-var]
        for code, figures in results:
            found[code] = figures
            if figures and (least is None or figures.total < least):
                least = figures.total
                best = (f"least total {least} by {format_code(code, game)}",)
            progress(Progress(len(found), len(codes), best))
    taken = {
        name: value for name, value in checked.items() if value is not None and value is not False
    }
    return Study(row.name, taken, game, every, {code: found[code] for code in codes})


@cache
def _prepare(
    strategy: str, rules: str, options: tuple[tuple[str, Value | None], ...]
) -> tuple[StrategyRow, Task, dict[str, Value | None]]:
    """Prepare a strategy, once in each process."""
    return prepare(strategy, rules, None, dict(options))


def build_figures(arguments: tuple[Any, ...], jobs: int, opening: int) -> Figures | None:
    """Return the figures of the tree with an opening; None if no tree exists, as is proved.

    Args:
        arguments: the strategy, the rules and pairs of options.
        jobs: the threads of an exact search.
        opening: the code number.
    """
    row, prepared, checked = _prepare(*arguments)
    task = Task(prepared.table, prepared.table.rank(opening), jobs=jobs)
    try:
        return run_strategy(row, task, checked).figures
    except NoTreeError:
        return None


def _iter_figures(
    arguments: tuple[Any, ...], openings: Sequence[int], jobs: int
) -> Iterator[tuple[int, Figures | None]]:
    """Yield the figures of each opening as they are built, in processes that end with this."""
    processes = min(jobs, len(openings))
    threads = max(1, jobs // processes)
    with process_pool(processes) as pool:
        builds = {
            pool.submit(build_figures, arguments, threads, opening): opening for opening in openings
        }
        waiting = set(builds)
        while waiting:
            done, waiting = wait(waiting, _WAIT, FIRST_COMPLETED)
            yield from ((builds[build], build.result()) for build in done)


def lowest_equivalent(code: int, rules: Rules) -> int:
    """Return the lowest code of the class of an opening: AABB for EFFE.

    Openings are equivalent if their colours occur equally often, and they have equally many holes.
    If the colours of each place can be renamed separately, only holes count.
    """
    counts, holes = _counts(code, rules)
    colors = [color for color, count in enumerate(counts) for _ in range(count)]
    return rules.number((*colors, *[rules.colors - 1] * holes))


def class_size(lowest: int, rules: Rules) -> int:
    """Return the number of codes of a class, given the lowest of them."""
    counts, holes = _counts(lowest, rules)
    places, colors = comb(rules.pegs, holes), rules.colors - rules.holes
    if rules.renaming == "separately":
        return places * int(colors ** (rules.pegs - holes))
    return places * codes_of(counts, colors)


def _counts(code: int, rules: Rules) -> tuple[tuple[int, ...], int]:
    """Return how often each colour of a code occurs, falling, and its number of holes."""
    found = Counter(rules.digits(code))
    holes = found.pop(rules.colors - 1, 0) if rules.holes else 0
    if rules.renaming == "separately":
        return (rules.pegs - holes,), holes
    return tuple(sorted(found.values(), reverse=True)), holes


def summarize_totals(totals: Sequence[int]) -> tuple[int, int, int]:
    """Return the least, the median (the lower of two) and the greatest of rising totals."""
    return totals[0], median_low(totals), totals[-1]


def list_openings(table: CodeTable, every: bool) -> list[int]:
    """Return all first guesses that split the secrets, or the lowest of each class, rising."""
    ranks = table.allowed(table.secrets, ())
    if not every:
        ranks = Symmetry(table).representatives(ranks)
    if table.rules.guesses > table.rules.secrets:  # a secret always splits the others
        ranks = ranks[(cell_sizes(table, table.secrets, ranks) > 0).sum(axis=0) > 1]
    return [int(number) for number in table.numbers[ranks]]
