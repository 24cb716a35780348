"""``mmtree bench``"""

from __future__ import annotations

import click

from mmtree.cli import completion_values
from mmtree.cli.options import Time, WholeNumber
from mmtree.cli.output import print_lines
from mmtree.game.read_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.search.kernel import MAX_JOBS, kernel, processors
from mmtree.strategies.catalogue import MAX_EFFORT


@click.command()
@click.argument("rules", shell_complete=completion_values.rules, nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Include the slow builds (minutes).")
@click.option(
    "--beyond",
    is_flag=True,
    help="Compare beam with one-step strategies on rules that are too large to prove.",
)
@click.option(
    "--beside-proof", is_flag=True, help="Compare beam with the proved total on smaller rules."
)
@click.option(
    "--effort",
    type=WholeNumber(1, MAX_EFFORT),
    metavar="N",
    help="Effort of beam.",
)
@click.option(
    "--time", type=Time(), metavar="TIME", help="Time limit of beam: 90s, 10m …  [--beyond: 10m]"
)
@click.option(
    "--repeat",
    type=WholeNumber(1, 1000),
    metavar="N",
    help="Builds of each case; the median time is printed.  [3]",
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
    """Measure build times, and check every total.

    Prints a row after each build; RULES select the builds. The exit status is 1 if a total or max
    is wrong, but not if a build is slow. MMTREE_KERNEL=numpy measures the NumPy kernel. With
    --beyond or --beside-proof, each build runs once, and any RULES are possible.
    """
    wanted: dict[Rules, str] = {parse_rules(name): name for name in rules}
    jobs = jobs or processors()
    kernel()  # raises an error if the kernel is missing, before any output
    if beyond and beside_proof:
        raise click.UsageError("--beyond and --beside-proof cannot be used together")
    if beyond or beside_proof:
        if repeat is not None:
            raise click.UsageError("--repeat cannot be used with --beyond or --beside-proof")
        if beyond and everything:
            raise click.UsageError("--all cannot be used with --beyond: it has no slower builds")
        right = _beam(list(wanted), everything, beyond, effort, time, jobs)
    elif effort is not None or time is not None:
        raise click.UsageError("--effort and --time need --beyond or --beside-proof")
    else:
        right = _known(wanted, everything, repeat or 3, jobs)
    if not right:
        click.get_current_context().exit(1)


def _known(wanted: dict[Rules, str], everything: bool, repeat: int, jobs: int) -> bool:
    """Measure builds whose totals are known; return whether all are right."""
    from mmtree.strategies.benchmark import CASES, HEAD, measure, row

    known = {parse_rules(case.rules): case.rules for case in CASES}
    for game in wanted.keys() - known.keys():
        raise click.UsageError(
            f"no total of {game} is known; RULES can be {', '.join(known.values())}"
        )
    right = True
    print_lines(*HEAD.split("\n"))
    for case in CASES:
        game = parse_rules(case.rules)
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
    """Measure builds of beam; return whether they agree with the proofs."""
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
    games = wanted or [parse_rules(name) for name in usual]
    for game in games:
        prepare("beam", game, None, {})  # refuse rules that are too large
    print_lines(*head.split("\n"))
    right = True
    for game in games:
        row, holds = measure(game, settings)
        print_lines(row)
        right &= holds
    return right
