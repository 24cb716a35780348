"""The chips on which exported players are replayed, with their compilers and simulators."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mmtree.processes import run_program

SOURCES = Path(__file__).parent
"""The folder of the C files."""


class ChipError(RuntimeError):
    """A player, or a program of a chip, does not do what it should."""


class MissingError(ChipError):
    """A compiler or simulator is missing."""


class FitError(ChipError):
    """A player does not fit a chip."""


class SlowError(ChipError):
    """A program takes too long."""


@dataclass(frozen=True)
class Chip:
    """A machine, with the tools that compile and run a program for it.

    Attributes:
        name: the name that users give.
        compiler: the command and its options.
        link: more options, to link a program.
        sources: C files that a program needs in addition to the player and the replay.
        simulator: the simulator of the chip; empty for the host.
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
    simulator: Literal["", "simavr", "qemu"] = ""
    flash: int = 0
    ram: int = 0
    marks: tuple[int, int, int] = (0, 0, 0)
    programs: tuple[tuple[str, str], ...] = (("gcc", "gcc"),)
    headers: tuple[tuple[tuple[str, ...], str, str], ...] = ()


def avr_chip(name: str, flash: int, ram: int, marks: tuple[int, int, int]) -> Chip:
    """Return an AVR that libsimavr simulates."""
    compiler = ("avr-gcc", f"-mmcu={name}")
    return Chip(
        name,
        compiler,
        link=(
            "-Wl,--defsym,__TEXT_REGION_LENGTH__=1M",
        ),  # no limit here: check_flash reports the size
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
        avr_chip("atmega328p", 32768, 2048, (0x4B, 0x3E, 0x4A)),  # GPIOR2, GPIOR0, GPIOR1
        avr_chip("attiny85", 8192, 512, (0x33, 0x31, 0x32)),
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


def check_tools(chip: Chip) -> None:
    """Check that the tools of a machine are installed.

    Raises:
        MissingError: some are missing; names them and their Debian packages.
    """
    missing = {name: package for name, package in chip.programs if shutil.which(name) is None}
    for compiler, header, package in chip.headers:
        if compiler[0] not in missing:
            probe = [*compiler, "-E", "-x", "c", "-include", header, os.devnull]
            if run_program(probe, seconds=60).returncode:
                missing[header] = package
    if missing:
        raise MissingError(
            f"needs {', '.join(missing)} (Debian: apt install {' '.join(missing.values())})"
        )
