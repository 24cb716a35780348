"""Runs a strategy to completion over every secret and keeps the tree."""

from __future__ import annotations

import os
from array import array
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np

from mmtree.errors import CodeError, RulesError, StrategyError
from mmtree.game.code import parse_code
from mmtree.game.rules import Rules
from mmtree.game.table import CodeTable
from mmtree.search.checkpoint import Checkpoint
from mmtree.search.kernel import MAX_JOBS, processors
from mmtree.search.partition import Ranks, split
from mmtree.search.prices import Objective
from mmtree.strategies.choice import Chooser, History, Options, Progress, Run
from mmtree.strategies.rows import ROWS, StrategyRow, find
from mmtree.tree.tree import Strategy, StrategyTree

_LEAST = {"seed": 0, "samples": 1, "slack": 0, "price": 0, "ask": 3}
"""Options that are numbers, and the least that each can be."""


def build_tree(
    strategy: str,
    rules: Rules | str = "4p6c",
    *,
    opening: int | str | None = None,
    seed: int | None = None,
    samples: int | None = None,
    direction: str | None = None,
    objective: Objective | None = None,
    slack: int | None = None,
    price: int | None = None,
    ask: int | None = None,
    progress: Progress | None = None,
    jobs: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> StrategyTree:
    """The whole tree of a strategy. The same arguments give the same tree on every machine.

    Args:
        strategy: a name listed by ``mmtree strategies``.
        rules: the rules, or how they are written.
        opening: the first guess, a code or its number; None leaves it to the strategy.
        seed, samples, direction, objective, slack, price, ask: for the strategies that take them,
            see :class:`mmtree.strategies.choice.Options`.
        progress: called from time to time with the work done, all work, and the best so far.
        jobs: threads of an exact search; None for one on each processor. The tree does not depend
            on it, nor on a checkpoint.
        checkpoint: file where an exact search keeps what is settled, and from which a stopped one
            goes on. It is left there.

    Raises:
        StrategyError: the strategy is unknown, or does not take one of the options.
        RulesError, CodeError: the rules or the opening cannot be read.
        SizeError: the rules are too large for this machine.
        NoTreeError: it is proved that no tree reaches the objective.
        CheckpointError, OSError: the checkpoint is unusable, or one of another search.
        KernelError: the kernel asked for by ``MMTREE_KERNEL`` is not there.
    """
    given: dict[str, Any] = {"seed": seed, "samples": samples, "direction": direction}
    given |= {"objective": objective, "slack": slack, "price": price, "ask": ask}
    row, table, options = prepare(strategy, rules, opening, given)
    kept = None
    if checkpoint is not None:
        if not row.keeps_checkpoint:
            does = ", ".join(other.name for other in ROWS if other.keeps_checkpoint)
            raise StrategyError(f"strategy {row.name} keeps no checkpoint: only {does} does")
        kept = Checkpoint(checkpoint, table.rules)
    jobs = processors() if jobs is None else _whole("jobs", jobs, 1, MAX_JOBS)
    return run_strategy(row, table, options, Run(progress, jobs, kept))


def prepare(
    strategy: str, rules: Rules | str, opening: int | str | None, given: Mapping[str, Any]
) -> tuple[StrategyRow, CodeTable, Options]:
    """What is asked for, checked; of the given options, None stands for the strategy's own.

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
            opening = _whole("opening", opening, 0)
            rules.digits(opening)
        except RulesError as error:
            raise CodeError(str(error)) from None
    options = _options(row, {name: value for name, value in given.items() if value is not None})
    return row, CodeTable(rules), replace(options, opening=opening)


def run_strategy(row: StrategyRow, table: CodeTable, options: Options, run: Run) -> StrategyTree:
    """The whole tree of what was prepared."""
    chooser = row.make(table, options, run)
    guess, feedback, extent = _grow(table, chooser, options.opening, run.progress)
    made_by = Strategy(row.name, _kept(row, options))
    return StrategyTree(table.rules, made_by, guess, feedback, extent, chooser.proof)


def _options(row: StrategyRow, given: dict[str, Any]) -> Options:
    """The options, checked against what the strategy takes."""
    for name, value in given.items():
        if name not in row.options:
            takes = ", ".join(("opening", *row.options))
            what = (
                "an objective (--objective, --max-guesses, --fewest-at-max)"
                if name == "objective"
                else name
            )
            raise StrategyError(f"strategy {row.name} does not take {what}: it takes {takes}")
        if name in _LEAST:
            given[name] = _whole(name, value, _LEAST[name])
        if name == "objective" and not isinstance(value, Objective):
            raise StrategyError(f"objective {value!r}: give an Objective")
        if name == "objective" and value.max_guesses is not None:
            given[name] = replace(value, max_guesses=_whole("max_guesses", value.max_guesses, 1))
    if given.get("direction", "up") not in ("up", "down"):
        raise StrategyError(f"direction {given['direction']!r}: it is up or down")
    return Options(**given)


def _whole(name: str, value: Any, least: int, most: int = 2**63 - 1) -> int:
    """A number as a plain integer that a tree file can hold."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise StrategyError(f"{name} {value!r}: it is a whole number")
    if not least <= value <= most:
        raise StrategyError(f"{name} {value}: it runs from {least} to {most}")
    return int(value)


def _kept(row: StrategyRow, options: Options) -> dict[str, int | str | bool]:
    """What the tree file keeps of the options: all that the strategy takes, an opening if given."""
    kept: dict[str, int | str | bool] = {}
    if options.opening is not None:
        kept["opening"] = options.opening
    for name in row.options:
        value = getattr(options, name)
        if name != "objective":
            if value is not None:
                kept[name] = value
            continue
        for part in fields(value):
            if getattr(value, part.name) not in (None, False):
                kept[part.name] = getattr(value, part.name)
    return kept


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
        if not history and opening is not None:
            guess = table.rank(opening)
        else:
            guess = secrets.item(0) if len(secrets) == 1 else chooser.choose(secrets, history)
        growing.append(len(guesses))
        guesses.append(numbers[guess])
        feedbacks.append(value)
        extents.append(1)
        if len(secrets) == 1 and guess == secrets.item(0):
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
    parts = {part.name: given.pop(part.name) for part in fields(Objective) if part.name in given}
    if parts:
        given["objective"] = Objective(**parts)
    unknown = given.keys() - {"opening", "direction", "objective", *_LEAST}
    if unknown:
        raise StrategyError(f"strategy {tree.strategy.name} has no option {min(unknown)!r}")
    return build_tree(tree.strategy.name, tree.rules, progress=progress, **given)
