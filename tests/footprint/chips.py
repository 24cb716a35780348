"""The chips on which exported players are replayed, with their compilers and simulators.

An AVR program runs on libsimavr, which counts cycles; one for the Cortex-M0 under
``qemu-system-arm -M microbit``, which can count instructions only.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mmtree.export.c.attiny13a import FLASH, OPTIONS, RAM

SOURCES = Path(__file__).parent
"""The folder of the C files."""


class UnmeasuredError(Exception):
    """A player that does not fit its chip, or a chip whose tools are missing."""


class ChipError(Exception):
    """A program that does not compile, does not run to its end, or does not play as its tree."""


@dataclass(frozen=True)
class Chip:
    """A machine, with the tools that compile and run a program for it.

    Attributes:
        name: the name that users give.
        compiler: the command and its options.
        link: more options, to link a program.
        sources: C files that a program needs in addition to the player and the replay.
        simulator: simavr or qemu; empty for the host.
        flash: bytes for program and tables, or 0 for no limit.
        ram: bytes for variables and stack, or 0 for no limit.
        marks: addresses of the registers for text, begin and end of a measurement (simavr only).
        programs: the programs needed, with the Debian package of each.
        headers: the headers needed: compiler, header and Debian package.
    """

    name: str
    compiler: tuple[str, ...]
    link: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    simulator: str = ""
    flash: int = 0
    ram: int = 0
    marks: tuple[int, int, int] = (0, 0, 0)
    programs: tuple[tuple[str, str], ...] = (("gcc", "gcc"),)
    headers: tuple[tuple[tuple[str, ...], str, str], ...] = ()


def _avr(name, flash, ram, marks=(0, 0, 0), options=()):
    """Return an AVR that libsimavr simulates."""
    compiler = ("avr-gcc", *(options or (f"-mmcu={name}",)))
    return Chip(
        name,
        compiler,
        link=("-Wl,--defsym,__TEXT_REGION_LENGTH__=1M",),  # check_flash reports the size
        simulator="simavr",
        flash=flash,
        ram=ram,
        marks=marks,
        programs=(("avr-gcc", "gcc-avr"), ("gcc", "gcc")),
        headers=(
            (compiler, "avr/io.h", "avr-libc"),
            (("gcc",), "simavr/sim_avr.h", "libsimavr-dev"),
        ),
    )


CHIPS = {
    chip.name: chip
    for chip in (
        Chip("host", ("gcc",)),
        _avr("atmega328p", 32768, 2048, (0x4B, 0x3E, 0x4A)),  # GPIOR2, GPIOR0, GPIOR1
        _avr("attiny85", 8192, 512, (0x33, 0x31, 0x32)),
        Chip(
            "cortex-m0",
            ("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-ffreestanding"),
            link=("-nostdlib", "-T", str(SOURCES / "cortex_m0.ld")),
            sources=("cortex_m0.c",),
            simulator="qemu",
            flash=262144,
            ram=16384,
            programs=(
                ("arm-none-eabi-gcc", "gcc-arm-none-eabi"),
                ("qemu-system-arm", "qemu-system-arm"),
            ),
        ),
    )
}
ATTINY13A = _avr("attiny13a", FLASH, RAM, options=OPTIONS)


def check_tools(chip):
    """Raise UnmeasuredError, with the Debian packages, if tools of a chip are missing."""
    missing = {name: package for name, package in chip.programs if shutil.which(name) is None}
    for compiler, header, package in chip.headers:
        if compiler[0] not in missing:
            probe = [*compiler, "-E", "-x", "c", "-include", header, os.devnull]
            if subprocess.run(probe, capture_output=True).returncode:
                missing[header] = package
    if missing:
        packages = " ".join(missing.values())
        raise UnmeasuredError(f"needs {', '.join(missing)} (Debian: apt install {packages})")


def check_flash(chip, size):
    """Raise UnmeasuredError if so many bytes do not fit the flash of a chip."""
    if chip.flash and size > chip.flash:
        raise UnmeasuredError(f"does not fit: {size} bytes of flash, at most {chip.flash}")


def run(command, folder, text="", seconds=600):
    """Run a program with a text as its input, and return its output."""
    # In the C locale compilers write "error".
    settings = {"cwd": folder, "env": {**os.environ, "LC_ALL": "C"}, "timeout": seconds}
    settings |= {"text": True, "errors": "replace", "capture_output": True}
    ended = subprocess.run(command, input=text, **settings)
    if ended.returncode:
        lines = ended.stderr.strip().splitlines()
        errors = [line for line in lines if "error" in line]
        reason = [*errors, *lines, f"status {ended.returncode}"][0].strip()
        raise ChipError(f"{Path(command[0]).name} fails: {reason}")
    return ended.stdout


def run_on_chip(chip, program, folder, seconds=600):
    """Run a program on its chip; return its output, followed by the lines of measurements."""
    command = [str(program)]
    if chip.simulator == "simavr":
        command = [build_simulator(folder, "avr_runner"), chip.name, *command]
        command += map(hex, chip.marks)
    elif chip.simulator == "qemu":
        command = ["qemu-system-arm", "-M", "microbit", "-icount", "shift=10", "-kernel", *command]
        command += ["-display", "none", "-serial", "none", "-monitor", "none"]
        command += ["-chardev", "stdio,id=out", "-semihosting-config"]
        command += ["enable=on,target=native,chardev=out"]
    return run(command, folder, seconds=seconds)


def build_simulator(folder, name):
    """Return a program that simulates AVR chips, and compile it into the folder if missing."""
    program = str(folder / name)
    if not os.path.exists(program):
        run(["gcc", "-O2", str(SOURCES / f"{name}.c"), "-lsimavr", "-o", program], folder)
    return program


def run_binutil(chip, name, *arguments):
    """Run a program of the binutils of a chip's compiler, and return its output."""
    return run([chip.compiler[0].removesuffix("gcc") + name, *map(str, arguments)], ".")


def section_sizes(chip, program):
    """Return the bytes of flash, of initialised variables, and of all variables of a program."""
    flash = data = variables = 0
    for name, size in re.findall(
        r"^(\.\S+)\s+(\d+)", run_binutil(chip, "size", "-A", program), re.M
    ):
        section = name.split(".")[1]
        flash += int(size) * (section in ("text", "rodata", "progmem", "data"))
        data += int(size) * (section == "data")
        variables += int(size) * (section in ("data", "bss", "noinit"))
    return flash, data, variables
