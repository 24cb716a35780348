"""The command as a whole: help, unknown commands, broken pipes."""

import os
import subprocess
import sys
from importlib import import_module

import click
import pytest

from mmtree.cli.main import COMMANDS

from places import ROOT, TREES


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_stands_in_the_readme(mmtree, command):
    for flag in ("-h", "--help"):
        result = mmtree(command, flag)
        assert (result.status, result.err) == (0, "")
        assert result.out.startswith(f"Usage: mmtree {command}")
    assert f"| `mmtree {command}" in (ROOT / "README.md").read_text()
    assert COMMANDS[command] in mmtree("--help").out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name):
    command = import_module(f"mmtree.cli.{name}").command
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert all(option.help for option in options)


def test_version_says_which_kernel_is_in_use(mmtree):
    from mmtree.search.kernel import kernel

    assert mmtree("--version").out == f"mmtree 0.1.0 (kernel: {kernel()})\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["biuld"], "unknown command 'biuld': did you mean 'build'?"),
        (["xyz"], "unknown command 'xyz': there are build, verify"),
        (["--frob"], "No such option"),
    ],
)
def test_unknown_commands(mmtree, arguments, message):
    result = mmtree(*arguments)
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert message in result.err


def test_no_arguments_show_the_help(mmtree):
    assert "Usage: mmtree [OPTIONS] COMMAND" in mmtree().err


@pytest.mark.parametrize("command", [["dot", "-o", "-"], ["verify", "--json"], ["info"]])
def test_a_reader_that_goes_away_ends_it_as_sigpipe_would(command):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "mmtree", *command, str(TREES / "knuth-4p6c.mmtree")]
    ended = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_error(closed):
    for arguments in (["info"], ["play"]):
        tree = TREES / "knuth-4p6c.mmtree"
        command = f"{sys.executable} -m mmtree {' '.join(arguments)} {tree} {closed}"
        assert subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL).returncode == 0


def test_names_that_the_terminal_cannot_show(tmp_path):
    for name in (b"\xff", b"a\nb", b"\x1b[31m"):
        path = bytes(tmp_path) + b"/" + name
        command = [sys.executable, "-m", "mmtree", "info", path]
        ended = subprocess.run(
            command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii:strict"}
        )
        assert ended.returncode == 2
        assert ended.stderr.count(b"\n") == 1
        assert b"\x1b" not in ended.stderr


def test_answers_that_are_no_text():
    tree = TREES / "knuth-4p6c.mmtree"
    command = [sys.executable, "-m", "mmtree", "play", str(tree)]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    ended = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, env=strict)
    assert ended.returncode == 0
    assert b"unknown feedback" in ended.stdout


def test_a_full_disk_is_reported(tmp_path):
    command = f"{sys.executable} -m mmtree info {TREES / 'knuth-4p6c.mmtree'} > /dev/full"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (2, "mmtree: output: No space left on device\n")


def test_memory_that_does_not_suffice_is_one_line(mmtree, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr("mmtree.cli.info.load", fail)
    result = mmtree("info", TREES / "knuth-4p6c.mmtree")
    assert (result.status, result.err) == (2, "mmtree: not enough memory: take smaller rules\n")
