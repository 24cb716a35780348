"""The certificate of a tree: the statements that show its lower bound, or that it is optimal."""

from collections.abc import Iterator, Sequence

from mmtree.errors import NoTreeError, StrategyError
from mmtree.game.code import parse_code
from mmtree.game.objective import Objective
from mmtree.game.rules import check_byte_answers
from mmtree.progress import OnProgress, Progress
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchProgress
from mmtree.search.proof import Statement, write_certificate
from mmtree.tree.provenance import Proof
from mmtree.tree.tree import StrategyTree


def statements_of(tree: StrategyTree) -> list[Statement]:
    """Return the statements that together show the lower bound of a tree that its file claims.

    Raises:
        StrategyError: the file claims none, or for an unknown objective.
    """
    proof = tree.proof
    if proof is None:
        raise StrategyError("the tree is not called optimal, so there is nothing to prove")
    objective = Objective.read(proof.objective)
    if not objective:
        raise StrategyError(f"the objective {proof.objective!r} is unknown")
    opening = parse_code(objective.opening, tree.rules) if objective.opening else None
    return [
        Statement(tree.rules, prices, bound, opening)
        for prices, bound in _prices_and_bounds(tree, objective, proof)
    ]


def _prices_and_bounds(
    tree: StrategyTree, objective: Objective, proof: Proof
) -> Iterator[tuple[Prices, int]]:
    total = tree.total if proof.optimal else proof.lower_bound
    most, unit = tree.max, tree.rules.secrets + 1
    free = int(tree.rules.identified)
    least_first = objective.worst_first or objective.fewest_first or objective.max_only
    fewer = Prices(last=most - 1, free=free)
    if least_first and most > 1:
        yield fewer, INFINITE
    if not objective.max_only:
        last, within = most if least_first else objective.max_guesses, objective.most_within
        surcharge = objective.surcharge(tree.rules.secrets, most)
        since = None if within is None else within + 1
        price = objective.price(tree.histogram) if surcharge else total
        yield Prices(1, last, surcharge, free, since), price
    if objective.fewest_at_max:
        if not least_first and most > 1:
            yield fewer, total + 1
        yield Prices(unit, most, 1, free), total * unit + tree.histogram[-1]


def prove(statements: Sequence[Statement], progress: OnProgress | None = None) -> bytes:
    """Return the certificate of some statements.

    Raises:
        NoTreeError: a statement is false.
        RulesError: the game has too many answers.
        KernelError: the native kernel is missing or not in use.
        SizeError: the search needs more memory than there is.
    """

    def report(now: SearchProgress) -> None:
        if progress:
            words = f"opening {min(now.openings_done + 1, now.openings_of)} of {now.openings_of}"
            progress(Progress(now.openings_done, max(now.openings_of, 1), (words,)))

    for statement in statements:
        check_byte_answers(statement.rules, "certificates")
    try:
        return b"".join(write_certificate(statements, report if progress else None))
    except ValueError:
        raise NoTreeError(f"not true: {', '.join(map(str, statements))}") from None
