"""The pocket card: type sizes, and sheets of cards to be cut apart."""

import pytest

from mmtree.show.sheets.papers import MM, PAPERS
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import typeset

from support.expected_games import tree_of
from support.printed import INK, WHITE, read_pages


@pytest.mark.parametrize(
    "name", ["koyama-lai-max5-4p6c", "koyama-lai-4p6c-black", "koyama-lai-3p2c"]
)
def test_pegs_have_14_points_and_no_type_is_below_minimum(name, tmp_path):
    file = tmp_path / "a.pdf"
    file.write_bytes(typeset(Sheet(tree_of(name), "pocket"), "pdf", "card")[0])
    marks = [mark for mark in read_pages(file)[1] if mark.text]
    assert min(mark.size for mark in marks) >= 7.49
    # The number of a row is as high as a peg.
    assert min(mark.size for mark in marks if mark.fill == WHITE and mark.text.isdigit()) >= 14


@pytest.mark.parametrize(("paper", "cards"), [("card", 1), ("a4", 10), ("letter", 8)])
def test_fronts_and_backs_of_cards_meet(paper, cards, tmp_path):
    """The paper is turned over its long edge, so the cards of both pages have mirrored places."""
    file = tmp_path / "a.pdf"
    sheet = Sheet(tree_of("koyama-lai-4p6c"), "pocket")
    file.write_bytes(typeset(sheet, "pdf", paper)[0])
    sizes, marks = read_pages(file)
    assert [tuple(map(round, size)) for size in sizes] == [tuple(map(round, PAPERS[paper]))] * 2
    fronts = {round(mark.left - 3 * MM) for mark in marks if mark.page == 1 and mark.fill == INK}
    titles = [mark.left - 3 * MM for mark in marks if mark.text.startswith("Crack")]
    assert len(titles) == cards
    for left in titles:
        assert min(abs(left - front) for front in fronts) < 1
        assert min(abs(sizes[0][0] - left - 85 * MM - front) for front in fronts) < 1
