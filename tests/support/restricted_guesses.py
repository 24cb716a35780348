"""Checks of games in which the answers so far restrict the guesses: hard play, and consistent words."""

from mmtree import build_tree, load, save, verify
from mmtree.check.game import game_of
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree

from support.least_total import least_total

STRATEGIES = ["koyama-lai", "beam", "least-max", "irving-exact", "lexicographic", "random"]
STRATEGIES += ["knuth", "palm-t2", "irving", "entropy", "niedermayer", "kooi", "counting"]


def check_guesses(tree: StrategyTree) -> None:
    """Check by the checker's answers and hints that each guess is allowed after all before it."""
    game, path = game_of(tree.rules), []
    for index, depth in tree.walk():
        del path[depth:]
        if depth:
            path[-1] = path[-1][0], tree.feedback[index]
        guess = game.row(tree.guess[index])
        for earlier, given in path:
            if game.hard:
                assert game.uses_hints(guess, earlier, given)
            else:
                assert game.answer(earlier, guess) == given
        path.append((guess, None))


def check_least_total(rules: Rules) -> None:
    """Check that no tree has a lower total, nor a lower max, by brute force and by searches."""
    tree = build_tree("koyama-lai", rules)
    check_guesses(tree)
    assert tree.total == least_total(rules)
    quickest = build_tree("koyama-lai", rules, worst_first=True)
    assert build_tree("least-max", rules).max == quickest.max <= tree.max


def check_both_kernels(strategy: str, rules: Rules, monkeypatch, tmp_path) -> StrategyTree:
    """Check that a strategy builds the same valid tree with both kernels, and return it."""
    trees = []
    for kernel in ("native", "numpy"):
        monkeypatch.setenv("MMTREE_KERNEL", kernel)
        trees.append(build_tree(strategy, rules))
    assert trees[0] == trees[1]
    check_guesses(trees[0])
    save(trees[0], tmp_path / "a.mmtree")
    assert load(tmp_path / "a.mmtree") == trees[0]
    assert verify(tmp_path / "a.mmtree").holds
    return trees[0]
