"""Measures the beam: on rules too large to prove, and on others beside their proof."""

from __future__ import annotations

from dataclasses import dataclass
from subprocess import TimeoutExpired
from typing import Any

from mmtree.game.rules import Rules
from mmtree.strategies.benchmark import build_once
from mmtree.strategies.catalogue import MAX_EFFORT

BEYOND = ("5p8c", "5p9c", "4p12c", "5p10c-distinct", "6p6c", "6p9c")
"""Rules whose least total nobody has proved."""

PROVED = ("4p8c", "5p6c", "3p16c")
"""Rules whose proof takes up to a minute."""

SLOW = ("4p10c", "4p12c-distinct", "5p7c")
"""Rules whose proof takes minutes."""

ONE_STEP = ("irving", "entropy", "kooi", "knuth")
"""The strategies that a beam stands beside."""


@dataclass(frozen=True)
class Asked:
    """How the beam is asked for.

    Attributes:
        effort: as the strategy has it; None for its own, or where there is a time, for the most.
        seconds: after so many, what was found is taken; None for no end.
        jobs: threads.
    """

    effort: int | None
    seconds: float | None
    jobs: int

    def build(self, rules: Rules) -> dict[str, Any]:
        """What came out, and what it took."""
        effort = self.effort or (None if self.seconds is None else MAX_EFFORT)
        options = {} if effort is None else {"effort": effort}
        return build_once("beam", str(rules), options, self.jobs, self.seconds)


BEYOND_HEAD = (
    "| rules | secrets | effort | threads | beam | average | max | at least | seconds | MB | "
    + " | ".join(ONE_STEP)
    + " |\n|"
    + (10 + len(ONE_STEP)) * "---|"
)
"""Above the rows of a Markdown table; under each one-step strategy stands its total."""


def beyond(rules: Rules, asked: Asked) -> tuple[str, bool]:
    """A row of that table, and whether the beam kept to its own bound.

    The one-step strategies, which use one thread, get as long as the beam took and a minute more;
    where that is not enough, a dash stands for the total.

    Raises:
        MmtreeError: a build failed.
    """
    found = asked.build(rules)
    patience = found["process"] + 60
    others = []
    for strategy in ONE_STEP:
        try:
            other = build_once(strategy, str(rules), {}, 1, patience=patience)
            others.append(f"{other['total']}")
        except TimeoutExpired:
            others.append("-")
    memory = "" if found["megabytes"] is None else f"{found['megabytes']:.0f}"
    cells = [f"{rules}", f"{rules.secrets}", *_given(found, asked), f"{found['total']}"]
    cells += [f"{found['total'] / rules.secrets:.4f}", f"{found['max']}", f"{found['least']}"]
    cells += [f"{found['seconds']:.1f}", memory, *others]
    return _row(cells), found["least"] <= found["total"]


BESIDE_HEAD = (
    "| rules | effort | threads | beam | proved least | more, ‰ | beam, s | proof, s | share, % |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
"""Above the rows of a Markdown table."""


def beside_proof(rules: Rules, asked: Asked) -> tuple[str, bool]:
    """A row of that table, and whether the beam found nothing better than the best there is.

    Raises:
        MmtreeError: a build failed.
    """
    found = asked.build(rules)
    proof = build_once("koyama-lai", str(rules), {}, asked.jobs)
    total, least = found["total"], proof["total"]
    cells = [f"{rules}", *_given(found, asked), f"{total}", f"{least}"]
    cells += [f"{1000 * (total - least) / least:.2f}"]
    cells += [f"{one['seconds']:.2f}" for one in (found, proof)]
    cells += [f"{100 * found['seconds'] / proof['seconds']:.1f}"]
    return _row(cells), found["least"] <= least <= total


def _given(found: dict[str, Any], asked: Asked) -> list[str]:
    """The effort that was gone through, and the threads."""
    return [f"{found['options']['effort']}", f"{asked.jobs}"]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
