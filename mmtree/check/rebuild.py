"""Compare a tree file with the tree that its strategy builds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mmtree.check.game import game_of
from mmtree.check.report import Report

if TYPE_CHECKING:
    from mmtree.tree.provenance import Proof
    from mmtree.tree.tree import StrategyTree


def check_rebuilt(report: Report, again: StrategyTree) -> None:
    """Report whether the tree is the same, and whether the search proves the claimed bounds.

    Args:
        report: the report on the tree file.
        again: the tree built by the rules and the strategy in the file.
    """
    tree, name = report.tree, report.tree.strategy.name
    if differs := _first_difference(tree, again):
        report.fail("strategy", f"not the tree that {name} builds: {differs}")
    else:
        report.add("strategy", f"{name}: built again, it is the same tree node by node")
    if tree.proof and again.proof is None:
        report.fail("proved", f"strategy {name} searches for no optimum")
    elif tree.proof and again.proof:
        _compare_proofs(report, tree.proof, again.proof)


def _first_difference(tree: StrategyTree, again: StrategyTree) -> str:
    """Describe the first node in preorder that differs; empty if all are equal."""
    for node, (guess, other) in enumerate(zip(tree.guess, again.guess, strict=False)):
        if guess != other:
            game = game_of(tree.rules)
            mine, theirs = (game.text(game.row(code)) for code in (guess, other))
            return f"node {node} asks {mine}, there it asks {theirs}"
        if (tree.feedback[node], tree.extent[node]) != (again.feedback[node], again.extent[node]):
            return f"node {node} is behind another answer, or has more or fewer behind it"
    return ""


def _compare_proofs(report: Report, said: Proof, found: Proof) -> None:
    """Compare the proof in the file with that of the search, which ran without a cluster."""
    said = replace(said, searched_by=None)
    if said == found and not found.optimal:
        least = f"no tree is below {found.lower_bound}"
        report.add("proved", f"{least}; the search reaches the same price {found.upper_bound}")
        return
    if said == found:
        report.add("proved", f"an exact search reaches the same price {found.upper_bound}")
        return
    weaker = said.objective == found.objective and said.lower_bound <= found.lower_bound
    text = f"an exact search reaches {found.upper_bound} ({found.objective})"
    if weaker and said.upper_bound == found.upper_bound:
        report.add("proved", f"{text} and at least {found.lower_bound}, more than the file claims")
    else:
        report.fail("proved", f"{text}, the file claims {said.upper_bound} ({said.objective})")
