"""Runs compilers, their binutils and simulators.

An AVR program runs on libsimavr, which counts cycles; one for the Cortex-M0 under
``qemu-system-arm -M microbit``, which can count instructions only.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mmtree.processes import run_program

from footprint.chips import SOURCES, Chip, ChipError, FitError, SlowError

COMPILING = 120  # seconds: the time limit of a compiler
_CYCLES = 1 << 50  # in effect none: the time limit ends a simulation first


def run_command(command: Sequence[str], folder: Path, seconds: float, text: str = "") -> str:
    """Run a program with a text as its input, and return its output.

    Raises:
        SlowError: it takes longer.
        ChipError: it fails, or does not start.
    """
    name = Path(command[0]).name
    try:
        ended = run_program(
            command,
            text.encode(),
            folder=folder,
            # In the C locale compilers write "error"; TMPDIR lets the folder hold their files.
            environment={**os.environ, "LC_ALL": "C", "TMPDIR": str(folder.resolve())},
            seconds=seconds,
        )
    except subprocess.TimeoutExpired:
        raise SlowError(f"{name} does not end within {seconds:.0f} seconds") from None
    except OSError as error:
        raise ChipError(f"{name} does not start: {error.strerror}") from None
    if ended.returncode:
        lines = ended.stderr.decode(errors="replace").strip().splitlines()
        errors = [line for line in lines if "error" in line]
        reason = [*errors, *lines, f"status {ended.returncode}"][0].strip()
        raise ChipError(f"{name} fails: {reason}")
    return ended.stdout.decode(errors="replace")


def run_on_chip(chip: Chip, program: Path, folder: Path, seconds: float) -> str:
    """Run a program on its chip; return its output, followed by the lines of measurements.

    Raises:
        SlowError: it does not end in time.
        ChipError: it fails.
    """
    if chip.simulator == "simavr":
        marks = [hex(address) for address in chip.marks]
        command = [str(build_avr_runner(folder)), chip.name, str(program), *marks, str(_CYCLES)]
    elif chip.simulator == "qemu":
        console = ["-chardev", "stdio,id=out", "-semihosting-config"]
        console += ["enable=on,target=native,chardev=out"]
        quiet = ["-display", "none", "-serial", "none", "-monitor", "none"]
        command = ["qemu-system-arm", "-M", "microbit", "-icount", "shift=10", *quiet, *console]
        command += ["-kernel", str(program)]
    else:
        command = [str(program)]
    return run_command(command, folder, seconds)


def build_avr_runner(folder: Path, name: str = "avr_runner") -> Path:
    """Return a program that simulates AVR chips, and compile it into the folder if missing.

    Raises:
        ChipError: it does not compile.
    """
    runner = folder / name
    if not runner.exists():
        source = str(SOURCES / f"{name}.c")
        run_command(["gcc", "-O2", source, "-lsimavr", "-o", str(runner)], folder, COMPILING)
    return runner


def section_sizes(chip: Chip, program: Path) -> tuple[int, int, int]:
    """Return the bytes of flash, of initialised variables, and of all variables of a program."""
    output = run_command(
        [binutil_name(chip, "size"), "-A", str(program)], program.parent, COMPILING
    )
    flash = data = variables = 0
    for name, size in re.findall(r"^(\.\S+)\s+(\d+)", output, re.M):
        section = name.split(".")[1]
        if section in ("text", "rodata", "progmem", "data"):
            flash += int(size)
        if section == "data":
            data += int(size)
        if section in ("data", "bss", "noinit"):
            variables += int(size)
    return flash, data, variables


def binutil_name(chip: Chip, name: str) -> str:
    """Return the name of a program in the binutils of a chip's compiler."""
    return chip.compiler[0].removesuffix("gcc") + name


def check_flash(chip: Chip, size: int) -> None:
    """Check that so many bytes fit the flash of a chip.

    Raises:
        FitError: they do not fit.
    """
    if chip.flash and size > chip.flash:
        raise FitError(f"does not fit: {size} bytes of flash, at most {chip.flash}")
