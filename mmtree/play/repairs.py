"""Finds single answers whose correction makes a game consistent again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mmtree.game.code import Code
from mmtree.game.feedback import Feedback, to_feedback
from mmtree.game.rules import Rules
from mmtree.play.game_rows import GameRow


@dataclass(frozen=True)
class Repair:
    """An answer that may have been given wrongly.

    Attributes:
        row: the index of its guess in the game, counted from 0.
        guess: that guess.
        given: the feedback that it got.
        instead: the feedback that it would have to get.
        secrets_left: how many secrets agree with that and with all other answers.
    """

    row: int
    guess: Code
    given: Feedback
    instead: Feedback
    secrets_left: int


def repairs(rows: Sequence[GameRow], rules: Rules) -> tuple[Repair, ...]:
    """Return the corrections of a game that no secret agrees with, likeliest first.

    Empty if some secret agrees. They are sorted by the unlikeliness of their kind of answers, then
    by more secrets, then by the later row, then by the canonical order of feedback. Only the last
    guess can be answered all black instead. Each code is compared with the guesses up to its second
    contradiction.

    Raises:
        RulesError: a guess is not a code of the rules.
    """
    answer, ready = rules.answer, [(rules.prepare(guess), feedback) for guess, feedback in rows]
    count: dict[tuple[int, int], int] = {}  # by row, and by the feedback instead
    for secret in rules.secret_codes():
        code = rules.prepare(secret)
        wrong = None
        for row, (guess, feedback) in enumerate(ready):
            found = answer(guess, code)
            if found != feedback:
                if wrong:
                    break
                wrong = row, found
        else:
            if wrong is None:
                return ()
            count[wrong] = count.get(wrong, 0) + 1
    found_all = [
        Repair(row, *rows[row], to_feedback(instead, rules), secrets_left)
        for (row, instead), secrets_left in count.items()
        if instead != rules.all_right or row == len(rows) - 1
    ]
    return tuple(
        sorted(
            found_all,
            key=lambda repair: (
                rules.kind.unlikeliness(repair.given, repair.instead),
                -repair.secrets_left,
                -repair.row,
                repair.instead,
            ),
        )
    )
