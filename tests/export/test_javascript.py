"""The exported ES module plays in Node.js as its tree does."""

from __future__ import annotations

from pathlib import Path

import pytest

from mmtree import build_tree
from mmtree.export.targets import export
from mmtree.game.code import format_code

from support.expected_games import game_lines, position_lines, tree_of

SCRIPT = Path(__file__).parent / "javascript/replay.mjs"


@pytest.fixture
def run(node, tmp_path):
    """Runs Node.js in a folder with the module of a tree; returns its lines."""
    (tmp_path / "package.json").write_text('{"type": "module"}')

    def play(tree, *args, **options):
        for file, data in export(tree, "javascript", "mm").items():
            (tmp_path / file).write_bytes(data)
        return node(*args, cwd=tmp_path, **options)

    return play


@pytest.fixture
def replay(run, tmp_path):
    """Return the output of the script that plays with the module of a tree."""

    def play(what, tree):
        flags = tree.rules.distinct, tree.rules.whites
        return run(tree, SCRIPT, what, tmp_path / "mm.js", *flags)

    return play


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "name", ["knuth-4p6c", "koyama-lai-4p6c", "koyama-lai-bulls-and-cows", "beam-5p8c"]
)
def test_every_game_equals_that_of_the_tree(name, replay):
    tree = tree_of(name)
    assert replay("games", tree) == game_lines(tree)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "name",  # 9p2c has a mask of more than 31 bits
    ["lexicographic-1p2c", "kooi-2p36c", "lexicographic-9p2c", "knuth-3p4c-black"]
    + ["irving-3p5c-distinct", "lexicographic-3p3c-distinct-black"],
)
def test_every_game_and_every_position(name, replay):
    tree = tree_of(name)
    assert replay("games,positions", tree) == game_lines(tree) + position_lines(tree)


def test_impossible_answers_at_every_position(knuth, replay):
    assert replay("positions", knuth) == position_lines(knuth)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["2p3c", "3p2c", "2p4c-black"])
def test_flipped_bit_causes_range_error_or_wrong_guesses(rules, replay):
    ends = replay("damaged", build_tree("knuth", rules))
    assert ends == ["RangeError: damaged table", "impossible", "solved"]


def test_javascript_exports_are_complete(koyama_lai, run):
    script = """
import * as mm from "./mm.js";
console.log(Object.keys(mm).join(" "));
const player = new mm.Player();
console.log(player.guess, player.pegs().join(), player.letters());
console.log(player.step(1, 0), player.letters());
for (const black of [4, 1.1, "1", NaN, undefined, null, 1n]) console.log(player.step(black, 1));
console.log(player.step(1, "1"), player.letters(), player.step(1, 1), player.letters());
player.reset();
console.log(player.letters(), player.step(4), player.step(4), player.letters());
"""
    assert run(koyama_lai, "--input-type=module", input=script) == [
        "COLORS IMPOSSIBLE PEGS PLAYING Player SOLVED",
        "8 0,0,1,2 AABC",
        "playing ADDE",
        *["impossible"] * 7,
        "impossible ADDE playing FAFE",
        "AABC solved impossible AABC",
    ]


def test_module_imports_nothing(koyama_lai, run):
    assert run(koyama_lai, "--check", "mm.js") == []
    source = export(koyama_lai, "javascript")["mm.js"].decode("ascii")
    code = [line for line in source.splitlines() if not line.startswith("//")]
    assert not [line for line in code if "import" in line or "default" in line]


def test_letters_of_guess(replay):
    tree = build_tree("kooi", "2p36c")  # A to Z, then digits
    expected = [format_code(code, tree.rules) for code in tree.rules.codes()]
    assert replay("letters", tree) == expected
