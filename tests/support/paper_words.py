"""Reads the words of a PDF in printed order, from ``pdftotext -bbox -raw``, without importing mmtree."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import pairwise

from support.paper import Answer, Cells, Step, read_answer


@dataclass(frozen=True)
class Word:
    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str

    @property
    def x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def beside(self, other: Word) -> bool:
        """Return whether both words are on the same line."""
        near = min(self.height, other.height) / 2
        return self.page == other.page and abs(self.y - other.y) < near

    def after(self, other: Word) -> bool:
        """Return whether this word is read after another: to its right, or in a later line or column."""
        if self.beside(other):
            return self.left > other.right - 0.3 * other.height
        below = self.page == other.page and self.y > other.y
        return self.page > other.page or (self.left > other.left) != below


def words_of(bbox: str) -> list[Word]:
    """Return the words in the output of ``pdftotext -bbox -raw``."""
    words, page = [], 0
    for line in bbox.splitlines():
        page += "<page " in line
        if "<word " in line:
            left, top, right, bottom = map(float, re.findall(r'[xy]M\w+="([\d.-]+)"', line))
            text = unescape(re.search(">(.*)</word>", line)[1])
            words.append(Word(page, left, top, right, bottom, text))
    return words


def key_pegs(svg: str, words: list[Word]) -> list[Word]:
    """Return the circles without a letter in the output of ``pdftocairo -svg``, as words ● and ○."""
    circles, page = [], int("<page>" not in svg)  # missing if there is only one page
    for line in svg.splitlines():
        page += "<page>" in line
        path = re.search(r'fill:rgb\(([\d.]+)%.* d="(M[^CLZ"]*(?:C[^CLZ"]*){4})"', line)
        if path:
            numbers = list(map(float, re.findall(r"-?[\d.]+", path[2])))
            place = re.search(r"matrix\((.*?)\)", line)
            a, _, _, d, e, f = map(float, place[1].split(",")) if place else (1, 0, 0, 1, 0, 0)
            xs, ys = [a * x + e for x in numbers[::2]], [d * y + f for y in numbers[1::2]]
            text = "●" if float(path[1]) < 50 else "○"
            circles.append(Word(page, min(xs), min(ys), max(xs), max(ys), text))
    lettered = defaultdict(list)
    for word in words:
        lettered[word.page, int(word.y)].append(word.x)
    return [
        circle
        for circle in circles
        if not any(
            circle.left < x < circle.right
            for y in range(int(circle.top), int(circle.bottom) + 1)
            for x in lettered[circle.page, y]
        )
    ]


def by_page(words: list[Word]) -> defaultdict[int, list[Word]]:
    pages = defaultdict(list)
    for word in words:
        pages[word.page].append(word)
    return pages


class Paper:
    """The words of a PDF, and methods that read codes and answers at an index.

    Each method returns what it read and the index after it, or None.

    Args:
        words: all words.
        pegs: the length of a code.
        symbols: the symbols of codes.
        digits: the digits of an answer, 1 or 2.
    """

    def __init__(self, words: list[Word], pegs: int, symbols: str, digits: int) -> None:
        feet: dict[int, float] = {}
        for word in words:
            if word.text == "mmtree":
                feet.setdefault(word.page, word.top)
        self.words = [
            word
            for word in words
            if word.y < feet.get(word.page, word.bottom) and "–" not in word.text
        ]
        self.ranges = {
            word.page: tuple(map(int, word.text.split("–")))
            for word in words
            if re.fullmatch(r"\d+–\d+", word.text)
        }
        self.pegs, self.symbols, self.digits = pegs, set(symbols), digits

    def code(self, at: int) -> tuple[str, int] | None:
        """Read a code, whose pegs have equal distances."""
        text, end, middles = "", at, []
        for word in self.words[at : at + self.pegs]:
            if len(text) == self.pegs or not word.beside(self.words[at]):
                break
            width = (word.right - word.left) / len(word.text)
            middles += [word.left + (nth + 0.5) * width for nth in range(len(word.text))]
            text += word.text
            end += 1
        steps = [right - left for left, right in pairwise(middles)]
        if len(text) != self.pegs or not self.symbols.issuperset(text):
            return None
        return (text, end) if max(steps) < 1.5 * min(steps) else None

    def answer(self, at: int) -> tuple[Answer, int] | None:
        """Read an answer in digits."""
        text = ""
        for end, word in enumerate(self.words[at : at + self.digits], at + 1):
            text += word.text
            if len(text) == self.digits and text.isdigit() and word.beside(self.words[at]):
                answer = read_answer(text)
                return (answer, end) if sum(answer) <= self.pegs else None
        return None

    def number(self, at: int) -> int:
        """Return the number of a row, or 0 if there is none."""
        text = self.words[at].text if at < len(self.words) else ""
        return int(text) if re.fullmatch("[1-9][0-9]*", text) else 0

    def follows(self, at: int) -> tuple[int | tuple[str, ...], int] | None:
        """Read the row or codes after an answer."""
        return next(self.readings(at), None)

    def readings(self, at: int) -> Iterator[tuple[int | tuple[str, ...], int]]:
        """Yield every reading of it: digits may be a second code or an answer."""
        if first := self.code(at):
            second = self.code(first[1])
            if second and self.words[at].beside(self.words[first[1]]):
                yield (first[0], second[0]), second[1]
            yield (first[0],), first[1]
        elif self.number(at):
            yield self.number(at), at + 1

    def cells(self, at: int, least: Answer = (0, 0)) -> Iterator[tuple[Cells, int]]:
        """Yield every reading of the cells of a row, with answers in ascending order."""
        answer = self.answer(at)
        if answer and answer[0] >= least:
            black, white = answer[0]
            for after, end in self.readings(answer[1]):
                yield {answer[0]: after}, end
                for more, place in self.cells(end, (black, white + 1)):
                    yield {answer[0]: after, **more}, place

    def example(self, numbered: bool) -> tuple[list[Step], int]:
        """Read the steps of the example."""
        texts = [word.text for word in self.words]
        heads = (("play", "answer"), ("setzt", "Antwort"))
        at = next(at for at, pair in enumerate(pairwise(texts), 2) if pair in heads)
        guesses = self.words[at - 3].left  # row numbers are left of the words "you play"
        steps: list[Step] = []
        while True:
            numbered_row = numbered and self.words[at].right < guesses
            code = self.code(at + numbered_row)
            if not code:
                break
            number = self.number(at) if numbered_row else 0
            answer, after = self.answer(code[1])
            steps.append((number, code[0], answer))
            at = after
            if answer[0] == self.pegs:
                break
        while not re.fullmatch("[A-Z0-9]+", texts[at]):  # skip "and so on"
            at += 1
        return steps, at
