"""The ladder: limits refuted step by step, with both bounds and the gap at any time."""

import re
from fractions import Fraction
from unittest.mock import Mock

import pytest

from mmtree import NoTreeError, build_tree, load, parse_rules
from mmtree.game.objective import Objective
from mmtree.search.checkpoint import Checkpoint
from mmtree.search.prices import Prices
from mmtree.search.progress import SearchProgress, StoppedError
from mmtree.strategies import ladder
from mmtree.strategies.builder import BuildInterrupted
from mmtree.strategies.exact_progress import ProgressReporter
from mmtree.tree.file import encode

from support.environment import TREES, needs_native

WEIGHTED = parse_rules("4p4c").weighted([1 + place % 5 for place in range(256)])
LEAST_WEIGHTED = 2607


@pytest.fixture
def climbing(monkeypatch):
    """Let every search climb the ladder in many steps, as searches of hours do."""
    monkeypatch.setattr(ladder, "DIRECT_SECONDS", 0)
    monkeypatch.setattr(ladder, "_BRIEF", 0)


@pytest.mark.usefixtures("climbing")
@pytest.mark.slow(after=4)
@pytest.mark.parametrize(
    "options",
    [
        {"rules": "4p4c"},
        {"rules": WEIGHTED},
        {"rules": "4p5c", "opening": "ABCD"},
        {"rules": "3p4c-places"},
        {"rules": "4p6c"},
        {"rules": "4p6c", "max_guesses": 5},
        {"rules": "4p6c", "worst_first": True},
        {"rules": "4p6c", "fewest_at_max": True},
        {"rules": "4p7c", "jobs": 2},
        {"rules": "4p6c", "below": load(TREES / "knuth-4p6c.mmtree")},
    ],
    ids=str,
)
def test_ladder_finds_the_tree_of_the_usual_order(monkeypatch, options):
    climbed = build_tree("koyama-lai", **options)
    monkeypatch.setattr(ladder, "DIRECT_SECONDS", 1000)
    assert encode(climbed) == encode(build_tree("koyama-lai", **options))


@pytest.mark.usefixtures("climbing")
@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("rules", "below", "last"),
    [("4p4c", 905, None), ("4p6c", 5625, None), ("4p6c", 5626, 5)],
)
def test_ladder_proves_that_there_is_no_tree(rules, below, last):
    with pytest.raises(NoTreeError, match=f"below {below}: that is proved"):
        build_tree("koyama-lai", rules, below=below, max_guesses=last)


@pytest.mark.usefixtures("climbing")
def test_ladder_without_any_tree_ends():
    with pytest.raises(NoTreeError, match="within 4 guesses: that is proved"):
        build_tree("koyama-lai", max_guesses=4)


@needs_native
@pytest.mark.parametrize(("brief", "fewest", "most"), [(0, 4, 20), (600, 2, 3)])
def test_every_step_refutes_a_higher_limit_below_the_least_total(
    climbing, monkeypatch, tmp_path, brief, fewest, most
):
    """The least total of 4p7c is 11228 (Ville 2013). A brief last step needs two before it."""
    monkeypatch.setattr(ladder, "_BRIEF", brief)
    words: list[tuple[str, ...]] = []
    known, path = load(TREES / "koyama-lai-4p7c.mmtree"), tmp_path / "a"
    report = lambda progress: words.append(progress.parts)  # noqa: E731
    tree = build_tree("koyama-lai", "4p7c", below=known, checkpoint=path, progress=report)
    assert encode(tree) == encode(known)
    status = Checkpoint(path, None).get_status(str(Prices()))
    limits = [limit for limit, _ in status.steps]
    assert limits == sorted(set(limits))
    assert fewest <= len(limits) <= most
    assert limits[-1] <= status.lower == status.best == 11228
    assert any(f"searching below {limits[-1]}" in part for parts in words for part in parts)
    assert any(re.match("total 1.* to 11228, gap .* %", parts[-1]) for parts in words if parts)


def test_estimate_is_not_shown_once_a_step_took_longer(monkeypatch):
    clock, task = Mock(return_value=10.0), Mock(checkpoint=None)
    monkeypatch.setattr("time.process_time", clock)
    reporter = ProgressReporter(task, Objective(), Prices())
    reporter.begin(178292)
    reporter.expected = 20.0
    for clock.return_value, duration in (
        (50.0, "in about 10 s to 40 s of processor"),
        (51.0, "for 41 s of processor, longer than expected"),
        (2110.0, "for 35 min of processor, longer than expected"),
    ):
        reporter.report(SearchProgress(None, 0))
        assert task.progress.call_args[0][0].parts == (f"searching below 178292 {duration}",)


def test_time_of_a_step_includes_that_of_steps_given_up_for_it(monkeypatch):
    clock = Mock(return_value=0.0)
    monkeypatch.setattr("time.process_time", clock)
    reporter = ProgressReporter(Mock(checkpoint=None), Objective(), Prices())

    def search(limit, begins, ends):
        clock.return_value = begins
        reporter.begin(limit)
        clock.return_value = ends

    search(168848, 10.0, 150.0)
    reporter.give_up(138.0)
    assert reporter.expected == 138
    search(168825, 151.0, 153.0)
    reporter.finish(ladder.INFINITE)
    assert reporter.expected is None
    search(170057, 160.0, 180.0)
    reporter.finish(ladder.INFINITE)
    assert reporter.steps == [(168825, 142), (170057, 20)]


@needs_native
@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("seconds", "least"), [(60, 0), (None, 3600)])
def test_step_that_takes_too_long_is_given_up_for_half_of_it(climbing, monkeypatch, seconds, least):
    limits, patiences, solve = [], [], ladder.Ladder._solve
    known = load(TREES / "koyama-lai-4p7c.mmtree")

    def give_up_twice(self, limit, patience):
        if not patience:
            return solve(self, limit, 0)  # the usual order, before the ladder
        lower, expected = self.reporter.lower, self.reporter.expected
        limits.append((lower, limit))
        patiences.append(patience)
        assert patience == max(2 * (expected or ladder.INFINITE), least)
        return solve(self, limit, 0 if len(limits) in (3, 4) else ladder.INFINITE)

    monkeypatch.setattr(ladder.Ladder, "_solve", give_up_twice)
    tree = build_tree("koyama-lai", "4p7c", seconds=seconds, below=known)
    assert (tree.total, tree.strategy.name) == (11228, "koyama-lai")
    (lower, given_up), (same, half), (again, quarter) = limits[2:5]
    assert (same, half) == (lower, (lower + given_up) // 2)
    assert (again, quarter) == (lower, (lower + half) // 2)
    assert patiences[3:5] == [2 * patiences[2], 4 * patiences[2]]
    assert quarter in [lower for lower, _ in limits[5:]]


@pytest.mark.slow(after=6)
@pytest.mark.parametrize("gap", [0.05, Fraction(1, 50), 0])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("rules", "least"), [("4p4c", 905), (WEIGHTED, LEAST_WEIGHTED), ("4p5c", 2463)]
)
def test_gap_ends_the_search_with_the_same_bytes(rules, least, gap, jobs):
    tree = build_tree("koyama-lai", rules, gap=gap, jobs=jobs)
    proof = tree.proof
    assert proof.upper_bound == tree.total <= proof.lower_bound * (1 + Fraction(str(gap)))
    assert proof.lower_bound <= least  # which the usual search finds
    assert tree.strategy.name == "improved" or tree.total == least  # found by the last step
    assert encode(tree) == encode(build_tree("koyama-lai", rules, gap=gap, jobs=1))


def test_gap_of_a_given_tree_is_that_of_its_total():
    knuth = build_tree("knuth", "4p4c")  # 919, 1.55 % above the least total of 905
    tree = build_tree("koyama-lai", "4p4c", gap=0.02, below=knuth)
    assert (tree.total, tree.strategy.options) == (919, {"of": "knuth"})
    assert str(tree.proof) == "at most 1.78 % above the least, proved (expected: 903 to 919)"
    assert build_tree("koyama-lai", "4p4c", gap=0.015, below=knuth).total == 905
    # The heavier one of two secrets comes first, which the given tree does not heed.
    given = build_tree("kooi", parse_rules("2p4c").weighted([1, *[7] * 15]))
    tree = build_tree("koyama-lai", given.rules, gap=0.5, below=given)
    assert tree.proof.upper_bound == tree.total < given.total


@needs_native
def test_time_ends_the_search_with_both_bounds(tmp_path):
    path = tmp_path / "a"
    tree = build_tree("koyama-lai", "5p6c", seconds=1, checkpoint=path)
    assert tree.proof.lower_bound <= 36721 <= tree.total == tree.proof.upper_bound
    assert Checkpoint(path, None).get_status(str(Prices())).lower == tree.proof.lower_bound
    again = build_tree("koyama-lai", "5p6c", seconds=1, checkpoint=path)
    assert again.proof.lower_bound >= tree.proof.lower_bound
    assert again.total <= tree.total


def test_lower_bound_of_ties_is_never_above_the_best_tree():
    below, words = build_tree("kooi", "4p4c"), []
    report = lambda progress: words.extend(progress.parts)  # noqa: E731
    build_tree("koyama-lai", "4p4c", below=below, fewest_at_max=True, progress=report)
    bounds = re.findall(r"total (\d+) to (\d+)", " ".join(words))
    assert bounds
    assert all(int(lower) <= int(best) <= below.total for lower, best in bounds)


def interrupt(progress):
    if any(part.startswith("searching below") for part in progress.parts):
        raise KeyboardInterrupt


@needs_native
@pytest.mark.parametrize("of", ["beam", "irving"])
def test_resumed_search_starts_from_the_best_tree_so_far(climbing, tmp_path, monkeypatch, of):
    path, below = tmp_path / "a", None if of == "beam" else build_tree(of, "4p7c")
    with pytest.raises(BuildInterrupted) as caught:
        build_tree("koyama-lai", "4p7c", below=below, checkpoint=path, progress=interrupt)
    status = Checkpoint(path, None).get_status(str(Prices()))
    assert (status.best, status.of) == (caught.value.tree.total, of)
    monkeypatch.setattr("mmtree.strategies.beam.beam", None)
    with pytest.raises(BuildInterrupted) as again:
        build_tree("koyama-lai", "4p7c", checkpoint=path, progress=interrupt)
    assert again.value.tree.total <= caught.value.tree.total
    assert encode(build_tree("koyama-lai", "4p7c", checkpoint=path)) == encode(
        load(TREES / "koyama-lai-4p7c.mmtree")
    )


@needs_native
def test_time_that_is_over_returns_the_last_tree_reported():
    given, best = build_tree("lexicographic", "4p6c"), [7470]  # its total is 7471

    def stop(progress):
        if (found := re.search(r"to (\d+), gap", " ".join(progress.parts))) and found[1] != "7471":
            best.append(int(found[1]))
            raise StoppedError

    tree = build_tree("koyama-lai", "4p6c", gap=0, below=given, progress=stop, jobs=1)
    assert tree.total <= best[-1]


@needs_native
@pytest.mark.parametrize(("rules", "least"), [("4p7c", 11228), (WEIGHTED, LEAST_WEIGHTED)])
def test_ctrl_c_returns_the_best_tree_with_both_bounds(climbing, rules, least):
    with pytest.raises(BuildInterrupted) as caught:
        build_tree("koyama-lai", rules, progress=interrupt)
    proof = caught.value.tree.proof
    assert proof.lower_bound <= least <= caught.value.tree.total == proof.upper_bound
    with pytest.raises(KeyboardInterrupt):
        build_tree("koyama-lai", "4p7c", worst_first=True, progress=interrupt)


def test_ctrl_c_before_any_bound_returns_the_given_tree(monkeypatch):
    below, bound = build_tree("kooi", "4p4c"), Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr("mmtree.search.two_guess_bounds.lower_bound", bound)
    with pytest.raises(BuildInterrupted) as caught:
        build_tree("koyama-lai", "4p4c", gap=0, below=below)
    assert str(caught.value.tree.proof).endswith("proved (expected: 256 to 910)")


@needs_native
def test_bound_of_another_opening_is_not_resumed(tmp_path):
    """AAAA takes more guesses than the best opening, so its bound is none of all openings."""
    path = tmp_path / "a"
    first = build_tree("koyama-lai", opening="AAAA", gap=0.01, checkpoint=path)
    assert first.proof.lower_bound > 5625
    assert build_tree("koyama-lai", checkpoint=path).total == 5625
