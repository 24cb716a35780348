"""What all styles of sheets promise on paper: margins, sizes of type, and nothing over another."""

from itertools import product

import pytest

from mmtree.show.sheets.styles import STYLES

from support.environment import FAMOUS
from support.expected_games import tree_of
from support.printed import INK, check_readable

PRINTED = [name for name, style in STYLES.items() if style.papers and name != "poster"]
LEAST = {"table": 7.0, "short": 7.0}
"""The smallest size of type in points, if it is not 7.5."""
TITLE = (
    "A headline of a hundred and twenty characters, for a tree that takes no more than a page or "
    "two: for all the family"
)
CASES = {
    "4p6c": ("koyama-lai-4p6c-distinct", {}, "a4"),
    "3p2c": ("koyama-lai-3p2c", {"title": TITLE, "language": "de"}, "letter"),
    "letters": ("koyama-lai-4p5c", {"symbols": "letters", "language": "fr"}, "letter"),
    "digits": ("koyama-lai-4p5c", {"symbols": "digits1", "language": "de", "title": TITLE}, "a4"),
    "bulls": ("lexicographic-3p10c-distinct", {"symbols": "digits"}, "a4"),
    "black": ("lexicographic-3p4c-black", {}, "letter"),
    "box": ("koyama-lai-4p5c", {"names": "black,white,red,blue,empty"}, "a4"),
}


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("style", PRINTED)
@pytest.mark.parametrize("case", CASES)
def test_page_is_readable(printed, case, style):
    name, options, paper = CASES[case]
    sizes, marks = printed(name, style, paper, **options)
    check_readable(sizes, marks, LEAST.get(style, 7.5), turned=style == "wheel")


@pytest.mark.slow
@pytest.mark.parametrize("style", [name for name in PRINTED if name != "pocket"])
def test_long_names_fit(printed, style):
    names = ",".join(f"a colour of long name {at}=#{at:02}8040" for at in range(12))
    _, marks = printed("lexicographic-2p12c", style, names=names, title=TITLE)
    words = " ".join(mark.text for mark in marks)
    assert words.count("a colour of long") % 12 == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "paper", "symbols", "pages"),
    [
        *product(["card"], ["a4", "letter"], ["letters", "digits1", "pegs"], [2]),
        ("short", "a4", "pegs", 1),
    ],
)
@pytest.mark.parametrize("name", FAMOUS)
def test_4p6c_fits_one_sheet(printed, name, style, paper, symbols, pages):
    sizes, _ = printed(name, style, paper, symbols=symbols)
    assert len(sizes) == pages


def test_card_of_small_tree_has_large_pegs(printed):
    sizes, marks = printed("koyama-lai-3p2c", "card")
    assert len(sizes) == 1
    assert max(mark.right - mark.left for mark in marks if mark.fill == (224, 40, 46)) > 28


@pytest.mark.slow
def test_answer_is_nearer_to_its_code_than_to_the_one_before(printed):
    """On a card, the gap before an answer is at least twice the gap after it."""
    _, marks = printed("koyama-lai-4p5c", "card")
    marks = [mark for mark in marks if mark.artifact and mark.page == 1 and mark.text]
    seen = 0
    for before, black, white, after in zip(marks, marks[1:], marks[2:], marks[3:], strict=False):
        answer = black.text.isdigit() and white.text.isdigit() and black.size == white.size
        letters = before.text.isalpha() and after.text.isalpha()
        if answer and letters and before.right < black.left < after.left:
            seen += 1
            radius = before.size / 0.95 / 2  # of a peg, around its letter
            gap = black.left - (before.x + radius)
            assert gap >= 2 * (after.x - radius - white.right) > 0
    assert seen > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lexicographic-1p12c", "lexicographic-1p36c", "koyama-lai-4p5c"])
def test_letters_stay_within_their_pegs(printed, name):
    """W is the widest letter."""
    _, marks = printed(name, "card")
    seen = 0
    for peg, rim, letter in zip(marks, marks[1:], marks[2:], strict=False):
        pair = not peg.text and not rim.text and letter.text and peg.fill != INK
        if pair and abs(peg.x - rim.x) < 0.1 and peg.left < letter.x < peg.right:
            seen += 1
            assert peg.left < letter.left < letter.right < peg.right, letter
            assert peg.bottom < letter.bottom < letter.top < peg.top, letter
    assert seen > tree_of(name).rules.colors
