"""Braces: ``{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,00:CC}}``.

A guess in braces, then in braces the position after each answer, which is two digits: black and
white pegs. A code without braces is the last guess; an answer of all black is implied. ``…`` marks
omitted answers. Codes and answers may be quoted, as in JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.printed_tree import PrintedPosition, PrintedTree, Text
from mmtree.tree.tree import StrategyTree

_CODE = re.compile("\"?[0-9A-Za-z]+\"?|'[0-9A-Za-z]+'")
_ANSWER = re.compile("\"?[0-9]{2}\"?(?![0-9A-Za-z])|'[0-9]{2}'")
_REST = re.compile(r"…|\.\.\.")


def read(text: Text) -> PrintedTree:
    """Read the positions of a text.

    Raises:
        NotationError: the text has a syntax error.
    """
    positions: list[PrintedPosition] = []
    root, opened = _begin(text, positions)
    waiting = [root] if opened else []
    while waiting:
        position = waiting[-1]
        assert position.branches is not None
        if not text.take_mark("}"):
            if text.take(_REST):
                position.rest = True
            else:
                answer = text.take(_ANSWER).strip("\"'")
                if not answer or not text.take_mark(":"):
                    raise text.unexpected("':'" if answer else "an answer of two digits or '}'")
                child, opened = _begin(text, positions)
                position.branches.append((int(answer), child))
                if opened:
                    waiting.append(child)
                    text.check_depth(child.at, len(waiting))
                    continue
            _separate(text)
            continue
        waiting.pop()
        position.last = not (position.branches or position.rest)
        _close(text)
        if waiting:
            _separate(text)
    if text.skip() < len(text.text):
        raise text.unexpected("the end of the text")
    return PrintedTree(text, root, positions)


def _begin(text: Text, positions: list[PrintedPosition]) -> tuple[PrintedPosition, bool]:
    """Read the next position up to its answers; return it, and whether answers follow."""
    position = PrintedPosition(text.skip())
    positions.append(position)
    inside = text.take_mark("{")
    position.at = text.skip()
    position.guess = text.take(_CODE).strip("\"'")
    if not position.guess:
        raise text.unexpected("a guess" if inside else "'{' or the last guess")
    text.count_position(position.at, positions[0].guess)
    position.last = not inside
    if not inside:
        return position, False
    if not text.take_mark(":"):
        raise text.unexpected("':'")
    if not text.take_mark("{"):
        raise text.unexpected("'{' before the answers")
    position.branches = []
    return position, True


def _close(text: Text) -> None:
    """Read the brace after a guess and its answers."""
    text.take_mark(",")
    if not text.take_mark("}"):
        raise text.unexpected("'}'")


def _separate(text: Text) -> None:
    """Read the comma between answers, unless they end."""
    if not text.take_mark(",") and text.text[text.skip() : text.at + 1] != "}":
        raise text.unexpected("',' or '}'")


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield the tree in one line.

    Raises:
        CodeError: the rules have too many colours for these symbols.
    """
    line: list[str] = []
    open_at = 0  # guesses whose braces are still open
    for index, depth in tree.walk():
        if index:
            closed = open_at - depth
            line.append("}}" * closed)
            open_at = depth
            line.append("" if line[-2].endswith("{") else ",")
            line.append(f"{tree.feedback[index]:02}:")
        code = format_code(tree.guess[index], tree.rules, symbols)
        if tree.extent[index] == 1:
            line.append(code)
        else:
            line.append(f"{{{code}:{{")
            open_at += 1
    yield "".join(line) + "}}" * open_at
