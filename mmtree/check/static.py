"""Static Mastermind, checked: do guesses that are all made before any answer tell every secret?

Each secret gets a row of answers, one from each guess. Secrets of one row are never told apart, and
the guesses suffice where every row belongs to one secret. The guess that then names the secret is
not among them: Goddard 2003 leaves it out as well, Jäger and Drewes 2018 count it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mmtree.check.bounds import codes
from mmtree.check.feedback import answer
from mmtree.errors import SizeError
from mmtree.game.rules import Rules

MAX_SECRETS = 1_000_000
"""Rules of more secrets are not gone through."""

Pegs = tuple[int, ...]
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class StaticReport:
    """What some guesses tell of all secrets.

    Attributes:
        rules: the rules.
        guesses: the guesses, each a row of colours.
        sizes: how many rows of answers leave so many secrets, by that number, rising.
        example: the first secret in order that another gets the same answers as, and the first such
            other; None where all are told apart.
        answers: what both get, as 10·black + white.
    """

    rules: Rules
    guesses: tuple[Pegs, ...]
    sizes: dict[int, int]
    example: tuple[Pegs, Pegs] | None
    answers: Pegs

    @property
    def all_apart(self) -> bool:
        """True where no two secrets get the same answers."""
        return self.example is None

    @property
    def rows(self) -> int:
        """Different rows of answers; also the secrets that a player names who guesses on luck."""
        return sum(self.sizes.values())

    @property
    def alone(self) -> int:
        """Secrets whose row no other secret gets."""
        return self.sizes.get(1, 0)

    @property
    def largest(self) -> int:
        """The most secrets of one row."""
        return max(self.sizes)

    @property
    def expected(self) -> Fraction:
        """Secrets of a row on average, over all secrets."""
        squares = sum(rows * size**2 for size, rows in self.sizes.items())
        return Fraction(squares, self.rules.secrets)


def check_static(
    rules: Rules, guesses: Sequence[Pegs], progress: Progress | None = None
) -> StaticReport:
    """Answer every guess for every secret.

    Args:
        rules: the rules.
        guesses: rows of colours that are codes of the rules; there may be none.
        progress: is told the secrets gone through, and all of them.

    Raises:
        SizeError: there are more than ``MAX_SECRETS`` secrets.
    """
    if rules.secrets > MAX_SECRETS:
        raise SizeError(
            f"{rules} has {rules.secrets} secrets: at most {MAX_SECRETS} are gone through"
        )
    first: dict[Pegs, Pegs] = {}
    counts: Counter[Pegs] = Counter()
    pairs: dict[Pegs, tuple[Pegs, Pegs]] = {}
    for number, secret in enumerate(codes(rules)):
        if progress and number % 4096 == 0:
            progress(number, rules.secrets, "")
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
