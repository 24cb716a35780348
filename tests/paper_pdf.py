"""Readers of printed sheets: the words of pdftotext -bbox -raw with their places.

They come in the order in which they are printed. Nothing here imports mmtree.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from itertools import pairwise

from paper import (
    Answer,
    Cells,
    MisprintError,
    Rows,
    Step,
    add_cell,
    add_row,
    read_answer,
    read_short_lines,
)

TURNS = ("Guess", "Zug")
"""What the heading of a group of a table begins with."""


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
        """True for words of the same line."""
        near = min(self.height, other.height) / 2
        return self.page == other.page and abs(self.y - other.y) < near

    def after(self, other: Word) -> bool:
        """True where the eye goes to this word next: to the right, to another line or column."""
        if self.beside(other):
            return self.left > other.right - 0.3 * other.height
        below = self.page == other.page and self.y > other.y
        return self.page > other.page or (self.left > other.left) != below


def words_of(bbox: str) -> list[Word]:
    """The words in the output of ``pdftotext -bbox -raw``."""
    words, page = [], 0
    for line in bbox.splitlines():
        page += "<page " in line
        if "<word " in line:
            left, top, right, bottom = map(float, re.findall(r'[xy]M\w+="([\d.-]+)"', line))
            text = unescape(re.search(">(.*)</word>", line)[1])
            words.append(Word(page, left, top, right, bottom, text))
    return words


def key_pegs(svg: str, words: list[Word]) -> list[Word]:
    """The circles without a letter in the output of ``pdftocairo -svg``, as words ● and ○."""
    circles, page = [], int("<page>" not in svg)  # which one page alone has not
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
    """The words of a PDF, to be read one after the other.

    Args:
        words: all words.
        pegs: how many make a code.
        symbols: of which a code consists.
        digits: how many make an answer.
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
        """A code, whose pegs stand in equal steps, and the place after it."""
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
        """An answer in digits, and the place after it."""
        text = ""
        for end, word in enumerate(self.words[at : at + self.digits], at + 1):
            text += word.text
            if len(text) == self.digits and text.isdigit() and word.beside(self.words[at]):
                answer = read_answer(text)
                return (answer, end) if sum(answer) <= self.pegs else None
        return None

    def number(self, at: int) -> int:
        """The number of a row; 0 where there is none."""
        text = self.words[at].text if at < len(self.words) else ""
        return int(text) if re.fullmatch("[1-9][0-9]*", text) else 0

    def follows(self, at: int) -> tuple[int | tuple[str, ...], int] | None:
        """What follows an answer, and the place after it."""
        return next(self.readings(at), None)

    def readings(self, at: int) -> Iterator[tuple[int | tuple[str, ...], int]]:
        """The same in every way that it can be read: digits may be a second code or an answer."""
        if one := self.code(at):
            two = self.code(one[1])
            if two and self.words[at].beside(self.words[one[1]]):
                yield (one[0], two[0]), two[1]
            yield (one[0],), one[1]
        elif self.number(at):
            yield self.number(at), at + 1

    def cells(self, at: int, least: Answer = (0, 0)) -> Iterator[tuple[Cells, int]]:
        """The cells of a row, their answers rising, and the place after them: every reading."""
        answer = self.answer(at)
        if answer and answer[0] >= least:
            black, white = answer[0]
            for after, end in self.readings(answer[1]):
                yield {answer[0]: after}, end
                for more, place in self.cells(end, (black, white + 1)):
                    yield {answer[0]: after, **more}, place

    def example(self, numbered: bool) -> tuple[list[Step], int]:
        """The steps of the game that is shown, and the place after it."""
        texts = [word.text for word in self.words]
        heads = (("play", "answer"), ("setzt", "Antwort"))
        at = next(at for at, pair in enumerate(pairwise(texts), 2) if pair in heads)
        guesses = self.words[at - 3].left  # those of the rows, below "you play"
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
        while not re.fullmatch("[A-Z0-9]+", texts[at]):  # … and so on
            at += 1
        return steps, at


def read_short_pdf(text: str, pegs: int, symbols: str) -> Rows:
    """The notation begins with a line that is a code; a footer stands below each page."""
    lines = [line for line in re.split("[\n\f]+", text) if "mmtree" not in line]
    code = re.compile(f"[{symbols}]{{{pegs}}}")
    at = next(at for at, line in enumerate(lines) if code.fullmatch(line))
    return read_short_lines(lines[at:])


def read_index(paper: Paper, at: int) -> tuple[str, list[tuple[Answer, Word]], Cells, int]:
    """Row 1 of the card: its guess, answers and where they stand, cells, and the place after it.

    What follows an answer stands below the middle of it.
    """
    guess, at = paper.code(at + 1)
    answers: list[tuple[Answer, Word]] = []
    cells: Cells = {}
    while answer := paper.answer(at):
        digits = _around(paper.words[at : answer[1]])
        if answers and digits.height < 0.9 * answers[0][1].height:
            break  # where row 2 begins
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
    """Words of one line as one."""
    left, right = min(word.left for word in words), max(word.right for word in words)
    return replace(words[0], left=left, right=right, text="".join(word.text for word in words))


def _below(above: Word, words: list[Word]) -> Word:
    """Words that stand below the middle of another, as one."""
    word = _around(words)
    near = word.page == above.page and 0 < word.y - above.y < 1.3 * above.height
    if not near or abs(word.x - above.x) > 0.4 * above.height:
        raise MisprintError(f"{word} is not printed below {above}")
    return word


def read_card(paper: Paper) -> Rows:
    """Row 1 as an index, then number, guess and cells, row after row, some of them beside each
    other; where a number may as well be an answer, both are tried, and the one reading is right
    that leads to the end."""
    _, at = paper.example(numbered=True)
    if paper.number(at) != 1:
        raise MisprintError("row 1 is not printed first")
    guess, _, cells, at = read_index(paper, at)
    for one, two in pairwise(paper.words[at:]):
        if not two.after(one):
            raise MisprintError(f"{two} is printed after {one}")
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
    """The front of one pocket card: the guess of row 1, and for each answer the number of a row and
    its guess, or the last codes. Answers stand in pegs, too."""
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
            raise MisprintError(f"{beside} stands beside {answer[0]}")
        at = answer[1]
        if number := paper.number(at) if not paper.code(at) else 0:
            code = paper.code(at + 1)
            found[answer[0]] = number, code[0]
            at = code[1]
        else:
            found[answer[0]], at = paper.follows(at)
    return guess, found


def read_table(paper: Paper) -> Rows:
    """Heads of answers, headings, rows, and the heads again at the foot: what follows an answer
    stands nearest to its head."""
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
    """The place after the heads of all columns, if they stand here once more; else 0."""
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
    """The codemaker's pegs at the left of a word, in one row or in two, with no word between."""
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
    """Boxes: number and guess, then lines with the codemaker's pegs at the left; above the boxes of
    a page stand the numbers of the first and the last one."""
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
    """The secret of the game that is drawn on a page, and its guesses with their answers."""
    words = paper.words
    at = next(at for at, word in enumerate(words) if word.page == page and word.text == "secret")
    secret, at = paper.code(at + 1)
    keys = [peg for peg in pegs if peg.page == page]
    holes = max(peg.height for peg in keys) / 2  # those without a peg are small dots
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
