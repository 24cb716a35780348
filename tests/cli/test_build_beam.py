"""``mmtree build`` with ``--strategy beam``, ``--improve`` and ``--time``."""

import os

from mmtree import load, verify
from mmtree.strategies import search_pool
from mmtree.tree.provenance import Strategy


def test_equal_effort_gives_equal_bytes(mmtree, tmp_path):
    for name in ("a", "b"):
        assert mmtree("build", "--strategy", "beam", "--rules", "3p4c", "-o", name).status == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    result = mmtree("verify", "a", "--rebuild")
    assert result.status == 0
    assert "beam: built again, it is the same tree node by node" in result.out


def test_default_names_differ_for_different_trees(mmtree, tmp_path):
    mmtree("build", "--strategy", "beam", "--rules", "2p3c", "--effort", "2")
    mmtree("build", "--improve", "beam-effort2-2p3c.mmtree", "--max-guesses", "4")
    assert sorted(os.listdir(tmp_path)) == [
        *("beam-effort2-2p3c.dot", "beam-effort2-2p3c.mmtree"),
        *("improved-2p3c.dot", "improved-2p3c.mmtree"),
    ]


def test_a_tree_is_improved_by_its_own_rules(mmtree, knuth):
    result = mmtree("build", "--improve", "knuth-4p6c", "--effort", "1", "-o", "x")
    assert result.status == 0
    assert result.out.startswith("improved for 4p6c, opening AABB: total ")
    assert load("x").total < knuth.total
    assert load("x").strategy == Strategy("improved", {"of": "knuth", "effort": 1})


def test_improved_tree_is_not_compared_with_published_optimum(mmtree):
    """An improved tree claims no optimum, so verify compares it with no published one."""
    mmtree("build", "--improve", "knuth-4p6c", "--effort", "1", "-o", "x")
    for options in ([], ["--rebuild"]):
        result = mmtree("verify", "x", *options)
        assert result.status == 0
        assert "improved: not a strategy of mmtree, so not rebuilt" in result.out
        assert "Koyama" not in result.out


def test_beam_is_not_compared_with_published_optimum(mmtree):
    """verify reports the proved lower bound, and does not call the higher total an optimum."""
    mmtree("build", "--strategy", "beam", "--effort", "1", "-o", "x")
    total = load("x").total
    assert total > 5625
    result = mmtree("verify", "x")
    assert result.status == 0
    assert f"no tree is below 5429; the search reaches the same price {total}" in result.out


def test_improved_file_can_be_overwritten(mmtree):
    mmtree("build", "--strategy", "lexicographic", "--rules", "3p3c", "-o", "x")
    before = load("x").total
    assert mmtree("build", "--improve", "x", "-o", "x").status == 0
    assert load("x").total < before


def test_with_a_time_the_efforts_go_up_to_the_last(mmtree):
    result = mmtree("build", "--strategy", "beam", "--rules", "3p3c", "--time", "1h", "-o", "x")
    assert result.status == 0
    assert load("x").strategy == Strategy("beam", {"effort": 9})
    result = mmtree("build", "--improve", "x", "--time", "1h", "--effort", "2", "-o", "x")
    assert load("x").strategy == Strategy("improved", {"of": "beam", "effort": 2})


def test_interruption_writes_the_best_tree_so_far(mmtree, monkeypatch, tmp_path):
    run, runs = search_pool.SearchPool.run, 0

    def once(*arguments):
        nonlocal runs
        runs += 1
        if runs == 3:
            raise KeyboardInterrupt
        return run(*arguments)

    monkeypatch.setattr(search_pool.SearchPool, "run", once)
    result = mmtree("build", "--strategy", "beam", "--rules", "4p4c", "-o", "x")
    assert result.status == 130
    assert result.err == "interrupted: --improve x resumes from there\n"
    assert verify("x").holds
    assert os.listdir(tmp_path) == ["x"]
    monkeypatch.undo()
