"""``mmtree bench``"""

from __future__ import annotations

import click

from mmtree.cli import completion_values
from mmtree.cli.options import Time, WholeNumber
from mmtree.cli.output import print_lines
from mmtree.game.rules import Rules
from mmtree.search.kernel import MAX_JOBS, kernel, processors
from mmtree.strategies.catalogue import MAX_EFFORT


@click.command()
@click.argument("rules", shell_complete=completion_values.rules, nargs=-1)
@click.option("--all", "everything", is_flag=True, help="The slow builds, too (minutes).")
@click.option(
    "--beyond", is_flag=True, help="The beam on rules too large to prove, beside one-step ones."
)
@click.option("--beside-proof", is_flag=True, help="The beam on other rules, beside their proof.")
@click.option(
    "--effort",
    type=WholeNumber(1, MAX_EFFORT),
    metavar="N",
    help="Of the beam: how hard it searches.",
)
@click.option("--time", type=Time(), metavar="TIME", help="Of the beam: 90s, 10m …  [10m beyond]")
@click.option(
    "--repeat",
    type=WholeNumber(1, 1000),
    metavar="N",
    help="Builds of each, of which the median is told.  [3]",
)
@click.option(
    "--jobs", type=WholeNumber(1, MAX_JOBS), metavar="N", help="Threads. [one per processor]"
)
def command(
    rules: tuple[str, ...],
    everything: bool,
    beyond: bool,
    beside_proof: bool,
    effort: int | None,
    time: int | None,
    repeat: int | None,
    jobs: int | None,
) -> None:
    """Measure building, and hold every total against the known one.

    Prints a table as it goes; RULES pick the builds for these rules. The status is 1 when a total
    or max is wrong, and never because a machine is slow. MMTREE_KERNEL=numpy measures the other
    kernel. With --beyond or --beside-proof, each build is run once, for any RULES.
    """
    wanted = {Rules.parse(name): name for name in rules}
    jobs = jobs or processors()
    kernel()  # refuse one that is not there before anything is shown
    if beyond and beside_proof:
        raise click.UsageError("--beyond and --beside-proof are two tables: ask for one of them")
    if beyond or beside_proof:
        if repeat is not None:
            raise click.UsageError("--repeat does not go with --beyond or --beside-proof")
        right = _beam(list(wanted), everything, beyond, effort, time, jobs)
    elif effort is not None or time is not None:
        raise click.UsageError("--effort and --time go with --beyond or --beside-proof")
    else:
        right = _known(wanted, everything, repeat or 3, jobs)
    if not right:
        click.get_current_context().exit(1)


def _known(wanted: dict[Rules, str], everything: bool, repeat: int, jobs: int) -> bool:
    """Builds whose totals are known; whether they are right."""
    from mmtree.strategies.benchmark import CASES, HEAD, measure, row

    known = {Rules.parse(case.rules): case.rules for case in CASES}
    for game in wanted.keys() - known.keys():
        raise click.UsageError(
            f"no build for {game} is known: there are {', '.join(known.values())}"
        )
    right = True
    print_lines(*HEAD.split("\n"))
    for case in CASES:
        game = Rules.parse(case.rules)
        if game in wanted or (not wanted and (everything or not case.slow)):
            measured = measure(case, repeat, jobs)
            print_lines(row(measured, jobs))
            right &= measured.right
    return right


def _beam(
    wanted: list[Rules],
    everything: bool,
    is_beyond: bool,
    effort: int | None,
    time: int | None,
    jobs: int,
) -> bool:
    """Builds of the beam; whether none contradicts what is proved."""
    from mmtree.strategies import beam_benchmark as tables
    from mmtree.strategies.builder import prepare

    if is_beyond and effort is None:
        time = time or 600
    settings = tables.Settings(effort, time, jobs)
    if is_beyond:
        measure, head, usual = tables.beyond, tables.BEYOND_HEAD, list(tables.BEYOND)
    else:
        measure, head, usual = tables.beside_proof, tables.BESIDE_HEAD, list(tables.PROVED)
        usual += tables.SLOW if everything else ()
    games = wanted or [Rules.parse(name) for name in usual]
    for game in games:
        prepare("beam", game, None, {})  # refuse rules that are too large
    print_lines(*head.split("\n"))
    right = True
    for game in games:
        row, holds = measure(game, settings)
        print_lines(row)
        right &= holds
    return right
