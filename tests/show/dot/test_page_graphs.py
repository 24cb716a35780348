"""The pages of tables as graphs for Graphviz."""

import re

import pytest

from mmtree import build_tree, parse_code
from mmtree.show.dot.page_graphs import format_graphs
from mmtree.show.dot.program import run
from mmtree.show.sheet_rows import Rows
from mmtree.show.sheets.pages import divide

NODE = re.compile(r"^\trow_(\d+) \[label=<(.*)>\]$", re.MULTILINE)
EDGE = re.compile(r"^\trow_(\d+):answer_(\d\d):e -> row_(\d+):head:w", re.MULTILINE)
PEG = re.compile(r"<td bgcolor=[^>]*><font [^>]*>(?:<b>)?(\w)(?:</b>)?</font></td>")
NEXT = re.compile(r"→&#160;(\d+)(?:, page (\d+))?&#160;")


@pytest.mark.slow
def test_graphs_have_all_rows(koyama_lai):
    """A graph for the opening, and one for each answer to it."""
    rules = koyama_lai.rules
    rows = Rows(koyama_lai)
    parts = divide(rows)
    page_of = {number: at for at, part in enumerate(parts, 1) for number in part}
    source = format_graphs(rows, parts)
    assert source.count("digraph page_") == 13
    assert "Page 3 of 13: rows 13 to 63." in source
    tables = dict(NODE.findall(source))
    edges = set(EDGE.findall(source))
    for row in rows:
        head, *lines = re.findall(r"<tr>(.*?)</tr>", tables.pop(str(row.number)))
        assert codes(head, rules) == [row.guess]
        for line, cell in zip(lines, row.cells, strict=True):
            answer = re.match(r"<td[^>]*>(–|●*○*)&#160;</td>", line)[1]
            assert 10 * answer.count("●") + answer.count("○") == cell.feedback
            assert tuple(codes(line, rules)) == cell.codes
            if cell.row:
                after, page = NEXT.search(line).groups()
                assert int(after) == cell.row
                here = page_of[row.number] == page_of[cell.row]
                assert page == (None if here else str(page_of[cell.row]))
                edge = (str(row.number), f"{cell.feedback:02}", after)
                assert (edge in edges) == here
    assert tables == {}


def codes(text, rules):
    """Return the codes in a line of a table, from left to right."""
    letters = "".join(PEG.findall(text))
    return [
        parse_code(letters[at : at + rules.pegs], rules)
        for at in range(0, len(letters), rules.pegs)
    ]


def test_graphviz_draws_graphs(program):
    program("dot")
    rows = Rows(build_tree("knuth", "3p3c"))
    assert run(format_graphs(rows, divide(rows)), "svg").count(b"<polygon") > 20
