"""``mmtree play`` on a terminal asks who guesses, edits lines, and hides the hidden secret."""

import os
import re
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from support import terminals
from support.environment import linux

pytestmark = linux


class Terminal(terminals.Terminal):
    """``mmtree play`` in a new terminal."""

    def __init__(self, *arguments, home):
        settings = {"HOME": str(home), "NO_COLOR": None, "INPUTRC": None}
        super().__init__("play", *arguments, width=100, cwd=home, **settings)

    def read(self):
        """Read more of the output, without escape sequences; return False at its end."""
        more = super().read()
        # Colours and sequences of readline, which may arrive in two parts.
        self.seen = re.sub(r"\x1b\[\??[0-9;]*[a-zA-Z]", "", self.seen)
        return more

    def wait(self, text):
        """Wait for a text, and return the output before it."""
        late = time.monotonic() + 300
        while text not in self.seen:
            assert time.monotonic() < late, self.seen
            assert self.read(), self.seen
        before, _, self.seen = self.seen.partition(text)
        return before.replace("\r", "")

    def talk(self, *turns):
        """Wait for a text, type a line, wait for the next text, and so on."""
        for number, turn in enumerate(turns):
            self.type(f"{turn}\r") if number % 2 else self.wait(turn)

    def wait_for_sleep(self):
        """Wait until the command reads its input, which begins a while after the prompt."""
        late = time.monotonic() + 300
        asleep = 0
        while asleep < 5:
            state = Path(f"/proc/{self.child}/stat").read_text().rpartition(")")[2].split()[0]
            asleep = asleep + 1 if state == "S" else 0
            assert time.monotonic() < late
            time.sleep(0.02)

    def echoes(self):
        import termios

        return bool(termios.tcgetattr(self.end)[3] & termios.ECHO)


@pytest.fixture
def start(tmp_path):
    """Starts the command in terminals that are closed after the test."""
    started = []

    def begin(*arguments):
        started.append(Terminal(*arguments, home=tmp_path))
        return started[-1]

    yield begin
    for terminal in started:
        terminal.close()


ASKED = "Who guesses: you (y) or mmtree (m)? "


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("typed", ["", "m", "Make"])
def test_mmtree_guesses(start, typed):
    terminal = start()
    terminal.talk(ASKED, typed)
    terminal.wait("guess 1:   A   A   B   C ")  # with coloured backgrounds
    terminal.talk("answer:   ", "40", "play again (y), undo or quit: ", "")
    assert terminal.status() == 0


@pytest.mark.parametrize("typed", ["y", "You", "b"])
def test_question_is_repeated_until_answered(start, typed):
    terminal = start()
    terminal.talk(ASKED, "x", "type y or m (or only Enter: m), or quit")
    terminal.talk(ASKED, typed, "guess 1:  ", "quit", "the secret is  ")
    assert terminal.status() == 0


def test_question_fits_a_narrow_terminal():
    assert len(ASKED) < 40


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("typed", ["quit\r", "\x04"])
def test_game_ends_without_a_guess(start, typed):
    terminal = start()
    terminal.wait(ASKED)
    terminal.type(typed)
    assert terminal.status() == 0
    assert "guess 1" not in terminal.seen


def test_lines_are_edited_and_come_back(start):
    pytest.importorskip("readline")
    terminal = start("--make")
    terminal.talk("answer:   ", "1x\x7f0", "guess 2:   A   D   D   E ")  # x is deleted
    terminal.talk("answer:   ", "\x1b[A", "guess 3:")  # arrow up: 10 again
    terminal.talk("answer:   ", "history", "10  1b0w")
    terminal.wait("10  1b0w")
    terminal.wait("answer:   ")
    terminal.type("\x04")
    assert terminal.status() == 0


def test_a_hidden_secret_is_not_shown(start):
    terminal = start("--break", "--hidden")
    terminal.wait("secret (not shown): ")
    assert not terminal.echoes()
    terminal.type("fedc\r")
    shown = terminal.wait("guess 1:  ")
    assert "fedc" not in shown.lower()
    terminal.type("\x1b[A")  # the history does not contain the secret
    terminal.type("fedc\r")
    terminal.talk("play again (y) or quit: ", "")
    assert terminal.status() == 0
    assert terminal.echoes()


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("number", "arguments"),
    [
        (signal.SIGINT, []),
        (signal.SIGINT, ["--make"]),
        (signal.SIGINT, ["--break"]),
        (signal.SIGINT, ["--break", "--hidden"]),
        (signal.SIGTERM, ["--make"]),
        (signal.SIGTERM, ["--break", "--hidden"]),
        (signal.SIGHUP, []),
    ],
)
def test_signal_ends_game_and_restores_terminal(start, arguments, number):
    terminal = start(*arguments)
    terminal.wait("? " if arguments == [] else ": ")
    if arguments == ["--make"]:
        terminal.wait("answer:   ")
    elif arguments == ["--break"]:
        terminal.wait("guess 1:  ")
    terminal.wait_for_sleep()
    os.kill(terminal.child, number)
    hint = "--log FILE would save the game" if arguments else "the same command starts from the"
    terminal.wait(f"interrupted: {hint}")
    assert terminal.status() == 128 + number
    assert terminal.echoes()


@pytest.mark.parametrize("log", [None, "games.log"])
def test_ctrl_c_erases_the_prompt_and_says_how_to_go_on(tmp_path, log):
    options = ["--log", log] if log else []
    with closing(
        terminals.Terminal("play", "--make", *options, width=80, cwd=tmp_path)
    ) as terminal:
        terminal.wait("answer: ")
        terminal.type("11\r")
        terminal.wait("guess 2:.*\r\nanswer: ")
        time.sleep(0.2)  # until it reads
        terminal.type("1\x03")
        assert terminal.status() == 130
    hint = "--review games.log shows the game so far" if log else "--log FILE would save the game"
    assert terminal.lines()[-3:] == ["guess 2:  A D A E", f"interrupted: {hint}", ""]
