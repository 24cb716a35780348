"""The exported ES module plays in Node.js as its tree does."""

from __future__ import annotations

from pathlib import Path

import pytest

from mmtree import build_tree
from mmtree.export.targets import export

from support.expected_games import OTHER, position_lines, tree_of

SCRIPT = Path(__file__).parent / "javascript/positions.mjs"
PEGS = ("1p2c", "lexicographic-9p2c", "kooi-2p36c", "knuth-3p4c-black", "irving-3p5c-distinct")
PEGS += ("lexicographic-3p3c-distinct-black",)
"""9p2c has a mask of more than 31 bits, 2p36c letters A to Z and digits."""


@pytest.fixture
def run(node, tmp_path):
    """Runs Node.js in a folder with the module of a tree; returns its lines."""
    (tmp_path / "package.json").write_text('{"type": "module"}')

    def play(tree, *args, **options):
        for file, data in export(tree, "javascript").items():
            (tmp_path / file).write_bytes(data)
        return node(*args, cwd=tmp_path, **options)

    return play


@pytest.fixture
def positions(node, tmp_path):
    """Return the lines that ``positions.mjs`` prints for the modules of some trees, for each."""

    def walk(*trees):
        modules = [tmp_path / f"mm{number}.mjs" for number in range(len(trees))]
        for tree, module in zip(trees, modules, strict=True):
            module.write_bytes(export(tree, "javascript")["mm.js"])
        lines = "\n".join(node(SCRIPT, *modules))
        return [sorted(part.splitlines()) for part in lines.removesuffix("\nend").split("\nend\n")]

    return walk


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "names",
    [
        ["knuth-4p6c"],
        PEGS,
        OTHER,
        ["koyama-lai-4p6c"],
        ["koyama-lai-bulls-and-cows"],
        ["koyama-lai-5p8c"],
    ],
    ids=" ".join,
)
def test_plays_every_game_and_accepts_only_possible_answers(names, positions):
    trees = [tree_of(name) for name in names]
    assert positions(*trees) == [position_lines(tree) for tree in trees]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["2p3c", "3p2c", "2p4c-black"])
def test_flipped_bit_causes_range_error_or_wrong_guesses(rules, run, tmp_path):
    ends = run(build_tree("knuth", rules), SCRIPT, "damaged", tmp_path / "mm.js")
    assert ends == ["RangeError: damaged table", "impossible", "playing", "solved"]


def test_javascript_exports_are_complete(koyama_lai, run):
    script = """
import * as mm from "./mm.js";
const { Player, answer } = mm;
console.log(Object.keys(mm).join(" "));
const player = new Player();
console.log(player.guess, player.pegs().join(), player.text());
console.log(player.step(answer(1, 0)), player.text());
for (const black of [4, 1.1, "1", NaN, undefined, null, 1n]) console.log(player.step(answer(black, 1)));
for (const white of ["1", 10, -1]) console.log(player.step(answer(0, white)));
console.log(player.step("11"), player.text(), player.step(answer(1, 1)), player.text());
player.reset();
console.log(player.text(), player.step(answer(4)), player.step(answer(4)), player.text());
"""
    assert run(koyama_lai, "--input-type=module", input=script) == [
        "COLORS IMPOSSIBLE PEGS PLAYING Player SOLVED answer",
        "8 0,0,1,2 AABC",
        "playing ADDE",
        *["impossible"] * 10,
        "impossible ADDE playing FAFE",
        "AABC solved impossible AABC",
    ]


def test_module_imports_nothing(koyama_lai, run):
    assert run(koyama_lai, "--check", "mm.js") == []
    source = export(koyama_lai, "javascript")["mm.js"].decode("ascii")
    code = [line for line in source.splitlines() if not line.startswith("//")]
    assert not [line for line in code if "import" in line or "default" in line]


def test_texts_cannot_end_a_script():
    module = export(tree_of("hostile"), "javascript")["mm.js"]
    assert module.count(b"</script") == 1  # that of the example
