"""Codes: reading and writing them, and the type Code."""

import copy
import json
import pickle

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import Code, CodeError, PegRules, RulesError, format_code, parse_code, parse_rules
from mmtree.game.code import PALETTE, SYMBOLS, to_code

AABC = 8


@pytest.mark.parametrize(
    ("symbols", "text"),
    [("letters", "AABC"), ("digits", "0012"), ("digits1", "1123")]
    + [("names", "red red green blue")],
)
def test_four_notations_of_a_code(symbols, text):
    assert format_code(AABC, PegRules(), symbols) == text
    assert parse_code(text, PegRules(), symbols) == AABC


@pytest.mark.parametrize("text", ["aabc", "A A B C", "a,a,b,c", " 0012 ", "Red, red, GREEN blue"])
def test_parse_accepts_letters_digits_and_names(text):
    assert parse_code(text, PegRules()) == AABC


@given(st.data(), st.sampled_from(SYMBOLS))
def test_formatted_codes_are_parsed_back(data, symbols):
    colors = data.draw(st.integers(2, {"letters": 36, "digits1": 9}.get(symbols, 10)))
    rules = PegRules(data.draw(st.integers(1, 9)), colors)
    code = data.draw(st.integers(0, rules.secrets - 1))
    assert parse_code(format_code(code, rules, symbols), rules, symbols) == code


def test_digits_are_colors_after_the_26th():
    assert format_code(35, PegRules(1, 36)) == "9"
    assert parse_code("9", PegRules(1, 36)) == 35


@pytest.mark.parametrize(
    ("text", "rules", "reason"),
    [
        ("ABC", "4p6c", "has 3 pegs: 4p6c has 4"),
        ("AAAAA", "4p6c", "has 5 pegs"),
        ("", "4p6c", "has 0 pegs"),
        (
            "AABG",
            "4p6c",
            "'G' in code 'AABG' is not a colour: 4p6c has letters A to F or digits 0 to 5",
        ),
        ("0016", "4p6c", "digits 0 to 5"),
        ("ÄABC", "4p6c", "is not a colour"),
        ("AABC", "4p6c-distinct", "repeats a colour"),
        ("red red", "4p6c", "has 2 pegs"),
        ("red red mauve green", "4p6c", "'mauve' in code .* is not a colour: 4p6c has red, green"),
    ],
)
def test_wrong_codes_are_refused_with_reason(text, rules, reason):
    with pytest.raises(CodeError, match=reason):
        parse_code(text, parse_rules(rules))


def test_too_many_colors_for_symbols_are_refused():
    with pytest.raises(CodeError, match="too many colours for digits from 1"):
        format_code(0, PegRules(4, 10), "digits1")
    with pytest.raises(CodeError, match="only 10 have a name"):
        format_code(0, PegRules(4, 11), "names")


def test_palette_names_are_distinct():
    assert len({name for name, _ in PALETTE}) == len({value for _, value in PALETTE}) == 10


def test_code_equals_its_number():
    code = Code(AABC, PegRules())
    assert (str(code), repr(code), f"{code}") == ("AABC", "<Code AABC of 4p6c>", "AABC")
    assert code == AABC
    assert hash(code) == hash(AABC)
    assert {AABC: "x"}[code] == "x"
    assert sorted([Code(9, PegRules()), code, 7]) == [7, 8, 9]
    assert code.rules == PegRules()
    assert type(code + 1) is int


@pytest.mark.parametrize("rules", ["4p6c", "3p36c", "4p10c-distinct"])
def test_str_agrees_with_format_code(rules):
    rules = parse_rules(rules)
    for number in list(rules.codes())[::7]:
        assert str(Code(number, rules)) == format_code(number, rules)


def test_parsed_code_has_its_rules():
    code = parse_code("0012", PegRules())
    assert (type(code), str(code)) == (Code, "AABC")
    assert format_code(code, PegRules(), "names") == "red red green blue"


@pytest.mark.parametrize(
    "copied", [lambda code: pickle.loads(pickle.dumps(code)), copy.copy, copy.deepcopy]
)
def test_copied_code_keeps_type_and_rules(copied):
    code = copied(Code(AABC, PegRules()))
    assert (type(code), str(code), code) == (Code, "AABC", AABC)


def test_code_is_serialised_as_its_number():
    code = Code(AABC, PegRules())
    assert json.dumps([code, {"code": code}]) == '[8, {"code": 8}]'
    assert json.dumps([code], indent=0) == "[\n8\n]"
    assert msgpack.packb(code) == msgpack.packb(AABC)


def test_invalid_number_is_refused():
    with pytest.raises(RulesError, match="1296 is not the number of a code of 4p6c"):
        Code(1296, PegRules())
    with pytest.raises(TypeError, match="code 'AABC': give its number, as parse_code reads it"):
        Code("AABC", PegRules())
    with pytest.raises(TypeError, match="rules '4p6c': give Rules"):
        Code(AABC, "4p6c")


def test_unchecked_number_is_printed_as_number():
    wrong = to_code(10**9, PegRules())
    assert (str(wrong), repr(wrong)) == ("1000000000", "<Code 1000000000 of 4p6c>")
    with pytest.raises(RulesError, match="1000000000 is not the number of a code of 4p6c"):
        format_code(wrong, PegRules())
