"""The wheel shows what follows each answer to the first guess."""

import pytest

from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import typeset

from support.expected_games import tree_of
from support.printed import QUIET, read_pages


@pytest.mark.parametrize("name", ["koyama-lai-4p6c", "koyama-lai-8p2c", "koyama-lai-4p6c-black"])
def test_sectors_show_the_next_guess_of_each_answer(name, tmp_path):
    file = tmp_path / "a.pdf"
    sheet = Sheet(tree_of(name), "wheel")
    file.write_bytes(typeset(sheet, "pdf", "a4")[0])
    first = sheet.rows[1]
    sectors = [f"1{sheet.code(first.guess)}"]
    for cell in first.cells:
        codes = "".join(map(sheet.code, sheet.plays(cell)))
        sectors.append(f"{sheet.answer(cell.feedback)}{cell.row or ''}{codes}")
    printed = "".join(mark.text for mark in read_pages(file)[1] if mark.fill != QUIET)
    assert "".join(sectors) in printed
