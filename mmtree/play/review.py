"""Reviews the guesses of a game once the secret is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mmtree.arguments import expect
from mmtree.game.code import Code, to_code
from mmtree.game.feedback import Feedback
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.codemaker import Codemaker
from mmtree.play.game_rows import GameRow
from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True)
class ReviewedGuess:
    """A guess, and the guess that a codebreaker suggests instead.

    Attributes:
        guess: the guess.
        feedback: its feedback.
        possible: whether it could have been the secret.
        before: how many secrets agreed with the feedback before it.
        after: how many agreed with its own, too.
        found: whether it was the secret.
        suggested: the tree's guess in its place; once the game has left the tree, the guess that
            splits the secrets left into the most cells.
        suggested_after: how many secrets that guess would have left; 1 where it is the secret, too.
    """

    guess: Code
    feedback: Feedback
    possible: bool
    before: int
    after: int
    found: bool
    suggested: Code
    suggested_after: int


@dataclass(frozen=True)
class Review:
    """The review of a game.

    Attributes:
        guesses: the guesses, in order.
        tree_game: the tree's game for the same secret: guesses with their feedback.
    """

    guesses: tuple[ReviewedGuess, ...]
    tree_game: tuple[GameRow, ...]


def review(tree: StrategyTree, guesses: Iterable[int], secret: int) -> Review:
    """Review the guesses at a secret, up to the one that finds it.

    Raises:
        RulesError: a guess or the secret is not a code of the rules.
        TypeError: the tree is not a StrategyTree, or a code is not a number.
    """
    expect(StrategyTree, tree, "tree", "a StrategyTree, as load returns")
    expect(Iterable, guesses, "guesses", "a row of code numbers")
    codemaker = Codemaker(secret, tree.rules)
    player = Codebreaker(tree)
    judged = []
    for guess in guesses:
        if player.solved:
            break
        before, suggested = player.secrets_left, player.guess
        player.observe(codemaker.answer(suggested))
        suggested_after = player.secrets_left
        player.undo()
        feedback = codemaker.answer(guess)
        possible = tree.rules.all_black in player.feedbacks_of(guess)
        found = player.observe(feedback, guess)
        judged.append(
            ReviewedGuess(
                *(to_code(int(guess), tree.rules), feedback, possible, before),
                *(player.secrets_left, found, suggested, suggested_after),
            )
        )
    return Review(tuple(judged), _tree_game(tree, codemaker))


def _tree_game(tree: StrategyTree, codemaker: Codemaker) -> tuple[GameRow, ...]:
    player = Codebreaker(tree)
    while not player.solved:
        player.observe(codemaker.answer(player.guess))
    return tuple(player.history)
