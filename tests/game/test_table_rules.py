"""Tables of answers: questions about secrets."""

import pytest

from mmtree import (
    RulesError,
    build_tree,
    load,
    parse_code,
    parse_feedback,
    save,
    table_rules,
    verify,
)
from mmtree.errors import CodeError, FeedbackError

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
