"""``mmtree play``: mmtree guesses, and the user answers."""

from pathlib import Path

import pytest

from mmtree import Codebreaker, load, parse_rules
from mmtree.tree import ready_made
from mmtree.tree.file import load_head

from support.environment import KNUTH, TREES

KOYAMA_LAI = TREES / "koyama-lai-4p6c.mmtree"


def test_secret_option_plays_whole_game(mmtree):
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
def test_symbols_are_read_and_printed(mmtree, symbols, secret, last):
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


def test_impossible_feedback_is_refused_with_possible_ones(mmtree):
    out = mmtree("play", KNUTH, input="04\n31\nfoo\n44\nquit\n").out
    out = " ".join(out.split())  # undo the wrapping of lines
    possible = (
        "It can be answered 4b0w. If none of these is the answer, an earlier answer was wrong"
    )
    assert f"feedback '31' is impossible: 3 black and 1 white {possible}" in out
    assert "unknown feedback 'foo': write black then white pegs" in out
    assert out.count(possible) == 3


REFUSED = """\
answer:   No secret agrees with 2b2w and the answers before. If one answer was wrong:
1  guess 2 was answered 0b2w, not 1b1w (2 secrets left)
2  guess 3 was answered 1b3w, not 2b2w (1 secret left)
3  guess 2 was answered 2b0w, not 1b1w (1 secret left)
4  guess 1 was answered 0b1w, not 1b0w (1 secret left)
5  guess 3 was answered 1b2w, not 2b2w (1 secret left)
fix 1 goes on from the first, fix lists all 16; or undo, or another answer.
"""


def test_contradictory_answer_is_explained(mmtree, monkeypatch):
    monkeypatch.setenv("COLUMNS", "90")
    assert REFUSED in mmtree("play", KOYAMA_LAI, input="10\n11\n22\n").out


@pytest.mark.slow(after=4)
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("fix 1", ["guess 2:  A D D E   02  0b2w", "guess 4:  E A F F"]),
        ("fix 4", ["guess 1:  A A B C   01  0b1w", "guess 4:"]),
        ("fix 16", ["guess 3:  F A F E   40  4b0w", "the secret is  F A F E"]),
        ("fix", ["16  guess 3 was answered 4b0w, not 2b2w (1 secret left)", "fix 1 goes on from"]),
        ("fix 17", ["fix 17: the number must be from 1 to 16"]),
        ("fix it", ["fix it: the number must be from 1 to 16"]),
        ("undo", ["guess 2:  A D D E"]),
        ("21", ["guess 4:"]),
    ],
)
def test_input_after_a_contradiction(mmtree, typed, shown):
    out = mmtree("play", KOYAMA_LAI, input=f"10\n11\n22\n{typed}\n").out
    after = out.partition("or another answer.\n")[2]
    for line in shown:
        assert line in after


def test_fix_is_refused_without_contradiction(mmtree):
    out = mmtree("play", KOYAMA_LAI, input="fix\n10\n11\n22\nfix 1\nfix 1\n").out
    assert out.count("there is nothing to fix: some secret agrees with all answers") == 2


def test_an_earlier_answer_is_changed(mmtree):
    typed = "10\n11\nchange 1 0b1w\nhistory\nchange 3 11\nchange 1 40\nchange 1\nchange 1 31\n"
    out = mmtree("play", KOYAMA_LAI, input=typed).out
    assert "guess 1:  A A B C   01  0b1w\nguess 2:  A D D E   11  1b1w\n" in out
    assert "guess 3 has no answer yet: 2 given so far" in out
    assert "feedback 4b0w is impossible: guesses followed it" in out
    assert "feedback '31' is impossible: 3 black and 1 white" in out
    out = mmtree("play", KOYAMA_LAI, input="10\n11\n13\nchange 2 30\nfix 1\nhistory\n").out
    assert "No secret agrees with 3b0w and the other answers. If one answer was wrong:" in out


def test_game_may_be_longer_than_any_of_the_tree(mmtree):
    """A repair can make a game longer than every game of the tree."""
    out = mmtree("play", KNUTH, input="00\n00\n10\nfix 3\n01\n22\n40\n").out
    out = " ".join(out.split())
    left = "You left the strategy: this is the best next step. At most 3 more guesses. guess 4:"
    assert out.count("You left the strategy") == out.count(left) == 1
    assert "found by guess 6: of 1296 secrets 1296 are found sooner, 0 as soon, 0 later" in out


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
    possible = "codes possible; whatever the answer, at most"
    right = "it could be right itself."
    assert f"1296 {possible} 256 stay, 205 on average; {right} 0b0w 256 ####" in out
    assert f"answer: 96 {possible} " in out
    assert "guess 1: A A B B 02 0b2w" in out
    assert out.count("guess 1: A A B B answer:") == 2
    assert out.count("Answer with black then white") == 2


def test_undo_after_the_end(mmtree):
    out = mmtree("play", KNUTH, input="40\nundo\n40\nquit\n").out
    assert out.count("the secret is  A A B B") == 2
    assert "found by guess 1" in out


@pytest.mark.parametrize("rest", ["", "02\n", "40\n"])
def test_end_of_input_ends_the_game(mmtree, rest):
    assert mmtree("play", KNUTH, input=rest).status == 0


def test_black_pegs_only(mmtree):
    mmtree("build", "--strategy", "knuth", "--rules", "3p3c-black", "-o", "a")
    out = mmtree("play", "a", input="3\nquit\n").out
    assert "the secret is  A A A" in out
    out = mmtree("play", "a", "--secret", "CBA").out
    assert out.splitlines()[-2].endswith("C B A   30  3b0w")


def test_without_a_tree_it_is_the_one_of_at_most_five(mmtree):
    result = mmtree("play", input="10\n")
    assert (result.status, result.err) == (0, "")
    assert result.out == mmtree("play", "koyama-lai-max5-4p6c", input="10\n").out
    assert mmtree("play", "knuth-4p6c", input="").out == mmtree("play", KNUTH, input="").out
    assert mmtree("play", "--make", input="10\n").out == result.out


@pytest.mark.parametrize("text", ["4p6c", "super", "4p10c-distinct", "4p6C-Black"])
def test_rules_mean_the_ready_made_tree_of_the_least_max_then_total(mmtree, text):
    rules = parse_rules(text)
    figures = {name: load_head(ready_made.path(name)) for name in ready_made.names()}
    of_rules = {name: head.claim for name, head in figures.items() if head.rules == rules}
    best = min(of_rules, key=lambda name: (of_rules[name].max, of_rules[name].total))
    assert mmtree("play", text, input="").out == mmtree("play", best, input="").out
    assert mmtree("info", text).err.endswith(f"did you mean {best!r}?\n")


@pytest.mark.parametrize("word", ["found", "Yes", "y", "right", "4"])
def test_words_for_the_right_guess(mmtree, word):
    out = mmtree("play", "--log", "log", input=f"{word}\n").out
    assert "the secret is  A A B C\nfound by guess 1" in out
    assert mmtree("play", "--known", f"AABB {word}", input="").out.count("A A B B") == 2


def test_yes_and_found_are_no_words_where_a_table_has_them(mmtree):
    Path("sky.csv").write_text("item,hot,found\nsun,yes,found\nmoon,yes,no\nmars,no,no\n")
    mmtree("build", "--strategy", "koyama-lai", "--answers", "sky.csv", "-o", "sky")
    assert "question 2" in mmtree("play", "sky", input="yes\n").out


def test_another_game_follows(mmtree, monkeypatch):
    out = mmtree("play", input="10\nundo\nfound\nyes\n4\nno\n40\n").out
    assert out.count("guess 1:  A A B C") == 3
    assert out.count("at most 5 guesses") == 2
    assert out.endswith("play again (y), undo or quit: ")
    monkeypatch.setattr("mmtree.cli.play.on_terminal", lambda: True)
    player, guesses = Codebreaker(load(KNUTH)), ""
    while not player.solved:
        guesses += f"{player.guess}\n"
        player.observe(player.hardest_answer(player.guess))
    out = mmtree("play", KNUTH, "--break", "--cheat", input=f"{guesses}y\n{guesses}\n").out
    assert out.count("found by guess 5") == 2


def test_symbols_that_do_not_suffice_are_refused_before_the_game(mmtree, refused):
    mmtree("build", "--strategy", "lexicographic", "--rules", "1p11c", "-o", "a")
    refused("play", "a", "--symbols", "names")


def test_misspelt_word_is_explained(mmtree):
    out = mmtree("play", KNUTH, input="hellp\nundoo\nundo\nbbbbb\nquit\n").out
    assert "did you mean help?\n" in out
    assert out.count("did you mean undo?\n") == 1
    assert "there is no feedback to take back" in out
