"""Tables of answers: questions about secrets, also hostile ones."""

import pytest

from mmtree import RulesError, feedback, parse_code, parse_feedback, read_table, table_rules
from mmtree.errors import CodeError, FeedbackError

KEY = "feature,oak,fir,birch\nneedles,no,yes,no\nwhite bark,no,no,yes\n"


def test_table_is_read_from_csv(tmp_path):
    path = tmp_path / "Trees of a park.csv"
    path.write_text(KEY)
    rules = read_table(path)
    assert str(rules) == "trees-of-a-park"
    assert rules.identified
    assert (rules.secrets, rules.guesses) == (3, 5)
    bark, birch, oak = (parse_code(text, rules) for text in ("White Bark", "birch", "oak"))
    assert str(feedback(bark, birch, rules)) == "yes"
    assert str(feedback(birch, birch, rules)) == "right"
    assert parse_feedback("YES", rules) == feedback(bark, birch, rules)
    assert [rules.is_secret(code) for code in (bark, oak)] == [False, True]
    with pytest.raises(CodeError, match="'elm' is not a question or secret of trees-of-a-park"):
        parse_code("elm", rules)


def test_secrets_with_equal_columns_can_only_be_guessed():
    table = (["q"], ["a", "b"], [["x", "x"]])
    with pytest.raises(RulesError, match="no question distinguishes 'a' from 'b'"):
        table_rules(*table)
    assert table_rules(*table, end="guessed").secrets == 2


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


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("inside", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", " \t\n "])
def test_line_end_in_a_cell_is_a_blank(end, inside, tmp_path):
    lines = [f',"big{inside}oak",fir', f'"is it{inside}tall?","ye{inside}s","yes{inside}"', ""]
    path = tmp_path / "table.csv"
    path.write_bytes(end.join(lines).encode())
    rules = read_table(path)
    assert (*rules.questions, *rules.secret_names) == ("is it tall?", "big oak", "fir")
    assert rules.texts == ("ye s", "yes", "right")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        (",a\nq,x\n", "two secrets and a question"),
        (",a,b\n", "two secrets and a question"),
        (",a,b\nq,x\n", "answers in row 'q': 1, secrets: 2"),
        (",a,b\nq,x,\n", "'' is not a text"),
        (",a,a\nq,x,y\n", "the name 'a' occurs twice"),
        (",a,q\nq,x,y\n", "the name 'q' occurs twice"),
        (',a b,"a\n b"\nq,x,y\n', "the name 'a b' occurs twice"),
        (",n\xe9,ne\u0301\nq,x,y\n", r"the name 'n\\xe9' occurs twice"),
        (",a\u2800,a\nq,x,y\n", "looks the same as"),
        (",a\u034f,a\nq,x,y\n", r"the name 'a' looks the same as 'a\\u034f': change"),
        (",a,\xb5\n\u03bc,x,y\n", r"the name '\\xb5' looks the same as '\\u03bc'"),
        (",a,b\nq,x,x\ufe0f\n", r"the answer 'x\\ufe0f' looks the same as 'x'"),
        (",a,b\nq,x,\u3164\n", r"the answer '\\u3164' cannot be seen"),
        (",a,b\nq,x,a\u200b\n", "not a text"),
        (",a,b\nq,x\0y,z\n", "not a text|not a table"),
        (",a,b\nq,x,y\0\n", "not a text|not a table"),
        (",a,b\nq,x,\u202ey\n", "not a text"),
        (",a,b\nq,x,שלום\n", "from left to right"),
        (f",a,b\nq,x,{'y' * 300}\n", "1 to 200 printable"),
        (',a,b\nq,"x,y\n', "not a table in CSV"),
        (
            "," + ",".join(f"s{n}" for n in range(300)) + "\nq," + ",".join(map(str, range(300))),
            "300 different answers",
        ),
    ],
)
def test_hostile_tables_are_refused_in_one_line(text, reason, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(RulesError, match=reason) as refused:
        read_table(path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
