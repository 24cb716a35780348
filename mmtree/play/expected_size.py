"""Finds the guess that leaves the fewest secrets on average, for games that have left the tree."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from mmtree.game.feedback import Feedback
from mmtree.game.rules import Rules

MAX_COMPARISONS = 1 << 17
"""Pairs of codes compared at most: the secrets left with some of them, and with some codes."""


def expected_size(sizes: Mapping[Feedback, int], all_right: int) -> float:
    """Return how many secrets a guess leaves on average; none if it finds the secret.

    Args:
        sizes: how many secrets give each feedback to the guess, at least one.
        all_right: the feedback to the secret.
    """
    squares = sum(size * size for feedback, size in sizes.items() if feedback != all_right)
    return squares / sum(sizes.values())


def smallest_expected_size(
    secrets: Sequence[int], tree_guess: int, rules: Rules, without: Collection[int] = ()
) -> int:
    """Return the guess that leaves the fewest secrets on average (Irving 1978).

    Of equal guesses, one of the secrets comes first, then the lowest code number. In consistent or
    hard play, the guess is one of the secrets. Rules may demand a question.

    The candidates are the secrets, all codes and the tree's guess. If comparing the secrets with
    one another takes more than :data:`MAX_COMPARISONS`, only some of them are candidates, evenly
    distributed in their order; the same holds for the codes.

    Args:
        secrets: the code numbers of the secrets left, at least one, in any order.
        tree_guess: a code number.
        without: guesses that are no candidates. If no other one tells the secrets apart, it is one
            of the secrets all the same, or the tree's question.

    Raises:
        RulesError: a secret or the tree's guess is not a code of the rules.
    """
    count = len(secrets)
    answer, prepared = rules.answer, [rules.prepare(secret) for secret in secrets]
    best, least = tree_guess, count * count + 1
    if without:
        best, least = tree_guess if rules.only_asks else min(secrets), count * count
    for guess in _candidates(secrets, tree_guess, rules):
        if guess in without:
            continue
        ready, sizes, squares = rules.prepare(guess), [0] * (rules.all_right + 1), 0
        for secret in prepared:
            feedback = answer(ready, secret)
            if feedback != rules.all_right:
                squares += 2 * sizes[feedback] + 1  # the square of the size grows by this
                if squares >= least:
                    break
                sizes[feedback] += 1
        else:
            best, least = guess, squares
        if least == count - 1:  # a secret that leaves at most one other: no guess is better
            break
    return best


def _candidates(secrets: Sequence[int], tree_guess: int, rules: Rules) -> Iterator[int]:
    most = max(1, MAX_COMPARISONS // len(secrets))
    if not rules.only_asks:
        yield from _some(sorted(secrets), most)
    if not (rules.consistent or rules.hard):  # a secret is always allowed
        questions = [
            code for code in rules.codes() if not (rules.only_asks and rules.is_secret(code))
        ]
        yield from _some(questions, most)
        yield tree_guess


def _some(codes: Sequence[int], most: int) -> Sequence[int]:
    """Return at most so many codes, evenly distributed."""
    count = len(codes)
    return codes if count <= most else [codes[at * count // most] for at in range(most)]
