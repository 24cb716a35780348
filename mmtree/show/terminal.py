"""Codes, feedback and histograms in a terminal."""

import os
import sys
import textwrap
from collections.abc import Sequence

import click

from mmtree.game.code import PALETTE, Symbols, color_names, format_code, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.show.columns import LEFT_TO_RIGHT, text_width
from mmtree.show.pegs import fill, mark, rgb

_BAR = 40
_MARKS = ("#787c7e", "#c9b458", "#538d4e")
"""The colours of letters that are nowhere, elsewhere and right; signs follow the word."""


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
    before: str,
    code: int,
    feedback: int | str | None,
    rules: Rules,
    symbols: Symbols,
    color: bool,
    width: int,
) -> list[str]:
    """Return a code as a row of pegs: symbols, with or without background colours.

    Letters of words have the colours of their marks instead. The text before and the feedback, or a
    text in its place, are on the same line if it is wide enough; else the pegs continue on the next
    line, below the first peg.
    """
    value = feedback if isinstance(feedback, int) else None
    after = str(feedback or "") if value is None else feedback_line(value, rules)
    lines, indent = [before], " " * len(before)
    room = max(width, len(before) + 1)
    if rules.uses_names:
        wrapped = textwrap.wrap(format_code(code, rules), max(10, room - len(before)))
        lines = [before + wrapped[0], *(indent + line for line in wrapped[1:])]
    pegs = () if rules.uses_names else rules.digits(code)
    marks = () if value is None else rules.kind.marks(value)
    # Many terminals do not reverse words. One that does leaves single letters before a mark.
    reverse = rules.right_to_left and sys.stdout.isatty()
    gap = ""
    for at, peg in list(enumerate(pegs))[:: -1 if reverse else 1]:
        shade = _shade(peg, rules, marks[at] if marks else None)
        entry = _peg(shade, symbol(peg, rules, symbols), color) + LEFT_TO_RIGHT * reverse
        if gap and _length(f"{lines[-1]} {entry}") > room:
            lines.append(indent)
            gap = ""
        lines[-1] += gap + entry
        gap = " "
    if after and _length(f"{lines[-1]}   {after}") > room:
        lines.append(indent + after)
    elif after:
        lines[-1] += "   " + after
    return lines


def legend(rules: Rules, symbols: Symbols, color: bool, width: int) -> list[str]:
    """Return symbols and names of all colours, in lines that fit; none without names."""
    count = rules.colors - rules.holes
    if not rules.uses_pegs or count > len(PALETTE) or symbols == "names":
        return []
    lines = ["colours:"]
    for peg, name in enumerate(color_names(rules)):
        entry = f"  {_peg(_shade(peg, rules), symbol(peg, rules, symbols), color)} {name}"
        if _length(lines[-1] + entry) > width:
            lines.append(" " * 8)
        lines[-1] += entry
    return lines


def _length(line: str) -> int:
    """Return the columns of a line, which may have colours."""
    return text_width(click.unstyle(line).replace(LEFT_TO_RIGHT, ""))


def _shade(color: int, rules: Rules, marked: int | None = None) -> str:
    """Return the background of a peg or a letter; empty for a hole and a letter without mark."""
    if not rules.uses_pegs and not rules.uses_names:
        return "" if marked is None else _MARKS[marked]
    return "" if rules.symbol(color) else fill(color, rules)


def _peg(shade: str, text: str, colored: bool) -> str:
    if not colored:
        return text
    if not shade:
        return f" {text} "
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


def feedback_line(feedback: int, rules: Rules) -> str:
    """Return a feedback of pegs in numbers, short and long: ``21  2b1w``; else as text."""
    text = format_feedback(feedback, rules)
    return f"{feedback:02}  {text}" if rules.kind.counts > 0 else text


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
