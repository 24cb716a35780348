"""``mmtree build``"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import click

from mmtree.cli.build_options import (
    GAME_OPTIONS,
    flags_in_errors,
    game_options,
    read_game,
    strategy_options,
)
from mmtree.cli.options import (
    Percent,
    Time,
    WholeNumber,
    check_outputs,
    complete_strategies,
    complete_trees,
    file_option,
    symbols_option,
)
from mmtree.cli.output import print_lines
from mmtree.cli.progress import progress_bar
from mmtree.counts import format_count
from mmtree.errors import ClusterError
from mmtree.files import write_whole
from mmtree.game.code import Symbols, format_code, parse_code
from mmtree.game.names import file_name
from mmtree.game.rules import Rules
from mmtree.search.kernel import MAX_JOBS, advice, kernel
from mmtree.strategies.catalogue import (
    BELOW,
    CHECKPOINT,
    CLUSTER,
    GAP,
    IMPROVES,
    MAX_EFFORT,
    NAMES,
    ROWS,
    SECONDS,
    check_taken,
    find,
    takers,
)
from mmtree.strategies.strategy_row import StrategyRow
from mmtree.tree import ready_made
from mmtree.tree.file import load, save
from mmtree.tree.tree import StrategyTree


@click.command()
@click.argument("more", metavar="", nargs=-1)
@click.option(
    "--strategy", shell_complete=complete_strategies, metavar="NAME", help="See mmtree strategies."
)
@game_options("The game, or a list of words, one a line.  [4p6c, or that of the tree to improve]")
@click.option("--opening", metavar="CODE", help="First guess; the strategy's own by default.")
@symbols_option
@strategy_options
@click.option("--jobs", type=WholeNumber(1, MAX_JOBS), help="Threads. [one per processor]")
@file_option(
    "--checkpoint",
    help=f"{takers(CHECKPOINT)}: save solved sets here; the same command resumes from it.",
)
@file_option(
    "--below",
    help=f"{takers(BELOW)}: search for totals up to that of a tree file, or below a number.",
    metavar="LIMIT",
    complete=complete_trees,
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help=f"{takers(CLUSTER)}: distribute the search to Dask workers: tcp://HOST:8786, a "
    "scheduler's file, or local:N.",
)
@file_option(
    "--improve",
    "improves",
    help=f"{takers(IMPROVES)}: start from this tree; the result is never worse.",
    complete=complete_trees,
)
@click.option(
    "--time",
    "seconds",
    type=Time(),
    help=f"{takers(SECONDS)}: take the best tree found within 90s, 10m or 2h; a beam by efforts up "
    f"to {MAX_EFFORT}. Large rules take some seconds more.",
)
@click.option(
    "--gap",
    type=Percent(),
    help=f"{takers(GAP)}: take the best tree once it is proved to be at most so much, such as "
    "0.5%, above the least total.",
)
@file_option("-o", "--output", help="Tree file. By default STRATEGY-RULES.mmtree and .dot.")
@file_option("--dot", "dot_file", help="Also write a Graphviz file.")
def command(
    more: tuple[str, ...],
    strategy: str | None,
    opening: str | None,
    symbols: Symbols,
    output: str | None,
    dot_file: str | None,
    **given: Any,
) -> None:
    """Build the whole tree of a strategy.

    Without -o, writes for instance koyama-lai-4p6c.mmtree and koyama-lai-4p6c.dot here.
    """
    if more:
        is_strategy = strategy is None and more[0].lower() in NAMES
        hint = f": did you mean --strategy {more[0]}?" if is_strategy else ""
        raise click.UsageError(f"unexpected argument {more[0]!r}{hint}")
    improved = load(given["improves"]) if given["improves"] is not None else None
    row = _find_row(strategy, improved)
    defined = {name: given.pop(name) for name in GAME_OPTIONS}
    settings = {
        setting.name: given[setting.name]
        for setting in (CHECKPOINT, BELOW, CLUSTER, IMPROVES, SECONDS, GAP)
    }
    with flags_in_errors():
        check_taken(
            row, {name: given[name] for name in given if name not in (*settings, "jobs")}, settings
        )
    game = read_game(**defined) if improved is None or any(defined.values()) else improved.rules
    first = None if opening is None else parse_code(opening, game, symbols)
    paths = output, dot_file, given["checkpoint"]
    _check_names(*paths)
    limit = _read_limit(given["below"])
    check_outputs(paths, [given["below"]] if isinstance(limit, StrategyTree) else [])
    if given["seconds"] is not None and given["effort"] is None and row.takes("effort"):
        given["effort"] = MAX_EFFORT
    given |= {"opening": first, "improves": improved, "below": limit}
    tree, interrupted = _build(row, game, given)
    written: list[str] = []
    try:
        written.extend(_write(tree, *paths))  # the first also if the second cannot be written
    finally:
        if written:
            _report(tree, symbols, written)
    if interrupted and given["checkpoint"] is not None:
        raise click.Abort(f"interrupted: the same command resumes from {given['checkpoint']}")
    if interrupted:
        option = "--improve" if IMPROVES in row.settings else "--below"
        raise click.Abort(f"interrupted: {option} {written[0]} resumes from there")


def _find_row(strategy: str | None, improved: StrategyTree | None) -> StrategyRow:
    """Return the strategy; by default, of a tree to improve, the one that improves trees."""
    if strategy is not None:
        return find(strategy)
    if improved is not None:
        return next(row for row in ROWS if IMPROVES in row.settings)
    others = ", ".join(row.name for row in ROWS if row.name != "koyama-lai")
    raise click.UsageError(
        f"--strategy is missing: koyama-lai finds the best tree; others are {others}"
    )


def _build(row: StrategyRow, game: Rules, given: dict[str, Any]) -> tuple[StrategyTree, bool]:
    """Build a tree; return it, and whether the user interrupted the search.

    Raises:
        click.Abort: the user interrupted it; says how to resume it, or how to save it next time.
        ClusterError: the workers are gone.
    """
    checkpoint = given["checkpoint"]
    saves = checkpoint is None and CHECKPOINT in row.settings and kernel() == "native"
    hint = "Ctrl-C saves no search; with --checkpoint FILE the same command resumes it"
    try:
        with progress_bar(advice(), True, hint * saves) as progress, flags_in_errors():
            from mmtree.strategies.builder import BuildInterrupted, build_tree

            try:
                return build_tree(row.name, game, progress=progress, **given), False
            except BuildInterrupted as interruption:
                return interruption.tree, True
    except ClusterError as error:
        if checkpoint is None or not os.path.exists(checkpoint):
            raise
        raise ClusterError(f"{error}: the same command resumes from {checkpoint}") from None
    except KeyboardInterrupt:
        if checkpoint is not None and os.path.exists(checkpoint):
            raise click.Abort(f"interrupted: the same command resumes from {checkpoint}") from None
        if saves:
            raise click.Abort("interrupted: --checkpoint FILE would save the work") from None
        raise


def _report(tree: StrategyTree, symbols: Symbols, written: list[str]) -> None:
    opening = format_code(tree.root.guess, tree.rules, symbols)
    print_lines(f"{tree.strategy.name} for {tree.rules}, opening {opening}: {tree.figures}")
    histogram = " ".join(map(str, tree.histogram))
    found = f"{'identified' if tree.rules.identified else 'found'} by {tree.rules.move}"
    print_lines(f"{found} 1, 2, …: {histogram}; {tree.proof or 'not proved optimal'}")
    within = tree.strategy.options.get("most_within")
    if isinstance(within, int):
        count = format_count(within, tree.rules.move)
        counted, whole = tree.figures.counted, tree.figures.weight
        weight = "the weight " if tree.figures.weighted else ""
        print_lines(f"{weight}{sum(counted[:within])} of {whole} within {count}")
    print_lines(f"wrote {', '.join(written)}")


def _read_limit(below: str | None) -> StrategyTree | int | None:
    """Return a total or a tree as an upper bound."""
    if below is None:
        return None
    if re.fullmatch("[0-9]{1,18}", below) and int(below):
        return int(below)
    if not os.path.exists(below) and not ready_made.path(below):
        near = ready_made.nearest(below)
        hint = f": did you mean {near!r}?" if near else ""
        limits = f"from 1 to {'9' * 18}" if re.fullmatch("[0-9]{19,}", below) else "of at least 1"
        raise click.UsageError(
            f"--below must be a whole number {limits}, or a tree file, got {below!r}{hint}"
        )
    return load(below)


def _check_names(output: str | None, dot_file: str | None, checkpoint: str | None) -> None:
    """Check that the names fit the files."""
    kinds = (
        ("tree", ".mmtree", output),
        ("Graphviz file", ".dot", dot_file),
        ("checkpoint", "", checkpoint),
    )
    for kind, ending, path in kinds:
        if path == "-":
            raise click.UsageError("trees are written to files, not to standard output")
        other = os.path.splitext(path or "")[1]
        if other != ending and other in {".mmtree", ".dot", ".svg", ".pdf", ".png"}:
            raise click.UsageError(f"{path}: the name of a {kind} cannot end in {other}")
    if output is None and not os.access(os.curdir, os.W_OK | os.X_OK):
        raise click.UsageError("this folder cannot be written to: name a file elsewhere with -o")


def _write(
    tree: StrategyTree, output: str | None, dot_file: str | None, checkpoint: str | None
) -> Iterator[str]:
    """Save the tree and draw it, remove the checkpoint of a proof; yield the name of each file.

    Without a name for the tree, it gets the default one, and is drawn if that is not too large.

    Raises:
        OSError: a file cannot be written.
    """
    if output is None:
        from mmtree.show.dot import MAX_DRAWN

        stem = _default_stem(tree)
        output = f"{stem}.mmtree"
        if dot_file is None and len(tree) <= MAX_DRAWN:
            dot_file = f"{stem}.dot"
    save(tree, output)
    if checkpoint is not None and tree.proof and tree.proof.optimal:
        with suppress(FileNotFoundError):
            os.unlink(os.path.realpath(checkpoint))
    yield output
    if dot_file is not None:
        from mmtree.show.dot import dot_source

        write_whole(dot_file, dot_source(tree).encode())
        yield dot_file


def _default_stem(tree: StrategyTree) -> str:
    """Return a file name with the options of the strategy, such as koyama-lai-max5-4p6c."""
    options, row = tree.strategy.options, NAMES.get(tree.strategy.name)
    parts = [tree.strategy.name]
    if "opening" in options:
        parts.append(file_name(format_code(int(options["opening"]), tree.rules)))
    taken = [option for option in row.options if option.name in options] if row else []
    parts += [option.in_name(options[option.name]) for option in taken]
    return "-".join([*parts, str(tree.rules)])
