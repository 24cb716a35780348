"""The table of a player with punch cards or a book: numbered lines, and a column for each answer.

A head line names the answers, ``X`` for each black peg, ``O`` for each white one, ``-`` for none.
Each line below has its number, the number of the guess, the guess, and for each answer ``>123``, go
to that line; a code, the last guess; or ``----``, which cannot be. All black is answered by the
guess itself where that can be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, islice
from typing import NamedTuple

from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import Rules
from mmtree.literature.notations.printed_tree import Outline, Part
from mmtree.literature.notations.text import MAX_DIGITS, Text, counted, read_signs
from mmtree.tree.tree import StrategyTree

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"\S+")
_MOST_WORDS = 100
"""In a line: 9 pegs have 54 answers."""
_NUMBER = re.compile(f"0*([0-9]{{1,{MAX_DIGITS}}})[.:]?")
_GO = re.compile(f">0*([0-9]{{1,{MAX_DIGITS}}})")
_CODE = re.compile("[0-9A-Za-z]+")
_TIME = re.compile(r"cpu=[0-9.]+s")
"""What the program of arfst23 prints below its cards."""

_Word = tuple[int, str]
"""A word, and where it stands."""


class _Way(NamedTuple):
    """A column that leads to a line: where it stands, and what it is to be put into."""

    at: int
    line: int
    guess: int
    branches: list[tuple[int, Part]]
    value: int


def read(text: Text) -> Outline:
    """The outline of a text.

    Raises:
        NotationError: something stands where it cannot; a line is gone to twice, or not at all.
    """
    lines = _lines(text)
    answers = _head(text, next(lines))
    parts: list[Part] = []
    numbered: dict[int, tuple[Part, int]] = {}
    going: list[_Way] = []
    for words in lines:
        if len(words) == 1 and _TIME.fullmatch(words[0][1]):
            continue
        if len(words) != 3 + len(answers):
            told = (
                f"there should be its number, that of the guess, the guess and {len(answers)} more"
            )
            raise text.fail(words[0][0], f"{counted(len(words), 'column')}: {told}")
        line, guess = _number(text, words[0]), _number(text, words[1])
        at, code = words[2]
        if line in numbered:
            raise text.fail(words[0][0], f"line {line} stands there twice")
        if not _CODE.fullmatch(code):
            raise text.fail(at, f"{code[:40]!r} is no guess")
        part = Part(at, code, branches=[])
        parts.append(part)
        text.count_position(at, parts[0].guess)
        numbered[line] = part, guess
        assert part.branches is not None
        for value, (where, word) in zip(answers, words[3:], strict=True):
            if not word.strip("-"):
                continue
            if to := _GO.fullmatch(word):
                going.append(_Way(where, int(to[1]), guess + 1, part.branches, value))
                continue
            if not _CODE.fullmatch(word):
                told = "a line as >2, a last guess, or dashes"
                raise text.fail(where, f"{word[:40]!r} should be {told}")
            parts.append(Part(where, word, last=True))
            text.count_position(where, parts[0].guess)
            part.branches.append((value, parts[-1]))
    if not parts:
        raise text.fail(0, "there are no lines below the head")
    _link(text, numbered, going)
    return Outline(text, parts[0], parts)


def _link(
    text: Text,
    numbered: dict[int, tuple[Part, int]],
    going: list[_Way],
) -> None:
    """Put the lines in the places of those that go there."""
    reached: set[int] = set()
    first = next(iter(numbered))
    if numbered[first][1] != 1:
        told = f"the first line is for guess {numbered[first][1]}: it should be the opening, 1"
        raise text.fail(numbered[first][0].at, told)
    for at, line, guess, branches, value in going:
        if line not in numbered:
            raise text.fail(at, f"there is no line {line}")
        if line == first or line in reached:
            told = "the opening" if line == first else "gone to from another place, too"
            raise text.fail(at, f"line {line} is {told}")
        reached.add(line)
        after, number = numbered[line]
        if number != guess:
            raise text.fail(at, f"line {line} is for guess {number}, but here it is guess {guess}")
        branches.append((value, after))
    for line, (part, _) in numbered.items():
        if line != first and line not in reached:
            raise text.fail(part.at, f"nothing leads to line {line}")


def _lines(text: Text) -> Iterator[list[_Word]]:
    """The words of each line that has any."""
    for line in _LINE.finditer(text.text):
        matches = islice(_WORD.finditer(text.text, *line.span()), _MOST_WORDS + 1)
        words = [(match.start(), match[0]) for match in matches]
        if len(words) > _MOST_WORDS:
            raise text.fail(words[-1][0], f"more than {_MOST_WORDS} columns: no game has so many")
        if words:
            yield words


def _head(text: Text, words: list[_Word]) -> list[int]:
    """The feedbacks that the columns stand for."""
    answers: list[int] = []
    for at, word in words:
        value = read_signs(word)
        if value is None:
            told = "the first line names the answers: X for black, O for white, - for none"
            raise text.fail(at, f"{word[:40]!r} is no answer: {told}")
        if len(word) != len(words[0][1]):
            raise text.fail(at, f"{word[:40]!r} should have as many signs as the answers before it")
        if value in answers:
            raise text.fail(at, f"{word[:40]!r} stands there twice")
        answers.append(value)
    return answers


def _number(text: Text, word: _Word) -> int:
    at, written = word
    match = _NUMBER.fullmatch(written)
    if not match:
        raise text.fail(at, f"{written[:40]!r} should be the number of a line or a guess")
    return int(match[1])


def symbols_of(rules: Rules) -> Symbols:
    """How codes are written where nothing else is asked for."""
    return "letters"


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """The lines of the table, the guesses in preorder.

    Raises:
        CodeError: the rules have too many colours for these symbols.
    """
    rules, numbers = tree.rules, count(1)
    line = {index: next(numbers) for index, extent in enumerate(tree.extent) if extent > 1}
    wide = max(rules.pegs, len(str(len(line))) + 1)
    first = max(4, len(str(len(line))))
    head = [_signs(value, rules).ljust(wide) for value in rules.feedbacks]
    yield " ".join([" " * (first + 5 + rules.pegs), *head]).rstrip()
    for index, depth in tree.walk():
        if index not in line:
            continue
        code = format_code(tree.guess[index], rules, symbols)
        cells = dict.fromkeys(rules.feedbacks, "-" * rules.pegs)
        if tree.consistent[index]:
            cells[rules.all_black] = code
        child, end = index + 1, index + tree.extent[index]
        while child < end:
            last = format_code(tree.guess[child], rules, symbols)
            cells[tree.feedback[child]] = f">{line[child]}" if child in line else last
            child += tree.extent[child]
        columns = " ".join(cell.ljust(wide) for cell in cells.values())
        yield f"{line[index]:{first}} {depth + 1:3} {code} {columns}".rstrip()


def _signs(value: int, rules: Rules) -> str:
    """How the head writes a feedback."""
    black, white = divmod(value, 10)
    return ("X" * black + "O" * white).ljust(rules.pegs, "-")
