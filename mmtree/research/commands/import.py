"""``mmtree import``"""

import os
import sys
from typing import Any, cast

import click

from mmtree.cli.build_options import game_options, read_game
from mmtree.cli.options import (
    OneOf,
    check_outputs,
    complete_files,
    file_option,
    format_definitions,
    json_option,
)
from mmtree.cli.output import FIGURES, print_json, print_lines, select
from mmtree.cli.progress import progress_bar
from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.notations import (
    NOTATIONS,
    SYMBOLS,
    detect_notation,
    notation_of_endings,
    read_tree,
)
from mmtree.research.notations.printed_tree import MAX_BYTES, load_text
from mmtree.tree.file import save

_HELP = f"""Read a tree in the notation of a paper or program, and write it as a tree file.

{format_definitions({name: notation.about for name, notation in NOTATIONS.items()})}

Every printed number is checked against the partition; errors name the line and column.
TEXT is a file, or - for standard input. mmtree export --to writes the same notations.
"""


@click.command(help=_HELP)
@click.argument("text", shell_complete=complete_files)
@click.option("--from", "notation", type=OneOf(NOTATIONS), help="Notation. [found from the text]")
@game_options("The game, or a list of words. [found from the text]")
@click.option(
    "--symbols",
    type=OneOf(SYMBOLS),
    help="Symbols of codes: digits count from 0, digits1 from 1. [found from the text]",
)
@file_option("-o", "--output", help="Tree file. [TEXT's name]")
@json_option
def command(
    text: str,
    notation: str | None,
    symbols: str | None,
    output: str | None,
    as_json: bool,
    **defined: Any,
) -> None:
    """Write the tree file of a text."""
    data = b"" if text == "-" else load_text(text)
    stem, ending = os.path.splitext(os.path.basename(text))
    endings = notation_of_endings()
    if output is None and text == "-":
        raise click.UsageError("standard input has no name: give -o FILE")
    if output == "-":
        raise click.UsageError("a tree cannot be written to standard output: give -o FILE")
    if output is None:
        output = f"{stem}.mmtree"
        if os.path.lexists(output):  # perhaps the tree that the text was made from, with its proof
            raise click.UsageError(f"{output} already exists: give -o {output} to overwrite it")
    ending = os.path.splitext(output)[1]
    if ending.lower() in {*endings, ".txt", ".dot"}:
        raise click.UsageError(f"{output}: a tree file cannot end in {ending}: use .mmtree")
    game = read_game(**defined) if any(defined.values()) else None
    check_outputs([output], [] if text == "-" else [text])
    if text == "-":
        data = _read_standard_input()
    name = "standard input" if text == "-" else text
    notation = notation or detect_notation(data, name)
    with progress_bar() as progress:
        imported = read_tree(data, notation, name, game, cast(Symbols | None, symbols), progress)
    tree = imported.tree
    save(tree, output)
    opening = format_code(tree.root.guess, tree.rules)
    if as_json:
        head = {"notation": notation, "rules": tree.rules, "symbols": imported.symbols}
        figures = select(tree.figures, *FIGURES)
        deduced = select(imported, "in_order", "cheapest", "uneven", "misprints")
        print_json({**head, "opening": opening, **figures, **deduced, "file": output})
        return
    found = "" if game else ", found from the text"
    if not (game or tree.rules.uses_pegs):
        found = f", {tree.rules.secrets} secrets of {tree.rules.guesses} words found from the text"
    print_lines(f"{notation} for {tree.rules}{found}, opening {opening}: {tree.figures}")
    print_lines(f"found by guess 1, 2, …: {' '.join(map(str, tree.histogram))}")
    print_lines(*imported.describe())
    print_lines(f"wrote {output}")


def _read_standard_input() -> bytes:
    """Return standard input, up to one byte more than a text may have."""
    stream = getattr(sys.stdin, "buffer", sys.stdin)
    data = stream.read(MAX_BYTES + 1)
    return data if isinstance(data, bytes) else str(data).encode()
