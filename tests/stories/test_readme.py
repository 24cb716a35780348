"""The README: every command and every figure in it, executed."""

import doctest
import re
import shlex

import pytest

from mmtree import build_tree, format_code, load
from mmtree.export.seed.encode import encode
from mmtree.search.kernel import kernel
from mmtree.search.prices import Objective

from places import ROOT, TREES

README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
ROWS = re.findall(
    r"^\| ([a-z0-9-]+)(?:, (.*?))? \| ([A-F]{4}) \| (\d+) \| ([\d.]+) \| (\d) \|", README, re.M
)


def test_the_gate_runs_both_commands_as_they_stand():
    gate = (ROOT / ".ci" / "run").read_text().splitlines()
    assert len(COMMANDS) == 2
    for command in COMMANDS:
        assert "\n" not in command
        assert command in gate


def test_console_blocks(mmtree, tmp_path):
    (tmp_path / "trees").symlink_to(TREES)
    blocks = re.findall(r"^\$ mmtree (.*)\n((?:(?!\$ ).*\n)*)", CONSOLE, re.MULTILINE)
    assert len(blocks) == CONSOLE.count("$ ")
    for arguments, output in blocks:
        if "--slack" in arguments and kernel() == "numpy":
            continue  # it would take minutes
        result = mmtree(*shlex.split(arguments))
        assert result.out + result.err == output


def test_the_game_on_a_board(mmtree, monkeypatch):
    """What a person sees, the answers typed put in where they were typed."""
    monkeypatch.setenv("COLUMNS", "80")
    game = re.search(r"```text\n(.*?)```", README, re.DOTALL)[1]
    typed = re.findall(r"^answer:   (.*)$", game, re.MULTILINE)
    assert typed == ["1 0", "why"]
    result = mmtree("play", TREES / "koyama-lai-4p6c.mmtree", input="\n".join([*typed, "quit"]))
    seen = re.sub(r"^(answer:   ).*\n", r"\1", game, flags=re.MULTILINE)
    assert result.out == seen + "answer:   "


def test_python_block(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    block = re.search(r"```pycon\n(.*?)```", README, re.DOTALL)[1]
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    assert doctest.DocTestRunner().run(test) == doctest.TestResults(0, len(test.examples))
    assert len(test.examples) > 10


@pytest.mark.parametrize("row", ROWS, ids=["-".join(row[:3]) for row in ROWS])
def test_strategy_table(row):
    name, setting, opening, total, average, most = row
    options = {}
    if setting.startswith("seed"):
        options["seed"] = int(setting.split()[1])
    if setting.startswith("at most"):
        options["objective"] = Objective(max_guesses=int(setting.split()[2]))
    own = build_tree(name, **options)
    if format_code(own.root.guess, own.rules) != opening:
        own = build_tree(name, opening=opening, **options)
    assert (str(own.total), str(own.max)) == (total, most)
    assert f"{float(own.average):.4f}" == average


def test_the_table_has_every_strategy():
    from mmtree.strategies.rows import ROWS as KNOWN

    assert {row[0] for row in ROWS} == {row.name for row in KNOWN}


SEEDS = re.findall(r"^\| (\d+) \| (\d+) \| ([\d.]+) \| (\d) \| `(.*?)`", README, re.M)


@pytest.mark.parametrize("row", SEEDS, ids=[f"{row[0]}-bytes" for row in SEEDS])
def test_what_each_size_of_table_buys(mmtree, row):
    size, total, average, most, arguments = row
    tree = TREES / "least-bits-4p6c.mmtree"
    if total != "5625":  # that one is built anew by the tests of its strategy
        tree = "a.mmtree"
        mmtree("build", "--strategy", *shlex.split(arguments), "-o", tree)
    built = load(tree)
    assert (str(built.total), str(built.max)) == (total, most)
    assert f"{float(built.average):.4f}" == average
    assert len(encode(built).table) == int(size)


def test_the_table_of_sizes_is_there():
    assert len(SEEDS) == 7


MEASURED = re.findall(r"^\| [a-z0-9-]+ \| (?:words|dense|seed) \| .* \|$", README, re.M)


@pytest.mark.parametrize(
    ("machine", "layouts"),
    [
        ("atmega328p", ["words", "dense"]),  # as a seed it is slow, and plays in test_chips.py
        ("cortex-m0", ["words", "dense", "seed"]),
        ("attiny13a", ["seed"]),
        ("micropython", ["words", "dense"]),
        ("javascript", ["words", "dense"]),
    ],
)
def test_footprints(mmtree, program, machine, layouts):
    """By the compilers of Debian 12."""
    for name in ("avr-gcc", "arm-none-eabi-gcc", "qemu-system-arm", "node"):
        program(name)
    asked = [word for layout in layouts for word in ("--layout", layout)]
    tree = TREES / "least-bits-4p6c.mmtree"
    result = mmtree("footprint", tree, "--to", machine, *asked, "--format", "markdown")
    assert (result.status, result.err) == (0, "")
    rows = [line for line in result.out.splitlines() if line.startswith(f"| {machine} ")]
    assert len(rows) == len(layouts)
    assert set(rows) <= set(MEASURED)
