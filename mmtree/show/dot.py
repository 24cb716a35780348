"""A strategy tree as a Graphviz drawing.

Each node shows a guess in coloured pegs and the number of secrets left; each edge ends at its
feedback in black and white pegs. Node names follow from the path (``root``, ``root_01``,
``root_01_11`` …), so the same tree gives the same text.
"""

import os
import re
from collections.abc import Sequence
from functools import cache

from mmtree.counts import format_count
from mmtree.errors import DrawingError
from mmtree.game.code import format_code, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.show.pegs import answer_line, answer_text, color_line, fill, mark
from mmtree.tree.tree import Node, StrategyTree

MAX_DRAWN = 20_000
"""Nodes of the largest tree that is drawn without being asked for."""
_LARGEST = {"png": 1_500, "svg": 10_000, "pdf": 10_000}
"""The most nodes of a picture: more would be too small to read, or take the program too long."""
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;", "]": "&#93;"}
)
"""Graphviz 2.43 refuses a cell of a single bracket."""
_FRAME = 'border="1" color="#555555" style="rounded"'
_KEYWORDS = ("node", "edge", "graph", "digraph", "subgraph", "strict")


def dot_source(tree: StrategyTree, guesses: int | None = None, start: Sequence[int] = ()) -> str:
    """Return the text of a Graphviz file.

    Args:
        guesses: the depth to draw, in guesses; None for all.
        start: draw only the branch after these feedbacks, and the path to it.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
    """
    figures, move = tree.figures, tree.rules.move
    title = (
        f"{tree.strategy.name} for {tree.rules}: {figures.secrets} secrets, "
        f"average {figures.total / figures.weight:.4f}, max {format_count(figures.max, move)}"
    )
    # The edges of more answers need more space between levels.
    distance = f"{max(0.8, 0.06 * len(tree.rules.feedbacks)):.2f}"
    lines = [
        f"// {plain(title)}",
        "digraph strategy {",
        f"\tgraph [fontname=Helvetica label={_caption(title, tree.rules)} labelloc=t]",
        f"\tgraph [nodesep=0.08 outputorder=edgesfirst rankdir=LR ranksep={distance}]",
        "\tgraph [splines=line]",  # curves cross where a guess has many answers
        "\tnode [fontname=Helvetica fontsize=11 shape=plain]",
        '\tedge [arrowhead=none color="#999999" headport="answer:w" tailport="guess:e"]',
    ]
    texts = _NodeTexts(tree)
    tooltip = cache(lambda value: _quoted(plain(format_feedback(value, tree.rules), 4)))
    waiting = [(0, "root", 1)]  # nodes with their names, and the numbers of their guesses
    while waiting:
        node, name, guess = waiting.pop()
        on_path = guess <= len(start)
        cut = not on_path and guesses is not None and guess >= guesses and tree.extent[node] > 1
        children = [] if cut else [*tree.child_indices(node)]
        if on_path:
            children = [Node(tree, node).child(start[guess - 1]).index]
        label, guessed = texts.of(node, cut)
        lines.append(f"\t{name} [label={label} tooltip={guessed}]")
        following = [(child, f"{name}_{tree.feedback[child]:02}", guess + 1) for child in children]
        for child, child_name, _ in following:
            lines.append(f"\t{name} -> {child_name} [tooltip={tooltip(tree.feedback[child])}]")
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
    import shutil

    from mmtree.processes import run_program

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
        date = rb"(?<=/CreationDate \(D:)\d{14}"  # by cairo before 1.17; the length stays
        return re.sub(date, b"19700101000000", ended.stdout)
    return ended.stdout


def _caption(title: str, rules: Rules) -> str:
    """Return the title, and how to read the drawing."""
    star = "" if rules.only_asks else " (*: it is not one of them)"
    left = f"in small print, the secrets left before the {rules.move}{star}"
    small = "<br/>".join(filter(None, [plain(answer_line(rules)), left, color_line(rules)]))
    return (
        f'<<font point-size="18">{plain(title)}</font><br/>'
        f'<font point-size="11">{small}<br/> </font>>'
    )


class _NodeTexts:
    """The labels and tooltips of a tree's nodes."""

    def __init__(self, tree: StrategyTree) -> None:
        self._tree = tree
        self._rules = tree.rules
        self._peg_cell, self._answer_cell = cache(self._format_peg), cache(self._format_answer)
        self._letter = cache(lambda color: plain(symbol(color, tree.rules), 4))

    def _format_peg(self, color: int) -> str:
        """Return the cell of a peg."""
        value, letter = fill(color, self._rules), plain(symbol(color, self._rules))
        return (
            f'<td bgcolor="{value}" {_FRAME} fixedsize="true" width="20" height="20">'
            f'<font color="{mark(value)}">{letter}</font></td>'
        )

    def _format_answer(self, value: int) -> str:
        """Return the cell of an answer."""
        width = 11 * max(self._rules.pegs, 3) + 6  # equal for all, so that guesses form columns
        pegs = plain(answer_text(value, self._rules))
        return f'<td port="answer" width="{width}" align="right">{pegs}&#160;</td>'

    def of(self, node: int, cut: bool) -> tuple[str, str]:
        """Return the label of a node, its feedback, guess and secrets left, and the tooltip."""
        tree, rules = self._tree, self._rules
        colors = rules.digits(tree.guess[node])
        answer = self._answer_cell(tree.feedback[node]) if node else ""
        if rules.uses_names:
            import textwrap

            lines = textwrap.wrap(format_code(tree.guess[node], rules), 28)
            cells = f'<td {_FRAME} cellpadding="3">{"<br/>".join(map(plain, lines))}</td>'
        else:
            cells = "".join(map(self._peg_cell, colors[:: -1 if rules.right_to_left else 1]))
        end = f'<td port="guess" width="9">{"▸" if cut else ""}</td>'
        below = ""
        if tree.extent[node] > 1:
            left = Node(tree, node).secrets_left
            star = not tree.consistent[node] and not rules.only_asks
            below = (
                f'<tr>{answer and "<td></td>"}<td colspan="{rules.pegs}">'
                f'<font point-size="9">{left} left{" *" * star}</font></td></tr>'
            )
        table = '<table border="0" cellborder="0" cellspacing="1" cellpadding="0">'
        label = f"<{table}<tr>{answer}{cells}{end}</tr>{below}</table>>"
        return label, _quoted("".join(map(self._letter, colors)))


def _quoted(text: str) -> str:
    """Return a text for a Graphviz file, in quotes unless it is an ASCII word."""
    is_word = text.isascii() and text.isidentifier() and text.lower() not in _KEYWORDS
    return text if is_word else f'"{text}"'


def plain(text: str, backslashes: int = 2) -> str:
    r"""Return any text so that Graphviz shows it as it is, without markup, entities or ``\N``.

    It takes two backslashes for one in a label, and four in a tooltip, which it reads twice.
    """
    if not text.isprintable():
        text = "".join(char if char.isprintable() else "?" for char in text)
    return text.translate(_ESCAPES).replace("\\", "\\" * backslashes)
