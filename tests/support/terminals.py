"""Runs a command in a pseudo-terminal, and renders what it shows."""

import os
import re
import select
import sys
import time

import pytest

from support.environment import linux

pytestmark = linux


class Terminal:
    """``mmtree``, or another command, with these arguments in a new terminal of some width.

    The keywords change the environment; a variable whose value is None is removed.
    """

    def __init__(
        self, *arguments, width, cwd, command=(sys.executable, "-m", "mmtree"), **environment
    ):
        pty = pytest.importorskip("pty")  # Windows has none
        import termios

        self.width = width
        self.child, self.end = pty.fork()
        if self.child == 0:
            os.chdir(cwd)
            termios.tcsetwinsize(0, (24, width))
            env = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1", "COLUMNS": None}
            env = {name: value for name, value in {**env, **environment}.items() if value}
            os.execvpe(command[0], [*command, *map(str, arguments)], env)
        self.seen = ""

    def type(self, text):
        os.write(self.end, text.encode())

    def read(self):
        """Read more of the output; return False at its end."""
        ready, _, _ = select.select([self.end], [], [], 1)
        try:
            data = os.read(self.end, 65536) if ready else b""
        except OSError:  # the other end is closed
            return False
        self.seen += data.decode(errors="replace")
        return bool(data) or not ready

    def wait(self, pattern):
        late = time.monotonic() + 300
        while not re.search(pattern, self.seen):
            assert time.monotonic() < late, self.seen
            assert self.read(), self.seen

    def status(self):
        """Read all output, and return the exit status."""
        late = time.monotonic() + 300
        while self.read():
            assert time.monotonic() < late, self.seen
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])

    def close(self):
        """Close the terminal, which sends SIGHUP."""
        os.close(self.end)

    def lines(self):
        """Return the lines as shown: long ones are wrapped, overwritten text is gone."""
        rows, column = [""], 0
        for piece in re.findall(r"\x1b\[[0-9;?]*[a-zA-Z]|[^\x1b]", self.seen):
            if piece == "\r":
                column = 0
            elif piece == "\n":
                rows.append("")
            elif piece == "\x1b[K":
                rows[-1] = rows[-1][:column]
            elif not piece.startswith("\x1b"):
                if column == self.width:
                    rows.append("")
                    column = 0
                rows[-1] = rows[-1][:column].ljust(column) + piece + rows[-1][column + 1 :]
                column += 1
        return [row.rstrip() for row in rows]
