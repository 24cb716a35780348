"""Checks published claims against figures that mmtree computes.

Every figure is computed anew: the tree of a strategy is built, or, if building takes long, the
checker replays a ready-made tree that is proved optimal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any

from mmtree.check.bounds import after_real_opening
from mmtree.check.bounds import formula as bound_by_counting
from mmtree.check.claims import LISTS, Published
from mmtree.check.claims import figures as format_figures
from mmtree.check.replay import replay
from mmtree.check.report import Report
from mmtree.counts import format_count
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import MAX_COLORS, Rules
from mmtree.game.word_rules import word_rules
from mmtree.research.averages import AVERAGES
from mmtree.research.check.value import verify_value
from mmtree.research.explanations import EXPLANATIONS, find_rank_difference
from mmtree.research.two_pegs import least_of_two_pegs
from mmtree.research.value import game_value
from mmtree.search.kernel import kernel
from mmtree.strategies.builder import build_tree
from mmtree.strategies.catalogue import find
from mmtree.tree import ready_made
from mmtree.tree.file import load, load_head
from mmtree.tree.provenance import Strategy
from mmtree.tree.reader import Head


@dataclass(frozen=True)
class Found:
    """The figures that mmtree computes for a claim.

    Attributes:
        how: ``built``, ``replayed`` (a ready-made tree), ``searched``, ``counted``, ``computed``,
            ``verified`` (a certificate).
        total, max, average, histogram: the figures, at least those that the claim gives.
        text: the result, if it is not a figure.
        difference: how the claim differs from the result, if that is not a figure.
    """

    how: str
    total: int | None = None
    max: int | None = None
    average: Fraction | None = None
    histogram: tuple[int, ...] = ()
    text: str = ""
    difference: str = ""


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with the figures found and the verdict.

    Attributes:
        claim: the published claim.
        found: the figures found, as text; the average has as many decimals as the published one.
        how: how they were found.
        verdict: *holds*, *differs by …*, *not reproduced*; or an unexpected verdict in capitals.
        reason: why the claim does not hold, or what was tried, in a line; empty if it holds.
        expected: True if ``claims.toml`` gives the same verdict.
    """

    claim: Published
    found: str
    how: str
    verdict: str
    reason: str
    expected: bool


def check_claim(claim: Published, given: Rules | None = None) -> CheckedClaim:
    """Compute the figures of a claim, and compare.

    Args:
        given: the game of the user's lists of words, which claims about other lists ignore.

    Raises:
        KernelError: the kernel that ``MMTREE_KERNEL`` names is missing.
    """
    if kernel() == "numpy" and _takes_long(claim):
        return CheckedClaim(claim, "", "", "not checked: needs the native kernel", "", True)
    if claim.rules not in LISTS:
        found = _FINDERS[claim.kind](claim)
    elif game := game_of(claim) or (given if given and claim.covers(given) else None):
        found = _find_tree(claim, game)
    else:
        verdict = "not checked: give its lists with --rules FILE --guesses FILE"
        return CheckedClaim(claim, "", "", verdict, "", True)
    difference, cut_off = _compare(claim, found)
    text = found.text or _format_found(claim, found)
    if not difference:
        expected = claim.verdict == "holds"
        verdict = "holds" if expected else f"holds; said to be: {claim.verdict}"
        return CheckedClaim(claim, text, found.how, verdict + cut_off, "", expected)
    reason = claim.differs or claim.tried
    average = found.average or Fraction(0)
    computed = EXPLANATIONS[claim.shown](claim, average) if claim.shown else ""
    expected = claim.verdict != "holds" and bool(computed or not claim.shown)
    verdict = difference if claim.differs else claim.verdict
    if not expected:
        verdict = f"DOES NOT HOLD: {difference}"
    return CheckedClaim(claim, text, found.how, verdict, f"{reason}{computed}", expected)


def game_of(claim: Published) -> Rules | None:
    """Return the rules of a claim; None if mmtree does not have their list of words."""
    if claim.rules not in LISTS:
        return parse_rules(claim.rules)
    words = LISTS[claim.rules].split()
    return word_rules(words, name=claim.rules) if len(words) > 1 else None


def _takes_long(claim: Published) -> bool:
    """Whether a tree is built, or searched for, that the NumPy kernel does not find in seconds."""
    quick = find(claim.strategy or "koyama-lai").quick
    asked = claim.rules not in LISTS and bool(claim.opening or claim.at_max)
    return asked and not quick(parse_rules(claim.rules))


def _compare(claim: Published, found: Found) -> tuple[str, str]:
    """Return the difference of the figures, empty if none, and a note if an average is cut off."""
    differences, note = [found.difference] if found.difference else [], ""
    if claim.total is not None and found.total is not None and claim.total != found.total:
        differences.append(f"{found.total - claim.total:+}")
    if claim.average and found.average is not None:
        rounded, cut_off = round_and_cut(found.average, claim.average)
        if claim.average == cut_off != rounded:
            note = ", cut off"
        elif claim.average != rounded and not differences:
            places = len(claim.average.partition(".")[2])
            differences.append(f"{float(found.average - Fraction(claim.average)):+.{places}f}")
    if claim.max is not None and found.max is not None and claim.max != found.max:
        differences.append(f"max {found.max - claim.max:+}")
    if claim.histogram and claim.histogram != found.histogram:
        differences.append("another histogram")
    if not differences:
        return "", note
    label = "differs: " if found.difference else "differs by "
    return label + ", ".join(differences), note


def round_and_cut(average: Fraction, like: str) -> tuple[str, str]:
    """Return an average with the decimals of ``like``, once rounded (half up), once cut off."""
    places = len(like.partition(".")[2])
    unit = 10**places
    return (
        f"{float(Fraction(floor(average * unit + Fraction(1, 2)), unit)):.{places}f}",
        f"{float(Fraction(floor(average * unit), unit)):.{places}f}",
    )


def _format_found(claim: Published, found: Found) -> str:
    """Format the found figures that the claim gives."""
    return format_figures(
        found.total if claim.total is not None else None,
        round_and_cut(found.average, claim.average)[0] if claim.average and found.average else "",
        found.max if claim.max is not None else None,
        found.histogram if claim.histogram else (),
    )


def _find_tree(claim: Published, game: Rules) -> Found:
    return _build_or_replay(game, claim.strategy, claim.opening, tuple(claim.options.items()))


@cache
def _build_or_replay(
    game: Rules, strategy: str, opening: str, options: tuple[tuple[str, int | str | bool], ...]
) -> Found:
    given: dict[str, Any] = dict(options)
    if not opening and not find(strategy).quick(game):
        report = _replay_ready_made(game, Strategy(strategy, given))
        if report:
            average = Fraction(report.total, report.secrets)
            return Found("replayed", report.total, report.max, average, report.histogram)
    figures = build_tree(strategy, game, opening=opening or None, **given).figures
    return Found("built", figures.total, figures.max, figures.average, figures.histogram)


def _replay_ready_made(rules: Rules, strategy: Strategy) -> Report | None:
    """Return the checker's report on the ready-made tree that is proved optimal, if any."""
    for path, head in _load_heads().items():
        if (head.rules, head.strategy) == (rules, strategy):
            tree = load(path, replay=False)
            report = Report(path, tree)
            if tree.provenance.verified and tree.proof and tree.proof.optimal and replay(report):
                return report
    return None


@cache
def _load_heads() -> dict[str, Head]:
    """Return the heads of all ready-made tree files, by path."""
    paths = (ready_made.path(name) for name in ready_made.names())
    return {path: load_head(path) for path in paths if path}


def _find_bound(claim: Published) -> Found:
    """Compute a lower bound for all strategies by counting."""
    rules = parse_rules(claim.rules)
    plain = bound_by_counting(rules.secrets, len(rules.feedbacks))
    bound = after_real_opening(rules) if claim.real_opening else plain
    return Found("counted", bound.total, bound.max, Fraction(bound.total, rules.secrets))


def _find_fewest(claim: Published) -> Found:
    """Search for the fewest secrets that need the last of so many guesses."""
    assert claim.max
    assert claim.at_max
    before, most = claim.max - 1, claim.max
    tree = build_tree("koyama-lai", claim.rules, most_within=before, max_guesses=most)
    least = sum(tree.histogram[before:])
    difference = f"{least - claim.at_max:+}" if least != claim.at_max else ""
    return Found("searched", text=format_count(least, "secret"), difference=difference)


def _find_value(claim: Published) -> Found:
    """Return the value of the game, from a verified certificate if this folder has one."""
    rules = parse_rules(claim.rules)
    path = Path(__file__).with_name(f"{rules}.value")
    if not path.exists():
        value, how, difference = game_value(rules).value, "searched", ""
    else:
        report = verify_value(str(path))
        value, how = report.certificate.value, "verified"
        difference = "" if report.holds else report.findings[-1].text
    if not difference and value != Fraction(claim.value):
        difference = f"{float(value - Fraction(claim.value)):+.4f}"
    return Found(how, text=f"value {value}", difference=difference)


def _find_same(claim: Published) -> Found:
    """Check whether two strategies rank all guesses the same."""
    difference = find_rank_difference(claim)
    return Found("built", text=difference or "yes", difference=difference)


def _find_formula(claim: Published) -> Found:
    """Check a formula for the least figure, for each number of colours in its range."""
    formula = claim.formula
    assert formula
    first = parse_rules(claim.of_colors(formula.first))
    is_max = formula.of == "max"
    differences: list[str] = []
    methods: dict[str, bool] = {}
    for colors in range(formula.first, formula.last + 1):
        if first.pegs == 2 and first.whites:
            least = least_of_two_pegs(colors, first.distinct)[is_max]
            method = "searched"
        else:
            options = (("worst_first", True),) if is_max else ()
            game = parse_rules(claim.of_colors(colors))
            tree = _build_or_replay(game, "koyama-lai", "", options)
            figure = tree.max if is_max else tree.total
            assert figure is not None
            least, method = figure, tree.how
        methods[method] = True
        if least != formula.value(colors):
            differences.append(f"{least - formula.value(colors):+} at {colors} colours")
    text = f"{formula.first} to {formula.last} colours"
    if formula.last < MAX_COLORS:
        text += ", not beyond"
    return Found(", ".join(methods), text=text, difference=", ".join(differences))


_FINDERS: dict[str, Callable[[Published], Found]] = {
    "tree": lambda claim: _find_tree(claim, parse_rules(claim.rules)),
    "expectation": lambda claim: Found(
        "computed", average=AVERAGES[claim.strategy](parse_rules(claim.rules))
    ),
    "bound": _find_bound,
    "fewest": _find_fewest,
    "value": _find_value,
    "same": _find_same,
    "formula": _find_formula,
}
