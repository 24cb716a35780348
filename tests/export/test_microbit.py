"""The MicroPython module on the firmware of a BBC micro:bit (1.9.2), as QEMU runs it."""

from __future__ import annotations

import os
import select
import subprocess
import time
from pathlib import Path

import pytest

from mmtree import load
from mmtree.export.targets import export

from support.environment import TREES, needed
from support.expected_games import position_lines

FIRMWARE = Path("/usr/share/firmware-microbit-micropython/firmware.hex")
NAMES = ("knuth", "koyama-lai")
AFTER = """
def after(mm, path):
    player = mm.Player()
    for answer in path:
        player.step(answer)
    return player
"""
POSITIONS = """
def positions(mm, numbers):
    path = []
    due = [[]]
    while due:
        player = after(mm, path)
        print(*path, end=": ")
        print(player.text(), end=":")
        found = []
        for answer in numbers:
            state = player.step(answer)
            if state != mm.IMPOSSIBLE:
                print("", answer, end="")
                if state == mm.PLAYING:
                    found.append(answer)
                player = after(mm, path)
        print()
        due.append(found)
        while due and not due[-1]:
            due.pop()
        if due:
            path = path[: len(due) - 2] + [due[-1].pop()]
"""
"""A shorter micropython/positions.py, as the heap of the board has little room."""


class Microbit:
    """The console of a micro:bit."""

    def __init__(self, qemu: subprocess.Popen[bytes]) -> None:
        self.qemu = qemu
        self.wait(">>> ")

    def wait(self, end: str, seconds: float = 300) -> str:
        """Return the output up to this text."""
        printed = b""
        until = time.monotonic() + seconds
        while not printed.endswith(end.encode()):
            left = max(0, until - time.monotonic())
            assert select.select([self.qemu.stdout], [], [], left)[0], printed
            more = os.read(self.qemu.stdout.fileno(), 1 << 16)
            assert more, printed
            printed += more
        return printed.decode().replace("\r\n", "\n").removesuffix(end)

    def type(self, line: str) -> None:
        """Type a line and wait for its echo, the only flow control."""
        for at in range(0, len(line), 32):
            self.qemu.stdin.write(line[at : at + 32].encode())
            self.wait(line[at : at + 32])
        self.qemu.stdin.write(b"\r")

    def run(self, source: str) -> str:
        """Return the output of lines of Python."""
        self.qemu.stdin.write(b"\x05")  # paste mode
        self.wait("\n=== ")
        for line in source.splitlines():
            self.type(line)
            self.wait("\n=== ")
        self.qemu.stdin.write(b"\x04")
        return self.wait(">>> ").removeprefix("\n")

    def save(self, name: str, data: str) -> None:
        """Write a file."""
        self.run(f"file = open({name!r}, 'w')\ndef write(text):\n    file.write(text)")
        for at in range(0, len(data), 512):
            some = data[at : at + 512]
            lines = [f"write({some[at : at + 32]!r})" for at in range(0, len(some), 32)]
            assert self.run("\n".join(lines)) == ""
        assert self.run("file.close()") == ""

    def restart(self) -> None:
        """Restart with an empty heap; the files remain."""
        self.qemu.stdin.write(b"\x04")
        self.wait(">>> ")

    def free(self) -> int:
        """Return the free bytes of the heap."""
        return int(self.run("import gc\ngc.collect()\nprint(gc.mem_free())"))


@pytest.fixture
def microbit(program):
    qemu = program("qemu-system-arm")
    needed(FIRMWARE.exists(), "firmware-microbit-micropython")
    command = [qemu, "-M", "microbit", "-nographic", "-monitor", "none", "-serial", "stdio"]
    command += ["-device", f"loader,file={FIRMWARE}"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        yield Microbit(process)
        process.kill()


def save_module(microbit, name):
    """Save the module of a tree as a file of the board, and return the tree."""
    tree = load(TREES / f"{name}-4p6c.mmtree")
    microbit.save("mm.py", export(tree, "micropython")["mm.py"].decode("ascii"))
    microbit.restart()
    return tree


@pytest.mark.slow
def test_every_game_equals_that_of_the_tree(microbit):
    tree = save_module(microbit, "knuth")
    for source in "import mm", AFTER.strip(), POSITIONS.strip():
        assert microbit.run(source) == ""
        microbit.free()  # collects, which the parser does not do when it runs out of memory
    lines = microbit.run(f"positions(mm, {bytes(tree.rules.feedbacks)})").splitlines()
    assert sorted(lines) == position_lines(tree)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_heap_has_room_for_a_program(name, microbit):
    save_module(microbit, name)
    microbit.run("own = bytearray(750)")  # while the file is read, which takes most
    before = microbit.free()
    assert microbit.run("import mm") == ""
    assert before - microbit.free() < 5300
    assert microbit.run("print(mm.Player().text())") in ("AABB\n", "AABC\n")


def test_console_shows_a_game(microbit):
    save_module(microbit, "knuth")
    microbit.run("import mm")
    microbit.type("mm.play()")
    shown = ""
    for answer in "11", "31", "?", "20", "40":
        shown += microbit.wait(": ")
        microbit.type(answer)
    shown += microbit.wait(">>> ")
    expected = "guess AABB answer guess AACD answer impossible guess AACD answer "
    expected += "impossible guess AACD answer guess ABCE answer solved"
    assert shown.split() == expected.split()
