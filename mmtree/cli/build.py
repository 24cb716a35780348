"""``mmtree build``"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

from mmtree.cli import completion_values
from mmtree.cli.options import Time, Whole, check_outputs, symbols_option
from mmtree.cli.output import notice, say
from mmtree.cli.progress import progress_bar
from mmtree.cli.strategy_options import check_taken, strategy_options
from mmtree.errors import ClusterError, DrawingError
from mmtree.files import write_whole
from mmtree.game.code import Symbols, format_code, parse_code
from mmtree.game.rules import Rules
from mmtree.search.kernel import MAX_JOBS, advice, kernel
from mmtree.strategies.catalogue import MAX_EFFORT, ROWS, StrategyRow, find
from mmtree.tree import ready_made
from mmtree.tree.file import load, save
from mmtree.tree.tree import StrategyTree

if TYPE_CHECKING:
    from mmtree.search.cluster.workers import Workers

_LIMITED = ", ".join(row.name for row in ROWS if row.takes_limit)
_GOERS = ", ".join(row.name for row in ROWS if row.goes_on)
_KEEPERS = ", ".join(row.name for row in ROWS if row.keeps_checkpoint)
_SHARED = ", ".join(row.name for row in ROWS if row.takes_cluster)


@click.command()
@click.argument("more", metavar="", nargs=-1)
@click.option(
    "--strategy",
    shell_complete=completion_values.strategies,
    metavar="NAME",
    help="See mmtree strategies.",
)
@click.option(
    "--rules",
    shell_complete=completion_values.rules,
    metavar="RULES",
    help="The game.  [4p6c, or that of the tree to improve]",
)
@click.option("--opening", metavar="CODE", help="First guess; the strategy's own by default.")
@symbols_option
@strategy_options
@click.option("--jobs", type=Whole(1, MAX_JOBS), metavar="N", help="Threads. [one per processor]")
@click.option(
    "--checkpoint",
    shell_complete=completion_values.files,
    metavar="FILE",
    help=f"{_KEEPERS}: keep what is settled here; the same command goes on from it.",
)
@click.option(
    "--below",
    shell_complete=completion_values.tree_files,
    metavar="WHAT",
    help=f"{_LIMITED}: look for no higher total than a tree has, or only below a number.",
)
@click.option(
    "--cluster",
    metavar="WHERE",
    help=f"{_SHARED}: share the search with Dask workers: tcp://HOST:8786, a scheduler's file, or "
    "local:N.",
)
@click.option(
    "--improve",
    shell_complete=completion_values.tree_files,
    metavar="FILE",
    help=f"{_GOERS}: go on from this tree; what comes out is never worse.",
)
@click.option(
    "--time",
    type=Time(),
    metavar="TIME",
    help=f"{_GOERS}: take what is found within 90s, 10m or 2h, with efforts up to 9.",
)
@click.option(
    "-o",
    "--output",
    shell_complete=completion_values.files,
    metavar="FILE",
    help="Tree file. By default STRATEGY-RULES.mmtree and .dot.",
)
@click.option(
    "--dot",
    "dot_file",
    shell_complete=completion_values.files,
    metavar="FILE",
    help="Also write a Graphviz file.",
)
@click.option(
    "--svg",
    "svg_file",
    shell_complete=completion_values.files,
    metavar="FILE",
    help="Also draw it (needs the dot program).",
)
def command(
    more: tuple[str, ...],
    strategy: str | None,
    rules: str | None,
    opening: str | None,
    symbols: Symbols,
    jobs: int | None,
    checkpoint: str | None,
    below: str | None,
    cluster: str | None,
    improve: str | None,
    time: int | None,
    output: str | None,
    dot_file: str | None,
    svg_file: str | None,
    **options: Any,
) -> None:
    """Build the whole tree of a strategy.

    Without -o, writes for instance koyama-lai-4p6c.mmtree and koyama-lai-4p6c.dot here.
    """
    from mmtree.strategies.builder import BuildInterrupted, build_tree

    if more:
        named = any(row.name == more[0].lower() for row in ROWS)
        hint = f": did you mean --strategy {more[0]}?" if named and strategy is None else ""
        raise click.UsageError(f"unexpected argument {more[0]!r}{hint}")
    improved = None if improve is None else load(improve)
    if improved is not None:
        strategy = strategy or _GOERS
        rules = rules or str(improved.rules)
    rules = rules or "4p6c"
    if strategy is None:
        others = ", ".join(row.name for row in ROWS if row.name != "koyama-lai")
        raise click.UsageError(
            f"--strategy is missing: koyama-lai finds the best tree; others are {others}"
        )
    row = find(strategy)
    check_taken(row, options)
    for flag, value in (("--improve", improve), ("--time", time)):
        if value is not None and not row.goes_on:
            raise click.UsageError(f"strategy {row.name} does not take {flag}: only {_GOERS} does")
    if time is not None and options["effort"] is None:
        options["effort"] = MAX_EFFORT
    game = Rules.parse(rules)
    first = None if opening is None else parse_code(opening, game, symbols)
    if svg_file is not None:
        from mmtree.show.dot.program import check_program

        check_program("svg")
    kinds = {".mmtree": output, ".dot": dot_file, ".svg": svg_file, "": checkpoint}
    endings = {".mmtree", ".dot", ".svg", ".pdf", ".png"}
    for ending, path in kinds.items():
        if path == "-":
            raise click.UsageError("trees are written to files, not to standard output")
        if path and os.path.splitext(path)[1] in endings - {ending}:
            raise click.UsageError(f"{path}: a file of that ending holds something else")
    asked = [path for path in kinds.values() if path is not None]
    if output is None and not os.access(os.curdir, os.W_OK | os.X_OK):
        raise click.UsageError("this folder cannot be written to: name a file elsewhere with -o")
    limit, sources = _limit(below)
    check_outputs(asked, sources)
    interrupted = False
    with (
        _interrupted_work(checkpoint, row),
        _workers(cluster, row) as workers,
        progress_bar(advice(), log=True) as progress,
    ):
        try:
            tree = build_tree(
                strategy,
                game,
                opening=first,
                progress=progress,
                jobs=jobs,
                checkpoint=checkpoint,
                below=limit,
                cluster=workers,
                improves=improved,
                seconds=time,
                **options,
            )
        except BuildInterrupted as stopped:
            tree, interrupted = stopped.tree, True
    if output is None:
        stem = default_stem(tree)
        output = f"{stem}.mmtree"
        from mmtree.show.dot.tree import MAX_DRAWN

        if dot_file is None and len(tree) <= MAX_DRAWN:
            dot_file = f"{stem}.dot"
    save(tree, output)
    if checkpoint is not None:  # it has served
        with suppress(FileNotFoundError):
            os.unlink(os.path.realpath(checkpoint))
    drawn, not_drawn = _draw(tree, dot_file, svg_file)
    first_guess = format_code(tree.root.guess, game, symbols)
    say(f"{tree.strategy.name} for {game}, opening {first_guess}: {tree.figures}")
    histogram = " ".join(map(str, tree.histogram))
    say(f"found by guess 1, 2, …: {histogram}; {tree.proof or 'not proved optimal'}")
    say(f"wrote {', '.join([output, *drawn])}")
    if not_drawn:
        raise not_drawn
    if interrupted:
        raise click.Abort(f"interrupted: --improve {output} goes on from there")


def _draw(
    tree: StrategyTree, dot_file: str | None, svg_file: str | None
) -> tuple[list[str], DrawingError | OSError | None]:
    """The pictures that were written, and why others were not: the tree is there all the same."""
    written: list[str] = []
    if not dot_file and not svg_file:
        return written, None
    from mmtree.show.dot.tree import dot_source, render

    try:
        source = dot_source(tree)
        if dot_file:
            write_whole(dot_file, source.encode())
            written.append(dot_file)
        if svg_file:
            write_whole(svg_file, render(source, "svg"))
            written.append(svg_file)
    except (DrawingError, OSError) as error:
        return written, error
    return written, None


def _limit(below: str | None) -> tuple[StrategyTree | int | None, list[str]]:
    """A total to stay below, or a tree, replayed; and the files that were read.

    Raises:
        click.UsageError: it is neither.
        TreeFileError: the file is no tree.
    """
    if below is None:
        return None, []
    if re.fullmatch("[0-9]{1,18}", below):
        return int(below), []
    if not os.path.exists(below) and not ready_made.path(below):
        near = ready_made.nearest(below)
        hint = f": did you mean {near!r}?" if near else ""
        raise click.UsageError(
            f"--below {below!r}: neither a total nor a tree file that is there{hint}"
        )
    return load(below), [below]


@contextmanager
def _workers(cluster: str | None, row: StrategyRow) -> Iterator[Workers | None]:
    """The workers of a cluster, and a line on where to look at them; None where none is named.

    Raises:
        click.UsageError: the strategy takes none.
        ClusterError: there is no such cluster.
    """
    if cluster is None:
        yield None
        return
    if not row.takes_cluster:
        raise click.UsageError(f"strategy {row.name} takes no --cluster: only {_SHARED} does")
    from mmtree.search.cluster.connect import open_workers

    with open_workers(cluster, lambda line: notice(f"mmtree: {line}")) as workers:
        if workers.dashboard:
            say(f"mmtree: the dashboard is {workers.dashboard}", err=True)
        yield workers


@contextmanager
def _interrupted_work(checkpoint: str | None, row: StrategyRow) -> Iterator[None]:
    """Where the work is interrupted, say how it goes on, or how it could be kept.

    Raises:
        click.Abort: the work was interrupted.
        ClusterError: its workers are gone.
    """
    try:
        yield
    except ClusterError as error:
        if checkpoint is None or not os.path.exists(checkpoint):
            raise
        raise ClusterError(f"{error}: the same command goes on from {checkpoint}") from None
    except KeyboardInterrupt:
        if checkpoint is not None and os.path.exists(checkpoint):
            raise click.Abort(f"interrupted: the same command goes on from {checkpoint}") from None
        if checkpoint is None and row.keeps_checkpoint and kernel() == "native":
            raise click.Abort("interrupted: --checkpoint FILE would keep the work") from None
        raise


def default_stem(tree: StrategyTree) -> str:
    """A file name that tells trees of the same strategy apart: koyama-lai-max5-4p6c."""
    kept = tree.strategy.options
    parts = [tree.strategy.name]
    if "opening" in kept:
        parts.append(format_code(int(kept["opening"]), tree.rules))
    if any(row.name == tree.strategy.name for row in ROWS):
        taken = [option for option in find(tree.strategy.name).options if option.name in kept]
        parts += [option.in_name(kept[option.name]) for option in taken]
    return "-".join([*parts, str(tree.rules)])
