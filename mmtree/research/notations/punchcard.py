"""A table for players with punch cards or a book: numbered lines, and a column for each answer.

A head line lists the answers, ``X`` for each black peg, ``O`` for each white one, ``-`` for none.
Each line below has its number, the number of the guess, the guess, and for each answer ``>123`` (go
to that line), a code (the last guess) or ``----`` (impossible). In the column for all black is the
guess itself, if it can be right.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from mmtree.counts import format_count
from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import Rules
from mmtree.research.notations.printed_tree import (
    MAX_DIGITS,
    PrintedPosition,
    Text,
    parse_pegs,
)
from mmtree.tree.tree import StrategyTree

_MAX_WORDS = 100
"""The most words in a line: 9 pegs have 54 answers."""
_NUMBER = re.compile(f"0*([0-9]{{1,{MAX_DIGITS}}})[.:]?")
_GO = re.compile(f">0*([0-9]{{1,{MAX_DIGITS}}})")
_CODE = re.compile("[0-9A-Za-z]+")
_TIME = re.compile(r"cpu=[0-9.]+s")
"""The line that the program of arfst23 prints below its cards."""

_Word = tuple[int, str]
"""A word with its offset in the text."""


class _Jump(NamedTuple):
    """A column that refers to a line: its offset, the line, and the branches to extend."""

    at: int
    line: int
    guess: int
    branches: list[tuple[int, PrintedPosition]]
    value: int


def read(text: Text) -> None:
    """Read the positions of a text."""
    lines = text.lines(_MAX_WORDS)
    answers = _read_head(text, next(lines))
    numbered: dict[int, tuple[PrintedPosition, int]] = {}
    jumps: list[_Jump] = []
    for words in lines:
        if len(words) == 1 and _TIME.fullmatch(words[0][1]):
            continue
        if len(words) != 3 + len(answers):
            reason = f"line number, guess number, guess and {len(answers)} answers"
            columns = format_count(len(words), "column")
            raise text.error_at(words[0][0], f"{columns}: expected {reason}")
        line, guess = _parse_number(text, words[0]), _parse_number(text, words[1])
        at, code = words[2]
        if line in numbered:
            raise text.error_at(words[0][0], f"line {line} is printed twice")
        if not _CODE.fullmatch(code):
            raise text.error_at(at, f"{code[:40]!r} is not a guess")
        position = text.add(PrintedPosition(at, code, branches=[]))
        numbered[line] = position, guess
        assert position.branches is not None
        for value, (where, word) in zip(answers, words[3:], strict=True):
            if not word.strip("-"):
                continue
            if to := _GO.fullmatch(word):
                jumps.append(_Jump(where, int(to[1]), guess + 1, position.branches, value))
                continue
            if not _CODE.fullmatch(word):
                reason = f"expected a line such as >2, a last guess or dashes, found {word[:40]!r}"
                raise text.error_at(where, reason)
            position.branches.append((value, text.add(PrintedPosition(where, word, last=True))))
    if not text.positions:
        raise text.error_at(0, "no lines below the head")
    _link(text, numbered, jumps)


def _link(
    text: Text,
    numbered: dict[int, tuple[PrintedPosition, int]],
    jumps: list[_Jump],
) -> None:
    """Append each line to the branches that refer to it."""
    reached: set[int] = set()
    first = next(iter(numbered))
    if numbered[first][1] != 1:
        reason = f"the first line is for guess {numbered[first][1]}: expected guess 1, the opening"
        raise text.error_at(numbered[first][0].at, reason)
    for at, line, guess, branches, value in jumps:
        if line not in numbered:
            raise text.error_at(at, f"line {line} does not exist")
        if line == first or line in reached:
            reason = "is the opening" if line == first else "is referenced twice"
            raise text.error_at(at, f"line {line} {reason}")
        reached.add(line)
        after, number = numbered[line]
        if number != guess:
            raise text.error_at(at, f"line {line} is for guess {number}, expected guess {guess}")
        branches.append((value, after))
    for line, (position, _) in numbered.items():
        if line != first and line not in reached:
            raise text.error_at(position.at, f"line {line} is never referenced")


def _read_head(text: Text, words: list[_Word]) -> list[int]:
    """Return the feedback of each column."""
    answers: list[int] = []
    for at, word in words:
        value = parse_pegs(word)
        if value is None:
            reason = "the first line lists the answers, X for black, O for white, - for none"
            raise text.error_at(at, f"{word[:40]!r} is not an answer: {reason}")
        if len(word) != len(words[0][1]):
            raise text.error_at(at, f"{word[:40]!r} must have as many signs as the answers before")
        if value in answers:
            raise text.error_at(at, f"{word[:40]!r} is printed twice")
        answers.append(value)
    return answers


def _parse_number(text: Text, word: _Word) -> int:
    at, written = word
    match = _NUMBER.fullmatch(written)
    if not match:
        raise text.error_at(at, f"expected the number of a line or guess, found {written[:40]!r}")
    return int(match[1])


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield the lines of the table, the guesses in preorder."""
    rules, numbers = tree.rules, count(1)
    line = {index: next(numbers) for index, extent in enumerate(tree.extent) if extent > 1}
    wide = max(rules.pegs, len(str(len(line))) + 1)
    first = max(4, len(str(len(line))))
    head = [_format_signs(value, rules).ljust(wide) for value in rules.feedbacks]
    yield " ".join([" " * (first + 5 + rules.pegs), *head]).rstrip()
    for index, depth in tree.walk():
        if index not in line:
            continue
        code = format_code(tree.guess[index], rules, symbols)
        cells = dict.fromkeys(rules.feedbacks, "-" * rules.pegs)
        if tree.consistent[index]:
            cells[rules.all_right] = code
        for child in tree.child_indices(index):
            last = format_code(tree.guess[child], rules, symbols)
            cells[tree.feedback[child]] = f">{line[child]}" if child in line else last
        columns = " ".join(cell.ljust(wide) for cell in cells.values())
        yield f"{line[index]:{first}} {depth + 1:3} {code} {columns}".rstrip()


def _format_signs(value: int, rules: Rules) -> str:
    """Format a feedback as in the head line."""
    black, white = divmod(value, 10)
    return ("X" * black + "O" * white).ljust(rules.pegs, "-")
