"""Feedback of many pairs of codes at once, with NumPy.

Codes are given by their rank 0 … N−1 in the ascending order of all codes that may be guessed; for
most rules, rank and number are equal. The secrets are some of these ranks, mostly all.
"""

import os
import sys
from collections import deque
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mmtree.errors import SizeError
from mmtree.game.codes import Codes

_Which = NDArray[np.intp] | slice

_BLOCK = 1 << 22
"""Feedbacks computed in one go, so that temporary arrays stay small."""

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

    def answers(self, guesses: _Which, secrets: _Which) -> NDArray[np.uint8]:
        """Return the feedback 10·black + white of every guess with every secret, given by ranks.

        Args:
            guesses, secrets: ranks in an array, or a slice of all ranks.

        Returns:
            uint8[guesses, secrets].
        """
        if "by_secret" in vars(self):  # already computed
            some = secrets if isinstance(secrets, slice) else self.places(secrets)
            if isinstance(guesses, slice):
                return np.ascontiguousarray(self.by_secret[some].T[guesses])
            return np.ascontiguousarray(self.by_secret.T[guesses][:, some])
        kind = self.rules.answers
        if kind == "table":
            return self._cells[guesses][:, self.places(np.arange(len(self.numbers))[secrets])]
        if kind not in ("pegs", "black", "places", "common"):
            return self._answers_one_by_one(guesses, secrets)
        first, second = self.digits[:, guesses], self.digits[:, secrets]
        if kind == "places":
            return _mark_places(first, second)
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
    def _cells(self) -> NDArray[np.uint8]:
        """uint8[N, secrets]: all answers of a table."""
        rows = b"".join(self.rules.prepare(code)[0] for code in self.rules.codes())
        return np.frombuffer(rows, np.uint8).reshape(-1, self.rules.secrets)

    def _answers_one_by_one(self, guesses: _Which, secrets: _Which) -> NDArray[np.uint8]:
        """Return answers of a kind that has no arithmetic of its own here."""
        prepare, answer = self.rules.prepare, self.rules.answer
        second = [prepare(code) for code in self.numbers[secrets].tolist()]
        rows = (prepare(code) for code in self.numbers[guesses].tolist())
        return np.array([[answer(row, secret) for secret in second] for row in rows], np.uint8)

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
        size = copies * self.rules.secrets * self.rules.guesses
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
    def by_secret(self) -> NDArray[np.uint8]:
        """uint8[secrets, N]: the answer of every guess to every secret, by secret.

        Raises:
            SizeError: the table would take more than half of the memory.
        """
        self.check_size()
        size = self.rules.guesses
        table = np.empty((self.rules.secrets, size), np.uint8)
        step = max(1, _BLOCK // size)
        for start in range(0, len(table), step):
            some = self.secrets[start : start + step]
            table[start : start + step] = self.answers(slice(None), some).T
        return table

    @cached_property
    def lowest(self) -> NDArray[np.intp]:
        """intp[secrets]: the first secret of a list or table that can be exchanged with each."""
        if self.rules.secrets * self.rules.guesses > _MOST_EXCHANGED:
            return np.arange(self.rules.secrets)
        return exchangeable_secrets(self.by_secret.T)

    @property
    def exchanges_secrets(self) -> bool:
        """Whether this is a list or table of which some secrets can be exchanged."""
        return self.rules.renaming == "never" and len(set(self.lowest.tolist())) < len(self.lowest)


def exchangeable_secrets(answers: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Find secrets of a list or table that can be exchanged without changing the game.

    That is so if the exchange maps the answers to each guess to the answers to some guess. Then
    sets with as many secrets of each class are equivalent: they have trees of the same prices.

    Args:
        answers: uint8[guesses, secrets].

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
    guesses: NDArray[np.unsignedinteger], secrets: NDArray[np.unsignedinteger]
) -> NDArray[np.uint8]:
    """Return uint8[guesses, secrets]: the marks that :mod:`mmtree.game.answers` defines."""
    pegs = len(guesses)
    answers = np.zeros((guesses.shape[1], secrets.shape[1]), np.uint8)
    right = [mine[:, None] == theirs for mine, theirs in zip(guesses, secrets, strict=True)]
    taken = [hit.copy() for hit in right]  # pegs of the secret that a mark has used up
    for peg in range(pegs):
        marked = right[peg].copy()
        answers *= np.uint8(3)
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
