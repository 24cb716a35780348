"""Reviews the guesses of a game once the secret is known."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from math import floor

from mmtree.arguments import expect
from mmtree.game.code import Code, to_code
from mmtree.game.feedback import Feedback
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.codemaker import Codemaker
from mmtree.play.expected_size import expected_size
from mmtree.play.game_rows import GameRow
from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True)
class ReviewedGuess:
    """A guess, and the guess that a codebreaker suggests instead.

    Attributes:
        guess: the guess.
        feedback: its feedback; None if it is unknown, so that it left all secrets.
        possible: whether it could have been the secret.
        before: how many secrets agreed with the feedback before it.
        average: how many of them it leaves on average; none if it finds the secret.
        after: how many it left; none if it found the secret.
        found: whether it was the secret, or identified it.
        suggested: the tree's guess in its place; once the game has left the tree, the guess that
            leaves the fewest secrets on average.
        suggested_average: how many secrets that guess leaves on average.
        skill: ``suggested_average`` as a percentage of ``average``, but at most 100; 0 if
            whatever the answer, the guess leaves all secrets, as a repeated one does.
        hint: whether it was suggested to the player, so that it shows no skill.
        luck: the percentage of the secrets before that would have left more secrets, where those
            that would have left as many count half: 50 on average, whatever the guess. None if the
            feedback is unknown or the codemaker cheats.
    """

    guess: Code
    feedback: Feedback | None
    possible: bool
    before: int
    average: float
    after: int
    found: bool
    suggested: Code
    suggested_average: float
    skill: int
    hint: bool
    luck: int | None


STRONG, LUCKY, UNLUCKY = 90, 65, 35
"""The least skill of a strong guess, the least luck of lucky ones, the most of unlucky ones."""


def sum_up(rated: Sequence[tuple[int, int | None]]) -> tuple[str, int]:
    """Return the name of the text that sums up a game, and how many strong guesses begin it.

    Args:
        rated: skill and luck of each guess that was no hint, at least one.
    """
    strong = next((at for at, (skill, _) in enumerate(rated) if skill < STRONG), len(rated))
    lucks = [luck for _, luck in rated[strong:] or rated if luck is not None] or [50]
    luck = sum(lucks) / len(lucks)
    if strong == len(rated):
        return "strongUnlucky" if luck <= UNLUCKY else "allStrong", strong
    if strong:
        return "strongThenLuck" if luck >= LUCKY else "strongAtFirst", strong
    return "mostlyLuck" if luck >= LUCKY else "couldTellMore", strong


@dataclass(frozen=True)
class Review:
    """The review of a game.

    Attributes:
        guesses: the guesses, in order.
        tree_game: the tree's game for the same secret: guesses with their feedback.
    """

    guesses: tuple[ReviewedGuess, ...]
    tree_game: tuple[GameRow, ...]

    @property
    def skill(self) -> int | None:
        """The mean skill of the guesses that were no hints, from 0 to 100; None without any."""
        return _mean([one.skill for one in self.guesses if not one.hint])

    @property
    def luck(self) -> int | None:
        """The mean luck of the guesses that have one, from 0 to 100; None without any."""
        return _mean([one.luck for one in self.guesses if one.luck is not None])

    @property
    def sentence(self) -> tuple[str, int] | None:
        """What :func:`sum_up` returns of the guesses that were no hints; None without any."""
        own = [(one.skill, one.luck) for one in self.guesses if not one.hint]
        return sum_up(own) if own else None


def review(
    tree: StrategyTree,
    guesses: Iterable[int],
    secret: int,
    *,
    hints: Container[int] = (),
    unknown: Container[int] = (),
    cheats: bool = False,
) -> Review:
    """Review the guesses at a secret, up to the one that finds it.

    Args:
        tree: the tree whose guesses are suggested.
        guesses: the guesses.
        secret: the secret; of a codemaker who cheats, one that agrees with all answers.
        hints: the indices, counted from 0, of the guesses that were hints.
        unknown: the indices of the guesses whose answers are unknown.
        cheats: whether the codemaker cheats, see :meth:`Codebreaker.hardest_answer`.

    Raises:
        RulesError: a guess or the secret is not a code of the rules.
        TypeError: the tree is not a StrategyTree, or a code is not a number.
    """
    expect(StrategyTree, tree, "tree", "a StrategyTree, as load returns")
    expect(Iterable, guesses, "guesses", "a row of code numbers")
    codemaker = Codemaker(secret, tree.rules)
    player = Codebreaker(tree)
    judged = []
    for row, guess in enumerate(guesses):
        if player.solved:
            break
        answer = None if row in unknown else codemaker.answer(guess)
        judged.append(_judge(player, guess, answer, hint=row in hints, cheats=cheats))
        player.observe(judged[-1].feedback, guess)
    winner = Codebreaker(tree)
    while not winner.solved:
        winner.observe(codemaker.answer(winner.guess))
    return Review(tuple(judged), tuple(winner.history))


def _judge(
    player: Codebreaker, guess: int, feedback: Feedback | None, *, hint: bool, cheats: bool
) -> ReviewedGuess:
    """Judge a guess in the position of a player."""
    rules, suggested = player.tree.rules, player.guess
    sizes = player.cell_sizes(guess)
    average = expected_size(sizes, rules.all_right)
    least = expected_size(player.cell_sizes(suggested), rules.all_right)
    left = {value: 0 if value == rules.all_right else size for value, size in sizes.items()}
    after = player.secrets_left if feedback is None else left[feedback]
    more = sum(size for value, size in sizes.items() if left[value] > after)
    equal = sum(size for value, size in sizes.items() if left[value] == after)
    luck = (2 * more + equal) / (2 * player.secrets_left)
    useful = average < player.secrets_left  # some answer would rule a secret out
    return ReviewedGuess(
        guess=to_code(int(guess), rules),
        feedback=feedback,
        possible=rules.all_right in sizes,
        before=player.secrets_left,
        average=average,
        after=after,
        found=feedback == rules.all_right or (rules.identified and after == 1),
        suggested=suggested,
        suggested_average=least,
        skill=_round(100 * useful * (least / average)) if average > least else 100,
        hint=hint,
        luck=None if feedback is None or cheats else _round(100 * luck),
    )


def _mean(numbers: Sequence[int]) -> int | None:
    return _round(sum(numbers) / len(numbers)) if numbers else None


def _round(value: float) -> int:
    """Round half up, as the page does."""
    return floor(value + 0.5)
