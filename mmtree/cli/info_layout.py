"""How ``mmtree info`` prints: a name and a text on each row, broken to the width of the window."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from mmtree.cli.output import print_lines, terminal_width


def line_width() -> int:
    """How wide a line may be."""
    return max(30, terminal_width() - 1)


def print_rows(rows: Mapping[str, str]) -> None:
    """Print them."""
    for name, text in rows.items():
        # Break lines between words only, so that copied words stay whole.
        lines = wrap(text, line_width() - 10, break_long_words=False, break_on_hyphens=False)
        print_lines(f"{name:10}{lines[0]}", *(" " * 10 + line for line in lines[1:]))
