"""Texts of users and files in drawings: Graphviz shows them as they are."""

import shutil
from unicodedata import bidirectional, normalize
from xml.etree import ElementTree

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from mmtree import StrategyTree, build_tree, table_rules
from mmtree.game.names import look
from mmtree.show.dot.page_graphs import format_graphs
from mmtree.show.dot.program import plain, run
from mmtree.show.dot.tree import dot_source, render
from mmtree.show.sheet_rows import Rows
from mmtree.show.sheets.pages import divide
from mmtree.tree.provenance import Strategy

from support.environment import needed

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
MARKUP = [
    *("\\", "a\\", "\\N", "\\\\N\\", "C:\\New\\Left", "\\E\\T\\H\\G\\L", "\\l\\r", '\\"', '"', "]"),
    *(
        "&lt;",
        "&amp;lt;",
        "&#60;",
        "&",
        "&eacute;",
        "<b>",
        "</td>",
        "<>",
        "<<table>",
        "<!--",
        "]]>",
    ),
    *('<x> URL="javascript:alert(1)"', '"] x [URL="javascript:1"]', "{a|b}", "a:b", "%s $x", "//"),
    *("node", "graph", "1.5", "/*", "#x", "a -> b; c"),
]


PRINTABLE = st.characters(exclude_categories=("C", "Z")).filter(
    lambda char: look(char) and char.isprintable() and bidirectional(char) not in ("R", "AL")
)
ANY = st.text(PRINTABLE, min_size=1, max_size=40).map(lambda text: normalize("NFC", text))


def shown(element):
    """Return the text below an element, without its blanks."""
    return unblank("".join(part.text or "" for part in element.iter(SVG + "text")))


def unblank(text):
    return "".join(text.split())


@settings(max_examples=12, phases=set(Phase) - {Phase.shrink})
@given(
    st.lists(
        st.sampled_from(MARKUP) | ANY,
        min_size=42,
        max_size=42,
        unique_by=lambda text: look(text).casefold(),
    )
)
def test_graphviz_shows_any_text_as_it_is(texts):
    """A question, and a secret for each answer: nodes, edges and tooltips, and no address."""
    needed(shutil.which("dot"), "dot")
    (question, name), secrets, answers = texts[:2], texts[2::2], texts[3::2]
    tree = build_tree("irving", table_rules([question], secrets, [answers]))
    tree = StrategyTree(tree.rules, Strategy(name), tree.guess, tree.feedback, tree.extent)
    drawing = ElementTree.fromstring(render(dot_source(tree), "svg"))
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
        node = f"root_{tree.rules.texts.index(answer):02}"
        expected[node] = unblank(answer + secret), unblank(secret)
        expected[f"root:e->{node}:w"] = "", unblank(answer)
    assert found == expected
    assert unblank(f"{name} for table") in shown(drawing)
    rows = Rows(tree)
    pages = ElementTree.fromstring(run(format_graphs(rows, divide(rows)), "svg"))
    assert all(unblank(text) in shown(pages) for text in texts)
    for picture in (drawing, pages):
        assert not any(part.get(XLINK + "href") for part in picture.iter())


def test_control_characters_are_replaced():
    assert plain("a\n\0\x1b\u202eb") == "a????b"
