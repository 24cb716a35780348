"""The drawing: whole, cut, one branch; the same text each time."""

import re

import pytest

from mmtree import FeedbackError, build_tree
from mmtree.show import dot
from mmtree.show.dot import DrawingError, dot_source, render

NODE = re.compile(r"^\t(root\w*) \[label=", re.MULTILINE)
EDGE = re.compile(r"^\t(root\w*) -> (root\w*) \[", re.MULTILINE)


def test_the_whole_tree_has_a_node_and_an_edge_for_each_position(koyama_lai):
    source = dot_source(koyama_lai)
    names = NODE.findall(source)
    assert len(names) == len(set(names)) == len(koyama_lai)
    edges = EDGE.findall(source)
    assert len(edges) == len(koyama_lai) - 1
    assert all(child.startswith(parent + "_") for parent, child in edges)
    assert set(names) == {"root"} | {child for _, child in edges}


def test_names_follow_the_path(koyama_lai):
    source = dot_source(koyama_lai)
    guess = koyama_lai.node([10, 11]).guess
    letters = "".join("ABCDEF"[digit] for digit in koyama_lai.rules.digits(guess))
    label = re.search(r"^\troot_10_11 \[label=<(.*)> tooltip=(\w+)\]", source, re.MULTILINE)
    assert label[2] == letters
    assert re.findall(r">(\w)</font></td>", label[1]) == list(letters)
    assert f"{koyama_lai.node([10, 11]).secrets_left} left" in label[1]


def test_feedback_stands_on_the_edges(koyama_lai):
    edges = re.findall(r"root -> root_21 \[headlabel=<(.*)> tooltip", dot_source(koyama_lai))
    assert len(edges) == 1
    assert ">●●○<" in edges[0]


def test_the_text_is_the_same_each_time(knuth):
    assert dot_source(knuth) == dot_source(knuth)


def test_cut_below_some_guesses(koyama_lai):
    assert NODE.findall(dot_source(koyama_lai, guesses=1)) == ["root"]
    two = NODE.findall(dot_source(koyama_lai, guesses=2))
    assert two == ["root", *(f"root_{value:02}" for value in koyama_lai.root.children)]
    assert dot_source(koyama_lai, guesses=6) == dot_source(koyama_lai)


def test_one_branch_with_the_way_to_it(koyama_lai):
    names = NODE.findall(dot_source(koyama_lai, start=[11, 20]))
    assert names[:3] == ["root", "root_11", "root_11_20"]
    assert all(name.startswith("root_11_20") for name in names[2:])
    assert len(names) == 2 + koyama_lai.extent[koyama_lai.node([11, 20]).index]
    with pytest.raises(FeedbackError, match="possible are"):
        dot_source(koyama_lai, start=[40])


@pytest.mark.parametrize("rules", ["2p36c", "3p4c-distinct", "3p3c-black", "9p2c"])
def test_any_rules_can_be_drawn(rules, program):
    program("dot")
    picture = render(dot_source(build_tree("lexicographic", rules), guesses=2), "svg")
    assert picture.startswith(b"<?xml")


@pytest.mark.parametrize(
    ("form", "magic"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")]
)
def test_pictures(knuth, program, form, magic):
    program("dot")
    assert render(dot_source(knuth, guesses=2), form).startswith(magic)


def test_without_the_dot_program_it_says_so(knuth, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        DrawingError, match="svg needs the dot program, which is not there: install"
    ):
        render(dot_source(knuth, guesses=1), "svg")


def test_a_failing_dot_program_is_reported(program):
    program("dot")
    with pytest.raises(DrawingError, match="the dot program failed to draw svg"):
        dot.render("digraph {", "svg")
