"""Completion by the scripts of click: commands, options and values."""

import pytest

from mmtree.cli.main import COMMANDS
from mmtree.cli.options import COMMON_RULES
from mmtree.game.peg_rules import parse_rules
from mmtree.tree.ready_made import names

from support.environment import linux
from support.readmes import Readme


@linux
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script_of_each_shell_is_printed_as_the_readme_says(monkeypatch, mmtree, program, shell):
    program("bash")  # click asks it for its version
    monkeypatch.setenv("_MMTREE_COMPLETE", f"{shell}_source")
    result = mmtree()
    assert (result.status, result.err) == (0, "")
    assert f"_MMTREE_COMPLETE={shell}_complete" in result.out
    assert f"{shell}_source" in Readme("README.md").text


def asked(monkeypatch, mmtree, line, shell="bash"):
    """Run the command as a shell does to complete the last word of a line."""
    monkeypatch.setenv("_MMTREE_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", f"mmtree {line}")
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" "))))
    return mmtree()


VALUES = {
    "build --strategy kn": "knuth",
    "build --rules mas": "mastermind",
    "build --rules 4p10": "4p10c-distinct",
    "build --few": "--fewest-at-max",
    "build --objective wor": "worst-then-expected",
    "bench 4p6c-b": "4p6c-black",
    "sheet a --style bo": "booklet",
    "export a --to micro": "micropython",
    "export a --to punch": "punchcard",
    "import a --from ya": "yaml",
    "trees ent": "entropy-4p6c",
}
"""Lines whose last word is incomplete, and the only value that completes it."""


@pytest.mark.parametrize("line", VALUES)
def test_options_and_values_are_completed(monkeypatch, mmtree, line):
    assert asked(monkeypatch, mmtree, line).out == f"plain,{VALUES[line]}\n"


@pytest.mark.parametrize(
    ("line", "kind"),
    [("build --checkpoint o", "file"), ("import o", "file"), ("export a -o o", "dir")],
)
def test_file_or_folder_is_completed_by_the_shell(monkeypatch, mmtree, line, kind):
    assert asked(monkeypatch, mmtree, line).out == f"{kind},o\n"


@pytest.mark.parametrize(
    ("line", "files"), [("play k", "file,k\n"), ("build --below k", "file,k\n"), ("trees k", "")]
)
def test_ready_made_trees_are_offered_beside_files(monkeypatch, mmtree, line, files):
    begun = [name for name in names() if name.startswith("k")]
    assert asked(monkeypatch, mmtree, line).out == files + "".join(f"plain,{n}\n" for n in begun)
    assert len(begun) > 50


def test_all_commands_are_completed(monkeypatch, mmtree):
    lines = asked(monkeypatch, mmtree, "").out.splitlines()
    assert lines == [f"plain,{name}" for name in COMMANDS]


@pytest.mark.parametrize("line", ["nothing ", "--version --nothing= ", "--version "])
def test_completion_prints_no_errors(monkeypatch, mmtree, line):
    result = asked(monkeypatch, mmtree, line)
    assert result.err == ""
    assert "mmtree 0." not in result.out


def test_unknown_shell_gets_no_output(monkeypatch, mmtree):
    result = asked(monkeypatch, mmtree, "", shell="tcsh")
    assert (result.status, result.out, result.err) == (1, "", "")


def test_all_completed_rules_can_be_read():
    assert [str(parse_rules(text)) for text in COMMON_RULES] == list(COMMON_RULES)
