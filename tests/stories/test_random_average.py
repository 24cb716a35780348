"""The average of the random strategy, computed exactly over all its games."""

from collections import Counter, defaultdict
from itertools import permutations, product

from mmtree import Rules
from mmtree.check.answer import answer


def test_a_random_consistent_guess_takes_4_6435_guesses_on_average():
    """Swaszek 1999 prints 4.638, estimated from games at random."""
    rules = Rules()
    codes = list(product(range(6), repeat=4))
    rank = {code: index for index, code in enumerate(codes)}
    answers = [bytes(answer(a, b, True) for b in codes) for a in codes]

    def cells(guess, secrets):
        split = defaultdict(list)
        row = answers[guess]
        for secret in secrets:
            split[row[secret]].append(secret)
        split.pop(rules.all_black, None)
        return split.values()

    known = {}

    def total(secrets):
        """Expected guesses, summed over these secrets, all of them equally likely guesses."""
        if len(secrets) <= 2:
            return (0, 1, 3)[len(secrets)]
        key = tuple(secrets)
        if key not in known:
            after = sum(total(cell) for guess in secrets for cell in cells(guess, secrets))
            known[key] = len(secrets) + after / len(secrets)
        return known[key]

    moves = list(product(permutations(range(4)), permutations(range(6))))

    def classes(guesses, moves):
        """The guesses by class under the moves: the least image of each class, and its size."""
        images = []
        for order, names in moves:
            images.append([rank[tuple(names[codes[g][p]] for p in order)] for g in guesses])
        return Counter(map(min, zip(*images, strict=True)))

    average = 0
    for opening, openings in {0: 6, 1: 120, 7: 90, 8: 720, 51: 360}.items():
        code = codes[opening]
        still = [move for move in moves if tuple(move[1][code[p]] for p in move[0]) == code]
        price = 1296
        for cell in cells(opening, range(1296)):
            if len(cell) <= 2:
                price += total(cell)
                continue
            after = sum(
                weight * sum(total(second) for second in cells(guess, cell))
                for guess, weight in classes(cell, still).items()
            )
            price += len(cell) + after / len(cell)
            known.clear()
        average += openings * price / 1296**2
    assert round(average, 4) == 4.6435
