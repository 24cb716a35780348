"""Writes and reads logs of games.

A log is a file of JSON lines, to which each event is appended as it happens. A game begins with its
head, {"format": "mmtree game", "version": 1, "rules": "4p6c", "strategy": "knuth", "tree": SHA-256
of the tree's file, "codebreaker": "mmtree" or "player"}, with "cheats": true if the codemaker does.
Then follow {"guess": "AABC", "feedback": 21}, with "hint": true if the guess was one, {"undo":
true} which takes the last of these back, and {"change": 2, "feedback": 12}, which changes the
second feedback; a feedback that is unknown is "?". At the end is {"secret": "FEDC"}, if it was
found, or {"quit": true}, with the secret if it is known. Codes are written in letters. Rules that
are a list of words or a table are written as their name: the reader of such a log gives these
rules. A game without an end was interrupted, and so was a last line without a line end.
"""

import io
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mmtree.errors import GameFileError, MmtreeError
from mmtree.files import read_within
from mmtree.game.code import Code, format_code, parse_code
from mmtree.game.feedback import Feedback, to_feedback
from mmtree.game.feedback import feedback as answer
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.play.game_rows import GameRow, consistent
from mmtree.tree.file import checksum
from mmtree.tree.tree import StrategyTree

FORMAT = "mmtree game"
VERSION = 1
MAX_BYTES = 1 << 24
_MAX_LINE = 1000
"""The most bytes of a line; written lines are shorter."""
_MAX_ROWS = 1000
_HEAD = ("format", "version", "rules", "strategy", "tree", "codebreaker")
_TYPES = [str, int, str, str, str, str]
_CODEBREAKERS = ("mmtree", "player")


class GameLog:
    """Appends one game to a log; without a path it does nothing.

    Raises:
        GameFileError: the file exists, but is not a log of games.
        OSError: the file cannot be written.
    """

    def __init__(
        self, path: str | None, tree: StrategyTree, codebreaker: str, *, cheats: bool = False
    ) -> None:
        self._rules = tree.rules
        self._path = path
        if path is None:
            return
        if os.path.isfile(path) and os.path.getsize(path) > 0:
            read_games(path, tree.rules)
            with open(path, "rb") as file:
                complete = file.read().rfind(b"\n") + 1
            os.truncate(path, complete)
        head = FORMAT, VERSION, str(tree.rules), tree.strategy.name, checksum(tree), codebreaker
        self._append(dict(zip(_HEAD, head, strict=True)) | ({"cheats": True} if cheats else {}))

    def row(self, guess: int, feedback: int | None, *, hint: bool = False) -> None:
        """Record a guess, its feedback 10·black + white or None, and whether it was a hint.

        Raises:
            OSError: the file cannot be written; as in the other methods.
        """
        row = {"guess": format_code(guess, self._rules), "feedback": _written(feedback)}
        self._append(row | ({"hint": True} if hint else {}))

    def undo(self) -> None:
        """Record that the last row was taken back."""
        self._append({"undo": True})

    def change(self, row: int, feedback: int | None) -> None:
        """Record another feedback for a row, counted from 0."""
        self._append({"change": row + 1, "feedback": _written(feedback)})

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


@dataclass
class LoggedGame:
    """One game of a log.

    Attributes:
        line: the line of its head, counted from 1.
        rules: its rules.
        strategy: the strategy of the tree.
        tree: the SHA-256 of the tree's file, in hexadecimal digits.
        codebreaker: who guessed, ``mmtree`` or ``player``.
        cheats: whether the codemaker had no secret, but gave the hardest answers.
        rows: the guesses with their feedback, as they were at the end.
        hints: the indices of the rows whose guesses were hints.
        secret: the secret, or None if it is unknown.
        ended: whether it was played to an end, not interrupted.
        given_up: whether it was ended before the secret was found.
    """

    line: int
    rules: Rules
    strategy: str
    tree: str
    codebreaker: str
    cheats: bool = False
    rows: list[GameRow] = field(default_factory=list)
    hints: set[int] = field(default_factory=set)
    secret: Code | None = None
    ended: bool = False
    given_up: bool = False

    @property
    def found(self) -> bool:
        """Whether the last guess was the secret, or identified it."""
        if self.rules.identified:
            return self.ended and not self.given_up
        return bool(self.rows) and self.rows[-1][1] == self.rules.all_right


def read_games(path: str | os.PathLike[str], rules: Rules | None = None) -> list[LoggedGame]:
    """Read a log and check all of it.

    Args:
        rules: those of games whose rules are a list or a table, which the log only names.

    Raises:
        GameFileError: the file cannot be read, or is not a log of games.
    """
    name = os.fsdecode(path)
    try:
        data = read_within(name, MAX_BYTES)
    except OSError as error:
        raise GameFileError(name, error.strerror or str(error)) from None
    if len(data) > MAX_BYTES:
        raise GameFileError(name, f"larger than {MAX_BYTES} bytes")
    games: list[LoggedGame] = []
    place = ""
    try:
        for number, line in enumerate(io.BytesIO(data), 1):
            place = f"line {number}"
            if line.endswith(b"\n"):  # else it was interrupted
                _take(_event(line), games, number, rules)
        for game in games:
            place = f"the game of line {game.line}"
            _check_secret(game)
    except (MmtreeError, _WrongError) as error:
        raise GameFileError(name, f"{place}: {error}") from None
    if not games:
        raise GameFileError(name, "holds no game")
    return games


class _WrongError(Exception):
    """A line that is wrong."""


def _event(line: bytes) -> dict[str, Any]:
    try:
        event = json.loads(line) if len(line) <= _MAX_LINE else None
    except (ValueError, RecursionError):
        raise _WrongError("is not JSON") from None
    if not isinstance(event, dict):
        raise _WrongError("is not an event of a game")
    return event


def _take(event: dict[str, Any], games: list[LoggedGame], number: int, rules: Rules | None) -> None:
    """Add one event to the games.

    Raises:
        _WrongError: it is not an event, or not possible here.
        MmtreeError: its rules or a code cannot be read.
    """
    if "format" in event:
        games.append(_head(event, number, rules))
        return
    if not games:
        raise _WrongError(f'is not a log of games: the first line has no "format": "{FORMAT}"')
    game = games[-1]
    if game.ended:
        raise _WrongError("comes after the end of its game")
    read = _EVENTS.get(frozenset(event))
    if read is None:
        raise _WrongError("is not an event of a game")
    read(game, **event)


def _head(event: dict[str, Any], number: int, rules: Rules | None) -> LoggedGame:
    if event["format"] != FORMAT or event.get("version") != VERSION:
        raise _WrongError(f'is not the head of "format": "{FORMAT}", "version": {VERSION}')
    cheats = event.pop("cheats", False)
    if set(event) != set(_HEAD) or [type(event[key]) for key in _HEAD] != _TYPES:
        raise _WrongError(f"the head of a game has {', '.join(_HEAD)}")
    if event["codebreaker"] not in _CODEBREAKERS:
        raise _WrongError(f"the codebreaker is {' or '.join(_CODEBREAKERS)}")
    if rules is None or str(rules) != event["rules"]:
        rules = parse_rules(event["rules"])
    named = event["strategy"], event["tree"], event["codebreaker"]
    return LoggedGame(number, rules, *named, cheats=_mark("cheats", cheats))


def _row(game: LoggedGame, guess: Any, feedback: Any, hint: Any = False) -> None:
    if game.found:
        raise _WrongError("comes after the secret was found")
    if len(game.rows) == _MAX_ROWS:
        raise _WrongError(f"is more than {_MAX_ROWS} guesses of one game")
    if _mark("hint", hint):
        game.hints.add(len(game.rows))
    game.rows.append((_code(guess, game.rules), _feedback(feedback, game.rules)))


def _undo(game: LoggedGame, undo: Any) -> None:
    if undo is not True or not game.rows:
        raise _WrongError("takes back a row, but none is left")
    game.rows.pop()
    game.hints.discard(len(game.rows))


def _change(game: LoggedGame, change: Any, feedback: Any) -> None:
    if type(change) is not int or not 1 <= change <= len(game.rows):
        raise _WrongError("changes a guess that does not exist")
    value = _feedback(feedback, game.rules)
    if value == game.rules.all_right and change < len(game.rows):
        raise _WrongError("is all black, but guesses followed it")
    game.rows[change - 1] = game.rows[change - 1][0], value


def _end(game: LoggedGame, **event: Any) -> None:
    game.ended = True
    if event.get("quit", True) is not True:
        raise _WrongError('ends with "quit": true')
    game.given_up = "quit" in event
    if "secret" in event:
        game.secret = _code(event["secret"], game.rules)
    if "quit" not in event and not game.found:
        raise _WrongError("names a secret that was not found")


_EVENTS: dict[frozenset[str], Callable[..., None]] = {
    frozenset(("guess", "feedback")): _row,
    frozenset(("guess", "feedback", "hint")): _row,
    frozenset(("undo",)): _undo,
    frozenset(("change", "feedback")): _change,
    frozenset(("secret",)): _end,
    frozenset(("quit",)): _end,
    frozenset(("quit", "secret")): _end,
}


def _code(text: Any, rules: Rules) -> Code:
    if not isinstance(text, str):
        raise _WrongError("a code is a text of letters")
    return parse_code(text, rules)


def _mark(name: str, value: Any) -> bool:
    if value is not True and value is not False:
        raise _WrongError(f'"{name}" is true, or left out')
    return value


def _written(feedback: int | None) -> int | str:
    return "?" if feedback is None else feedback


def _feedback(value: Any, rules: Rules) -> Feedback | None:
    if value == "?":
        return None
    if type(value) is not int or value not in rules.feedbacks:
        hint = ": 21 is 2 black and 1 white" if rules.kind.counts > 0 else ""
        raise _WrongError(f"the feedback is none of {rules}{hint}")
    return to_feedback(value, rules)


def _check_secret(game: LoggedGame) -> None:
    """Check the answers against the secret, which is the last guess if it was found."""
    if game.found and game.secret is None:
        game.secret = game.rows[-1][0]
    if game.secret is None:
        return
    for guess, given in game.rows:
        if given is not None and answer(guess, game.secret, game.rules) != given:
            raise _WrongError(f"{game.secret} does not answer {given} to {guess}")
    if game.rules.identified and game.found:
        left = consistent(game.rules.secret_codes(), game.rows, game.rules)
        if left != [game.secret]:
            raise _WrongError(f"{game.secret} is one of {len(left)} secrets that were left")
