"""The output module prints all texts of the commands, and escapes unprintable characters."""

import ast
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree.cli.output import printable
from mmtree.game.letters import find_fault, letters_of

from support.environment import ROOT, SMALL

OUTPUT = ROOT / "mmtree" / "cli" / "output.py"
PRINTS = ("echo", "secho", "print", "prompt", "confirm", "pause", "pager", "clear", "progressbar")

HOSTILE = {
    "a colour": "\x1b[31mred",
    "a title of the window": "\x1b]0;owned\x07",
    "a C1 control": "\x9b31m",
    "a change of direction": "\u202egnp.exe",
    "a line end": "a\nmmtree: all is well",
    "a carriage return": "a\rb\x1b[2K",
    "a line separator": "a\u2028b",
    "no text": "a\udcff",
}
names = pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)


def is_clean(text):
    return all(line.isprintable() for line in text.split("\n"))


@given(st.text(st.characters(exclude_categories=[])))
def test_unprintable_characters_are_escaped_as_by_python(text):
    shown = printable(text)
    assert all(one.isprintable() or not find_fault(one) for one in letters_of(shown))
    assert printable(shown) == shown
    if text.isprintable():
        assert shown == text


def test_examples_of_escapes():
    assert printable("👩\u200d🚀 \u200d\u200e") == "👩\u200d🚀 \\u200d\\u200e"  # an emoji is joined
    assert printable("\x1b[31m\x9b\n\u202e\udcff ●é") == r"\x1b[31m\x9b\n\u202e\udcff ●é"


def test_no_other_module_of_the_commands_prints():
    """Modules of the commands neither call functions that print nor write to a stream."""
    paths = [*OUTPUT.parent.glob("*.py"), *(ROOT / "mmtree/research/commands").glob("*.py")]
    assert len(paths) > 30
    for path in paths:
        if path == OUTPUT:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call):
                called = node.func
                name = getattr(called, "attr", None) or getattr(called, "id", None)
                assert name not in PRINTS, f"{where}: {name}"
            if isinstance(node, ast.Attribute) and node.attr in ("write", "writelines", "buffer"):
                assert "std" not in ast.unparse(node.value), f"{where}: {ast.unparse(node)}"


COMMANDS = {
    "info": ["info", "NAME"],
    "info --json": ["info", "--json", "NAME"],
    "verify": ["verify", "NAME", "NAME"],
    "verify --json": ["verify", "--json", "NAME"],
    "play": ["play", "NAME", "--secret", "ABA"],
    "sheet": ["sheet", "NAME", "--format", "txt"],
    "sheet -o": ["sheet", "NAME", "--format", "html", "-o", "NAME-2"],
    "sheet --title": ["sheet", "NAME", "--format", "txt", "-o", "-", "--title", "NAME"],
    "dot": ["dot", "NAME"],
    "dot --from": ["dot", "NAME", "--from", "NAME"],
    "export": ["export", "NAME", "--to", "c", "-o", "NAME-2"],
    "export --name": ["export", "NAME", "--to", "c", "--name", "NAME"],
    "build": ["build", "--strategy", "knuth", "--rules", "3p2c", "-o", "NAME-2"],
    "build --strategy": ["build", "--strategy", "NAME"],
    "build --rules": ["build", "--strategy", "knuth", "--rules", "NAME"],
    "build --checkpoint": [
        *("build", "--strategy", "koyama-lai", "--rules", "3p2c", "--checkpoint", "NAME"),
    ],
    "bench": ["bench", "NAME"],
    "strategies": ["strategies", "NAME"],
    "a command": ["NAME"],
    "an option": ["info", "--NAME"],
}


@pytest.mark.slow(after=2 * len(COMMANDS))
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
@names
def test_hostile_names_in_every_command(mmtree, name, arguments):
    Path(name).write_bytes(SMALL.read_bytes())
    result = mmtree(*(argument.replace("NAME", name) for argument in arguments))
    assert result.status in (0, 2)
    assert is_clean(result.out)
    assert is_clean(result.err)
    assert (result.out + result.err).count("all is well") == (result.out + result.err).count(
        "nmmtree: all is well"
    ), "a name pretends to be a line"
    if "--json" in arguments:
        assert json.loads(result.out)


@pytest.mark.slow(after=16)
@pytest.mark.parametrize("command", [["info"], ["dot", "-o", "-"]], ids=" ".join)
@pytest.mark.parametrize("place", ["key", "value", "name", "objective"])
@names
def test_hostile_files_in_every_command(refused, name, command, place):
    parts = msgpack.unpackb(SMALL.read_bytes())
    if place == "key":
        parts["strategy"]["options"] = {name: 1}
    elif place == "value":
        parts["strategy"]["options"] = {"direction": name}
    elif place == "name":
        parts["strategy"]["name"] = name
    else:
        parts["proof"]["objective"] = name
    Path("hostile.mmtree").write_bytes(msgpack.packb(parts, unicode_errors="surrogatepass"))
    assert is_clean(refused(command[0], "hostile.mmtree", *command[1:]))


@names
def test_names_in_a_tree_made_in_python_are_escaped(mmtree, monkeypatch, name):
    """Tree files with these names are refused, but the commands do not rely on it."""
    from mmtree import load
    from mmtree.tree.provenance import Strategy

    tree = load(SMALL)
    tree.provenance = replace(
        tree.provenance, strategy=Strategy(name, {"direction": name, name: True})
    )
    monkeypatch.setattr("mmtree.cli.info.load", lambda path: tree)
    monkeypatch.setattr("mmtree.cli.play.load", lambda path: tree)
    monkeypatch.setattr("mmtree.cli.info.checksum", lambda tree: "0" * 64)
    monkeypatch.setattr("mmtree.cli.info.encode", lambda tree: b"")
    for command in ("info", "play"):
        result = mmtree(command, SMALL)
        assert result.status == 0
        assert is_clean(result.out)
        assert printable(name)[-1] in result.out


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["PYTHONIOENCODING=ascii:strict", "LC_ALL=C", "PYTHONUTF8=0"])
def test_terminal_without_a_character_gets_an_escape(setting, tmp_path):
    """Characters outside the encoding are printed as escapes; sheets are always UTF-8."""
    environment = {**os.environ, **dict([setting.split("=")]), "PYTHONCOERCECLOCALE": "0"}
    tree = tmp_path / "é●.mmtree"
    tree.write_bytes(SMALL.read_bytes())

    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "mmtree", *arguments], capture_output=True, env=environment
        )

    commands = [["info"], ["play", "--secret", "ABA"], ["verify", "--total", "1"]]
    for command, *options in commands if "ascii" in setting else commands[1:]:
        ended = run(command, tree, *options)
        assert ended.returncode == ("--total" in options)
        assert ended.stderr == b""
    if "ascii" in setting:
        assert rb"\xe9\u25cf.mmtree: DOES NOT HOLD" in ended.stdout
    sheet = run("sheet", tree, "--format", "txt", "-o", "-").stdout
    assert "→2".encode() in sheet
    run("sheet", tree, "--format", "txt", "-o", tmp_path / "sheet.txt")
    assert (tmp_path / "sheet.txt").read_bytes() == sheet


def test_colours_are_kept_and_nothing_else_of_an_escape_sequence(capsys, monkeypatch):
    from mmtree.cli.output import print_lines

    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    print_lines("\x1b[48;5;9m A \x1b[0m\x1b]0;title\x07\n", styled=True)
    print_lines("\x1b[31mred")
    assert capsys.readouterr().out == (
        "\x1b[48;5;9m A \x1b[0m\\x1b]0;title\\x07\\n\n\\x1b[31mred\n"
    )
