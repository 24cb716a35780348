"""Prints games: codes as pegs, and text wrapped to the width of the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from mmtree.cli.output import break_line, print_lines, terminal_width
from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import Rules
from mmtree.play.game_rows import GameRow
from mmtree.show.terminal import code_lines, colors_wanted, legend


def line_width() -> int:
    """Return the most columns of a line."""
    return max(20, terminal_width() - 1)


def print_wrapped(text: str) -> None:
    """Print text, wrapped at words to the width of the terminal."""
    print_lines(*break_line(text, line_width(), indent=0))


class Board:
    """Prints codes in the chosen symbols, in colour if the terminal supports it."""

    def __init__(self, rules: Rules, symbols: Symbols) -> None:
        self.rules = rules
        self.symbols = symbols
        self._color = colors_wanted()

    def code(self, before: str, code: int, feedback: int | None = None) -> None:
        """Print a row of pegs after a text, and its feedback."""
        width = terminal_width() - 1
        lines = code_lines(before, code, feedback, self.rules, self.symbols, self._color, width)
        print_lines(*lines, styled=True)

    def legend(self) -> None:
        """Print the symbol and the name of every colour."""
        width = terminal_width() - 1
        print_lines(*legend(self.rules, self.symbols, self._color, width), styled=True)

    def history(self, rows: Sequence[GameRow]) -> None:
        """Print the game so far, a line for each guess."""
        for number, (guess, feedback) in enumerate(rows, 1):
            self.code(f"{self.rules.move} {number}:  ", guess, feedback)
        if not rows:
            print_lines(f"no {self.rules.move} has been answered yet")

    def secret(self, secret: int) -> None:
        """Print the secret that was found."""
        if self.rules.identified:
            print_wrapped(f"It is {format_code(secret, self.rules)}.")
        else:
            self.code("the secret is  ", secret)


def format_average(number: float) -> str:
    """Format an average number of secrets: ``1.5``, ``185``."""
    return f"{number:.1f}" if number < 10 else f"{number:.0f}"
