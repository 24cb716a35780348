"""The command as a whole: help, unknown commands, broken pipes."""

import subprocess
import sys

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


def test_every_option_has_help(mmtree):
    for command in COMMANDS:
        text = mmtree(command, "--help").out
        options = [line.split() for line in text.splitlines() if line.startswith("  -")]
        assert all(len(words) > 1 for words in options)


def test_version_says_which_kernel_is_in_use(mmtree):
    assert mmtree("--version").out == "mmtree 0.1.0 (kernel: numpy)\n"


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


def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m mmtree dot {TREES / 'knuth-4p6c.mmtree'} -o - | head -c 10"
    ended = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_full_disk_is_reported(tmp_path):
    command = f"{sys.executable} -m mmtree info {TREES / 'knuth-4p6c.mmtree'} > /dev/full"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (2, "mmtree: output: No space left on device\n")
