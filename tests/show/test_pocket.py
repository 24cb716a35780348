"""The pocket card: large pegs, and sheets of cards to be cut apart."""

import pytest

from mmtree.show.sheets.styles import MM, PAPERS

from support.printed import INK


@pytest.mark.parametrize(
    "name", ["koyama-lai-max5-4p6c", "koyama-lai-4p6c-black", "koyama-lai-3p2c"]
)
def test_pegs_have_14_points(printed, name):
    """The number of a row is as high as a peg."""
    _, marks = printed(name, "pocket", "card")
    assert min(mark.size for mark in marks if mark.is_number) >= 14


@pytest.mark.parametrize(("paper", "cards"), [("card", 1), ("a4", 10), ("letter", 8)])
def test_fronts_and_backs_of_cards_meet(printed, paper, cards):
    """The paper is turned over its long edge, so the cards of both pages have mirrored places."""
    sizes, marks = printed("koyama-lai-4p6c", "pocket", paper)
    assert [tuple(map(round, size)) for size in sizes] == [tuple(map(round, PAPERS[paper]))] * 2
    fronts = {round(mark.left - 3 * MM) for mark in marks if mark.page == 1 and mark.fill == INK}
    titles = [mark.left - 3 * MM for mark in marks if mark.text.startswith("Crack")]
    assert len(titles) == cards
    for left in titles:
        assert min(abs(left - front) for front in fronts) < 1
        assert min(abs(sizes[0][0] - left - 85 * MM - front) for front in fronts) < 1
