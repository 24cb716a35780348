"""Runs a strategy to completion over every secret and keeps the tree."""

from __future__ import annotations

import os
from array import array
from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from mmtree.arguments import expect
from mmtree.errors import CodeError, RulesError, StrategyError
from mmtree.game.code import parse_code
from mmtree.game.rules import Rules
from mmtree.game.table import CodeTable
from mmtree.search.kernel import MAX_JOBS, processors
from mmtree.search.partition import Ranks, split
from mmtree.search.prices import Objective
from mmtree.strategies.catalogue import ROWS, StrategyRow, described, find
from mmtree.strategies.interface import Chooser, History, Progress, Task
from mmtree.strategies.options import Value, whole
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
    row, task, checked = prepare(strategy, rules, opening, _with(objective, options))
    if checkpoint is not None:
        if not row.keeps_checkpoint:
            does = ", ".join(other.name for other in ROWS if other.keeps_checkpoint)
            raise StrategyError(f"strategy {row.name} keeps no checkpoint: only {does} does")
        from mmtree.search.checkpoint import Checkpoint

        task.checkpoint = Checkpoint(os.fsdecode(checkpoint), task.table.rules)
    if below is not None and not row.takes_limit:
        does = ", ".join(other.name for other in ROWS if other.takes_limit)
        raise StrategyError(f"strategy {row.name} takes no total to stay below: only {does} does")
    for name, value in (("improves", improves), ("seconds", seconds)):
        if value is not None and not row.goes_on:
            does = ", ".join(other.name for other in ROWS if other.goes_on)
            raise StrategyError(f"strategy {row.name} does not take {name}: only {does} does")
    if improves is not None:
        _check_improved(improves, task, checked)
    if seconds is not None:
        expect((int, float), seconds, "seconds", "a number")
        if not seconds > 0:
            raise StrategyError(f"seconds {seconds}: give more than 0")
    task.below, task.improves, task.seconds = below, improves, seconds
    task.jobs = processors() if jobs is None else whole("jobs", jobs, 1, MAX_JOBS)
    task.progress = progress
    if cluster is None:
        return run_strategy(row, task, checked)
    if not row.takes_cluster:
        does = ", ".join(other.name for other in ROWS if other.takes_cluster)
        raise StrategyError(f"strategy {row.name} takes no cluster: only {does} does")
    from mmtree.search.cluster.connect import open_workers

    with open_workers(cluster) if isinstance(cluster, str) else nullcontext(cluster) as workers:
        task.workers = workers
        return run_strategy(row, task, checked)


if build_tree.__doc__:  # the help of Python says what every strategy takes
    build_tree.__doc__ = build_tree.__doc__.replace(
        "{options}",
        "\n            ".join(f"{option.name}, of {told}" for option, told in described()),
    )


def prepare(
    strategy: str, rules: Rules | str, opening: int | str | None, given: Mapping[str, object]
) -> tuple[StrategyRow, Task, dict[str, Value | None]]:
    """What is asked for, checked, with every option of the strategy.

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
    for name, value in given.items():
        if value is not None and not row.takes(name):
            takes = ", ".join(("opening", *(option.name for option in row.options)))
            raise StrategyError(f"strategy {row.name} does not take {name}: it takes {takes}")
    options: dict[str, Value | None] = {}
    for option in row.options:
        value = given.get(option.name)
        options[option.name] = option.default if value is None else option.check(value)
    table = CodeTable(rules)
    return row, Task(table, None if opening is None else table.rank(opening)), options


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
    """The whole tree of what was prepared."""
    table = task.table
    chooser = row.make(task, **options)
    guess, feedback, extent = _grow(table, chooser, task.opening, task.progress)
    kept: dict[str, Value] = {}
    if task.opening is not None:
        kept["opening"] = int(table.numbers[task.opening])
    kept |= {
        name: value for name, value in options.items() if value is not None and value is not False
    }
    made_by = chooser.made_by or Strategy(row.name, kept)
    tree = StrategyTree(table.rules, made_by, guess, feedback, extent, chooser.proof)
    tree.trusted = task.searched_by is None
    if chooser.interrupted:
        raise BuildInterrupted(tree)
    return tree


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


def _grow(
    table: CodeTable, chooser: Chooser, opening: int | None, progress: Progress | None
) -> tuple[array[int], array[int], array[int]]:
    """Guesses, feedbacks and extents of all nodes, in preorder."""
    rules, numbers = table.rules, table.numbers.tolist()
    guesses, feedbacks, extents = array("Q"), array("B"), array("I")
    found = 0
    growing: list[int] = []  # the nodes above, outermost first
    waiting: list[tuple[int, Ranks, History]] = [(0, np.arange(len(table.numbers)), ())]
    while waiting:
        value, secrets, history = waiting.pop()
        if progress:
            progress(found, rules.secrets, "")
        while len(growing) > len(history):
            node = growing.pop()
            extents[node] = len(guesses) - node
        if len(secrets) == 1:
            guess = secrets.item(0)
        elif history or opening is None:
            guess = chooser.choose(secrets, history)
        else:
            guess = opening
        growing.append(len(guesses))
        guesses.append(numbers[guess])
        feedbacks.append(value)
        extents.append(1)
        if len(secrets) == 1:
            found += 1
            continue
        for answer, cell in reversed(split(table, secrets, guess)):
            if answer == rules.all_black:
                found += 1
            else:
                waiting.append((answer, cell, (*history, (guess, answer))))
    if progress:
        progress(found, rules.secrets, "")
    for node in growing:
        extents[node] = len(guesses) - node
    return guesses, feedbacks, extents


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
