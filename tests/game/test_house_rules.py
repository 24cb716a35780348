"""House rules of real boards: their text, their secrets and guesses, and their answers."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import (
    Feedback,
    RulesError,
    feedback,
    format_feedback,
    parse_code,
    parse_feedback,
)
from mmtree.errors import CodeError, FeedbackError
from mmtree.game.answers import MAX_ANSWERS
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_answers import KINDS
from mmtree.game.peg_rules import SWITCHES, parse_rules

from support.other_games import OTHER_GAMES

SUFFIX_SETS = st.lists(
    st.sampled_from([*(name.replace("_", "-") for name in SWITCHES), *(KINDS.keys() - {"pegs"})]),
    unique=True,
    max_size=4,
)


@given(st.integers(1, 9), st.integers(2, 36), SUFFIX_SETS)
def test_text_of_rules_is_read_back_or_refused(pegs, colors, suffixes):
    text = "-".join([f"{pegs}p{colors}c", *suffixes])
    try:
        rules = parse_rules(text)
    except RulesError:
        return
    assert parse_rules(str(rules)) == rules
    assert set(str(rules).split("-")) == set(text.split("-"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4p6c-distinct-holes", "use distinct-secrets"),
        ("4p6c-distinct-distinct-secrets", "use distinct-secrets"),
        ("4p6c-holes-consistent", "a hole is never consistent"),
        ("4p6c-black-places", "not both"),
        ("4p6c-places-right", "unknown rules"),
        ("4p6c-places-places", "unknown rules"),
        ("4p3c-distinct-secrets", "at least 4 colours"),
        ("2p36c-holes", "from 2 to 35"),
    ],
)
def test_rules_that_make_no_game_are_refused(text, reason):
    with pytest.raises(RulesError, match=reason):
        parse_rules(text)


@pytest.mark.parametrize(
    ("text", "secrets", "guesses"),
    [
        ("4p6c-distinct-secrets", 360, 1296),
        ("4p6c-holes", 1296, 2401),
        ("4p6c-distinct-secrets-holes", 360, 2401),
        ("4p6c-places", 1296, 1296),
        ("4p6c-consistent", 1296, 1296),
    ],
)
def test_secrets_and_guesses_are_counted(text, secrets, guesses):
    rules = parse_rules(text)
    assert (rules.secrets, rules.guesses) == (secrets, guesses)
    assert sum(map(rules.is_secret, rules.codes())) == secrets == len([*rules.secret_codes()])


@pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)
def test_numpy_answers_as_plain_python_does(rules):
    table = CodeTable(rules)
    secrets = [*map(rules.prepare, rules.secret_codes())]
    plain = [
        [rules.answer(rules.prepare(guess), one) for one in secrets] for guess in rules.codes()
    ]
    assert table.answers(slice(None), table.secrets).tolist() == plain
    if rules.wide:
        listed = [sorted({*row} - {rules.all_right}) for row in plain]
        plain = [
            [table.width - 1 if one == rules.all_right else found.index(one) for one in row]
            for row, found in zip(plain, listed, strict=True)
        ]
    assert table.by_secret.T.tolist() == plain
    assert table.numbers[table.secrets].tolist() == [*rules.secret_codes()]


@pytest.mark.parametrize(
    "text",
    [
        "3p3c-places",
        "3p2c-places",
        "3p3c-right",
        "3p4c-distinct-secrets",
        "3p3c-holes",
        "4p2c-holes",
    ]
    + [
        "2p2c-holes-black",
        "3p3c-distinct-secrets-black",
        "2p3c-distinct-places",
        "3p4c-consistent",
        *("1p3c-common", "3p3c-common", "2p2c-distinct-common", "3p4c-distinct-common"),
        *("3p3c-holes-common", "3p3c-distinct-secrets-common"),
    ],
)
def test_every_answer_that_occurs_is_listed_and_right_is_the_last(text):
    rules = parse_rules(text)
    occurring = {feedback(*pair, rules) for pair in product(rules.codes(), rules.secret_codes())}
    assert occurring <= set(rules.feedbacks)
    assert list(rules.feedbacks) == sorted(rules.feedbacks)
    for guess, secret in product(rules.codes(), rules.secret_codes()):
        assert (feedback(guess, secret, rules) == rules.all_right) == (guess == secret)


@pytest.mark.parametrize(
    ("secret", "guess", "marks"),
    [  # each mark by hand, from the usual rule of word games
        ("ABCD", "ABCD", "++++"),
        ("ABCD", "DCBA", "~~~~"),
        ("ABCD", "EEEE", "----"),
        ("ABCC", "CCAA", "~~~-"),
        ("AABB", "ABAB", "+~~+"),
        ("ABCD", "AAEA", "+---"),
        ("BACD", "AAEA", "-+--"),
        ("BCAD", "AEEA", "~---"),
    ],
)
def test_places_are_marked_once_for_each_peg_of_the_secret(secret, guess, marks):
    rules = parse_rules("4p5c-places")
    answer = feedback(parse_code(guess, rules), parse_code(secret, rules), rules)
    assert str(answer) == marks == format_feedback(answer, rules)
    assert (
        answer
        == parse_feedback(marks, rules)
        == int(marks.translate(str.maketrans("-~+", "012")), 3)
    )


def test_marks_are_read_as_people_write_them():
    rules = parse_rules("4p6c-places")
    for text in ("+~--", "g y x x", "2100", "G,Y,X,X", "🟩🟨⬛⬜"):
        assert str(parse_feedback(text, rules)) == "+~--", text
    assert str(parse_feedback("1001", parse_rules("4p6c-right"))) == "+--+"


@pytest.mark.parametrize(("text", "reason"), [("+~-", "a mark for each"), ("++~+", "impossible")])
def test_wrong_marks_are_refused(text, reason):
    with pytest.raises(FeedbackError, match=reason):
        parse_feedback(text, parse_rules("4p6c-places"))


@pytest.mark.parametrize(
    ("secret", "guess", "answer"),
    [  # by hand
        *(("ABCD", "ABCD", "right"), ("ABCD", "DCBA", "4"), ("ABCD", "EEEE", "0")),
        *(("ABCC", "CCAA", "3"), ("AABB", "BABA", "4"), ("AAEA", "BACD", "1")),
    ],
)
def test_colors_in_common_count_wherever_they_are(secret, guess, answer):
    rules = parse_rules("4p5c-common")
    value = feedback(parse_code(guess, rules), parse_code(secret, rules), rules)
    assert str(value) == answer == format_feedback(value, rules)
    assert value == parse_feedback(f" {answer.upper()} ", rules)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("5", "write how many are in common"), ("1", "-common has 2 3 4 right"), ("", "how many")],
)
def test_wrong_numbers_in_common_are_refused(text, reason):
    with pytest.raises(FeedbackError, match=reason):
        parse_feedback(text, parse_rules("4p6c-distinct-common"))


def test_hole_is_a_dot_that_no_secret_has():
    rules = parse_rules("4p6c-holes")
    code = parse_code("AA..", rules)
    assert str(code) == "AA.."
    assert not rules.is_secret(code)
    assert parse_code("red empty blue empty", rules) == parse_code("A.C.", rules)
    assert feedback(code, parse_code("AABB", rules), rules) == Feedback(black=2)
    with pytest.raises(RulesError, match="not the number of a secret"):
        feedback(code, code, rules)
    with pytest.raises(CodeError, match=r"\. for a hole"):
        parse_code("AAXA", rules)


def test_only_marks_of_many_places_are_numbered_in_two_bytes():
    largest = {
        "pegs": "9p36c",
        "black": "9p36c-black",
        "places": "5p36c-places",
        "right": "7p36c-right",
        "common": "9p36c-common",
    }
    assert largest.keys() == KINDS.keys() - {"table"}
    for text in largest.values():
        assert not parse_rules(text).wide
    for text in ("6p36c-places", "8p36c-right", "9p36c-places"):
        assert parse_rules(text).wide
        assert parse_rules(text).all_right < MAX_ANSWERS
