"""Exports a complete program for the ATtiny13A, which plays on a serial line."""

from mmtree.errors import ExportError
from mmtree.export.c.seed import source
from mmtree.export.player_tree import classic_tree
from mmtree.export.seed.encode import encode
from mmtree.export.seed.seed import Seed
from mmtree.export.targets import header_lines
from mmtree.tree.tree import StrategyTree

FLASH = 1024
RAM = 64
OPTIONS = (
    *("-std=c99", "-Os", "-mmcu=attiny13a", "-fwhole-program", "-nostartfiles"),
    *("-fno-tree-loop-optimize", "-fno-tree-forwprop", "--param=max-completely-peel-times=0"),
    *(f"-fcall-used-{register}" for register in range(8, 14)),
)
"""Options of avr-gcc 5.4. Those after -nostartfiles save 90 bytes: loops and sums are compiled as
written, no loop is unrolled, and functions save fewer registers."""

_STACK = 4  # bytes: two nested calls
_PROGRAM = 496  # bytes of flash without the table: 488, and 8 for another compiler
_DISTINCT = 32  # more bytes if codes have no colour twice
_LETTERS = 26


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the only file of the program, in the seed form (the only ``layout``).

    Raises:
        ExportError: the seed form cannot hold the tree, or the chip cannot hold the program.
    """
    try:
        seed = _seed_that_fits(tree)
    except ExportError as error:
        raise ExportError(f"{error}: use --to c and a larger chip") from None
    program = f"{name}_attiny13a"  # another name than the files of --to c
    build = "\n * ".join(_build_commands(program))
    return {f"{program}.c": source("attiny13a.c", seed, name, header_lines(tree), build=build)}


def _seed_that_fits(tree: StrategyTree) -> Seed:
    """Return the seed form of a tree, if the chip can hold the program with it."""
    rules = classic_tree(tree, "the ATtiny13A program").rules
    if rules.colors > _LETTERS:
        raise ExportError(f"{rules}: the ATtiny13A program supports at most {_LETTERS} colours")
    seed = encode(tree)
    flash = _PROGRAM + _DISTINCT * rules.distinct + len(seed.table)
    if flash > FLASH:
        raise ExportError(f"an ATtiny13A has {FLASH} bytes of flash, this tree needs about {flash}")
    ram = _STACK + rules.whites * rules.colors + 1 + tree.max * (rules.pegs + 1) + rules.pegs
    if ram > RAM:
        raise ExportError(
            f"an ATtiny13A has {RAM} bytes of RAM, {tree.max} guesses in {rules} need {ram}"
        )
    return seed


def _build_commands(program: str) -> list[str]:
    """Return the commands that compile the program and write it to a chip, in lines."""
    lines = [f"    avr-gcc -o {program}.elf {program}.c"]
    for option in OPTIONS:
        if len(lines[-1]) + len(option) > 90:
            lines[-1] += " \\"
            lines.append("       ")
        lines[-1] += f" {option}"
    return [
        *lines,
        f"    avr-objcopy -O ihex {program}.elf {program}.hex",
        f"    avrdude -c usbasp -p t13 -U flash:w:{program}.hex",
    ]
