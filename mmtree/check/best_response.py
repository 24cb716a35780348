"""The checker's exact search for the best response to the codemaker's probabilities.

It shares no code with :mod:`mmtree.search`: feedback is that of the checker of certificates,
equivalent guesses are orbits of generators of the symmetries, which permute positions and rename
colours, and results are cached by the set of secrets.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mmtree.check.bounds import formula
from mmtree.check.proof.codes import Codes, Renaming, orbits
from mmtree.errors import SizeError
from mmtree.game.rules import Rules
from mmtree.progress import OnProgress, Progress, ignore

Indices = NDArray[np.intp]

_MOST = 1 << 55
"""The maximal sum of all weights, so that prices fit into 64 bits."""
_NEVER = 1 << 61
MAX_SETS = 300_000
"""The most sets of secrets of a search; the certificate of 4p6c takes about 3300."""
MAX_CACHED = 1 << 27
"""The most bytes of cached sets, and of cached guesses after each history."""
_ENTRY = 256
"""The approximate bytes of a cache entry in addition to its set."""
_ROWS = 1 << 21
"""The number of feedbacks counted at a time."""


class BestResponse:
    """A search for the cheapest tree, by the sum over all secrets of weight times guesses.

    Args:
        weigh: returns the weight of a code, a row of colours; the same for codes of one pattern.
            Secrets of weight 0 cost nothing and are left out.
        progress: called from time to time.

    Raises:
        SizeError: the weights are too large.
    """

    def __init__(
        self,
        rules: Rules,
        weigh: Callable[[tuple[int, ...]], int],
        progress: OnProgress = ignore,
    ) -> None:
        self.rules = rules
        self.codes = Codes(rules)
        weights = [weigh(tuple(code)) for code in self.codes.digits.tolist()]
        if sum(weights) > _MOST:
            raise SizeError(f"{rules}: probabilities of larger denominators than can be counted")
        self.weight = np.array(weights)
        self.kinds = self.codes.kinds
        self.feedback = self.codes.feedbacks(self.codes.every, self.codes.every)
        sizes = range(len(weights) + 1)
        self.fill = np.array([formula(size, self.kinds).total for size in sizes])
        falling = sorted(set(weights) - {0}, reverse=True)
        self.steps = list(pairwise([*falling, 0]))
        self.known: dict[bytes, tuple[int, bool]] = {}  # a price, and whether it is exact
        self.lowest: dict[tuple[int, ...], Indices] = {}
        self.sets = 0
        self.cached = 0
        self.progress = progress
        self.place = 0, 1, "a first tree"

    def find_below(self, limit: int) -> int:
        """Return the price of a tree below the limit, or the limit if there is none.

        Raises:
            SizeError: the search takes more than MAX_SETS sets of secrets.
        """
        limit = min(limit, _NEVER)
        secrets = np.flatnonzero(self.weight)
        if len(secrets) < 3:
            return min(limit, self._few(secrets))
        if (price := self._greedy(secrets)) < limit:
            return price
        return self._least(secrets, (), limit)

    def _greedy(self, secrets: Indices) -> int:
        """Return the price of a tree whose guesses have the least bounds.

        It is often enough to refute a wrong value.
        """
        price, waiting = 0, [secrets]
        while waiting:
            secrets = waiting.pop()
            if len(secrets) < 3:
                price += self._few(secrets)
                continue
            price += int(self.weight[secrets].sum())
            answers = self.feedback[self._bounds(secrets).argmin(), secrets]
            waiting += [secrets[answers == kind] for kind in {*answers.tolist()} - {self.kinds - 1}]
        return price

    def _reserve(self, size: int) -> bool:
        """Reserve bytes of the cache; return whether there is room."""
        self.cached += size + _ENTRY
        return self.cached <= MAX_CACHED

    def _few(self, secrets: Indices) -> int:
        """Return the price of one or two secrets, the heavier first."""
        weights = sorted(self.weight[secrets].tolist(), reverse=True)
        return sum(guesses * weight for guesses, weight in enumerate(weights, 1))

    def _floor(self, secrets: Indices) -> int:
        """Return a lower bound from the weights: the heaviest secrets are found first."""
        weights = np.sort(self.weight[secrets])[::-1]
        levels = np.diff(self.fill[: len(weights) + 1])
        return int((weights * levels).sum())

    def _bounds(self, secrets: Indices) -> NDArray[np.int64]:
        """Return a lower bound for each first guess.

        Raises:
            SizeError: the search takes too many sets.
        """
        done, work, words = self.place
        self.progress(Progress(done, work, (f"{self.sets} of at most {MAX_SETS} sets", words)))
        self.sets += 1
        if self.sets > MAX_SETS:
            raise SizeError(
                f"{self.rules}: the search of all trees was stopped after {MAX_SETS} sets of "
                "secrets; --quick checks only the codebreaker's side"
            )
        rows = self.codes.every * self.kinds
        counts = np.zeros(len(rows) * self.kinds, np.intp)
        some = max(1, _ROWS // len(rows))
        bounds = np.full(len(rows), int(self.weight[secrets].sum()))
        for weight, lower in self.steps:
            equal = secrets[self.weight[secrets] == weight]
            for start in range(0, len(equal), some):
                at = self.feedback[equal[start : start + some]] + rows
                counts += np.bincount(at.ravel(), minlength=len(counts))
            cells = counts.reshape(-1, self.kinds)[:, :-1]  # all but all black
            bounds += (weight - lower) * self.fill[cells].sum(axis=1)
        bounds[(counts.reshape(-1, self.kinds) == len(secrets)).any(axis=1)] = _NEVER
        return bounds

    def _bound_small(self, secrets: Indices) -> tuple[int, bool]:
        """Return a lower bound, and whether the best first secret attains it.

        The secret found by the first guess saves its weight, compared with the second guess. If it
        does not separate all others, at least one of them needs a third guess.
        """
        weights = self.weight[secrets]
        twice, gap = 2 * int(weights.sum()), int(weights.max() - weights.min())
        masks = np.left_shift(1, self.feedback[np.ix_(secrets, secrets)].astype(np.int64))
        separates = masks.sum(axis=1) == np.bitwise_or.reduce(masks, axis=1)
        saved = int(weights[separates].max(initial=0))
        if saved and saved >= gap:
            return twice - saved, True
        return twice - gap, False

    def _least(self, secrets: Indices, history: tuple[int, ...], limit: int) -> int:
        """Return the least price of three secrets or more, or the limit if none is below it.

        Without a history, return the first price below it.
        """
        key = secrets.tobytes()
        known, exact = self.known.get(key, (0, False))
        if exact or known >= limit:
            return min(known, limit)
        bounds = self._bounds(secrets)
        guesses = np.arange(len(bounds))
        if len(secrets) > self.kinds:
            guesses = self._representatives(history)
        guesses = guesses[bounds[guesses] < limit]
        guesses = guesses[np.argsort(bounds[guesses], kind="stable")]
        best = limit
        for done, guess in enumerate(guesses.tolist()):
            if not history:
                self.place = done, len(guesses), f"first guess {done + 1} of {len(guesses)}"
            if bounds[guess] >= best:
                break
            best = min(best, self._price(secrets, history, guess, best))
            if not history and best < limit:
                return best
        if key in self.known or self._reserve(len(key)):
            self.known[key] = best, best < limit
        return best

    def _price(self, secrets: Indices, history: tuple[int, ...], guess: int, limit: int) -> int:
        """Return the price of a first guess, or any number not below the limit."""
        answers = self.feedback[guess, secrets]
        price = int(self.weight[secrets].sum())
        waiting: list[tuple[int, Indices]] = []
        for kind in np.flatnonzero(np.bincount(answers, minlength=self.kinds)[:-1]):
            cell = secrets[answers == kind]
            solved = len(cell) < 3
            floor = self._few(cell) if solved else self._floor(cell)
            if not solved and len(cell) <= self.kinds:
                bound, solved = self._bound_small(cell)
                floor = max(floor, bound)
            price += floor
            if not solved:
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

    def _representatives(self, history: tuple[int, ...]) -> Indices:
        """Return the lowest guess of each orbit under the symmetries that fix the history."""
        if history in self.lowest:
            return self.lowest[history]
        every = self.codes.every
        images = [self.codes.rename(every, one) for one in generators(self.codes, history)]
        guesses = np.flatnonzero(orbits(len(every), lambda: images) == every)
        if self._reserve(guesses.nbytes):
            self.lowest[history] = guesses
        return guesses


def generators(codes: Codes, history: tuple[int, ...]) -> Iterator[Renaming]:
    """Yield generators of the symmetries that fix a history of guesses."""
    pegs, colors = range(codes.rules.pegs), range(codes.rules.colors)

    def renaming(order: Sequence[int], names: Sequence[int]) -> Renaming:
        color = np.broadcast_to(np.array(names), (len(pegs), len(colors)))
        return Renaming(np.array(order), color)

    past = [tuple(codes.digits[guess].tolist()) for guess in history]
    used = sorted({color for code in past for color in code})
    free = [color for color in colors if color not in used]
    names = list(colors)
    for one, other in pairwise(free):
        swapped = names.copy()
        swapped[one], swapped[other] = other, one
        yield renaming(pegs, swapped)
    # Any two pegs whose colours are equal in each guess of the history can be swapped.
    equal: dict[tuple[int, ...], list[int]] = {}
    for peg in pegs:
        equal.setdefault(tuple(code[peg] for code in past), []).append(peg)
    for places in equal.values():
        for one, other in pairwise(places):
            order = list(pegs)
            order[one], order[other] = other, one
            yield renaming(order, names)
    columns = list(equal)
    for targets in _renamings(columns, [len(places) for places in equal.values()], [], {}):
        order = [0] * len(pegs)
        renamed: dict[int, int] = {}
        for column, target in zip(columns, targets, strict=True):
            renamed.update(zip(column, columns[target], strict=True))
            for source, place in zip(equal[column], equal[columns[target]], strict=True):
                order[place] = source
        yield renaming(order, [renamed.get(color, color) for color in names])


def _renamings(
    columns: Sequence[tuple[int, ...]],
    sizes: Sequence[int],
    targets: list[int],
    renamed: dict[int, int],
) -> Iterator[list[int]]:
    """Yield the permutations of columns of equal sizes that are renamings of colours."""
    if len(targets) == len(columns):
        yield targets
        return
    at = len(targets)
    for target in {*range(len(columns))} - {*targets}:
        longer = dict(renamed)
        for color, other in zip(columns[at], columns[target], strict=True):
            longer.setdefault(color, other)
        if (
            sizes[at] == sizes[target]
            and all(longer[c] == o for c, o in zip(columns[at], columns[target], strict=True))
            and len({*longer.values()}) == len(longer)
        ):
            yield from _renamings(columns, sizes, [*targets, target], longer)
