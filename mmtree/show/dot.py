"""A strategy tree as a Graphviz drawing.

Each node shows a guess in coloured pegs and the number of secrets left; each edge ends at its
feedback in black and white pegs. Node names follow from the path (``root``, ``root_01``,
``root_01_11`` …), so the same tree gives the same text.
"""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Sequence
from html import escape

import graphviz

from mmtree.counts import format_count
from mmtree.errors import DrawingError
from mmtree.game.code import format_code, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.processes import run_program
from mmtree.show.pegs import answer_line, answer_text, color_line, fill, mark
from mmtree.tree.tree import Node, StrategyTree

MAX_DRAWN = 20_000
"""Nodes of the largest tree that is drawn without being asked for."""
_LARGEST = {"png": 1_500, "svg": 10_000, "pdf": 10_000}
"""The most nodes of a picture: more would be too small to read, or take the program too long."""
_DATE = re.compile(rb"(?<=/CreationDate \(D:)\d{14}")


def dot_source(tree: StrategyTree, guesses: int | None = None, start: Sequence[int] = ()) -> str:
    """Return the text of a Graphviz file.

    Args:
        tree: the strategy tree.
        guesses: the depth to draw, in guesses; None for all.
        start: draw only the branch after these feedbacks, and the path to it.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
    """
    figures = tree.figures
    title = (
        f"{tree.strategy.name} for {tree.rules}: {figures.secrets} secrets, "
        f"average {float(figures.average):.4f}, max {format_count(figures.max, tree.rules.move)}"
    )
    graph = graphviz.Digraph("strategy", comment=plain(title))
    graph.attr("graph", label=_caption(title, tree.rules), labelloc="t", fontname="Helvetica")
    # The edges of more answers need more space between levels.
    distance = f"{max(0.8, 0.06 * len(tree.rules.feedbacks)):.2f}"
    graph.attr("graph", rankdir="LR", ranksep=distance, nodesep="0.08", outputorder="edgesfirst")
    graph.attr("node", shape="plain", fontname="Helvetica", fontsize="11")
    graph.attr("edge", arrowhead="none", color="#999999", tailport="guess:e", headport="answer:w")

    waiting = [(tree.root, "root", 1)]  # nodes with their names, and the numbers of their guesses
    while waiting:
        node, name, guess = waiting.pop()
        on_path = guess <= len(start)
        cut = not on_path and guesses is not None and guess >= guesses and not node.is_leaf
        values = () if cut else start[guess - 1 : guess] if on_path else [*node.children]
        tooltip = plain(format_code(node.guess, tree.rules), 4)
        graph.node(name, _label(node, cut), tooltip=tooltip)
        following = [(node.child(value), f"{name}_{value:02}", guess + 1) for value in values]
        for child, child_name, _ in following:
            feedback = format_feedback(tree.feedback[child.index], tree.rules)
            graph.edge(name, child_name, tooltip=plain(feedback, 4))
        waiting += reversed(following)
    return str(graph.source)


def render(source: str, form: str) -> bytes:
    """Run the ``dot`` program on the text of a Graphviz file; the same text gives the same bytes.

    Raises:
        DrawingError: the program is missing or fails, or the picture would be too large.
    """
    nodes = source.count("<<table")
    if nodes > _LARGEST[form]:
        raise DrawingError(
            f"{nodes} guesses are too many for one {form} (at most {_LARGEST[form]}): "
            "draw less of the tree with --guesses or --from, or write a .dot file"
        )
    if shutil.which("dot") is None:
        raise DrawingError(
            f"{form} needs the dot program, which is not installed: install Graphviz "
            "(Debian: apt install graphviz), or write a .dot file"
        )
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0"}  # respected by cairo from 1.17
    try:
        ended = run_program(["dot", f"-T{form}"], source.encode(), environment=environment)
    except OSError as error:
        raise DrawingError(f"the dot program failed to draw {form}: {error.strerror}") from None
    if ended.returncode:
        said = ended.stderr.decode(errors="replace").strip().splitlines()
        raise DrawingError(f"the dot program failed to draw {form}: {[*said, 'no reason'][0]}")
    if form == "pdf":
        return _DATE.sub(b"19700101000000", ended.stdout)  # cairo before 1.17; the length stays
    return ended.stdout


def _caption(title: str, rules: Rules) -> str:
    """Return the title, and how to read the drawing."""
    star = "" if rules.identified else " (*: it is not one of them)"
    left = f"in small print, the secrets left before the {rules.move}{star}"
    small = "<br/>".join(filter(None, [plain(answer_line(rules)), left, color_line(rules)]))
    return (
        f'<<font point-size="18">{plain(title)}</font><br/>'
        f'<font point-size="11">{small}<br/> </font>>'
    )


def _label(node: Node, cut: bool) -> str:
    """Return the label of a node: its feedback, its guess in coloured pegs, its secrets left."""
    rules = node.tree.rules
    answer = ""
    if node.index:
        value = node.tree.feedback[node.index]
        pegs = plain(answer_text(value, rules))
        width = 11 * max(rules.pegs, 3) + 6  # equal for all, so that guesses form columns
        answer = f'<td port="answer" width="{width}" align="right">{pegs}&#160;</td>'
    frame = 'border="1" color="#555555" style="rounded"'
    if rules.uses_names:
        lines = "<br/>".join(map(plain, textwrap.wrap(format_code(node.guess, rules), 28)))
        cells = f'<td {frame} cellpadding="3">{lines}</td>'
    else:
        cells = "".join(
            f'<td bgcolor="{fill(peg, rules)}" {frame} fixedsize="true" width="20" height="20">'
            f'<font color="{mark(fill(peg, rules))}">{plain(symbol(peg, rules))}</font></td>'
            for peg in rules.digits(node.guess)
        )
    end = f'<td port="guess" width="9">{"▸" if cut else ""}</td>'
    below = ""
    if not node.is_leaf:
        star = not node.consistent and not rules.identified
        text = f"{node.secrets_left} left" + " *" * star
        below = (
            f"<tr>{answer and '<td></td>'}"
            f'<td colspan="{rules.pegs}"><font point-size="9">{text}</font></td></tr>'
        )
    table = '<table border="0" cellborder="0" cellspacing="1" cellpadding="0">'
    return f"<{table}<tr>{answer}{cells}{end}</tr>{below}</table>>"


def plain(text: str, backslashes: int = 2) -> str:
    r"""Return any text so that Graphviz shows it as it is, without markup, entities or ``\N``.

    It takes two backslashes for one in a label, and four in a tooltip, which it reads twice.
    """
    text = escape("".join(char if char.isprintable() else "?" for char in text))
    # Graphviz 2.43 refuses a cell of a single bracket.
    return text.replace("]", "&#93;").replace("\\", "\\" * backslashes)
