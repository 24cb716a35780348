"""Players of games of other kinds than the classic one: C, JavaScript, MicroPython, packed files."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from mmtree import build_tree
from mmtree.export.player_tree import answer_texts
from mmtree.export.targets import export
from mmtree.game.answer_table import table_rules
from mmtree.game.code import format_code
from mmtree.tree.tree import Node

from support.environment import ROOT, needed
from support.other_games import OTHER_GAMES

HERE = Path(__file__).parent
C = ("-std=c99", "-Wconversion", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror")
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MICROPYTHON = "@micropython/micropython-webassembly-pyscript"
GAMES = [name for name in OTHER_GAMES if name != "consistent"]
"""A tree of consistent guesses is played as one of the classic rules."""


@cache
def tree_of(game):
    return build_tree("entropy", OTHER_GAMES[game])


def position_lines(tree):
    """Return each position as the answers up to it, the text of its guess, and possible answers."""
    answers, found = [], []
    for index, depth in tree.walk():
        answers[depth:] = [str(tree.feedback[index])]
        node = Node(tree, index)
        possible = [] if node.is_leaf and tree.rules.identified else node.possible_feedbacks
        numbers = "".join(f" {int(feedback)}" for feedback in possible)
        found.append(f"{' '.join(answers[1:])}: {format_code(node.guess, tree.rules)}:{numbers}")
    return sorted(found)


@pytest.fixture
def c_lines(program, tmp_path):
    """Compile ``answers.c`` with a player, and return the lines that it prints."""

    def run(tree, layout, *options, source="answers.c"):
        for path, data in export(tree, "c", "mm", layout).items():
            (tmp_path / path).write_bytes(data)
        sources = HERE / "c" / source, "mm.c"
        command = [program("gcc"), *C, *options, "-I.", *sources, "-o", "made"]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (made.stderr, made.returncode) == ("", 0)
        ended = subprocess.run([tmp_path / "made"], capture_output=True, text=True, timeout=60)
        assert (ended.stderr, ended.returncode) == ("", 0), ended.stdout[-300:]
        return sorted(ended.stdout.splitlines())

    return run


@pytest.mark.parametrize("layout", ["words", "dense"])
@pytest.mark.parametrize("game", GAMES)
def test_c_player_takes_every_possible_answer_and_no_other(game, layout, c_lines):
    tree = tree_of(game)
    checked = (*SANITIZED, "-DMM_CHECKED")
    assert c_lines(tree, layout) == position_lines(tree)
    assert c_lines(tree, layout, *checked) == position_lines(tree)


@pytest.mark.parametrize("game", GAMES)
def test_javascript_player_takes_every_possible_answer_and_no_other(game, node, tmp_path):
    tree = tree_of(game)
    (tmp_path / "mm.mjs").write_bytes(export(tree, "javascript")["mm.js"])
    lines = node(HERE / "javascript/answers.mjs", tmp_path / "mm.mjs")
    assert sorted(lines) == position_lines(tree)


@pytest.mark.parametrize("layout", ["words", "dense"])
@pytest.mark.parametrize("game", GAMES)
def test_micropython_player_takes_every_possible_answer_and_no_other(game, layout, capsys):
    """In CPython; the next test runs some of them in MicroPython."""
    tree = tree_of(game)
    player, script = {}, {}
    exec(export(tree, "micropython", layout=layout)["mm.py"], player)
    exec((HERE / "micropython/answers.py").read_text("utf-8"), script)
    script["positions"](SimpleNamespace(**player), answer_texts(tree.rules))
    assert sorted(capsys.readouterr().out.splitlines()) == position_lines(tree)


@pytest.mark.parametrize("game", ["words", "table"])
def test_micropython_runs_the_player(game, node, tmp_path):
    needed((ROOT / "node_modules" / MICROPYTHON).exists(), MICROPYTHON)
    tree = tree_of(game)
    (tmp_path / "mm.py").write_bytes(export(tree, "micropython")["mm.py"])
    (tmp_path / "answers.py").write_bytes((HERE / "micropython/answers.py").read_bytes())
    script = f"import mm, answers\nanswers.positions(mm, {answer_texts(tree.rules)!a})"
    lines = node(HERE / "micropython/run.mjs", tmp_path, 1 << 20, input=script)
    assert sorted(lines) == position_lines(tree)


HOSTILE = ["'", '"', "\\", "*/", "/*", "</script>", "<!--", "${x}", "`", "$name", "%s", "\\n", "é"]
HOSTILE += ["//", "??/", "#if", "mm_step", "MM_STEP", "\U0001f600", "x" * 190]


def hostile_tree():
    """Return a tree whose questions, secrets and answers are texts that end comments and strings."""
    secrets = [f"{text} {place}" for place, text in enumerate(HOSTILE)]
    questions = [f"{text}?" for text in HOSTILE]
    cells = [
        [HOSTILE[(row + at) % len(HOSTILE)] for at in range(len(HOSTILE))] for row in range(20)
    ]
    return build_tree("entropy", table_rules(questions, secrets, cells, name="*/ </script> ??/"))


def test_hostile_texts_stay_texts(c_lines, node, tmp_path, capsys):
    tree = hostile_tree()
    expected = position_lines(tree)
    assert c_lines(tree, "dense") == c_lines(tree, "words") == expected
    source = export(tree, "javascript")["mm.js"]
    assert source.count(b"</script") == 1  # that of the example
    (tmp_path / "mm.mjs").write_bytes(source)
    assert sorted(node(HERE / "javascript/answers.mjs", tmp_path / "mm.mjs")) == expected
    player, script = {}, {}
    exec(export(tree, "micropython")["mm.py"], player)
    exec((HERE / "micropython/answers.py").read_text("utf-8"), script)
    script["positions"](SimpleNamespace(**player), answer_texts(tree.rules))
    assert sorted(capsys.readouterr().out.splitlines()) == expected


def test_questions_that_are_not_asked_are_left_out():
    tree = tree_of("table")
    asked = {tree.guess[index] for index, extent in enumerate(tree.extent) if extent > 1}
    assert len(asked) < len(tree.rules.questions)
    header = export(tree, "c")["mm.h"].decode()
    assert f"#define MM_CODES {len(asked) + tree.rules.secrets} " in header


def test_tree_of_consistent_guesses_has_the_player_of_the_classic_game():
    tree = tree_of("consistent")
    assert b"_step(mm_game *game, uint8_t black, uint8_t white);" in export(tree, "c")["mm.h"]
    assert export(tree, "packed")["mm.packed"][4] == 1
