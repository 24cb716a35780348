"""``mmtree completion``: real shells complete typed lines in a terminal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mmtree.cli.completion import SHELLS
from mmtree.cli.completion_values import COMMON_RULES
from mmtree.game.read_rules import parse_rules

from support import terminals
from support.environment import SMALL, linux

BIN = str(Path(sys.executable).parent)
START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
LINES = {
    "mmtree build --strategy kn": "mmtree build --strategy knuth",
    "mmtree build --strategy=kn": "mmtree build --strategy=knuth",
    "mmtree import other.": "mmtree import other.txt",
    "mmtree export a -o oth": "mmtree export a -o others/",
    "mmtree info per": "mmtree info perfect.mmtree",
    "mmtree info my": "mmtree info my|trees/",
    "mmtree info my\\ trees/sm": "mmtree info my|trees/small|tree.mmtree",
    'mmtree info "my trees/sm': "mmtree info my|trees/small|tree.mmtree",
    "mmtree verify perfect.mmtree my\\ trees/sm": "mmtree verify perfect.mmtree my|trees/small|tree.mmtree",
    "mmtree info ~/per": "mmtree info ~/perfect.mmtree",
    "mmtree info knu": "mmtree info knuth-4p6c",
    "mmtree play per": "mmtree play perfect.mmtree",
    "mmtree dot oth": "mmtree dot others/",  # other.txt is no tree
    "mmtree dot not": "mmtree dot not",  # notes.dot is no tree
    "mmtree nothing ": "mmtree nothing",
}
"""Typed lines, and their words after the tab; a blank within a word is written as |.

The lines cover each kind of completion, quoting and file; VALUES covers options and their values.
"""


@pytest.fixture
def home(tmp_path):
    (tmp_path / "my trees").mkdir()
    (tmp_path / "others").mkdir()
    tree = SMALL.read_bytes()
    (tmp_path / "perfect.mmtree").write_bytes(tree)
    (tmp_path / "my trees" / "small tree.mmtree").write_bytes(tree)
    for other in ("notes.dot", "other.txt"):
        (tmp_path / other).touch()
    return tmp_path


class Terminal(terminals.Terminal):
    """A shell in a new terminal."""

    def __init__(self, command, home):
        path = f"{BIN}:{os.environ['PATH']}"
        settings = {"HOME": str(home), "PATH": path, "TERM": "dumb", "LANG": "C.UTF-8"}
        super().__init__(width=300, cwd=home, command=command, **settings)

    def wait(self, pattern):
        """Wait for a pattern in the text since its last match, and return its match."""
        super().wait(pattern)
        match = re.search(pattern, self.seen)
        self.seen = self.seen[match.end() :]
        return match


@pytest.mark.slow
@linux
@pytest.mark.parametrize("shell", SHELLS)
def test_lines_are_completed_in_a_terminal(shell, home, program):
    program(shell)
    script = subprocess.run(
        [sys.executable, "-m", "mmtree", "completion", shell], capture_output=True, check=True
    ).stdout
    (home / "script").write_bytes(script)
    terminal = Terminal(START[shell], home)
    try:
        terminal.type("source ./script; printf '%s%s\\n' RE ADY\r")
        terminal.wait("READY")
        for line, expected in LINES.items():
            terminal.type(line + "\t")
            # Print the words of the completed line instead of running it.
            terminal.type("\x01printf '<%s>' \x05 'E''ND'\r")
            words = re.findall("<(.*?)>", terminal.wait(r"(<mmtree>.*)<END>")[1])
            want = [word.replace("|", " ") for word in expected.split()]
            found = [word.rstrip("/").replace(str(home), "~") for word in words]
            assert found == [word.rstrip("/") for word in want], line
    finally:
        terminal.close()


@pytest.mark.parametrize("shell", SHELLS)
def test_shell_accepts_the_script(shell, program, mmtree, tmp_path):
    script = tmp_path / "script"
    script.write_text(mmtree("completion", shell).out)
    subprocess.run([program(shell), "-n", script], check=True)


def asked(monkeypatch, mmtree, shell, *words, more=()):
    """Run the command as a shell does to complete the last of these words."""
    monkeypatch.setenv("_MMTREE_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", "\n".join([*words, *more]))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    return mmtree()


VALUES = {
    "build --rules mas": "mastermind",
    "build --rules 4p10": "4p10c-distinct",
    "build --few": "--fewest-at-max",
    "bench 4p6c-b": "4p6c-black",
    "sheet a --style bo": "booklet",
    "export a --to micro": "micropython",
    "export a --to punch": "punchcard",
    "import a --from ya": "yaml",
    "sheet least": "least-bits-4p6c",
    "trees ent": "entropy-4p6c",
    "build --below koo": "kooi-4p6c",
    "build --improve koo": "kooi-4p6c",
    "bench --besi": "--beside-proof",
}
"""Lines whose last word is incomplete, and the only value that completes it."""


@pytest.mark.parametrize("line", VALUES)
def test_options_and_values_are_completed(monkeypatch, mmtree, line):
    result = asked(monkeypatch, mmtree, "bash", "mmtree", *line.split())
    offered = [row.split("\t")[1] for row in result.out.splitlines() if row.startswith("plain")]
    assert offered == [VALUES[line]]


def test_file_of_an_option_is_completed_by_the_shell(monkeypatch, mmtree):
    result = asked(monkeypatch, mmtree, "bash", "mmtree", "build", "--checkpoint", "o")
    assert result.out == "file\to\t\n"


def test_values_come_with_a_word_on_them(monkeypatch, mmtree):
    result = asked(monkeypatch, mmtree, "bash", "mmtree", "build", "--strategy", "kn")
    assert result.out == "plain\tknuth\tsmallest largest cell; consistent first; lowest code\n"
    result = asked(monkeypatch, mmtree, "zsh", "mmtree", "build", "--rules", "super")
    assert result.out == "plain\tsuper\t5p8c\n"


@pytest.mark.parametrize(
    ("command", "kind"), [("play", "tree\tk\t\n"), ("info", "file\tk\t\n"), ("trees", "")]
)
def test_ready_made_trees_are_offered_beside_files(monkeypatch, mmtree, command, kind):
    from mmtree.tree.ready_made import names

    result = asked(monkeypatch, mmtree, "bash", "mmtree", command, "k")
    begun = [name for name in names() if name.startswith("k")]
    assert result.out == kind + "".join(f"plain\t{name}\t\n" for name in begun)
    assert len(begun) > 50


def test_all_commands_are_completed(monkeypatch, mmtree):
    from mmtree.cli.main import COMMANDS

    result = asked(monkeypatch, mmtree, "bash", "mmtree", "")
    assert [line.split("\t")[1] for line in result.out.splitlines()] == list(COMMANDS)


@pytest.mark.parametrize(
    "words", [["nothing", ""], ["--version", "--nothing=", ""], ["--version", ""]]
)
def test_completion_prints_no_errors(monkeypatch, mmtree, words):
    result = asked(monkeypatch, mmtree, "bash", "mmtree", *words)
    assert result.err == ""
    assert "mmtree 0." not in result.out


def test_unknown_shell_gets_no_output(monkeypatch, mmtree):
    result = asked(monkeypatch, mmtree, "tcsh", "mmtree", "")
    assert (result.status, result.out, result.err) == (2, "", "")


@pytest.mark.parametrize("shell", [[], ["tcsh"]])
def test_there_are_scripts_for_three_shells(refused, shell):
    error = refused("completion", *shell)
    assert all(name in error for name in SHELLS)


def test_help_explains_installation(mmtree):
    out = mmtree("completion", "--help").out
    assert 'eval "$(mmtree completion bash)"' in out
    assert 'eval "$(mmtree completion zsh)"' in out
    assert "mmtree completion fish | source" in out


def test_all_completed_rules_can_be_read():
    assert [str(parse_rules(text)) for text in COMMON_RULES] == list(COMMON_RULES)
