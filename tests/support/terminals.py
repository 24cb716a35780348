"""The command in a pseudo-terminal of some width, and what stands there at the end."""

import os
import re
import select
import sys
import time

import pytest

from support.environment import linux

pytestmark = linux


class Terminal:
    """``mmtree`` with these arguments in a terminal of its own, which has that many columns.

    The environment may be changed: a variable whose value is None is removed.
    """

    def __init__(self, *arguments, width, cwd, **environment):
        pty = pytest.importorskip("pty")  # Windows has none
        import termios

        self.width = width
        self.child, self.end = pty.fork()
        if self.child == 0:
            os.chdir(cwd)
            termios.tcsetwinsize(0, (24, width))
            env = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1", "COLUMNS": None}
            env = {name: value for name, value in {**env, **environment}.items() if value}
            os.execve(sys.executable, [sys.executable, "-m", "mmtree", *map(str, arguments)], env)
        self.seen = ""

    def type(self, text):
        os.write(self.end, text.encode())

    def read(self):
        """Some more of the output; False at its end."""
        ready, _, _ = select.select([self.end], [], [], 1)
        try:
            data = os.read(self.end, 65536) if ready else b""
        except OSError:  # the other end is closed
            return False
        self.seen += data.decode(errors="replace")
        return bool(data) or not ready

    def wait(self, pattern):
        late = time.monotonic() + 60
        while not re.search(pattern, self.seen):
            assert time.monotonic() < late, self.seen
            assert self.read(), self.seen

    def status(self):
        """The exit status, once all is read."""
        late = time.monotonic() + 60
        while self.read():
            assert time.monotonic() < late, self.seen
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])

    def close(self):
        """Hang up on it."""
        os.close(self.end)

    def lines(self):
        """The output as it stands there: lines that are too long go on in the next one."""
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
