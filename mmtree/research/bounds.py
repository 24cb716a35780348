"""Lower bounds for all strategies, for every kind of first guess, and the best known trees.

Viaud 1979 counts by the number of answers only, Neuwirth 1982 by the cells of a real first guess:
:mod:`mmtree.check.bounds`. This module adds bounds after a second guess, which the search computes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mmtree.check.bounds import Bound, OpeningBound, formula, least_of, openings
from mmtree.errors import SizeError
from mmtree.game.code_table import CodeTable
from mmtree.game.objective import Objective
from mmtree.game.rules import Rules
from mmtree.game.symmetry import Symmetry
from mmtree.progress import OnProgress, Progress, ignore
from mmtree.search.partition import check_size
from mmtree.search.two_guess_bounds import after_two_guesses
from mmtree.tree import ready_made
from mmtree.tree.file import load_head
from mmtree.tree.reader import Head

MAX_SECRETS = 100_000
"""For rules with more secrets, bounds after two guesses are computed only on request."""


@dataclass(frozen=True)
class GameBounds:
    """The lower bounds for all strategies of some rules.

    Attributes:
        rules: the rules.
        formula: the bound for any guesses, from the numbers of secrets and answers (Viaud 1979).
        openings: each kind of first guess, with the bound from its cells (Neuwirth 1982).
        second: for each of these openings, the bound after the best second guesses; empty if not
            computed.
        skip_reason: why ``second`` was not computed, in a line; empty if it was.
    """

    rules: Rules
    formula: Bound
    openings: tuple[OpeningBound, ...]
    second: tuple[Bound, ...]
    skip_reason: str

    @property
    def least_after_one(self) -> Bound:
        """The least max and total after any first guess."""
        return least_of([opening.bound for opening in self.openings])

    @property
    def least_after_two(self) -> Bound | None:
        """The least max and total after any two guesses; None if not computed."""
        return least_of(self.second) if self.second else None


def compute_bounds(rules: Rules, always: bool = False, progress: OnProgress = ignore) -> GameBounds:
    """Compute lower bounds for all strategies.

    Args:
        always: compute bounds after two guesses even if that can take long.
        progress: called with the openings done, all openings, and a description.

    Raises:
        SizeError: ``always`` is set, and the rules are too large.
    """
    second: tuple[Bound, ...] = ()
    skip_reason = ""
    try:
        table = CodeTable(rules)
        if rules.secrets > MAX_SECRETS and not always:
            skip_reason = f"{rules} has {rules.secrets} secrets, more than {MAX_SECRETS} (--second)"
        else:
            second = tuple(_iter_second_bounds(table, progress))
    except SizeError as error:
        if always:
            raise
        skip_reason = str(error)
    plain = formula(rules.secrets, len(rules.feedbacks), rules.identified, rules.only_asks)
    return GameBounds(rules, plain, tuple(openings(rules)), second, skip_reason)


def _iter_second_bounds(table: CodeTable, progress: OnProgress) -> Iterator[Bound]:
    """Yield the bound after two guesses for each opening."""
    check_size(table)
    symmetry = Symmetry(table)
    kinds = [opening.code for opening in openings(table.rules)]
    for at, code in enumerate(kinds):
        progress(Progress(at, len(kinds), (f"opening {at + 1} of {len(kinds)}",)))
        yield Bound(*after_two_guesses(table, symmetry, table.rank(table.rules.number(code))))


def find_best_known(rules: Rules) -> dict[str, tuple[str, Head]]:
    """Return the ready-made trees of least total and of least max with their names, if any exist.

    Of equally good trees, one that is proved optimal for this objective is preferred.
    """
    heads = {
        name: head
        for name in ready_made.names()
        if (path := ready_made.path(name)) and (head := load_head(path)).rules == rules
    }
    if not heads:
        return {}

    def total(name: str) -> tuple[int, int, bool]:
        head = heads[name]
        return head.claim.total, head.claim.max, head.proved_objective != str(Objective())

    def most(name: str) -> tuple[int, int, bool]:
        head = heads[name]
        objective = Objective.read(head.proved_objective or "")
        return head.claim.max, head.claim.total, not (objective and objective.worst_first)

    best = {"least total": min(heads, key=total), "least max": min(heads, key=most)}
    return {objective: (name, heads[name]) for objective, name in best.items()}
