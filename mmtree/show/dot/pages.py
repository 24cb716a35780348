"""Tables of a strategy tree that fill a page: the text of one graph for Graphviz.

Each guess is a table: the guess in coloured pegs as its head, a line for each answer, and in that
line the one or two codes that may still be left, or the number of the table to go on with, to which
an edge leads where it stands on the same page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

import graphviz

from mmtree.game.code import symbol
from mmtree.show.pegs import answer_line, answer_pegs, color_line, fill, mark
from mmtree.show.rows import Row, Rows
from mmtree.tree.tree import StrategyTree

TYPE = 11
"""Size of the smallest type, in points before the page is scaled."""
_PEG = 13
"""From the left side of one peg to that of the next, in points."""
_LINE = 16
"""Height of a line of the caption that has pegs in it."""
_GREY = "#555555"


@dataclass(frozen=True)
class Shape:
    """How the tables of a page are spread, so that the drawing gets the shape of the paper.

    The tables of the second guess on the page start in one of ``bands``, each a column for them
    and ``columns`` more for the tables that they lead to.
    """

    columns: int
    bands: int


@dataclass(frozen=True)
class Page:
    """The tables of one page.

    Attributes:
        way: the guesses and answers (10·black + white) that lead to the first table.
        tables: the numbers of its rows, the first table first.
        shape: how they are spread.
    """

    way: tuple[tuple[int, int], ...]
    tables: tuple[int, ...]
    shape: Shape = Shape(1, 1)


def below(rows: Rows, number: int) -> Iterator[Row]:
    """A row and all that follow it, in order."""
    waiting = [number]
    while waiting:
        row = rows[waiting.pop()]
        yield row
        waiting += [cell.row for cell in reversed(row.cells) if cell.row]


def page_source(
    rows: Rows, page: Page, pages: Mapping[int, int], number: int, of: int, paper: str = ""
) -> str:
    """The text of one graph.

    Args:
        rows: the tree, numbered in the order of play.
        page: what to draw.
        pages: the page on which each table stands that starts one.
        number: the number of this page, from 1.
        of: how many there are.
        paper: Graphviz's ``viewport``, which places the drawing on its sheet of paper; empty where
            the drawing is only measured.
    """
    graph = graphviz.Digraph(f"page_{number}")
    graph.attr("graph", label=_caption(rows, page, number, of), labelloc="t", labeljust="l")
    graph.attr("graph", rankdir="LR", ranksep="0.25", nodesep="0.08", fontname="Arial")
    graph.attr("graph", fontsize=f"{TYPE}", margin="0", pad="0", outputorder="edgesfirst")
    if paper:
        graph.attr("graph", viewport=paper)
    graph.attr("node", shape="plain", fontname="Arial", fontsize=f"{TYPE}")
    graph.attr("edge", arrowhead="none", color="#777777", penwidth="0.8")
    here = {row: rows[row] for row in page.tables}
    reach = _reach(here, page)
    for row in here.values():
        graph.node(f"table_{row.number}", _table(rows.tree, row, pages))
        for cell in row.cells:
            if cell.row in here:
                line = f"table_{row.number}:answer_{cell.feedback:02}:e"
                graph.edge(line, f"table_{cell.row}:head:w", minlen=str(reach[cell.row]))
    return str(graph.source)


def _reach(here: dict[int, Row], page: Page) -> dict[int, int]:
    """How many columns further right each table stands than the one that leads to it.

    The fullest subtrees come first and go where the fewest lines are.
    """
    next_ones = {at: [c.row for c in row.cells if c.row in here] for at, row in here.items()}
    own = {at: len(row.cells) + 1.5 for at, row in here.items()}  # in lines, with head and gap
    whole = dict(own)
    for at in reversed(here):
        whole[at] += sum(whole[after] for after in next_ones[at])
    first = page.tables[0]
    width = page.shape.columns + 1
    bands = [0.0] * page.shape.bands
    filled = [0.0] * (width * len(bands))
    reach = dict.fromkeys(here, 1)

    def place(number: int, columns: range) -> int:
        """Put a table into the emptiest of these columns."""
        column = min(columns, key=filled.__getitem__)
        filled[column] += own[number]
        return column

    largest_first = sorted(next_ones[first], key=lambda at: -whole[at])
    for at in largest_first:
        if next_ones[at]:
            band = bands.index(min(bands))
            bands[band] += whole[at]
            start = place(at, range(band * width, band * width + 1))
            reach[at] = start + 1
            for after in sorted(next_ones[at], key=lambda at: -whole[at]):
                reach[after] = place(after, range(start + 1, start + width)) - start
    for at in largest_first:
        if not next_ones[at]:
            reach[at] = place(at, range(len(filled))) + 1
    return reach


def _table(tree: StrategyTree, row: Row, pages: Mapping[int, int]) -> str:
    """One guess with its answers."""
    pegs = tree.rules.pegs
    pairs = any(len(cell.codes) > 1 for cell in row.cells)
    width = 2 * pegs + 1 if pairs else pegs
    # Where ▸ and what follows it is wider than the codes, it would stretch them: a column more.
    paged = any(cell.row in pages for cell in row.cells)
    aside = 1 if paged or width * _PEG < 40 else 0
    lines = [
        f'<tr><td port="head" width="{9 * max(pegs, 3) + 5}" height="16" align="right">'
        f'<font color="{_GREY}">{row.number}&#160;</font></td>'
        f"{_code(tree, row.guess, bold=True)}{_blank(width - pegs + aside)}</tr><hr/>"
    ]
    for cell in row.cells:
        if cell.row:
            where = f", page {pages[cell.row]}" if cell.row in pages else ""
            what = _blank(width if aside else 0) + (
                f'<td port="answer_{cell.feedback:02}" colspan="{1 if aside else width}" '
                f'align="right"><font color="{_GREY}">▸&#160;{cell.row}{where}&#160;</font></td>'
            )
        else:
            taken = len(cell.codes) * (pegs + 1) - 1
            codes = '<td width="3"></td>'.join(_code(tree, code) for code in cell.codes)
            what = codes + _blank(width - taken + aside)
        answer = f'<td align="right">{answer_pegs(cell.feedback)}&#160;</td>'
        lines.append(f"<tr>{answer}{what}</tr>")
    border = '<table border="1" cellborder="0" cellspacing="1" cellpadding="0"'
    return f'<{border} color="#999999" bgcolor="white">{"".join(lines)}</table>>'


def _code(tree: StrategyTree, code: int, bold: bool = False) -> str:
    """A cell for each peg."""
    cells = []
    for peg in tree.rules.digits(code):
        letter = symbol(peg, tree.rules)
        cells.append(
            f'<td bgcolor="{fill(peg)}" width="{_PEG - 1}"><font color="{mark(fill(peg))}">'
            f"{f'<b>{letter}</b>' if bold else letter}</font></td>"
        )
    return "".join(cells)


def _blank(columns: int) -> str:
    return f'<td colspan="{columns}"></td>' if columns else ""


def _caption(rows: Rows, page: Page, number: int, of: int) -> str:
    """What the page is for, and how to read it."""
    tree, rules = rows.tree, rows.tree.rules
    name = f"{tree.strategy.name} for {rules}"
    figures = tree.figures
    tables = f"table {page.tables[0]}"
    if len(page.tables) > 1:
        tables = f"tables {page.tables[0]} to {page.tables[-1]}"
    lines = [
        f"{figures.secrets} secrets: {figures} guesses. Page {number} of {of}: {tables}.",
        "Make the guess at the head of the table. In the line of the codemaker's answer stands",
        "the guess to make next (of two, the second if the first is wrong), or ▸ and the table to "
        "go on with.",
        f"{answer_line(rules)}; {answer_pegs(rules.all_black)} ends the game.",
    ]
    lines += filter(None, [color_line(rules)])
    small = '<br align="left"/>'.join(lines)
    rows_of_text = [
        f'<font point-size="16"><b>{escape(name)}</b></font>',
        _way(tree, page),
        f'{small}<br align="left"/>&#160;',
    ]
    cells = "".join(
        f'<tr><td align="left" balign="left">{text}</td></tr>' for text in rows_of_text if text
    )
    return f'<<table border="0" cellborder="0" cellspacing="2" cellpadding="0">{cells}</table>>'


def _way(tree: StrategyTree, page: Page) -> str:
    """The guesses and answers that lead to the page, the last three of them, one in a line.

    A table is stretched to the width of the one around it unless its size is fixed.
    """
    pegs = tree.rules.pegs
    code, word, answer = _PEG * pegs + 1, 68, 10 * max(pegs, 4)
    table = '<table border="0" cellborder="0" cellspacing='
    lines = []
    for turn, (guess, feedback) in list(enumerate(page.way, 1))[-3:]:
        lines.append(
            f'<tr><td {_fixed(word)} align="left">guess {turn}</td>'
            f'<td {_fixed(code)}>{table}"1" cellpadding="0">'
            f"<tr>{_code(tree, guess, True)}</tr></table></td>"
            f"<td {_fixed(word)}>answered</td>"
            f'<td {_fixed(answer)} align="left">{answer_pegs(feedback)}</td></tr>'
        )
    if not lines:
        return ""
    size = _fixed(2 * word + code + answer, len(lines))
    return f'{table}"0" cellpadding="0" {size} align="left">{"".join(lines)}</table>'


def _fixed(width: int, lines: int = 1) -> str:
    """The size of a cell or table that is as high as so many lines of the caption."""
    return f'fixedsize="true" width="{width}" height="{lines * _LINE}"'
