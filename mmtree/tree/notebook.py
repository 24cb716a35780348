"""Shows a tree in a notebook as a small piece of HTML, without scripts or links."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mmtree.game.code import PALETTE, format_code
from mmtree.game.rules import Rules
from mmtree.tree.provenance import Provenance

_BAR, _STEP = 14, 34
"""Height of the tallest bar of the histogram in steps of four pixels, and width of a column."""
_SHOWN = 14
"""The most answers to the opening that are shown."""


def title(rules: Rules, origin: Provenance) -> str:
    """Return strategy and rules of a tree, as HTML."""
    return f"<b>{escape(origin.strategy.name)}</b> for {rules}"


def html(
    rules: Rules, origin: Provenance, opening: int, answers: Sequence[tuple[str, int, int]]
) -> str:
    """Return name, rules, figures, histogram, and the second guess after each answer, as HTML.

    Args:
        rules: the rules of the tree.
        origin: its strategy, proof and figures.
        opening: its first guess.
        answers: for each answer to that, its text, the guess after it, and the secrets left.
    """
    figures = origin.figures
    rows = [
        f'<tr><td style="text-align:left">{escape(answer)}</td>'
        f'<td style="text-align:left">{_code(guess, rules)}</td>'
        f"<td>{left}</td></tr>"
        for answer, guess, left in answers[:_SHOWN]
    ]
    if answers[_SHOWN:]:
        rows.append(f'<tr><td colspan="3">and {len(answers) - _SHOWN} more</td></tr>')
    return (
        f"<div><p>{title(rules, origin)}: {figures.secrets} secrets, {figures}; "
        f"{_proof(origin)}</p>"
        f"{_histogram(figures.histogram)}"
        f"<p>first {rules.move} {_code(opening, rules)}</p>"
        f"<table><thead><tr><th>answer</th><th>next {rules.move}</th>"
        "<th>secrets left</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _proof(origin: Provenance) -> str:
    """Describe the proof of a tree; an unverified one is attributed to the file."""
    if origin.proof is None:
        return "not proved optimal"
    return escape(f"{origin.proof}{'' if origin.proved else ', says the file'}")


def _code(code: int, rules: Rules) -> str:
    """Return the letters of a code, underlined in their colours if the palette has enough."""
    letters = format_code(code, rules)
    if not rules.uses_pegs or rules.colors > len(PALETTE):
        return f"<code>{escape(letters)}</code>"
    style = "margin-right:2px;border-bottom:3px solid"
    pegs = (
        f'<span style="{style} {PALETTE[color][1]}">{letter}</span>'
        for letter, color in zip(letters, rules.digits(code), strict=True)
    )
    return f"<code>{''.join(pegs)}</code>"


def _histogram(histogram: tuple[int, ...]) -> str:
    """Draw a bar for each number of guesses, with the number of secrets above it."""
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
