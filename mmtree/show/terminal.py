"""Codes, feedback and histograms in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

import click

from mmtree.game.code import Symbols, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.show.pegs import fill, mark, rgb

_BAR = 40


def code_line(code: int, rules: Rules, symbols: Symbols, color: bool) -> str:
    """A code as a row of pegs: the symbols, on their colours where wanted."""
    pegs = []
    for peg in rules.digits(code):
        text = symbol(peg, rules, symbols)
        if color:
            text = click.style(f" {text} ", bg=rgb(fill(peg)), fg=rgb(mark(peg)))
        pegs.append(text)
    return " ".join(pegs)


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
