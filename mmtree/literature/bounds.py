"""What no strategy can beat, by counting, for every kind of first guess; and the best trees known.

Viaud 1979 counts with numbers of answers alone, Neuwirth 1982 with the cells of a real first guess:
:mod:`mmtree.check.bounds`. Here a second guess is added, for which the search's room counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mmtree.check.bounds import Bound, Opening, formula, openings
from mmtree.errors import SizeError
from mmtree.game.rules import Rules
from mmtree.tree import ready_made
from mmtree.tree.file import load_head
from mmtree.tree.reader import Head

if TYPE_CHECKING:
    from mmtree.game.table import CodeTable

MAX_SECRETS = 100_000
"""Rules of more secrets are counted after two guesses only where that is asked for."""


@dataclass(frozen=True)
class Bounds:
    """What no strategy for some rules can beat.

    Attributes:
        rules: the rules.
        formula: whatever is guessed, by the number of secrets and of answers (Viaud 1979).
        openings: each kind of first guess, with the bound that follows from its cells (Neuwirth
            1982).
        second: for each of those, the bound after the best of all second guesses; empty where it
            was not counted.
        why: why it was not, in a line; empty where it was.
    """

    rules: Rules
    formula: Bound
    openings: tuple[Opening, ...]
    second: tuple[Bound, ...]
    why: str

    @property
    def first_least(self) -> Bound:
        """The least after any first guess."""
        return _least([opening.bound for opening in self.openings])

    @property
    def second_least(self) -> Bound | None:
        """The least after any two guesses, where that was counted."""
        return _least(self.second) if self.second else None


def bounds(
    rules: Rules, always: bool = False, progress: Callable[[int, int, str], None] | None = None
) -> Bounds:
    """Count what no strategy can beat.

    Args:
        rules: the rules.
        always: count after two guesses also where that can take long.
        progress: called with the openings done, all openings, and the one in work.

    Raises:
        SizeError: it was asked for always, and the rules are too large for it.
    """
    from mmtree.game.table import CodeTable

    second: tuple[Bound, ...] = ()
    why = ""
    try:
        table = CodeTable(rules)
        if rules.secrets > MAX_SECRETS and not always:
            why = f"{rules} has {rules.secrets} secrets, more than {MAX_SECRETS} (--second)"
        else:
            second = tuple(_second(table, progress))
    except SizeError as error:
        if always:
            raise
        why = str(error)
    plain = formula(rules.secrets, len(rules.feedbacks))
    return Bounds(rules, plain, tuple(openings(rules)), second, why)


def _second(table: CodeTable, progress: Callable[[int, int, str], None] | None) -> Iterator[Bound]:
    """The bound after two guesses for each opening."""
    from mmtree.game.symmetry import Symmetry
    from mmtree.search.partition import check_size
    from mmtree.search.two_guess_bounds import after_two_guesses

    check_size(table)
    symmetry = Symmetry(table)
    kinds = [opening.code for opening in openings(table.rules)]
    for at, code in enumerate(kinds):
        if progress:
            progress(at, len(kinds), f"opening {at + 1} of {len(kinds)}")
        least = after_two_guesses(table, symmetry, table.rank(table.rules.number(code)))
        yield Bound(least.max, least.total)


def best_known(rules: Rules) -> dict[str, tuple[str, Head]]:
    """The ready-made trees of least total and of least max, each with its name; empty without any.

    Of trees alike in that, the one comes first for which it is proved, as far as it is.
    """
    heads = {
        name: head
        for name in ready_made.names()
        if (path := ready_made.path(name)) and (head := load_head(path)).rules == rules
    }
    if not heads:
        return {}

    def objective(name: str) -> str:
        proof = heads[name].proof
        return proof.objective if proof and proof.optimal else ""

    total = min(
        heads,
        key=lambda name: (
            *(heads[name].claim.total, heads[name].claim.max),
            objective(name) != "expected",
        ),
    )
    most = min(
        heads,
        key=lambda name: (
            *(heads[name].claim.max, heads[name].claim.total),
            not objective(name).startswith("worst"),
        ),
    )
    return {"least total": (total, heads[total]), "least max": (most, heads[most])}


def _least(bounds: list[Bound] | tuple[Bound, ...]) -> Bound:
    """The least max and the least total, which may be those of different openings."""
    return Bound(min(bound.max for bound in bounds), min(bound.total for bound in bounds))
