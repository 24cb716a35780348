"""A writer of certificates of any small game, as plain as can be, and random small games.

Each record lists every guess, and raises every cell to its least price, which all strategies give.
It is written from mmtree/check/proof/README.md alone; answers are those of mmtree.check.game.
"""

import math
from functools import cache

import msgpack

from mmtree.check.game import game_of
from mmtree.errors import RulesError
from mmtree.game.make_table import table_rules
from mmtree.game.peg_rules import PegRules
from mmtree.game.word_rules import WORD_ANSWERS, word_rules

from support.naive_proofs import Game, Raised, Record


class PlainGame(Game):
    """A game with a price list, its least prices and the records that show them.

    A chooser is called for each listed guess, raised cell and reference; they are left out if it
    returns False, so that the certificate may prove too little.
    """

    def __init__(
        self, rules, unit=1, last=0, surcharge=0, opening=None, chooser=lambda: True, since=None
    ):
        game = game_of(rules)
        guesses, secrets = sorted(set(game.first_guesses())), sorted(game.secrets())
        number = {feedback: at for at, feedback in enumerate(rules.feedbacks)}
        self.feedback = [[number[game.answer(g, s)] for s in secrets] for g in guesses]
        self.rules, self.kinds, self.opening = rules, len(number), opening
        self.unit, self.last, self.surcharge, self.since = unit, last, surcharge, since
        self.weights = rules.weights or [1] * len(secrets)
        self.chooser, self.marked, self.ended = chooser, {}, 0
        self.whole = tuple(range(len(secrets)))
        self.renaming = b""  # which leaves codes as they are
        if rules.uses_pegs:
            repeated = not (rules.distinct or rules.distinct_secrets)
            separate = repeated and rules.answers in ("black", "right")
            colors = bytes(range(rules.colors)) * (rules.pegs if separate else 1)
            self.renaming = bytes(range(rules.pegs)) + colors
        self.price = cache(self._price)

    def guesses(self, d, secrets):
        """Yield each guess that divides a set, the weight that it finds, and the other cells."""
        for guess in range(len(self.feedback)):
            cells = self.cells(guess, secrets)
            found = cells.pop(self.kinds - 1, None)
            allowed = d or self.opening in (None, guess)
            if allowed and (found or (len(cells) > 1 and not self.rules.consistent)):
                yield guess, sum(map(self.weights.__getitem__, found or ())), cells

    def _price(self, d, secrets):
        if self.rules.identified and len(secrets) == 1:
            return self.cost(d) * self.weights[secrets[0]]
        best = math.inf
        for _, weight, cells in self.guesses(d, secrets) if self.cost(d + 1) < best else ():
            price = self.cost(d + 1) * weight if weight else 0
            for cell in cells.values():
                price += self.price(d + 1, cell) if price < best else 0
            best = min(best, price)
        return best

    def by_size(self, d, n):
        """Return L(d, n): by filling levels, or by splitting the cheapest leaf again and again."""
        if not self.rules.identified:
            return super().by_size(d, n)
        leaves = [d]
        while len(leaves) < n:
            first = leaves.pop(0)
            leaves += [first + 1] * min(self.kinds - 1, n - len(leaves))
        return sum(map(self.cost, leaves))

    def prove(self, d, secrets, bound):
        """Return a record of a set."""
        record = Record()
        for guess, _, cells in self.guesses(d, secrets):
            if len(secrets) > 1 and self.chooser():
                raised = [
                    self.raised(d + 1, kind, cell)
                    for kind, cell in cells.items()
                    if len(cell) > self.rules.identified and self.chooser()
                ]
                record.listed.append((guess, raised))
        self.ended += 1
        self.marked[d, secrets, bound] = self.ended, record
        return record

    def raised(self, d, kind, cell):
        price = self.price(d, cell)
        gain = self.gain(d, len(cell), price)
        if (d, cell, price) in self.marked and self.chooser():
            number, record = self.marked[d, cell, price]
            record.marked = True
            return Raised(kind, gain, number, self.renaming)
        return Raised(kind, gain, record=self.prove(d, cell, price))

    def certificate(self, bound=None, stated=None):
        """Return the certificate of a bound, by default the least price; it may state another."""
        bound = self.price(0, self.whole) if bound is None else bound
        self.marked, self.ended = {}, 0
        text = "none" if bound == math.inf else bound
        opened = "-" if self.opening is None else self.opening
        line = f"{self.prices} {opened} {stated or text}\n"
        return description(self.rules) + line.encode() + self.prove(0, self.whole, bound).encode()


def description(rules):
    data = msgpack.packb(rules.to_map())
    return b"mmtree proof 2\n%d\n%s" % (len(data), data)


def random_rules(random, most=64):
    """Return the rules of a game of any kind that version 2 is for, of so many answers at most."""
    while True:
        try:
            rules = random.choice([_pegs, _words, _table, _table])(random)
        except RulesError:
            continue
        known = not (rules.classic or rules.needs_history)
        if known and rules.secrets * rules.guesses <= most:
            return rules


def _pegs(random):
    pegs, colors = random.choice([(1, 3), (1, 5), (2, 2), (2, 3), (3, 2)])
    flags = {name: random.random() < 0.4 for name in ("distinct_secrets", "holes", "consistent")}
    answers = random.choice(["pegs", "black", "black", "places", "right", "common"])
    distinct = random.random() < 0.2
    return PegRules(pegs, colors + flags["holes"], distinct=distinct, answers=answers, **flags)


def _words(random):
    length, letters = random.choice(
        [(1, "abcde"), (2, "abcdef"), (2, "abcdefgh"), (3, "ab"), (3, "abcde"), (4, "aé")]
        + [(2, ["+", "x\u0301", "🇫🇷", "🇫🇮", "👍", "👍🏽"])]
    )
    words = sorted({"".join(random.choices(letters, k=length)) for _ in range(16)})
    secrets = random.sample(words, random.randint(1, len(words)))
    others = random.choice([[], words[:3], words])
    consistent, answers = random.random() < 0.3, random.choice(WORD_ANSWERS)
    return word_rules(secrets[:11], others, answers=answers, consistent=consistent)


def _table(random):
    # With uneven answers, counting cells is not enough.
    texts = random.choice(["abc", "abcd", "aaab", "aaaaab", "aaaaabc"])
    secrets, questions = random.randint(2, 9), random.randint(0, 8)
    rows = [random.choices(texts, k=secrets) for _ in range(questions)]
    end = random.choice(["identified", "guessed"])
    names = [[f"{one} {at}" for at in range(n)] for one, n in (("q", questions), ("s", secrets))]
    return table_rules(*names, rows, end=end)


def random_prices(random):
    """Return a price list and an opening, or None, as keyword arguments."""
    unit = random.choice([1, 1, 1, 7])
    last = random.choice([0, 0, 2, 3, 4])
    surcharge = random.choice([0, 1, 3]) if last else 0
    return {"unit": unit, "last": last, "surcharge": surcharge}
