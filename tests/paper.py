"""Readers of paper: the text of a strategy sheet, parsed back by one who knows only what is printed.

Nothing here imports mmtree. Every reader gives the same: for each row its guess, and for each answer
the number of the row to go on with, or the last codes to play in order. A sheet without numbers gets
them in the order of reading; row 1 is the opening.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

Answer = tuple[int, int]
Cells = dict[Answer, int | tuple[str, ...]]
Rows = dict[int, tuple[str, Cells]]
Step = tuple[int, str, Answer]
"""The row, 0 where rows have no numbers; the guess and the answer."""
Branch = tuple[float, Answer, tuple[str, ...]]
"""How far to the right an answer stands, the answer, and the codes after it."""


class MisprintError(AssertionError):
    """What is printed cannot be read or played."""


# What the formats have in common.


def read_answer(text: str) -> Answer:
    """Two digits, one digit where only black pegs are answered, or the pegs of the codemaker."""
    if re.fullmatch("none|●*○*", text):
        return text.count("●"), text.count("○")
    if not re.fullmatch(r"\d\d?", text):
        raise MisprintError(f"{text!r} is no answer")
    return int(text[0]), int(text[1:] or 0)


def follows(text: str) -> int | tuple[str, ...]:
    """What stands after an answer: a way to another row, or one or two last codes."""
    if found := re.fullmatch(r"→(\d+)", text):
        return int(found[1])
    codes = tuple(re.split("[/ ]", text.strip()))
    if len(codes) not in (1, 2):
        raise MisprintError(f"{text!r} is neither a row nor one or two codes")
    return codes


def add_row(rows: Rows, number: int, guess: str) -> None:
    if number != len(rows) + 1:
        raise MisprintError(f"row {number} stands after row {len(rows)}")
    rows[number] = guess, {}


def add_cell(rows: Rows, answer: Answer, after: int | tuple[str, ...], number: int = 0) -> None:
    """Add a cell to a row, or to the last one."""
    cells = rows[number or len(rows)][1]
    if answer in cells:
        raise MisprintError(f"the answer {answer} stands twice in row {number or len(rows)}")
    cells[answer] = after


def outline(opening: str, branches: Iterable[Branch], near: float = 0) -> Rows:
    """A tree whose branches go to the right and downwards, in the order of reading.

    A branch with another one to its right is a guess to go on with. Answers that stand one below
    the other may be ``near`` apart. What has been read may be shown again further on.
    """
    rows: Rows = {}
    add_row(rows, 1, opening)
    way = [(float("-inf"), 1)]
    for (x, answer, codes), after in pairwise([*branches, (float("-inf"), (0, 0), ())]):
        while way[-1][0] >= x - near:
            way.pop()
        above = way[-1][1]
        if after[0] <= x + near:
            add_cell(rows, answer, codes, above)
            continue
        (guess,) = codes
        if answer not in rows[above][1]:
            rows[above][1][answer] = len(rows) + 1
            add_row(rows, len(rows) + 1, guess)
        number = rows[above][1][answer]
        if rows[number][0] != guess:
            raise MisprintError(f"{guess} is shown where {rows[number][0]} was before")
        way.append((x, number))
    return rows


def read_short(words: list[str]) -> Rows:
    """The opening, then an answer and a guess each; in parentheses what follows that guess."""
    rows: Rows = {}
    add_row(rows, 1, words[0])
    way, at = [1], 1
    while at < len(words):
        if words[at] == ")":
            way.pop()
        elif words[at] == "(":
            way.append(len(rows))
        else:
            add_cell(rows, read_answer(words[at]), len(rows) + 1, way[-1])
            at += 1
            add_row(rows, len(rows) + 1, words[at])
        at += 1
    if way != [1]:
        raise MisprintError("parentheses do not match")
    return rows


# Text, and HTML as the text that a browser shows.


def read_text(text: str, style: str) -> Rows:
    """The rows of a sheet in plain text."""
    return _TEXT[style](_main(text))


def read_html(text: str, style: str) -> Rows:
    """The rows of a sheet in HTML, as it is shown."""
    return (_HTML | {"card": _card})[style](_main(text))


def read_example(text: str) -> list[Step]:
    """The steps of the example in plain text, or in HTML as it is shown."""
    lines = text[text.index("Example, secret") :].split("\n\n")[0].splitlines()
    secret = lines[0].removeprefix("Example, secret ").removesuffix(":")
    steps = []
    for line in lines[1:]:
        *row, guess, answer = line.split()
        steps.append((int(row[-1]) if row else 0, guess, read_answer(answer)))
    if steps[-1][1] != secret:
        raise MisprintError(f"the example does not find {secret}")
    return steps


def _main(text: str) -> list[str]:
    """The lines after the example."""
    return text[text.index("\n\n", text.index("Example, secret")) :].strip("\n").split("\n")


def _card(lines: list[str]) -> Rows:
    """``12. ADDE  00 BFFC  01 →13  04 BCDA/BDCA``; a row may go on in lines further to the right."""
    rows: Rows = {}
    for line in lines:
        entries = re.split(" {2,}", line.strip())
        if head := re.match(r" *(\d+)\. (\S+)|(\d+) (\S+)", line):
            add_row(rows, int(head[1] or head[3]), head[2] or head[4])
            entries = entries[1:]
        for entry in entries:
            answer, _, after = entry.partition(" ")
            add_cell(rows, read_answer(answer), follows(after))
    return rows


def _table_text(lines: list[str]) -> Rows:
    """A head of answers, rows with a number, and the second of two last codes under the first."""
    rows: Rows = {}
    columns: list[tuple[int, int, Answer]] = []
    for above, line in pairwise(["", *lines]):
        if above.startswith("Guess "):
            answers = list(re.finditer(r"\d+", line))
            ends = [answer.start() for answer in answers[1:]] + [10**9]
            columns = [
                (answer.start(), end, read_answer(answer[0]))
                for answer, end in zip(answers, ends, strict=True)
            ]
        elif line and not line.startswith("Guess "):
            if head := re.match(r" *(\d+)\. (\S+)", line):
                add_row(rows, int(head[1]), head[2])
            for start, end, answer in columns:
                entry = line[start:end].strip(" .")
                if entry and head:
                    add_cell(rows, answer, follows(entry))
                elif entry:
                    rows[len(rows)][1][answer] += follows(entry)
    return rows


def _table_html(lines: list[str]) -> Rows:
    rows: Rows = {}
    answers = [read_answer(entry.split()[-1]) for entry in lines[0].split("\t") if entry.strip()]
    for line in lines[1:]:
        if not line.strip().startswith("Guess "):
            _, number, guess, *entries = (entry.strip() for entry in line.split("\t"))
            add_row(rows, int(number), guess)
            for answer, entry in zip(answers, entries, strict=True):
                if entry:
                    add_cell(rows, answer, follows(entry))
    return rows


def _booklet(lines: list[str]) -> Rows:
    """A number and a guess, then the pegs of each answer and what follows it."""
    rows: Rows = {}
    for line in lines:
        if head := re.match(r"(\d+)\.? (\S+)", line):
            add_row(rows, int(head[1]), head[2])
        elif line.strip():
            answer, after = line.split(maxsplit=1)
            add_cell(rows, read_answer(answer), follows(after))
    return rows


def _poster_text(lines: list[str]) -> Rows:
    """Branches joined by lines, which must not end in nothing."""
    width = max(map(len, lines))
    table = [line.ljust(width) for line in lines]
    for upper, lower in pairwise([" " * width, *table, " " * width]):
        for above, below in zip(upper, lower, strict=True):
            if (above in "┬├│") != (below in "├│└"):
                raise MisprintError(f"a line is broken below {upper.rstrip()!r}")
    branches = [
        (found.start(), read_answer(found[1]), follows(found[2]))
        for line in lines
        for found in re.finditer(r"[┬├└─] (\d+) ([^┬├└─│]*)", line)
    ]
    return outline(lines[0].split()[0], branches)


def _poster_html(lines: list[str]) -> Rows:
    """Lists in lists."""
    branches = []
    for line in lines[1:]:
        answer, codes = line.split(maxsplit=1)
        branches.append((line.count("\t"), read_answer(answer), follows(codes)))
    return outline(lines[0].strip(), branches)


def _short(lines: list[str]) -> Rows:
    return read_short(re.findall(r"[()]|[^\s()]+", " ".join(lines)))


_TEXT: dict[str, Callable[[list[str]], Rows]] = {
    "card": _card,
    "table": _table_text,
    "booklet": _booklet,
    "poster": _poster_text,
    "short": _short,
}
_HTML = _TEXT | {"table": _table_html, "poster": _poster_html}


def shown(html: str) -> str:
    """HTML as text: tabs before the cells of a table and before a list in a list."""
    parser = _Shown()
    parser.feed(html)
    return "\n".join(line.rstrip(" ") for line in parser.lines)


class _Shown(HTMLParser):
    """Collects what a browser shows, block by block."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self.lists = 0
        self.hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.lists += tag in ("ul", "ol")
        self.hidden = tag in ("style", "title")
        if tag in ("h1", "h2", "p", "div", "section", "tr", "li", "dt", "main") and self.lines[-1]:
            self.lines.append("")
        if tag == "main":
            self.lines.append("")
        elif tag == "li":
            self.lines[-1] = "\t" * self.lists
        elif tag in ("td", "th"):
            self.lines[-1] += "\t"
        elif tag == "br":
            self.lines[-1] += " "
        elif dict(attrs).get("class") == "cell" or tag == "dd":
            self.lines[-1] += "  "

    def handle_endtag(self, tag: str) -> None:
        self.lists -= tag in ("ul", "ol")
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden and (data.strip() or self.lines[-1].strip()):
            self.lines[-1] += re.sub(r"\s+", " ", data)


# PDF: the words of pdftotext -bbox -raw with their places, in the order in which they are printed.


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
    circles, page = [], 0
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
    lettered = by_page(words)
    return [
        circle
        for circle in circles
        if not any(
            circle.left < word.x < circle.right and circle.top < word.y < circle.bottom
            for word in lettered[circle.page]
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
        footers = {(word.page, round(word.y)) for word in words if word.text == "mmtree"}
        self.words = [
            word
            for word in words
            if (word.page, round(word.y)) not in footers and "–" not in word.text
        ]
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
        pairs = enumerate(pairwise(texts), 2)
        at = next(at for at, (a, game) in pairs if a in "aA" and game.rstrip(":") == "game")
        steps: list[Step] = []
        while code := self.code(at + numbered):
            answer, after = self.answer(code[1])
            steps.append((self.number(at) if numbered else 0, code[0], answer))
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
    return _short(lines[at:])


def read_card(paper: Paper) -> Rows:
    """Number, guess and cells, row after row; where a number may as well be an answer, both are
    tried, and the one reading is right that leads to the end."""
    _, at = paper.example(numbered=True)
    for one, two in pairwise(paper.words[at:]):
        if not two.after(one):
            raise MisprintError(f"{two} is printed after {one}")
    starts: dict[int, Rows] = {at: {}}
    number, end = 0, len(paper.words)
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


def read_table(paper: Paper) -> Rows:
    """Heads of answers, headings, rows: what follows an answer stands nearest to its head."""
    _, at = paper.example(numbered=True)
    words, rows = paper.words, {}
    heads: list[tuple[float, Answer]] = []
    row = lowest = None
    while at < len(words):
        word = words[at]
        if row is None or word.page != row.page:
            heading = next(place for place in range(at, len(words)) if words[place].text == "Guess")
            while not word.beside(words[heading - 1]):
                at, word = at + 1, words[at + 1]
            heads = []
            while answer := paper.answer(at):
                heads.append(((word.left + words[answer[1] - 1].right) / 2, answer[0]))
                at, word = answer[1], words[answer[1]]
            row = lowest = word
        if word.text == "Guess":
            at += 2 + (words[at + 2].text == "(continued)")
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
    return rows


def read_poster(paper: Paper) -> Rows:
    """Branches to the right and downwards, in columns that begin at the root."""
    _, at = paper.example(numbered=False)
    opening, at = paper.code(at)
    branches: list[Branch] = []
    before, left = paper.words[at], paper.words[at].left
    while at < len(paper.words):
        word = paper.words[at]
        if branches and not word.after(before):
            raise MisprintError(f"{word} is printed after {before}")
        if word.y < before.y - word.height:
            left = word.left
        answer, at = paper.answer(at)
        codes, at = paper.follows(at)
        branches.append((word.left - left, answer, codes))
        before = paper.words[at - 1]
    return outline(opening, branches, near=before.height)


def _pegs_beside(
    at: int, paper: Paper, pages: defaultdict[int, list[Word]], pegs: defaultdict[int, list[Word]]
) -> str:
    """The codemaker's pegs at the left of a word, with no other word between."""
    word = paper.words[at]
    before = [other for other in pages[word.page] if other.left < word.left]
    return "".join(
        peg.text
        for peg in sorted(pegs[word.page], key=lambda peg: peg.left)
        if peg.left < word.left and peg.beside(word)
        if not any(other.left > peg.left and other.beside(peg) for other in before)
    )


def read_booklet(paper: Paper, pegs: list[Word]) -> Rows:
    """Boxes: number and guess, then lines with the codemaker's pegs at the left."""
    rows: Rows = {}
    pages, pegs_on = by_page(paper.words), by_page(pegs)
    at = next(at for at, word in enumerate(paper.words) if word.page == 3)
    while paper.words[at].text != "rules":  # which stands on the last page
        head = paper.code(at + 1)
        answer = _pegs_beside(at, paper, pages, pegs_on)
        is_next = head and paper.number(at) == len(rows) + 1
        if is_next and not answer + _pegs_beside(at + 1, paper, pages, pegs_on):
            add_row(rows, len(rows) + 1, head[0])
            at = head[1]
        else:
            found, at = paper.follows(at)
            add_cell(rows, read_answer(answer or "none"), found)
    return rows
