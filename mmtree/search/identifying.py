"""Exact search for trees that identify secrets: questions are asked until one secret is left."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.beam import Beam
from mmtree.search.exact import Plan, Search, iter_guesses
from mmtree.search.partition import Ranks, first_of_two
from mmtree.search.prices import INFINITE, Prices


class IdentifyingSearch(Search):
    """The search of trees that end with one secret, named for free."""

    def _solve_tiny(self, secrets: Ranks, depth: int) -> tuple[int, Plan | None]:
        """Return the price and plan of one or two secrets; two need a question."""
        if len(secrets) == 1:
            return super()._solve_tiny(secrets, depth)
        price = 2 * self.prices(depth + 2)
        if price >= INFINITE:
            return INFINITE, None
        guess = first_of_two(self.table, secrets)
        answers = self.table.answers(np.array([guess]), secrets)[0].tolist()
        named: list[Plan] = [(int(secret), ()) for secret in secrets]
        return price, (guess, tuple(sorted(zip(answers, named, strict=True))))

    def _solve_by_counting(self, secrets: Ranks, depth: int, bound: int) -> tuple[int, Plan | None]:
        """Return that every secret takes another question, at least."""
        return max(bound, min(len(secrets) * self.prices(depth + 2), INFINITE)), None

    def _list_guesses(self, plan: Plan) -> Iterator[int]:
        """Yield the guesses of a plan; here, two secrets are two ends of one question."""
        return iter_guesses(plan, ends_of_two=2)


def search_of(table: CodeTable, prices: Prices, beam: Beam | None = None) -> Search:
    """Return the search for the rules of a table."""
    return (IdentifyingSearch if table.rules.identified else Search)(table, prices, beam)
