"""Play every secret of a tree with the checker's own feedback."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from mmtree.check.bounds import codes
from mmtree.check.feedback import answer
from mmtree.check.report import Report, letters
from mmtree.errors import RulesError, TreeFileError

if TYPE_CHECKING:
    from mmtree.tree.tree import StrategyTree


def replay(
    report: Report, note: Callable[[bytes, int], object] = lambda secret, guesses: None
) -> bool:
    """Add the figures of the tree to the report; return whether it finds every secret.

    Each guess splits its secrets among its branches. The replay ends at a guess that splits
    nothing, so that its time is limited.

    Args:
        report: the report on the tree; it gets a finding if a secret is not found.
        note: called with each secret that is found, as a row of colours, and its guesses.

    Raises:
        TreeFileError: a guess is not a code of the rules.
    """
    tree, rules = report.tree, report.tree.rules
    histogram: list[int] = []
    worst = b""
    waiting: list[tuple[int, int, Iterable[bytes]]] = [(0, 0, map(bytes, codes(rules)))]
    while waiting:
        node, depth, secrets = waiting.pop()
        try:
            guess = bytes(rules.digits(tree.guess[node]))
        except RulesError as error:
            raise TreeFileError(report.path, str(error)) from None
        found = False
        cells: defaultdict[int, bytearray] = defaultdict(bytearray)  # the secrets, end to end
        for secret in secrets:
            if secret == guess:
                found = True
            else:
                cells[answer(guess, secret, rules.whites)] += secret
        if found:
            histogram += [0] * (depth + 1 - len(histogram))
            histogram[depth] += 1
            note(guess, depth + 1)
            if len(histogram) == depth + 1 and (histogram[depth] == 1 or guess < worst):
                worst = guess
        following, last = [], -1
        for child in _children(tree, node):
            value = tree.feedback[child]
            if value <= last:
                report.fail("order", f"branch {value} of node {node} follows {last}")
                return False
            if value not in cells:
                asked = letters(rules.digits(tree.guess[child]))
                report.fail("nodes", f"node {child}, guess {asked}, is reached by no secret")
                return False
            following.append((child, depth + 1, _rows(cells.pop(value), rules.pegs)))
            last = value
        for value, cell in cells.items():
            report.fail(
                "secrets",
                f"{letters(cell[: rules.pegs])} is never found: guess {depth + 1}, "
                f"{letters(guess)}, gets {value // 10}b{value % 10}w, "
                "and the tree has no branch for it",
            )
            return False
        if not found and len(following) == 1:
            report.fail("nodes", f"node {node}, guess {letters(guess)}, splits nothing")
            return False
        waiting += reversed(following)
    report.histogram = tuple(histogram)
    report.secrets = sum(histogram)
    report.total = sum(guesses * count for guesses, count in enumerate(histogram, 1))
    report.max = len(histogram)
    report.worst = letters(worst)
    return True


def _children(tree: StrategyTree, node: int) -> Iterator[int]:
    """Yield the children of a node."""
    child, end = node + 1, node + tree.extent[node]
    while child < end:
        yield child
        child += tree.extent[child]


def _rows(cell: bytearray, pegs: int) -> Iterator[bytes]:
    """Yield the secrets of a cell."""
    for at in range(0, len(cell), pegs):
        yield bytes(cell[at : at + pegs])
