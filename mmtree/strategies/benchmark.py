"""Measure builds: their time, their number of sets of secrets, and their memory.

Each build runs in a process of its own, so that none uses the caches of another.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from mmtree.errors import MmtreeError
from mmtree.processes import run_program
from mmtree.search.kernel import kernel
from mmtree.strategies.builder import prepare, run_strategy


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


@dataclass(frozen=True)
class Measured:
    """The measurements of one case.

    Attributes:
        case: the case.
        figures: the distinct pairs of total and max of the trees.
        seconds: median time of the build within the process.
        process: median time of the whole process.
        sets: median number of sets of secrets for which all guesses were bounded.
        megabytes: the most memory of any run, Python and NumPy included; None if unknown.
    """

    case: Case
    figures: list[tuple[int, int]]
    seconds: float
    process: float
    sets: int
    megabytes: float | None

    @property
    def right(self) -> bool:
        """Whether every tree has the expected figures."""
        return self.figures == [(self.case.total, self.case.max)]


def measure(case: Case, repeat: int, jobs: int) -> Measured:
    """Build a case several times.

    Raises:
        MmtreeError: a build failed.
    """
    options = {} if case.max_guesses is None else {"max_guesses": case.max_guesses}
    runs = [build_once(case.strategy, case.rules, options, jobs) for _ in range(repeat)]
    return Measured(
        case,
        figures=sorted({(run["total"], run["max"]) for run in runs}),
        seconds=median(run["seconds"] for run in runs),
        process=median(run["process"] for run in runs),
        sets=int(median(run["sets"] for run in runs)),
        megabytes=max((run["megabytes"] for run in runs), key=lambda most: most or 0.0),
    )


def build_once(
    strategy: str,
    rules: str,
    options: Mapping[str, int],
    jobs: int,
    seconds: float | None = None,
    patience: float | None = None,
) -> dict[str, Any]:
    """Build in a process of its own, and return its figures and measurements.

    Args:
        strategy, rules, options, jobs, seconds: as of :func:`mmtree.build_tree`.
        patience: the most seconds for the process.

    Raises:
        MmtreeError: the build failed.
        TimeoutExpired: of :mod:`subprocess`: the process took longer.
    """
    start = time.perf_counter()
    asked = json.dumps([strategy, rules, dict(options), jobs, seconds])
    command = [sys.executable, "-m", "mmtree.strategies.benchmark", asked]
    ended = run_program(command, seconds=patience)
    if ended.returncode:
        said = ended.stderr.decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"status {ended.returncode}"
        raise MmtreeError(f"{strategy} for {rules} failed: {reason}")
    return {**json.loads(ended.stdout), "process": time.perf_counter() - start}


HEAD = (
    "| rules | strategy | total | max | seconds | whole process | sets | sets/s | MB | kernel "
    "| threads |\n|---|---|---|---|---|---|---|---|---|---|---|"
)
"""The head of a Markdown table."""


def row(measured: Measured, jobs: int) -> str:
    """Return a row of the table; a wrong total is shown with the right one."""
    case, used = measured.case, kernel()
    cells = [case.rules, str(case), f"{case.total}", f"{case.max}", f"{measured.seconds:.3f}"]
    if not measured.right:
        found = " or ".join(f"{total} (max {most})" for total, most in measured.figures)
        cells[2] = f"{found}, WRONG: {case.total}"
    cells += [f"{measured.process:.2f}", f"{measured.sets}"]
    memory = "" if measured.megabytes is None else f"{measured.megabytes:.0f}"
    cells += [f"{measured.sets / measured.seconds:.0f}", memory, used]
    return f"| {' | '.join(cells)} | {jobs if used == 'native' else 1} |"


def _build(
    strategy: str, rules: str, options: Mapping[str, int], jobs: int, seconds: float | None = None
) -> dict[str, Any]:
    """Build once, and return the figures and measurements."""
    start = time.perf_counter()
    row, task, checked = prepare(strategy, rules, None, options)
    task.jobs, task.seconds = jobs, seconds
    tree = run_strategy(row, task, checked)
    took = time.perf_counter() - start
    return {
        "total": tree.total,
        "max": tree.max,
        "least": tree.proof.lower_bound if tree.proof else None,
        "options": dict(tree.strategy.options),
        "seconds": took,
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
    print(json.dumps(_build(*json.loads(sys.argv[1]))))
