"""The log of games: a file of JSON lines, to which each event is appended as it happens.

A game begins with its head, {"format": "mmtree game", "version": 1, "rules": "4p6c", "strategy":
"knuth", "tree": SHA-256 of the tree's file, "codebreaker": "mmtree" or "player"}. Then follow
{"guess": "AABC", "feedback": 21}, {"undo": true} which takes the last of these back, and {"change":
2, "feedback": 12}, which changes the second feedback; at the end {"secret": "FEDC"}, if it was
found, or {"quit": true}, with the secret if it is known. Codes are written in letters. Rules that
are a list of words or a table are written as their name: who reads such a log gives these rules. A
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
    """Appends one game to a log; without a path it does nothing.

    Raises:
        GameFileError: the file exists, but is not a log of games.
        OSError: the file cannot be written.
    """

    def __init__(self, path: str | None, tree: StrategyTree, codebreaker: str) -> None:
        self._rules = tree.rules
        self._path = path
        if path is None:
            return
        if os.path.isfile(path) and os.path.getsize(path) > 0:
            read_games(path, tree.rules)
            os.truncate(path, _complete_length(path))
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
        """Record a guess and its feedback 10·black + white.

        Raises:
            OSError: the file cannot be written; as in the other methods.
        """
        self._append({"guess": format_code(guess, self._rules), "feedback": feedback})

    def undo(self) -> None:
        """Record that the last row was taken back."""
        self._append({"undo": True})

    def change(self, row: int, feedback: int) -> None:
        """Record another feedback for a row, counted from 0."""
        self._append({"change": row + 1, "feedback": feedback})

    def end(self, secret: int | None, *, found: bool) -> None:
        """Record the end of the game; the secret is None if it is unknown."""
        entry = {} if secret is None else {"secret": format_code(secret, self._rules)}
        self._append(entry if found else {"quit": True, **entry})

    def _append(self, event: Mapping[str, object]) -> None:
        if self._path is None:
            return
        try:
            with open(self._path, "ab") as file:
                file.write(f"{json.dumps(event)}\n".encode())
        except OSError as error:
            raise type(error)(error.errno, error.strerror, self._path) from None


def _complete_length(path: str) -> int:
    """Return the length of a file up to the end of its last complete line."""
    with open(path, "rb") as file:
        return file.read().rfind(b"\n") + 1
