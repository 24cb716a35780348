"""Checks of games in which the answers so far restrict the guesses: hard play, and consistent words."""

import msgpack
import pytest

from mmtree import Codebreaker, Codemaker, TreeError, build_tree, load, save, verify
from mmtree.check.game import Game, game_of
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree

from support.least_total import least_total

STRATEGIES = ["koyama-lai", "beam", "least-max", "irving-exact", "lexicographic", "random"]
STRATEGIES += ["knuth", "palm-t2", "irving", "entropy", "niedermayer", "kooi", "counting"]


def is_allowed(game: Game, guess: bytes, earlier: bytes, given: int) -> bool:
    """Return whether a guess uses the hints of an answer to one before it, or agrees with it."""
    if game.hard:
        return game.uses_hints(guess, earlier, given)
    return game.answer(earlier, guess) == given


def check_guesses(tree: StrategyTree) -> None:
    """Check by the checker's answers and hints that each guess is allowed after all before it."""
    game, path = game_of(tree.rules), []
    for index, depth in tree.walk():
        del path[depth:]
        if depth:
            path[-1] = path[-1][0], tree.feedback[index]
        guess = game.row(tree.guess[index])
        assert all(is_allowed(game, guess, *before) for before in path)
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


def check_suggestions(rules: Rules) -> None:
    """Check that after any opening, each suggestion is allowed, and the secret is found."""
    tree, game = build_tree("entropy", rules), game_of(rules)
    for opening in rules.codes():
        for secret in rules.secret_codes():
            player, codemaker, guess = Codebreaker(tree), Codemaker(secret, rules), opening
            while not player.solved:
                row = game.row(int(guess))
                for earlier, given in player.history:
                    assert is_allowed(game, row, game.row(int(earlier)), int(given))
                player.observe(codemaker.answer(guess), guess)
                guess = player.guess


def check_refusal(free: StrategyTree, rules: Rules, restriction: str, message: str, path) -> None:
    """Check that a tree of free play is not saved as one of the rules, and that a forged file is found out."""
    with pytest.raises(TreeError, match=f"{message}, which words-{restriction}"):
        save(StrategyTree(rules, free.strategy, free.guess, free.feedback, free.extent), path)
    save(free, path)
    forged = msgpack.unpackb(path.read_bytes())
    forged["rules"][restriction] = True
    path.write_bytes(msgpack.packb(forged))
    report = verify(path)
    assert not report.holds
    assert any(message in finding.text for finding in report.findings)
