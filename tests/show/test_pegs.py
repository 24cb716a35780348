"""Coloured pegs: legible marks, and the names of the box at home."""

import pytest

from mmtree import CodeError, Rules
from mmtree.show.pegs import EDITIONS, FILLS, MARKS, fill, luminance, mark, pegs_of


def contrast(one, other):
    """Ratio of the luminances of two colours, 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("value", sorted({*FILLS.values(), *map(fill, range(36))}))
def test_contrast_of_letter_and_mark_is_at_least_wcag_aa(value):
    assert contrast(value, mark(value)) >= 4.5


def test_every_color_there_could_be_has_a_legible_mark():
    """Contrast depends on the luminance alone, so greys stand for all colours."""
    for grey in range(256):
        value = f"#{grey:02x}{grey:02x}{grey:02x}"
        assert contrast(value, mark(value)) >= 4.5


def test_luminance_of_black_and_white():
    assert luminance("#000000") == 0
    assert luminance("#ffffff") == pytest.approx(1)


def test_letters_and_marks_are_fixed_and_differ():
    for names in (None, "invicta", "blue,red,green,white,black,empty"):
        pegs = pegs_of(Rules(4, 6), names)
        assert [peg.symbol for peg in pegs] == list("ABCDEF")
        assert [peg.marks for peg in pegs[:5]] == list(MARKS[:5])
        assert pegs[5].marks == (() if pegs[5].hole else MARKS[5])  # a hole has its dashed rim
    assert len({tuple(sorted(marks)) for marks in MARKS}) == len(MARKS) == 10


def test_marks_can_be_told_apart_without_color():
    """One or two segments are cut: more would hide the colour of a small peg."""
    assert set(map(len, MARKS)) == {1, 2}


@pytest.mark.parametrize(
    ("names", "rules", "expected"),
    [
        (None, Rules(4, 3), ["red", "green", "blue"]),
        ("invicta", Rules(4, 6), ["red", "yellow", "green", "blue", "black", "white"]),
        ("invicta", Rules(5, 8), list(EDITIONS["invicta"])),
        ("invicta,empty", Rules(4, 7), [*EDITIONS["invicta"][:6], "empty"]),
        ("hasbro", Rules(5, 8), list(EDITIONS["hasbro"])),
        (" Red , BLUE,rose=#E3256B ", Rules(4, 3), ["red", "blue", "rose"]),
    ],
)
def test_the_names_of_the_box_at_home(names, rules, expected):
    assert [peg.name for peg in pegs_of(rules, names)] == expected


def test_a_color_of_ones_own():
    peg = pegs_of(Rules(1, 2), "rose=#E3256B,black")[0]
    assert (peg.fill, peg.ink, peg.hole) == ("#e3256b", "#000000", False)


def test_a_hole_is_drawn_as_one():
    assert [peg.hole for peg in pegs_of(Rules(4, 3), "red,empty,blue")] == [False, True, False]


def test_past_the_palette_only_letters_remain():
    pegs = pegs_of(Rules(2, 36))
    assert (pegs[35].symbol, pegs[35].name, pegs[35].marks) == ("9", "", ())
    assert pegs[10].name == ""


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("red,blue", "2 colours in 'red,blue': 4p3c has 3"),
        ("red,blue,green,white", "4p3c has 3"),
        ("red,blue,red", "'red' occurs twice"),
        ("red,,blue", "an empty name"),
        ("", "an empty name"),
        ("red,blue,gren", "did you mean 'green'"),
        ("red,blue,xyzzy", "any other as xyzzy=#rrggbb"),
        ("red,blue,rose=pink", "'pink' is no colour value: write rose=#rrggbb"),
        ("red,blue,rose=", "is no colour value"),
        ("red,blue,=#123456", "an empty name"),
        ("invikta", "did you mean 'invicta'"),
    ],
)
def test_names_that_cannot_be_used(names, message):
    with pytest.raises(CodeError, match=message):
        pegs_of(Rules(4, 3), names)


def test_an_edition_has_no_more_pegs_than_it_has():
    with pytest.raises(CodeError, match="8 colours in 'invicta': 4p9c has 9"):
        pegs_of(Rules(4, 9), "invicta")
