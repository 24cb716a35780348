"""mmtree play"""

import pytest

from places import TREES

KNUTH = TREES / "knuth-4p6c.mmtree"
KOYAMA_LAI = TREES / "koyama-lai-4p6c.mmtree"


def test_against_a_secret(mmtree):
    result = mmtree("play", KOYAMA_LAI, "--secret", "FEDC")
    assert result.status == 0
    assert result.out.splitlines() == [
        "guess 1:  A A B C   10  1b0w",
        "guess 2:  A D D E   11  1b1w",
        "guess 3:  F A F E   11  1b1w",
        "guess 4:  E D F C   13  1b3w",
        "guess 5:  F E D C   40  4b0w",
        "found by guess 5: of 1296 secrets 747 are found sooner, 547 as soon, 2 later; "
        "the average is 4.34, the most 6",
    ]


@pytest.mark.parametrize(
    ("symbols", "secret", "last"),
    [
        ("digits", "5432", "5 4 3 2"),
        ("digits1", "6543", "6 5 4 3"),
        ("names", "purple orange yellow blue", "purple orange yellow blue"),
        ("names", "FEDC", "purple orange yellow blue"),
    ],
)
def test_symbols(mmtree, symbols, secret, last):
    out = mmtree("play", KOYAMA_LAI, "--secret", secret, "--symbols", symbols).out
    assert out.splitlines()[4] == f"guess 5:  {last}   40  4b0w"


def test_a_game_on_a_board(mmtree):
    result = mmtree("play", KNUTH, input="1 1\n2b0w\nbbw\n\n40\n\n")
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0].startswith("4p6c, strategy knuth: at most 5 guesses. Answer with black")
    assert lines[1].endswith("Or type undo, history, why, help or quit.")
    assert lines[2] == "colours:  A red  B green  C blue  D yellow  E orange  F purple"
    assert lines[3] == "guess 1:  A A B B"
    assert "the secret is" in result.out
    assert "found by guess 4" in result.out


def test_a_feedback_that_cannot_be_is_refused_with_those_that_can(mmtree):
    out = mmtree("play", KNUTH, input="04\n11\n31\nfoo\n44\nquit\n").out
    out = " ".join(out.split())  # as if nothing were wrapped
    possible = (
        "It can be answered 4b0w. If none of these is the answer, an earlier answer was wrong"
    )
    assert (
        f"feedback 1b1w cannot be: no secret agrees with it and the feedback before {possible}"
        in out
    )
    assert f"feedback '31' cannot be: 3 black and 1 white {possible}" in out
    assert "unknown feedback 'foo': write black then white pegs" in out
    assert out.count(possible) == 4


def test_before_any_answer_there_is_nothing_to_undo(mmtree):
    out = mmtree("play", KNUTH, input="31\nquit\n").out
    assert "It can be answered 0b0w" in " ".join(out.split())
    assert "undo." not in out


def test_undo_history_why_help(mmtree):
    out = mmtree(
        "play", KNUTH, input="undo\nhistory\nwhy\n02\nwhy\nhistory\nundo\nhelp\nquit\n"
    ).out
    assert "there is no feedback to take back" in out
    assert "no guess has been answered yet" in out
    out = " ".join(out.split())
    assert "1296 secrets agree with the answers so far; the guess is one of them." in out
    assert "96 secrets agree with the answers so far" in out
    assert "guess 1: A A B B 02 0b2w" in out
    assert out.count("guess 1: A A B B answer:") == 2
    assert out.count("Answer with black then white") == 2


def test_undo_after_the_end(mmtree):
    out = mmtree("play", KNUTH, input="40\nundo\n40\nquit\n").out
    assert out.count("the secret is  A A B B") == 2
    assert "found by guess 1" in out


@pytest.mark.parametrize("rest", ["", "02\n", "40\n"])
def test_the_end_of_the_input_ends_the_game(mmtree, rest):
    assert mmtree("play", KNUTH, input=rest).status == 0


def test_black_pegs_only(mmtree):
    mmtree("build", "--strategy", "knuth", "--rules", "3p3c-black", "-o", "a")
    out = mmtree("play", "a", input="3\nquit\n").out
    assert "the secret is  A A A" in out
    out = mmtree("play", "a", "--secret", "CBA").out
    assert out.splitlines()[-2].endswith("C B A   30  3b0w")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "none: no such file"),
        ([KNUTH, "--secret", "AAB"], "has 3 pegs"),
        ([KNUTH, "--secret", "AABG"], "'G' in code 'AABG' is no colour"),
        ([KNUTH, "--symbols", "runes"], "'runes' is not one of"),
        ([KNUTH, "FEDC"], "unexpected argument 'FEDC': did you mean --secret FEDC?"),
        ([], "Missing argument 'FILE'"),
    ],
)
def test_wrong_input(mmtree, arguments, message):
    result = mmtree("play", *arguments)
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert message in result.err


def test_symbols_that_do_not_suffice_are_refused_before_the_game(mmtree):
    mmtree("build", "--strategy", "lexicographic", "--rules", "1p11c", "-o", "a")
    result = mmtree("play", "a", "--symbols", "names")
    assert (result.status, result.out) == (2, "")


def test_a_word_that_is_misspelt(mmtree):
    out = mmtree("play", KNUTH, input="hellp\nundoo\nundo\nbbbbb\nquit\n").out
    assert "did you mean help?\n" in out
    assert out.count("did you mean undo?\n") == 1
    assert "there is no feedback to take back" in out
