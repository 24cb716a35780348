"""Pages of tables as text for Graphviz: a graph for the opening, and one for each answer to it.

Each guess is a table: the guess in coloured pegs as its head, and a line for each answer. The line
has the one or two codes left, or the number of the next row, with an edge to that row if it is on
the same page.
"""

from __future__ import annotations

from collections.abc import Sequence

import graphviz

from mmtree.counts import format_count
from mmtree.game.code import symbol
from mmtree.show.dot.program import plain
from mmtree.show.dot.tree import text_cell
from mmtree.show.pegs import answer_line, answer_text, color_line, fill, mark
from mmtree.show.sheet_rows import Rows, SheetRow
from mmtree.tree.tree import StrategyTree

_TYPE = 11
_PEG = 13
"""From the left side of one peg to that of the next, in points."""
_GREY = "#555555"


def format_graphs(rows: Rows, pages: Sequence[range]) -> str:
    """Return the text of a graph for each page, given the numbers of its rows."""
    page_of = {number: at for at, page in enumerate(pages, 1) for number in page}
    return "".join(_graph(rows, page, at, page_of) for at, page in enumerate(pages, 1))


def _graph(rows: Rows, page: range, at: int, page_of: dict[int, int]) -> str:
    graph = graphviz.Digraph(f"page_{at}")
    graph.attr("graph", label=_caption(rows, page, at, max(page_of.values())), labelloc="t")
    graph.attr("graph", rankdir="LR", ranksep="0.25", nodesep="0.08", fontname="Arial")
    graph.attr("graph", labeljust="l", fontsize=f"{_TYPE}", outputorder="edgesfirst")
    graph.attr("node", shape="plain", fontname="Arial", fontsize=f"{_TYPE}")
    graph.attr("edge", arrowhead="none", color="#777777", penwidth="0.8")
    for number in page:
        row = rows[number]
        away = {c.row: page_of[c.row] for c in row.cells if c.row and c.row not in page}
        graph.node(f"row_{number}", _table(rows.tree, row, away))
        for cell in row.cells:
            if cell.row in page:
                line = f"row_{number}:answer_{cell.feedback:02}:e"
                graph.edge(line, f"row_{cell.row}:head:w")
    return str(graph.source)


def _table(tree: StrategyTree, row: SheetRow, away: dict[int, int]) -> str:
    """Format one guess with its answers; ``away`` maps rows on other pages to their pages."""
    pegs = tree.rules.pegs
    pairs = any(len(cell.codes) > 1 for cell in row.cells)
    width = 2 * pegs + 1 if pairs else pegs
    # An extra column if → and its number are wider than the codes, so that codes are not stretched.
    aside = 1 if away or width * _PEG < 40 else 0
    lines = [
        f'<tr><td port="head" width="{9 * max(pegs, 3) + 5}" height="16" align="right">'
        f'<font color="{_GREY}">{row.number}&#160;</font></td>'
        f"{_code(tree, row.guess, bold=True)}{_blank(width - pegs + aside)}</tr><hr/>"
    ]
    for cell in row.cells:
        if cell.row:
            where = f", page {away[cell.row]}" if cell.row in away else ""
            what = _blank(width if aside else 0) + (
                f'<td port="answer_{cell.feedback:02}" colspan="{1 if aside else width}" '
                f'align="right"><font color="{_GREY}">→&#160;{cell.row}{where}&#160;</font></td>'
            )
        else:
            taken = len(cell.codes) * (pegs + 1) - 1
            codes = '<td width="3"></td>'.join(_code(tree, code) for code in cell.codes)
            what = codes + _blank(width - taken + aside)
        said = plain(answer_text(cell.feedback, tree.rules))
        answer = f'<td align="right">{said}&#160;</td>'
        lines.append(f"<tr>{answer}{what}</tr>")
    border = '<table border="1" cellborder="0" cellspacing="1" cellpadding="0"'
    return f'<{border} color="#999999" bgcolor="white">{"".join(lines)}</table>>'


def _code(tree: StrategyTree, code: int, bold: bool = False) -> str:
    """Format a code, a cell for each peg."""
    cells = [text_cell(code, tree.rules)]
    for peg in () if cells[0] else tree.rules.digits(code):
        letter, shade = plain(symbol(peg, tree.rules)), fill(peg, tree.rules)
        cells.append(
            f'<td bgcolor="{shade}" width="{_PEG - 1}"><font color="{mark(shade)}">'
            f"{f'<b>{letter}</b>' if bold else letter}</font></td>"
        )
    return "".join(cells)


def _blank(columns: int) -> str:
    return f'<td colspan="{columns}"></td>' if columns else ""


def _caption(rows: Rows, page: range, number: int, count: int) -> str:
    """Format the title of a page, and how to read it."""
    tree, rules = rows.tree, rows.tree.rules
    shown = f"rows {page[0]} to {page[-1]}" if len(page) > 1 else f"row {page[0]}"
    play = "Ask the question" if rules.identified else "Play the guess"
    moves = format_count(tree.figures.max, rules.move).partition(" ")[2]
    won = f"{answer_text(rules.all_right, rules)} ends the game."
    end = "" if rules.identified else plain("; ".join(filter(None, [answer_line(rules), won])))
    lines = [
        f"<b>{plain(f'{tree.strategy.name} for {rules}')}</b>",
        f"{tree.figures.secrets} secrets: {tree.figures} {moves}. "
        f"Page {number} of {count}: {shown}.",
        f"{play} at the head of the table. In the line of your partner's answer stands the",
        "secret (of two, the second if the first is wrong), or → and the row to go on with.",
        *filter(None, [end, color_line(rules)]),
    ]
    return "<" + "".join(f'{line}<br align="left"/>' for line in lines) + "&#160;>"
