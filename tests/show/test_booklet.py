"""The booklet as its PDF shows it: sizes, columns, and the numbers at the corners of pages."""

import re

import pytest

from support.environment import FAMOUS
from support.printed import QUIET

LETTER = 0.87
"""The size of the letter on a peg, as a part of its diameter."""


@pytest.fixture
def booklet(printed):
    """Returns the sizes of the pages, and the texts on each page of boxes by its number."""

    def booklet(name, paper="a4"):
        sizes, marks = printed(name, "booklet", paper)
        pages = {}
        for mark in marks:
            if mark.text and 2 < mark.page < len(sizes) - (len(sizes) > 4):
                pages.setdefault(mark.page, []).append(mark)
        return sizes, pages

    return booklet


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", FAMOUS)
def test_pegs_of_4p6c_are_at_least_14_points(booklet, name, paper):
    sizes, pages = booklet(name, paper)
    assert len(sizes) == 40
    letters = [mark.size for page in pages.values() for mark in page if mark.text in set("ABCDEF")]
    assert min(letters) >= 14 * LETTER - 0.01


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "name", [FAMOUS[0], "koyama-lai-4p6c-black", "koyama-lai-9p2c", "koyama-lai-4p5c"]
)
def test_pages_are_full(booklet, name):
    """No page of boxes is empty, and the lines of all but the last end near its lower margin."""
    sizes, pages = booklet(name)
    assert len(sizes) % 4 == 0
    assert list(pages) == list(range(3, len(sizes) - 1))
    for at in list(pages)[:-1]:
        assert min(mark.bottom for mark in pages[at] if mark.fill != QUIET) < 60, at


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", [FAMOUS[0], "koyama-lai-3p2c"])
def test_numbers_of_rows_stand_at_the_outer_corner(booklet, name):
    sizes, pages = booklet(name)
    seen = 0
    for at, page in pages.items():
        rows = [int(mark.text) for mark in page if mark.is_number]
        assert rows == list(range(seen + 1, seen + len(rows) + 1))
        seen = rows[-1]
        [corner] = [
            mark for mark in page if re.fullmatch(r"\d+(–\d+)?", mark.text) if mark.fill == QUIET
        ]
        assert [int(number) for number in corner.text.split("–")] == sorted({rows[0], seen})
        assert (corner.x > sizes[0][0] / 2) == (at % 2 == 1)
        assert corner.bottom > max(mark.top for mark in page if mark is not corner)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "columns"), [("knuth-4p6c", 2), ("koyama-lai-8p2c", 1)])
def test_rows_of_long_codes_take_one_column(booklet, name, columns):
    sizes, pages = booklet(name)
    middle = sizes[0][0] / 2
    assert {mark.x > middle for page in pages.values() for mark in page if mark.is_number} == {
        False,
        columns == 2,
    }
