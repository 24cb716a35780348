"""Parses each style of sheet in PDF, without importing mmtree."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

from support.paper import (
    Answer,
    Cells,
    MisprintError,
    Rows,
    add_cell,
    add_row,
    read_answer,
    read_short_lines,
)
from support.paper_words import Paper, Word, by_page

TURNS = ("Guess", "Zug")
"""The first word of the heading of a group of a table, in English and German."""


def read_short_pdf(text: str, pegs: int, symbols: str) -> Rows:
    """Read the short notation, which begins with a line that is a code, without footers."""
    lines = [line for line in re.split("[\n\f]+", text) if "mmtree" not in line]
    code = re.compile(f"[{symbols}]{{{pegs}}}")
    at = next(at for at, line in enumerate(lines) if code.fullmatch(line))
    return read_short_lines(lines[at:])


def read_index(paper: Paper, at: int) -> tuple[str, list[tuple[Answer, Word]], Cells, int]:
    """Read row 1 of the card: its guess, answers and their words, cells, and the index after it.

    The row or codes that follow an answer are centred below it.
    """
    guess, at = paper.code(at + 1)
    answers: list[tuple[Answer, Word]] = []
    cells: Cells = {}
    while answer := paper.answer(at):
        digits = _around(paper.words[at : answer[1]])
        if answers and digits.height < 0.9 * answers[0][1].height:
            break  # row 2 begins
        if answers and not (answer[0] > answers[-1][0] and digits.after(answers[-1][1])):
            raise MisprintError(f"{digits} is printed after {answers[-1]}")
        follows: list[str] = []
        number, after = paper.number(answer[1]), answer[1] + 1
        below = digits
        while code := paper.code(answer[1] if not follows else after):
            start = after if follows else answer[1]
            below = _below(below, paper.words[start : code[1]])
            follows.append(code[0])
            after = code[1]
        if not follows:
            if not number:
                raise MisprintError(f"nothing is printed below {digits}")
            arrow = paper.words[answer[1]]
            # The arrow, left of the number, is as wide as a digit or two.
            _below(digits, [replace(arrow, left=arrow.left - 0.65 * arrow.height)])
        cells[answer[0]] = tuple(follows) or number
        answers.append((answer[0], digits))
        at = after
    return guess, answers, cells, at


def _around(words: list[Word]) -> Word:
    """Join words of one line into one."""
    left, right = min(word.left for word in words), max(word.right for word in words)
    return replace(words[0], left=left, right=right, text="".join(word.text for word in words))


def _below(above: Word, words: list[Word]) -> Word:
    """Join words into one, and check that it is centred below another."""
    word = _around(words)
    near = word.page == above.page and 0 < word.y - above.y < 1.3 * above.height
    if not near or abs(word.x - above.x) > 0.4 * above.height:
        raise MisprintError(f"{word} is not printed below {above}")
    return word


def read_card(paper: Paper) -> Rows:
    """Read a card: row 1 as an index, then number, guess and cells of the other rows.

    If a number can also be an answer, both are tried; the right reading is the one that reaches the
    end.
    """
    _, at = paper.example(numbered=True)
    if paper.number(at) != 1:
        raise MisprintError("row 1 is not printed first")
    guess, _, cells, at = read_index(paper, at)
    for word, following in pairwise(paper.words[at:]):
        if not following.after(word):
            raise MisprintError(f"{following} is printed after {word}")
    starts: dict[int, Rows] = {at: {1: (guess, cells)}}
    number, end = 1, len(paper.words)
    while end not in starts:
        number += 1
        further: dict[int, Rows] = {}
        for start, rows in starts.items():
            head = paper.code(start + 1)
            if head and paper.number(start) == number:
                for cells, after in paper.cells(head[1]):
                    if after == end or paper.number(after) == number + 1:
                        further[after] = {**rows, number: (head[0], cells)}
        if not further:
            raise MisprintError(f"row {number} cannot be read")
        starts = further
    return starts[end]


def read_pocket(
    paper: Paper, pegs: list[Word]
) -> tuple[str, dict[Answer, tuple[int, str] | tuple[str, ...]]]:
    """Read the front of a pocket card: the guess of row 1, and for each answer the number of a row
    and its guess, or the last codes. Answers are printed in digits and pegs."""
    on = by_page(pegs)
    at = next(at for at in range(len(paper.words)) if paper.number(at) == 1)
    guess, at = paper.code(at + 1)
    found: dict[Answer, tuple[int, str] | tuple[str, ...]] = {}
    while at < len(paper.words) and paper.words[at].page == 1:
        answer = paper.answer(at)
        if not answer:  # a head of a column
            at += 1
            continue
        beside = _pegs_beside(at, paper, by_page(paper.words), on)
        if read_answer(beside or "none") != answer[0]:
            raise MisprintError(f"{beside} is printed next to {answer[0]}")
        at = answer[1]
        if number := paper.number(at) if not paper.code(at) else 0:
            code = paper.code(at + 1)
            found[answer[0]] = number, code[0]
            at = code[1]
        else:
            found[answer[0]], at = paper.follows(at)
    return guess, found


def read_table(paper: Paper) -> Rows:
    """Read a table: heads of answers, headings, rows, and the heads again at the foot.

    A cell belongs to the nearest head.
    """
    _, at = paper.example(numbered=True)
    words, rows = paper.words, {}
    heads: list[tuple[float, Answer]] = []
    row = lowest = None
    while at < len(words):
        word = words[at]
        if row and word.page != row.page:
            raise MisprintError(f"no answers at the foot of page {row.page}")
        if row is None:
            heading = next(place for place in range(at, len(words)) if words[place].text in TURNS)
            while not word.beside(words[heading - 1]):
                at, word = at + 1, words[at + 1]
            heads = []
            while answer := paper.answer(at):
                heads.append(((word.left + words[answer[1] - 1].right) / 2, answer[0]))
                at, word = answer[1], words[answer[1]]
            row = lowest = word
        foot = _foot(paper, at, heads)
        if foot:
            if words[at].y < lowest.bottom or (foot < len(words) and words[foot].page == word.page):
                raise MisprintError(f"the answers at {word} are not at the foot")
            at, row = foot, None
            continue
        if word.text in TURNS:
            at += 2 + words[at + 2].text.startswith("(")
            continue
        head = paper.code(at + 1)
        if head and paper.number(at) == len(rows) + 1 and words[head[1] - 1].right < heads[0][0]:
            if word.y - lowest.y < word.height / 2:
                raise MisprintError(f"{lowest} is printed below {word}")
            add_row(rows, len(rows) + 1, head[0])
            row, lowest, at = word, word, head[1]
            continue
        found = paper.code(at) or (paper.number(at), at + 1)
        x = (word.left + words[found[1] - 1].right) / 2
        answer = min(heads, key=lambda head: abs(head[0] - x))[1]
        cells = rows[len(rows)][1]
        if isinstance(found[0], str) and answer in cells:
            if word.y < words[at - 1].y + word.height / 2:
                raise MisprintError(f"{word} is not printed below the code before")
            cells[answer] += (found[0],)
        else:
            if not word.beside(row):
                raise MisprintError(f"{word} is not printed beside {row}")
            add_cell(rows, answer, (found[0],) if isinstance(found[0], str) else found[0])
        lowest = max(lowest, word, key=lambda word: word.y)
        at = found[1]
    if row:
        raise MisprintError("no answers at the foot of the last page")
    return rows


def _foot(paper: Paper, at: int, heads: list[tuple[float, Answer]]) -> int:
    """Return the index after the repeated heads of all columns, or 0 if they are not here."""
    left = at
    for x, head in heads:
        answer = paper.answer(at) if at < len(paper.words) else None
        if not answer or answer[0] != head or not paper.words[at].beside(paper.words[left]):
            return 0
        if abs((paper.words[at].left + paper.words[answer[1] - 1].right) / 2 - x) > 0.1:
            return 0
        at = answer[1]
    return at


def _pegs_beside(
    at: int, paper: Paper, pages: defaultdict[int, list[Word]], pegs: defaultdict[int, list[Word]]
) -> str:
    """Return the codemaker's pegs left of a word, in one row or two, with no word between."""
    word = paper.words[at]
    before = [other for other in pages[word.page] if other.left < word.left]
    return "".join(
        peg.text
        for peg in sorted(pegs[word.page], key=lambda peg: (round(peg.y), peg.left))
        if peg.left < word.left and abs(peg.y - word.y) < word.height / 2
        if not any(
            other.left > peg.left and abs(peg.y - other.y) < other.height / 2 for other in before
        )
    )


def read_booklet(paper: Paper, pegs: list[Word]) -> Rows:
    """Read a booklet: boxes of number and guess, then lines with the codemaker's pegs at the left.

    Above the boxes of a page are the numbers of the first and the last one.
    """
    rows: Rows = {}
    pages, pegs_on = by_page(paper.words), by_page(pegs)
    numbers: defaultdict[int, list[int]] = defaultdict(list)
    words = paper.words
    at = next(at for at, word in enumerate(words) if word.page in paper.ranges)
    while at < len(words) and words[at].page in paper.ranges:
        head = paper.code(at + 1)
        answer = _pegs_beside(at, paper, pages, pegs_on)
        is_next = head and paper.number(at) == len(rows) + 1
        if is_next and not answer + _pegs_beside(at + 1, paper, pages, pegs_on):
            add_row(rows, len(rows) + 1, head[0])
            numbers[words[at].page].append(len(rows))
            at = head[1]
        else:
            found, at = paper.follows(at)
            add_cell(rows, read_answer(answer or "–"), found)
    if paper.ranges != {page: (on[0], on[-1]) for page, on in numbers.items()}:
        raise MisprintError(f"{paper.ranges} stand above {dict(numbers)}")
    return rows


def read_board(paper: Paper, pegs: list[Word], page: int) -> tuple[str, list[tuple[str, Answer]]]:
    """Read the game that is drawn on a page: the secret, and the guesses with their answers."""
    words = paper.words
    at = next(at for at, word in enumerate(words) if word.page == page and word.text == "secret")
    secret, at = paper.code(at + 1)
    keys = [peg for peg in pegs if peg.page == page]
    holes = max(peg.height for peg in keys) / 2  # holes without a peg are small dots
    steps: list[tuple[str, Answer]] = []
    while head := paper.code(at + 1):
        if paper.number(at) != len(steps) + 1:
            raise MisprintError(f"{words[at]} is not the number of guess {len(steps) + 1}")
        last, at = words[head[1] - 1], head[1]
        texts = [
            peg.text
            for peg in keys
            if peg.left > last.right and abs(peg.y - last.y) < last.height / 2
            if peg.height > holes
        ]
        steps.append((head[0], (texts.count("●"), texts.count("○"))))
    return secret, steps
