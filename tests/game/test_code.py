"""Codes as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import CodeError, Rules, format_code, parse_code
from mmtree.game.code import PALETTE, SYMBOLS

AABC = 8


@pytest.mark.parametrize(
    ("symbols", "text"),
    [("letters", "AABC"), ("digits", "0012"), ("digits1", "1123")]
    + [("names", "red red green blue")],
)
def test_the_four_ways_to_write_a_code(symbols, text):
    assert format_code(AABC, Rules(), symbols) == text
    assert parse_code(text, Rules(), symbols) == AABC


@pytest.mark.parametrize("text", ["aabc", "A A B C", "a,a,b,c", " 0012 ", "Red, red, GREEN blue"])
def test_every_reader_accepts_letters_digits_and_names(text):
    assert parse_code(text, Rules()) == AABC


@given(st.data(), st.sampled_from(SYMBOLS))
def test_written_codes_are_read_back(data, symbols):
    colors = data.draw(st.integers(2, {"letters": 36, "digits1": 9}.get(symbols, 10)))
    rules = Rules(data.draw(st.integers(1, 9)), colors)
    code = data.draw(st.integers(0, rules.secrets - 1))
    assert parse_code(format_code(code, rules, symbols), rules, symbols) == code


def test_past_26_colors_digits_follow_z():
    assert format_code(35, Rules(1, 36)) == "9"
    assert parse_code("9", Rules(1, 36)) == 35


@pytest.mark.parametrize(
    ("text", "rules", "reason"),
    [
        ("ABC", "4p6c", "has 3 pegs: 4p6c has 4"),
        ("AAAAA", "4p6c", "has 5 pegs"),
        ("", "4p6c", "has 0 pegs"),
        (
            "AABG",
            "4p6c",
            "'G' in code 'AABG' is no colour: 4p6c has letters A to F or digits 0 to 5",
        ),
        ("0016", "4p6c", "digits 0 to 5"),
        ("ÄABC", "4p6c", "is no colour"),
        ("AABC", "4p6c-distinct", "repeats a colour"),
        ("red red", "4p6c", "is no colour"),
    ],
)
def test_unreadable_codes_say_why(text, rules, reason):
    with pytest.raises(CodeError, match=reason):
        parse_code(text, Rules.parse(rules))


def test_symbols_must_suffice():
    with pytest.raises(CodeError, match="too many colours for digits from 1"):
        format_code(0, Rules(4, 10), "digits1")
    with pytest.raises(CodeError, match="only 10 have a name"):
        format_code(0, Rules(4, 11), "names")


def test_palette_names_are_distinct():
    assert len({name for name, _ in PALETTE}) == len({value for _, value in PALETTE}) == 10
