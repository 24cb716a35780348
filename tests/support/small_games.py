"""Small guessing games of all kinds for the native kernel, and their solutions by brute force."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count, product

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import exchangeable_secrets
from mmtree.search.beam import SIXTEENTHS, Beam
from mmtree.search.kernel import native
from mmtree.search.prices import INFINITE

Set = tuple[int, ...]
"""Secrets by their place among all secrets, rising."""


@dataclass(frozen=True, eq=False)
class SmallGame:
    """A game with a table of all its answers.

    Attributes:
        answers: uint8[guesses, secrets], by place.
        secrets: uint32[secrets], the rank of each secret among the guesses.
        values: uint8[feedbacks], the number of each answer.
        consistent: only the secrets left are guesses.
        codes: the arguments of a game of codes; None to make it from the table.
        symmetric: permutations of positions and colours map the secrets onto themselves.
        by_place: the answers of codes mark the places that are right.
    """

    answers: NDArray[np.uint8]
    secrets: NDArray[np.uint32]
    values: NDArray[np.uint8]
    consistent: bool = False
    codes: tuple[object, ...] | None = None
    holes: bool = False
    symmetric: bool = True
    by_place: bool = False

    @property
    def feedbacks(self) -> int:
        return len(self.values)

    @property
    def everything(self) -> Set:
        return tuple(range(len(self.secrets)))

    @cached_property
    def native(self):
        """The same game in the kernel."""
        more = {"consistent": self.consistent}
        if self.codes is None:
            lowest = self.secrets[exchangeable_secrets(self.answers)]
            return native.Game.of_table(self.answers, self.secrets, self.values, lowest, **more)
        more |= {"secrets": self.secrets, "holes": self.holes}
        more |= {"symmetric": self.symmetric, "by_place": self.by_place}
        return native.Game(*self.codes, self.values, **more)

    def ranks(self, members: Set) -> NDArray[np.uint32]:
        return self.secrets[list(members)]

    def guesses(self, members: Set) -> list[int]:
        """Return the guesses that may be made for a set, by rank."""
        return self.ranks(members).tolist() if self.consistent else list(range(len(self.answers)))

    def split(self, members: Set, guess: int) -> dict[int, Set]:
        """Return the cell of each answer to a guess, in canonical order."""
        cells: dict[int, list[int]] = {}
        for place, member in zip(self.answers[guess, list(members)].tolist(), members, strict=True):
            cells.setdefault(place, []).append(member)
        return {place: tuple(cells[place]) for place in sorted(cells)}

    def sizes(self, members: Set) -> NDArray[np.int64]:
        """Return the cell sizes of all guesses: int64[guesses, feedbacks]."""
        rows = self.answers[:, list(members)]
        return np.stack([(rows == place).sum(axis=1) for place in range(self.feedbacks)], axis=1)


def table_game(random, guesses, secrets, feedbacks, used=None, consistent=False):
    """Return a game with random answers, at most ``used`` different ones besides the right one."""
    some = random.permutation(feedbacks - 1)[: used or feedbacks]
    answers = random.choice(some, size=(guesses, secrets)).astype(np.uint8)
    ranks = np.sort(random.permutation(guesses)[:secrets]).astype(np.uint32)
    answers[ranks, np.arange(secrets)] = feedbacks - 1
    values = random.permutation(256)[:feedbacks].astype(np.uint8)
    return SmallGame(answers, ranks, values, consistent)


def mark(guess, secret, whites, by_place):
    """Return the feedback 10·black + white or the places that are right as bits, by definition."""
    if by_place:
        return int("".join(str(int(a == b)) for a, b in zip(guess, secret, strict=True)), 2)
    black = sum(map(int.__eq__, guess, secret))
    both = sum(min(guess.count(color), secret.count(color)) for color in {*guess})
    return 10 * black + (both - black if whites else 0)


def code_game(
    pegs, colors, distinct=False, whites=True, *, chosen=None, holes=False, by_place=False, **more
):
    """Return a game of codes; chosen(code) tells which of them can be the secret."""
    codes = [
        code
        for code in product(range(colors), repeat=pegs)
        if not distinct or len({*code}) == len(code)
    ]
    ranks = [
        rank
        for rank, code in enumerate(codes)
        if (chosen is None or chosen(code)) and not (holes and colors - 1 in code)
    ]
    feedback = np.array(
        [[mark(code, codes[rank], whites, by_place) for rank in ranks] for code in codes]
    )
    values = np.unique(feedback)
    return SmallGame(
        np.searchsorted(values, feedback).astype(np.uint8),
        np.array(ranks, np.uint32),
        values.astype(np.uint8),
        codes=(pegs, colors, distinct, whites),
        holes=holes,
        by_place=by_place,
        **more,
    )


class BruteForce:
    """The cheapest tree for each set, by all guesses: first by (price, bound, guess).

    With a beam, sets are solved as :mod:`mmtree.search.exact` defines it.
    """

    def __init__(self, game: SmallGame, prices, beam: Beam | None = None) -> None:
        self.game, self.prices, self.beam = game, prices, beam
        self.best = lru_cache(maxsize=None)(self._best)

    def least(self, size: int, depth: int) -> int:
        """Return the least price of a set by its size: the cheapest levels are filled first."""
        total, width, level = 0, 1, depth + 1
        while size:
            total += min(size, width) * self.prices(level)
            size -= min(size, width)
            width, level = width * (self.game.feedbacks - 1), level + 1
        return min(total, INFINITE)

    def solve(self, members: Set, depth: int = 0) -> tuple[int, tuple[int, ...]]:
        """Return the price and the guesses in preorder, as the kernel does; or INFINITE and ()."""
        return self.best(members, depth, True)

    def _best(self, members: Set, depth: int, root: bool) -> tuple[int, tuple[int, ...]]:
        if len(members) <= 2 and not root:
            return self.least(len(members), depth), ()
        tried = []
        for guess in self.game.guesses(members):
            cells = self.game.split(members, guess)
            if len(cells) == 1 and len(members) > 1:
                continue
            right = cells.pop(self.game.feedbacks - 1, ())
            right_price = len(right) * self.prices(depth + 1)
            bound = right_price + sum(self.least(len(cell), depth + 1) for cell in cells.values())
            if bound >= INFINITE:
                continue
            tried.append((bound, guess, right_price, cells))
            if not root and right and all(len(cell) == 1 for cell in cells.values()):
                return bound, (guess,)  # the lowest secret that separates all, since it came first
        tried = self._beamed(members, depth, tried)
        price, plan = INFINITE, ()
        for _, guess, right_price, cells in tried:
            found = [self.best(cell, depth + 1, False) for cell in cells.values()]
            total = right_price + sum(price for price, _ in found)
            if total < price:
                price, plan = total, (guess, *(inner for _, plan in found for inner in plan))
        return price, plan

    def _beamed(self, members, depth, tried):
        """Sort the guesses in the order in which they are tried; leave those out that are not."""
        by_bound = sorted(tried, key=lambda each: each[:2])
        if self.beam is None or not tried:
            return by_bound
        if len(members) <= self.beam.above:
            return [each for each in by_bound if each[0] <= by_bound[0][0] + self.beam.slack]
        after = self.beam.after(depth + 1)

        def estimate(each):
            _, guess, right_price, cells = each
            cost = SIXTEENTHS * right_price + sum(int(after[len(c)]) for c in cells.values())
            return cost, guess

        likely = [each for each in sorted(tried, key=estimate) if estimate(each)[0] < INFINITE]
        return likely[: self.beam.width(depth)]


def find_within(game: SmallGame, members: Set, left: int, tries: int = 0):
    """Return the guesses of the tree that mmtree.search.feasibility defines, or None."""
    if len(members) <= 2:
        return () if len(members) <= left else None
    if left < 2:
        return None
    capacity, most = 1, 1
    for _ in range(left - 2):
        most = 1 + (game.feedbacks - 1) * most
    capacity = most  # of each cell
    scored = []
    for guess in game.guesses(members):
        cells = game.split(members, guess)
        cells.pop(game.feedbacks - 1, None)
        if all(len(cell) < len(members) and len(cell) <= capacity for cell in cells.values()):
            scored.append((sum(len(cell) ** 2 for cell in cells.values()), guess, cells))
    scored.sort(key=lambda each: each[:2])
    if tries:
        first = {score: (score, guess, cells) for score, guess, cells in reversed(scored)}
        scored = [first[score] for score in sorted(first)][:tries]
    for _, guess, cells in scored:
        plans = []
        for cell in cells.values():
            plan = find_within(game, cell, left - 1, tries)
            if plan is None:
                break
            plans.append(plan)
        else:
            return (guess, *(inner for plan in plans for inner in plan))
    return None


def least_max(game: SmallGame) -> int:
    """Return the least max of all trees."""
    return next(most for most in count(1) if find_within(game, game.everything, most) is not None)


def capacities(game: SmallGame) -> NDArray[np.uint32]:
    """Return the most secrets that can be found within so many guesses, for each answer."""
    rows, most = [0], 1
    while most < len(game.secrets) + 1:
        rows.append(most)
        most = 1 + (game.feedbacks - 1) * most
    return np.repeat(np.array([[row] for row in rows], np.uint32), game.feedbacks, axis=1)
