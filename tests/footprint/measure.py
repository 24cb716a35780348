"""Compiles an exported player for a chip, replays every secret there, and measures it."""

import re
from dataclasses import dataclass
from functools import partial

from mmtree import Node, feedback
from mmtree.export.c.attiny13a import RAM
from mmtree.game.code import symbol

from footprint.chips import (
    ATTINY13A,
    SOURCES,
    ChipError,
    UnmeasuredError,
    build_simulator,
    check_flash,
    run,
    run_binutil,
    run_on_chip,
    section_sizes,
)

_BIT = 1000
"""Cycles per bit of the serial line: 9600 baud at 9.6 MHz."""


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


def measure(chip, files, rules, folder, every=1):
    """Compile a player, replay every secret with it, and measure it.

    Args:
        chip: a chip whose tools are installed.
        files: header and source as exported to ``c`` with the name ``mm``.
        rules: the rules of the game.
        folder: the working folder; files in it are overwritten.
        every: in the first of every so many games, all feedbacks are tried at each guess.
    """
    for name, source in files.items():
        (folder / name).write_bytes(source)
    table = _table_bytes(files["mm.h"])
    check_flash(chip, table)
    compile_ = partial(_compile, chip, folder)
    # The player without a main program: linked with libgcc only, or just its object.
    player = ("-nostdlib", "-Wl,-e,0", "mm.c", "-lgcc")
    if not chip.simulator:
        player = ("-fno-asynchronous-unwind-tables", "-c", "mm.c")
    flash, copied, static = section_sizes(chip, compile_("bare", *chip.link, *player))
    if chip.simulator == "simavr" and copied:
        raise ChipError(f"{copied} bytes of the player are copied to RAM")
    options = [f"-DREPLAY_DISTINCT={rules.distinct:d}", f"-DREPLAY_WHITES={rules.whites:d}"]
    sources = [str(SOURCES / source) for source in ("replay.c", *chip.sources)]
    options += [f"-DREPLAY_TRY={every}", f"-I{SOURCES}", "-I.", *chip.link, *sources]
    program = compile_("replay", *options, "mm.c", "-lgcc")
    whole, _, variables = section_sizes(chip, program)
    check_flash(chip, whole)
    output = run_on_chip(chip, program, folder)
    if (ran := re.search(r"ran \d+ stack (\d+)", output)) and variables + int(ran[1]) > chip.ram:
        taken = variables + int(ran[1])
        raise UnmeasuredError(f"does not fit: {taken} bytes of RAM, at most {chip.ram}")
    cost = None
    if found := re.search(r"measured (\d+) (\w+) (\d+) (\d+) stack (\d+)", output):
        cost = Cost(found[2], *(int(found[at]) for at in (1, 3, 4, 5)))
    game = re.search(r"^\S+ (\S+) \w game$", run_binutil(chip, "nm", "-S", program), re.M)
    line = output.partition("\n")[0]
    return Measurement(line, table, flash - table, static + int(game[1], 16), cost)


def _compile(chip, folder, name, *arguments):
    run([*chip.compiler, "-std=c99", "-Os", *arguments, "-o", name], folder)
    return folder / name


def _table_bytes(source):
    """Return the bytes of the table that the source of a player defines."""
    return int(re.search(rb"^#define MM_TABLE_BYTES (\d+)", source, re.M)[1])


def measure_attiny13a(files, tree, folder):
    """Compile the program for an ATtiny13A, play every secret on its pins, and measure it.

    The cost of a guess is counted from the end of the answer to the beginning of the text that the
    chip sends next; the stack is that of the whole program.
    """
    [(name, text)] = files.items()
    (folder / name).write_bytes(text)
    program = folder / "mm.elf"
    run([*ATTINY13A.compiler, name, "-o", str(program)], folder)
    flash, _, variables = section_sizes(ATTINY13A, program)
    check_flash(ATTINY13A, flash)
    guesses, answers = _talk(tree)
    command = [build_simulator(folder, "attiny13a_pins"), str(program), str(_BIT)]
    *sent, last = run(command, folder, "\n".join(answers) + "\n").replace("\r", "").splitlines()
    if sent != guesses:
        raise ChipError("does not play as the tree does")
    # thought TIMES TOTAL MAX late CYCLES stack BYTES …
    times, total, most, _, stack = map(int, re.findall(r"\d+", last)[:5])
    if variables + stack > RAM:
        raise UnmeasuredError(f"does not fit: {variables + stack} bytes of RAM, at most {RAM}")
    table = _table_bytes(text)
    cost = Cost("cycles", times, total, most, stack)
    return Measurement("", table, flash - table, variables, cost)


def _talk(tree):
    """Return the lines that the chip must send in a game for each secret, and the answers to them.

    The answer that ends a game begins with a blank: no guess of that game follows it.
    """
    rules = tree.rules
    guesses, answers = [], []
    for path in secret_paths(tree):
        codes = [tree.guess[index] for index in path]
        for code in codes:
            guesses.append("".join(symbol(color, rules) for color in rules.digits(code)))
            value = feedback(code, codes[-1], rules)
            end = " " if value == rules.all_right else ""
            answers.append(end + (f"{value:02}" if rules.whites else f"{value // 10}"))
    return [*guesses, guesses[0]], answers


def expected_line(tree, every=1):
    """Return the line that ``replay.c`` prints if a player plays as the tree does.

    It is found from the tree itself and not from its table.

    Args:
        tree: the strategy tree.
        every: in the first of every so many games, all feedbacks are tried at each guess.
    """
    paths = secret_paths(tree)
    checksum = 0x811C9DC5  # FNV-1a in 32 bits
    possible = 0
    for at, path in enumerate(paths):
        for index in path:
            for peg in tree.rules.digits(tree.guess[index]):
                checksum = (checksum ^ peg) * 0x01000193 & 0xFFFFFFFF
            if at % every == 0:
                possible += len(Node(tree, index).possible_feedbacks)
    total, most = sum(map(len, paths)), max(map(len, paths))
    figures = f"secrets {len(paths)} total {total} max {most}"
    return f"{figures} checksum {checksum:08x} possible {possible}"


def secret_paths(tree):
    """Return the nodes from the opening to each secret, by ascending secret."""
    paths = {}
    path = []
    for index, depth in tree.walk():
        path[depth:] = [index]
        if tree.consistent[index]:
            paths[tree.guess[index]] = tuple(path)
    return [paths[secret] for secret in sorted(paths)]
