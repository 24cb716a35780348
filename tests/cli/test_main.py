"""The command as a whole: help, unknown commands, and too little memory."""

import subprocess
import sys

import click
import pytest

from mmtree.cli.main import COMMANDS, GROUPS, import_command
from mmtree.tree import ready_made

from support.environment import KNUTH, ROOT, linux


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_is_in_the_readme(mmtree, command):
    for flag in ("-h", "--help"):
        result = mmtree(command, flag)
        assert (result.status, result.err) == (0, "")
        assert result.out.startswith(f"Usage: mmtree {command}")
    assert f"| `mmtree {command}" in (ROOT / "README.md").read_text()
    assert COMMANDS[command] in mmtree("--help").out


def test_help_lists_commands_in_groups(mmtree):
    expected = []
    for title, commands in GROUPS.items():
        expected += ["", f"{title}:", *(f"  {name:10}  {line}" for name, line in commands.items())]
    assert mmtree("--help").out.endswith("\n".join([*expected, ""]))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_mentions_ready_made_trees_for_files(mmtree, name):
    out = " ".join(mmtree(name, "--help").out.split())
    assert (" FILE" in out.partition(" Options: ")[0]) == (
        "A FILE can also be the name of a ready-made tree, such as knuth-4p6c: mmtree trees" in out
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name):
    options = [param for param in import_command(name).params if isinstance(param, click.Option)]
    assert all(option.help for option in options)


def test_version_says_which_kernel_is_in_use(mmtree):
    from mmtree.search.kernel import kernel

    assert mmtree("--version").out == f"mmtree 0.1.0 (kernel: {kernel()})\n"


def test_without_arguments_playing_comes_first_and_help_is_named(mmtree):
    result = mmtree()
    lines = result.err.splitlines()
    assert (result.status, result.out) == (2, "")
    assert len(lines) == 5
    assert max(map(len, lines)) < 80
    assert lines[1].startswith("  mmtree play ")
    assert "mmtree --help" in lines[-1]
    named = [line.split()[1:3] for line in lines if line.startswith("  mmtree")]
    assert [command for command, _ in named] == ["play", "sheet", "trees"]
    assert named[1][1] in ready_made.names()


def test_memory_that_does_not_suffice_is_one_line(refused, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr("mmtree.cli.info.load", fail)
    assert refused("info", KNUTH) == "mmtree: not enough memory: choose smaller rules\n"


@linux
def test_too_little_memory_for_numpy_is_one_line():
    words = [sys.executable, "-m", "mmtree", "build", "--strategy", "knuth", "--rules", "3p2c"]
    limited = ["bash", "-c", 'ulimit -v 90000; exec "$@"', "bash", *words]
    ended = subprocess.run(limited, capture_output=True, text=True)
    message = "mmtree: NumPy takes 128 MB of memory: allow more\n"
    assert (ended.returncode, ended.stderr) == (2, message)
