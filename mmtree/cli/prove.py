"""``mmtree prove``"""

import os
from typing import Any

import click

from mmtree.cli.build_options import game_options, read_game
from mmtree.cli.options import (
    WholeNumber,
    check_certificate_output,
    complete_trees,
    file_option,
    symbols_option,
)
from mmtree.cli.output import print_lines
from mmtree.cli.progress import progress_bar
from mmtree.files import write_whole
from mmtree.game.code import Symbols, parse_code
from mmtree.strategies.catalogue import find
from mmtree.tree.file import load


@click.command()
@click.argument("file", shell_complete=complete_trees, required=False)
@game_options("Without FILE: the game, or a list of words, one a line.  [4p6c]")
@click.option(
    "--max-guesses",
    "most",
    type=WholeNumber(1, 1000),
    help="Without FILE: no strategy finds every secret within N guesses.",
)
@click.option(
    "--below", type=WholeNumber(1, 10**14), help="Without FILE: no strategy has a total below N."
)
@click.option("--opening", metavar="CODE", help="Without FILE: the only first guess allowed.")
@symbols_option
@file_option("-o", "--output", help="The certificate. By default the name of FILE with .proof.")
def command(
    file: str | None,
    most: int | None,
    below: int | None,
    opening: str | None,
    symbols: Symbols,
    output: str | None,
    **defined: Any,
) -> None:
    """Write a certificate that no strategy is better.

    FILE is a tree whose file says that it is optimal, or has a lower bound. The certificate shows
    that to anyone who does not trust mmtree's search: mmtree verify FILE --proof CERTIFICATE checks
    it with independent code. mmtree/check/proof/README.md defines the file, for those who write a
    checker.

    Without FILE, the certificate shows that no strategy for a game finds every secret within
    --max-guesses, has a total below --below, or both at once. The options that define the game are
    those of mmtree build. Exit status 1: there is such a strategy.
    """
    from mmtree.search.kernel import advice
    from mmtree.search.prices import INFINITE, Prices
    from mmtree.search.proof import Statement
    from mmtree.strategies.prove import prove, statements_of

    if file is not None:
        if any(defined.values()) or (most, below, opening) != (None,) * 3:
            raise click.UsageError(
                "a game, --max-guesses, --below and --opening are for proofs without FILE"
            )
        name = os.path.splitext(os.path.basename(file))[0]
        statements = statements_of(load(file))
    elif most is None and below is None:
        raise click.UsageError("name a tree FILE, or give --max-guesses N or --below N")
    else:
        game = read_game(**defined)
        first = None if opening is None else parse_code(opening, game, symbols)
        find("koyama-lai").check_rules(game, first)
        bound = INFINITE if below is None else below
        prices = Prices(last=most, free=int(game.identified))
        statements = [Statement(game, prices, bound, first)]
        limits = (("max", most), ("below", below))
        name = "-".join([str(game), *(f"{word}{value}" for word, value in limits if value)])
    output = output or f"{name}.proof"
    check_certificate_output(output, [file] if file is not None and os.path.exists(file) else [])
    with progress_bar(advice(), log=True) as progress:
        data = prove(statements, progress)
    write_whole(output, data)
    print_lines(*map(str, statements), f"wrote {output}: {len(data)} bytes")
