"""Reads pages of tables with frames, joining lines and arrows, without importing mmtree.

A line at the left of a table leads up to the number of the row that it follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from support.paper import Answer, MisprintError
from support.paper_words import Word, by_page, key_pegs, words_of

Cells = dict[Answer, tuple[str, ...] | tuple[int, int]]


@dataclass(frozen=True)
class Table:
    """One table.

    Attributes:
        frame: its position.
        guess: its guess.
        cells: for each answer one or two codes, or the number of a row and its page (0 if not
            given).
        above: the number of the row that it is joined to, or 0.
    """

    frame: Word
    guess: str
    cells: Cells
    above: int


def read_pages(bbox: str, svg: str, pegs: int) -> dict[int, Table]:
    """Read the tables by number, from ``pdftotext -bbox -raw`` and ``pdftocairo -svg``."""
    svg = svg if "<page>" in svg else f"<page>\n{svg}"  # missing if there is only one page
    words = words_of(bbox)
    frames, joins, arrows = map(by_page, drawn_lines(svg))
    words_on, keys_on = by_page(words), by_page(key_pegs(svg, words))
    tables: dict[int, Table] = {}
    for page, frames_here in frames.items():
        numbers = [word for word in words_on[page] if word.text.isdigit()]
        for frame in frames_here:
            inside = [word for word in words_on[page] if within(word, frame)]
            keys = [key for key in keys_on[page] if within(key, frame)]
            going = [arrow for arrow in arrows[page] if within(arrow, frame)]
            number, guess, cells = _table(inside, keys, going, pegs)
            if number in tables:
                raise MisprintError(f"row {number} is printed twice")
            tables[number] = Table(frame, guess, cells, _above(frame, joins[page], numbers))
    framed = [frame for of in frames.values() for frame in of]
    for number, guess in _again(words, framed, pegs):
        if number in tables and tables[number].guess != guess:
            raise MisprintError(f"{guess} is shown where {tables[number].guess} was before")
    return tables


def drawn_lines(svg: str) -> tuple[list[Word], list[Word], list[Word]]:
    """Return the frames, the lines that join them, and the arrows, as words without text."""
    frames, joins, arrows, page = [], [], [], 0
    for line in svg.splitlines():
        page += "<page>" in line
        found = re.search(
            r'fill:none;stroke-width:([\d.]+).*stroke:rgb\(([\d.]+)%.* d="(M[^"]*)"'
            r' transform="matrix\(([^)]*)\)"',
            line,
        )
        if not found:
            continue
        numbers = list(map(float, re.findall(r"-?[\d.]+", found[3])))
        a, _, _, d, e, f = map(float, found[4].split(","))
        xs, ys = [a * x + e for x in numbers[::2]], [d * y + f for y in numbers[1::2]]
        drawn = Word(page, min(xs), min(ys), max(xs), max(ys), "")
        if "C" in found[3] and round(float(found[2])) == 47:
            frames.append(drawn)
        elif "C" not in found[3] and round(float(found[2])) == 43:
            joins.append(drawn)
        elif "C" not in found[3] and round(float(found[2])) == 6:
            arrows.append(drawn)
    return frames, joins, arrows


def _again(words: list[Word], frames: list[Word], pegs: int) -> Iterator[tuple[int, str]]:
    """Yield numbers with a guess outside the frames: rows that are shown again."""
    frames_on = by_page(frames)
    rest = [word for word in words if not any(within(word, f) for f in frames_on[word.page])]
    at = 0
    while at < len(rest):
        word, at = rest[at], at + 1
        texts = [other.text for other in rest[at : at + pegs] if other.beside(word)]
        while len("".join(texts)) > pegs:
            texts.pop()
        code = "".join(texts)
        # Each letter is a word; digits may be one word or several.
        if word.text.isdigit() and len(code) == pegs and (len(texts) == pegs or code.isdigit()):
            yield int(word.text), code
            at += len(texts)


def within(word: Word, frame: Word) -> bool:
    return frame.left < word.x < frame.right and frame.top < word.y < frame.bottom


def _table(
    words: list[Word], keys: list[Word], arrows: list[Word], pegs: int
) -> tuple[int, str, Cells]:
    lines = [list(line) for _, line in groupby(words, key=_line_of(words))]
    number, *letters = lines[0]
    guess = "".join(letter.text for letter in letters)
    if len(guess) != pegs:
        raise MisprintError(f"{guess!r} is no code")
    cells: Cells = {}
    lowest = -1
    for line in lines[1:]:
        beside = sorted((key for key in keys if key.beside(line[0])), key=lambda key: key.left)
        text = "".join(key.text for key in beside)
        answer = text.count("●"), text.count("○")
        if not re.fullmatch("●*○*", text) or 99 * answer[0] + answer[1] <= lowest:
            raise MisprintError(f"{text!r} stands in the wrong place of {number}")
        lowest = 99 * answer[0] + answer[1]
        texts = [word.text for word in line]
        if any(_leads(arrow, line[0]) for arrow in arrows):
            if not re.fullmatch(r"[1-9]\d*( (page|Seite) \d+)?", " ".join(texts)):
                raise MisprintError(f"an arrow leads to {texts}")
            cells[answer] = int(texts[0]), int(texts[-1]) if len(texts) > 1 else 0
        else:
            signs = "".join(texts)
            codes = tuple(signs[at : at + pegs] for at in range(0, len(signs), pegs))
            if len(codes) > 2 or len(codes[-1]) != pegs:
                raise MisprintError(f"{signs!r} is neither one nor two codes")
            cells[answer] = codes
    return int(number.text), guess, cells


def _leads(arrow: Word, word: Word) -> bool:
    """Return whether an arrow is right before a word, nearer than the dash of no pegs."""
    beside = abs(arrow.y - word.y) < word.height / 4
    return beside and 0 < word.left - arrow.right < 0.4 * word.height


def _line_of(words: list[Word]):
    """Return a function from each word to the first word of its line."""
    firsts: list[Word] = []

    def first(word: Word) -> Word:
        if not firsts or not word.beside(firsts[-1]):
            firsts.append(word)
        return firsts[-1]

    return first


def _above(frame: Word, joins: list[Word], words: list[Word]) -> int:
    """Return the number above the line that joins a table to another."""
    ends = [
        join
        for join in joins
        if abs(join.right - frame.left) < 1 and frame.top < join.y < frame.bottom
        if join.bottom - join.top < 1
    ]
    if not ends:
        return 0
    (end,) = ends
    tops = [
        join.top
        for join in joins
        if abs(join.x - end.left) < 1
        and abs(join.bottom - end.y) < 1
        and join.right - join.left < 1
    ]
    heads = [
        word
        for word in words
        if word.text.isdigit() and word.left < end.right and word.right > end.left - word.height
        if word.y < max(tops) + 1 and abs(word.left - end.left) < 2.5 * word.height
    ]
    return int(max(heads, key=lambda word: word.y).text)
