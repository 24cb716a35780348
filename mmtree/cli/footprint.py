"""``mmtree footprint``"""

from __future__ import annotations

from contextlib import closing

import click

from mmtree.cli import completion_values
from mmtree.cli.columns import columns
from mmtree.cli.options import OneOf, WholeNumber
from mmtree.cli.output import print_data, print_lines
from mmtree.cli.progress import progress_bar
from mmtree.export.player_tree import classic_tree
from mmtree.footprint.footprint import (
    FLUSH_RIGHT,
    LAYOUTS,
    MACHINES,
    Footprint,
    format_json,
    format_markdown,
    list_players,
    measure_players,
    split_by_tools,
    table_cells,
)
from mmtree.progress import Progress
from mmtree.tree.file import load


@click.command()
@click.argument("file", shell_complete=completion_values.tree_files)
@click.option(
    "--to",
    "machines",
    type=OneOf(MACHINES),
    multiple=True,
    help="Only this machine; can be repeated.",
)
@click.option(
    "--layout",
    "layouts",
    type=OneOf(LAYOUTS),
    multiple=True,
    help="Only this layout; can be repeated.",
)
@click.option(
    "--format",
    "form",
    type=OneOf(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--limit",
    type=WholeNumber(1, 86400),
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="Time limit of one replay.",
)
def command(
    file: str, machines: tuple[str, ...], layouts: tuple[str, ...], form: str, limit: int
) -> None:
    """Measure size and speed of a tree's players on small machines.

    Compiles the player of mmtree export in each layout for each machine whose compiler and
    simulator are installed, plays every secret there, and compares each guess with the tree. Only
    players that play as the tree does are listed: with the bytes of the table, of the code, of
    both, of RAM (variables and one game) and of stack, and with the cycles or instructions of a
    guess, on average and at most. For micropython, CPython replaces the board. The exit status is 1
    if a player plays differently or fails, or if none could be measured.
    """
    tree = load(file)
    played = classic_tree(tree, "the replay", "mmtree export --to c for the player only")
    chosen = tuple(dict.fromkeys(machines)) or tuple(MACHINES)
    pairs, not_measured = list_players(chosen, tuple(dict.fromkeys(layouts)) or LAYOUTS)
    if not pairs:
        raise click.UsageError("; ".join(map(str, not_measured)))
    pairs, missing = split_by_tools(pairs)
    not_measured += missing
    found: list[Footprint] = []
    with progress_bar() as show, closing(measure_players(played, pairs, limit)) as measured:
        for done, row in enumerate(measured, 1):
            if isinstance(row, Footprint):
                found.append(row)
            else:
                not_measured.append(row)
            show(Progress(done, len(pairs), (row.machine,)))
    if form == "json":
        print_data(format_json(found, not_measured))
    else:
        if found:
            print_lines(f"{tree.strategy.name} for {tree.rules}: {tree.figures}")
            if form == "text":
                print_lines(*columns(table_cells(found), FLUSH_RIGHT))
            else:
                print_data(f"\n{format_markdown(found)}")
        for row in not_measured:
            print_lines(f"{row}", err=True)
    if not found or any(row.wrong for row in not_measured):
        click.get_current_context().exit(1)
