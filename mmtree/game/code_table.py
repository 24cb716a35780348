"""Feedback of many pairs of codes at once, with NumPy.

Codes are given by their rank 0 … N−1 in the ascending order of all codes that may be guessed; for
most rules, rank and number are equal. The secrets are some of these ranks, mostly all.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from mmtree.errors import SizeError
from mmtree.game.answer_places import AnswerPlaces, number_answers
from mmtree.game.codes import Codes
from mmtree.game.rules import Rules

_Which = NDArray[np.intp] | slice

AnswerArray = NDArray[np.uint8 | np.uint16]

_BLOCK = 1 << 22
"""Feedbacks computed in one go, so that temporary arrays stay small."""

_MOST_ANSWERS = 1 << 28
"""The most answers of single guesses to all codes that are cached."""

_MOST_EXCHANGED = 1 << 24
"""In tables of more answers, no secrets are exchanged: few are alike, and it takes seconds."""

_MOST_COMPARED = 32
"""The most secrets with as many answers of each kind that a secret is compared with."""

_DEFAULT_MEMORY = 4_000_000_000
"""Bytes of memory to assume if the system does not report them."""


class CodeTable(Codes):
    """All codes that may be guessed by some rules, and the feedback between them.

    Attributes and errors are those of :class:`mmtree.game.codes.Codes`.
    """

    @classmethod
    def of(cls, codes: Codes) -> "CodeTable":
        """Return the table of some codes, which may be one."""
        return codes if isinstance(codes, cls) else cls(codes.rules)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """int64[N], the code numbers in ascending order."""
        return np.fromiter(self.in_order, np.int64, self.rules.guesses)

    @cached_property
    def secrets(self) -> NDArray[np.intp]:
        """intp[secrets], the ranks of the codes that can be the secret, rising."""
        return np.array(self.secret_ranks, np.intp)

    @cached_property
    def weight(self) -> NDArray[np.int64]:
        """int64[N], the weight of each code that can be the secret; 1 where all are equal."""
        weights = np.zeros(len(self.numbers), np.int64)
        weights[self.secrets] = self.weights
        return weights

    @cached_property
    def digits(self) -> NDArray[np.uint8] | NDArray[np.uint16]:
        """uint8[pegs, N], the colour on each peg of each code; uint16 for more than 256 letters."""
        colors = self.rules.colors
        weights = colors ** np.arange(self.rules.pegs - 1, -1, -1, dtype=np.int64)
        return (self.numbers // weights[:, None] % colors).astype(np.min_scalar_type(colors - 1))

    @cached_property
    def _counts(self) -> NDArray[np.uint8]:
        """uint8[colors, N]: how often each colour occurs in each code."""
        colors = np.arange(self.rules.colors, dtype=self.digits.dtype)
        return np.stack([(self.digits == c).sum(axis=0, dtype=np.uint8) for c in colors])

    @cached_property
    def guesses(self) -> NDArray[np.intp]:
        """intp[guesses], the ranks of the codes that may be guessed while two secrets are left.

        Where questions identify the secret, naming one is none.
        """
        return np.arange(self.rules.guesses - self.rules.only_asks * self.rules.secrets)

    def allowed(self, secrets: NDArray[np.intp], history: Iterable[int]) -> NDArray[np.intp]:
        """Return the ranks of the guesses that the rules allow, rising.

        Args:
            secrets: the ranks of two or more secrets that gave the same answers to the history.
            history: the ranks of the guesses before.
        """
        if not self.rules.needs_history:
            return secrets if self.rules.consistent else self.guesses
        left = self.guesses
        for guess in history:
            if self.rules.hard:
                code, secret = self.numbers[[guess, secrets[0]]].tolist()
                given = self.rules.answer(*map(self.rules.prepare, (code, secret)))
                for hint in self.rules.hints(code, given):
                    left = left[hint.is_used(self.digits[:, left])]
                continue
            row = self._answers_as_secrets(guess)
            left = left[row[left] == row[secrets[0]]]
        return left

    @cached_property
    def _answers_as_secrets(self) -> Callable[[int], AnswerArray]:
        """What a guess would be answered if a code were the secret, for each code."""
        most = max(1, _MOST_ANSWERS // len(self.numbers))
        return lru_cache(most)(lambda guess: self._compute(np.array([guess]), slice(None))[0])

    def answers(self, guesses: _Which, secrets: _Which) -> AnswerArray:
        """Return the feedback 10·black + white of every guess with every secret, given by ranks.

        Args:
            guesses, secrets: ranks in an array, or a slice of all ranks.

        Returns:
            uint8[guesses, secrets], or uint16 in a wide game.
        """
        if "by_secret" not in vars(self):
            return self._compute(guesses, secrets)
        some = secrets if isinstance(secrets, slice) else self.places(secrets)
        if isinstance(guesses, slice):
            found = np.ascontiguousarray(self.by_secret[some].T[guesses])
        else:
            found = np.ascontiguousarray(self.by_secret.T[guesses][:, some])
        if self.rules.wide:
            return np.take_along_axis(self.answer_places.numbers[guesses], found, axis=1)
        return found

    def _compute(self, guesses: _Which, secrets: _Which) -> AnswerArray:
        """Compute answers, of a table look them up."""
        kind = self.rules.answers
        if kind == "table":
            return self._cells[guesses][:, self.places(np.arange(len(self.numbers))[secrets])]
        if kind not in ("pegs", "black", "places", "common"):
            return self._answers_one_by_one(guesses, secrets)
        first, second = self.digits[:, guesses], self.digits[:, secrets]
        if kind == "places":
            return _mark_places(first, second, self._type)
        answers = np.zeros((first.shape[1], second.shape[1]), np.uint8)
        for mine, theirs in zip(first, second, strict=True):
            answers += mine[:, None] == theirs
        if not self.rules.whites:
            answers *= np.uint8(10)
            return answers
        if kind == "common":
            answers //= np.uint8(len(first))  # 1 for the secret itself
        else:
            answers *= np.uint8(9)
        for count in self._counts:
            mine = count[guesses]
            if mine.any():
                answers += np.minimum(mine[:, None], count[secrets])
        return answers

    @cached_property
    def _cells(self) -> AnswerArray:
        """uint8 or uint16[N, secrets]: all answers of a table."""
        rows = b"".join(self.rules.prepare(code)[0] for code in self.rules.codes())
        return np.frombuffer(rows, self._type).reshape(-1, self.rules.secrets)

    def _answers_one_by_one(self, guesses: _Which, secrets: _Which) -> AnswerArray:
        """Return answers of a kind that has no arithmetic of its own here."""
        prepare, answer = self.rules.prepare, self.rules.answer
        second = [prepare(code) for code in self.numbers[secrets].tolist()]
        rows = (prepare(code) for code in self.numbers[guesses].tolist())
        return np.array([[answer(row, secret) for secret in second] for row in rows], self._type)

    def places(self, secrets: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the places of secrets, given by rank, among all secrets."""
        if len(self.secrets) == len(self.numbers):
            return secrets
        return np.searchsorted(self.secrets, secrets)

    def check_size(self, copies: int = 1) -> None:
        """Check that the full table would fit in memory so many times, without allocating it.

        Raises:
            SizeError: the tables would take more than half of the memory.
        """
        size = copies * self._type.itemsize * self.rules.secrets * self.rules.guesses
        room = _memory() // 2
        if size > room:
            raise SizeError(
                f"the feedback table of {self.rules} would take {size / 1e9:.1f} GB, more "
                f"than half of the memory ({room / 1e9:.1f} GB): use smaller rules, or a strategy "
                "(lexicographic, counting, random)"
                + " or kernel (native) that needs no table"
                * self.rules.classic
            )

    @cached_property
    def by_secret(self) -> AnswerArray:
        """uint8[secrets, N]: the answer of every guess to every secret, by secret.

        In a wide game, it is the place of the answer, as :class:`AnswerPlaces` defines it.

        Raises:
            SizeError: the table would take more than half of the memory.
        """
        if self.rules.wide:
            return self.answer_places.by_secret
        self.check_size()
        size = self.rules.guesses
        table = np.empty((self.rules.secrets, size), np.uint8)
        step = max(1, _BLOCK // size)
        for start in range(0, len(table), step):
            some = self.secrets[start : start + step]
            table[start : start + step] = self.answers(slice(None), some).T
        return table

    @cached_property
    def answer_places(self) -> AnswerPlaces:
        """The answers of a wide game, numbered for each guess.

        Raises:
            SizeError: as of :attr:`by_secret`.
        """
        return _answer_places(self.rules)

    @property
    def width(self) -> int:
        """The most answers that a guess can get, that to the right guess included.

        Only in a wide game are these counted; else they are those of the rules.

        Raises:
            SizeError: as of :attr:`by_secret`.
        """
        return self.answer_places.width if self.rules.wide else len(self.rules.feedbacks)

    def place(self, guess: int, answer: int) -> int:
        """Return the place of an answer to a guess, given by rank."""
        listed = self.answer_places.numbers[guess] if self.rules.wide else self.rules.feedbacks
        return int(np.searchsorted(listed, answer))

    @cached_property
    def _type(self) -> np.dtype[np.uint8 | np.uint16]:
        """The type of the numbers of answers."""
        return np.dtype(self.rules.typecode)

    @cached_property
    def lowest(self) -> NDArray[np.intp]:
        """intp[secrets]: the first secret of a list or table that can be exchanged with each."""
        fixed = self.rules.nozero or self.rules.uneven
        if fixed or self.rules.secrets * self.rules.guesses > _MOST_EXCHANGED:
            return np.arange(self.rules.secrets)
        return exchangeable_secrets(self.by_secret.T)

    @property
    def exchanges_secrets(self) -> bool:
        """Whether this is a list or table of which some secrets can be exchanged."""
        if self.rules.needs_history:  # then an exchange changes which guesses agree
            return False
        return self.rules.renaming == "never" and len(set(self.lowest.tolist())) < len(self.lowest)


@lru_cache(maxsize=1)
def _answer_places(rules: Rules) -> AnswerPlaces:
    """Return the answers of a wide game for all its tables."""
    table = CodeTable(rules)
    table.check_size(copies=2)
    secrets = table.secrets
    return number_answers(rules, secrets, lambda guesses: table.answers(guesses, secrets))


def exchangeable_secrets(answers: AnswerArray) -> NDArray[np.intp]:
    """Find secrets of a list or table that can be exchanged without changing the game.

    That is so if the exchange maps the answers to each guess to the answers to some guess. Then
    sets with as many secrets of each class are equivalent: they have trees of the same prices.

    Args:
        answers: uint8 or uint16[guesses, secrets].

    Returns:
        intp[secrets]: the least place of each secret's class.
    """
    lowest = np.arange(answers.shape[1])
    rows = set(map(bytes, answers))
    columns = np.ascontiguousarray(answers.T)
    compared: dict[bytes, deque[int]] = {}
    for secret, column in enumerate(columns):
        counts = np.bincount(column, minlength=256).tobytes()
        others = compared.setdefault(counts, deque(maxlen=_MOST_COMPARED))
        for other in others:
            exchanged = answers[column != columns[other]]
            exchanged[:, [secret, other]] = exchanged[:, [other, secret]]
            if rows.issuperset(map(bytes, exchanged)):
                lowest[secret] = other
                break
        else:
            others.append(secret)
    return lowest


def _mark_places(
    guesses: NDArray[np.unsignedinteger],
    secrets: NDArray[np.unsignedinteger],
    number: np.dtype[np.uint8 | np.uint16],
) -> AnswerArray:
    """Return the marks that :mod:`mmtree.game.answers` defines, of a type: [guesses, secrets]."""
    pegs = len(guesses)
    answers = np.zeros((guesses.shape[1], secrets.shape[1]), number)
    right = [mine[:, None] == theirs for mine, theirs in zip(guesses, secrets, strict=True)]
    taken = [hit.copy() for hit in right]  # pegs of the secret that a mark has used up
    for peg in range(pegs):
        marked = right[peg].copy()
        answers *= number.type(3)
        answers += right[peg] * np.uint8(2)
        for other in range(pegs):
            found = ~marked & ~taken[other] & (guesses[peg][:, None] == secrets[other])
            taken[other] |= found
            marked |= found
            answers += found
    return answers


def _memory() -> int:
    """Return the bytes of memory that this process may use."""
    if sys.platform == "win32":
        return _DEFAULT_MEMORY
    import resource

    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return _DEFAULT_MEMORY
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return memory if limit == resource.RLIM_INFINITY else min(memory, limit)
