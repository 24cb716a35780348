"""Reads sheets in PDF: what pages show, in the order in which it is printed, without importing mmtree.

A row is its number, white on black, and its guess; then for each answer, in digits or in the
codemaker's pegs or in marks, an arrow with the number of the next row, or one or two codes. In a table, answers
are the heads of columns. What belongs to a row is marked as read to those who listen at its number,
that is, as an artifact; so the games of examples are not mistaken for rows.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from support.paper import Answer, MisprintError, Rows, add_cell, add_row, follows, read_short

EDGE = 5 / 25.4 * 72
INK, QUIET, WHITE = (15, 15, 15), (90, 90, 90), (255, 255, 255)


class Mark(NamedTuple):
    """A text or a drawn shape: its page from 1, its edges in points from the lower left corner, the
    size of its type, the colour that fills it, and whether those who listen are not told of it."""

    page: int
    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    fill: tuple[int, ...]
    artifact: bool

    @property
    def x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def is_number(self) -> bool:
        """Whether it is a number in white, like that of a row."""
        return self.fill == WHITE and self.text.isdigit()

    @property
    def key(self) -> str:
        """One of the codemaker's pegs, if it is round and black or white."""
        width, height = self.right - self.left, self.top - self.bottom
        if self.text or not 2 < width < 40 or abs(width - height) > 0.03 * width:
            return ""
        return {INK: "●", WHITE: "○"}.get(self.fill, "")

    @property
    def is_half(self) -> bool:
        """Whether it fills half of a square, as the mark of a place that is right elsewhere."""
        width, height = self.right - self.left, self.top - self.bottom
        half = not self.text and self.fill == INK and 1 < height < 40
        return half and abs(2 * width - height) < 0.03 * height


def read_pages(file: Path | bytes) -> tuple[tuple[tuple[float, float], ...], tuple[Mark, ...]]:
    """Return the size of each page, and what the pages show."""
    pages = list(pypdfium2.PdfDocument(file))
    sizes = tuple(page.get_size() for page in pages)
    return sizes, tuple(mark for at, page in enumerate(pages, 1) for mark in _marks(page, at))


def read_ends(file: bytes) -> list[tuple[complex, complex]]:
    """Return the first and the last point of each path on the first page of a PDF."""
    ends = []
    for item, text, _ in iter_items(pypdfium2.PdfDocument(file)[0]):
        if not text:
            matrix = pdfium.FS_MATRIX()
            pdfium.FPDFPageObj_GetMatrix(item, matrix)
            points = []
            for at in (0, pdfium.FPDFPath_CountSegments(item) - 1):
                x, y = ctypes.c_float(), ctypes.c_float()
                segment = pdfium.FPDFPath_GetPathSegment(item, at)
                pdfium.FPDFPathSegment_GetPoint(segment, x, y)
                points.append((x.value, y.value))
            a, b, c, d, e, f = (getattr(matrix, name) for name in "abcdef")
            start, end = (complex(a * x + c * y + e, b * x + d * y + f) for x, y in points)
            ends.append((start, end))
    return ends


def check_readable(
    sizes: tuple[tuple[float, float], ...],
    marks: tuple[Mark, ...],
    least: float,
    turned: bool = False,
) -> None:
    """Check that nothing is within 5 mm of the edge, no type is smaller than ``least``, and no text is
    over another; but not the latter if texts are turned: their edges are not those of their letters."""
    texts = sorted((mark for mark in marks if mark.text), key=lambda mark: (mark.page, mark.left))
    for at, mark in enumerate(texts):
        width, height = sizes[mark.page - 1]
        assert round(mark.size, 2) >= least, mark
        assert EDGE <= mark.left < mark.right <= width - EDGE, mark
        assert EDGE <= mark.bottom < mark.top <= height - EDGE, mark
        for other in texts[at + 1 :]:
            if turned or other.page != mark.page or other.left >= mark.right - 0.05:
                break
            # Lines of a paragraph may touch: only more than a tenth of the size is an overlap.
            over = min(mark.top, other.top) - max(mark.bottom, other.bottom)
            assert over < 0.1 * mark.size, (mark, other)


def iter_items(page: pypdfium2.PdfPage) -> Iterator[tuple[object, str, float]]:
    """Yield the texts and paths of a page, in the order of drawing, with text and type size."""
    letters, room, size = page.get_textpage(), (ctypes.c_ushort * 1000)(), ctypes.c_float()
    view = memoryview(room).cast("B")
    for at in range(pdfium.FPDFPage_CountObjects(page)):
        item = pdfium.FPDFPage_GetObject(page, at)
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            yield item, "", 0.0
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
            length = pdfium.FPDFTextObj_GetText(item, letters, room, 1000)
            text = str(view[: length - 2], "utf-16-le").strip()
            pdfium.FPDFTextObj_GetFontSize(item, size)
            if text:
                yield item, text, size.value


def _marks(page: pypdfium2.PdfPage, number: int) -> Iterator[Mark]:
    fill, edges = ([kind() for _ in range(4)] for kind in (ctypes.c_uint, ctypes.c_float))
    for item, text, size in iter_items(page):
        pdfium.FPDFPageObj_GetFillColor(item, *fill)
        pdfium.FPDFPageObj_GetBounds(item, *edges)
        left, bottom, right, top = (edge.value for edge in edges)
        color = tuple(part.value for part in fill[:3])
        yield Mark(number, text, left, bottom, right, top, size, color, _is_artifact(item))


def _is_artifact(item: object) -> bool:
    room, length = (ctypes.c_ushort * 99)(), ctypes.c_ulong()
    for at in range(pdfium.FPDFPageObj_CountMarks(item)):
        mark = pdfium.FPDFPageObj_GetMark(item, at)
        pdfium.FPDFPageObjMark_GetName(mark, room, 198, length)
        if bytes(room)[: length.value - 2].decode("utf-16-le") == "Artifact":
            return True
    return False


def _has_letter(peg: Mark, after: tuple[Mark, ...]) -> bool:
    """Return whether it is a peg of a code: its rim and its letter are drawn after it."""
    return any(
        mark.text and peg.left < mark.x < peg.right and peg.bottom < mark.bottom < peg.top
        for mark in after
    )


class RowReader:
    """Reads rows, mark by mark.

    Args:
        marks: what the pages of a PDF show.
        pegs: the length of a code.
        digits: the digits of an answer: 1 or 2; 0 if answers are in the codemaker's pegs.
        columns: whether answers are the heads of columns.
        marked: whether answers are marks of places, full, half or empty.
    """

    def __init__(
        self,
        marks: tuple[Mark, ...],
        pegs: int,
        digits: int,
        columns: bool = False,
        marked: bool = False,
    ) -> None:
        self.marks = [
            mark
            for at, mark in enumerate(marks)
            if (mark.text and (mark.fill != QUIET or mark.text == "/") and "–" not in mark.text)
            or (mark.key and mark.artifact and not _has_letter(mark, marks[at + 1 : at + 3]))
            or (marked and mark.is_half and mark.artifact)
        ]
        self.pegs, self.digits, self.columns, self.marked = pegs, digits, columns, marked
        self.at = 0

    def number(self) -> int:
        """Return the number of the row that begins here, or 0."""
        mark, *after = self.marks[self.at : self.at + 2]
        return int(mark.text) if mark.is_number and after and after[0].artifact else 0

    def code(self) -> str:
        """Read a code."""
        found = self.marks[self.at : self.at + self.pegs]
        if any(len(mark.text) != 1 for mark in found):
            raise MisprintError(f"no code: {found}")
        self.at += self.pegs
        return "".join(mark.text for mark in found)

    def follows(self) -> int | tuple[str, ...]:
        """Read a next row, or one or two codes."""
        text = self.marks[self.at].text
        if text.startswith("→"):
            self.at += 1
            return int(text[1:])
        codes = [self.code()]
        if self.at < len(self.marks) and self.marks[self.at].text == "/":
            self.at += 1
            codes.append(self.code())
        return tuple(codes)

    def answer(self) -> Answer:
        """Read an answer, in digits, in pegs or in marks."""
        if self.marked:
            read = []
            for _ in range(self.pegs):
                mark, *after = self.marks[self.at : self.at + 2]
                if not mark.key:
                    raise MisprintError(f"no mark: {mark}")
                half = bool(after and after[0].is_half)
                read.append(2 if mark.key == "●" else int(half))
                self.at += 1 + half
            return tuple(read)
        keys = [mark.key for mark in takewhile(lambda mark: mark.key, self.marks[self.at :])]
        self.at += len(keys)
        drawn = keys.count("●"), keys.count("○")
        if not self.digits:
            return drawn
        text = ""
        while len(text) < self.digits:
            text += self.marks[self.at].text
            self.at += 1
        if not re.fullmatch(rf"\d{{{self.digits}}}", text):
            raise MisprintError(f"no answer: {text}")
        answer = int(text[0]), int(text[1:] or 0)
        if keys and answer != drawn:
            raise MisprintError(f"{answer} is printed as {drawn}")
        return answer

    def rows(self) -> Rows:
        """Read all rows, in the order of their numbers."""
        rows: Rows = {}
        heads: dict[float, Answer] = {}
        if self.columns and self.marked:  # most marks of the drawn game are no heads
            while self.number() != 1:
                self.at += 1
            while self.marks[self.at - 1].artifact:
                self.at -= 1
        while self.at < len(self.marks):
            mark = self.marks[self.at]
            head_begins = mark.key if self.marked else mark.text
            if self.columns and head_begins and mark.artifact and not self.number():
                heads = self.heads(heads)
                continue
            if self.number() != len(rows) + 1:
                self.at += 1
                continue
            head = self.marks[self.at]
            self.at += 1
            add_row(rows, len(rows) + 1, self.code())
            while self.at < len(self.marks) and self.marks[self.at].artifact and not self.number():
                mark = self.marks[self.at]
                if not self.columns:
                    add_cell(rows, self.answer(), self.follows())
                    continue
                if mark.key or (mark.text.isdigit() and mark.size < 0.98 * head.size):
                    break  # the heads of the columns, repeated at the foot
                last = self.marks[self.at + (0 if mark.text.startswith("→") else self.pegs - 1)]
                x = (mark.left + last.right) / 2
                answer = heads[min(heads, key=lambda other: abs(other - x))]
                after, cells = self.follows(), rows[len(rows)][1]
                if isinstance(after, tuple) and isinstance(cells.get(answer), tuple):
                    cells[answer] += after  # type: ignore[operator]
                else:
                    add_cell(rows, answer, after)
        return rows

    def pocket(self) -> Rows:
        """Read row 1 of a pocket card, and the guesses of the rows after it, without cells."""
        while self.number() != 1:
            self.at += 1
        self.at += 1
        rows: Rows = {1: (self.code(), {})}
        while self.marks[self.at].artifact:
            answer, number = self.answer(), self.number()
            if number:
                self.at += 1
                rows[number] = self.code(), {}
            add_cell(rows, answer, number or self.follows(), 1)
        return rows

    def heads(self, before: dict[float, Answer]) -> dict[float, Answer]:
        """Read the answers above or below the rows of a page, by the middles of their columns.

        They are the same as ``before``, on the page or on another one.
        """
        found: dict[float, Answer] = {}
        page = self.marks[self.at].page
        while self.marks[self.at - 1].key and not self.marked:
            self.at -= 1
        while self.at < len(self.marks) and self.marks[self.at].page == page and not self.number():
            start = self.at
            answer = self.answer()
            digits = [mark for mark in self.marks[start : self.at] if mark.text or self.marked]
            if not self.marked or set(answer) != {2}:  # which ends the drawn game
                found[(digits[0].left + digits[-1].right) / 2] = answer
        moved = (abs(x - other) > 1 for x, other in zip(found, before, strict=False))
        if before and (list(found.values()) != list(before.values()) or any(moved)):
            raise MisprintError(f"the heads of columns differ: {found} and {before}")
        return found


def read_texts(marks: tuple[Mark, ...], columns: bool) -> Rows:
    """Read rows of texts, none of them wrapped: a number, a question, answers with what follows.

    With ``columns``, the answers are the heads above what follows them.
    """
    marks = [mark for mark in marks if mark.text and mark.fill in (INK, WHITE, QUIET)]
    first = next(at for at, mark in enumerate(marks[:-1]) if _begins(mark, marks[at + 1]))
    heads = {}
    for mark in reversed(marks[:first]):
        if not (columns and mark.artifact):
            break
        heads[round(mark.left)] = mark.text
    rows: Rows = {}
    answer, second = "", False
    for at, mark in enumerate(marks):
        if _begins(mark, marks[at + 1] if at + 1 < len(marks) else mark):
            add_row(rows, int(mark.text), "")
        elif rows and mark.artifact and mark.fill == INK:
            question, cells = rows[len(rows)]
            if not question:
                rows[len(rows)] = mark.text, cells
            elif second:
                cells[(answer,)] += (mark.text,)  # type: ignore[index,operator]
            elif not columns and not answer:
                answer = mark.text
                continue
            else:
                if columns:
                    answer = heads[min(heads, key=lambda x, left=mark.left: abs(x - left))]  # type: ignore[misc]
                add_cell(rows, (answer,), follows(mark.text))  # type: ignore[arg-type]
            slash = at + 1 < len(marks) and marks[at + 1].text == "/"
            answer, second = answer if slash else "", slash
    return rows


def _begins(mark: Mark, after: Mark) -> bool:
    return mark.is_number and after.artifact


def read_short_pdf(marks: tuple[Mark, ...], pegs: int, symbols: str) -> Rows:
    """Read the short notation, which begins with a line that is a code."""
    text = " ".join(mark.text for mark in marks if mark.fill != QUIET)
    return read_short(text[re.search(rf"(?<!\S)[{symbols}]{{{pegs}}}(?!\S)", text).start() :])
