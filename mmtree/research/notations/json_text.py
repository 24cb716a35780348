"""JSON: ``{"guess": "AAB", "children": {"02": "BBA", …}}``, as programs write trees.

Each answer has a node or a text. A text, or a node without children, is the last guess. The right
answer may be printed, with the guess itself. Other keys of a node are ignored.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise

from mmtree.game.code import Symbols, format_code
from mmtree.game.letters import find_fault, letters_of
from mmtree.research.notations.printed_tree import PrintedPosition, PrintedTree, Text
from mmtree.research.notations.written_answers import format_answer, names_secrets
from mmtree.tree.tree import StrategyTree

_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_VALUE = re.compile(rf"{_STRING.pattern}|{_NUMBER.pattern}|true|false|null|[\[\]{{}},:]")


@dataclass(slots=True)
class _Object:
    """An object that is not read to its end: a node, or the children of one."""

    position: PrintedPosition
    children: bool = False
    keys: set[str] = field(default_factory=set)


class _Reader:
    """Reads nodes without recursion, as texts may be nested deeply."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.positions: list[PrintedPosition] = []
        self.opened: list[_Object] = []

    def begin_position(self, answer: str, answer_at: int) -> PrintedPosition:
        """Read a last guess, or open a node."""
        at = self.text.skip()
        position = PrintedPosition(at, answer=answer, answer_at=answer_at)
        self.positions.append(position)
        self.text.count_position(at, self.positions[0].guess)
        if self.text.take_mark("{"):
            self.opened.append(_Object(position))
            self.text.check_depth(at, (len(self.opened) + 1) // 2)
        else:
            position.guess, position.last = self.take_string("a guess in quotes, or {"), True
        return position

    def read_item(self) -> None:
        """Read the next key with its value, or the end of an object."""
        text, top = self.text, self.opened[-1]
        position = top.position
        if text.take_mark("}"):
            self.opened.pop()
            if not (top.children or position.guess):
                raise text.error_at(position.at, 'a node without "guess"')
            position.last = not position.branches
            return
        if top.keys and not text.take_mark(","):
            raise text.unexpected("',' or '}'")
        at = text.skip()
        key = self.take_string("a name in quotes")
        if not text.take_mark(":"):
            raise text.unexpected("':'")
        if key in top.keys:
            raise text.error_at(at, f"{key!r:.40} occurs twice")
        top.keys.add(key)
        if top.children:
            position.append(self.begin_position(key, at))
        elif key == "guess":
            position.at = text.skip()
            position.guess = self.take_string("a guess in quotes")
        elif key == "children":
            if not text.take_mark("{"):
                raise text.unexpected("'{'")
            self.opened.append(_Object(position, True))
        else:
            self.skip_value()

    def take_string(self, wanted: str) -> str:
        """Take a text in quotes, or a number, which a guess of digits may be written as."""
        at = self.text.skip()
        token = self.text.take(_STRING) or self.text.take(_NUMBER)
        if not token:
            raise self.text.unexpected(wanted)
        try:
            value = str(json.loads(token)) if token[0] == '"' else token
        except ValueError:
            value = ""
        if any(find_fault(one) for one in letters_of(value.replace(" ", ""))) or not value.strip():
            raise self.text.error_at(at, f"{token[:40]!a} is not a text of printable characters")
        return value

    def skip_value(self) -> None:
        """Skip a value of any kind."""
        depth = 0
        while True:
            token = self.text.take(_VALUE)
            depth += (token in ("{", "[")) - (token in ("}", "]"))
            if not token or depth < 0 or (depth == 0 and token in (",", ":")):
                raise self.text.unexpected("a value")
            if depth == 0:
                return


def read(text: Text) -> PrintedTree:
    """Read the positions of a text."""
    reader = _Reader(text)
    root = reader.begin_position("", 0)
    while reader.opened:
        reader.read_item()
    if text.skip() < len(text.text):
        raise text.unexpected("the end of the text")
    return PrintedTree(text, root, reader.positions)


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield a line for each position."""
    rules = tree.rules
    right = _quote(format_answer(rules.all_right, rules))
    for (index, depth), (_, following) in pairwise(chain(tree.walk(), [(len(tree), 0)])):
        code = _quote(format_code(tree.guess[index], rules, symbols))
        answer = f"{_quote(format_answer(tree.feedback[index], rules))}: " if depth else ""
        line = "  " * depth + answer
        if tree.extent[index] == 1:
            yield line + code + "}}" * (depth - following) + "," * (following > 0)
            continue
        yield f'{line}{{"guess": {code}, "children": {{'
        if tree.consistent[index] and names_secrets(rules):
            yield f"{'  ' * following}{right}: {code},"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
