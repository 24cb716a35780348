"""Run a strategy to completion over every secret, and build its tree."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mmtree.arguments import expect
from mmtree.errors import CodeError, RulesError, StrategyError
from mmtree.game.code import format_code, parse_code
from mmtree.game.codes import Codes
from mmtree.game.objective import Objective
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.progress import OnProgress
from mmtree.search.kernel import MAX_JOBS, processors
from mmtree.strategies.catalogue import GAP, check_taken, find, option_values, options_with_help
from mmtree.strategies.interface import BelowLimit, SearchResult, Task, expand_tree, grow_tree
from mmtree.strategies.strategy_row import StrategyRow, Value, check_whole_number
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree

if TYPE_CHECKING:
    from fractions import Fraction

    from mmtree.search.cluster.cluster import Cluster


class BuildInterrupted(KeyboardInterrupt):
    """The user interrupted a build that has found a tree.

    Attributes:
        tree: the best tree so far.
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
    progress: OnProgress | None = None,
    jobs: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    below: BelowLimit | None = None,
    cluster: str | Cluster | None = None,
    improves: StrategyTree | None = None,
    seconds: float | None = None,
    gap: float | Fraction | None = None,
    **options: Value | None,
) -> StrategyTree:
    """Build the whole tree of a strategy. The same arguments give the same tree everywhere.

    Args:
        strategy: a name listed by ``mmtree strategies``.
        rules: the rules, or their text such as "5p8c".
        opening: the first guess, a code or its number; None leaves it to the strategy.
        objective: several options of an exact search in one, such as worst_first and max_guesses.
        progress: called from time to time with a :class:`mmtree.progress.Progress`.
        jobs: threads of an exact search; None for one on each processor. The tree does not depend
            on it, nor on a checkpoint.
        checkpoint: file in which an exact search saves solved parts, and from which the same search
            resumes. It is not removed.
        below: a tree of these rules: an exact search prunes all trees of a higher total; or a
            number: it looks only for trees of a lower total. The tree found does not depend on it.
        cluster: the workers that run an exact search: the address or the file of a Dask scheduler,
            local:N for N processes here, or the result of ``open_cluster`` of
            :mod:`mmtree.search.cluster.cluster`. The workers are believed, and the proof names
            them; if their answers are true, the tree does not depend on them.
        improves: a tree of these rules from which a beam starts; the result is never worse.
        seconds: the time after which a beam or an exact search returns its best tree; a beam finds
            at least one.
        gap: an exact search returns its best tree once that is proved to be at most so far above
            the least price: 0.005 for 0.5 %.
        options: the strategy's own options; None for the default:
            {options}

    Raises:
        StrategyError: the strategy is unknown, or does not take one of the options.
        RulesError, CodeError: the rules or the opening cannot be read.
        SizeError: the rules are too large for this machine.
        NoTreeError: it is proved that no tree meets the objective or is below the given total.
        CheckpointError, OSError: the checkpoint is unusable, or of another search.
        BuildInterrupted: the user pressed Ctrl-C, and the search has found a tree.
        KernelError: the kernel that ``MMTREE_KERNEL`` names is missing.
        ClusterError: the cluster cannot be reached or used, or was lost.
        TypeError: an argument has the wrong type.
    """
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of a Progress, got {progress!r}")
    settings = {
        "below": below,
        "checkpoint": checkpoint,
        "cluster": cluster,
        "improves": improves,
        "seconds": seconds,
        "gap": gap,
    }
    given = _with(objective, options)
    row, task, checked = prepare(strategy, rules, opening, given, settings)
    task.jobs = processors() if jobs is None else check_whole_number("jobs", jobs, 1, MAX_JOBS)
    task.progress, task.below = progress, below
    if improves is not None:
        expect(StrategyTree, improves, "improves", "a tree, as mmtree.load gives it")
        most = checked.get("max_guesses")
        task.check_start_tree("improves", improves, None if most is None else int(most))
        task.improves = improves
    if seconds is not None:
        expect((int, float), seconds, "seconds", "a number")
        if not seconds > 0:
            raise StrategyError(f"seconds must be more than 0, got {seconds}")
        task.seconds = seconds
    if gap is not None:
        task.gap = _check_gap(gap)
    if checkpoint is not None:
        from mmtree.search.checkpoint import Checkpoint

        task.checkpoint = Checkpoint(os.fsdecode(checkpoint), task.codes.rules)
    with _open(cluster) as task.cluster:
        return run_strategy(row, task, checked)


if build_tree.__doc__:  # help(build_tree) lists the options of every strategy
    build_tree.__doc__ = build_tree.__doc__.replace(
        "{options}",
        "\n            ".join(f"{option.name}, of {text}" for option, text in options_with_help()),
    )


def _check_gap(gap: float | Fraction) -> Fraction:
    """Return the gap as a fraction."""
    from fractions import Fraction

    expect((int, float, Fraction), gap, "gap", "a number such as 0.005")
    if not 0 <= gap < 1:
        raise StrategyError(f"gap must be from 0 to below 1, got {gap}")
    return Fraction(str(gap))


def prepare(
    strategy: str,
    rules: Rules | str,
    opening: int | str | None,
    options: Mapping[str, object],
    settings: Mapping[str, object] | None = None,
) -> tuple[StrategyRow, Task, dict[str, Value | None]]:
    """Check arguments of :func:`build_tree`.

    Args:
        strategy, rules, opening, options: as of that function.
        settings: the arguments that are not saved in the tree file; their values are not checked.

    Returns:
        The strategy, a task with rules and opening, and all options of the strategy.

    Raises:
        StrategyError, RulesError, CodeError, SizeError: as :func:`build_tree`.
    """
    row = find(strategy)
    if isinstance(rules, str):
        rules = parse_rules(rules)
    if not isinstance(rules, Rules):
        raise RulesError(f"rules must be Rules or a text such as '4p6c', got {rules!r}")
    if isinstance(opening, str):
        opening = parse_code(opening, rules)
    elif opening is not None:
        try:
            opening = check_whole_number("opening", opening, 0)
            rules.digits(opening)
        except RulesError as error:
            raise CodeError(str(error)) from None
    check_taken(row, options, settings)
    row.check_rules(rules, opening)
    values = option_values(row, options)
    given = {name for name, value in (settings or {}).items() if value is not None}
    if "cluster" in given:  # refused before the connection is made, which needs Dask
        if not rules.classic:
            raise StrategyError(f"cluster: workers do not know house rules such as {rules}")
        early = [name for name in ("gap", "seconds") if name in given and GAP in row.settings]
        if early:
            raise StrategyError(f"{early[0]}: the search of a cluster cannot end early")
    task = Task(Codes(rules))
    if opening is not None:
        task.opening = task.codes.rank(opening)
        guess = rules.prepare(opening)
        answers = (rules.answer(guess, rules.prepare(code)) for code in rules.secret_codes())
        first = next(answers)
        if all(answer == first for answer in answers):
            words = format_code(opening, rules)
            raise StrategyError(
                f"opening {words} splits nothing, as every secret gets the same answer: use another"
            )
    return row, task, values


def _open(cluster: str | Cluster | None) -> AbstractContextManager[Cluster | None]:
    """Connect to a cluster for the time of a build, unless the caller is connected."""
    if not isinstance(cluster, str):
        return nullcontext(cluster)
    from mmtree.search.cluster.cluster import open_cluster

    return open_cluster(cluster)


def run_strategy(row: StrategyRow, task: Task, options: Mapping[str, Value | None]) -> StrategyTree:
    """Build the tree of a prepared task.

    Raises:
        BuildInterrupted: the user interrupted the search; the exception holds the best tree so far.
    """
    made_by, proof, interrupted = _strategy(row, task, options), None, False
    made = row.make(task, **options)
    if isinstance(made, SearchResult):
        nodes = expand_tree(task.codes, made.guesses, task.progress)
        made_by, proof, interrupted = made.made_by or made_by, made.proof, made.interrupted
    else:
        nodes = grow_tree(task.table, made, task.opening, task.progress)
    tree = StrategyTree(task.codes.rules, made_by, *nodes, proof)
    known = task.searched_by is None
    tree.provenance = replace(tree.provenance, verified=known, proved=known)
    if interrupted:
        raise BuildInterrupted(tree)
    return tree


def _strategy(row: StrategyRow, task: Task, options: Mapping[str, Value | None]) -> Strategy:
    """Return the strategy as the tree file names it."""
    named: dict[str, Value] = {}
    if task.opening is not None:
        named["opening"] = task.codes.in_order[task.opening]
    named |= {
        name: value for name, value in options.items() if value is not None and value is not False
    }
    return Strategy(row.name, named)


def _with(objective: Objective | None, options: Mapping[str, object]) -> Mapping[str, object]:
    """Return the options, with those that an objective contains."""
    if objective is None:
        return options
    if not isinstance(objective, Objective):
        raise StrategyError(f"objective must be an Objective, got {objective!r}")
    if objective.max_only or objective.opening:
        raise StrategyError(f"{objective}: give the opening as opening; least-max is a strategy")
    names = ("worst_first", "max_guesses", "fewest_at_max", "fewest_first", "most_within")
    parts = {name: getattr(objective, name) for name in names}
    for name in parts.keys() & options.keys():
        raise StrategyError(f"{name} is a part of the objective: give only one of them")
    return {**options, **parts}


def rebuild(tree: StrategyTree, progress: OnProgress | None = None) -> StrategyTree:
    """Build a tree again from its rules and its strategy.

    Raises:
        StrategyError: the strategy is unknown or does not take these options.
        SizeError, NoTreeError: as :func:`build_tree`.
    """
    given: dict[str, Any] = dict(tree.strategy.options)
    row, task, options = prepare(tree.strategy.name, tree.rules, given.pop("opening", None), given)
    task.jobs, task.progress = processors(), progress
    return run_strategy(row, task, options)
