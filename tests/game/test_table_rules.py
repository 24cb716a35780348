"""Tables of answers: questions about secrets."""

import pytest

from mmtree import (
    RulesError,
    build_tree,
    feedback,
    load,
    parse_code,
    parse_feedback,
    save,
    table_rules,
    verify,
)
from mmtree.errors import CodeError, FeedbackError
from mmtree.game.read_rules import from_map

from support.least_total import least_total

TWINS = ["fur", "big"], ["lion", "duck", "puma", "cat", "swan"], [[*"10110"], [*"10100"]]


def test_secrets_that_no_question_separates_are_identified_together(tmp_path):
    notes = []
    rules = table_rules(*TWINS, note=notes.append)
    assert rules.secret_names == ("lion or puma", "duck or swan", "cat")
    assert notes == [
        "no question separates 'lion or puma', 'duck or swan': each of these counts as one item"
    ]
    tree = build_tree("koyama-lai", rules)
    assert (tree.total, tree.max) == (5, 2)
    save(tree, tmp_path / "twins.mmtree")
    assert load(tmp_path / "twins.mmtree").rules == rules
    assert parse_code("PUMA", rules) == parse_code("lion or puma", rules)
    assert verify(tmp_path / "twins.mmtree").holds


def test_secrets_that_no_question_separates_are_named_in_turn():
    tree = build_tree("koyama-lai", table_rules(*TWINS, end="guessed"))
    assert (tree.rules.secrets, tree.total) == (5, least_total(tree.rules))


def test_group_of_many_secrets_has_a_short_name():
    names = [f"item {place}" for place in range(90)]
    rules = table_rules(["q"], names, [["x"] * 89 + ["y"]])
    assert rules.secret_names[0].endswith("… (89 items)")
    assert len(rules.secret_names[0]) <= 200


def test_questions_must_separate_something():
    with pytest.raises(RulesError, match="no question separates two items"):
        table_rules(["q"], ["a", "b"], [["x", "x"]])


def test_empty_answer_is_a_dash():
    assert table_rules(["q"], ["a", "b"], [["", "x"]]).texts == ("x", "—", "right")


def test_names_do_not_take_answers_of_the_cells():
    rules = table_rules(["q"], ["a", "b"], [["right", "no"]], end="guessed")
    assert rules.texts == ("no", "right", "no (named)", "right (named)")
    cells = [["Right", "right (named)", "no (NAMED)"]]
    rules = table_rules(["q"], ["a", "b", "No"], cells, end="guessed")
    assert rules.texts[3:] == ("no", "right (named) (named)")


def test_exact_text_comes_before_another_case_and_the_beginning():
    secrets, answers = ["Oak", "oak", "OAK", "fir"], ["Yes", "yes", "YES", "non,  non"]
    rules = table_rules(["hard"], secrets, [answers])
    assert [str(parse_code(text, rules)) for text in (*secrets, "Fir")] == [*secrets, "fir"]
    assert [str(parse_feedback(text, rules)) for text in answers[:3]] == answers[:3]
    assert str(parse_feedback("NON", rules)) == "non, non"
    for text in ("oAK", "o", ""):
        with pytest.raises(CodeError):
            parse_code(text, rules)
    for text in ("yES", "y", ""):
        with pytest.raises(FeedbackError, match="unknown feedback"):
            parse_feedback(text, rules)


WORDS = ["rose", "pose", "post"]
IN_COMMON = [[*"431"], [*"342"], [*"124"]]
"""Each word as a guess, by letters in common with each word."""


@pytest.mark.parametrize(("end", "total"), [("guessed", 5), ("identified", 3)])
def test_question_with_the_name_of_a_secret_is_its_guess(end, total, tmp_path):
    rules = table_rules(WORDS, WORDS, IN_COMMON, end=end)
    assert (rules.questions, rules.guesses) == ((), 3)
    assert rules.texts == ("1", "2", "3", "right")
    tree = build_tree("koyama-lai", rules)
    assert tree.total == total == least_total(rules)
    save(tree, tmp_path / "words.mmtree")
    assert load(tmp_path / "words.mmtree").rules == rules
    assert verify(tmp_path / "words.mmtree").holds


@pytest.mark.parametrize("end", ["guessed", "identified"])
def test_secrets_without_a_question_are_only_named(end):
    questions, secrets = ["a flower?", *WORDS[:2]], [*WORDS, "lily"]
    answers = [[*"ynny"], *([*row, "0"] for row in IN_COMMON[:2])]
    rules = table_rules(questions, secrets, answers, end=end)
    codes = {text: parse_code(text, rules) for text in ("a flower?", *secrets)}
    said = {name: str(feedback(codes["pose"], codes[name], rules)) for name in secrets}
    assert said == {"rose": "3", "pose": "right", "post": "2", "lily": "0"}
    assert str(feedback(codes["lily"], codes["post"], rules)) == "no"
    assert build_tree("koyama-lai", rules).total == least_total(rules)
    player, numbers = rules.for_player([codes["pose"], codes["lily"]])
    assert player.questions == ()
    assert player.row(numbers[codes["pose"]]) == rules.row(codes["pose"])


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"asked": [1, 0, 2]}, "the questions that name secrets"),
        ({"asked": [0, 1, 3]}, "the questions that name secrets"),
        ({"cells": bytes([0, 2, 0, 2, 3, 1, 0, 1, 3])}, "the cells are not"),
        ({"cells": bytes([3, 3, 0, 2, 3, 1, 0, 1, 3])}, "the cells are not"),
        ({"asked": [0, 1]}, "the cells are not"),
        ({"asked": [False, True, 2]}, "the questions that name secrets"),
        ({"asked": 1}, "not made of the values"),
    ],
)
def test_file_with_other_rows_of_guesses_is_refused(changed, reason):
    rules = table_rules(WORDS, WORDS, IN_COMMON).to_map()
    assert from_map(rules)
    with pytest.raises(RulesError, match=reason):
        from_map(rules | changed)
