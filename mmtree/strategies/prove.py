"""The certificate of a tree: which statements show that it is optimal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from mmtree.errors import NoTreeError, StrategyError
from mmtree.game.code import format_code, parse_code
from mmtree.game.rules import Rules
from mmtree.game.table import CodeTable
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchProgress
from mmtree.search.proof import Statement, write_certificate
from mmtree.strategies.interface import Progress
from mmtree.tree.tree import StrategyTree

_OBJECTIVE = re.compile(
    r"(?P<first>max|expected|worst, then expected)(?:, at most (?P<most>[0-9]+))?"
    r"(?P<fewest>, then least max, then fewest at it)?(?:, opened (?P<opening>[A-Z0-9]+))?"
)


def prove_tree(tree: StrategyTree, progress: Progress | None = None) -> Iterator[bytes]:
    """Yield the certificate that a tree is optimal by the objective that its file names.

    Args:
        tree: the tree.
        progress: called as the search proceeds.

    Raises:
        StrategyError: the tree claims no optimum, or is none.
        KernelError: the native kernel is missing or not in use.
        SizeError: the search needs more memory than there is.
    """
    proof = tree.proof
    if proof is None or not proof.optimal:
        raise StrategyError("the tree claims no optimum, so there is nothing to prove")
    objective = _OBJECTIVE.fullmatch(proof.objective)
    if not objective:
        raise StrategyError(f"the objective {proof.objective!r} is unknown")
    opening = objective["opening"] and parse_code(objective["opening"], tree.rules)
    statements = list(_statements(tree, objective))
    try:
        yield from prove(tree.rules, statements, opening or None, progress)
    except NoTreeError as error:
        raise StrategyError(f"the tree is not optimal: {error}") from None


def _statements(tree: StrategyTree, objective: re.Match[str]) -> Iterator[tuple[Prices, int]]:
    """Yield the price lists and bounds that together show the optimum."""
    total, most, secrets = tree.total, tree.max, tree.rules.secrets
    last = int(objective["most"]) if objective["most"] else None
    if objective["first"] != "expected":
        last = most
        if most > 1:
            yield Prices(last=most - 1), INFINITE
    if objective["first"] != "max":
        yield Prices(last=last), total
    if objective["fewest"]:
        if objective["first"] == "expected" and most > 1:
            yield Prices(last=most - 1), total + 1
        yield Prices(secrets + 1, most, 1), total * (secrets + 1) + tree.histogram[-1]


def prove(
    rules: Rules,
    statements: list[tuple[Prices, int]],
    opening: int | None = None,
    progress: Progress | None = None,
) -> Iterator[bytes]:
    """Yield the certificate that no strategy has a lower price.

    Args:
        rules: the game.
        statements: price lists and bounds; ``INFINITE`` if no strategy keeps within the last guess.
        opening: the only opening allowed, as a code number; None for all.
        progress: called as the search proceeds.

    Raises:
        NoTreeError: some strategy has a lower price.
        KernelError: the native kernel is missing or not in use.
        SizeError: the search needs more memory than there is.
    """
    table = CodeTable(rules)
    rank = None if opening is None else int(np.searchsorted(table.numbers, opening))
    report: Callable[[SearchProgress], None] | None = None
    if progress:

        def report(now: SearchProgress) -> None:
            words = f"opening {min(now.openings_done + 1, now.openings_of)} of {now.openings_of}"
            progress(now.openings_done, max(now.openings_of, 1), words)

    try:
        listed = [Statement(prices, bound, rank) for prices, bound in statements]
        yield from write_certificate(table, listed, report)
    except ValueError:
        opened = "" if opening is None else f" opened {format_code(opening, rules)}"
        raise NoTreeError(f"some strategy for {rules}{opened} costs less") from None
