"""The log of games: a file of JSON lines, to which each event is appended as it happens.

A game begins with its head, {"format": "mmtree game", "version": 1, "rules": "4p6c", "strategy":
"knuth", "tree": SHA-256 of the tree's file, "codebreaker": "mmtree" or "player"}. Then follow
{"guess": "AABC", "feedback": 21}, {"undo": true} which takes the last of these back, and {"change":
2, "feedback": 12}, by which the second was answered otherwise; at the end {"secret": "FEDC"}, which
was found, or {"quit": true}, with the secret where it is known. Codes are written in letters. A
game without an end was interrupted, and so was a last line without a line end.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from mmtree.game.code import format_code
from mmtree.play.games import FORMAT, VERSION, read_games
from mmtree.tree.file import checksum
from mmtree.tree.tree import StrategyTree


class GameLog:
    """Appends one game to a log; without a path it keeps nothing.

    Raises:
        GameFileError: the file is there, and is no log of games.
        OSError: it cannot be written.
    """

    def __init__(self, path: str | None, tree: StrategyTree, codebreaker: str) -> None:
        self._rules = tree.rules
        self._path = path
        if path is None:
            return
        if os.path.isfile(path) and os.path.getsize(path) > 0:
            read_games(path)
            os.truncate(path, _whole(path))
        self._append(
            {
                "format": FORMAT,
                "version": VERSION,
                "rules": str(tree.rules),
                "strategy": tree.strategy.name,
                "tree": checksum(tree),
                "codebreaker": codebreaker,
            }
        )

    def row(self, guess: int, feedback: int) -> None:
        """A guess and its feedback 10·black + white.

        Raises:
            OSError: it cannot be written; so in all that follow.
        """
        self._append({"guess": format_code(guess, self._rules), "feedback": feedback})

    def undo(self) -> None:
        """The last row is taken back."""
        self._append({"undo": True})

    def change(self, row: int, feedback: int) -> None:
        """The guess of a row, counted from 0, was answered otherwise."""
        self._append({"change": row + 1, "feedback": feedback})

    def end(self, secret: int | None, *, found: bool) -> None:
        """The game is over; the secret is None where nobody has told it."""
        told = {} if secret is None else {"secret": format_code(secret, self._rules)}
        self._append(told if found else {"quit": True, **told})

    def _append(self, event: Mapping[str, object]) -> None:
        if self._path is None:
            return
        try:
            with open(self._path, "ab") as file:
                file.write(f"{json.dumps(event)}\n".encode())
        except OSError as error:
            raise type(error)(error.errno, error.strerror, self._path) from None


def _whole(path: str) -> int:
    """The length of a file without what an interrupted write has left after its last line."""
    with open(path, "rb") as file:
        return file.read().rfind(b"\n") + 1
