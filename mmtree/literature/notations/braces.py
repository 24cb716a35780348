"""Braces: ``{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,00:CC}}``.

A guess in braces, then in braces the position after each answer, which is two digits: black and
white pegs. A code without braces is the last guess; an answer of all black is implied. ``…`` stands
for answers that are left out. As people write JSON, codes and answers may stand in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import Rules
from mmtree.literature.notations.printed_tree import Outline, Part
from mmtree.literature.notations.text import Text
from mmtree.tree.tree import StrategyTree

_CODE = re.compile("\"?[0-9A-Za-z]+\"?|'[0-9A-Za-z]+'")
_ANSWER = re.compile("\"?[0-9]{2}\"?(?![0-9A-Za-z])|'[0-9]{2}'")
_REST = re.compile(r"…|\.\.\.")


def read(text: Text) -> Outline:
    """The outline of a text.

    Raises:
        NotationError: something stands where it cannot.
    """
    parts: list[Part] = []
    root, opened = _begin(text, parts)
    waiting = [root] if opened else []
    while waiting:
        part = waiting[-1]
        assert part.branches is not None
        if not text.mark("}"):
            if text.take(_REST):
                part.rest = True
            else:
                answer = text.take(_ANSWER).strip("\"'")
                if not answer or not text.mark(":"):
                    raise text.unexpected("':'" if answer else "an answer of two digits, or '}',")
                child, opened = _begin(text, parts)
                part.branches.append((int(answer), child))
                if opened:
                    waiting.append(child)
                    text.check_depth(child.at, len(waiting))
                    continue
            _separate(text)
            continue
        waiting.pop()
        part.last = not (part.branches or part.rest)
        _close(text)
        if waiting:
            _separate(text)
    if text.skip() < len(text.text):
        raise text.unexpected("nothing more")
    return Outline(text, root, parts)


def _begin(text: Text, parts: list[Part]) -> tuple[Part, bool]:
    """The next position up to its answers, and whether they are to be read."""
    part = Part(text.skip())
    parts.append(part)
    inside = text.mark("{")
    part.at = text.skip()
    part.guess = text.take(_CODE).strip("\"'")
    if not part.guess:
        raise text.unexpected("a guess" if inside else "'{' or the last guess")
    text.count_position(part.at, parts[0].guess)
    part.last = not inside
    if not inside:
        return part, False
    if not text.mark(":"):
        raise text.unexpected("':'")
    if not text.mark("{"):
        raise text.unexpected("'{' before the answers")
    part.branches = []
    return part, True


def _close(text: Text) -> None:
    """The brace behind a guess and its answers."""
    text.mark(",")
    if not text.mark("}"):
        raise text.unexpected("'}'")


def _separate(text: Text) -> None:
    """What stands behind the position after an answer: a comma, or the end of the answers."""
    if not text.mark(",") and text.text[text.skip() : text.at + 1] != "}":
        raise text.unexpected("',' or '}'")


def symbols_of(rules: Rules) -> Symbols:
    """How codes are written where nothing else is asked for."""
    return "letters"


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """The tree in one line.

    Raises:
        CodeError: the rules have too many colours for these symbols.
    """
    line: list[str] = []
    open_at = 0  # guesses whose braces are not closed yet
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
