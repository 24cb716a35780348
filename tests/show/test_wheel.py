"""The wheel shows what follows each answer to the first guess."""

import pytest

from mmtree.show.sheets.sheet import Sheet

from support.expected_games import tree_of
from support.printed import QUIET


@pytest.mark.parametrize("name", ["koyama-lai-4p6c", "koyama-lai-8p2c", "koyama-lai-4p6c-black"])
def test_sectors_show_the_next_guess_of_each_answer(printed, name):
    sheet = Sheet(tree_of(name), "wheel")
    first = sheet.rows[1]
    sectors = [f"1{sheet.code(first.guess)}"]
    for cell in first.cells:
        codes = "".join(map(sheet.code, sheet.plays(cell)))
        sectors.append(f"{sheet.answer(cell.feedback)}{cell.row or ''}{codes}")
    texts = "".join(mark.text for mark in printed(name, "wheel")[1] if mark.fill != QUIET)
    assert "".join(sectors) in texts
