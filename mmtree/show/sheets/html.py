"""Sheets as one HTML page, piece by piece, without network, script or fonts of its own.

Every answer is a link to the row that it names, or to itself if it has the last codes. On a phone,
only the target of the link is shown (phone.css).
"""

import math
from collections.abc import Iterator
from functools import partial
from html import escape
from importlib.resources import files
from urllib.parse import quote

from mmtree.show.pegs import answer_text
from mmtree.show.sheet_rows import Cell, SheetRow
from mmtree.show.sheets.instructions import how
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.short_notation import STUCK
from mmtree.show.sheets.spoken_text import spoken_answer, spoken_cell, spoken_code
from mmtree.show.sheets.styles import STYLES, load

_OR = '<span class="or">/</span>'
_SQUARE = "<path d='M{0}.5 .5h9v9h-9z' fill='#fff' stroke='#111'/>"
_MARKS = (
    _SQUARE,
    _SQUARE + "<path d='M{0}.5 .5v9h4.5v-9z' fill='#111'/>",
    _SQUARE.replace("#fff", "#111"),
)
"""The marks of places: nowhere, elsewhere, right; each from so far on."""


def html(sheet: Sheet, paper: str) -> Iterator[str]:
    """Yield the pieces of a page, line ends included.

    Args:
        paper: the paper for printing; papers other than ``a4`` and ``letter`` are ignored.
    """
    folder = files("mmtree.show.sheets")
    css = folder.joinpath("sheet.css").read_text(encoding="utf-8")
    texts = folder.joinpath("texts.css").read_text() if sheet.in_texts else ""
    phone = folder.joinpath("phone.css").read_text(encoding="utf-8")
    yield f'<!doctype html>\n<html lang="{sheet.texts.language}">\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(sheet.title)}</title>\n<style>\n{css}"
    size = f"size: {paper}; " if paper in ("a4", "letter") else ""  # known to browsers by name
    yield f"@page {{ {size}margin: 8mm; }}\n"
    for color, peg in enumerate(sheet.pegs):
        radii = " ".join(f"{100 * radius:g}%" for radius in peg.radii)
        look = f"background: {peg.fill}; color: {peg.ink}; border-radius: {radii};"
        yield f".p{color} {{ {look} }}\n"
    for feedback in sheet.rules.feedbacks:
        yield _answer_look(sheet, feedback)
    yield f"{_widths(sheet)}{texts}{phone}</style>\n"
    yield from _front(sheet)
    yield f'<main id="all" class="{sheet.style}">\n'
    yield from load(STYLES[sheet.style].html)(sheet)
    yield "</main>\n"
    if sheet.style not in ("pocket", "short"):  # which show no row of their own
        yield f'<nav class="phone"><a href="#r1">{sheet.texts("row")} 1</a>'
        yield f'<a href="#all">{sheet.texts("allRows")}</a></nav>\n'
    yield f"<footer>{escape(sheet.foot)}</footer>\n</html>\n"


def _answer_look(sheet: Sheet, feedback: int) -> str:
    """Return a line of CSS: an answer in pegs, or a dash for none, and in digits."""
    digits = sheet.answer(feedback)
    if sheet.rules.kind.uses_text:
        text = digits.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
        return f'.k{feedback:02} {{ --wide: 1; --digits: "{text}"; }}\n'
    black, white = divmod(feedback, 10)
    if marks := sheet.rules.kind.marks(feedback):
        digits, count = "", len(marks)  # marks say it all
        drawn = "".join(
            _MARKS[mark].format(12 * at) for at, mark in enumerate(sheet.from_left(marks))
        )
    else:
        pegs = [*["#111"] * black, *["#fff"] * white]
        drawn = "".join(
            f"<circle cx='{12 * at + 5}' cy='5' r='4.5' fill='{fill}' stroke='#111'/>"
            for at, fill in enumerate(pegs)
        )
        drawn = drawn or "<path d='M0 5h10' stroke='#111' stroke-width='1.6'/>"
        count = max(len(pegs), 1)
    width = 12 * count - 2
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} 10'>{drawn}</svg>"
    return (
        f'.k{feedback:02} {{ --set: url("data:image/svg+xml,{quote(svg)}"); '
        f'--wide: {width / 10}; --digits: "{digits}"; }}\n'
    )


def _widths(sheet: Sheet) -> str:
    """Return the lines of CSS that depend on the length of codes and the number of answers."""
    code = sheet.rules.pegs * (1.29 if sheet.drawn else 0.9)
    if sheet.in_texts:
        code = 0.6 * max(len(sheet.code(guess)) for guess in set(sheet.tree.guess))
    lines = f":root {{ --code: {sheet.rules.pegs}; --tile: {max(4, 0.72 * code):.2f}rem;"
    texts = sheet.texts
    said = {
        "row": texts("row") + " ",
        "tap": texts("thenTap"),
        "secret": texts("secretIs", code="").strip(),
        "first": texts("playFirst"),
        "wrong": texts("ifWrong"),
    }
    lines += "".join(f' --{name}: "{words}";' for name, words in said.items()) + " }\n"
    if sheet.style == "table":
        # A table wider than the window scrolls in a frame of its own, under its head.
        columns = (len(sheet.answers) + 1) * (max(code, 2.4) + 0.5)
        whole = math.ceil(15 * (columns + 2.8 + 2)) + 16  # with margins and a scroll bar
        frame = "main.table { overflow: auto; max-height: 100vh; max-height: 100dvh; }"
        lines += f"@media screen and (max-width: {whole}px) {{ {frame} }}\n"
    return lines


def _code(sheet: Sheet, code: int) -> str:
    label = escape(spoken_code(sheet, code))
    look = f'class="c"{_direction(sheet)} role="img" aria-label="{label}"'
    return f"<span {look}>{_signs(sheet, code)}</span>"


def _direction(sheet: Sheet) -> str:
    return ' dir="rtl"' if sheet.rules.right_to_left else ""


def _signs(sheet: Sheet, code: int) -> str:
    """Return the pegs of a code, or its letters or digits."""
    if not sheet.drawn:
        return escape(sheet.code(code))
    return "".join(_peg(sheet, color) for color in sheet.rules.digits(code))


def _peg(sheet: Sheet, color: int) -> str:
    peg = sheet.pegs[color]
    return f'<i class="p{color}{" hole" if peg.hole else ""}">{escape(peg.symbol)}</i>'


def _answer(sheet: Sheet, feedback: int, heard: bool = True) -> str:
    """Return an answer in digits; screen readers skip it, since its pegs have words."""
    if not sheet.rules.kind.counts:
        return _set(sheet, feedback)
    digits = sheet.answer(feedback)
    hidden = "" if heard else ' aria-hidden="true"'
    return f'<span class="a"{hidden}><b>{digits[0]}</b>{digits[1:]}</span>'


def _set(sheet: Sheet, feedback: int) -> str:
    """Return an answer in pegs; copied as text, it is ``●●○``, or a dash for none."""
    if sheet.rules.kind.uses_text:
        return f'<span class="a">{escape(sheet.answer(feedback))}</span>'
    pegs = answer_text(feedback, sheet.rules)
    label = spoken_answer(sheet, feedback)
    return f'<span class="set k{feedback:02}" role="img" aria-label="{label}">{pegs}</span>'


def _link(sheet: Sheet, row: SheetRow, cell: Cell, answer: str = "") -> str:
    """Return an answer and its cell as a link."""
    here = f"r{row.number}-{cell.feedback:02}"
    if cell.row:
        place = f'href="#r{cell.row}"'
        follows = f"→{cell.row}"
    else:
        place = f'id="{here}" href="#{here}"'
        span = f'<span class="c"{_direction(sheet)}>'
        follows = _OR.join(f"{span}{_signs(sheet, code)}</span>" for code in cell.codes)
    label = escape(spoken_cell(sheet, cell))
    look = f'class="cell k{cell.feedback:02}" aria-label="{label}"'
    return f"<a {look} {place}>{answer}{follows}</a>"


def _front(sheet: Sheet) -> Iterator[str]:
    """Yield title and rules, colours, instructions, and a game."""
    texts = sheet.texts
    yield f"<header>\n<h1>{escape(sheet.title)}</h1>\n<p>{escape(sheet.subline)}</p>\n<ol>\n"
    for sentence in how(sheet):
        yield f"<li>{escape(sentence)}</li>\n"
    yield "</ol>\n"
    if sheet.legend:
        yield f'<div class="colors">\n<h2>{texts("colors")}</h2>\n'
        for color, (symbol, name) in enumerate(sheet.legend):
            peg = f'<span class="c">{_peg(sheet, color)}</span>'
            yield f"<span>{peg if sheet.drawn else f'<b>{symbol}</b>'} {escape(name)}</span>\n"
        yield "</div>\n"
    yield f'<div class="game">\n<h2>{texts("game")}</h2>\n'
    yield f"<p>{texts('secretIs', code=_code(sheet, sheet.example[-1].guess))}</p>\n"
    yield _table_head(sheet, *["row"] * sheet.numbered, "youPlay", "answer")
    answer = partial(_set if sheet.style == "booklet" else _answer, sheet)
    for step in sheet.example:
        number = f"<td>{step.row or ''}</td>" if sheet.numbered else ""
        code = f"<td>{_code(sheet, step.guess)}</td>"
        yield f"<tr>{number}{code}<td>{answer(step.feedback)}</td></tr>\n"
    yield "</table>\n</div>\n</header>\n"


def _table_head(sheet: Sheet, *names: str) -> str:
    cells = "".join(f"<th>{sheet.texts(name)}</th>" for name in names)
    return f"<table>\n<tr>{cells}</tr>\n"


def _head(sheet: Sheet, row: SheetRow) -> str:
    return f'<b class="n">{row.number}</b> {_code(sheet, row.guess)}'


def _with_parents(sheet: Sheet) -> Iterator[tuple[SheetRow, str]]:
    """Yield every row, and a link to the row that leads to it, for phones."""
    back = {1: ""}
    for row in sheet.rows:
        link = f'<a class="phone" href="#r{row.number}">{sheet.texts("row")} {row.number}</a>'
        back |= {cell.row: link for cell in row.cells if cell.row}
        yield row, back.pop(row.number)


def card(sheet: Sheet) -> Iterator[str]:
    """Yield a paragraph for each row."""
    for row, back in _with_parents(sheet):
        yield f'<p class="row" id="r{row.number}">'
        yield f'<span class="head">{_head(sheet, row)}{back}</span>'
        for cell in row.cells:
            answer = f"{_answer(sheet, cell.feedback)} "
            yield f" {_link(sheet, row, cell, answer)}"
        yield "</p>\n"


def pocket(sheet: Sheet) -> Iterator[str]:
    """Yield row 1, with a line for each answer; the other rows are on another sheet."""
    first, pegs = sheet.rows[1], sheet.rules.kind.counts > 0
    yield f"<h2>{_head(sheet, first)}</h2>\n{_table_head(sheet, 'answer', 'row', 'youPlay')}"
    for cell in first.cells:
        plays = _OR.join(_code(sheet, code) for code in sheet.plays(cell))
        answer = f" {_answer(sheet, cell.feedback, heard=False)}" if pegs else ""
        yield f"<tr><td>{_set(sheet, cell.feedback)}{answer}</td>"
        yield f"<td><b>{cell.row or ''}</b></td><td>{plays}</td></tr>\n"
    yield f"</table>\n<p>{escape(sheet.texts('pocketRows'))} · {sheet.checksum}</p>\n"


def table(sheet: Sheet) -> Iterator[str]:
    """Yield a table with a row for each guess and a column for each answer."""
    answers, pegs = sheet.answers, sheet.rules.kind.counts > 0
    # Guesses stay in view next to their numbers unless they would take most of a narrow window.
    stay = ' class="stay"' if sheet.rules.pegs <= 5 and not sheet.in_texts else ""
    yield f"<table{stay}>\n<thead><tr><td></td><td></td>"
    for value in answers:
        answer = f"<br>{_answer(sheet, value, heard=False)}" if pegs else ""
        yield f'<th scope="col">{_set(sheet, value)}{answer}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for row, back in _with_parents(sheet):
        cells = {cell.feedback: cell for cell in row.cells}
        yield f'<tr class="row" id="r{row.number}"><th scope="row"><b class="n">{row.number}</b>'
        yield f"{back}</th><td>{_code(sheet, row.guess)}</td>"
        for value in answers:
            yield f"<td>{_link(sheet, row, cells[value]) if value in cells else ''}</td>"
        yield "</tr>\n"
    yield "</tbody>\n</table>\n"


def booklet(sheet: Sheet) -> Iterator[str]:
    """Yield a section for each row."""
    for row, back in _with_parents(sheet):
        yield f'<section class="row" id="r{row.number}">'
        yield f'<h2 class="head">{_head(sheet, row)}{back}</h2>\n'
        for cell in row.cells:
            answer = f"{_set(sheet, cell.feedback)} "
            yield f"<div>{_link(sheet, row, cell, answer)}</div>\n"
        yield "</section>\n"


def poster(sheet: Sheet) -> Iterator[str]:
    """Lists in lists; the guess of a row, then its answers to the right."""
    opening = sheet.rows[1]
    yield f'<div id="r1"><a href="#r1">{_code(sheet, opening.guess)}</a><ul>\n'
    waiting = [iter(opening.cells)]
    while waiting:
        cell = next(waiting[-1], None)
        if cell is None:
            waiting.pop()
            yield "</ul></li>\n" if waiting else "</ul></div>\n"
            continue
        answer = f'<span class="k{cell.feedback:02}">{_answer(sheet, cell.feedback)}</span> '
        if cell.row:
            row = sheet.rows[cell.row]
            yield f'<li id="r{cell.row}"><a href="#r{cell.row}">{answer}'
            yield f"{_code(sheet, row.guess)}</a><ul>\n"
            waiting.append(iter(row.cells))
        else:
            codes = _OR.join(_code(sheet, code) for code in cell.codes)
            yield f"<li>{answer}{codes}</li>\n"


def short(sheet: Sheet) -> Iterator[str]:
    """Yield the paragraphs of the notation."""
    for paragraph in sheet.paragraphs:
        start, _, rest = escape(paragraph).partition(" ")
        yield f"<p><b>{start}</b> {rest}</p>\n".replace(STUCK, " ")
