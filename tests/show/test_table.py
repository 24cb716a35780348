"""The table on paper: its number of pages, and full pages."""

import re
from itertools import pairwise

import pytest

from mmtree.errors import SheetError
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import PAPERS

from support.environment import FAMOUS
from support.expected_games import tree_of
from support.printed import QUIET


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", FAMOUS)
def test_table_of_4p6c_takes_three_sheets(printed, name, paper):
    sizes, marks = printed(name, "table", paper)
    assert len(sizes) <= 6
    assert sizes[0] == pytest.approx(PAPERS[paper], abs=0.1)
    assert [mark.size for mark in marks if mark.is_number][-1] >= 8.1


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", [FAMOUS[0], "koyama-lai-4p6c-black", "lexicographic-9p2c"])
def test_pages_of_table_are_full(printed, name, paper):
    """The answers at the foot are near the bottom of each page, including the last."""
    sizes, marks = printed(name, "table", paper)
    for page, (_, height) in enumerate(sizes, 1):
        body = [mark.bottom for mark in marks if mark.page == page and mark.fill != QUIET]
        assert min(body) < 33 + 0.05 * height  # above the margin and the footer


@pytest.mark.parametrize(
    ("name", "wide"), [("lexicographic-9p2c", 2**0.5), ("lexicographic-5p5c", 2)]
)
def test_table_of_long_codes_is_turned_or_doubled(printed, name, wide):
    sizes, _ = printed(name, "table")
    assert sizes[0][0] == pytest.approx(wide * PAPERS["a4"][0], rel=0.01)


def test_rows_show_number_of_guess(printed):
    marks = [mark for mark in printed("koyama-lai-4p6c-distinct", "table")[1] if mark.text]
    shown = [
        int(turn.text)
        for turn, number in pairwise(marks)
        if turn.fill == QUIET and turn.text.isdigit() and number.is_number
    ]
    assert shown == [row.turn for row in Sheet(tree_of("koyama-lai-4p6c-distinct"), "table").rows]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("table", "knuth-4p6c"),
        ("table", "lexicographic-9p2c"),
        ("table", "lexicographic-2p12c"),
        ("short", "koyama-lai-bulls-and-cows"),
        ("short", "koyama-lai-4p8c"),
    ],
)
def test_pages_are_counted_before_they_are_made(printed, name, style):
    with pytest.raises(SheetError) as refused:
        printed(name, style, most=1)
    count = int(re.search("would take ([0-9]+) pages", str(refused.value))[1])
    assert len(printed(name, style)[0]) == count > 1
