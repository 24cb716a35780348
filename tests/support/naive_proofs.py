"""A slow writer of certificates for tiny games, from mmtree/check/proof/README.md alone."""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache, cached_property
from string import ascii_uppercase

from mmtree.check.game import answer, codes
from mmtree.game.peg_rules import parse_rules

from support.symmetries import images, moves


@dataclass
class Raised:
    feedback: int
    gain: int
    reference: int = 0
    renaming: bytes = b""
    record: "Record | None" = None


@dataclass
class Record:
    generators: list[bytes] = field(default_factory=list)
    listed: list[tuple[int, list[Raised]]] = field(default_factory=list)
    marked: bool = False

    def encode(self):
        data = varint(2 * len(self.generators) + self.marked) + b"".join(self.generators)
        before = -1
        for guess, raised in self.listed:
            data += varint(guess - before)
            before = guess
            for cell in raised:
                data += varint(cell.feedback + 1) + varint(cell.gain) + varint(cell.reference)
                data += cell.renaming if cell.reference else cell.record.encode()
            data += varint(0)
        return data + varint(0)


def varint(number):
    data = b""
    while number > 127:
        data += bytes([number % 128 + 128])
        number //= 128
    return data + bytes([number])


def header(rules, version=1):
    return f"mmtree proof {version}\n{rules}\n".encode()


class Game:
    """A game with a price list, its least prices and the records that show them.

    With lengthy=True, cells that T or C shows to be expensive are raised, too, for longer proofs.
    With limited=True, certificates are of version 3.
    """

    def __init__(
        self,
        rules,
        unit=1,
        last=0,
        surcharge=0,
        opening=None,
        lengthy=False,
        since=None,
        limited=False,
    ):
        self.lengthy, self.limited = lengthy, limited
        self.rules = parse_rules(rules)
        self.unit, self.last, self.surcharge, self.since = unit, last, surcharge, since
        self.opening = opening  # in letters
        self.codes, self.feedback = table(self.rules)
        self.kinds = len(self.rules.feedbacks)
        self.whole = tuple(range(len(self.codes)))
        self.first = [
            code
            for code in self.whole
            if opening in (None, "".join(ascii_uppercase[color] for color in self.codes[code]))
        ]
        self.price = cache(self._price)
        self.ended = []  # (number, d, secrets, bound, record)

    def cost(self, guess):
        if self.last and guess > self.last:
            return math.inf
        dear = guess == self.last if self.since is None else guess >= self.since
        return self.unit * guess + (self.surcharge if dear else 0)

    @property
    def prices(self):
        """The price list, as a statement begins."""
        since = "" if self.since is None else f"@{self.since}"
        return f"{self.unit} {self.last} {self.surcharge}{since}"

    def cells(self, guess, secrets):
        found = defaultdict(list)
        for secret in secrets:
            found[self.feedback[guess][secret]].append(secret)
        return {kind: tuple(found[kind]) for kind in sorted(found)}

    def _price(self, d, secrets):
        """Return the least price of a set, by trying all guesses."""
        if not secrets:
            return 0
        if len(secrets) == 1 or (self.last and d >= self.last):
            return sum(self.cost(d + 1 + at) for at in range(len(secrets)))
        best = math.inf
        for guess in self.first if not d else self.whole:
            cells = self.cells(guess, secrets)
            if len(cells) > 1:
                found = cells.pop(self.kinds - 1, ())
                price = len(found) * self.cost(d + 1)
                for cell in sorted(cells.values(), key=len):
                    if price >= best:
                        break
                    price += self.price(d + 1, cell)
                best = min(best, price)
        return best

    def by_size(self, d, n):
        total, guess, width = 0, d + 1, 1
        while n:
            total += min(n, width) * self.cost(guess)
            n, guess, width = n - min(n, width), guess + 1, width * (self.kinds - 1)
        return total

    def by_cells(self, d, n, i, o):
        def times(count, guess):
            return count and count * self.cost(guess)

        inside = self.cost(d + 1) + times(i - 1, d + 2) + times(n - i, d + 3)
        return max(min(inside, times(o, d + 2) + times(n - o, d + 3)), self.by_size(d, n))

    def most_cells(self, secrets):
        most = {guess: len(self.cells(guess, secrets)) for guess in self.whole}
        return max(most[secret] for secret in secrets), max(most.values())

    def bounds(self, d, secrets, guess):
        """Return the bounds of the cells of a guess by rule 2."""
        i, o = self.most_cells(secrets)
        costs = {}
        for kind, cell in self.cells(guess, secrets).items():
            n = len(cell)
            if kind == self.kinds - 1:
                costs[kind] = self.cost(d + 1)
            elif n < 3 or self.lengthy:
                costs[kind] = self.by_size(d + 1, n)
            else:
                k = min(o, self.last_guesses[0][kind]) if self.limited else o
                by_size = self.by_cells(d + 1, n, min(i, k, n), min(k, n))
                costs[kind] = max(by_size, self.by_cells(d + 1, n, *self.most_cells(cell)))
                if self.limited:
                    costs[kind] = max(costs[kind], self.by_limits(d + 1, n, k))
        return costs

    def by_limits(self, d, n, k):
        """Return the price of secrets if each guess finds as many as such sets may have."""
        found = [self.found(guesses, k) for guesses in range(1, 31)]
        levels = [
            next(g for g, most in enumerate([*found, n]) if m <= most) for m in range(1, n + 1)
        ]
        return sum(self.cost(d + 1 + level) for level in levels)

    @cached_property
    def found(self):
        """N(g, k), by the definition."""
        two, whole = self.last_guesses[0], self.whole
        answers = [Counter(self.feedback[code]) for code in whole]
        largest = [max(one[kind] for one in answers) for kind in range(self.kinds - 1)]

        @cache
        def found(g, k):
            if g == 1:
                return 1
            most = sorted(
                min(found(g - 1, min(e, k)), n) for n, e in zip(largest, two, strict=True)
            )
            return sum(most[-k:]) + (k == self.kinds)

        return found

    @cached_property
    def last_guesses(self):
        """Return E(f) for each feedback f but all black, and M(3), by trying all codes."""
        most, three = [0] * (self.kinds - 1), 0
        for code in self.whole:
            cells = self.cells(code, self.whole)
            after = [
                self.most_cells(cells[kind])[1] if kind in cells else 0
                for kind in range(self.kinds - 1)
            ]
            most, three = list(map(max, most, after)), max(three, 1 + sum(after))
        return most, three

    def is_too_large(self, cell, left):
        """Return whether a cell cannot be found in time, with three guesses left or more."""
        two, most = self.last_guesses
        for _ in range(3, left):
            most = 1 + (self.kinds - 1) * most
        return len(cell) > most or (
            left == 3
            and all(
                any(len(part) > [*two, 1][kind] for kind, part in self.cells(code, cell).items())
                for code in self.whole
            )
        )

    def gain(self, d, n, bound):
        return 0 if bound == math.inf else 1 + bound - self.by_size(d, n)

    def prove(self, d, secrets, bound):
        """Return a record of a set."""
        record, refuted = Record(), set()
        group = [
            (image, data)
            for data, image in renamings(self.rules).items()
            if tuple(sorted(image[secret] for secret in secrets)) == secrets
        ]
        moved = set(self.whole)
        for image, data in group:  # some that join orbits
            orbit = {min(code, image[code]) for code in moved}
            if len(secrets) > 2 and len(orbit) < len(moved):
                record.generators.append(data)
                moved = orbit
        joined = classes(self.whole, [renamings(self.rules)[data] for data in record.generators])
        for guess in self.first if not d else self.whole:
            same = tuple(self.feedback[guess][secret] for secret in secrets)
            cells = self.cells(guess, secrets)
            if {joined[guess], same} & refuted or (len(cells) == 1 and len(secrets) > 1):
                continue
            costs = self.bounds(d, secrets, guess)
            if bound == math.inf and (left := self.last - d - 1) > 2 and not self.lengthy:
                for kind, cell in cells.items():
                    if kind < self.kinds - 1 and self.is_too_large(cell, left):
                        costs[kind] = math.inf
            if sum(costs.values()) < bound:
                raised = []
                for kind in sorted(cells, key=lambda kind: -len(cells[kind])):
                    if kind == self.kinds - 1 or sum(costs.values()) >= bound:
                        continue
                    price = self.price(d + 1, cells[kind])
                    if price > costs[kind]:
                        costs[kind] = price
                        raised.append(self.raised(d + 1, kind, cells[kind], price))
                if sum(costs.values()) < bound:
                    raise ValueError(f"the least price is below {bound}")
                record.listed.append((guess, raised))
            refuted |= {joined[guess], same}
        self.ended.append((len(self.ended) + 1, d, secrets, bound, record))
        return record

    def raised(self, d, kind, cell, price):
        gain = self.gain(d, len(cell), price)
        for number, earlier_d, secrets, bound, record in self.ended:
            if (earlier_d, len(secrets)) == (d, len(cell)) and bound >= price:
                for data, image in renamings(self.rules).items():
                    if tuple(sorted(image[secret] for secret in secrets)) == cell:
                        record.marked = True
                        return Raised(kind, gain, number, data)
        return Raised(kind, gain, record=self.prove(d, cell, price))

    def line(self, bound):
        text = "none" if bound == math.inf else bound
        line = f"{self.prices} {self.opening or '-'} {text}\n"
        return line.encode()

    def record(self, bound):
        """Return the first record of a statement, and the number of records."""
        self.ended.clear()
        record = self.prove(0, self.whole, bound)
        return record, len(self.ended)

    def statement(self, bound):
        return self.line(bound) + self.record(bound)[0].encode()


def certificate(*games):
    """Return the certificate that the least prices of games of the same rules are the least."""
    statements = [game.statement(game.price(0, game.whole)) for game in games]
    return header(games[0].rules, 3 if games[0].limited else 1) + b"".join(statements)


@cache
def table(rules):
    """Return all codes, and the number of the feedback of each code for each other."""
    every = list(codes(rules))
    number = {feedback: at for at, feedback in enumerate(rules.feedbacks)}
    return every, [[number[answer(g, s, rules.whites)] for s in every] for g in every]


@cache
def renamings(rules):
    """Return the image of all codes under each renaming, by its bytes."""
    separate = not rules.whites and not rules.distinct
    data = [
        bytes(order) + b"".join(map(bytes, colors if separate else colors[:1]))
        for order, colors in moves(rules)
    ]
    return dict(zip(data, images(rules).tolist(), strict=True))


def classes(whole, images):
    """Return for each code a code of its orbit, the same for the whole orbit."""
    least = {code: code for code in whole}
    changed = True
    while changed:
        changed = False
        for image in images:
            for code in whole:
                low = min(least[code], least[image[code]])
                changed |= (least[code], least[image[code]]) != (low, low)
                least[code] = least[image[code]] = low
    return least
