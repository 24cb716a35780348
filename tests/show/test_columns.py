"""Tables and texts are wrapped at words on a terminal of any width, but not in a pipe."""

import json
import re
from contextlib import closing

import pytest

from mmtree.show.columns import break_line, columns, wrap_rows

from support.environment import linux
from support.terminals import Terminal

ROWS = [
    ("name", "total", "source"),
    ("  koyama-lai, at most 5 guesses", "5626", "Koyama and Lai 1993"),
    ("knuth", "5801", "Knuth 1976; Kooi 2005"),
]


def words(text):
    return re.sub(r"[|]\s+", "|", text).split()


@pytest.fixture
def wide(monkeypatch):
    """Makes standard output as wide as a terminal of some columns: wide(80)."""

    def terminal(width):
        for module in ("show.columns", "cli.output", "cli.main"):
            monkeypatch.setattr(f"mmtree.{module}.wrap_width", lambda err=False: width)

    return terminal


def test_cells_are_wrapped_within_their_columns(wide):
    wide(40)
    assert columns(ROWS, {1}) == [
        "name             total  source",
        "  koyama-lai,     5626  Koyama and Lai",
        "  at most 5             1993",
        "  guesses",
        "knuth             5801  Knuth 1976; Kooi",
        "                        2005",
    ]


def test_rows_become_text_if_columns_do_not_fit(wide):
    wide(26)
    assert wrap_rows(ROWS, {1})[1:] == [
        ["  koyama-lai, at most 5", "    guesses  5626  Koyama", "    and Lai 1993"],
        ["knuth  5801  Knuth 1976;", "    Kooi 2005"],
    ]


def test_unwrapped_table_has_a_line_for_each_row(wide):
    wide(26)
    assert len(columns(ROWS, {1}, wrap=False)) == 3


@pytest.mark.parametrize("width", range(1, 120))
def test_no_word_is_broken_at_any_width(wide, width):
    wide(width)
    lines = wrap_rows(ROWS, {1})
    for row, shown in zip(ROWS, lines, strict=True):
        assert sorted(words(" ".join(shown))) == sorted(words(" ".join(row)))
        longest = max(map(len, words(" ".join(row))))
        assert all(len(line) <= max(width, longest) for line in shown)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("short", ["short"]),
        ("x" * 30, ["x" * 30]),
        ("mmtree: a: no such file here", ["mmtree: a: no such", "file here"]),
        ("  max   5, first for AAAF, AB", ["  max   5, first for", "        AAAF, AB"]),
        ("    a reason that goes on", ["    a reason that", "    goes on"]),
        ("koyama-lai-5p8c-distinct is it", ["koyama-lai-5p8c-distinct", "is it"]),
        (" " * 30, [""]),
    ],
)
def test_wrapped_line_is_indented_below_its_text(line, lines):
    assert break_line(line, 20) == lines


VERDICTS = [
    ("claim", "found", "how", "verdict"),
    ("koyama-lai, at most 5 guesses", "total 5626", "built", "holds"),
    ("kooi, ties to the last code", "total 5668", "built", "not reproduced"),
]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (41, ["kooi, ties   total  built  not reproduced", "to the last  5668", "code"]),
        (40, ["kooi, ties to the last code", "    total 5668  built  not reproduced"]),
        (30, ["kooi, ties to the last code", "    total 5668", "    built  not reproduced"]),
        (
            18,
            [
                "kooi, ties to the",
                "    last code",
                "    total 5668",
                "    built",
                "    not reproduced",
            ],
        ),
    ],
)
def test_last_cell_is_not_broken_and_keeps_its_neighbours(wide, width, lines):
    wide(width)
    assert wrap_rows(VERDICTS, {}, unbroken=3)[2] == lines


SHOWN = [
    ["trees", "--rules", "4p6c"],
    ["trees", "no-such-tree-of-a-name-so-long-that-its-message-does-not-fit"],
    ["value", "3p2c", "3p3c"],
    ["info", "knuth-4p6c"],
    ["play", "--secret", "ABCD", "knuth-4p6c"],
    ["import", "--help"],
    ["--help"],
]
"""Commands that run in a real terminal: tables, errors, labels, colours and help."""
WRAPPED = [
    ["strategies"],
    ["claims"],
    ["claims", "--check", "--rules", "4p7c"],
    ["info", "nothing-4p6c"],
    ["verify", "knuth-4p6c"],
    ["compare", "knuth-4p6c", "koyama-lai-4p6c", "irving-4p6c"],
    ["hardest", "knuth-4p6c"],
    ["bounds", "4p10c-distinct"],
    ["openings", "knuth", "--rules", "3p4c"],
    ["static", "check", "0110", "1243", "2200"],
    ["build", "--strategy", "knuth", "--rules", "9p9c"],
    ["import", "x.mmtree"],
    *([name, "--help"] for name in ("build", "chart", "export", "sheet")),
]


@pytest.mark.slow(after=1)
@linux
@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
def test_no_command_breaks_a_word_at_80_columns(mmtree, monkeypatch, tmp_path, arguments):
    monkeypatch.delenv("COLUMNS", raising=False)
    piped = mmtree(*arguments)
    with closing(Terminal(*arguments, width=80, cwd=tmp_path)) as terminal:
        assert terminal.status() == piped.status
    assert sorted(words("\n".join(terminal.lines()))) == sorted(words(piped.out + piped.err))


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("arguments", WRAPPED, ids=" ".join)
def test_every_command_fits_80_columns(mmtree, wide, arguments):
    """The width is set in this process, since a real terminal takes longer than the command."""
    piped = mmtree(*arguments)
    wide(80)
    wrapped = mmtree(*arguments)
    assert wrapped.status == piped.status
    assert sorted(words(wrapped.out + wrapped.err)) == sorted(words(piped.out + piped.err))
    assert max(map(len, (wrapped.out + wrapped.err).splitlines())) <= 80


@pytest.mark.slow(after=1)
@linux
@pytest.mark.parametrize("width", [40, 60, 120])
@pytest.mark.parametrize("command", ["", "build", "export", "static check"])
def test_help_breaks_no_word_at_any_width(mmtree, tmp_path, command, width):
    piped = mmtree(*command.split(), "--help")
    with closing(Terminal(*command.split(), "--help", width=width, cwd=tmp_path)) as terminal:
        assert terminal.status() == 0
    lines = terminal.lines()
    assert sorted(words("\n".join(lines))) == sorted(words(piped.out))
    longest = max(map(len, words(piped.out)))
    assert all(len(line) <= max(width, longest) for line in lines)
    if (command, width) == ("", 40):  # once, and not again after click has wrapped to 50 columns
        assert "  Build, check, draw and play strategy\n  trees for Mastermind.\n" in "\n".join(
            lines
        )


def test_bounds_on_a_narrow_terminal_have_no_heading_above_columns(mmtree, wide):
    wide(40)
    lines = mmtree("bounds", "3p4c").out.splitlines()
    assert "bounds after one guess, and after two" in lines
    assert all(len(line) <= 40 for line in lines)


@pytest.mark.parametrize(
    "command", [["compare", "koyama-lai-4p6c"], ["hardest"]], ids=lambda c: c[0]
)
def test_table_on_a_narrow_terminal_names_columns_in_words(mmtree, wide, command):
    wide(28)
    lines = mmtree(*command, "knuth-4p6c").out.splitlines()
    assert "after max: secrets found by" in lines
    assert max(map(len, lines)) <= 28


@linux
def test_json_is_not_wrapped(mmtree, tmp_path):
    """JSON that is copied from a terminal equals JSON that is written to a file."""
    out = mmtree("claims", "--json").out
    assert max(map(len, out.splitlines())) > 80
    with closing(Terminal("claims", "--json", width=80, cwd=tmp_path)) as terminal:
        assert terminal.status() == 0
    assert terminal.seen.replace("\r\n", "\n") == out
    json.loads(out)
