"""Parses strategy sheets in text and HTML, without importing mmtree.

Every reader returns the same rows: for each number the guess, and for each answer the number of the
next row, or the last codes to play in order. Rows without printed numbers are numbered in the order
of reading; row 1 is the opening.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html.parser import HTMLParser
from itertools import pairwise
from operator import eq
from typing import Any

Answer = tuple[int | str, ...]
"""Black and white pegs, or the mark of each place: 2 right, 1 elsewhere, 0 neither; or a text."""
Cells = dict[Answer, int | tuple[str, ...]]
Rows = dict[int, tuple[str, Cells]]
Step = tuple[int, str, Answer]
"""The number of the row (0 if rows have no numbers), the guess and the answer."""
Branch = tuple[int, Answer, tuple[str, ...]]
"""The horizontal position of an answer, the answer, and the codes after it."""


class MisprintError(AssertionError):
    """A sheet cannot be read or played."""


def read_answer(text: str) -> Answer:
    """Read an answer in digits (one digit if only black pegs are answered), as pegs or marks."""
    if re.fullmatch("[-~+]+", text):
        return tuple(map("-~+".index, text))
    if re.fullmatch("none|–|●*○*", text):
        return text.count("●"), text.count("○")
    if not re.fullmatch(r"\d\d?", text):
        raise MisprintError(f"{text!r} is no answer")
    return int(text[0]), int(text[1:] or 0)


def feedback(guess: Sequence[object], secret: Sequence[object], whites: bool = True) -> Answer:
    """Return the answer of a codemaker; the rules decide whether white pegs are answered."""
    black = sum(map(eq, guess, secret))
    both = sum(min(guess.count(peg), secret.count(peg)) for peg in set(guess))
    return black, both - black if whites else 0


def follows(text: str) -> int | tuple[str, ...]:
    """Read the text after an answer: the number of a row, or one or two last codes."""
    if found := re.fullmatch(r"→(\d+)", text):
        return int(found[1])
    codes = tuple(text.split("/"))
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


def outline(opening: str, branches: Iterable[Branch]) -> Rows:
    """Read a tree whose branches go to the right and downwards, in the order of reading.

    A branch with another one to its right is the next guess.
    """
    rows: Rows = {}
    add_row(rows, 1, opening)
    way = [(-1, 1)]
    for (x, answer, codes), after in pairwise([*branches, (-1, (0, 0), ())]):
        while way[-1][0] >= x:
            way.pop()
        above = way[-1][1]
        if after[0] <= x:
            add_cell(rows, answer, codes, above)
            continue
        (guess,) = codes
        way.append((x, len(rows) + 1))
        add_cell(rows, answer, len(rows) + 1, above)
        add_row(rows, len(rows) + 1, guess)
    return rows


def read_short(text: str) -> Rows:
    """Read the short notation: the opening, then answers, each with a guess and its answers in
    parentheses."""
    first, *words = re.findall(r"[()]|[^\s()]+", text)
    rows: Rows = {}
    add_row(rows, 1, first)
    way = [1]
    following = iter(words)
    for word in following:
        if word == ")":
            way.pop()
        elif word == "(":
            way.append(len(rows))
        else:
            add_cell(rows, read_answer(word), len(rows) + 1, way[-1])
            add_row(rows, len(rows) + 1, next(following))
    if way != [1]:
        raise MisprintError("parentheses do not match")
    return rows


def read_rows(text: str, style: str, html: bool = False, names: bool = False) -> Rows:
    """Read the rows of a sheet in plain text, or in the text of HTML that :func:`shown` returns.

    Args:
        names: whether guesses, answers and secrets are texts, which can have blanks.
    """
    begin, end = text.index("\n\n", GAME.search(text).end()), text.rindex("\nmmtree ·")
    lines = text[begin:end].strip("\n").split("\n")
    return (_HTML if html else _TEXT)[style](lines, names)


def content_rows(content: dict[str, Any]) -> Rows:
    """Read the rows of a sheet as JSON, whose codes are numbers of colours, or texts."""

    def code(colors: list[int | str]) -> str:
        symbols = content["colors"]
        return "".join(c if isinstance(c, str) else symbols[c]["symbol"] for c in colors)

    return {
        row["number"]: (
            code(row["guess"]),
            {
                tuple(cell["answer"]): cell.get("row") or tuple(map(code, cell["codes"]))
                for cell in row["cells"]
            },
        )
        for row in content["rows"]
    }


GAME = re.compile(r"(?:A game|Eine Partie)\W+(?:The secret|It|Der Code) (?:is|ist) ([\w ]+)\.?\n")
"""The heading of the example, in English and German."""


def read_example(text: str) -> list[Step]:
    """Read the steps of the example in plain text or in the shown text of HTML."""
    found = GAME.search(text)
    steps = []
    for line in text[found.end() :].split("\n\n")[0].splitlines()[1:]:
        *row, guess, answer = line.split()
        steps.append((int(row[-1]) if row else 0, guess, read_answer(answer)))
    if steps[-1][1] != found[1].strip():
        raise MisprintError(f"the example does not find {found[1]}")
    return steps


def _card(lines: list[str], names: bool = False) -> Rows:
    """Read rows as ``12. ADDE  00 BFFC  01 →13  04 BCDA/BDCA``, continued in indented lines.

    In HTML, numbers have no dot. In a booklet, each answer is in pegs, on a line of its own.
    """
    rows: Rows = {}
    for line in lines:
        head = re.match(r" *(\d+)\. |(\d+) ", line)
        rest = line[head.end() if head else 0 :].strip()
        words = re.split(r"  +| (?=→)", rest) if names and rest else rest.split()
        if head:
            guess, *words = words
            add_row(rows, int(head[1] or head[2]), guess)
        for answer, after in zip(words[::2], words[1::2], strict=True):
            add_cell(rows, (answer,) if names else read_answer(answer), follows(after))
    return rows


def _pocket(lines: list[str], names: bool) -> Rows:
    """Read row 1, and the guesses of the rows after it: these have no cells."""
    rows = _card(lines[:1])
    for line in lines[1:]:
        if found := re.match(r"\s.*?(\d+)\s+(?:→?(\d+)\s+)?(\S+)$", line):
            answer, number, codes = found.groups()
            add_cell(rows, read_answer(answer), int(number) if number else follows(codes), 1)
            if number:
                rows[int(number)] = codes, {}
    return rows


def _table_text(lines: list[str], names: bool) -> Rows:
    """Read rows below heads of answers, which follow an empty line; the second of two codes is
    below the first."""
    rows: Rows = {}
    columns: list[tuple[slice, Answer]] = []
    for above, line in pairwise(["", *lines]):
        if not above:
            heads = re.finditer(r"(\S+) *", line + " " * 99)
            columns = [
                (slice(*head.span()), (head[1],) if names else read_answer(head[1]))
                for head in heads
            ]
        elif line:
            if head := re.match(r" *(\d+)\. ", line):
                add_row(rows, int(head[1]), line[head.end() : columns[0][0].start].strip())
            for column, answer in columns:
                entry = line[column].strip(" .")
                if entry and head:
                    add_cell(rows, answer, follows(entry))
                elif entry:
                    rows[len(rows)][1][answer] += follows(entry)
    return rows


def _table_html(lines: list[str], names: bool) -> Rows:
    rows: Rows = {}
    heads = [entry.split()[-1] for entry in lines[0].split("\t") if entry.strip()]
    answers = [(head,) if names else read_answer(head) for head in heads]
    for line in lines[1:]:
        _, number, guess, *entries = (entry.strip() for entry in line.split("\t"))
        add_row(rows, int(number), guess)
        for answer, entry in zip(answers, entries, strict=True):
            if entry:
                add_cell(rows, answer, follows(entry))
    return rows


def _poster_text(lines: list[str], names: bool) -> Rows:
    """Read branches joined by lines, which must be connected."""
    width = max(map(len, lines))
    table = [line.ljust(width) for line in lines]
    for upper, lower in pairwise([" " * width, *table, " " * width]):
        for above, below in zip(upper, lower, strict=True):
            if (above in "┬├│") != (below in "├│└"):
                raise MisprintError(f"a line is broken below {upper.rstrip()!r}")
    branches = [
        (found.start(), read_answer(found[1]), follows(found[2]))
        for line in lines
        for found in re.finditer(r"[┬├└─] (\d+|[-~+]+) (\S+)", line)
    ]
    return outline(lines[0].split()[0], branches)


def _poster_html(lines: list[str], names: bool) -> Rows:
    """Read nested lists."""
    branches = []
    for line in lines[1:]:
        answer, codes = line.split(maxsplit=1)
        branches.append((line.count("\t"), read_answer(answer), follows(codes)))
    return outline(lines[0].strip(), branches)


_TEXT: dict[str, Callable[[list[str], bool], Rows]] = {
    "card": _card,
    "pocket": _pocket,
    "table": _table_text,
    "booklet": _card,
    "poster": _poster_text,
    "short": lambda lines, names: read_short(" ".join(lines)),
}
_HTML = _TEXT | {"table": _table_html, "poster": _poster_html}


_BLOCKS = {"h1", "h2", "p", "div", "section", "tr", "li", "main", "footer"}
"""Elements that begin a line."""


def shown(html: str) -> str:
    """Return the text of HTML in a wide window, with a tab before each cell and for each list."""
    parser = _Shown()
    parser.feed(html)
    return "\n".join(line.rstrip(" ").replace("/  ", "/") for line in parser.lines)


class _Shown(HTMLParser):
    """Collects the text that a browser shows, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self.lists = 0
        self.hidden = False
        self.phone = 0  # depth within elements that only a phone shows

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.phone or dict(attrs).get("class") == "phone":
            self.phone += 1
            return
        self.lists += tag in ("ul", "ol")
        self.hidden = tag in ("style", "title")
        if tag in _BLOCKS and self.lines[-1]:
            self.lines.append("")
        if tag == "main":
            self.lines.append("")
        elif tag == "li":
            self.lines[-1] = "\t" * self.lists
        elif tag in ("td", "th"):
            self.lines[-1] += "\t"
        elif tag == "br":
            self.lines[-1] += " "
        elif re.match(r"(cell|c)\b", dict(attrs).get("class") or ""):
            self.lines[-1] += "  "

    def handle_endtag(self, tag: str) -> None:
        if self.phone:
            self.phone -= 1
            return
        self.lists -= tag in ("ul", "ol")
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden and not self.phone and (data.strip() or self.lines[-1].strip()):
            self.lines[-1] += re.sub(r"\s+", " ", data)
