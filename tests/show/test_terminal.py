"""Codes and colours in a terminal."""

import re
import sys

import pytest

from mmtree.game.code import PALETTE
from mmtree.game.peg_rules import PegRules
from mmtree.game.word_rules import word_rules
from mmtree.show.columns import columns
from mmtree.show.pegs import fill
from mmtree.show.terminal import _nearest, code_lines, colors_wanted, histogram_lines, legend

from support.color_vision import EYES, nearest, seen_by
from support.environment import python

AABC = 8


@pytest.mark.slow(after=3)
@pytest.mark.parametrize(
    ("terminal", "environment", "wanted"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "vt100"}, False),
        (True, {"TERM": "xterm"}, False),  # 8 colours, which are too few to tell pegs apart
        (True, {"TERM": "xterm", "COLORTERM": "truecolor"}, True),
        (True, {"TERM": "vt100", "COLORTERM": "truecolor"}, False),
        (True, {"TERM": "of-nobody-s-making"}, False),
        (True, {"TERM": ""}, False),
    ],
)
def test_colours_depend_on_terminal_and_environment(terminal, environment, wanted):
    """Each case runs in its own process, because curses reads terminfo only once."""
    pytest.importorskip("curses", reason="Windows has no terminfo")
    code = f"""
import sys
sys.stdout.isatty = lambda: {terminal}
from mmtree.show.terminal import colors_wanted
print(colors_wanted())
"""
    plain = {"NO_COLOR": None, "COLORTERM": None, "TERM": "xterm-256color"}
    ended = python("-c", code, **{**plain, **environment})
    assert ended.stdout == f"{wanted}\n"


def test_no_colours_without_curses(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setitem(sys.modules, "curses", None)
    assert colors_wanted() is False


@pytest.mark.parametrize(
    ("setting", "red"), [("truecolor", "48;2;224;40;46"), ("", "48;5;160")], ids=["full", "256"]
)
def test_coloured_pegs_have_letters(monkeypatch, setting, red):
    monkeypatch.setenv("COLORTERM", setting)
    line = code_lines("", AABC, None, PegRules(), "letters", True, 80)[0]
    assert line.count(f"{red}m A ") == 2
    assert " B " in line


def test_nearest_of_256_colours():
    assert _nearest("#e0282e") == (160, "#d70000")
    assert len({_nearest(value) for _, value in PALETTE}) == len(PALETTE)


@pytest.mark.parametrize("eyes", EYES)
def test_first_six_of_256_colours_as_seen_by_colour_blind(eyes):
    assert (
        nearest([_nearest(fill(color, PegRules(1, 36)))[1] for color in range(6)], seen_by(eyes))
        >= 9.5
    )


def test_letters_remain_without_colours():
    assert code_lines("", AABC, None, PegRules(), "letters", False, 80) == ["A A B C"]


@pytest.mark.parametrize("color", [False, True])
def test_pegs_are_not_broken_on_narrow_terminal(color):
    rules = PegRules(5, 6)
    code = rules.number((0, 4, 1, 5, 3))
    lines = code_lines("guess 1:  ", code, 10, rules, "names", color, 26)
    plain = [re.sub("\x1b.*?m", "", line) for line in lines]
    assert max(map(len, plain)) <= 26
    words = " ".join(" ".join(plain).split())
    assert words == "guess 1: red orange green purple yellow 10 1b0w"
    assert all(line.startswith(" " * 10) for line in plain[1:])
    wide = code_lines("guess 1:  ", code, 10, rules, "names", False, 80)
    assert wide == ["guess 1:  red orange green purple yellow   10  1b0w"]


def test_legend_names_every_colour():
    line = "colours:  1 red  2 green  3 blue"
    assert legend(PegRules(4, 3), "digits1", color=False, width=80) == [line]
    assert legend(PegRules(4, 3), "digits1", color=False, width=30) == [
        line[:24],
        " " * 10 + "3 blue",
    ]
    assert legend(PegRules(4, 11), "letters", color=False, width=80) == []


def test_histogram_is_to_scale():
    assert histogram_lines([1, 0, 80]) == [
        "  1   1    1.2%  #",
        "  2   0    0.0%  ",
        "  3  80   98.8%  " + "#" * 40,
    ]


def test_narrow_histogram():
    assert max(map(len, histogram_lines([1, 0, 80], 30))) == 30
    assert histogram_lines([10**9], 10) == [f"  1  {10**9}  100.0%  #"]


@pytest.mark.parametrize("isatty", [True, False])
def test_words_are_set_from_right_to_left_on_a_terminal_only(monkeypatch, isatty):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: isatty, raising=False)
    rules = word_rules(["שלום", "שמים"])
    [line] = code_lines("", rules.named("שלום"), 80, rules, "letters", False, 20)
    assert line == ("ם\u200e ו\u200e ל\u200e ש\u200e   ++++" if isatty else "ש ל ו ם   ++++")


def test_emoji_take_two_columns():
    rules = word_rules(["🐶🐱🐭", "🐱🐶🐭"])
    look = rules.named("🐶🐱🐭"), None, rules, "letters", False
    assert [len(code_lines("", *look, width)) for width in (8, 7)] == [1, 2]
    assert columns([("🐶", "b"), ("aa", "c")], ()) == ["🐶  b", "aa  c"]
