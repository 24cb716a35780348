"""``mmtree dot``: drawings of a tree, and refused input."""

import os

import pytest

from support.environment import KNUTH


def test_without_o_it_writes_a_dot_file_here(mmtree, tmp_path):
    result = mmtree("dot", KNUTH)
    assert (result.status, result.out) == (0, "wrote knuth-4p6c.dot\n")
    assert os.listdir(tmp_path) == ["knuth-4p6c.dot"]


def test_drawing_goes_to_standard_output(mmtree, tmp_path):
    assert mmtree("dot", KNUTH, "-o", "-", "--guesses", 1).out.startswith("// knuth for 4p6c")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "way",
    [
        ["--from", "11", "--from", "10"],
        ["--from", "1b1w,10"],
        ["--from", "11", "1 0"],
        ["--from", "11", "10"],
        ["--from", "11 b"],
    ],
)
def test_one_branch_is_drawn(mmtree, way):
    out = mmtree("dot", KNUTH, "-o", "-", *way).out
    assert "root_11_10 ->" in out
    assert "root_12" not in out


@pytest.mark.parametrize(
    ("name", "magic"), [("a.svg", b"<?xml"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG")]
)
def test_pictures_by_the_ending(mmtree, tmp_path, program, name, magic):
    program("dot")
    assert mmtree("dot", KNUTH, "-o", name, "--guesses", 2).status == 0
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_pictures_by_the_format(mmtree, program):
    program("dot")
    assert (
        mmtree("dot", KNUTH, "--format", "svg", "--guesses", 1).out
        == "wrote knuth-4p6c-1-guess.svg\n"
    )


def test_without_the_dot_program(refused, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert "svg needs the dot program, which is not installed: install Graphviz" in refused(
        "dot", KNUTH, "-o", "a.svg"
    )


def test_tree_file_is_not_overwritten(refused, tmp_path):
    (tmp_path / "tree.dot").write_bytes(KNUTH.read_bytes())
    for arguments in ([], ["-o", "./tree.dot"]):
        assert "tree.dot: is read from, too: give it another name" in refused(
            "dot", "tree.dot", *arguments
        )
