"""``mmtree play``: guesses of the user's own, with their answers."""

import re

import pytest

from mmtree import Codebreaker, CodeError, FeedbackError, build_tree, load, parse_rules, save
from mmtree.game.word_rules import word_rules
from mmtree.play.game_rows import parse_row
from mmtree.play.log import read_games

from support.environment import KNUTH, TREES

KOYAMA_LAI = TREES / "koyama-lai-4p6c.mmtree"
BOTANIC = word_rules(["alder", "aspen", "beech", "birch", "cedar", "ebony", "elder", "hazel"])


@pytest.fixture
def words(tmp_path):
    save(build_tree("koyama-lai", BOTANIC), tmp_path / "words.mmtree")
    return tmp_path / "words.mmtree"


@pytest.mark.parametrize(
    ("rules", "text", "row"),
    [
        ("4p6c", "AABB 10", ("AABB", "1b0w")),
        ("4p6c", " 0 0 1 1  1 0 ", ("AABB", "1b0w")),
        ("4p6c", "red red green green bbw", ("AABB", "2b1w")),
        ("4p6c-black", "aabb 2", ("AABB", "2b0w")),
        ("4p6c-places", "AABB + ~ - -", ("AABB", "+~--")),
        ("1p2c", "A 0", ("A", "0b0w")),
    ],
)
def test_row_is_a_guess_and_its_answer(rules, text, row):
    assert tuple(map(str, parse_row(text, parse_rules(rules)))) == row


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("AAXB 10", CodeError, "'X' in code 'AAXB' is not a colour"),
        ("AAB 10", CodeError, "code 'AAB' has 3 pegs"),
        ("red red mauve green 10", CodeError, "'mauve' in code .* has red, green, blue, yellow, "),
        ("AABB 31", FeedbackError, "'AABB 31' is not a guess with its answer"),
        ("AABB", FeedbackError, "'AABB' is not a guess"),
        ("", FeedbackError, "'' is not a guess"),
    ],
)
def test_wrong_row(text, error, message):
    with pytest.raises(error, match=message):
        parse_row(text, parse_rules("4p6c"))


def test_game_goes_on_as_in_python(mmtree):
    player, typed, said = Codebreaker(load(KOYAMA_LAI)), [], []
    for guess, answer in (("FEFE", 1), (None, 11), ("ABCD", 11), (None, 20)):
        code = player.guess if guess is None else parse_row(f"{guess} 0", player.tree.rules)[0]
        said.append(f"guess {len(said) + 1}:  {' '.join(str(player.guess))}")
        if answer not in player.cell_sizes(code):
            answer = int(player.cell_sizes(code).popitem()[0])
        typed.append(f"{guess} {answer:02}" if guess else f"{answer:02}")
        player.observe(answer, code)
    said.append(f"guess 5:  {' '.join(str(player.guess))}")
    result = mmtree("play", KOYAMA_LAI, "--make", input="\n".join([*typed, "quit\n"]))
    assert result.status == 0
    assert re.findall("guess [0-9]:  [A-F] [A-F] [A-F] [A-F]", result.out) == said
    known = mmtree("play", KOYAMA_LAI, "--known", ", ".join(typed[:1]), input="quit\n").out
    assert said[1] in known


def test_known_rows_begin_in_the_middle(mmtree, tmp_path):
    log = tmp_path / "log"
    result = mmtree("play", KNUTH, "--known", "AABB 10; CCDD 01", "--log", log, input="quit\n")
    assert result.status == 0
    assert "guess 1:  A A B B   10  1b0w\nguess 2:  C C D D   01  0b1w\n" in result.out
    assert "guess 3:  " in result.out
    (game,) = read_games(log)
    assert [f"{guess} {answer}" for guess, answer in game.rows] == ["AABB 1b0w", "CCDD 0b1w"]


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("AABB 10, AABB 20", "--known 'AABB 20': feedback 2b0w is impossible: no secret agrees"),
        ("AABB 40, AABB 20", "--known 'AABB 20': the game is over"),
        ("AABB 10,", "--known '': '' is not a guess with its answer"),
        ("AABX 10", "--known 'AABX 10': 'X' in code 'AABX' is not a colour"),
    ],
)
def test_wrong_known_rows_write_no_log(mmtree, tmp_path, known, message):
    result = mmtree("play", KNUTH, "--known", known, "--log", tmp_path / "log")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"mmtree: {message}")
    assert not (tmp_path / "log").exists()


@pytest.mark.parametrize("other", [["--break"], ["--secret", "AABB"], ["--review", "log"]])
def test_known_rows_are_for_the_codemaker(mmtree, other):
    result = mmtree("play", KNUTH, "--known", "AABB 10", *other)
    assert result.status == 2
    assert "--known is for a game that mmtree guesses" in result.err


def test_wrong_row_changes_nothing(mmtree):
    typed = "AAXB 10\nred red mauve green 10\nAABB\nchnage 1 10\nquit\n"
    out = mmtree("play", KNUTH, "--make", input=typed).out
    for text in (
        "'X' in code 'AAXB'",
        "'mauve' in code",
        "unknown feedback 'AABB'",
        "did you mean change?",
    ):
        assert text in " ".join(out.split()), out
    assert out.count("guess 1:") == 1


def test_word_may_not_be_in_the_list(mmtree, words):
    out = mmtree("play", words, "--make", input="cedar -~-~-\nbeech +----\nquit\n").out
    said = " ".join(out.split())
    assert "agrees with BEECH +---- and the answers before, unless the word is not in the" in said
    with pytest.raises(FeedbackError, match="before, unless the word is not in the list; possible"):
        Codebreaker(load(words)).observe(1)
    with pytest.raises(FeedbackError, match="and the feedback before; possible"):
        Codebreaker(load(KNUTH)).observe(31)


def test_own_guess_must_be_allowed(mmtree, tmp_path):
    path = tmp_path / "consistent.mmtree"
    save(build_tree("knuth", "3p3c-consistent"), path)
    out = mmtree("play", path, "--make", "--known", "AAA 10, AAA 10").err
    assert "AAA contradicts guess 1: AAA got 1b0w" in out
