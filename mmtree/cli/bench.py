"""``mmtree bench``

Each build runs in a process of its own, so that none uses the caches of another.
"""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import click

from mmtree.cli.options import WholeNumber, complete_rules
from mmtree.cli.output import print_data, print_lines
from mmtree.errors import MmtreeError
from mmtree.game.peg_rules import parse_rules
from mmtree.processes import run_program
from mmtree.search.kernel import MAX_JOBS, kernel, processors


@dataclass(frozen=True)
class Case:
    """One build with its expected figures.

    Attributes:
        rules: the text of the rules.
        strategy: as in ``mmtree build --strategy``.
        total: guesses summed over all secrets.
        max: the most guesses any secret needs.
        max_guesses: the limit of an exact search, if it has one.
        slow: whether it takes more than ten seconds even with the native kernel.
    """

    rules: str
    strategy: str
    total: int
    max: int
    max_guesses: int | None = None
    slow: bool = False

    def __str__(self) -> str:
        limit = "" if self.max_guesses is None else f", at most {self.max_guesses}"
        return f"{self.strategy}{limit}"


CASES = (
    Case("4p6c", "koyama-lai", 5625, 6),
    Case("4p6c", "koyama-lai", 5626, 5, max_guesses=5),
    Case("3p9c", "koyama-lai", 3596, 6),
    Case("3p10c", "koyama-lai", 5242, 7),
    Case("4p6c-black", "koyama-lai", 8859, 9),
    Case("5p5c", "koyama-lai", 13496, 6),
    Case("4p7c", "koyama-lai", 11228, 6),
    Case("bulls-and-cows", "koyama-lai", 26274, 7),
    Case("4p8c", "koyama-lai", 20471, 7),
    Case("5p6c", "koyama-lai", 36721, 7, slow=True),
    Case("4p6c", "irving-exact", 5656, 6),
    Case("4p6c", "knuth", 5801, 5),
    Case("5p8c", "irving", 180287, 7),
)

HEAD = (
    "| rules | strategy | total | max | seconds | whole process | sets | sets/s | MB | kernel "
    "| threads |\n|---|---|---|---|---|---|---|---|---|---|---|"
)
"""The head of a Markdown table."""


@click.command()
@click.argument("rules", shell_complete=complete_rules, nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Include the slow builds (minutes).")
@click.option(
    "--repeat",
    type=WholeNumber(1, 1000),
    default=3,
    help="Builds of each case; the median time is printed.  [3]",
)
@click.option("--jobs", type=WholeNumber(1, MAX_JOBS), help="Threads. [one per processor]")
def command(rules: tuple[str, ...], everything: bool, repeat: int, jobs: int | None) -> None:
    """Measure build times, and check every total.

    Prints a row after each build; RULES select the builds. The exit status is 1 if a total or max
    is wrong, but not if a build is slow. MMTREE_KERNEL=numpy measures the NumPy kernel.
    """
    wanted = {*map(parse_rules, rules)}
    jobs = jobs or processors()
    kernel()  # raises an error if the kernel is missing, before any output
    known = {parse_rules(case.rules): case.rules for case in CASES}
    for game in wanted - known.keys():
        raise click.UsageError(
            f"no total of {game} is known; RULES can be {', '.join(known.values())}"
        )
    right = True
    print_lines(*HEAD.split("\n"))
    for case in CASES:
        if parse_rules(case.rules) in wanted or (not wanted and (everything or not case.slow)):
            line, is_right = row(case, [_run(case, jobs) for _ in range(repeat)], jobs)
            print_lines(line)
            right &= is_right
    if not right:
        click.get_current_context().exit(1)


def _run(case: Case, jobs: int) -> dict[str, Any]:
    """Build in a process of its own, and return the figures and measurements."""
    options = {} if case.max_guesses is None else {"max_guesses": case.max_guesses}
    asked = json.dumps([case.strategy, case.rules, options, jobs])
    start = time.perf_counter()
    ended = run_program([sys.executable, "-m", "mmtree.cli.bench", asked])
    if ended.returncode:
        said = ended.stderr.decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"status {ended.returncode}"
        raise MmtreeError(f"{case.strategy} for {case.rules} failed: {reason}")
    return {**json.loads(ended.stdout), "process": time.perf_counter() - start}


def row(case: Case, runs: Sequence[Mapping[str, Any]], jobs: int) -> tuple[str, bool]:
    """Return a row of the table, and whether every tree has the expected figures.

    A wrong total is shown with the right one, times and sets are medians, and memory is the most of
    any run, Python and NumPy included.
    """
    figures = sorted({(run["total"], run["max"]) for run in runs})
    seconds, process, sets = (
        median(run[name] for run in runs) for name in ("seconds", "process", "sets")
    )
    total, right = f"{case.total}", figures == [(case.total, case.max)]
    if not right:
        found = " or ".join(f"{total} (max {most})" for total, most in figures)
        total = f"{found}, WRONG: {case.total}"
    most = max((run["megabytes"] for run in runs), key=lambda megabytes: megabytes or 0.0)
    used, memory = kernel(), "" if most is None else f"{most:.0f}"
    cells = [case.rules, str(case), total, f"{case.max}", f"{seconds:.3f}", f"{process:.2f}"]
    cells += [f"{int(sets)}", f"{int(sets) / seconds:.0f}", memory, used]
    return f"| {' | '.join(cells)} | {jobs if used == 'native' else 1} |", right


def _build(strategy: str, rules: str, options: Mapping[str, int], jobs: int) -> dict[str, Any]:
    """Build once, and return the figures and measurements."""
    from mmtree.strategies.builder import prepare, run_strategy

    row, task, checked = prepare(strategy, rules, None, options)
    _ = row.make  # imports the strategy, and NumPy if it needs that, before the clock starts
    start = time.perf_counter()
    task.jobs = jobs
    tree = run_strategy(row, task, checked)
    return {
        "total": tree.total,
        "max": tree.max,
        "seconds": time.perf_counter() - start,
        "sets": task.scanned or sum(extent > 1 for extent in tree.extent),
        "megabytes": _most_megabytes(),
    }


def _most_megabytes() -> float | None:
    """Return the most memory of this process so far; None if the system does not report it."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


if __name__ == "__main__":
    print_data(json.dumps(_build(*json.loads(sys.argv[1]))))
