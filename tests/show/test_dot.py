"""The drawing of a whole tree, of a tree cut at a depth, and of one branch."""

import re
import shutil
from unicodedata import bidirectional, normalize
from xml.etree import ElementTree

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from mmtree import DrawingError, FeedbackError, StrategyTree, build_tree, format_code, table_rules
from mmtree.game.feedback import format_feedback
from mmtree.game.names import look
from mmtree.show import dot
from mmtree.show.dot import dot_source, plain, render
from mmtree.tree.provenance import Strategy

from support.environment import needed
from support.other_games import OTHER_GAMES

NODE = re.compile(r"^\t(root\w*) \[label=", re.MULTILINE)
EDGE = re.compile(r"^\t(root\w*) -> (root\w*) \[", re.MULTILINE)


def test_drawing_has_node_and_edge_for_each_position(koyama_lai):
    source = dot_source(koyama_lai)
    names = NODE.findall(source)
    assert len(names) == len(set(names)) == len(koyama_lai)
    edges = EDGE.findall(source)
    assert len(edges) == len(koyama_lai) - 1
    assert all(child.startswith(parent + "_") for parent, child in edges)
    assert set(names) == {"root"} | {child for _, child in edges}


def label(source, name):
    """Return the label and the tooltip of a node."""
    found = re.search(rf"^\t{name} \[label=<(.*)> tooltip=(\w+)\]", source, re.MULTILINE)
    return found[1], found[2]


def test_node_names_follow_path_and_labels_follow_tree(koyama_lai):
    node = koyama_lai.node([10, 11])
    text, tooltip = label(dot_source(koyama_lai), "root_10_11")
    letters = format_code(node.guess, koyama_lai.rules)
    assert tooltip == letters
    assert re.findall(r">(\w)</font></td>", text) == list(letters)
    assert f"{node.secrets_left} left" in text


def test_every_edge_ends_at_its_feedback(koyama_lai):
    source = dot_source(koyama_lai)
    assert 'headport="answer:w"' in source
    assert "●●○&#160;" in label(source, "root_21")[0]
    assert 'root -> root_21 [tooltip="2b1w"]' in source
    assert "–&#160;" in label(source, "root_00")[0]


def test_inconsistent_guess_is_marked(koyama_lai):
    source = dot_source(koyama_lai, guesses=2)
    for value, child in koyama_lai.root.children.items():
        assert (" left *<" in label(source, f"root_{value:02}")[0]) != child.consistent
    assert "(*: it is not one of them)" in source


def test_caption_names_colours(koyama_lai):
    assert "A red, B green, C blue, D yellow, E orange, F purple" in dot_source(koyama_lai)


def test_depth_limit_cuts_drawing(koyama_lai):
    assert NODE.findall(dot_source(koyama_lai, guesses=1)) == ["root"]
    two = NODE.findall(dot_source(koyama_lai, guesses=2))
    assert two == ["root", *(f"root_{value:02}" for value in koyama_lai.root.children)]
    assert dot_source(koyama_lai, guesses=6) == dot_source(koyama_lai)


def test_branch_is_drawn_with_its_path(koyama_lai):
    names = NODE.findall(dot_source(koyama_lai, start=[11, 20]))
    assert names[:3] == ["root", "root_11", "root_11_20"]
    assert all(name.startswith("root_11_20") for name in names[2:])
    assert len(names) == 2 + koyama_lai.extent[koyama_lai.node([11, 20]).index]
    with pytest.raises(FeedbackError, match="possible are"):
        dot_source(koyama_lai, start=[31])


@pytest.mark.parametrize("rules", ["2p36c", "3p4c-distinct", "3p3c-black", "9p2c"])
def test_tree_of_any_rules_can_be_drawn(rules, program):
    program("dot")
    picture = render(dot_source(build_tree("lexicographic", rules), guesses=2), "svg")
    assert picture.startswith(b"<?xml")


@pytest.mark.parametrize(
    ("form", "magic"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")]
)
def test_graphviz_makes_each_picture_format(knuth, program, form, magic):
    program("dot")
    assert render(dot_source(knuth, guesses=2), form).startswith(magic)


def test_missing_dot_program_is_reported(knuth, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        DrawingError, match="svg needs the dot program, which is not installed: install"
    ):
        render(dot_source(knuth, guesses=1), "svg")


def test_picture_with_too_many_nodes_is_refused(monkeypatch, knuth, program):
    program("dot")
    monkeypatch.setitem(dot._LARGEST, "svg", 10)
    with pytest.raises(DrawingError, match=r"13 guesses are too many for one svg \(at most 10\)"):
        render(dot_source(knuth, guesses=2), "svg")


def test_failing_dot_program_is_reported(program):
    program("dot")
    with pytest.raises(DrawingError, match="the dot program failed to draw svg"):
        render("digraph {", "svg")


SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
MARKUP = re.split(
    r"\s+",
    r"""\ a\ \N \\N\ C:\New\Left \E\T\H\G\L \l\r \" " ] &lt; &amp;lt; &#60; & &eacute; <b> <>
    </td> <<table> <!-- ]]> <x>URL="javascript:1" "]x[URL="javascript:1"] {a|b} a:b %s$x // node
    graph 1.5 /* #x -> ; +""",
)
PRINTABLE = st.characters(exclude_categories=("C", "Z")).filter(
    lambda char: look(char) and char.isprintable() and bidirectional(char) not in ("R", "AL")
)
WORDS = st.lists(st.text(PRINTABLE, min_size=1, max_size=20), min_size=1, max_size=3).map(" ".join)
SIGNS = st.text(st.sampled_from("<>\\\\&\"'];[{}|#%/…aN-!lrn"), min_size=1, max_size=8)
TEXT = SIGNS | st.sampled_from(MARKUP) | WORDS.map(lambda text: normalize("NFC", text))
TEXTS = st.lists(TEXT, min_size=42, max_size=42, unique_by=lambda text: look(text).casefold())


def shown(element):
    """Return the text below an element, without its blanks."""
    return unblank("".join(part.text or "" for part in element.iter(SVG + "text")))


def unblank(text):
    return "".join(text.split())


@settings(max_examples=12, phases=set(Phase) - {Phase.shrink})
@given(TEXTS)
def test_graphviz_shows_any_text_as_it_is(texts):
    """A question, and a secret for each answer: nodes, edges and tooltips, and no address."""
    assert plain("a\n\0\x1b\u202eb") == "a????b"
    needed(shutil.which("dot"), "dot")
    (question, name), secrets, answers = texts[:2], texts[2::2], texts[3::2]
    built = build_tree("irving", table_rules([question], secrets, [answers]))
    built = StrategyTree(built.rules, Strategy(name), built.guess, built.feedback, built.extent)
    drawing = ElementTree.fromstring(render(dot_source(built), "svg"))
    found = {
        part.find(SVG + "title").text: (
            shown(part),
            *(unblank(link.get(XLINK + "title")) for link in part.iter(SVG + "a")),
        )
        for part in drawing.iter(SVG + "g")
        if part.get("class") in ("node", "edge")
    }
    expected = {"root": (unblank(f"{question}{len(secrets)} left"), unblank(question))}
    for secret, answer in zip(secrets, answers, strict=True):
        node = f"root_{built.rules.texts.index(answer):02}"
        expected[node] = unblank(answer + secret), unblank(secret)
        expected[f"root:e->{node}:w"] = "", unblank(answer)
    assert found == expected
    assert unblank(f"{name} for table") in shown(drawing)
    assert not any(part.get(XLINK + "href") for part in drawing.iter())


def test_edges_of_a_guess_do_not_cross(koyama_lai, program):
    """They are straight, begin in one place, and end in one column in the order of the answers."""
    program("dot")
    drawing = render(dot_source(koyama_lai, guesses=2), "svg").decode()
    paths = re.findall('<path fill="none" stroke="#999999" d="M(.*?)"', drawing)
    edges = [
        [complex(*map(float, at.split(","))) for at in re.split("[C ]", path)] for path in paths
    ]
    assert len(edges) == 13
    for start, *others, end in edges:
        assert start == edges[0][0]
        assert all(abs(((at - start) / (end - start)).imag) < 0.001 for at in others)
    ends = [(edge[-1].real, edge[-1].imag) for edge in edges]
    assert len({x for x, _ in ends}) == 1
    assert ends == sorted(ends)


@pytest.mark.parametrize("name", OTHER_GAMES)
def test_labels_have_guesses_and_answers(name):
    rules = OTHER_GAMES[name]
    tree = build_tree("irving", rules)
    source = dot_source(tree)
    assert ("(*: it is not one of them)" in source) != rules.only_asks
    for code in set(tree.guess):
        text = format_code(code, rules)
        assert f"tooltip={text}" in source or f'tooltip="{text}"' in source
    last = {tree.feedback[node] for node in range(1, len(tree))}
    for value in last:
        answer = format_feedback(value, rules)
        if rules.kind.counts:
            answer = "●" * (value // 10) + "○" * (value % 10) or "–"
        assert f">{answer}&#160;<" in source
