"""YAML: a list of a guess and a mapping from each answer to a code or to such a list again.

Answers are two digits, black and white pegs, or signs as on punch cards. A code is the last guess.
All black is implied, but may be printed. Everything is read as text, whatever type YAML gives it:
01 is not an octal number and NO is not a truth value. Aliases and tags are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mmtree.errors import NotationError
from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.printed_tree import PrintedPosition, PrintedTree, Text, parse_pegs
from mmtree.tree.tree import StrategyTree

INSTALL = "pip install 'mmtree[yaml]', or in a clone pip install '.[yaml]'"
_CODE = re.compile("[0-9A-Za-z]+")
_ANSWER = re.compile("[0-9]{2}")
_WORDS = re.compile("y|n|yes|no|on|off|true|false|null|[0-9]+(e[0-9]+)?", re.IGNORECASE)
"""Codes that YAML reads as text only in quotes."""


def read(text: Text) -> PrintedTree:
    """Read the positions of a text.

    Raises:
        NotationError: the text is not YAML or not a tree, or PyYAML is missing.
    """
    try:
        import yaml
    except ImportError:
        reason = f"yaml needs PyYAML, which is not installed: {INSTALL}"
        raise NotationError(text.path, None, reason) from None
    try:
        return _Reader(text, yaml).read_tree()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = (mark.line + 1, mark.column + 1) if mark else None
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        raise NotationError(text.path, place, f"is not valid YAML: {problem}") from None


class _Reader:
    """Reads positions from the events of a YAML parser, which builds no other objects."""

    def __init__(self, text: Text, yaml: Any) -> None:
        self.text = text
        self.yaml = yaml
        self.events = yaml.parse(text.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        self.positions: list[PrintedPosition] = []

    def read_tree(self) -> PrintedTree:
        """Read the whole text."""
        yaml = self.yaml
        self._expect(yaml.StreamStartEvent, "YAML")
        self._expect(yaml.DocumentStartEvent, "a list")
        root, opened = self._begin(self._next())
        waiting = [root] if opened else []
        while waiting:
            position = waiting[-1]
            assert position.branches is not None
            event = self._next()
            if isinstance(event, yaml.MappingEndEvent):
                self._expect(yaml.SequenceEndEvent, "the end of the list")
                waiting.pop()
                continue
            answer = self._scalar(event, "an answer of two digits")
            value = int(answer) if _ANSWER.fullmatch(answer) else parse_pegs(answer)
            if value is None:
                reason = f"expected two digits or signs such as XO--, found {answer[:40]!r}"
                raise self._error(event, reason)
            child, opened = self._begin(self._next())
            position.branches.append((value, child))
            if opened:
                waiting.append(child)
                self.text.check_depth(child.at, len(waiting))
        self._expect(yaml.DocumentEndEvent, "the end of the text")
        self._expect(yaml.StreamEndEvent, "the end of the text")
        return PrintedTree(self.text, root, self.positions)

    def _begin(self, event: Any) -> tuple[PrintedPosition, bool]:
        """Read a code, or a list up to its first answer; return whether it is a list."""
        yaml = self.yaml
        position = PrintedPosition(self._at(event))
        self.positions.append(position)
        self.text.count_position(position.at, self.positions[0].guess)
        if not isinstance(event, yaml.SequenceStartEvent):
            word = self._scalar(event, "a code, or a list of a guess and its answers")
            position.guess, position.last = self._code(event, word), True
            return position, False
        self._check(event)
        event = self._next()
        position.at = self._at(event)
        position.guess = self._code(event, self._scalar(event, "a guess"))
        event = self._next()
        if not isinstance(event, yaml.MappingStartEvent):
            raise self._error(event, "expected answers, such as '10': AB")
        self._check(event)
        position.branches = []
        return position, True

    def _next(self) -> Any:
        return next(self.events)

    def _expect(self, kind: type, wanted: str) -> None:
        """Read the next event, which must be of a kind."""
        event = self._next()
        if not isinstance(event, kind):
            raise self._error(event, f"expected {wanted}")

    def _scalar(self, event: Any, wanted: str) -> str:
        """Return the text of a scalar event."""
        self._check(event)
        if not isinstance(event, self.yaml.ScalarEvent):
            raise self._error(event, f"expected {wanted}")
        return str(event.value)

    def _code(self, event: Any, word: str) -> str:
        if not _CODE.fullmatch(word):
            raise self._error(event, f"{word[:40]!r} is not a code")
        return word

    def _check(self, event: Any) -> None:
        """Refuse aliases and tags."""
        if isinstance(event, self.yaml.AliasEvent):
            raise self._error(event, "aliases are not supported: write the value in full")
        if getattr(event, "tag", None) not in (None, "!"):
            raise self._error(event, "tags are not supported: remove it")

    def _at(self, event: Any) -> int:
        """Return the offset of an event in the text."""
        return int(event.start_mark.index)

    def _error(self, event: Any, reason: str) -> NotationError:
        mark = event.start_mark
        return NotationError(self.text.path, (mark.line + 1, mark.column + 1), reason)


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield the lines of the tree; words that YAML does not read as text are quoted.

    Raises:
        CodeError: the rules have too many colours for these symbols.
    """
    for index, depth in tree.walk():
        code = format_code(tree.guess[index], tree.rules, symbols)
        if _WORDS.fullmatch(code):
            code = f"'{code}'"
        if index:
            first = tree.extent[index - 1] > 1  # the guess is on the line before
            dash = "- " if first else "  "
            answer = f"{'  ' * (depth - 1)}{dash}'{tree.feedback[index]:02}':"
            if tree.extent[index] == 1:
                yield f"{answer} {code}"
                continue
            yield answer
        yield f"{'  ' * depth}- {code}"
