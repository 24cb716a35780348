"""``mmtree play --log`` writes a log of games, and ``--review`` reads it."""

import json

import pytest

from mmtree.tree.file import checksum

from support.environment import KNUTH, linux


def events(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def head(tree, codebreaker):
    return {
        "format": "mmtree game",
        "version": 1,
        "rules": "4p6c",
        "strategy": tree.strategy.name,
        "tree": checksum(tree),
        "codebreaker": codebreaker,
    }


def test_a_game_on_a_board(mmtree, tmp_path, koyama_lai):
    mmtree(
        "play",
        "koyama-lai-4p6c",
        "--log",
        "a",
        input="10\n12\nundo\n11\n22\nfix 1\n22\nfix\nquit\n",
    )
    assert events(tmp_path / "a") == [
        head(koyama_lai, "mmtree"),
        {"guess": "AABC", "feedback": 10},
        {"guess": "ADDE", "feedback": 12},
        {"undo": True},
        {"guess": "ADDE", "feedback": 11},
        {"change": 2, "feedback": 2},
        {"guess": "FAFE", "feedback": 22},
        {"guess": "EAFF", "feedback": 22},
        {"quit": True},
    ]


def test_games_are_appended(mmtree, tmp_path, koyama_lai, knuth):
    mmtree("play", "koyama-lai-4p6c", "--log", "a", "--secret", "AABC")
    mmtree("play", KNUTH, "--log", "a", input="40\n\n")
    mmtree("play", KNUTH, "--break", "--secret", "FEDC", "--log", "a", input="AABB\nFEDC\n")
    mmtree("play", KNUTH, "--break", "--secret", "FEDC", "--log", "a", input="AABB\n")
    mmtree("play", "koyama-lai-4p6c", "--log", "a", input="")
    assert events(tmp_path / "a") == [
        head(koyama_lai, "mmtree"),
        {"guess": "AABC", "feedback": 40},
        {"secret": "AABC"},
        head(knuth, "mmtree"),
        {"guess": "AABB", "feedback": 40},
        {"secret": "AABB"},
        head(knuth, "player"),
        {"guess": "AABB", "feedback": 0},
        {"guess": "FEDC", "feedback": 40},
        {"secret": "FEDC"},
        head(knuth, "player"),
        {"guess": "AABB", "feedback": 0},
        {"quit": True, "secret": "FEDC"},
        head(koyama_lai, "mmtree"),
        {"quit": True},
    ]
    result = mmtree("play", "--review", "a")
    assert (result.status, result.err) == (0, "")
    assert [line for line in result.out.splitlines() if line.startswith("Game")] == [
        "Game 1 of 5: koyama-lai guessed, found by guess 1.",
        "Game 2 of 5: knuth guessed, found by guess 1.",
        "Game 3 of 5: you guessed, found by guess 2.",
        "Game 4 of 5: you guessed, given up after 1 guess.",
        "Game 5 of 5: koyama-lai guessed, given up after 0 guesses.",
    ]
    row = "1  AABB   0b0w    yes     1296      205    256    30  AABC           185     91"
    assert result.out.count(row) == 2
    assert result.out.count("Skill ") == 4
    assert "(knuth) finds AABB by guess 1: AABB." in mmtree("play", KNUTH, "--review", "a").out


def test_interrupted_game_stays_in_the_log(mmtree, tmp_path):
    """A broken last line is ignored by the review, and removed by the next game."""
    mmtree("play", "koyama-lai-4p6c", "--log", "a", input="10\n11\n")
    path = tmp_path / "a"
    whole = b"".join(path.read_bytes().splitlines(keepends=True)[:2])
    path.write_bytes(whole + b'{"guess": "AD')
    assert "interrupted after 1 guess.\n" in mmtree("play", "--review", "a").out
    mmtree("play", "koyama-lai-4p6c", "--log", "a", "--secret", "FEDC")
    assert path.read_bytes().startswith(whole + b'{"format"')
    assert mmtree("play", "--review", "a").status == 0


def test_found_secret_is_logged(mmtree, tmp_path):
    mmtree("play", "koyama-lai-4p6c", "--log", "a", input="40\n")
    path = tmp_path / "a"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:2]))
    assert "found by guess 1" in mmtree("play", "--review", "a").out


@pytest.mark.parametrize("content", ["notes\n", "notes", '{"guess": "AABC", "feedback": 10}\n'])
def test_file_that_is_not_a_log_stays_unchanged(refused, tmp_path, content):
    (tmp_path / "a").write_text(content)
    refused("play", "--log", "a", input="10\n")


def test_empty_file_becomes_a_log(mmtree, tmp_path):
    (tmp_path / "a").touch()
    assert mmtree("play", "koyama-lai-4p6c", "--log", "a", input="10\n").status == 0
    assert mmtree("play", "--review", "a").status == 0


@linux
def test_full_disk_is_reported(mmtree):
    result = mmtree("play", "--log", "/dev/full", input="10\n")
    assert (result.status, result.err) == (2, "mmtree: /dev/full: No space left on device\n")


def test_log_with_other_rules_is_refused(mmtree, refused):
    mmtree("build", "--strategy", "knuth", "--rules", "3p3c", "-o", "b")
    mmtree("play", "b", "--log", "a", "--secret", "ABC")
    assert "a: the game of line 1 is of 3p3c, the tree of 4p6c: name a tree of 3p3c" in refused(
        "play", "--review", "a"
    )
    assert mmtree("play", "b", "--review", "a").status == 0
