"""A player in C for the seed form: it lists codes, and asks its table only for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mmtree.export.c.template import array, fill, number, template
from mmtree.export.seed.encode import encode
from mmtree.export.seed.seed import Seed
from mmtree.export.targets import about
from mmtree.tree.tree import StrategyTree

_FORM = """
The table is the seed form of a tree. A guess follows from the history, the guesses so far and
their answers. The codes that agree with it are listed in order; while fewer than {ask} are left,
the guess is the first. Else the table is asked a bit for each of them in turn, 0 to take it and 1
to go on, and after {escape} ones for the place of the guess among all codes, in {bits} bits. A bit
is the parity of the table ANDed with a row of as many bytes, which is drawn from the history.
"""


def files(tree: StrategyTree, name: str) -> dict[str, bytes]:
    """Header and source of a player.

    Raises:
        ExportError: the seed form cannot hold the tree.
    """
    seed = encode(tree)
    return {
        f"{name}{suffix}": source(f"seed{suffix}", seed, name, about(tree))
        for suffix in (".h", ".c")
    }


def source(
    file: str,
    seed: Seed,
    name: str,
    lines: Iterable[str],
    parts: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """A file of the player of a seed form.

    Args:
        file: the template.
        seed: the seed form.
        name: the prefix of symbols.
        lines: what stands on top.
        parts: more parts of this template.
    """
    rules = seed.rules
    text = template(file).replace("/* @core */\n", template("seed_core.c"))
    values = {"MM_WHITES": rules.whites, "MM_DISTINCT": rules.distinct}
    return fill(text, name, lines, values, {**_parts(seed), **(parts or {})})


def _parts(seed: Seed) -> dict[str, list[str]]:
    """What all templates need."""
    rules = seed.rules
    codes = rules.colors**rules.pegs
    turn = rules.pegs + 1
    last = 1 + turn * (seed.max - 1)
    return {
        "rules": [
            f"#define MM_PEGS {rules.pegs}",
            f"#define MM_COLORS {rules.colors}",
            f"#define MM_CODES {number(codes)} /* a code is a number from 0 to MM_CODES - 1 */",
            f"#define MM_MAX_GUESSES {seed.max}",
            f"#define MM_TABLE_BYTES {len(seed.table)}",
            "",
            f"typedef uint{16 if codes < 1 << 16 else 32}_t mm_code;",
        ],
        "turn_type": [f"uint{8 if last < 1 << 8 else 16}_t"],
        "constants": [
            f"#define MM_ASK {seed.ask}",
            f"#define MM_ESCAPE {seed.escape}",
            f"#define MM_BITS {seed.bits}",
            f"#define MM_START {seed.start}",
            f"#define MM_STEP {seed.step}",
        ],
        "form": _FORM.format(ask=seed.ask, escape=seed.escape, bits=seed.bits).strip().split("\n"),
        "table": array(
            "uint8_t", "mm_table", "MM_TABLE_BYTES", [f"0x{byte:02x}" for byte in seed.table]
        ),
    }
