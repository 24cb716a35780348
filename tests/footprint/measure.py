"""Compiles an exported player for a machine, replays every secret there, and measures it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mmtree import Node, Rules, StrategyTree

from footprint.chips import SOURCES, Chip, ChipError, FitError
from footprint.tools import (
    COMPILING,
    binutil_name,
    check_flash,
    run_command,
    run_on_chip,
    section_sizes,
)

_MEASURED = re.compile(r"measured (\d+) (\w+) (\d+) (\d+) stack (\d+)")
_RAN = re.compile(r"ran \d+ stack (\d+)")


@dataclass(frozen=True)
class Cost:
    """The cost of the guesses after the opening: of each one step and the pegs of the next guess.

    Attributes:
        unit: cycles or instructions.
        guesses: the number of guesses measured.
        total: the cost of all of them.
        most: the largest cost of a guess.
        stack: the most bytes of stack that a guess takes, return addresses included.
    """

    unit: str
    guesses: int
    total: int
    most: int
    stack: int


@dataclass(frozen=True)
class Measurement:
    """The result of a replay on a chip.

    Attributes:
        line: the line that ``replay.c`` prints for all games.
        table: bytes of the table.
        code: bytes of the player without its table, with the library functions that it calls.
        ram: bytes of its variables and of one game.
        cost: the cost of the guesses; None on the host.
    """

    line: str
    table: int
    code: int
    ram: int
    cost: Cost | None


def measure(
    chip: Chip,
    files: Mapping[str, bytes],
    rules: Rules,
    folder: Path,
    every: int = 1,
    seconds: float = 300,
) -> Measurement:
    """Compile a player, replay every secret with it, and measure it.

    Args:
        chip: a chip whose tools are installed.
        files: header and source as exported to ``c`` with the name ``mm``.
        rules: the rules of the game.
        folder: the working folder; files in it are overwritten.
        every: in the first of every so many games, all feedbacks are tried at each guess.
        seconds: the time limit of the replay.

    Raises:
        FitError: program, table or stack are too large for the chip.
        SlowError: the replay does not end in time.
        ChipError: a program does not compile, or does not run to its end.
    """
    for name, source in files.items():
        (folder / name).write_bytes(source)
    table = table_bytes(files["mm.h"])
    check_flash(chip, table)
    flash, copied, static = section_sizes(chip, _player(chip, folder))
    if chip.simulator == "simavr" and copied:
        raise ChipError(f"{copied} bytes of the player are copied to RAM")
    program = folder / "replay"
    sources = (str(SOURCES / source) for source in ("replay.c", *chip.sources))
    _compile(
        chip,
        folder,
        f"-DREPLAY_DISTINCT={rules.distinct:d}",
        f"-DREPLAY_WHITES={rules.whites:d}",
        f"-DREPLAY_TRY={every}",
        f"-I{SOURCES}",
        "-I.",
        *chip.link,
        *(*sources, "mm.c", "-lgcc", "-o", str(program)),
    )
    whole, _, variables = section_sizes(chip, program)
    check_flash(chip, whole)
    output = run_on_chip(chip, program, folder, seconds)
    if (ran := _RAN.search(output)) and variables + int(ran[1]) > chip.ram:
        raise FitError(f"does not fit: {variables + int(ran[1])} bytes of RAM, at most {chip.ram}")
    cost = None
    if counted := _MEASURED.search(output):
        guesses, unit, total, most, stack = counted.groups()
        cost = Cost(unit, int(guesses), int(total), int(most), int(stack))
    line = output.partition("\n")[0]
    return Measurement(line, table, flash - table, static + _game(chip, program), cost)


def table_bytes(source: bytes) -> int:
    """Return the bytes of the table that the source of a player defines.

    Raises:
        ChipError: it defines none.
    """
    found = re.search(rb"^#define MM_TABLE_BYTES (\d+)", source, re.M)
    if found is None:
        raise ChipError("the source does not define MM_TABLE_BYTES")
    return int(found[1])


def _player(chip: Chip, folder: Path) -> Path:
    """Build the player without a main program: linked with libgcc only, or just its object."""
    bare = folder / "bare"
    if chip.simulator:
        link = (*chip.link, "-nostdlib", "-Wl,-e,0", "mm.c", "-lgcc")
    else:
        link = ("-fno-asynchronous-unwind-tables", "-c", "mm.c")
    _compile(chip, folder, *link, "-o", str(bare))
    return bare


def _compile(chip: Chip, folder: Path, *arguments: str) -> None:
    run_command([*chip.compiler, "-std=c99", "-Os", *arguments], folder, COMPILING)


def _game(chip: Chip, program: Path) -> int:
    """Return the bytes of one game: the size of the variable ``game`` of the replay."""
    output = run_command([binutil_name(chip, "nm"), "-S", str(program)], program.parent, COMPILING)
    found = re.search(r"^\S+ (\S+) \w game$", output, re.M)
    if found is None:
        raise ChipError("the replay has no variable game")
    return int(found[1], 16)


def expected_line(tree: StrategyTree, every: int = 1) -> str:
    """Return the line that ``replay.c`` prints if a player plays as the tree does.

    It is found from the tree itself and not from its table.

    Args:
        tree: the strategy tree.
        every: in the first of every so many games, all feedbacks are tried at each guess.
    """
    possible = [
        len(Node(tree, index).possible_feedbacks) if extent > 1 else 1
        for index, extent in enumerate(tree.extent)
    ]
    paths = secret_paths(tree)
    digits = {guess: bytes(tree.rules.digits(guess)) for guess in set(tree.guess)}
    checksum = 0x811C9DC5  # FNV-1a in 32 bits
    taken = 0
    for at, path in enumerate(paths):
        for index in path:
            for peg in digits[tree.guess[index]]:
                checksum = (checksum ^ peg) * 0x01000193 & 0xFFFFFFFF
            if at % every == 0:
                taken += possible[index]
    total = sum(map(len, paths))
    most = max(map(len, paths))
    return f"secrets {len(paths)} total {total} max {most} checksum {checksum:08x} possible {taken}"


def secret_paths(tree: StrategyTree) -> list[tuple[int, ...]]:
    """Return the nodes from the opening to each secret, by ascending secret."""
    paths: dict[int, tuple[int, ...]] = {}
    path: list[int] = []
    for index, depth in tree.walk():
        path[depth:] = [index]
        if tree.consistent[index]:
            paths[tree.guess[index]] = tuple(path)
    return [paths[secret] for secret in sorted(paths)]
