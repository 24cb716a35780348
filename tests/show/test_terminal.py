"""Codes and colours in a terminal."""

import pytest

from mmtree import Rules
from mmtree.game.code import PALETTE
from mmtree.show.pegs import fill, luminance, mark
from mmtree.show.terminal import _nearest, code_line, colors_wanted, histogram_lines, legend

AABC = 8


@pytest.mark.parametrize(
    ("terminal", "environment", "wanted"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_when_colors_are_shown(monkeypatch, terminal, environment, wanted):
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colors_wanted() == wanted


@pytest.mark.parametrize(
    ("setting", "red"), [("truecolor", "48;2;215;38;61"), ("", "48;5;161")], ids=["full", "256"]
)
def test_colored_pegs_keep_their_letters(monkeypatch, setting, red):
    monkeypatch.setenv("COLORTERM", setting)
    line = code_line(AABC, Rules(), "letters", color=True)
    assert line.count(f"{red}m A ") == 2
    assert " B " in line


@pytest.mark.parametrize("color", range(12))
def test_marks_are_legible_in_256_colors_too(color):
    _, shade = _nearest(fill(color))
    lighter, darker = sorted((luminance(shade), luminance(mark(shade))), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_the_nearest_of_256_colors():
    assert _nearest("#d7263d") == (161, "#d7005f")
    assert len({_nearest(value) for _, value in PALETTE}) == len(PALETTE)


def test_without_colors_the_letters_remain():
    assert code_line(AABC, Rules(), "letters", color=False) == "A A B C"


def test_the_legend_names_every_color():
    line = "colors:   1 red  2 green  3 blue"
    assert legend(Rules(4, 3), "digits1", color=False, width=80) == [line]
    assert legend(Rules(4, 3), "digits1", color=False, width=30) == [line[:24], " " * 10 + "3 blue"]
    assert legend(Rules(4, 11), "letters", color=False, width=80) == []


def test_histogram():
    assert histogram_lines([1, 0, 80]) == [
        "  1   1    1.2%  #",
        "  2   0    0.0%  ",
        "  3  80   98.8%  " + "#" * 40,
    ]
