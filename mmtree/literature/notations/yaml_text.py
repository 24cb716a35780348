"""YAML: a list of a guess and a mapping from each answer to a code or to such a list again.

Answers are two digits, black and white pegs, or signs as on punch cards; a code is the last guess;
all black is implied, but may stand there.
Everything is read as text, whatever YAML makes of it: 01 is no octal number and NO no truth value.
Aliases and tags are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mmtree.errors import NotationError
from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import Rules
from mmtree.literature.notations.printed_tree import Outline, Part
from mmtree.literature.notations.text import Text, read_signs
from mmtree.tree.tree import StrategyTree

INSTALL = "pip install 'mmtree[yaml]', or in a clone pip install '.[yaml]'"
_CODE = re.compile("[0-9A-Za-z]+")
_ANSWER = re.compile("[0-9]{2}")
_WORDS = re.compile("y|n|yes|no|on|off|true|false|null|[0-9]+(e[0-9]+)?", re.IGNORECASE)
"""Codes that YAML would not take for text without quotes."""


def read(text: Text) -> Outline:
    """The outline of a text.

    Raises:
        NotationError: it is no YAML, or something stands where it cannot; or PyYAML is missing.
    """
    try:
        import yaml
    except ImportError:
        told = f"yaml needs PyYAML, which is not installed: {INSTALL}"
        raise NotationError(text.path, None, told) from None
    try:
        return _Reader(text, yaml).outline()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = (mark.line + 1, mark.column + 1) if mark else None
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        raise NotationError(text.path, place, f"is no YAML: {problem}") from None


class _Reader:
    """Follows the events of a YAML parser, so that nothing is ever built but the outline."""

    def __init__(self, text: Text, yaml: Any) -> None:
        self.text = text
        self.yaml = yaml
        self.events = yaml.parse(text.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        self.parts: list[Part] = []

    def outline(self) -> Outline:
        """The whole text."""
        yaml = self.yaml
        self._expect(yaml.StreamStartEvent, "YAML")
        self._expect(yaml.DocumentStartEvent, "a list")
        root, opened = self._begin(self._next())
        waiting = [root] if opened else []
        while waiting:
            part = waiting[-1]
            assert part.branches is not None
            event = self._next()
            if isinstance(event, yaml.MappingEndEvent):
                self._expect(yaml.SequenceEndEvent, "the end of the list")
                waiting.pop()
                continue
            answer = self._scalar(event, "an answer of two digits")
            value = int(answer) if _ANSWER.fullmatch(answer) else read_signs(answer)
            if value is None:
                told = "an answer of two digits, or of signs as XO--"
                raise self._fail(event, f"{answer[:40]!r} should be {told}")
            child, opened = self._begin(self._next())
            part.branches.append((value, child))
            if opened:
                waiting.append(child)
                self.text.check_depth(child.at, len(waiting))
        self._expect(yaml.DocumentEndEvent, "nothing more")
        self._expect(yaml.StreamEndEvent, "nothing more")
        return Outline(self.text, root, self.parts)

    def _begin(self, event: Any) -> tuple[Part, bool]:
        """A code, or a list up to its first answer; and whether it is a list."""
        yaml = self.yaml
        part = Part(self._at(event))
        self.parts.append(part)
        self.text.count_position(part.at, self.parts[0].guess)
        if not isinstance(event, yaml.SequenceStartEvent):
            word = self._scalar(event, "a code, or a list of a guess and what follows,")
            part.guess, part.last = self._code(event, word), True
            return part, False
        self._check(event)
        event = self._next()
        part.at = self._at(event)
        part.guess = self._code(event, self._scalar(event, "a guess"))
        event = self._next()
        if not isinstance(event, yaml.MappingStartEvent):
            raise self._fail(event, "the answers, as '10': AB, should stand here")
        self._check(event)
        part.branches = []
        return part, True

    def _next(self) -> Any:
        return next(self.events)

    def _expect(self, kind: type, what: str) -> None:
        """The next event, which must be of a kind."""
        event = self._next()
        if not isinstance(event, kind):
            raise self._fail(event, f"{what} should stand here")

    def _scalar(self, event: Any, what: str) -> str:
        """The text of an event that has one."""
        self._check(event)
        if not isinstance(event, self.yaml.ScalarEvent):
            raise self._fail(event, f"{what} should stand here")
        return str(event.value)

    def _code(self, event: Any, word: str) -> str:
        if not _CODE.fullmatch(word):
            raise self._fail(event, f"{word[:40]!r} is no code")
        return word

    def _check(self, event: Any) -> None:
        """Refuse what could mean something else than it looks like."""
        if isinstance(event, self.yaml.AliasEvent):
            raise self._fail(event, "an alias: write out what it stands for")
        if getattr(event, "tag", None) not in (None, "!"):
            raise self._fail(event, "a tag: leave it out")

    def _at(self, event: Any) -> int:
        """Where an event stands in the text."""
        return int(event.start_mark.index)

    def _fail(self, event: Any, reason: str) -> NotationError:
        mark = event.start_mark
        return NotationError(self.text.path, (mark.line + 1, mark.column + 1), reason)


def symbols_of(rules: Rules) -> Symbols:
    """How codes are written where nothing else is asked for."""
    return "letters"


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """The lines of the tree; what any reader of YAML would not take for text stands in quotes.

    Raises:
        CodeError: the rules have too many colours for these symbols.
    """
    for index, depth in tree.walk():
        code = format_code(tree.guess[index], tree.rules, symbols)
        if _WORDS.fullmatch(code):
            code = f"'{code}'"
        if index:
            first = tree.extent[index - 1] > 1  # the guess itself stands on the line before
            dash = "- " if first else "  "
            answer = f"{'  ' * (depth - 1)}{dash}'{tree.feedback[index]:02}':"
            if tree.extent[index] == 1:
                yield f"{answer} {code}"
                continue
            yield answer
        yield f"{'  ' * depth}- {code}"
