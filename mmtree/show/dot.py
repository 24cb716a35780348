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
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from html import escape

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
_PLAIN_ID = re.compile("[a-zA-Z_][a-zA-Z0-9_]*|-?([.][0-9]+|[0-9]+([.][0-9]*)?)")
"""What needs no quotes in a Graphviz file, if it is no keyword."""
_FRAME = 'border="1" color="#555555" style="rounded"'
_KEYWORDS = ("node", "edge", "graph", "digraph", "subgraph", "strict")
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
    # The edges of more answers need more space between levels.
    distance = f"{max(0.8, 0.06 * len(tree.rules.feedbacks)):.2f}"
    lines = [
        f"// {plain(title)}",
        "digraph strategy {",
        f"\tgraph [fontname=Helvetica label={_caption(title, tree.rules)} labelloc=t]",
        f"\tgraph [nodesep=0.08 outputorder=edgesfirst rankdir=LR ranksep={distance}]",
        "\tnode [fontname=Helvetica fontsize=11 shape=plain]",
        '\tedge [arrowhead=none color="#999999" headport="answer:w" tailport="guess:e"]',
    ]
    peg = cache(partial(_peg, tree.rules))
    answer = cache(partial(_answer, tree.rules))
    answer_tooltip = cache(lambda value: _tooltip(format_feedback(value, tree.rules)))
    waiting = [(tree.root, "root", 1)]  # nodes with their names, and the numbers of their guesses
    while waiting:
        node, name, guess = waiting.pop()
        on_path = guess <= len(start)
        cut = not on_path and guesses is not None and guess >= guesses and not node.is_leaf
        children: Iterable[tuple[int, Node]] = () if cut else node.children.items()
        if on_path:
            children = [(value, node.child(value)) for value in start[guess - 1 : guess]]
        tooltip = _tooltip(format_code(node.guess, tree.rules))
        lines.append(f"\t{name} [label={_label(node, cut, peg, answer)} tooltip={tooltip}]")
        following = [(child, f"{name}_{value:02}", guess + 1) for value, child in children]
        for child, child_name, _ in following:
            tooltip = answer_tooltip(tree.feedback[child.index])
            lines.append(f"\t{name} -> {child_name} [tooltip={tooltip}]")
        waiting += reversed(following)
    return "\n".join([*lines, "}\n"])


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


def _answer(rules: Rules, value: int) -> str:
    """Return the cell of an answer."""
    width = 11 * max(rules.pegs, 3) + 6  # equal for all, so that guesses form columns
    pegs = plain(answer_text(value, rules))
    return f'<td port="answer" width="{width}" align="right">{pegs}&#160;</td>'


def _peg(rules: Rules, color: int) -> str:
    """Return the cell of a peg."""
    return (
        f'<td bgcolor="{fill(color, rules)}" {_FRAME} fixedsize="true" width="20" height="20">'
        f'<font color="{mark(fill(color, rules))}">{plain(symbol(color, rules))}</font></td>'
    )


def _label(
    node: Node, cut: bool, peg: Callable[[int], str], answer_cell: Callable[[int], str]
) -> str:
    """Return the label of a node: its feedback, its guess in coloured pegs, its secrets left."""
    rules = node.tree.rules
    answer = answer_cell(node.tree.feedback[node.index]) if node.index else ""
    if rules.uses_names:
        lines = "<br/>".join(map(plain, textwrap.wrap(format_code(node.guess, rules), 28)))
        cells = f'<td {_FRAME} cellpadding="3">{lines}</td>'
    else:
        cells = "".join(map(peg, rules.digits(node.guess)))
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


def _tooltip(text: str) -> str:
    """Return a tooltip, in quotes if it needs them."""
    text = plain(text, 4)
    return text if _PLAIN_ID.fullmatch(text) and text.lower() not in _KEYWORDS else f'"{text}"'


def plain(text: str, backslashes: int = 2) -> str:
    r"""Return any text so that Graphviz shows it as it is, without markup, entities or ``\N``.

    It takes two backslashes for one in a label, and four in a tooltip, which it reads twice.
    """
    text = escape("".join(char if char.isprintable() else "?" for char in text))
    # Graphviz 2.43 refuses a cell of a single bracket.
    return text.replace("]", "&#93;").replace("\\", "\\" * backslashes)
