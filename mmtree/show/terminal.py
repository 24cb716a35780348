"""Codes, feedback and histograms in a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from mmtree.game.code import PALETTE, Symbols, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.show.pegs import fill, mark, rgb

_BAR = 40


def colors_wanted() -> bool:
    """True on a terminal that shows colours, unless NO_COLOR is set (no-color.org)."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "dumb") != "dumb"
    )


def code_line(code: int, rules: Rules, symbols: Symbols, color: bool) -> str:
    """A code as a row of pegs: the symbols, on their colours where wanted."""
    return " ".join(_peg(peg, symbol(peg, rules, symbols), color) for peg in rules.digits(code))


def legend(rules: Rules, symbols: Symbols, color: bool, width: int) -> list[str]:
    """The symbol and the name of every colour, in lines that fit; none where there are no names."""
    if rules.colors > len(PALETTE) or symbols == "names":
        return []
    lines = ["colors: "]
    length = len(lines[0])
    for peg in range(rules.colors):
        text, name = symbol(peg, rules, symbols), PALETTE[peg][0]
        needed = len(f"  {text} {name}") + 2 * color
        if length + needed > width:
            lines.append(" " * 8)
            length = 8
        lines[-1] += f"  {_peg(peg, text, color)} {name}"
        length += needed
    return lines


def _peg(color: int, text: str, colored: bool) -> str:
    if not colored:
        return text
    shade = fill(color)
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return click.style(f" {text} ", bg=rgb(shade), fg=rgb(mark(shade)))
    number, shade = _nearest(shade)
    black, white = 16, 231
    return click.style(f" {text} ", bg=number, fg=white if mark(shade) == "#ffffff" else black)


def _nearest(value: str) -> tuple[int, str]:
    """The colour nearest to ``#rrggbb`` in the cube of a 256-colour terminal, and its value."""
    levels = (0, 95, 135, 175, 215, 255)
    steps = [min(range(6), key=lambda step: abs(levels[step] - part)) for part in rgb(value)]
    red, green, blue = steps
    return 16 + 36 * red + 6 * green + blue, "#" + "".join(f"{levels[step]:02x}" for step in steps)


def feedback_line(feedback: int) -> str:
    """A feedback in numbers, short and long: ``21  2b1w``."""
    return f"{feedback:02}  {format_feedback(feedback)}"


def histogram_lines(histogram: Sequence[int]) -> list[str]:
    """One line of bars for each number of guesses."""
    most, total = max(histogram), sum(histogram)
    width = len(str(most))
    return [
        f"{guesses:>3}  {count:>{width}}  {count / total:>6.1%}  "
        + "#" * max(count > 0, round(_BAR * count / most))
        for guesses, count in enumerate(histogram, 1)
    ]
