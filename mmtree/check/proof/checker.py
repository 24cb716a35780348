"""Check a certificate of optimality, as the README of this folder defines it.

The names are those of the README: a set of n secrets is left after d guesses, k is a number of
cells, and L, S, O, T and C are lower bounds. The bytes of the file only say which guesses to look
at; every bound is computed again from the secrets.
"""

import os
import re
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import NoReturn

import numpy as np

from mmtree.check.proof.certificate import Certificate, ProvedStatement
from mmtree.check.proof.codes import Array, Codes, Renaming, orbits
from mmtree.check.proof.game_codes import GameCodes, described_rules, named_rules
from mmtree.check.proof.limits import CellLimits
from mmtree.check.proof.price_bounds import INFINITE, MAX_NUMBER, PriceBounds
from mmtree.check.proof.sets import SecretSet
from mmtree.check.proof.within import MIN_LEFT, LastGuesses, SetWithin
from mmtree.errors import ProofError, RulesError, SizeError
from mmtree.files import read_within
from mmtree.progress import OnProgress, Progress, ignore

MAX_DEPTH = 200
"""The most guesses before a set, because nested records are checked by recursion."""
MAX_GUESS = 250
"""No bound has a price c(k) of a later guess: L of 36 secrets of 1p36c is the furthest. In version
2, all secrets may take a guess more each, if a wrong guess has only one answer."""
MAX_DESCRIPTION = 1 << 25
"""The most bytes of the rules of version 2, as in tree files."""
PROGRESS = 32
"""The number of records between two calls of progress."""
_Set = SecretSet | SetWithin
MAX_BYTES = 1 << 28
MAX_TABLE = 1 << 30
"""The most feedbacks of nested sets for all codes."""
_Marked = tuple[int, int, bytes]
"""A record to which later cells can refer: its depth and bound, and a digest of its set, which may
be large."""
_NUMBER = "(0|[1-9][0-9]*)"
_PRICES = f"{_NUMBER} {_NUMBER} {_NUMBER}(?:@{_NUMBER})?"
_STATEMENT = re.compile(f"{_PRICES} (-|[A-Z0-9]+) (none|{_NUMBER})")


def check_certificate(path: str | os.PathLike[str], progress: OnProgress = ignore) -> Certificate:
    """Check a certificate and return its statements.

    Args:
        path: the file.
        progress: called from time to time with the bytes checked, and all bytes.

    Raises:
        OSError: the file cannot be read.
        ProofError: the file does not prove its statements.
        SizeError: the file is too large, or the rules have too many codes.
    """
    data, name = read_within(path, MAX_BYTES), os.fsdecode(path)
    if len(data) > MAX_BYTES:
        raise SizeError(f"{name}: larger than {MAX_BYTES} bytes")
    return check_data(data, name, progress)


def check_data(data: bytes, name: str, progress: OnProgress = ignore) -> Certificate:
    """Check the bytes of a certificate; its name is for errors, which are those of a file's."""
    try:
        return _Checker(name, data, progress).check()
    except MemoryError as error:
        raise SizeError(str(error) or f"{name}: its sets do not fit into memory") from None


def _digest(secrets: Array) -> bytes:
    return sha256(np.sort(secrets).astype(np.int64).tobytes()).digest()


class _Checker:
    """Reads a certificate once, from front to back, and checks it."""

    codes: Codes

    def __init__(self, name: str, data: bytes, progress: OnProgress) -> None:
        self.name, self.data, self.at, self.progress = name, data, 0, progress
        self.place, self.ended = "", -1

    def check(self) -> Certificate:
        version = self._line()
        if version not in ("mmtree proof 1", "mmtree proof 2", "mmtree proof 3"):
            self._refuse("its first line is not 'mmtree proof ' and a version: 1, 2 or 3")
        named = not version.endswith("2")
        try:
            rules = named_rules(self._line()) if named else described_rules(self._description())
        except RulesError as error:
            self._refuse(str(error))
        self.codes = Codes(rules) if named else GameCodes(rules)
        self.limits = CellLimits(self.codes) if version.endswith("3") else None
        statements = [self._statement(1)]
        while self.at < len(self.data):
            statements.append(self._statement(len(statements) + 1))
        return Certificate(rules, tuple(statements))

    def _description(self) -> bytes:
        line = self._line()
        if not re.fullmatch("[1-9][0-9]{0,8}", line) or int(line) > MAX_DESCRIPTION:
            self._refuse(f"its second line is not a length of at most {MAX_DESCRIPTION} bytes")
        return self._bytes(int(line))

    def _refuse(self, reason: str) -> NoReturn:
        record = f"record {self.ended + 1}: " if self.ended >= 0 else ""
        raise ProofError(self.name, f"{self.place}{record}{reason}")

    def _line(self) -> str:
        end = self.data.find(b"\n", self.at, self.at + 120)
        if end < 0:
            self._refuse("a line of text is missing or does not end")
        line, self.at = self.data[self.at : end], end + 1
        return line.decode("latin-1")

    def _bytes(self, count: int) -> bytes:
        self.at += count
        if self.at > len(self.data):
            self._refuse("the file ends here")
        return self.data[self.at - count : self.at]

    def _number(self) -> int:
        number = shift = 0
        while (byte := self._bytes(1)[0]) >= 128:
            number |= (byte - 128) << shift
            shift += 7
            if shift == 63:
                self._refuse("a number is too large")
        if shift and not byte:
            self._refuse("a number takes more bytes than it needs")
        return number | byte << shift

    def _renaming(self) -> Renaming:
        renaming = self.codes.parse_renaming(self._bytes(self.codes.renaming_bytes))
        if renaming is None:
            self._refuse("a renaming is no permutation, or changes answers")
        return renaming

    def _statement(self, number: int) -> ProvedStatement:
        codes = self.codes
        self.place, self.ended = f"statement {number}: ", -1
        if not (match := _STATEMENT.fullmatch(self._line())):
            self._refuse("its line is not 'UNIT LAST SURCHARGE OPENING BOUND'")
        unit, last, surcharge = map(int, match.group(1, 2, 3))
        since = None if match[4] is None else int(match[4])
        bound = None if match[6] == "none" else int(match[6])
        if max(unit, last, surcharge, since or 0, bound or 0) > MAX_NUMBER:
            self._refuse("a number is too large: 2^47 or more")
        if since is not None and codes.identified:
            self._refuse(
                "a surcharge before the last guess, but the game ends with one secret left"
            )
        most = MAX_GUESS + (0 if codes.table is None else len(codes.secrets))
        if len(codes.secrets) * (unit * most + surcharge) > MAX_NUMBER:
            self._refuse("the prices are too large")
        opening = first = None
        if match[5] != "-":
            first = codes.parse_opening(match[5])
            if first is None:
                self._refuse(f"the opening {match[5]} is not a code of {codes.rules}")
            opening = codes.spell(first)
        self.prices = PriceBounds(codes, unit, last, surcharge, since, self.limits)
        self.marked: dict[int, _Marked] = {}
        self.place, self.ended = f"statement {number}, " if number > 1 else "", 0
        self.first, self.held = first, 0
        self._record(0, codes.secrets, INFINITE if bound is None else bound, codes.table)
        move = codes.rules.move
        return ProvedStatement(unit, last, surcharge, opening, bound, self.ended, move, since)

    def _record(self, d: int, secrets: Array, bound: int, table: Array | None) -> None:
        """Check a record, which claims that a set after d guesses costs at least a bound.

        The table has the feedbacks of all codes for the set; it is None for the first record of
        version 1, where one guess of each orbit is enough, and of each pattern, as rule 2 refutes
        all of it or none.
        """
        if d > MAX_DEPTH:
            self._refuse(f"more than {MAX_DEPTH} guesses before a set")
        head = self._number()
        if head > 1 and not self.codes.renaming_bytes:
            self._refuse("there are generators, but the game has no renamings")
        generators = [self._generator(secrets) for _ in range(head // 2)]
        counted = self.codes.patterns if table is None else self.codes.every
        subject = self._set(d, secrets, bound, table, counted)
        rest = subject.unrefuted(bound)
        listed, guess = [], -1
        while step := self._number():
            guess += step
            if guess >= len(self.codes.every):
                self._refuse(f"guess {guess} is not the number of a code")
            if d == 0 and self.first not in (None, guess):
                self._refuse(f"guess {self.codes.spell(guess)} is listed, but is not the opening")
            self._listed_guess(subject, bound, guess)
            listed.append(guess)
        if table is None:  # no two codes have the same feedback for all secrets
            every, rename, pattern = self.codes.every, self.codes.rename, self.codes.pattern
            orbit = orbits(len(every), lambda: (rename(every, one) for one in generators))
            possible = np.unique(orbit if self.first is None else orbit[[self.first]])
            rest = np.setdiff1d(possible[np.isin(pattern[possible], rest)], orbit[listed])
            rest = rest[np.unique(pattern[rest], return_index=True)[1]]
        elif d == 0 and self.first is not None:
            rest = rest[(rest == self.first) & (len(listed) == 0)]
        elif len(rest):
            rest = self._unlisted(subject, rest, listed, generators)
        if (lacking := subject.first_lacking(rest, bound, {})) is not None:
            self._refuse(f"guess {self.codes.spell(lacking)} is left out")
        self.ended += 1
        if head % 2:
            self.marked[self.ended] = d, bound, _digest(secrets)
        if self.ended % PROGRESS == 0:
            place = f"{self.place}record {self.ended}"
            self.progress(Progress(self.at, len(self.data), (place,)))

    def _set(self, d: int, secrets: Array, bound: int, table: Array | None, counted: Array) -> _Set:
        left = self.prices.last - d
        if bound < INFINITE or left < MIN_LEFT or self.codes.table is not None:
            return SecretSet(self.codes, secrets, table, counted, self.prices, d)
        return SetWithin(self.codes, secrets, table, counted, d, left, self.last_guesses)

    @cached_property
    def last_guesses(self) -> LastGuesses:
        """How many secrets the last guesses can find."""
        return LastGuesses(self.codes)

    def _generator(self, secrets: Array) -> Renaming:
        renaming = self._renaming()
        if not np.array_equal(np.sort(self.codes.rename(secrets, renaming)), secrets):
            self._refuse("a generator does not map the set onto itself")
        return renaming

    def _unlisted(
        self, subject: _Set, rest: Array, listed: list[int], generators: list[Renaming]
    ) -> Array:
        """Return one guess of each class, by rules 4 and 5, that has no listed guess.

        Generators map the rest onto itself, because a guess and its image have cells of the same
        sizes; they map guesses of the same feedback to guesses of the same feedback.
        """
        numbers: dict[bytes, int] = {}
        columns = [column.tobytes() for column in subject.columns(rest).T]
        group = np.array([numbers.setdefault(column, len(numbers)) for column in columns])
        first = np.unique(group, return_index=True)[1]

        def images() -> Iterator[Array]:
            for renaming in generators:
                image = self.codes.rename(rest[first], renaming)
                yield group[np.searchsorted(rest, image)]

        orbit = orbits(len(first), images)
        refuted = orbit[group[np.isin(rest, listed)]]
        return np.asarray(rest[first[np.setdiff1d(orbit, refuted)]])

    def _listed_guess(self, subject: _Set, bound: int, guess: int) -> None:
        """Check a guess of rule 3 with its raised cells."""
        name, d = f"guess {self.codes.spell(guess)}", subject.d + 1
        column = subject.columns(np.array([guess]))[:, 0]
        if (column == column[0]).all():
            self._refuse(f"{name} does not divide the set")
        if self.codes.consistent and column.max() < self.codes.kinds - 1:
            self._refuse(f"{name} is not a secret of the set, as guesses must be")
        stated: dict[int, int] = {}
        while kind := self._number():
            kind -= 1
            rows = np.flatnonzero(column == kind)
            if kind >= self.codes.kinds - 1 or len(rows) <= self.codes.identified:
                self._refuse(f"{name} has no cell of feedback {kind} that can be raised")
            if kind in stated:
                self._refuse(f"{name}: the cell of feedback {kind} is raised twice")
            cell, gain, reference = subject.secrets[rows], self._number(), self._number()
            least = int(self.prices.by_size(d)[len(cell)])
            stated[kind] = least + gain - 1 if gain else INFINITE
            if gain and stated[kind] > MAX_NUMBER:
                self._refuse(f"{name}: the gain of the cell of feedback {kind} is too large")
            if reference:
                self._reference(reference, d, cell, stated[kind])
            else:
                self.held += len(cell)
                if (size := self.held * len(self.codes.every)) > MAX_TABLE:
                    text = f"nested sets with {size} feedbacks; at most {MAX_TABLE} can be checked"
                    raise SizeError(f"{self.name}: {text}")
                self._record(d, cell, stated[kind], subject.cell_table(rows))
                self.held -= len(cell)
        if subject.first_lacking(np.array([guess]), bound, stated) is not None:
            self._refuse(f"{name}: the bounds of its cells add up to too little")

    def _reference(self, number: int, d: int, cell: Array, bound: int) -> None:
        """Check a raised cell that refers to an earlier record."""
        undo = self._renaming().inverse() if self.codes.renaming_bytes else None
        if number > self.ended:
            self._refuse(f"it refers to record {number}, which has not ended")
        if number not in self.marked:
            self._refuse(f"it refers to record {number}, which has no mark")
        depth, shown, digest = self.marked[number]
        if depth != d:
            self._refuse(f"record {number} is about a set after {depth} guesses, not {d}")
        if shown < bound:
            self._refuse(f"record {number} shows a lower bound than stated")
        if digest != _digest(self.codes.rename(cell, undo) if undo else cell):
            self._refuse(f"the renaming does not map the set of record {number} onto the cell")
