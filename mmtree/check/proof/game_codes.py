"""The guesses and secrets of any game, with all answers, for version 2 of certificates.

The codes are those of the checker's own :mod:`mmtree.check.game`. Answers of pegs and letters are
counted here for many pairs at once; a test compares them with those of that module.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from mmtree.check.game import Game, game_of
from mmtree.check.proof.codes import BLOCK, Array, Codes, Renaming
from mmtree.errors import SizeError
from mmtree.game.rules import Rules

MAX_ANSWERS = 1 << 27
"""The most answers of a game, of which each takes a byte here and several while sets are split."""


class GameCodes(Codes):
    """The guesses of a game, numbered from 0 in rising order.

    Attributes:
        kinds: the number of feedbacks, F in the README.
        every: the numbers of all guesses.
        secrets: the secrets as guesses; of an identified game, numbered by themselves.
        table: the number of the feedback of each guess (column) for each secret (row), uint8.
        identified: whether the game ends when one secret is left, and secrets are no guesses.
        consistent: whether only secrets that are left may be guessed.
        renaming_bytes: the bytes of a renaming; 0 if there is none.

    Raises:
        SizeError: there are too many.
    """

    table: Array

    def __init__(self, rules: Rules) -> None:
        size = rules.secrets * rules.guesses
        if size > MAX_ANSWERS:
            raise SizeError(
                f"{rules}: {size} answers; at most {MAX_ANSWERS} can be checked in Python"
            )
        self.rules, self.kinds = rules, len(rules.feedbacks)
        self.identified, self.consistent = rules.identified, rules.consistent
        self._game = game = game_of(rules)
        self._rows, secrets = sorted(set(game.first_guesses())), sorted(game.secrets())
        self.every = self.secrets = np.arange(len(self._rows))
        if self.identified:
            self.secrets = np.arange(len(secrets))
        elif len(secrets) < len(self._rows):
            place = {row: at for at, row in enumerate(self._rows)}
            self.secrets = np.array([place[row] for row in secrets])
        numbers = np.full(256, 255, np.uint8)
        numbers[list(rules.feedbacks)] = np.arange(self.kinds)
        self.table = numbers[_answers(game, self._rows, secrets)]
        if self.table.max() >= self.kinds:
            raise AssertionError(f"{rules}: a feedback that is not among those of the rules")
        self.mask = np.uint16 if self.kinds <= 16 else np.uint32 if self.kinds <= 32 else np.uint64
        self.separate, self.renaming_bytes = False, 0
        if rules.uses_pegs:
            self.renaming_bytes = rules.pegs + rules.colors
            self.digits = _digits(self._rows)
            self.powers = rules.colors ** np.arange(rules.pegs - 1, -1, -1)
            self.numbers = self.digits @ self.powers

    def spell(self, code: int) -> str:
        """Return the text of a guess."""
        return self._game.text(self._rows[code])

    def parse_opening(self, text: str) -> int | None:
        """Return the guess of a decimal number, or None if there is none."""
        if not re.fullmatch("0|[1-9][0-9]{0,9}", text) or int(text) >= len(self.every):
            return None
        return int(text)

    def parse_renaming(self, data: bytes) -> Renaming | None:
        """Return the renaming that these bytes define, or None if it changes answers."""
        renaming, rules = super().parse_renaming(data), self.rules
        if renaming and rules.holes and renaming.color[0, -1] != rules.colors - 1:
            return None
        if renaming and rules.permuting != "always" and (np.diff(renaming.source) != 1).any():
            return None
        return renaming


def _digits(rows: list[bytes]) -> Array:
    """Return the colours of codes, uint8[codes, pegs]."""
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)


def _answers(game: Game, guesses: list[bytes], secrets: list[bytes]) -> Array:
    """Return the answer to each guess (column) for each secret (row), uint8."""
    table = np.empty((len(secrets), len(guesses)), np.uint8)
    if game.data["kind"] == "table":
        for row, guess in zip(table.T, guesses, strict=True):
            row[:] = [game.answer(guess, secret) for secret in secrets]
        return table
    count: Callable[[Array, Array], Array] = _MARKS[game.answers]
    mine, theirs = _digits(guesses).T, _digits(secrets).T[:, :, None]
    step = max(1, BLOCK // len(guesses))
    for start in range(0, len(secrets), step):
        table[start : start + step] = count(mine, theirs[:, start : start + step])
    if not game.data.get("whites", True):
        table -= table % 10
    return table


def _count_pegs(mine: Array, theirs: Array) -> Array:
    """Return 10 · black + white of codes, given by place; a peg is white if another peg is free."""
    black = sum((one == other).view(np.uint8) for one, other in zip(mine, theirs, strict=True))
    common: Array | int = 0
    for color in range(max(int(mine.max()), int(theirs.max())) + 1):
        common += np.minimum((mine == color).sum(axis=0), (theirs == color).sum(axis=0))
    return np.asarray(9 * black + common, np.uint8)


def _mark_places(mine: Array, theirs: Array) -> Array:
    """Return the marks of each place in base 3, the first place highest."""
    wrong = [one != other for one, other in zip(mine, theirs, strict=True)]
    marks: Array | int = 0
    for place, one in enumerate(mine):
        # A colour is elsewhere if the secret has more of it, not right, than earlier marks took.
        left = sum(
            (off & (one == other)).view(np.int8) for off, other in zip(wrong, theirs, strict=True)
        )
        taken = sum((wrong[at] & (mine[at] == one)).view(np.int8) for at in range(place))
        marks = 3 * marks + np.where(wrong[place], left > taken, 2)
    return np.asarray(marks, np.uint8)


def _mark_right(mine: Array, theirs: Array) -> Array:
    """Return in base 2 which places are right, the first place highest."""
    marks: Array | int = 0
    for one, other in zip(mine, theirs, strict=True):
        marks = 2 * marks + (one == other).view(np.uint8)
    return np.asarray(marks, np.uint8)


_MARKS = {"pegs": _count_pegs, "places": _mark_places, "right": _mark_right}
