"""``mmtree bench``"""

from __future__ import annotations

import click

from mmtree.cli import candidates
from mmtree.cli.options import Whole
from mmtree.cli.output import say
from mmtree.game.rules import Rules
from mmtree.search.kernel import MAX_JOBS, kernel, processors


@click.command()
@click.argument("rules", shell_complete=candidates.rules, nargs=-1)
@click.option("--all", "everything", is_flag=True, help="The slow builds, too (minutes).")
@click.option(
    "--repeat",
    type=Whole(1, 1000),
    default=3,
    show_default=True,
    metavar="N",
    help="Builds of each, of which the median is told.",
)
@click.option("--jobs", type=Whole(1, MAX_JOBS), metavar="N", help="Threads. [one per processor]")
def command(rules: tuple[str, ...], everything: bool, repeat: int, jobs: int | None) -> None:
    """Measure building, and hold every total against the known one.

    Prints a table as it goes; RULES pick the builds for these rules. The status is 1 when a total
    or max is wrong, and never because a machine is slow. MMTREE_KERNEL=numpy measures the other
    kernel.
    """
    from mmtree.strategies.benchmark import CASES, HEAD, measure, row

    known = {Rules.parse(case.rules): case.rules for case in CASES}
    wanted = {Rules.parse(name) for name in rules}
    for game in wanted - known.keys():
        raise click.UsageError(
            f"no build for {game} is known: there are {', '.join(known.values())}"
        )
    kernel()  # refuse one that is not there before anything is shown
    jobs = jobs or processors()
    right = True
    say(*HEAD.split("\n"))
    for case in CASES:
        game = Rules.parse(case.rules)
        if game in wanted or (not wanted and (everything or not case.slow)):
            measured = measure(case, repeat, jobs)
            say(row(measured, jobs))
            right &= measured.right
    if not right:
        click.get_current_context().exit(1)
