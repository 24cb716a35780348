"""Numbered rows: ``#0:AAB (0,2)BBA (1,2)#1``, a guess, and a guess or row after each answer."""

import re
from collections.abc import Iterator
from itertools import count

from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.printed_tree import (
    MAX_DIGITS,
    PrintedPosition,
    Text,
)
from mmtree.research.notations.written_answers import format_answer
from mmtree.tree.tree import StrategyTree

_ROW = re.compile(rf"#([0-9]{{1,{MAX_DIGITS}}})\s*:\s*([^\s()#]+)")
_BRANCH = re.compile(rf"\(([^()\n]*[^()\s])\s*\)\s*(#[0-9]{{1,{MAX_DIGITS}}}(?!\S)|[^\s()#]+)")


def read(text: Text) -> None:
    """Read the positions of a text; the first row has the opening."""
    rows: dict[int, PrintedPosition] = {}

    while (at := text.skip()) < len(text.text):
        head = text.match(_ROW)
        if not head:
            raise text.unexpected("a row such as #0:AAB, or an answer and guess such as (1,0)BBB")
        row = rows.get(int(head[1])) or text.add(PrintedPosition(at))
        if row.guess:
            raise text.error_at(at, f"row {head[1]} is printed twice")
        rows[int(head[1])] = row
        row.at, row.guess, row.branches = head.start(2), head[2], []
        while branch := text.match(_BRANCH):
            at, to = branch.start(2), branch[2]
            after = rows.get(int(to[1:])) if to[0] == "#" else None
            if after and (after.answer or after is text.root):
                raise text.error_at(at, f"row {to[1:]} is the opening or referenced twice")
            after = after or text.add(PrintedPosition(at))
            if to[0] == "#":
                rows[int(to[1:])] = after
            else:
                after.guess = to
            after.answer, after.answer_at = branch[1], branch.start(1)
            row.branches.append((-1, after))
    reached = [text.root]
    for position in reached:
        position.last = not position.branches
        reached += [after for _, after in position.branches or ()]
    known = {*map(id, reached)}
    for number, row in rows.items():
        if not row.guess or id(row) not in known:
            reason = "is never reached from the first row" if row.guess else "does not exist"
            raise text.error_at(row.at, f"row {number} {reason}")


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield a row for each position that is not a last guess."""
    rules, numbers = tree.rules, count()
    row = {index: next(numbers) for index, extent in enumerate(tree.extent) if extent > 1}
    for index, number in row.items():
        words = [f"#{number}:{format_code(tree.guess[index], rules, symbols)}"]
        for child in tree.child_indices(index):
            answer = format_answer(tree.feedback[child], rules)
            answer = ",".join(answer) if rules.counts_pegs else answer
            code = format_code(tree.guess[child], rules, symbols)
            words.append(f"({answer}){f'#{row[child]}' if child in row else code}")
        yield " ".join(words)
