"""Check a tree file against its own figures, the literature, the bounds, and expected figures.

Every secret is replayed with the checker's own feedback. This package uses only the file reader and
the rules of mmtree, so an error in the builder cannot confirm itself.
"""

import os
import re
from dataclasses import replace
from fractions import Fraction
from math import floor

from mmtree.arguments import whole_number
from mmtree.check.bounds import after_real_opening, formula
from mmtree.check.claims import Published, claims_that_hold, find_published
from mmtree.check.game import game_of
from mmtree.check.replay import replay
from mmtree.check.report import Expected, Report
from mmtree.counts import format_count
from mmtree.errors import ExpectationError, SizeError
from mmtree.game.rules import Rules
from mmtree.tree.file import load
from mmtree.tree.provenance import Figures, Proof
from mmtree.tree.tree import StrategyTree

OBJECTIVE = re.compile(
    r"(?:(?P<max>max)|(?:(?P<worst>worst, then (?P<first>fewest at it, then )?)"
    r"|most within (?P<within>[1-9][0-9]{0,18}), then )?expected"
    r"(?:, at most (?P<most>[1-9][0-9]{0,18}))?(?P<fewest>, then least max, then fewest at it)?)"
    r"(?:, opened (?P<opening>.+))?"
)
"""The objective of a proof: the checker's own reader of the words in trees/README.md."""


def verify(
    path: str | os.PathLike[str],
    *,
    max: int | None = None,
    total: int | None = None,
    average: str | float | Fraction | None = None,
) -> Report:
    """Replay every secret of a tree file, and check all claims about the figures.

    The tree is not compared with the one that its strategy builds, since this package cannot
    build: :func:`check_rebuilt` adds that to the report.

    Args:
        path: the tree file, or the name of a ready-made tree, as in :func:`mmtree.load`.
        max: no secret may need more guesses than this.
        total: the guesses over all secrets must be exactly this.
        average: the average must be this fraction, or this decimal when rounded to its places.

    Raises:
        TreeFileError: the file is not a readable strategy tree.
        ExpectationError: the expected average is not a number.
        TypeError: the path is not a path, or the max or total not a whole number.
        ValueError: the max or total is less than 1.
    """
    for name, value in (("max", max), ("total", total)):
        if value is not None:
            whole_number(value, name, "a whole number or None", 1)
    written = None if average is None else str(average)
    if written is not None:
        _check_number(written)
    tree = load(path, replay=False)
    report = Report(os.fsdecode(path), tree)
    if replay(report):
        _check_figures(report, tree, max, total, written)
    return report


def _check_figures(
    report: Report, tree: StrategyTree, most: int | None, total: int | None, average: str | None
) -> None:
    """Compare the figures of the replay with the file, the literature and the bounds."""
    claim, rules = tree.provenance.figures, tree.rules
    game = game_of(rules)
    opening = game.text(game.row(tree.guess[0]))
    known = find_published(tree.strategy, rules, opening, tree.proof)
    found = Fraction(report.total, report.weight)
    weighted = "weighted " if report.weighted else ""

    totals: list[Expected] = []
    maxima: list[Expected] = []
    histograms: list[Expected] = []
    compared: list[tuple[str, Figures | Published]] = [("the file", claim)]
    compared += [(other.source, other) for other in known]
    for source, said in compared:
        if said.total is not None:
            totals.append((source, said.total, said.total == report.total))
        if said.max is not None:
            maxima.append((source, said.max, said.max == report.max))
        if said.histogram:
            agrees = said.histogram == report.histogram
            histograms.append((source, _row(said.histogram), agrees))
    if total is not None:
        totals.append(("--total", total, total == report.total))
    if most is not None:
        maxima.append(("--max", most, report.max <= most))
    printed = [(other.source, other.average) for other in known if other.average]
    if average is not None:
        printed.append(("--average", average))
    averages: list[Expected] = [(name, text, _rounds_to(found, text)) for name, text in printed]
    secrets: list[Expected] = [("the file", claim.secrets, claim.secrets == report.secrets)]
    report.add("secrets", f"{report.secrets} of {rules.secrets} found", secrets)
    report.add("total", f"{weighted}{report.total}", totals)
    shown = f"{weighted}{report.total}/{report.weight} = {float(found):.4f}"
    report.add("average", shown, averages)
    report.add("max", f"{report.max}, needed first for {report.worst}", maxima)
    report.add("histogram", _row(report.histogram), histograms)
    if report.weighted:
        agrees = claim.weighted == report.weighted
        said_so: list[Expected] = [("the file", _row(claim.weighted), agrees)]
        report.add("weighted", f"histogram {_row(report.weighted)}", said_so)
    if not game.second:
        report.add(
            "answers", f"the answers of {rules} are the game's own, not computed a second way"
        )
    _check_bounds(report, rules)
    asked = tree.strategy.options.get("opening", tree.guess[0])
    if asked != tree.guess[0]:
        report.fail("opening", f"{opening}, but the strategy was asked for code number {asked}")
    limit = tree.strategy.options.get("max_guesses", report.max)
    if isinstance(limit, int) and report.max > limit:
        limited = format_count(limit, rules.move)
        report.fail("options", f"the strategy was asked for at most {limited}")
    if tree.proof:
        _check_proof(report, tree.proof, opening)


def _check_bounds(report: Report, rules: Rules) -> None:
    """Compare the figures with the lower bounds for all strategies."""
    game = game_of(rules)
    plain = formula(rules.secrets, len(rules.feedbacks), game.identified, game.only_asks)
    asked = "asked" if game.only_asks else "guessed"
    try:
        real = after_real_opening(rules)
        whatever = f" ({plain.max} and {plain.total / rules.secrets:.3f} whatever is {asked})"
    except SizeError:
        real, whatever = plain, f", whatever is {asked}"
    most = (
        f"max {report.max} is the least possible"
        if report.max == real.max
        else f"max is at least {real.max}"
    )
    text = f"by counting, {most} and average at least {real.total / rules.secrets:.3f}{whatever}"
    if report.weighted:
        text = f"by counting, {most}; the weighted average is not bounded so"
    if report.max < real.max or (report.total < real.total and not report.weighted):
        report.fail("bounds", f"{text}: no tree can be as good")
    else:
        report.add("bounds", text)


def _check_proof(report: Report, proof: Proof, opening: str) -> None:
    """Compare the price of the tree with the bounds that its file claims as proved."""
    objective = OBJECTIVE.fullmatch(proof.objective)
    if not objective:
        report.fail("proof", f"objective {proof.objective!r} is unknown")
        return
    extra, dear = surcharge_of(objective, report)
    price = report.max if objective["max"] else report.total + extra * dear
    if objective["fewest"]:
        size = report.secrets + 1
        price = (price * size + report.max) * size + report.histogram[-1]
    expectations: list[Expected] = [
        ("the proof", proof.upper_bound, proof.upper_bound == price),
    ]
    allowed, opened, worst_first = objective["most"], objective["opening"], bool(objective["worst"])
    within = int(objective["within"] or 0)
    if allowed and int(allowed) < report.max:
        expectations.append(("the objective", f"at most {allowed}", False))
    if opened and opened != opening:
        expectations.append(("the objective", f"opened {opened}", False))
    refuting = [
        (total, most, known.source)
        for known in claims_that_hold(report.tree.rules)
        if proof.optimal
        and (total := known.total) is not None
        and (most := known.max) is not None
        and most <= int(allowed or most)
        and opened in (None, known.opening)
        and (
            most < report.max
            if objective["max"] or objective["first"]
            else (most * worst_first, total) < (report.max * worst_first, report.total)
            if not within
            else most <= within and (report.max > within or total < report.total)
        )
    ]
    if refuting:
        least, most, source = min(refuting)
        expectations.append((source, f"total {least}, max {most}", False))
    claim = "claimed to be least"
    if not proof.optimal:
        claim = f"claimed to be at most {proof.gap} above the least, {proof.lower_bound} or more"
    if proof.searched_by:
        claim += f"{proof.by}, whose workers are believed"
    report.add("proof", f"{proof.objective}: price {price}, {claim}", expectations)


def surcharge_of(objective: re.Match[str], report: Report) -> tuple[int, int]:
    """Return what a proof adds to the total for certain secrets, and their number or weight."""
    counted = report.weighted or report.histogram
    if objective["first"]:
        return report.weight * report.max + 1, counted[-1]
    if objective["within"]:
        longest = int(objective["most"] or report.weight)
        return report.weight * longest + 1, sum(counted[int(objective["within"]) :])
    return 0, 0


def _check_number(text: str) -> None:
    """Check that an expected average is a decimal or a fraction."""
    try:
        if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{0,30}|/[0-9]{1,15})?", text.strip()):
            raise ValueError
        Fraction(text)
    except (ValueError, ZeroDivisionError):
        message = f"average must be a number such as 4.476 or 5801/1296, got {text!r}"
        raise ExpectationError(message) from None


def _rounds_to(found: Fraction, text: str) -> bool:
    """Check whether the average is the fraction, or rounds (half up) to the decimal."""
    expected = Fraction(text)
    if "/" in text:
        return found == expected
    unit = 10 ** len(text.strip().partition(".")[2])
    return bool(floor(found * unit + Fraction(1, 2)) == expected * unit)


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def check_rebuilt(report: Report, again: StrategyTree) -> None:
    """Report whether the tree is the same, and whether the search proves the claimed bounds.

    Args:
        again: the tree built by the rules and the strategy in the file.
    """
    tree, name = report.tree, report.tree.strategy.name
    if differs := _first_difference(tree, again):
        report.fail("strategy", f"not the tree that {name} builds: {differs}")
    else:
        report.add("strategy", f"{name}: built again, it is the same tree node by node")
    if tree.proof and again.proof is None:
        report.fail("proved", f"strategy {name} searches for no optimum")
    elif tree.proof and again.proof:
        _compare_proofs(report, tree.proof, again.proof)


def _first_difference(tree: StrategyTree, again: StrategyTree) -> str:
    """Describe the first node in preorder that differs; empty if all are equal."""
    for node, (guess, other) in enumerate(zip(tree.guess, again.guess, strict=False)):
        if guess != other:
            game = game_of(tree.rules)
            mine, theirs = (game.text(game.row(code)) for code in (guess, other))
            return f"node {node} asks {mine}, there it asks {theirs}"
        if (tree.feedback[node], tree.extent[node]) != (again.feedback[node], again.extent[node]):
            return f"node {node} is behind another answer, or has more or fewer behind it"
    return ""


def _compare_proofs(report: Report, said: Proof, found: Proof) -> None:
    """Compare the proof in the file with that of the search, which ran without a cluster."""
    said = replace(said, searched_by=None)
    if said == found:
        start = "an exact" if found.optimal else f"no tree is below {found.lower_bound}; the"
        report.add("proved", f"{start} search reaches the same price {found.upper_bound}")
        return
    weaker = said.objective == found.objective and said.lower_bound <= found.lower_bound
    text = f"an exact search reaches {found.upper_bound} ({found.objective})"
    if weaker and said.upper_bound == found.upper_bound:
        report.add("proved", f"{text} and at least {found.lower_bound}, more than the file claims")
    else:
        report.fail("proved", f"{text}, the file claims {said.upper_bound} ({said.objective})")
