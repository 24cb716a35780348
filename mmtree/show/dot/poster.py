"""A whole strategy tree as a poster: the first guess in the middle, the last ones around it.

Graphviz's ``sfdp`` places the guesses; each shows the answer that leads to it, in the colour of its
edge, so that a game can be followed outwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import graphviz

from mmtree.errors import DrawingError
from mmtree.game.code import symbol
from mmtree.game.feedback import format_feedback
from mmtree.show.dot.program import run
from mmtree.show.pegs import answer_line, answer_pegs, color_line, fill, mark
from mmtree.tree.tree import StrategyTree

MAX_GUESSES = 3_000
"""Guesses of the largest tree that makes a poster: more would not be legible on any paper."""
_PEGS = (44, 18, 12, 9)
"""Side of a peg in points, by turn; the last holds for all later turns."""
_LINES = (5.0, 2.5, 1.2)
"""Width in points of the edges to the second guess, the third …"""


def poster_source(tree: StrategyTree, guesses: int | None = None, start: Sequence[int] = ()) -> str:
    """The text of a Graphviz file for ``sfdp``.

    Args:
        tree: the strategy tree.
        guesses: draw no more than so many guesses in a row; None draws all.
        start: draw only the branch reached by these feedbacks.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
        DrawingError: the poster would have too many guesses.
    """
    shown = list(_shown(tree, guesses, tree.node(start).index))
    if len(shown) > MAX_GUESSES:
        raise DrawingError(
            f"{len(shown)} guesses are too many for a poster (at most {MAX_GUESSES}): "
            "draw less of the tree with --guesses or --from"
        )
    graph = graphviz.Digraph("poster", engine="sfdp")
    graph.attr("graph", layout="sfdp", start="1", overlap="prism", overlap_scaling="-3", sep="+3")
    graph.attr("graph", label=_caption(tree, start), labelloc="t", fontname="Arial")
    graph.attr("graph", outputorder="edgesfirst", splines="line", K="0.5")
    graph.attr("node", shape="plain", fontname="Arial")
    graph.attr("edge", arrowhead="none")
    for node, parent, turn in shown:
        graph.node(f"guess_{node}", _label(tree, node, turn))
        if turn:
            width = _LINES[min(turn, len(_LINES)) - 1]
            color = _color(tree, tree.feedback[node])
            graph.edge(f"guess_{parent}", f"guess_{node}", color=color, penwidth=f"{width}")
    return str(graph.source)


def render_poster(source: str, form: str) -> bytes:
    """Draw a poster.

    Raises:
        DrawingError: the ``dot`` program is missing, fails, or cannot keep the guesses apart.
    """
    # The last digits of sfdp's coordinates vary: drawn from its text, which has fewer, they do not.
    layout = run(source, "dot").decode().replace("layout=sfdp", "layout=neato", 1)
    return run(layout, form, "-n2")


def _shown(tree: StrategyTree, guesses: int | None, first: int) -> Iterator[tuple[int, int, int]]:
    """Each node that is drawn, the node before it, and its turn (0 for the first)."""
    path: list[int] = []
    above = 0
    for node, depth in tree.walk():
        if node == first:
            above = depth
        if not first <= node < first + tree.extent[first]:
            continue
        turn = depth - above
        del path[turn:]
        if guesses is None or turn < guesses:
            yield node, path[-1] if path else node, turn
        path.append(node)


def _color(tree: StrategyTree, answer: int) -> str:
    """A colour of its own for each answer, dark enough to read on white: hue, saturation, value."""
    feedbacks = tree.rules.feedbacks
    return f"{feedbacks.index(answer) / len(feedbacks):.3f} 0.9 0.6"


def _label(tree: StrategyTree, node: int, turn: int) -> str:
    """The answer that leads here, and the guess in coloured pegs."""
    rules = tree.rules
    size = _PEGS[min(turn, len(_PEGS) - 1)]
    cells = "".join(
        f'<td bgcolor="{fill(peg)}" fixedsize="true" width="{size}" height="{size}">'
        f'<font point-size="{0.8 * size:.0f}" color="{mark(fill(peg))}">{symbol(peg, rules)}</font>'
        "</td>"
        for peg in rules.digits(tree.guess[node])
    )
    line = ""
    if turn:
        answer = tree.feedback[node]
        pegs = answer_pegs(answer)
        line = (
            f'<tr><td colspan="{rules.pegs}"><font point-size="{0.8 * size:.0f}" '
            f'color="{_color(tree, answer)}">{pegs}</font></td></tr>'
        )
    border = 0 if turn else 6
    return (
        f'<<table border="{border}" cellborder="0" cellspacing="0" cellpadding="0" '
        f'bgcolor="white">{line}<tr>{cells}</tr></table>>'
    )


def _caption(tree: StrategyTree, start: Sequence[int]) -> str:
    """The title, and how to read the poster."""
    rules, figures = tree.rules, tree.figures
    lines = [f"{figures.secrets} secrets: {figures} guesses"]
    if start:
        lines.append(f"the branch after {' '.join(map(format_feedback, start))}")
    lines.append(
        "start at the framed guess; each line leads to the guess after the answer above it: "
        + answer_line(rules)
    )
    lines += filter(None, [color_line(rules)])
    small = "<br/>".join(lines)
    return (
        f'<<font point-size="40"><b>{escape(tree.strategy.name)} for {rules}</b></font><br/>'
        f'<font point-size="20">{small}<br/>&#160;</font>>'
    )
