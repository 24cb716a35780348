"""JSON: ``{"guess": "AAB", "children": {"02": "BBA", …}}``, as programs write trees.

Each answer has a node or a text. A text, or a node without children, is the last guess. The right
answer may be printed, with the guess itself. Other keys of a node are ignored.
"""

import json
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

from mmtree.game.code import Symbols, format_code
from mmtree.game.letters import find_fault, letters_of
from mmtree.research.notations.printed_tree import PrintedPosition, Text
from mmtree.research.notations.written_answers import format_answer
from mmtree.tree.tree import StrategyTree

_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)


def read(text: Text) -> None:
    """Read the positions of a text, without recursion, as it may be nested deeply."""
    # A node, or the children of one, and the keys that are read.
    opened: list[tuple[PrintedPosition, bool, set[str]]] = []

    def read_position(answer: str, answer_at: int, before: PrintedPosition | None) -> None:
        """Read a last guess, or open a node."""
        at = text.skip()
        position = text.add(PrintedPosition(at, answer=answer, answer_at=answer_at), before)
        if text.take_mark("{"):
            opened.append((position, False, set()))
            text.check_depth(at, (len(opened) + 1) // 2)
        else:
            position.guess, position.last = _take_text(text, "a guess in quotes, or {"), True

    read_position("", 0, None)
    while opened:
        position, has_answers, keys = opened[-1]
        if text.take_mark("}"):
            opened.pop()
            if not (has_answers or position.guess):
                raise text.error_at(position.at, 'a node without "guess"')
            position.last = not position.branches
            continue
        if keys and not text.take_mark(","):
            raise text.unexpected("',' or '}'")
        at = text.skip()
        key = _take_text(text, "a name in quotes")
        if not text.take_mark(":"):
            raise text.unexpected("':'")
        if key in keys:
            raise text.error_at(at, f"{key!r:.40} occurs twice")
        keys.add(key)
        if has_answers:
            read_position(key, at, position)
        elif key == "guess":
            position.at = text.skip()
            position.guess = _take_text(text, "a guess in quotes")
        elif key == "children":
            if not text.take_mark("{"):
                raise text.unexpected("'{'")
            opened.append((position, True, set()))
        else:
            _take_value(text, "a value")
    if text.skip() < len(text.text):
        raise text.unexpected("the end of the text")


def _take_value(text: Text, wanted: str, kind: type = object) -> Any:
    """Take a value of this kind; numbers become texts."""
    try:
        value, end = _DECODER.raw_decode(text.text, text.skip())
    except (ValueError, RecursionError):
        raise text.unexpected(wanted) from None
    if not isinstance(value, kind):
        raise text.unexpected(wanted)
    text.at = end
    return value


def _take_text(text: Text, wanted: str) -> str:
    """Take a text in quotes, or a number, which a guess of digits may be written as."""
    at = text.skip()
    value = str(_take_value(text, wanted, str))
    if any(find_fault(one) for one in letters_of(value.replace(" ", ""))) or not value.strip():
        raise text.error_at(at, f"{value[:40]!a} is not a text of printable characters")
    return value


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield a line for each position."""
    rules = tree.rules
    for (index, depth), (_, following) in pairwise(chain(tree.walk(), [(len(tree), 0)])):
        code = _quote(format_code(tree.guess[index], rules, symbols))
        answer = f"{_quote(format_answer(tree.feedback[index], rules))}: " if depth else ""
        line = "  " * depth + answer
        if tree.extent[index] == 1:
            yield line + code + "}}" * (depth - following) + "," * (following > 0)
        else:
            yield f'{line}{{"guess": {code}, "children": {{'


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
