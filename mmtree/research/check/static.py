"""Check guesses of static Mastermind, where all guesses are made before any answer.

Each secret gets a row of answers, one to each guess. The guesses suffice if all rows differ. The
last guess, which names the secret, is not counted, as in Goddard 2003; Jäger and Drewes 2018 count
it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mmtree.check.game import answer, codes
from mmtree.errors import SizeError
from mmtree.game.rules import Rules, check_classic
from mmtree.progress import OnProgress, Progress, ignore

MAX_SECRETS = 1_000_000
"""Rules with more secrets are refused."""

Pegs = tuple[int, ...]


@dataclass(frozen=True)
class StaticReport:
    """How well some guesses separate all secrets.

    Attributes:
        rules: the rules.
        guesses: the guesses, each a row of colours.
        sizes: the number of rows of answers by their number of secrets, rising.
        example: the first two secrets in order with the same answers; None if all are separated.
        answers: the answers to both, as 10·black + white.
    """

    rules: Rules
    guesses: tuple[Pegs, ...]
    sizes: dict[int, int]
    example: tuple[Pegs, Pegs] | None
    answers: Pegs

    @property
    def separates_all(self) -> bool:
        """Whether no two secrets get the same answers."""
        return self.example is None

    @property
    def rows(self) -> int:
        """The number of different rows of answers: of secrets that a lucky last guess can find."""
        return sum(self.sizes.values())

    @property
    def single(self) -> int:
        """The number of secrets whose answers no other secret gets."""
        return self.sizes.get(1, 0)

    @property
    def largest(self) -> int:
        """The most secrets with the same answers."""
        return max(self.sizes)

    @property
    def expected(self) -> Fraction:
        """The number of secrets with the same answers, on average over all secrets."""
        squares = sum(rows * size**2 for size, rows in self.sizes.items())
        return Fraction(squares, self.rules.secrets)


def check_static(
    rules: Rules, guesses: Sequence[Pegs], progress: OnProgress = ignore
) -> StaticReport:
    """Answer every guess for every secret.

    Args:
        guesses: rows of colours that are codes of the rules; there may be none.
        progress: called with the secrets answered, and all of them.

    Raises:
        RulesError: the rules are not classic.
        SizeError: there are more than ``MAX_SECRETS`` secrets.
    """
    check_classic(rules, "static: guesses before any answer")
    if rules.secrets > MAX_SECRETS:
        raise SizeError(
            f"{rules} has {rules.secrets} secrets: at most {MAX_SECRETS} are gone through"
        )
    first: dict[Pegs, Pegs] = {}
    counts: Counter[Pegs] = Counter()
    pairs: dict[Pegs, tuple[Pegs, Pegs]] = {}
    for number, secret in enumerate(codes(rules)):
        if number % 4096 == 0:
            progress(Progress(number, rules.secrets))
        row = tuple([answer(guess, secret, rules.whites) for guess in guesses])
        counts[row] += 1
        if counts[row] == 1:
            first[row] = secret
        elif counts[row] == 2:
            pairs[row] = first[row], secret
    shared = min(pairs, key=pairs.__getitem__, default=())
    return StaticReport(
        rules,
        tuple(guesses),
        dict(sorted(Counter(counts.values()).items())),
        pairs.get(shared),
        shared,
    )
