"""Logs of games are read back; wrong and damaged logs are refused."""

import json
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import Codebreaker, Codemaker, GameFileError, PegRules, format_code
from mmtree.play.log import GameLog, read_games

HEAD = {
    "format": "mmtree game",
    "version": 1,
    "rules": "4p6c",
    "strategy": "knuth",
    "tree": "",
    "codebreaker": "mmtree",
}
ROW = {"guess": "AABC", "feedback": 21}
FOUND = [{"guess": "FEDC", "feedback": 40}, {"secret": "FEDC"}]


@pytest.fixture
def read(tmp_path):
    """Writes events or bytes to a file, and reads it as a log of games."""

    def written(*lines):
        data = [
            line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines
        ]
        (tmp_path / "log").write_bytes(b"".join(data))
        return read_games(tmp_path / "log")

    return written


def test_game_log_is_read(read):
    [game] = read(HEAD, ROW, {"change": 1, "feedback": 10}, ROW, {"undo": True}, *FOUND)
    assert (game.line, str(game.rules), game.strategy, game.codebreaker) == (
        *(1, "4p6c", "knuth"),
        "mmtree",
    )
    assert [feedback for _, feedback in game.rows] == [10, 40]
    assert (format_code(game.secret, game.rules), game.found, game.ended) == ("FEDC", True, True)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "holds no game"),
        ([b"\n"], "line 1: is not JSON"),
        ([b"{"], "holds no game"),
        ([b"\xff\xfe\n"], "line 1: is not JSON"),
        ([b"[" * 990 + b"\n"], "line 1: is not JSON"),
        ([b"9" * 990 + b"\n"], "line 1: is not an event of a game"),
        ([b" " * 2000 + b"{}\n"], "line 1: is not an event of a game"),
        ([[1]], "line 1: is not an event of a game"),
        ([ROW], "line 1: is not a log of games"),
        ([{**HEAD, "format": "mmtree"}], "line 1: is not the head of"),
        ([{**HEAD, "version": 2}], "line 1: is not the head of"),
        ([{**HEAD, "version": True}], "line 1: the head of a game has format, version"),
        ([{**HEAD, "more": 1}], "line 1: the head of a game has format"),
        ([{"format": "mmtree game", "version": 1}], "line 1: the head of a game has"),
        ([{**HEAD, "strategy": ["a"]}], "line 1: the head of a game has"),
        ([{**HEAD, "rules": "4x6"}], "line 1: unknown rules '4x6'"),
        ([{**HEAD, "codebreaker": "me"}], "line 1: the codebreaker is mmtree or player"),
        ([HEAD, {}], "line 2: is not an event"),
        ([HEAD, {"guess": "AABC"}], "line 2: is not an event"),
        ([HEAD, {**ROW, "more": 1}], "line 2: is not an event"),
        ([{**HEAD, "cheats": 1}], 'line 1: "cheats" is true, or left out'),
        ([HEAD, {**ROW, "hint": "true"}], 'line 2: "hint" is true, or left out'),
        ([HEAD, {**ROW, "feedback": None}], "line 2: the feedback is none of 4p6c"),
        ([HEAD, {**ROW, "feedback": "??"}], "line 2: the feedback is none of 4p6c"),
        ([HEAD, {**ROW, "guess": 8}], "line 2: a code is a text of letters"),
        ([HEAD, {**ROW, "guess": "AABG"}], "line 2: 'G' in code 'AABG' is not a colour"),
        ([HEAD, {**ROW, "feedback": "21"}], "line 2: the feedback is none of 4p6c"),
        ([HEAD, {**ROW, "feedback": 31}], "line 2: the feedback is none of 4p6c"),
        ([HEAD, {**ROW, "feedback": True}], "line 2: the feedback is none of 4p6c"),
        ([HEAD, {"undo": True}], "line 2: takes back a row, but none is left"),
        ([HEAD, ROW, {"undo": False}], "line 3: takes back a row, but none is left"),
        ([HEAD, ROW, {"change": 2, "feedback": 2}], "line 3: changes a guess that does not exist"),
        ([HEAD, ROW, {"change": 0, "feedback": 2}], "line 3: changes a guess that does not exist"),
        ([HEAD, ROW, {"change": True, "feedback": 2}], "line 3: changes a guess"),
        ([HEAD, ROW, ROW, {"change": 1, "feedback": 40}], "line 4: is all black, but guesses"),
        ([HEAD, *FOUND[:1], ROW], "line 3: comes after the secret was found"),
        ([HEAD, *FOUND, ROW], "line 4: comes after the end of its game"),
        ([HEAD, ROW, {"secret": "FEDC"}], "line 3: names a secret that was not found"),
        ([HEAD, {"quit": 1}], 'line 2: ends with "quit": true'),
        ([HEAD, {"quit": True, "secret": None}], "line 2: a code is a text of letters"),
        ([HEAD, ROW, *FOUND], "the game of line 1: FEDC does not answer 2b1w to AABC"),
        ([HEAD, ROW, *FOUND[:1]], "the game of line 1: FEDC does not answer 2b1w to AABC"),
        ([HEAD, ROW, {"quit": True, "secret": "FEDC"}], "FEDC does not answer 2b1w to AABC"),
        ([HEAD, *[ROW] * 1001], "line 1002: is more than 1000 guesses of one game"),
    ],
)
def test_wrong_logs_are_refused(read, lines, said):
    with pytest.raises(GameFileError) as raised:
        read(*lines)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@given(st.binary(max_size=60), st.integers(0, 300))
@settings(max_examples=200)
def test_damaged_logs_are_read_or_refused(tmp_path_factory, data, place):
    path = tmp_path_factory.mktemp("log") / "log"
    whole = "".join(json.dumps(one) + "\n" for one in (HEAD, ROW, {"undo": True}, *FOUND)).encode()
    path.write_bytes(whole[:place] + data + whole[place:])
    with suppress(GameFileError):
        assert all(game.rules == PegRules() for game in read_games(path))


@pytest.mark.parametrize("line", [b"[" * 999 + b"\n", b"\n", b"[1" + b",1" * (1 << 20) + b"]\n"])
def test_a_hostile_file_costs_a_small_multiple_of_its_size(read, line):
    data = line * ((1 << 22) // len(line))
    tracemalloc.start()
    with pytest.raises(GameFileError):
        read(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * len(data)


def test_a_file_that_is_too_large(read, monkeypatch):
    monkeypatch.setattr("mmtree.play.log.MAX_BYTES", 100)
    with pytest.raises(GameFileError, match="larger than 100 bytes"):
        read(HEAD)


def test_a_folder_and_a_name_with_a_nul(tmp_path):
    for path in (tmp_path, "a\0b", tmp_path / "none"):
        with pytest.raises(GameFileError):
            read_games(path)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.data())
def test_written_log_reads_back(tmp_path_factory, knuth, data):
    """After any events, the rows of the log equal the player's history."""
    path = tmp_path_factory.mktemp("log") / "log"
    secret = data.draw(st.integers(0, 1295))
    player, codemaker = Codebreaker(knuth), Codemaker(secret, PegRules())
    log = GameLog(str(path), knuth, "player")
    while not player.solved:
        if player.history and data.draw(st.booleans()):
            player.undo()
            log.undo()
        guess = data.draw(st.none() | st.integers(0, 1295)) or player.guess
        player.observe(codemaker.answer(guess), guess)
        log.row(*player.history[-1])
    [game] = read_games(path)
    assert (game.rows, game.secret, game.ended) == (player.history, secret, False)
    log.end(secret, found=True)
    [game] = read_games(path)
    assert (game.rows, game.secret, game.ended) == (player.history, secret, True)
