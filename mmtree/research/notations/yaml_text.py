"""YAML: a list of a guess and a mapping from each answer to a code or to such a list again.

Answers are two digits, black and white pegs, or signs as on punch cards. A code is the last guess.
All black is implied, but may be printed. Everything is read as text, whatever type YAML gives it:
01 is not an octal number and NO is not a truth value. Aliases are refused, tags are ignored.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from mmtree.errors import NotationError
from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.printed_tree import PrintedPosition, Text, parse_pegs
from mmtree.tree.tree import StrategyTree

INSTALL = "pip install 'mmtree[yaml]', or in a clone pip install '.[yaml]'"
_CODE = re.compile("[0-9A-Za-z]+")
_ANSWER = re.compile("[0-9]{2}")
_WORDS = re.compile("y|n|yes|no|on|off|true|false|null|[0-9]+(e[0-9]+)?", re.IGNORECASE)
"""Codes that YAML reads as text only in quotes."""


class _Node(NamedTuple):
    """A value of YAML: its offset, its kind, its text, and the values in a list or mapping."""

    at: int
    kind: str
    text: str
    parts: "list[_Node]"


def read(text: Text) -> None:
    """Read the positions of a text."""
    try:
        import yaml
    except ImportError:
        reason = f"yaml needs PyYAML, which is not installed: {INSTALL}"
        raise NotationError(text.path, None, reason) from None
    try:
        _read_tree(text, _parse(text, yaml))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = (mark.line + 1, mark.column + 1) if mark else None
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        raise NotationError(text.path, place, f"is not valid YAML: {problem}") from None


def _parse(text: Text, yaml: Any) -> _Node:
    """Return the only value of a text, without the recursion of yaml.compose, which can crash."""
    top: list[_Node] = []
    opened = [top]
    for event in yaml.parse(text.text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if isinstance(event, yaml.NodeEvent):
            kind = type(event).__name__.removesuffix("Event").removesuffix("Start")
            node = _Node(event.start_mark.index, kind, getattr(event, "value", ""), [])
            opened[-1].append(node)
            if isinstance(event, yaml.CollectionStartEvent):
                opened.append(node.parts)
                text.check_depth(node.at, len(opened) // 2)
        elif isinstance(event, yaml.CollectionEndEvent):
            opened.pop()
    if len(top) == 1:
        return top[0]
    at, wanted = (top[1].at, "the end of the text") if top else (len(text.text), "a list")
    raise text.error_at(at, f"expected {wanted}")


def _read_tree(text: Text, root: _Node) -> None:
    """Read the positions of a tree in preorder."""
    waiting: list[tuple[int, _Node, list[tuple[int, PrintedPosition]]]] = [(0, root, [])]
    while waiting:
        value, node, branches = waiting.pop()
        guess, *rest = (node.kind == "Sequence" and node.parts) or [node]
        if guess.kind != "Scalar":
            raise text.error_at(guess.at, "expected a code, or a list of a guess and its answers")
        if not _CODE.fullmatch(guess.text):
            raise text.error_at(guess.at, f"{guess.text[:40]!r} is not a code")
        position = text.add(PrintedPosition(guess.at, guess.text, last=node is guess))
        branches.append((value, position))
        if node is guess:
            continue
        if [part.kind for part in rest] != ["Mapping"]:
            raise text.error_at(node.at, "expected a guess and its answers, such as '10': AB")
        position.branches = []
        pairs = zip(rest[0].parts[::2], rest[0].parts[1::2], strict=True)
        after = [(_read_answer(text, key), child, position.branches) for key, child in pairs]
        waiting += reversed(after)


def _read_answer(text: Text, key: _Node) -> int:
    """Return the feedback of an answer."""
    value = int(key.text) if _ANSWER.fullmatch(key.text) else parse_pegs(key.text)
    if value is None:
        reason = f"expected two digits or signs such as XO--, found {key.text[:40]!r}"
        raise text.error_at(key.at, reason)
    return value


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield the lines of the tree; words that YAML does not read as text are quoted."""
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
