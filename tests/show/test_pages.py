"""Pages of tables: the printed tables are those of the tree, and hang where they belong."""

import io
from functools import cache
from itertools import pairwise

import pypdf
import pytest

from mmtree import DrawingError
from mmtree.show.sheets.pages import divide, typeset_pages
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import PAPERS

from support.expected_games import tree_of
from support.printed import QUIET, RowReader, check_readable, read_pages


@cache
def made(name, start=(), paper="a4", **look):
    """Return the PDF of a tree."""
    sheet = Sheet(tree_of(name), "booklet", **look)
    (data,) = typeset_pages(sheet, divide(sheet.rows, start), "pdf", paper)
    return data


CASES = {
    "knuth-4p6c": {},
    "koyama-lai-4p6c": {"paper": "letter", "language": "fr"},
    "koyama-lai-4p5c": {"language": "de", "names": "rot,weiss,leer,Schwarz,türkis"},
    "koyama-lai-4p6c-distinct": {"symbols": "digits1", "paper": "a3", "title": "Ada " * 29},
    "lexicographic-3p10c-distinct": {"symbols": "digits"},
    "koyama-lai-8p2c": {"symbols": "letters"},
    "koyama-lai-3p2c": {},
    "lexicographic-3p4c-black": {},
    "lexicographic-1p2c": {},
}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", CASES)
def test_tables_are_those_of_the_tree_and_readable(name):
    file = made(name, **CASES[name])
    look = {option: value for option, value in CASES[name].items() if option != "paper"}
    sheet = Sheet(tree_of(name), "booklet", **look)
    assert RowReader(file, sheet.rules.pegs, 0).rows() == {
        row.number: (
            sheet.code(row.guess),
            {
                divmod(cell.feedback, 10): cell.row or tuple(map(sheet.code, cell.codes))
                for cell in row.cells
            },
        )
        for row in sheet.rows
    }
    check_readable(*read_pages(file), 7.0)


def heads(file):
    """Return the numbers of tables and of repeated guesses, in order, as printed marks."""
    texts = [mark for mark in read_pages(file)[1] if mark.text]
    return [mark for mark, after in pairwise(texts) if mark.is_number and after.artifact]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "start"), [("knuth-4p6c", ()), ("koyama-lai-4p6c", (1,)), ("lexicographic-4p6c", ())]
)
def test_table_hangs_below_the_guess_that_leads_to_it(name, start):
    """That guess is printed in the same column, if need be again, at most a step to the left."""
    rows = Sheet(tree_of(name), "booklet").rows
    before = {cell.row: row.number for row in rows for cell in row.cells if cell.row}
    printed = heads(made(name, start))
    tables = [at for at, head in enumerate(printed) if not head.artifact]
    assert sorted(int(printed[at].text) for at in tables) == [
        number for part in divide(rows, start) for number in part
    ]
    for at in tables[not start :]:
        table, above = printed[at], str(before[int(printed[at].text)])
        lead = next(head for head in reversed(printed[:at]) if head.text == above)
        assert lead.page == table.page
        assert lead.bottom > table.top
        assert -5 < table.left - lead.left < 3 * table.size


@pytest.mark.slow
def test_arrow_says_the_page_of_a_table_on_another_page():
    file = made("knuth-4p6c")
    page_of = {head.text: head.page for head in heads(file) if not head.artifact}
    marks = read_pages(file)[1]
    arrows = [pair for pair in pairwise(marks) if pair[0].text.startswith("→")]
    assert len(arrows) == 268
    for arrow, after in arrows:
        page = page_of[arrow.text[1:]]
        says = after.text if after.fill == QUIET else ""
        assert says == ("" if page == arrow.page else f"page {page}")


def test_small_tree_takes_one_page_and_branch_begins_at_its_row():
    assert len(read_pages(made("koyama-lai-3p2c"))[0]) == 1
    rows = Sheet(tree_of("koyama-lai-4p6c"), "booklet").rows
    assert divide(rows)[:2] == [range(1, 2), range(2, 13)]
    assert divide(rows, [11]) == [range(142, 188)]
    with pytest.raises(DrawingError, match="after 0b4w 2 secrets are left, which need no page"):
        divide(rows, [4])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["knuth-4p6c", "koyama-lai-4p6c"])
def test_outline_lists_the_rows_of_each_page(name):
    reader = pypdf.PdfReader(io.BytesIO(made(name)))
    title, parts = reader.outline
    assert title.title == reader.metadata.title
    assert "/CreationDate" not in reader.metadata
    count = len(reader.pages)
    assert count <= 13
    for page in range(1, count):
        numbers = [
            int(head.text)
            for head in heads(made(name))
            if head.page == page + 1 and not head.artifact
        ]
        part = parts[page - count]
        assert part.title == f"rows {min(numbers)} to {max(numbers)}"
        assert reader.get_destination_page_number(part) == page


def test_too_wide_tables_are_refused_with_advice(monkeypatch):
    sheet = Sheet(tree_of("knuth-3p3c"), "booklet")
    monkeypatch.setitem(PAPERS, "a4", (120.0, 842.0))
    with pytest.raises(DrawingError, match=r"a table of 3p3c does not fit .*: take --paper a3$"):
        typeset_pages(sheet, divide(sheet.rows), "pdf")
