"""Holds the published claims against what mmtree finds.

What is found is computed, always: the tree of a strategy is built, or a proved ready-made tree is
replayed by the checker where building takes long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any

from mmtree.check.bounds import after_real_opening
from mmtree.check.bounds import formula as counted
from mmtree.check.claims import Published, figures
from mmtree.check.replay import replay
from mmtree.check.report import Report
from mmtree.check.value import verify_value
from mmtree.game.rules import MAX_COLORS, Rules
from mmtree.literature.averages import AVERAGES
from mmtree.literature.explanations import REASONS, equivalent_ranks
from mmtree.literature.two_pegs import TwoPegs
from mmtree.literature.value.value import game_value
from mmtree.strategies.builder import build_tree
from mmtree.strategies.catalogue import find
from mmtree.tree import ready_made
from mmtree.tree.file import load, load_head
from mmtree.tree.reader import Head
from mmtree.tree.tree import Strategy


@dataclass(frozen=True)
class Found:
    """What mmtree finds of a claim.

    Attributes:
        how: ``built``, ``replayed`` (a ready-made tree), ``searched``, ``counted``, ``computed``,
            ``verified`` (a certificate).
        total, max, average, histogram: the figures, those that were asked for at least.
        words: what was found, where it is no figure.
        off: what is wrong with the claim, where it is no figure.
    """

    how: str
    total: int | None = None
    max: int | None = None
    average: Fraction | None = None
    histogram: tuple[int, ...] = ()
    words: str = ""
    off: str = ""


@dataclass(frozen=True)
class Settled:
    """A claim held against what was found.

    Attributes:
        claim: what is published.
        found: what mmtree finds, in words; of the average, as many places as are printed.
        how: how it was found.
        verdict: *holds*, *differs by …*, *not reproduced*; or what the table does not expect.
        reason: why, or what was tried, in a line; empty where it holds.
        expected: the verdict is the one that the table of claims tells.
    """

    claim: Published
    found: str
    how: str
    verdict: str
    reason: str
    expected: bool


def settle(claim: Published) -> Settled:
    """Find what a claim is about, and compare.

    Raises:
        KernelError: the kernel asked for by ``MMTREE_KERNEL`` is not there.
    """
    found = _FINDERS[claim.kind](claim)
    off, cut = _compared(claim, found)
    words = found.words or _words(claim, found)
    if not off:
        expected = claim.verdict == "holds"
        verdict = "holds" if expected else f"holds; said to be: {claim.verdict}"
        return Settled(claim, words, found.how, verdict + cut, "", expected)
    reason = claim.differs or claim.tried
    shown = REASONS[claim.shown](claim, found.average) if claim.shown else ""
    expected = claim.verdict != "holds" and bool(shown or not claim.shown)
    verdict = off if claim.differs else claim.verdict
    if not expected:
        verdict = f"DOES NOT HOLD: {off}"
    return Settled(claim, words, found.how, verdict, f"{reason}{shown}", expected)


def _compared(claim: Published, found: Found) -> tuple[str, str]:
    """By how much the figures differ, empty where none does; and whether an average is cut off."""
    off, cut = [found.off] if found.off else [], ""
    if claim.total is not None and found.total is not None and claim.total != found.total:
        off.append(f"{found.total - claim.total:+}")
    if claim.average and found.average is not None:
        rounded, cut_off = printed(found.average, claim.average)
        if claim.average == cut_off != rounded:
            cut = ", cut off"
        elif claim.average != rounded and not off:
            places = len(claim.average.partition(".")[2])
            off.append(f"{float(found.average - Fraction(claim.average)):+.{places}f}")
    if claim.max is not None and found.max is not None and claim.max != found.max:
        off.append(f"max {found.max - claim.max:+}")
    if claim.histogram and claim.histogram != found.histogram:
        off.append("another histogram")
    return ("differs: " if found.off else "differs by ") * bool(off) + ", ".join(off), cut


def printed(average: Fraction, like: str) -> tuple[str, str]:
    """An average with as many places as another, rounded (half up) and cut off."""
    places = len(like.partition(".")[2])
    unit = 10**places
    return (
        f"{float(Fraction(floor(average * unit + Fraction(1, 2)), unit)):.{places}f}",
        f"{float(Fraction(floor(average * unit), unit)):.{places}f}",
    )


def _words(claim: Published, found: Found) -> str:
    """The figures found of those that are claimed."""
    return figures(
        found.total if claim.total is not None else None,
        printed(found.average, claim.average)[0] if claim.average and found.average else "",
        found.max if claim.max is not None else None,
        found.histogram if claim.histogram else (),
    )


def _tree(claim: Published) -> Found:
    """The figures of the tree of a strategy."""
    return _of_tree(claim.rules, claim.strategy, claim.opening, tuple(claim.options.items()))


@cache
def _of_tree(
    rules: str, strategy: str, opening: str, options: tuple[tuple[str, int | str | bool], ...]
) -> Found:
    game = Rules.parse(rules)
    given: dict[str, Any] = dict(options)
    if not opening and not find(strategy).quick(game):
        report = _replayed(game, Strategy(strategy, given))
        if report:
            average = Fraction(report.total, report.secrets)
            return Found("replayed", report.total, report.max, average, report.histogram)
    of = build_tree(strategy, game, opening=opening or None, **given).claim
    return Found("built", of.total, of.max, of.average, of.histogram)


def _replayed(rules: Rules, strategy: Strategy) -> Report | None:
    """What the checker counts of the ready-made tree that is proved to be the least, if any."""
    for path, head in _heads().items():
        if (head.rules, head.strategy) == (rules, strategy):
            tree = load(path, replay=False)
            report = Report(path, tree)
            if tree.trusted and tree.proof and tree.proof.optimal and replay(report):
                return report
    return None


@cache
def _heads() -> dict[str, Head]:
    """What the files of the ready-made trees say."""
    paths = (ready_made.path(name) for name in ready_made.names())
    return {path: load_head(path) for path in paths if path}


def _expectation(claim: Published) -> Found:
    """The average over all games of a strategy that chance decides."""
    return Found("computed", average=AVERAGES[claim.strategy](Rules.parse(claim.rules)))


def _bound(claim: Published) -> Found:
    """What no strategy can beat, counted."""
    rules = Rules.parse(claim.rules)
    plain = counted(rules.secrets, len(rules.feedbacks))
    bound = after_real_opening(rules) if claim.real_opening else plain
    return Found("counted", bound.total, bound.max, Fraction(bound.total, rules.secrets))


def _value(claim: Published) -> Found:
    """The value of the game: of a certificate, where one is here, that the checker verifies."""
    rules = Rules.parse(claim.rules)
    path = Path(__file__).parent / "value" / f"{rules}.value"
    if not path.exists():
        value, how, off = game_value(rules).value, "searched", ""
    else:
        report = verify_value(str(path))
        value, how = report.certificate.value, "verified"
        off = "" if report.holds else report.findings[-1].text
    if not off and value != Fraction(claim.value):
        off = f"{float(value - Fraction(claim.value)):+.4f}"
    return Found(how, words=f"value {value}", off=off)


def _same(claim: Published) -> Found:
    """Whether two strategies rank all guesses alike."""
    off = equivalent_ranks(claim)
    return Found("built", words=off or "yes", off=off)


def _formula(claim: Published) -> Found:
    """For which numbers of colours a formula gives the least figure."""
    formula = claim.formula
    assert formula
    first = Rules.parse(claim.of_colors(formula.first))
    two_pegs = TwoPegs(first.distinct) if first.pegs == 2 and first.whites else None
    off: list[str] = []
    how: dict[str, bool] = {}
    for colors in range(formula.first, formula.last + 1):
        if two_pegs:
            least, by = two_pegs.least(colors)[formula.of == "max"], "searched"
        else:
            tree = _of_tree(claim.of_colors(colors), "koyama-lai", "", _OBJECTIVES[formula.of])
            figure = tree.max if formula.of == "max" else tree.total
            assert figure is not None
            least, by = figure, tree.how
        how[by] = True
        if least != formula.value(colors):
            off.append(f"{least - formula.value(colors):+} at {colors} colours")
    words = f"{formula.first} to {formula.last} colours"
    if formula.last < MAX_COLORS:
        words += ", not beyond"
    return Found(", ".join(how), words=words, off=", ".join(off))


_OBJECTIVES: dict[str, tuple[tuple[str, int | str | bool], ...]] = {
    "total": (),
    "max": (("worst_first", True),),
}
"""What makes an exact search find the least of a figure."""

_FINDERS: dict[str, Callable[[Published], Found]] = {
    "tree": _tree,
    "expectation": _expectation,
    "bound": _bound,
    "value": _value,
    "same": _same,
    "formula": _formula,
}
