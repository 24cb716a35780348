"""The C player of the seed form plays as its tree does and stays within its memory."""

import re
import subprocess
from itertools import product
from pathlib import Path

import pytest

from mmtree.export.targets import export
from mmtree.tree.tree import Node

from support.expected_games import games, tree_of

CONSOLE = Path(__file__).parent / "seed_console.c"
PLAYING, SOLVED, IMPOSSIBLE, DAMAGED = range(4)
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
RULES = ("1p2c", "2p3c", "3p4c-distinct", "3p3c-black", "4p4c-distinct-black", "2p9c", "5p3c")
DISTINCT, BLACK = "entropy-3p4c-distinct", "entropy-3p3c-black"


@pytest.fixture
def console(tmp_path, program):
    """Compiles the console for a tree: talk = console(tree); talk(lines) returns a row per line."""

    def compiled(tree, compiler="gcc", *options, flips=False):
        for path, data in export(tree, "c", "mm", "seed").items():
            (tmp_path / path).write_bytes(data)
        if flips:  # a table that can be changed
            text = (tmp_path / "mm.c").read_text()
            (tmp_path / "mm.c").write_text(
                text.replace("static const uint8_t mm_table", "static uint8_t mm_table")
            )
            options += ("-DFLIPS",)
        binary = tmp_path / "console"
        command = [program(compiler), "-std=c99", *STRICT, *(options or ("-O2",))]
        command += [f"-DWHITES={tree.rules.whites:d}", f"-I{tmp_path}", CONSOLE, "-o", binary]
        subprocess.run(command, check=True)

        def talk(lines):
            result = subprocess.run(
                [binary], input="\n".join(lines), capture_output=True, text=True, timeout=60
            )
            assert not result.returncode, result.stderr[-2000:]
            return [tuple(map(int, line.split())) for line in result.stdout.splitlines()]

        return talk

    return compiled


def step(value):
    return f"step {value // 10} {value % 10}"


def all_games(tree):
    """Return the lines that play every secret, and the expected states and guesses."""
    lines, expected = [], []
    for secret, game in games(tree).items():
        lines += ["reset", *(step(answer) for _, answer in game)]
        expected += [*((PLAYING, guess) for guess, _ in game), (SOLVED, secret)]
    return lines, expected


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "name",
    [
        "koyama-lai-4p6c",
        "knuth-4p6c",
        "lexicographic-4p6c",
        "koyama-lai-4p6c-distinct",
        *(f"entropy-{rules}" for rules in RULES),
    ],
)
def test_every_secret_is_played_as_the_tree_does(name, console):
    tree = tree_of(name)
    lines, expected = all_games(tree)
    rows = console(tree)(lines)
    assert [row[:2] for row in rows] == expected
    assert all(row[2:] == tree.rules.digits(row[1]) for row in rows)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("checked", [(), ("-DMM_CHECKED",)], ids=["unchecked", "checked"])
@pytest.mark.parametrize("name", ["koyama-lai-3p2c", DISTINCT, BLACK, "entropy-2p9c"])
def test_impossible_answer_is_reported_and_changes_nothing(name, checked, console):
    tree = tree_of(name)
    pegs = tree.rules.pegs
    answers = [*product(range(pegs + 2), repeat=2), (0, 9), (1, 16), (255, 255), (0, 240), (16, 0)]
    lines, expected = [], []
    paths = []
    for index, depth in tree.walk():
        paths[depth:] = [tree.feedback[index]]
        node = Node(tree, index)
        lines += ["reset", *map(step, paths[1:]), "save"]
        expected += [None] * (depth + 1) + [(PLAYING, node.guess)]
        for black, white in answers:
            value = 10 * black + white
            if white > 9 or value not in node.possible_feedbacks:
                lines.append(f"step {black} {white}")
                expected.append((IMPOSSIBLE, node.guess))
                continue
            lines += [step(value), "load"]
            solved = value == tree.rules.all_right
            expected += [
                (SOLVED, node.guess) if solved else (PLAYING, node.child(value).guess),
                None,
            ]
        if tree.rules.all_right in node.possible_feedbacks:
            again = [step(value) for value in tree.rules.feedbacks]
            lines += [step(tree.rules.all_right), *again]
            expected += [(SOLVED, node.guess)] + [(IMPOSSIBLE, node.guess)] * len(again)
    rows = console(tree, "gcc", "-O1", *checked)(lines)
    assert len(rows) == len(expected)
    wrong = [
        (line, row, wanted)
        for line, row, wanted in zip(lines, rows, expected, strict=True)
        if wanted is not None and row[:2] != wanted
    ]
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("checked", [(), ("-DMM_CHECKED",)], ids=["unchecked", "checked"])
@pytest.mark.parametrize("name", ["entropy-4p4c", DISTINCT, BLACK])
def test_games_with_damaged_table_end_within_their_memory(name, checked, console):
    """Every bit is inverted once, and some games are played honestly."""
    tree = tree_of(name)
    codes = list(tree.rules.codes())
    talk = console(tree, "gcc", *SANITIZED, *checked, flips=True)
    text = export(tree, "c", "mm", "seed")["mm.h"].decode()
    bits = 8 * int(re.search(r"MM_TABLE_BYTES (\d+)", text)[1])
    lines = []
    for bit in range(bits):
        secrets = codes[bit % 5 :: len(codes) // 5]
        lines += [f"flip {bit}", *(f"play {secret}" for secret in secrets), f"flip {bit}"]
    played = [row for line, row in zip(lines, talk(lines), strict=True) if line.startswith("play")]
    assert all(row[2] <= tree.max for row in played)
    assert {row[0] for row in played} == {SOLVED, DAMAGED if checked else IMPOSSIBLE}
