"""Compares the native search with NumPy, its definition, on random questions."""

from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.search.beam import Beam, default_estimates, rows
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import native
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.size_bounds import Bounds
from mmtree.search.solved_parts import SolvedParts

from support.other_games import OTHER_GAMES

RULES = (
    ["1p2c", "1p9c", "2p2c", "2p5c", "2p9c", "3p2c", "3p3c", "3p4c", "3p6c", "3p9c"]
    + ["4p2c", "4p3c", "4p4c", "4p5c", "4p6c", "4p7c", "5p2c", "5p3c", "5p4c", "5p5c"]
    + ["5p6c", "6p2c", "6p3c", "7p2c", "7p3c", "8p2c", "8p3c", "9p2c", "2p6c-distinct"]
    + ["3p5c-distinct", "4p4c-distinct", "4p6c-distinct", "4p8c-distinct", "4p10c-distinct"]
    + ["5p6c-distinct", "2p5c-black", "3p3c-black", "3p6c-black", "4p4c-black"]
    + ["5p3c-black", "7p2c-black", "3p4c-distinct-black", "4p6c-distinct-black"]
    + ["3p5c-distinct-secrets", "3p4c-distinct-secrets-black", "3p4c-holes", "4p2c-holes"]
    + ["4p2c-black-holes", "3p5c-consistent", "3p4c-places", "4p3c-right", "3p4c-places-consistent"]
    + ["3p4c-common", "3p4c-distinct-common", "words", "words-pegs", "words-common", "words-black"]
    + ["table-guessed"]
)
MOST = 260  # secrets of a cell that is searched as a whole
LARGEST = 40_000  # codes times secrets of a question, so that NumPy takes no minutes
LARGEST_WEIGHTED = 4_000
WEIGHTS = ([3], [1, 2], [4, 6], [1, 2, 3, 40], [1, 1, 1, 1, 10**6], range(1, 100))


@dataclass(frozen=True)
class Listed:
    """Any strictly ascending price list; infinite beyond its end."""

    prices: tuple[int, ...]
    free = 0

    @property
    def last(self):
        return len(self.prices)

    def __call__(self, guesses):
        return self.prices[guesses - 1] if guesses <= self.last else INFINITE


@dataclass(frozen=True)
class Question:
    """The arguments of a search; the last five must not change the answer."""

    rules: str
    secrets: tuple[int, ...]  # ranks, as all other codes
    history: tuple[int, ...]
    openings: tuple[int, ...] | None
    prices: object
    weights: tuple[int, ...] = ()  # of all secrets of the rules
    limit: int = INFINITE
    jobs: int = 1
    vectors: str = "baseline"
    kept: float = 0  # the proportion of solved parts taken from an earlier run
    before: int | None = None  # the limit of that run, or None
    seed: int = 0  # for the choice of those parts


@cache
def table_of(rules):
    return CodeTable(OTHER_GAMES.get(rules) or parse_rules(rules))


@contextmanager
def vectors(name):
    """Let the kernel use an instruction set."""
    best = native.vectors()
    native.use_vectors(name)
    try:
        yield
    finally:
        native.use_vectors(best)


@cache
def instruction_sets():
    """Return the instruction sets of this machine."""
    found = []
    for name in ("baseline", "avx2", "avx512"):
        with suppress(ValueError), vectors(name):
            found.append(name)
    return found


def beam_of_slack(table, prices, size, slack):
    """Return a beam for sets of at most so many secrets in which no set is large."""
    feedbacks = len(table.rules.feedbacks)
    estimates = rows(default_estimates(feedbacks, size), Bounds(prices, feedbacks, size))
    return Beam(max(feedbacks, size), (1,), estimates, slack)


def agreeing(table, history, random):
    """Return all secrets that agree with a random possible feedback to each guess."""
    left = table.secrets
    for guess in history:
        answers = table.answers(np.array([guess]), left)[0]
        left = left[answers == answers[random.integers(len(left))]]
    return left


def some_prices(random):
    kind = random.integers(4)
    if kind == 0:
        return Prices()
    if kind == 1:
        return Prices(last=int(random.integers(1, 8)))
    if kind == 2:
        last, more = int(random.integers(1, 8)), int(random.integers(2))
        return Prices(int(random.integers(2, 1000)), last, more)
    prices = np.unique(random.integers(0, 60, random.integers(1, 12)))
    return Listed(tuple(prices.tolist()))


def some_question(random):
    """Draw a question: a whole game or cell, a part of it, or secrets of few colours."""
    rules = str(random.choice(RULES))
    table = table_of(rules)
    count = len(table.numbers)
    guesses = int(random.integers(4)) if count > MOST else int(random.integers(3))
    history = tuple(random.integers(0, count, guesses).tolist())
    secrets = agreeing(table, history, random)
    kind = random.integers(4)
    if kind == 1:
        secrets = secrets[(table.digits[:, secrets] < random.integers(1, 4)).all(axis=0)]
    whole = 0 < len(secrets) <= MOST and len(secrets) * count <= LARGEST
    if kind >= 2 or not whole:
        # Many guesses are nearly as good, or there are many guesses.
        few = table.rules.colors == 2 or count > 2500
        most = int(random.choice([5, 12, 20] if few else [5, 12, 30, 50, 90]))
        secrets = agreeing(table, history, random)
        most = min(most, LARGEST // count + 2)
        secrets = np.sort(random.permutation(secrets)[: random.integers(1, most)])
    openings = None
    if random.integers(4) == 0:
        some = secrets if table.rules.consistent else np.arange(count)
        openings = tuple(np.unique(random.choice(some, random.integers(1, 80))).tolist())
    weights = ()
    if len(secrets) * count <= LARGEST_WEIGHTED and random.integers(3) == 0:
        some = WEIGHTS[random.integers(len(WEIGHTS))]
        weights = tuple(random.choice(some, table.rules.secrets).tolist())
    return Question(rules, tuple(secrets.tolist()), history, openings, some_prices(random), weights)


def another_way(question, price, random):
    """Vary the last five arguments of a question at random."""

    def some_limit():
        near = min(price, 10_000) + int(random.integers(-2, 3))
        return [INFINITE, max(near, 0), price, min(price + 1, INFINITE)][random.integers(4)]

    return replace(
        question,
        limit=some_limit(),
        jobs=int(random.choice([1, 1, 1, 2, 3])),
        vectors=str(random.choice(instruction_sets())),
        kept=float(random.choice([0, 0, 0.3, 1])),
        before=some_limit(),
        seed=int(random.integers(2**31)),
    )


def arguments(question):
    return (
        np.array(question.secrets),
        question.history,
        None if question.openings is None else np.array(question.openings),
    )


def outcome(solution, limit=INFINITE):
    """Return price, max and guesses, or none of them if the price is not below the limit."""
    if solution.price >= limit:
        return INFINITE, 0, ()
    return solution.price, solution.most, solution.guesses


def weighted_table(question):
    table = table_of(question.rules)
    return CodeTable(table.rules.weighted(question.weights)) if question.weights else table


def numpy_solution(question):
    search = Search(weighted_table(question), question.prices)
    return search.solve(*arguments(question))


def some_parts(parts, question):
    """Choose some of the solved parts, in their order or as a checkpoint stores them."""
    random = np.random.default_rng(question.seed)
    if random.integers(2):
        parts = parts.compact()
    chosen = random.random(len(parts)) < question.kept
    plans = np.repeat(chosen, parts.records["length"])
    return SolvedParts(parts.records[chosen], parts.plans[plans])


def fast_solution(question):
    """Search natively, given some solved parts of an earlier run."""
    known, pieces = (b"", b""), []
    table = weighted_table(question)
    with vectors(question.vectors):
        if question.kept:
            first = NativeSearch(table, question.prices, keep=pieces.append)
            first.solve(*arguments(question), limit=question.before)
            known = some_parts(SolvedParts.unpack(*pieces), question).packed
        keep = [].append if question.kept else None
        search = NativeSearch(table, question.prices, question.jobs, known, keep)
        return search.solve(*arguments(question), limit=question.limit)


def differences(count, seed):
    """Yield the questions, among this many, that the native search answers in another way."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        question = some_question(random)
        solution = numpy_solution(question)
        for _ in range(3):
            varied = another_way(question, solution.price, random)
            expected = outcome(solution, varied.limit)
            found = outcome(fast_solution(varied), varied.limit)
            if found != expected:
                yield varied, expected, found
