"""The progress bar is shown on a terminal for long work, and erased at the end."""

import os
import re
import subprocess
import sys
import time
from contextlib import closing

import pytest

from mmtree.cli import progress
from mmtree.progress import Progress, span

from support.environment import linux, needs_native
from support.terminals import Terminal


@pytest.fixture
def terminal(capsys, monkeypatch):
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda self: True)
    monkeypatch.setattr(progress, "WAIT", 0.05)
    monkeypatch.setattr(progress, "_STEP", 0.02)


def wait_for(capsys, text):
    """Return the output up to a text, in which 0 s matches any number of seconds."""
    shown, looked_for = "", re.escape(text).replace(r"0\ s", "[0-9]+ s")
    deadline = time.monotonic() + 300
    while not re.search(looked_for, shown) and time.monotonic() < deadline:
        shown += capsys.readouterr().err
        time.sleep(0.01)
    assert re.search(looked_for, shown)
    return shown


def test_bar_shows_secrets_best_and_time_and_disappears(terminal, capsys):
    with progress.progress_bar() as show:
        wait_for(capsys, "[--------------------]  0 s  preparing")
        show(Progress(648, 1296, ("best 5801",)))
        wait_for(capsys, "[##########----------]  0 s  50 %  best 5801")
    assert capsys.readouterr().err.endswith("\r\x1b[K")


def test_advice_is_printed_once(terminal, capsys, monkeypatch):
    with progress.progress_bar("install more") as show:
        wait_for(capsys, "[-----")  # the bar precedes the advice
        monkeypatch.setattr(progress, "PATIENCE", 0)
        wait_for(capsys, "\r\x1b[Kmmtree: install more\n")
        show(Progress(648, 1296, ("best 5801",)))
        assert "install" not in wait_for(capsys, "50 %  best 5801")
    assert "install" not in capsys.readouterr().err


def test_advice_is_printed_without_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    with progress.progress_bar("install more") as show:
        show(Progress(1, 2))
        assert wait_for(capsys, "more\n") == "mmtree: install more\n"
    assert capsys.readouterr().err == ""


def test_hint_is_printed_once_before_the_first_line(capsys, monkeypatch):
    monkeypatch.setattr(progress, "LINE", 0.05)
    with progress.progress_bar(log=True, hint="save it"):
        shown = wait_for(capsys, "preparing")
    assert re.fullmatch("mmtree: save it\nmmtree: [0-9]+ s, preparing\n", shown)
    assert capsys.readouterr().err == ""


def test_log_has_a_line_from_time_to_time(capsys, monkeypatch):
    monkeypatch.setattr(progress, "LINE", 0.02)
    monkeypatch.setattr(progress, "LINES", 0.2)
    start = time.monotonic()
    with progress.progress_bar(log=True) as show:
        parts = ("opening 2 of 7", "at least 5200", "about 3 h 20 min left")
        show(Progress(333, 1000, parts))
        shown = wait_for(capsys, "left\nmmtree: 0 s, 33 %, opening 2")
        assert time.monotonic() - start > 0.15
    state = "33 %, opening 2 of 7, at least 5200, about 3 h 20 min left"
    line = f"mmtree: [0-9]+ s, (preparing|{state})"
    shown += capsys.readouterr().err
    assert all(re.fullmatch(line, printed) for printed in shown.splitlines())


def test_bar_never_wraps(terminal, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    with progress.progress_bar() as show:
        show(Progress(1, 2, ("x" * 100,)))
        shown = wait_for(capsys, "0 s  50 %")
    assert all(len(line) < 30 for line in shown.replace("\x1b[K", "").split("\r"))


REPORTS = {
    "first bounds": (4321, 0, ("cell 7 of 19", "opening 1 of 7", "at least 34460")),
    "everything": (
        987654,
        50,
        (
            *("4 workers", "12 batches running", "cell 12 of 134", "opening 2 of 7"),
            *("at least 34460 within 7 guesses", "best so far 34900", "about 3 h 20 min left"),
        ),
    ),
    "no parts": (12, 7, ()),
    "one long part": (12, 7, ("x" * 90,)),
}


@pytest.mark.parametrize(("seconds", "percent", "parts"), REPORTS.values(), ids=REPORTS)
def test_bar_is_shortened_by_whole_parts(seconds, percent, parts):
    """A bound "at least 34460" that is cut to "at least 344" would be another number."""
    bar, head = "[####----------------]", [f"{seconds} s", f"{percent} %"]
    whole = [*head, *parts]
    for width in range(19, 200):
        line = progress.fitting_line(bar, head, parts, width)
        assert len(line) <= width
        shown = [part for part in re.split("  |, ", line) if part != bar]
        assert shown == [part for part in whole if part in shown]
        assert shown[:2] == head
        for part in {*whole} - {*shown}:  # there is no room for an omitted part
            less_important = [
                other for other in shown[2:] if whole.index(other) < whole.index(part)
            ]
            bar_shown = len(bar) + 2 if bar in line else 0
            room = width - len(line) + bar_shown + sum(len(other) + 2 for other in less_important)
            assert len(part) + 2 > room
    assert progress.fitting_line(bar, head, parts, 300).startswith(f"{bar}  {seconds} s  ")
    assert progress.fitting_line(bar, head, parts, 300).endswith(", ".join(parts))


@linux
def test_width_is_that_of_the_terminal_of_standard_error():
    """Standard output may be another terminal or a pipe."""
    import pty
    import termios

    ends = pty.openpty()
    termios.tcsetwinsize(ends[1], (24, 33))
    code = "from mmtree.show.columns import terminal_width; print(terminal_width(err=True))"
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    out = subprocess.run(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=ends[1]
    ).stdout
    for end in ends:
        os.close(end)
    assert out == b"33\n"


def test_short_work_shows_nothing(terminal, capsys, monkeypatch):
    monkeypatch.setattr(progress, "WAIT", 60)
    with progress.progress_bar() as show:
        show(Progress(1, 2))
    assert capsys.readouterr().err == ""


def test_no_bar_in_a_pipe(capsys, monkeypatch):
    monkeypatch.setattr(progress, "LINE", 0.01)
    with progress.progress_bar() as show:
        show(Progress(1, 2))
        time.sleep(0.05)
    assert capsys.readouterr().err == ""


@pytest.mark.slow
@linux
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--strategy", "koyama-lai"], "interrupted: --checkpoint FILE would save the work"),
        (["--strategy", "least-max"], "interrupted: the same command starts from the beginning"),
    ],
    ids=["a strategy with checkpoints", "another"],
)
@needs_native
def test_ctrl_c_leaves_only_the_message(options, said, tmp_path):
    """The progress bar and ^C are erased, even if the line was as wide as the terminal."""
    build = ["build", *options, "--rules", "5p8c", "--jobs", 1]
    with closing(Terminal(*build, width=60, cwd=tmp_path)) as terminal:
        terminal.wait("[1-9] s  ")
        terminal.type("\x03")
        assert terminal.status() == 130
    assert terminal.lines() == [said, ""]
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (99, "99 s"),
        (100, "2 min"),
        (5900, "98 min"),
        (12000, "3 h 20 min"),
        (36000, "10 h"),
        (259199, "3 d"),
        (864000, "10 d"),
    ],
)
def test_time_is_rounded_for_display(seconds, words):
    assert span(seconds) == words


@pytest.mark.parametrize("strategy", ["koyama-lai", "knuth", "irving-exact", "random"])
def test_every_strategy_reports(strategy):
    from mmtree import build_tree

    reports = []
    build_tree(strategy, "3p4c", progress=reports.append)
    assert reports[-1] == (64, 64, ())
    assert all(0 <= done <= work for done, work, _ in reports)
    if strategy == "koyama-lai":
        assert any(part.startswith("total ") for _, _, parts in reports for part in parts)
