"""The certificate of a tree: the statements that show that it is optimal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mmtree.errors import NoTreeError, StrategyError
from mmtree.game.code import parse_code
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchProgress
from mmtree.search.proof import Statement, write_certificate
from mmtree.strategies.interface import Progress
from mmtree.tree.tree import StrategyTree

_OBJECTIVE = re.compile(
    r"(?P<first>max|expected|worst, then expected)(?:, at most (?P<most>[0-9]+))?"
    r"(?P<fewest>, then least max, then fewest at it)?(?:, opened (?P<opening>.+))?"
)


def statements_of(tree: StrategyTree) -> list[Statement]:
    """Return the statements that together show that a tree is optimal as its file says.

    Raises:
        StrategyError: the file does not say so, or by an unknown objective.
    """
    proof = tree.proof
    if proof is None or not proof.optimal:
        raise StrategyError("the tree is not called optimal, so there is nothing to prove")
    objective = _OBJECTIVE.fullmatch(proof.objective)
    if not objective:
        raise StrategyError(f"the objective {proof.objective!r} is unknown")
    opening = parse_code(objective["opening"], tree.rules) if objective["opening"] else None
    return [
        Statement(tree.rules, prices, bound, opening)
        for prices, bound in _prices_and_bounds(tree, objective)
    ]


def _prices_and_bounds(
    tree: StrategyTree, objective: re.Match[str]
) -> Iterator[tuple[Prices, int]]:
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


def prove(statements: Sequence[Statement], progress: Progress | None = None) -> bytes:
    """Return the certificate of some statements.

    Raises:
        NoTreeError: a statement is false.
        KernelError: the native kernel is missing or not in use.
        SizeError: the search needs more memory than there is.
    """

    def report(now: SearchProgress) -> None:
        if progress:
            words = f"opening {min(now.openings_done + 1, now.openings_of)} of {now.openings_of}"
            progress(now.openings_done, max(now.openings_of, 1), words)

    try:
        return b"".join(write_certificate(statements, report if progress else None))
    except ValueError:
        raise NoTreeError(f"not true: {', '.join(map(str, statements))}") from None
