"""A strategy tree as a Graphviz drawing.

Each node shows a guess in coloured pegs and how many secrets are left; each edge the feedback, as
black and white pegs. Node names follow from the path (``root``, ``root_01``, ``root_01_11`` …), so
the same tree gives the same text.
"""

from __future__ import annotations

from collections.abc import Sequence

import graphviz

from mmtree.errors import MmtreeError
from mmtree.game.code import format_code, symbol
from mmtree.game.feedback import format_feedback
from mmtree.show.pegs import fill, mark
from mmtree.tree.tree import Node, StrategyTree

FORMATS = ("dot", "svg", "pdf", "png")


class DrawingError(MmtreeError, RuntimeError):
    """The ``dot`` program is missing or failed."""


def dot_source(tree: StrategyTree, guesses: int | None = None, start: Sequence[int] = ()) -> str:
    """The text of a Graphviz file.

    Args:
        tree: the strategy tree.
        guesses: draw no more than so many guesses in a row; None draws all.
        start: draw only the branch reached by these feedbacks, and the way to it.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
    """
    figures = tree.figures
    title = (
        f"{tree.strategy.name} for {tree.rules}: {figures.secrets} secrets, "
        f"average {float(figures.average):.4f}, max {figures.max} guesses"
    )
    graph = graphviz.Digraph("strategy", comment=title)
    graph.attr("graph", label=title, labelloc="t", fontname="Helvetica", fontsize="20")
    graph.attr("graph", rankdir="LR", ranksep="1.6", nodesep="0.08")
    graph.attr("node", shape="plain", fontname="Helvetica", fontsize="11")
    graph.attr("edge", fontname="Helvetica", fontsize="11", arrowhead="none", color="#999999")
    # The feedback stands on its edge right before the guess it leads to.
    distance = 1.0 + 0.55 * tree.rules.pegs
    graph.attr("edge", tailport="e", headport="w", labelangle="0", labeldistance=f"{distance:.2f}")

    node, name = tree.root, "root"
    for value in start:
        following = node.child(value)
        graph.node(name, _label(node, cut=False))
        graph.edge(
            name,
            f"{name}_{value:02}",
            headlabel=_pegs(value, tree.rules.pegs),
            tooltip=format_feedback(value),
        )
        node, name = following, f"{name}_{value:02}"
    waiting = [(node, name, len(start) + 1)]
    while waiting:
        node, name, guess = waiting.pop()
        cut = guesses is not None and guess >= guesses and not node.is_leaf
        graph.node(name, _label(node, cut), tooltip=format_code(node.guess, tree.rules))
        if cut:
            continue
        branches = []
        for value, child in node.children.items():
            child_name = f"{name}_{value:02}"
            branches.append((child, child_name, guess + 1))
            graph.edge(
                name,
                child_name,
                headlabel=_pegs(value, tree.rules.pegs),
                tooltip=format_feedback(value),
            )
        waiting += reversed(branches)
    return str(graph.source)


def render(source: str, form: str) -> bytes:
    """Run the ``dot`` program on the text of a Graphviz file.

    Raises:
        DrawingError: the program is missing or fails.
    """
    try:
        return bytes(graphviz.Source(source).pipe(format=form, quiet=True))
    except graphviz.ExecutableNotFound:
        raise DrawingError(missing(form)) from None
    except graphviz.CalledProcessError as error:
        lines = (error.stderr or b"").decode(errors="replace").strip().splitlines() or ["no reason"]
        raise DrawingError(f"the dot program failed to draw {form}: {lines[0]}") from None


def missing(form: str) -> str:
    """What to tell who wants a drawing and has no ``dot`` program."""
    return (
        f"{form} needs the dot program, which is not there: install Graphviz "
        "(Debian: apt install graphviz), or write a .dot file"
    )


def _label(node: Node, cut: bool) -> str:
    """A guess in coloured pegs, and under it how many secrets are left."""
    rules = node.tree.rules
    cells = "".join(
        f'<td bgcolor="{fill(peg)}" border="1" color="#555555" style="rounded" fixedsize="true" '
        f'width="20" height="20"><font color="{mark(peg)}">{symbol(peg, rules)}</font></td>'
        for peg in rules.digits(node.guess)
    )
    below = ""
    if not node.is_leaf:
        left = node.secrets_left
        text = f"{left} left" + ("" if node.consistent else ", not this") + (" ▸" if cut else "")
        below = f'<tr><td colspan="{rules.pegs}"><font point-size="9">{text}</font></td></tr>'
    table = '<table border="0" cellborder="0" cellspacing="1" cellpadding="0">'
    return f"<{table}<tr>{cells}</tr>{below}</table>>"


def _pegs(feedback: int, most: int) -> str:
    """A feedback as black and white pegs, in a box that has room for ``most`` of them."""
    pegs = "●" * (feedback // 10) + "○" * (feedback % 10) or "none"
    return (
        '<<table border="0" cellborder="0" cellpadding="0"><tr>'
        f'<td bgcolor="white" width="{12 * max(most, 3)}" align="right">{pegs}</td></tr></table>>'
    )
