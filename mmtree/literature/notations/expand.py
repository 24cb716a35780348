"""Grows the strategy tree from an outline: every secret goes through the guesses printed."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping

from mmtree.errors import NotationError
from mmtree.game.code import Symbols, format_code
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.literature.notations.omitted_guesses import Choose, Filler
from mmtree.literature.notations.printed_tree import Outline, Part
from mmtree.literature.notations.text import MAX_SECRETS, counted
from mmtree.tree.tree import Strategy, StrategyTree

Progress = Callable[[int, int, str], None]
"""Called with the secrets found, all secrets, and nothing."""


class Grower:
    """Grows a tree, one position after another, in preorder.

    Args:
        outline: what was read.
        rules, symbols: the game, and how codes are written in errors.
        codes: the number of each code that is printed.
        meant: the feedbacks that are meant otherwise than they stand in the outline.
        filler: fills in what is not printed.

    Attributes:
        grown: the nodes that there are.
        uneven: guesses printed without answers that do not split the rest into single secrets.
    """

    def __init__(
        self,
        outline: Outline,
        rules: Rules,
        symbols: Symbols,
        codes: Mapping[str, int],
        meant: Mapping[int, int],
        filler: Filler,
    ) -> None:
        self.outline = outline
        self.rules = rules
        self.symbols = symbols
        self.codes = codes
        self.meant = meant
        self.filler = filler
        self.grown = 0
        self.uneven = 0

    def tree(self, strategy: Strategy, progress: Progress | None = None) -> StrategyTree:
        """The whole tree.

        Args:
            strategy: what the tree names as such.
            progress: called with the secrets found, and all secrets.

        Raises:
            NotationError: what is printed is no tree of the rules.
        """
        rules, root = self.rules, self.outline.root
        if rules.secrets > MAX_SECRETS:
            raise self._fail(root, f"{rules} has {rules.secrets} secrets: too many for a tree")
        guesses, feedbacks, extents = array("Q"), array("B"), array("I")
        growing: list[int] = []  # the nodes above, outermost first
        self._count(root, "", rules.secrets)
        found = 0
        # Depth, feedback, secrets; the part, or the one it was left out of; how that is filled in.
        waiting: list[tuple[int, int, list[int], Part, Choose | None]] = [
            (0, 0, list(rules.codes()), root, None)
        ]
        while waiting:
            depth, value, secrets, part, choose = waiting.pop()
            self.outline.text.check_depth(part.at, depth + 1)
            while len(growing) > depth:
                node = growing.pop()
                extents[node] = len(guesses) - node
            growing.append(len(guesses))
            feedbacks.append(value)
            extents.append(1)
            if choose:
                guess = choose(secrets)
            else:
                guess, choose = self._guess(part, secrets)
            guesses.append(guess)
            self.grown += 1
            if len(secrets) == 1:
                found += 1
                continue
            if progress:
                progress(found, rules.secrets, "")
            cells = self.filler.cells(guess, secrets)
            if len(cells) == 1:
                told = f"{self._code(guess)} splits nothing: all {len(secrets)} secrets left"
                raise self._fail(part, f"{told} answer {format_feedback(next(iter(cells)))}")
            following = {} if choose else self._parts(part, guess, cells)
            found += len(cells.pop(rules.all_black, ()))
            for answer, cell in reversed(cells.items()):
                after = following.get(answer, part)
                waiting.append((depth + 1, answer, cell, after, choose))
        for node in growing:
            extents[node] = len(guesses) - node
        return StrategyTree(rules, strategy, guesses, feedbacks, extents)

    def _guess(self, part: Part, secrets: list[int]) -> tuple[int, Choose | None]:
        """The guess of a part; and where none is printed, how the part is filled in."""
        if not part.guess:
            choose = min if len(secrets) <= 2 else self._fill(part, secrets)
            return choose(secrets), choose
        guess = self.codes[part.guess]
        if part.outside and guess in secrets:
            told = f"{part.guess}* is marked as no secret, but it can be the one"
            raise self._fail(part, told)
        if (part.last or len(secrets) == 1) and secrets != [guess]:
            left = f"{self._code(secrets[0])} is left"
            if len(secrets) > 1:
                left = f"{len(secrets)} secrets are left"
            raise self._fail(part, f"{part.guess} is printed as the last guess, but {left}")
        return guess, None

    def _parts(self, part: Part, guess: int, cells: Mapping[int, list[int]]) -> dict[int, Part]:
        """The part for each feedback to a guess, all of which must be there."""
        printed: dict[int, Part] = {}
        if part.branches is None and not part.rest:
            self.uneven += any(len(cell) > 1 for cell in cells.values())
        for stands, after in part.branches or ():
            value = self.meant.get(stands, stands)
            told = f"{format_feedback(value)} after {self._code(guess)}"
            if value in printed:
                raise self._fail(after, f"{told} stands there twice")
            printed[value] = after
            self._count(after, told, len(cells.get(value, ())))
            if (
                value == self.rules.all_black
                and after.count is None
                and not (after.last and self.codes.get(after.guess) == guess)
            ):
                raise self._fail(after, f"{told} ends the game: nothing follows it")
        for value, cell in cells.items():
            if value not in printed and value != self.rules.all_black:
                if part.branches is not None and not part.rest:
                    told = f"{format_feedback(value)} after {self._code(guess)} is missing"
                    raise self._fail(part, f"{told}: {_secrets(len(cell))} it")
                printed[value] = Part(part.at)
        return printed

    def _count(self, part: Part, where: str, secrets: int) -> None:
        """Hold the number of secrets that is printed against that of the partition."""
        if part.count is not None and part.count != secrets:
            there = f"{_secrets(secrets)} it" if where else f"{self.rules} has {secrets}"
            told = f"{part.count} printed for {where or 'the opening'}"
            raise self._fail(part, f"{told}, but {there}")
        if part.count is None and not secrets:
            raise self._fail(part, f"no secret gives {where}")

    def _fill(self, part: Part, secrets: list[int]) -> Choose:
        """How a part of three secrets or more is played; a number alone says: in any order."""
        try:
            return self.filler.fill(secrets, any_order=part.count is not None)
        except NotationError as error:
            raise self._fail(part, error.reason) from None

    def _code(self, guess: int) -> str:
        return format_code(guess, self.rules, self.symbols)

    def _fail(self, part: Part, reason: str) -> NotationError:
        return self.outline.text.fail(part.at, reason)


def _secrets(count: int) -> str:
    return counted(count, "secret gives", "secrets give") if count else "no secret gives"
