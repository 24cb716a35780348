"""Exports a player in C for the seed form, which lists codes to find a guess."""

from collections.abc import Iterable

from mmtree.export.seed.encode import encode
from mmtree.export.seed.seed import Seed
from mmtree.export.targets import header_lines
from mmtree.export.template import c_array, c_number, fill, fill_c
from mmtree.tree.tree import StrategyTree

_FORM = """
The table is the seed form of a tree. A guess follows from the history, the guesses so far and
their answers. The codes that agree with it are listed in order; while fewer than {ask} are left,
the guess is the first. Else the table is asked a bit for each of them in turn, 0 to take it and 1
to go on, and after {escape} ones for the place of the guess among all codes, in {bits} bits. A bit
is the parity of the table ANDed with a row of as many bytes, which is drawn from the history.
"""


def files(tree: StrategyTree, name: str) -> dict[str, bytes]:
    """Return header and source of a player.

    Raises:
        ExportError: the seed form cannot hold the tree.
    """
    seed = encode(tree)
    lines = header_lines(tree)
    return {
        f"{name}.h": source("mm.h", seed, name, lines),
        f"{name}.c": source("seed.c", seed, name, lines),
    }


def source(file: str, seed: Seed, name: str, lines: Iterable[str], /, **values: object) -> bytes:
    """Return a source file of the player of a seed form.

    Args:
        file: the name of the template.
        name: the prefix of symbols.
        lines: the comment at the top.
        values: more values for this template.
    """
    values |= _values(seed)
    core = fill("mmtree.export.c", "seed_core.c", **values).rstrip("\n")
    return fill_c(file, name, lines, core=core, **values)


def _values(seed: Seed) -> dict[str, object]:
    """Return the values that all templates need."""
    rules = seed.rules
    codes = rules.colors**rules.pegs
    last = 1 + (rules.pegs + 1) * (seed.max - 1)
    form = _FORM.format(ask=seed.ask, escape=seed.escape, bits=seed.bits)
    return {
        "MM_SEED": 1,
        "MM_TEXTS": 0,
        "counts": 1,
        "identified": 0,
        "MM_SHOWS_PEGS": 1,
        "ten": 16,
        "MM_WHITES": rules.whites,
        "MM_DISTINCT": rules.distinct,
        "pegs": rules.pegs,
        "colors": rules.colors,
        "codes": c_number(codes),
        "max": seed.max,
        "table_bytes": len(seed.table),
        "code_bits": 16 if codes < 1 << 16 else 32,
        "turn_type": f"uint{8 if last < 1 << 8 else 16}_t",
        "constants": f"""\
#define MM_ASK {seed.ask}
#define MM_ESCAPE {seed.escape}
#define MM_BITS {seed.bits}
#define MM_START {seed.start}
#define MM_STEP {seed.step}""",
        "form": form.strip().replace("\n", "\n * "),
        "table": c_array("uint8_t", "mm_table", "MM_TABLE_BYTES", seed.table),
    }
