"""Plays the program for an ATtiny13A on the pins of a simulated chip, and measures it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from mmtree import StrategyTree, feedback
from mmtree.export.c.attiny13a import FLASH, OPTIONS, RAM
from mmtree.game.code import symbol

from footprint.chips import ChipError, FitError, avr_chip
from footprint.measure import Cost, Measurement, secret_paths, table_bytes
from footprint.tools import (
    COMPILING,
    build_avr_runner,
    check_flash,
    run_command,
    section_sizes,
)

ATTINY13A = replace(avr_chip("attiny13a", FLASH, RAM, (0, 0, 0)), compiler=("avr-gcc", *OPTIONS))
_BIT = 1000
"""Cycles per bit of the serial line: 9600 baud at 9.6 MHz."""


def measure_program(
    files: Mapping[str, bytes], tree: StrategyTree, folder: Path, seconds: float = 300
) -> Measurement:
    """Compile the program, play every secret with it, and measure it.

    The cost of a guess is counted from the end of the answer to the beginning of the text that the
    chip sends next; the stack is that of the whole program.

    Args:
        files: the source as exported to ``attiny13a``.
        tree: the tree that it was made from.
        folder: the working folder; files in it are overwritten.
        seconds: the time limit of all games.

    Raises:
        FitError: the program does not fit.
        SlowError: the games do not end in time.
        ChipError: the program does not compile, does not run, or does not play as the tree does.
    """
    [(name, text)] = files.items()
    (folder / name).write_bytes(text)
    program = folder / "mm.elf"
    run_command([*ATTINY13A.compiler, name, "-o", str(program)], folder, COMPILING)
    flash, _, variables = section_sizes(ATTINY13A, program)
    check_flash(ATTINY13A, flash)
    pins = build_avr_runner(folder, "attiny13a_pins")
    guesses, answers = _games(tree)
    command = [str(pins), str(program), str(_BIT)]
    output = run_command(command, folder, seconds, "\n".join(answers) + "\n")
    *sent, last = output.replace("\r", "").splitlines()
    for at, (expected, guess) in enumerate(zip(guesses, sent, strict=False), 1):
        if guess != expected:
            raise ChipError(
                f"does not play as the tree does: line {at} is {guess!r} instead of {expected!r}"
            )
    if len(sent) != len(guesses):
        raise ChipError(f"sends {len(sent)} lines instead of {len(guesses)}")
    # thought TIMES TOTAL MAX late CYCLES stack BYTES …
    times, total, most, _, stack = map(int, re.findall(r"\d+", last)[:5])
    cost = Cost("cycles", times, total, most, stack)
    if variables + cost.stack > RAM:
        raise FitError(f"does not fit: {variables + cost.stack} bytes of RAM, at most {RAM}")
    table = table_bytes(text)
    return Measurement("", table, flash - table, variables, cost)


def _games(tree: StrategyTree) -> tuple[list[str], list[str]]:
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
