"""How a tree shows itself in a notebook: a small piece of HTML, without scripts or links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mmtree.errors import TreeError
from mmtree.game.code import PALETTE, format_code
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules

if TYPE_CHECKING:
    from mmtree.tree.tree import StrategyTree

_BAR, _STEP = 14, 34
"""Height of the tallest line of the histogram in steps of four pixels, and width of a column."""
_SHOWN = 14
"""The opening's answers that get a line; of more, the others are counted."""


def html(tree: StrategyTree) -> str:
    """Name, rules, figures, histogram, and the second guess after each answer to the first one."""
    title = f"<b>{escape(tree.strategy.name)}</b> for {tree.rules}"
    try:
        figures = tree.figures
    except TreeError as error:
        return f"<p>{title}: {escape(str(error))}</p>"
    answers = list(tree.root.children.items())
    rows = [
        f'<tr><td style="text-align:left">{format_feedback(value)}</td>'
        f'<td style="text-align:left">{_code(node.guess, tree.rules)}</td>'
        f"<td>{node.secrets_left}</td></tr>"
        for value, node in answers[:_SHOWN]
    ]
    if answers[_SHOWN:]:
        rows.append(f'<tr><td colspan="3">and {len(answers) - _SHOWN} more</td></tr>')
    return (
        f"<div><p>{title}: {figures.secrets} secrets, {figures}; {_proof(tree)}</p>"
        f"{_histogram(figures.histogram)}"
        f"<p>first guess {_code(tree.root.guess, tree.rules)}</p>"
        "<table><thead><tr><th>answer</th><th>next guess</th><th>secrets left</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _proof(tree: StrategyTree) -> str:
    """What is known of its price, and where only the file says so, that it does."""
    if tree.proof is None:
        return "not proved optimal"
    return escape(f"{tree.proof}{'' if tree.trusted else ', says the file'}")


def _code(code: int, rules: Rules) -> str:
    """The letters of a code, each above a line of its colour where that has a name."""
    letters = format_code(code, rules)
    if rules.colors > len(PALETTE):
        return f"<code>{letters}</code>"
    style = "margin-right:2px;border-bottom:3px solid"
    pegs = (
        f'<span style="{style} {PALETTE[color][1]}">{letter}</span>'
        for letter, color in zip(letters, rules.digits(code), strict=True)
    )
    return f"<code>{''.join(pegs)}</code>"


def _histogram(histogram: tuple[int, ...]) -> str:
    """A column for each number of guesses: the secrets above, the guesses below."""
    most, floor = max(histogram), 4 * _BAR + 14
    columns = []
    for guesses, count in enumerate(histogram, 1):
        left, height = (guesses - 1) * _STEP, max(int(count > 0), round(4 * _BAR * count / most))
        middle = left + _STEP // 2
        columns.append(
            f'<rect x="{left + 4}" y="{floor - height}" width="{_STEP - 8}" height="{height}"/>'
            f'<text x="{middle}" y="{floor - height - 3}">{count}</text>'
            f'<text x="{middle}" y="{floor + 11}">{guesses}</text>'
        )
    width, height = len(histogram) * _STEP, floor + 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-size="10" text-anchor="middle" '
        'fill="currentColor"><title>secrets by number of guesses</title>'
        f"{''.join(columns)}</svg>"
    )
