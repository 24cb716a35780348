"""The least total, by weight, of all trees of a small game, by trying every guess for every set of secrets.

It shares no code with the search: answers and bounds by counting are those of the checker.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from operator import itemgetter

from mmtree.check.bounds import formula
from mmtree.check.game import game_of
from mmtree.game.rules import Rules


def least_total(rules: Rules) -> int:
    """Return the least total of all trees, by weight where the rules have weights.

    A set of codes is a number, of which bit n says whether code n is in the set.
    """
    game = game_of(rules)
    secrets = [*game.secrets()]
    codes = [*secrets, *{game.row(code) for code in rules.codes()}.difference(secrets)]
    split: list[dict[int, int]] = [defaultdict(int) for _ in codes]
    for cells, guess in zip(split, codes, strict=True):
        for at, code in enumerate(codes):
            if code != guess:
                cells[game.answer(guess, code)] |= 1 << at

    def find(chosen: Callable[[bytes], bool]) -> int:
        return sum(1 << at for at, code in enumerate(codes) if chosen(code))

    @cache
    def allowed(guess: int, value: int) -> int:
        if rules.hard:
            return find(lambda code: game.uses_hints(code, codes[guess], value))
        return split[guess][value] if rules.consistent else -1

    def weight(left: int) -> int:
        if not rules.weights:
            return left.bit_count()
        return sum(one for at, one in enumerate(rules.weights) if left >> at & 1)

    @cache
    def least(left: int, guesses: int) -> int:
        if left.bit_count() == 1:
            return 0 if rules.identified else weight(left)
        ways = []
        for guess, cells in enumerate(split):
            if guesses >> guess & 1:
                after = {value: left & cell for value, cell in cells.items() if left & cell}
                if [*after.values()] != [left]:
                    bound = sum(bounds[cell.bit_count()] for cell in after.values())
                    ways.append((bound, guess, after))
        best = None
        for bound, guess, after in sorted(ways, key=itemgetter(0)):
            if best is None or bound < best:
                cost = sum(
                    least(cell, guesses & allowed(guess, value)) for value, cell in after.items()
                )
                best = cost if best is None else min(best, cost)
        assert best is not None
        return weight(left) + best

    ends = rules.identified, rules.only_asks
    answers = len(rules.feedbacks)
    bounds = [formula(size, answers, *ends).total for size in range(len(secrets) + 1)]
    every = (1 << len(secrets)) - 1
    guesses = find(game.is_question) if rules.only_asks else -1
    return least(every, every if rules.consistent and rules.uses_pegs else guesses)
