"""The checker's own exact search: no tree is cheaper against the codemaker's probabilities.

It shares no code with :mod:`mmtree.search`: feedback is counted peg by peg, guesses that symmetry
makes alike are found as orbits of generators, and results are remembered by the set of secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, permutations

import numpy as np
from numpy.typing import NDArray

from mmtree.check.answer import answer
from mmtree.check.bounds import codes
from mmtree.errors import SizeError
from mmtree.game.rules import Rules

Indices = NDArray[np.intp]

_MOST = 1 << 55
"""The weights of all secrets together are at most this, so that prices fit into 64 bits."""
_NEVER = 1 << 61


class Replies:
    """Seeks the cheapest tree: the sum over all secrets of weight times guesses.

    Args:
        rules: the game.
        weigh: the weight of a code, a row of colours; the same for codes of one pattern. A secret
            of weight 0 costs nothing, and is left out.

    Raises:
        SizeError: the weights are too large.
    """

    def __init__(self, rules: Rules, weigh: Callable[[tuple[int, ...]], int]) -> None:
        self.rules = rules
        self.codes = list(codes(rules))
        weights = [weigh(code) for code in self.codes]
        if sum(weights) > _MOST:
            raise SizeError(f"{rules}: probabilities of larger denominators than can be counted")
        self.weight = np.array(weights)
        self.pegs = np.array(self.codes)
        self.numbers = self.pegs @ rules.colors ** np.arange(rules.pegs - 1, -1, -1)
        self.kinds = len(rules.feedbacks)
        self.feedback = self._feedback()
        self.fill = self._fill()
        falling = sorted(set(weights) - {0}, reverse=True)
        self.steps = list(pairwise([*falling, 0]))
        self.known: dict[bytes, tuple[int, bool]] = {}  # least price or a bound, and which
        self.lowest: dict[tuple[int, ...], Indices] = {}

    def cheapest(self, limit: int, progress: Callable[[int, int, str], None]) -> int:
        """The least price of any tree, or the limit where there is none below it."""
        limit = min(limit, _NEVER)
        secrets = np.flatnonzero(self.weight)
        if len(secrets) < 3:
            return min(limit, self._few(secrets))
        return self._least(secrets, (), limit, progress)

    def _feedback(self) -> NDArray[np.uint8]:
        """The feedback of every code with every code, by its place in canonical order."""
        kind = {value: at for at, value in enumerate(self.rules.feedbacks)}
        size = len(self.codes)
        table = np.empty((size, size), np.uint8)
        for at, code in enumerate(self.codes):
            row = [kind[answer(code, other, self.rules.whites)] for other in self.codes[at:]]
            table[at, at:] = table[at:, at] = row
        return table

    def _fill(self) -> NDArray[np.int64]:
        """Guesses that so many secrets need at least: one level of a tree after the other."""
        guesses: list[int] = []
        level = 1
        while len(guesses) < len(self.codes):
            guesses += [level] * (self.kinds - 1) ** (level - 1)
            level += 1
        return np.cumsum([0, *guesses[: len(self.codes)]])

    def _few(self, secrets: Indices) -> int:
        """The price of one or two secrets: the heavier first."""
        weights = sorted(self.weight[secrets].tolist(), reverse=True)
        return sum(guesses * weight for guesses, weight in enumerate(weights, 1))

    def _floor(self, secrets: Indices) -> int:
        """A price that no tree is below, from the weights alone: the heaviest come first."""
        weights = np.sort(self.weight[secrets])[::-1]
        levels = np.diff(self.fill[: len(weights) + 1])
        return int((weights * levels).sum())

    def _bounds(self, secrets: Indices) -> NDArray[np.int64]:
        """A price that no tree is below, for each first guess."""
        rows = np.arange(len(self.codes)) * self.kinds
        counts = np.zeros(len(rows) * self.kinds, np.intp)
        bounds = np.full(len(rows), int(self.weight[secrets].sum()))
        for weight, lower in self.steps:
            alike = secrets[self.weight[secrets] == weight]
            if len(alike):
                at = self.feedback[alike].astype(np.intp) + 0
                at += rows
                counts += np.bincount(at.ravel(), minlength=len(counts))
            cells = counts.reshape(-1, self.kinds)[:, :-1]  # all but all black
            bounds += (weight - lower) * self.fill[cells].sum(axis=1)
        bounds[(counts.reshape(-1, self.kinds) == len(secrets)).any(axis=1)] = _NEVER
        return bounds

    def _alone(self, secrets: Indices) -> tuple[int, bool]:
        """A price that no tree is below, and whether one has it: that of the best first secret.

        Found by the first guess, a secret saves its weight against the second; if it leaves two
        others together, one of them at least needs a third.
        """
        weights = self.weight[secrets]
        twice, spread = 2 * int(weights.sum()), int(weights.max() - weights.min())
        masks = np.left_shift(1, self.feedback[np.ix_(secrets, secrets)].astype(np.int64))
        apart = masks.sum(axis=1) == np.bitwise_or.reduce(masks, axis=1)
        saved = int(weights[apart].max(initial=0))
        if saved and saved >= spread:
            return twice - saved, True
        return twice - spread, False

    def _least(
        self,
        secrets: Indices,
        history: tuple[int, ...],
        limit: int,
        progress: Callable[[int, int, str], None] | None = None,
    ) -> int:
        """The least price of three secrets or more, or the limit where there is none below it."""
        key = secrets.tobytes()
        known, exact = self.known.get(key, (0, False))
        if exact or known >= limit:
            return min(known, limit)
        bounds = self._bounds(secrets)
        guesses = self._unlike(history) if len(secrets) > self.kinds else np.arange(len(bounds))
        guesses = guesses[bounds[guesses] < limit]
        guesses = guesses[np.argsort(bounds[guesses], kind="stable")]
        best = limit
        for done, guess in enumerate(guesses.tolist()):
            if progress:
                progress(done, len(guesses), f"first guess {done + 1} of {len(guesses)}")
            if bounds[guess] >= best:
                break
            best = min(best, self._price(secrets, history, guess, best))
        self.known[key] = best, best < limit
        return best

    def _price(self, secrets: Indices, history: tuple[int, ...], guess: int, limit: int) -> int:
        """The price of a first guess, or anything from the limit on."""
        answers = self.feedback[guess, secrets]
        price = int(self.weight[secrets].sum())
        waiting: list[tuple[int, Indices]] = []
        for kind in np.flatnonzero(np.bincount(answers, minlength=self.kinds)[:-1]):
            cell = secrets[answers == kind]
            settled = len(cell) < 3
            floor = self._few(cell) if settled else self._floor(cell)
            if not settled and len(cell) <= self.kinds:
                alone, settled = self._alone(cell)
                floor = max(floor, alone)
            price += floor
            if not settled:
                waiting.append((floor, cell))
        waiting.sort(key=lambda one: len(one[1]))
        raised = []
        for floor, cell in waiting:
            if price >= limit:
                return price
            known = self.known.get(cell.tobytes(), (0, False))[0]
            least = max(floor, known or int(self._bounds(cell).min()))
            price += least - floor
            raised.append((least, cell))
        for least, cell in raised:
            if price >= limit:
                return price
            price += self._least(cell, (*history, guess), limit - price + least) - least
        return price

    def _unlike(self, history: tuple[int, ...]) -> Indices:
        """The lowest guess of each orbit under the symmetries that leave the history as it is."""
        if history in self.lowest:
            return self.lowest[history]
        lowest = np.arange(len(self.codes))
        images = list(self._generators(history))
        changed = bool(images)
        while changed:
            before = lowest.copy()
            for image in images:
                np.minimum(lowest, lowest[image], out=lowest)
                np.minimum.at(lowest, image, lowest)
            changed = not np.array_equal(before, lowest)
        self.lowest[history] = np.flatnonzero(lowest == np.arange(len(lowest)))
        return self.lowest[history]

    def _generators(self, history: tuple[int, ...]) -> Iterator[Indices]:
        """The image of every code under symmetries that generate all that leave the history."""
        past = [self.codes[guess] for guess in history]
        used = sorted({color for code in past for color in code})
        free = [color for color in range(self.rules.colors) if color not in used]
        names = list(range(self.rules.colors))
        for one, other in pairwise(free):
            swapped = names.copy()
            swapped[one], swapped[other] = other, one
            yield self._image(range(self.rules.pegs), swapped)
        for order in permutations(range(self.rules.pegs)):
            renamed: dict[int, int] = {}
            if all(
                renamed.setdefault(code[source], code[target]) == code[target]
                for code in past
                for target, source in enumerate(order)
            ) and len(set(renamed.values())) == len(renamed):
                yield self._image(order, [renamed.get(color, color) for color in names])

    def _image(self, order: range | tuple[int, ...], names: list[int]) -> Indices:
        """Where every code goes."""
        image = np.zeros(len(self.codes), np.int64)
        for source in order:
            image = image * self.rules.colors + np.array(names)[self.pegs[:, source]]
        return np.searchsorted(self.numbers, image)
