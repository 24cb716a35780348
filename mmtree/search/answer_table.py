"""The native kernel's object for a game whose answers it looks up in a table."""

from typing import TYPE_CHECKING

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules
from mmtree.search.kernel import native

if TYPE_CHECKING:
    from mmtree.search.native.kernel import Game

_BLOCK = 1 << 22
"""The maximal number of answers computed at once, which limits memory."""


def game_of_table(rules: Rules) -> "Game":
    """Return the native kernel's object for some rules, with the answers to all guesses.

    In a wide game, their values there are their places.

    Raises:
        SizeError: the table would not fit.
    """
    table = CodeTable(rules)
    table.check_size(copies=2)
    secrets = table.secrets.astype(np.uint32)
    values = np.array(range(table.width) if rules.wide else rules.feedbacks, np.uint8)
    places = np.zeros(256, np.uint8)
    places[values] = np.arange(len(values))
    answers = np.empty((rules.guesses, rules.secrets), np.uint8)
    step = max(1, _BLOCK // rules.secrets)
    for start in range(0, len(answers), step):
        block = slice(start, start + step)
        given = table.by_secret.T[block] if rules.wide else table.answers(block, table.secrets)
        answers[block] = places[given]
    lowest = secrets[table.lowest] if rules.renaming == "never" else secrets
    letters = np.ascontiguousarray(table.digits.T, np.uint16) if rules.hard else None
    return native.Game.of_table(
        answers,
        secrets,
        values,
        lowest,
        consistent=rules.consistent,
        letters=letters,
        elsewhere=rules.kind.levels == 3,
    )
