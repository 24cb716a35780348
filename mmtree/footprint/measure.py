"""Compiles an exported C player for a chip, replays every secret on it, and measures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mmtree.errors import ChipError, FitError
from mmtree.footprint.chips import SOURCES, Chip, Script
from mmtree.footprint.tools import COMPILING, binutil, check_flash, run, run_command, sizes
from mmtree.game.rules import Rules
from mmtree.tree.tree import Node, StrategyTree

_MEASURED = re.compile(r"measured (\d+) (\w+) (\d+) (\d+) stack (\d+)")
_RAN = re.compile(r"ran \d+ stack (\d+)")


@dataclass(frozen=True)
class Cost:
    """What the guesses after the opening take, each one step and the pegs of the next guess.

    Attributes:
        unit: what is counted: cycles or instructions.
        guesses: how many guesses were measured.
        total: what they take together.
        most: what the one that takes the most takes.
        stack: the most bytes of stack that one takes, return addresses included.
    """

    unit: str
    guesses: int
    total: int
    most: int
    stack: int


@dataclass(frozen=True)
class Measured:
    """What a replay on a chip has shown.

    Attributes:
        said: the line that ``replay.c`` prints for all games.
        table: bytes of the table.
        code: bytes of the player without its table, with what it takes of the compiler's library.
        ram: bytes of its variables and of one game.
        cost: of a guess; None on the host.
    """

    said: str
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
) -> Measured:
    """Compile, replay and measure.

    Args:
        chip: one whose tools are there.
        files: header and source as exported to ``c`` with the name ``mm``.
        rules: the rules of the game.
        folder: where to work; files in it are overwritten.
        every: in the first game and each so many after it, all feedbacks are tried at each guess.
        seconds: the time that the replay may take.

    Raises:
        FitError: program, table or stack are too large for the chip.
        SlowError: the replay does not end in time.
        ChipError: a program does not compile, or does not run to its end.
    """
    for name, source in files.items():
        (folder / name).write_bytes(source)
    table = table_bytes(files["mm.h"])
    check_flash(chip, table)
    flash, copied, static = sizes(chip, _player(chip, folder))
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
    whole, _, variables = sizes(chip, program)
    check_flash(chip, whole)
    said = run(chip, program, folder, seconds)
    if (ran := _RAN.search(said)) and variables + int(ran[1]) > chip.ram:
        raise FitError(f"does not fit: {variables + int(ran[1])} bytes of RAM, at most {chip.ram}")
    cost = None
    if counted := _MEASURED.search(said):
        guesses, unit, total, most, stack = counted.groups()
        cost = Cost(unit, int(guesses), int(total), int(most), int(stack))
    line = said.partition("\n")[0]
    return Measured(line, table, flash - table, static + _game(chip, program), cost)


def replay_module(
    script: Script,
    files: Mapping[str, bytes],
    rules: Rules,
    folder: Path,
    every: int = 1,
    seconds: float = 300,
) -> str:
    """Replay every secret with a module, as :func:`measure` does; the line for all games.

    Raises:
        ChipError: it does not run to its end.
    """
    ending = Path(script.replay).suffix
    (folder / script.module).with_suffix(ending).write_bytes(files[script.module])
    (folder / script.replay).write_bytes((SOURCES / script.replay).read_bytes())
    options = map(str, (int(rules.distinct), int(rules.whites), every))
    said = run_command([*script.command, script.replay, *options], folder, seconds)
    return said.partition("\n")[0]


def table_bytes(source: bytes) -> int:
    """Bytes of the table, as the source of a player tells them.

    Raises:
        ChipError: it does not.
    """
    found = re.search(rb"^#define MM_TABLE_BYTES (\d+)", source, re.M)
    if found is None:
        raise ChipError("the source does not define MM_TABLE_BYTES")
    return int(found[1])


def _player(chip: Chip, folder: Path) -> Path:
    """The player alone: linked with nothing but the compiler's library, or just its object."""
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
    """Bytes of one game: the size of the variable ``game`` of the replay."""
    said = run_command([binutil(chip, "nm"), "-S", str(program)], program.parent, COMPILING)
    found = re.search(r"^\S+ (\S+) \w game$", said, re.M)
    if found is None:
        raise ChipError("the replay has no variable game")
    return int(found[1], 16)


def summary(tree: StrategyTree, every: int = 1) -> str:
    """The line that ``replay.c`` prints for a player that plays as the tree does.

    Args:
        tree: the strategy tree.
        every: in the first game and each so many after it, all feedbacks are tried at each guess.
    """
    possible = [
        len(Node(tree, index).possible_feedbacks) if extent > 1 else 1
        for index, extent in enumerate(tree.extent)
    ]
    paths = games(tree)
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


def games(tree: StrategyTree) -> list[tuple[int, ...]]:
    """For each secret, in rising order, the nodes from the opening to it."""
    paths: dict[int, tuple[int, ...]] = {}
    path: list[int] = []
    for index, depth in tree.walk():
        path[depth:] = [index]
        if tree.consistent[index]:
            paths[tree.guess[index]] = tuple(path)
    return [paths[secret] for secret in sorted(paths)]
