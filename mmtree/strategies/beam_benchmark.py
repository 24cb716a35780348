"""Measure the beam: on rules too large for a proof, and compared with a proof."""

from __future__ import annotations

from dataclasses import dataclass
from subprocess import TimeoutExpired
from typing import Any

from mmtree.game.rules import Rules
from mmtree.strategies.benchmark import build_once
from mmtree.strategies.catalogue import MAX_EFFORT

BEYOND = ("5p8c", "5p9c", "4p12c", "5p10c-distinct", "6p6c", "6p9c")
"""Rules whose least total is not proved."""

PROVED = ("4p8c", "5p6c", "3p16c")
"""Rules whose proof takes up to a minute."""

SLOW = ("4p10c", "4p12c-distinct", "5p7c")
"""Rules whose proof takes minutes."""

ONE_STEP = ("irving", "entropy", "kooi", "knuth")
"""The strategies that are compared with the beam."""


@dataclass(frozen=True)
class Settings:
    """The arguments of the beam.

    Attributes:
        effort: the effort; None for the default, or with a time for the greatest.
        seconds: the time, in seconds; None for no limit.
        jobs: threads.
    """

    effort: int | None
    seconds: float | None
    jobs: int

    def build(self, rules: Rules) -> dict[str, Any]:
        """Return figures and measurements as :func:`build_once` does."""
        effort = self.effort or (None if self.seconds is None else MAX_EFFORT)
        options = {} if effort is None else {"effort": effort}
        return build_once("beam", str(rules), options, self.jobs, self.seconds)


BEYOND_HEAD = (
    "| rules | secrets | effort | threads | beam | average | max | at least | seconds | MB | "
    + " | ".join(ONE_STEP)
    + " |\n|"
    + (10 + len(ONE_STEP)) * "---|"
)
"""The head of a Markdown table, with the total of each one-step strategy."""


def beyond(rules: Rules, settings: Settings) -> tuple[str, bool]:
    """Return a row of the table, and whether the beam is not below its own lower bound.

    Each one-step strategy uses one thread and gets the time of the beam and a minute more. If that
    is not enough, the row has a dash.

    Raises:
        MmtreeError: a build failed.
    """
    found = settings.build(rules)
    patience = found["process"] + 60
    others = []
    for strategy in ONE_STEP:
        try:
            other = build_once(strategy, str(rules), {}, 1, patience=patience)
            others.append(f"{other['total']}")
        except TimeoutExpired:
            others.append("-")
    memory = "" if found["megabytes"] is None else f"{found['megabytes']:.0f}"
    cells = [f"{rules}", f"{rules.secrets}", *_effort_and_jobs(found, settings)]
    cells += [f"{found['total']}", f"{found['total'] / rules.secrets:.4f}"]
    cells += [f"{found['max']}", f"{found['least']}"]
    cells += [f"{found['seconds']:.1f}", memory, *others]
    return _row(cells), found["least"] <= found["total"]


BESIDE_HEAD = (
    "| rules | effort | threads | beam | proved least | more, ‰ | beam, s | proof, s | share, % |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
"""The head of a Markdown table."""


def beside_proof(rules: Rules, settings: Settings) -> tuple[str, bool]:
    """Return a row of the table, and whether the proved total is within the beam's bounds.

    Raises:
        MmtreeError: a build failed.
    """
    found = settings.build(rules)
    proof = build_once("koyama-lai", str(rules), {}, settings.jobs)
    total, least = found["total"], proof["total"]
    cells = [f"{rules}", *_effort_and_jobs(found, settings), f"{total}", f"{least}"]
    cells += [f"{1000 * (total - least) / least:.2f}"]
    cells += [f"{one['seconds']:.2f}" for one in (found, proof)]
    cells += [f"{100 * found['seconds'] / proof['seconds']:.1f}"]
    return _row(cells), found["least"] <= least <= total


def _effort_and_jobs(found: dict[str, Any], settings: Settings) -> list[str]:
    return [f"{found['options']['effort']}", f"{settings.jobs}"]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
