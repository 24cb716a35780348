"""Builds a strategy tree from a printed tree by splitting the secrets at every printed guess.

Guesses that are not printed are the codes in order, or the cheapest guesses.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from mmtree.counts import format_count
from mmtree.errors import NotationError
from mmtree.game.code import Symbols, format_code
from mmtree.game.codes import MAX_RANKED
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.progress import OnProgress, Progress, ignore
from mmtree.research.notations.printed_tree import PrintedPosition, Text
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree, extents_of

if TYPE_CHECKING:  # a completely printed tree needs no NumPy
    from mmtree.game.code_table import CodeTable

MAX_SEARCHED = 1296
"""The most secrets left for which the cheapest guesses are searched: those of 4p6c."""

Choose = Callable[[list[int]], int]
"""Returns the next guess for the secrets left, in rising order; called in preorder of the tree."""


class OmittedGuesses:
    """Chooses the guesses that a printed tree omits.

    Attributes:
        in_order: the number of positions of three or more secrets guessed in order.
        cheapest: the number of those with the cheapest guesses.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.in_order = 0
        self.cheapest = 0
        self._prepare = cache(rules.prepare)

    def split(self, guess: int, secrets: list[int]) -> dict[int, list[int]]:
        """Return the secrets left after each feedback, in canonical order of the feedbacks."""
        pegs, answer = self._prepare(guess), self.rules.answer
        cells: defaultdict[int, list[int]] = defaultdict(list)
        for secret in secrets:
            cells[answer(pegs, self._prepare(secret))].append(secret)
        return dict(sorted(cells.items()))

    def fill(self, secrets: list[int], any_order: bool) -> Choose:
        """Choose how to play these secrets.

        Args:
            secrets: the secrets left, three to :data:`MAX_SEARCHED`, in rising order.
            any_order: the notation says that any order of the codes will do. They are guessed in
                order if no other guesses are cheaper.
        """
        price, guesses = self._search(secrets)
        if any_order and self._price_in_order(secrets) == price:
            self.in_order += 1
            return min
        self.cheapest += 1
        rest = iter(guesses)
        return lambda left: next(rest) if len(left) > 2 else left[0]

    def _price_in_order(self, secrets: list[int]) -> int:
        """Return the total if the first code in order is guessed each time."""
        price, waiting = 0, [secrets]
        while waiting:
            left = waiting.pop()
            price += len(left)
            cells = self.split(left[0], left)
            del cells[self.rules.all_right]
            waiting += cells.values()
        return price

    def _search(self, secrets: list[int]) -> tuple[int, list[int]]:
        """Return the least total, and guesses that reach it.

        The guesses are in preorder, one for each position of three or more secrets.
        """
        import numpy as np

        from mmtree.search.kernel import processors
        from mmtree.search.prices import Prices
        from mmtree.strategies.exact_search import exact_search
        from mmtree.strategies.interface import Task

        table = self._table
        ranks = np.searchsorted(table.numbers, secrets)
        search = exact_search(Task(table, jobs=processors()), Prices())
        solution = search.solve(ranks)
        return solution.price, table.numbers[list(solution.guesses)].tolist()

    @cached_property
    def _table(self) -> "CodeTable":
        from mmtree.game.code_table import CodeTable

        return CodeTable(self.rules)


@dataclass
class TreeExpander:
    """Builds a strategy tree from a printed tree, position by position in preorder.

    Attributes:
        printed: the printed tree.
        rules, symbols: the game, and how codes are written in error messages.
        codes: the number of each printed code.
        meant: the feedbacks that differ from those in the printed tree.
        omitted: chooses guesses that are not printed.
        nodes: the number of nodes built so far.
        uneven: guesses printed without answers that do not split the rest into single secrets.
    """

    printed: Text
    rules: Rules
    symbols: Symbols
    codes: Mapping[str, int]
    meant: Mapping[int, int]
    omitted: OmittedGuesses
    nodes: int = 0
    uneven: int = 0

    def build(self, strategy: Strategy, progress: OnProgress = ignore) -> StrategyTree:
        """Build the whole tree.

        Args:
            strategy: the strategy that the tree names.
            progress: called with the secrets found, and all secrets.

        Raises:
            NotationError: the printed positions are not a tree of the rules.
        """
        rules, root = self.rules, self.printed.root
        if rules.secrets > MAX_RANKED:
            raise self._error(root, f"{rules} has {rules.secrets} secrets: too many for a tree")
        guesses, feedbacks, depths = array("Q"), array(rules.typecode), array("I")
        self._check_count(root, "", rules.secrets)
        found = 0
        # Depth, feedback, secrets, the position or the one that omits it, how it is filled in.
        waiting: list[tuple[int, int, list[int], PrintedPosition, Choose | None]] = [
            (0, 0, list(rules.secret_codes()), root, None)
        ]
        while waiting:
            depth, feedback, secrets, position, choose = waiting.pop()
            self.printed.check_depth(position.at, depth + 1)
            feedbacks.append(feedback)
            depths.append(depth)
            if choose:
                guess = choose(secrets)
            else:
                guess, choose = self._choose_guess(position, secrets)
            guesses.append(guess)
            self.nodes += 1
            if len(secrets) == 1:
                if not choose:
                    self._follow(position, guess, {rules.all_right: secrets})
                found += 1
                continue
            progress(Progress(found, rules.secrets))
            cells = self.omitted.split(guess, secrets)
            if len(cells) == 1:
                reason = f"{self._format(guess)} does not split the secrets left"
                only = format_feedback(next(iter(cells)), rules)
                raise self._error(position, f"{reason}: all {len(secrets)} answer {only}")
            following = {} if choose else self._follow(position, guess, cells)
            found += len(cells.pop(rules.all_right, ()))
            for answer, cell in reversed(cells.items()):
                after = following.get(answer, position)
                waiting.append((depth + 1, answer, cell, after, choose))
        return StrategyTree(rules, strategy, guesses, feedbacks, extents_of(depths))

    def _choose_guess(
        self, position: PrintedPosition, secrets: list[int]
    ) -> tuple[int, Choose | None]:
        """Return the guess at a position and, if none is printed, the way to choose the rest."""
        if not position.guess:
            if len(secrets) > MAX_SEARCHED:
                reason = f"{len(secrets)} secrets are left without a guess"
                reason = f"{reason}: the cheapest guesses are searched for up to {MAX_SEARCHED}"
                raise self._error(position, reason)
            # A printed number alone means any order.
            any_order = position.count is not None
            choose = min if len(secrets) <= 2 else self.omitted.fill(secrets, any_order)
            return choose(secrets), choose
        guess = self.codes[position.guess]
        if position.outside and guess in secrets:
            reason = f"{position.guess}* is marked as inconsistent, but it can be the secret"
            raise self._error(position, reason)
        if self.rules.consistent and not (self.rules.needs_history or guess in secrets):
            reason = f"{position.guess} can no longer be the secret, as {self.rules} demands"
            raise self._error(position, reason)
        if (position.last or len(secrets) == 1) and secrets != [guess]:
            left = f"{self._format(secrets[0])} is left"
            if len(secrets) > 1:
                left = f"{len(secrets)} secrets are left"
            raise self._error(
                position, f"{position.guess} is printed as the last guess, but {left}"
            )
        return guess, None

    def _follow(
        self, position: PrintedPosition, guess: int, cells: Mapping[int, list[int]]
    ) -> dict[int, PrintedPosition]:
        """Return the position after each feedback to a guess; none may be missing."""
        after_feedback: dict[int, PrintedPosition] = {}
        if position.branches is None and not position.rest:
            self.uneven += any(len(cell) > 1 for cell in cells.values())
        for key, after in position.branches or ():
            feedback = self.meant.get(key, key)
            where = f"{format_feedback(feedback, self.rules)} after {self._format(guess)}"
            if feedback in after_feedback:
                raise self._error(after, f"{where} is printed twice")
            after_feedback[feedback] = after
            self._check_count(after, where, len(cells.get(feedback, ())))
            if (
                feedback == self.rules.all_right
                and after.count is None
                and not (after.last and self.codes.get(after.guess) == guess)
            ):
                raise self._error(after, f"{where} ends the game: no guess may follow")
        for feedback, cell in cells.items():
            # Only a text with a line for each secret must print the right answer to every guess.
            needed = feedback != self.rules.all_right or position.found
            if feedback not in after_feedback and needed:
                if position.branches is not None:
                    where = f"{format_feedback(feedback, self.rules)} after {self._format(guess)}"
                    raise self._error(
                        position, f"{where} is missing: {_format_secrets(len(cell))} it"
                    )
                after_feedback[feedback] = PrintedPosition(position.at)
        return after_feedback

    def _check_count(self, position: PrintedPosition, where: str, secrets: int) -> None:
        """Compare the printed number of secrets with that of the partition."""
        if position.count is not None and position.count != secrets:
            right = f"{_format_secrets(secrets)} it" if where else f"{self.rules} has {secrets}"
            reason = f"{position.count} printed for {where or 'the opening'}, but {right}"
            raise self._error(position, reason)
        if position.count is None and not secrets:
            raise self._error(position, f"no secret gives {where}")

    def _format(self, guess: int) -> str:
        return format_code(guess, self.rules, self.symbols)

    def _error(self, position: PrintedPosition, reason: str) -> NotationError:
        return self.printed.error_at(position.at, reason)


def _format_secrets(count: int) -> str:
    return format_count(count, "secret gives", "secrets give") if count else "no secret gives"
