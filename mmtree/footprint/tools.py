"""Runs compilers, their binutils and simulators, and refuses what is too large for a chip.

An AVR program runs on libsimavr, which counts cycles; one for the Cortex-M0 under
``qemu-system-arm -M microbit``, which can count instructions only.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mmtree.errors import ChipError, FitError, SlowError
from mmtree.footprint.chips import SOURCES, Chip
from mmtree.processes import run_program

COMPILING = 120  # seconds that a compiler may take
_CYCLES = 1 << 50  # no bound of its own: the time ends a simulation before


def run_command(command: Sequence[str], folder: Path, seconds: float, text: str = "") -> str:
    """What a program prints that reads this text.

    Raises:
        SlowError: it takes longer.
        ChipError: it fails, or is not there.
    """
    name = Path(command[0]).name
    try:
        ended = run_program(
            command,
            text.encode(),
            folder=folder,
            # Compilers say "error", and their temporary files go with the folder.
            environment={**os.environ, "LC_ALL": "C", "TMPDIR": str(folder.resolve())},
            seconds=seconds,
        )
    except subprocess.TimeoutExpired:
        raise SlowError(f"{name} does not end within {seconds:.0f} seconds") from None
    except OSError as error:
        raise ChipError(f"{name} does not start: {error.strerror}") from None
    if ended.returncode:
        said = ended.stderr.decode(errors="replace").strip().splitlines()
        telling = [line for line in said if "error" in line]
        reason = [*telling, *said, f"status {ended.returncode}"][0].strip()
        raise ChipError(f"{name} fails: {reason}")
    return ended.stdout.decode(errors="replace")


def run(chip: Chip, program: Path, folder: Path, seconds: float) -> str:
    """What a program prints on its chip, behind it the lines of measures.

    Raises:
        SlowError: it does not end in time.
        ChipError: it does not end by itself.
    """
    if chip.simulator == "simavr":
        marks = [hex(address) for address in chip.marks]
        command = [str(avr_runner(folder)), chip.name, str(program), *marks, str(_CYCLES)]
    elif chip.simulator == "qemu":
        console = ["-chardev", "stdio,id=out", "-semihosting-config"]
        console += ["enable=on,target=native,chardev=out"]
        quiet = ["-display", "none", "-serial", "none", "-monitor", "none"]
        command = ["qemu-system-arm", "-M", "microbit", "-icount", "shift=10", *quiet, *console]
        command += ["-kernel", str(program)]
    else:
        command = [str(program)]
    return run_command(command, folder, seconds)


def avr_runner(folder: Path) -> Path:
    """The program that runs AVR programs, compiled into the folder if it is not there yet.

    Raises:
        ChipError: it does not compile.
    """
    runner = folder / "avr_runner"
    if not runner.exists():
        source = str(SOURCES / "avr_runner.c")
        run_command(["gcc", "-O2", source, "-lsimavr", "-o", str(runner)], folder, COMPILING)
    return runner


def sizes(chip: Chip, program: Path) -> tuple[int, int, int]:
    """Bytes of flash, of variables that begin with a value, and of all variables."""
    said = run_command([binutil(chip, "size"), "-A", str(program)], program.parent, COMPILING)
    flash = data = variables = 0
    for name, size in re.findall(r"^(\.\S+)\s+(\d+)", said, re.M):
        section = name.split(".")[1]
        if section in ("text", "rodata", "progmem", "data"):
            flash += int(size)
        if section == "data":
            data += int(size)
        if section in ("data", "bss", "noinit"):
            variables += int(size)
    return flash, data, variables


def binutil(chip: Chip, name: str) -> str:
    """The program of the compiler's binutils."""
    return chip.compiler[0].removesuffix("gcc") + name


def check_flash(chip: Chip, size: int) -> None:
    """Refuse what is larger than the flash of a chip.

    Raises:
        FitError: it is.
    """
    if chip.flash and size > chip.flash:
        raise FitError(f"does not fit: {size} bytes of flash, at most {chip.flash}")
