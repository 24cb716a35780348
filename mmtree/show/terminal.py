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
    """Return whether the terminal has 256 colours or more, and NO_COLOR is unset (no-color.org).

    COLORTERM overrides terminfo, which may name fewer colours.
    """
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return False
    try:
        import curses

        curses.setupterm(fd=sys.stdout.fileno())
        colors = curses.tigetnum("colors")
    except (ImportError, OSError, ValueError):  # Windows, or a Python without it
        return False
    except curses.error:  # an unknown terminal
        return False
    return colors >= 256 or (colors > 0 and _full_colors())


def _full_colors() -> bool:
    return os.environ.get("COLORTERM") in ("truecolor", "24bit")


def code_lines(
    before: str, code: int, after: str, rules: Rules, symbols: Symbols, color: bool, width: int
) -> list[str]:
    """Return a code as a row of pegs: symbols, with or without background colours.

    Texts before and after it are on the same line if it is wide enough; else the pegs continue on
    the next line, below the first peg.
    """
    lines, length = [before], len(before)
    room = max(width, len(before) + 1)
    for peg in rules.digits(code):
        text = symbol(peg, rules, symbols)
        wide = len(text) + 2 * color
        if length > len(before) and length + 1 + wide > room:
            lines.append(" " * len(before))
            length = len(before)
        gap = " " if length > len(before) else ""
        lines[-1] += gap + _peg(peg, text, color)
        length += len(gap) + wide
    if after and length + 3 + len(after) > room:
        lines.append(" " * len(before) + after)
    elif after:
        lines[-1] += "   " + after
    return lines


def legend(rules: Rules, symbols: Symbols, color: bool, width: int) -> list[str]:
    """Return symbols and names of all colours, in lines that fit; none without names."""
    if rules.colors > len(PALETTE) or symbols == "names":
        return []
    lines = ["colours:"]
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
    if _full_colors():
        return click.style(f" {text} ", bg=rgb(shade), fg=rgb(mark(shade)))
    number, shade = _nearest(shade)
    black, white = 16, 231
    return click.style(f" {text} ", bg=number, fg=white if mark(shade) == "#ffffff" else black)


def _nearest(value: str) -> tuple[int, str]:
    """Return the nearest colour to ``#rrggbb`` of a 256-colour terminal, and its value."""
    levels = (0, 95, 135, 175, 215, 255)
    steps = [min(range(6), key=lambda step: abs(levels[step] - part)) for part in rgb(value)]
    red, green, blue = steps
    return 16 + 36 * red + 6 * green + blue, "#" + "".join(f"{levels[step]:02x}" for step in steps)


def feedback_line(feedback: int) -> str:
    """Return a feedback in numbers, short and long: ``21  2b1w``."""
    return f"{feedback:02}  {format_feedback(feedback)}"


def histogram_lines(histogram: Sequence[int], width: int = 80) -> list[str]:
    """Return one line of bars for each number of guesses, within the width if possible."""
    most, total = max(histogram), sum(histogram)
    digits = len(str(most))
    bar = max(1, min(_BAR, width - digits - len("  1     50.0%  ")))
    return [
        f"{guesses:>3}  {count:>{digits}}  {count / total:>6.1%}  "
        + "#" * max(count > 0, round(bar * count / most))
        for guesses, count in enumerate(histogram, 1)
    ]
