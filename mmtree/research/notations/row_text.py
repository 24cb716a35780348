"""Numbered rows: ``#0:AAB (0,2)BBA (1,2)#1``, a guess, and a guess or row after each answer.

``*`` after the guess of a row says that it cannot be the secret, ``?`` that it may be.
"""

import re
from collections.abc import Iterator
from itertools import count

from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.printed_tree import (
    MAX_DIGITS,
    PrintedPosition,
    PrintedTree,
    Text,
)
from mmtree.research.notations.written_answers import (
    check_single_words,
    format_answer,
    names_secrets,
)
from mmtree.tree.tree import StrategyTree

_ROW = re.compile(rf"#([0-9]{{1,{MAX_DIGITS}}})\s*:")
_REFERENCE = re.compile(rf"#([0-9]{{1,{MAX_DIGITS}}})(?!\S)")
_ANSWER = re.compile(r"[^()\n]+")
_GUESS = re.compile(r"[^\s()#]+")


def read(text: Text) -> PrintedTree:
    """Read the positions of a text; the first row has the opening."""
    positions: list[PrintedPosition] = []
    rows: dict[str, PrintedPosition] = {}
    while (at := text.skip()) < len(text.text):
        number = _take_number(text, _ROW)
        row = _row(text, number, rows, positions, at)
        if row.guess:
            raise text.error_at(at, f"row {number} is printed twice")
        row.set_guess(text.skip(), _take_guess(text))
        while text.take_mark("("):
            answer_at = text.skip()
            answer = text.take(_ANSWER).strip()
            if not answer or not text.take_mark(")"):
                raise text.unexpected("an answer in brackets")
            at = text.skip()
            if number := _take_number(text, _REFERENCE, needed=False):
                after = _row(text, number, rows, positions, at)
                if after.answer or after is positions[0]:
                    reason = "is the opening" if after is positions[0] else "is referenced twice"
                    raise text.error_at(at, f"row {number} {reason}")
            else:
                after = PrintedPosition(at, _take_guess(text), last=True)
                positions.append(after)
                text.count_position(at, positions[0].guess)
            after.answer, after.answer_at = answer, answer_at
            row.append(after)
    reached = [positions[0]]
    for position in reached:
        reached += [after for _, after in position.branches or ()]
    unreached = {*map(id, positions)} - {*map(id, reached)}
    for number, row in rows.items():
        row.last = not row.branches
        if not row.guess or id(row) in unreached:
            reason = "is never reached from the first row" if row.guess else "does not exist"
            raise text.error_at(row.at, f"row {number} {reason}")
    return PrintedTree(text, positions[0], positions)


def _row(
    text: Text,
    number: str,
    rows: dict[str, PrintedPosition],
    positions: list[PrintedPosition],
    at: int,
) -> PrintedPosition:
    """Return the position of a row, also before the row itself is read."""
    if number not in rows:
        rows[number] = PrintedPosition(at)
        positions.append(rows[number])
        text.count_position(at, positions[0].guess)
    return rows[number]


def _take_number(text: Text, pattern: re.Pattern[str], needed: bool = True) -> str:
    """Take the number of a row, without leading zeros."""
    if token := text.take(pattern):
        return token.strip("#: \n\t").lstrip("0") or "0"
    if needed:
        raise text.unexpected("a row such as #0:AAB, or an answer in brackets")
    return ""


def _take_guess(text: Text) -> str:
    guess = text.take(_GUESS)
    if not guess:
        raise text.unexpected("a guess")
    return guess


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield a row for each position that is not a last guess."""
    rules, numbers = tree.rules, count()
    check_single_words(rules, "tree-rows")
    row = {index: next(numbers) for index, extent in enumerate(tree.extent) if extent > 1}
    for index, number in row.items():
        mark = "*" * (names_secrets(rules) and not tree.consistent[index])
        words = [f"#{number}:{format_code(tree.guess[index], rules, symbols)}{mark}"]
        for child in tree.child_indices(index):
            answer = format_answer(tree.feedback[child], rules)
            answer = ",".join(answer) if rules.counts_pegs else answer
            code = format_code(tree.guess[child], rules, symbols)
            words.append(f"({answer}){f'#{row[child]}' if child in row else code}")
        yield " ".join(words)
