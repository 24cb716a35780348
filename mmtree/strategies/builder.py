"""Runs a strategy to completion over every secret and keeps the tree."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mmtree.arguments import expect
from mmtree.errors import CodeError, RulesError, StrategyError
from mmtree.game.code import parse_code
from mmtree.game.rules import Rules
from mmtree.game.table import CodeTable
from mmtree.search.kernel import MAX_JOBS, processors
from mmtree.search.prices import Objective
from mmtree.strategies.catalogue import StrategyRow, described, find
from mmtree.strategies.interface import Progress, SearchResult, Task
from mmtree.strategies.options import Value, whole
from mmtree.strategies.tree_nodes import expand_tree, grow_tree
from mmtree.strategies.upper_bound import Below, check_known
from mmtree.tree.tree import Strategy, StrategyTree

if TYPE_CHECKING:
    from mmtree.search.cluster.workers import Workers


class BuildInterrupted(KeyboardInterrupt):
    """Somebody did not want to wait any longer, and there is a tree already.

    Attributes:
        tree: the best so far.
    """

    def __init__(self, tree: StrategyTree) -> None:
        super().__init__()
        self.tree = tree


def build_tree(
    strategy: str,
    rules: Rules | str = "4p6c",
    *,
    opening: int | str | None = None,
    objective: Objective | None = None,
    progress: Progress | None = None,
    jobs: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    below: Below | None = None,
    cluster: str | Workers | None = None,
    improves: StrategyTree | None = None,
    seconds: float | None = None,
    **options: Value | None,
) -> StrategyTree:
    """The whole tree of a strategy. The same arguments give the same tree on every machine.

    Args:
        strategy: a name listed by ``mmtree strategies``.
        rules: the rules, or how they are written.
        opening: the first guess, a code or its number; None leaves it to the strategy.
        objective: three options of an exact search in one: worst_first, max_guesses, fewest_at_max.
        progress: called from time to time with the work done, all work, and the best so far.
        jobs: threads of an exact search; None for one on each processor. The tree does not depend
            on it, nor on a checkpoint.
        checkpoint: file where an exact search keeps what is settled, and from which a stopped one
            goes on. It is left there.
        below: a tree of these rules, so that an exact search looks for none of a higher total; or
            a number, so that it looks only for trees of a lower total. What it finds is the same
            tree as without.
        cluster: whose workers share an exact search: the address or the file of a Dask scheduler,
            local:N for N processes here, or what ``open_workers`` of
            :mod:`mmtree.search.cluster.connect` gives. Its workers are believed, which the
            proof says; where they answer truly, the tree does not depend on it.
        improves: a tree of these rules from which a beam goes on; what comes out is never worse.
        seconds: a beam takes what it has found after so many, but it does find a tree.
        options: what the strategy takes besides; None stands for the default:
            {options}

    Raises:
        StrategyError: the strategy is unknown, or does not take one of the options.
        RulesError, CodeError: the rules or the opening cannot be read.
        SizeError: the rules are too large for this machine.
        NoTreeError: it is proved that no tree reaches the objective, or the total asked for.
        CheckpointError, OSError: the checkpoint is unusable, or one of another search.
        BuildInterrupted: Ctrl-C, where a beam has a tree already.
        KernelError: the kernel asked for by ``MMTREE_KERNEL`` is not there.
        ClusterError: nobody answers at the cluster, it has gone, or it cannot be used.
        TypeError: an argument is of another type.
    """
    if progress is not None and not callable(progress):
        raise TypeError(f"progress {progress!r}: give a function of (done, work, best)")
    settings = {
        "below": below,
        "checkpoint": checkpoint,
        "cluster": cluster,
        "improves": improves,
        "seconds": seconds,
    }
    given = _with(objective, options)
    row, task, checked = prepare(strategy, rules, opening, given, settings)
    task.jobs = processors() if jobs is None else whole("jobs", jobs, 1, MAX_JOBS)
    task.progress, task.below = progress, below
    if improves is not None:
        _check_improved(improves, task, checked)
        task.improves = improves
    if seconds is not None:
        expect((int, float), seconds, "seconds", "a number")
        if not seconds > 0:
            raise StrategyError(f"seconds {seconds}: give more than 0")
        task.seconds = seconds
    if checkpoint is not None:
        from mmtree.search.checkpoint import Checkpoint

        task.checkpoint = Checkpoint(os.fsdecode(checkpoint), task.table.rules)
    with _workers(cluster) as task.workers:
        return run_strategy(row, task, checked)


if build_tree.__doc__:  # the help of Python says what every strategy takes
    build_tree.__doc__ = build_tree.__doc__.replace(
        "{options}",
        "\n            ".join(f"{option.name}, of {told}" for option, told in described()),
    )


def prepare(
    strategy: str,
    rules: Rules | str,
    opening: int | str | None,
    options: Mapping[str, object],
    settings: Mapping[str, object] | None = None,
) -> tuple[StrategyRow, Task, dict[str, Value | None]]:
    """Check arguments of :func:`build_tree`.

    Args:
        strategy, rules, opening, options: as there.
        settings: the arguments that the tree file does not name; only whether the strategy takes
            them is checked.

    Returns:
        The strategy, a task with rules and opening, and all options of the strategy.

    Raises:
        StrategyError, RulesError, CodeError, SizeError: as :func:`build_tree`.
    """
    row = find(strategy)
    if isinstance(rules, str):
        rules = Rules.parse(rules)
    if not isinstance(rules, Rules):
        raise RulesError(f"rules {rules!r}: give Rules, or how they are written")
    if isinstance(opening, str):
        opening = parse_code(opening, rules)
    elif opening is not None:
        try:
            opening = whole("opening", opening, 0)
            rules.digits(opening)
        except RulesError as error:
            raise CodeError(str(error)) from None
    row.check_taken(options, settings)
    values = row.check_options(options)
    table = CodeTable(rules)
    return row, Task(table, None if opening is None else table.rank(opening)), values


@contextmanager
def _workers(cluster: str | Workers | None) -> Iterator[Workers | None]:
    """Connect to a cluster for the time of a build, unless the caller has done so."""
    if not isinstance(cluster, str):
        yield cluster
        return
    from mmtree.search.cluster.connect import open_workers

    with open_workers(cluster) as workers:
        yield workers


def _check_improved(tree: StrategyTree, task: Task, options: Mapping[str, Value | None]) -> None:
    """Refuse a tree from which nothing that is asked for can come.

    Raises:
        StrategyError: it is of other rules, opened otherwise, or takes too many guesses.
        TreeError: it is no strategy tree.
        TypeError: it is no tree at all.
    """
    expect(StrategyTree, tree, "improves", "a tree, as mmtree.load gives it")
    rules, most = task.table.rules, options.get("max_guesses")
    if tree.rules != rules:
        raise StrategyError(f"improves: a tree of {tree.rules} cannot become one of {rules}")
    most = None if most is None else int(most)
    check_known("improves", tree, task.table, task.opening, most)


def run_strategy(row: StrategyRow, task: Task, options: Mapping[str, Value | None]) -> StrategyTree:
    """Build the tree of a prepared task.

    Raises:
        BuildInterrupted: the user interrupted the search; the exception holds the best tree so far.
    """
    table = task.table
    made_by, proof, interrupted = _strategy(row, task, options), None, False
    made = row.make(task, **options)
    if isinstance(made, SearchResult):
        nodes = expand_tree(table, made.guesses, task.progress)
        made_by, proof, interrupted = made.made_by or made_by, made.proof, made.interrupted
    else:
        nodes = grow_tree(table, made, task.opening, task.progress)
    tree = StrategyTree(table.rules, made_by, *nodes, proof)
    tree.trusted = task.searched_by is None
    if interrupted:
        raise BuildInterrupted(tree)
    return tree


def _strategy(row: StrategyRow, task: Task, options: Mapping[str, Value | None]) -> Strategy:
    """Return the strategy as the tree file names it."""
    named: dict[str, Value] = {}
    if task.opening is not None:
        named["opening"] = int(task.table.numbers[task.opening])
    named |= {
        name: value for name, value in options.items() if value is not None and value is not False
    }
    return Strategy(row.name, named)


def _with(objective: Objective | None, options: Mapping[str, object]) -> Mapping[str, object]:
    """The options, with those that an objective stands for."""
    if objective is None:
        return options
    if not isinstance(objective, Objective):
        raise StrategyError(f"objective {objective!r}: give an Objective")
    parts = vars(objective)
    for name in parts.keys() & options.keys():
        raise StrategyError(f"{name} is a part of the objective: give only one of them")
    return {**options, **parts}


def rebuild(tree: StrategyTree, progress: Progress | None = None) -> StrategyTree:
    """Build a tree again from the rules and the strategy it names.

    Raises:
        StrategyError: the strategy is unknown or does not take those options.
        SizeError, NoTreeError: as :func:`build_tree`.
    """
    given: dict[str, Any] = dict(tree.strategy.options)
    row, task, options = prepare(tree.strategy.name, tree.rules, given.pop("opening", None), given)
    task.jobs, task.progress = processors(), progress
    return run_strategy(row, task, options)
