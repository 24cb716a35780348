"""Feedback: known answers, invariants, and comparisons with the table and the checker."""

import json
import pickle

import msgpack
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import (
    Feedback,
    FeedbackError,
    PegRules,
    feedback,
    format_feedback,
    parse_code,
    parse_feedback,
    parse_rules,
)
from mmtree.check.game import answer
from mmtree.game.code_table import CodeTable

KNOWN = [  # rules, guess, secret, feedback
    ("4p6c", "AABB", "AABB", 40),
    ("4p6c", "AABB", "BBAA", 4),
    ("4p6c", "AABB", "CDEF", 0),
    ("4p6c", "AABC", "ABCD", 12),
    ("4p6c", "ABCD", "ABDC", 22),
    ("4p6c", "AAAB", "CAAA", 21),
    ("4p6c", "AABB", "ABCC", 11),
    ("4p6c-black", "AABC", "ABCA", 10),
    ("4p10c-distinct", "1234", "4321", 4),
    ("4p10c-distinct", "0123", "0456", 10),
]


@pytest.mark.parametrize(("rules", "guess", "secret", "expected"), KNOWN)
def test_known_answers(rules, guess, secret, expected):
    rules = parse_rules(rules)
    assert feedback(parse_code(guess, rules), parse_code(secret, rules), rules) == expected


@st.composite
def games(draw):
    colors = draw(st.integers(2, 8))
    distinct = draw(st.booleans())
    pegs = draw(st.integers(1, min(colors, 5) if distinct else 5))
    rules = PegRules(pegs, colors, distinct, draw(st.sampled_from(["pegs", "black"])))

    def code():
        colors_of_pegs = st.lists(
            st.integers(0, colors - 1), min_size=pegs, max_size=pegs, unique=distinct
        )
        return tuple(draw(colors_of_pegs))

    return rules, code(), code()


@given(games())
def test_feedback_is_symmetric_and_allowed(game):
    rules, a, b = game
    a, b = rules.number(a), rules.number(b)
    value = feedback(a, b, rules)
    assert value == feedback(b, a, rules)
    assert value in rules.feedbacks
    assert (value == rules.all_right) == (a == b)


@given(games(), st.randoms())
def test_permuted_positions_and_colors_keep_the_feedback(game, random):
    rules, a, b = game
    order = random.sample(range(rules.pegs), rules.pegs)
    names = random.sample(range(rules.colors), rules.colors)

    def moved(code):
        return rules.number(tuple(names[code[position]] for position in order))

    plain = feedback(rules.number(a), rules.number(b), rules)
    assert feedback(moved(a), moved(b), rules) == plain


@given(games())
def test_checker_has_same_feedback(game):
    rules, a, b = game
    assert feedback(rules.number(a), rules.number(b), rules) == answer(a, b, rules.whites)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["4p6c", "3p2c", "4p5c-black", "4p7c-distinct", "5p5c-distinct-black", "1p36c", "2p9c"]
)
def test_table_agrees_for_every_pair_of_codes(text):
    rules = parse_rules(text)
    table = CodeTable(rules)
    codes = [rules.digits(int(number)) for number in table.numbers]
    plain = [[answer(a, b, rules.whites) for b in codes] for a in codes]
    assert table.by_secret.tolist() == plain
    some = np.arange(0, rules.secrets, 3)
    looked_up, counted = (t.answers(some, some[1:]) for t in (table, CodeTable(rules)))
    assert (looked_up == table.by_secret[np.ix_(some, some[1:])]).all()
    assert (counted == looked_up).all()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("21", 21), ("2 1", 21), ("2,1", 21), ("bbw", 21), ("wbb", 21), ("B B W", 21), ("2b1w", 21)]
    + [("2 b, 1 w", 21), ("2black 1white", 21), ("2b", 20), ("1w", 1), ("0", 0), ("00", 0)]
    + [("-", 0), ("none", 0), ("40", 40), ("bbbb", 40), (" 02 ", 2)],
)
def test_parse_accepts_every_spelling(text, expected):
    assert parse_feedback(text, PegRules()) == expected


def test_formatted_feedback_is_parsed_back():
    rules = parse_rules("5p8c")
    for value in rules.feedbacks:
        assert parse_feedback(format_feedback(value), rules) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown feedback"),
        ("5", "write black then white"),
        ("2", "write black then white"),
        ("xyz", "unknown feedback"),
        ("211", "unknown feedback"),
        ("²1", "unknown feedback"),
        ("31", "3 black and 1 white; 4p6c has 00 01"),
        ("23", "is impossible"),
        ("bbbbb", "is impossible"),
        ("w" * 11, "unknown feedback"),
        ("9b9w", "is impossible"),
    ],
)
def test_wrong_feedback_is_refused_with_remedy(text, reason):
    with pytest.raises(FeedbackError, match=reason):
        parse_feedback(text, PegRules())


def test_black_only_rules_accept_one_digit():
    rules = parse_rules("4p6c-black")
    assert [parse_feedback(text, rules) for text in ("0", "3", "30", "bbb")] == [0, 30, 30, 30]
    with pytest.raises(FeedbackError, match="is impossible"):
        parse_feedback("21", rules)


def test_feedback_equals_its_number():
    value = Feedback(black=2, white=1)
    assert (str(value), repr(value)) == ("2b1w", "Feedback(black=2, white=1)")
    assert value == Feedback(21) == 21
    assert hash(value) == hash(21)
    assert (value.black, value.white) == (2, 1)
    assert sorted([Feedback(40), 30, value]) == [21, 30, 40]
    assert f"{value:02} {Feedback(white=1):02}" == "21 01"
    assert type(value + 1) is int
    assert not Feedback()


def test_str_agrees_with_format_feedback():
    for number in parse_rules("9p9c").feedbacks:
        value = Feedback(number)
        assert str(value) == format_feedback(number)
        assert eval(repr(value)) == Feedback(black=value.black, white=value.white) == number
        assert pickle.loads(pickle.dumps(value)).black == number // 10


def test_feedback_is_serialised_as_its_number():
    value = Feedback(21)
    assert json.dumps({"feedback": value}) == '{"feedback": 21}'
    assert json.dumps({value: [value]}, indent=0) == '{\n"21": [\n21\n]\n}'
    assert msgpack.packb(value) == msgpack.packb(21)


@pytest.mark.parametrize("pegs", [{"value": -1}, {"value": 28}, {"black": 10}, {"black": -1}])
def test_feedback_of_too_many_or_too_few_pegs_is_refused(pegs):
    with pytest.raises(FeedbackError, match="is impossible"):
        Feedback(**pegs)


@pytest.mark.parametrize("number", [-1, 91, 99])
def test_impossible_number_is_not_formatted(number):
    reason = "is impossible: give 10·black [+] white, as 21 for 2b1w"
    with pytest.raises(FeedbackError, match=f"^feedback {number} {reason}$"):
        format_feedback(number)


@pytest.mark.parametrize("wrong", [{"value": "21"}, {"black": 1.5}, {"value": 21, "black": 2}])
def test_feedback_of_a_wrong_type_is_refused(wrong):
    with pytest.raises(TypeError, match="give "):
        Feedback(**wrong)
