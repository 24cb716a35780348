"""Settled parts of an exact search, packed, and which of them are still worth keeping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mmtree.game.rules import Rules
from mmtree.search.prices import INFINITE

Packed = tuple[bytes, bytes]
"""Parts as the native kernel takes and gives them: records of :data:`PART`, and the guesses of
their plans (uint32 each), one behind the other."""

PART = np.dtype(
    [
        ("guess", np.int32),
        ("feedback", np.int8),
        ("second", np.int32),
        ("answer", np.int8),
        ("price", np.int64),
        ("length", np.uint32),
    ]
)
"""A part: the guess, feedback, second guess and its feedback that lead to it (ranks, and places in
the canonical order; -1 where there is none), its price, and how many guesses its plan has, or 0
where the price is only a lower bound. 22 bytes, in the order of the machine's own bytes."""

Keys = NDArray[np.int64]


@dataclass(frozen=True)
class SolvedParts:
    """Parts of one search.

    Attributes:
        records: one :data:`PART` each.
        plans: uint32, their guesses, one plan behind the other.
    """

    records: NDArray[Any]
    plans: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.records)

    @classmethod
    def of(cls, *pieces: Packed) -> SolvedParts:
        """The parts of all pieces, unchecked."""
        return cls(
            np.frombuffer(b"".join(records for records, _ in pieces), PART),
            np.frombuffer(b"".join(plans for _, plans in pieces), np.uint32),
        )

    @property
    def packed(self) -> Packed:
        """As the native kernel takes them."""
        return self.records.tobytes(), self.plans.tobytes()

    @property
    def priced(self) -> int:
        """How many of them have a price with its plan, and not only a bound."""
        return int(np.count_nonzero(self.records["length"]))

    @property
    def bytes(self) -> int:
        """Their size."""
        return self.records.nbytes + self.plans.nbytes

    def check(self, rules: Rules) -> None:
        """Refuse what no search of these rules settles.

        Raises:
            ValueError: a number is out of range, or the plans do not fit.
        """
        records, plans = self.records, self.plans
        guesses = np.stack([records["guess"], records["second"]])
        feedbacks = np.stack([records["feedback"], records["answer"]])
        prices, lengths = records["price"], records["length"]
        good = (
            ((guesses >= -1) & (guesses < rules.secrets)).all()
            and ((feedbacks >= -1) & (feedbacks < len(rules.feedbacks))).all()
            and ((prices >= 0) & (prices <= INFINITE)).all()
            and (lengths <= rules.secrets).all()
            and int(lengths.sum(dtype=np.int64)) == len(plans)
            and int(plans.max(initial=0)) < rules.secrets
        )
        if not good:
            raise ValueError(records)

    def compact(self) -> SolvedParts:
        """Only what another run needs.

        Of several parts on one path, the one that tells most. None that lies within another: what
        is settled as a whole need not be settled again. And of the guesses tried on one set only
        the cheapest with its plan: all others are known not to be cheaper.
        """
        records = self.records
        exact = records["length"] > 0
        first = _key(records["guess"], records["feedback"])
        second = _key(records["second"], records["answer"])
        order = np.lexsort((-records["price"], ~exact, second, first))
        first, second = first[order], second[order]
        new = np.ones(len(order), bool)
        new[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
        order, first, second = order[new], first[new], second[new]
        none = np.zeros(len(order), np.int64)
        values = first[np.append(True, first[1:] != first[:-1])] if len(first) else first
        values = np.unique(np.concatenate([values, _guess(values)]))
        paths = _path(values, first, second)
        inside = np.zeros(len(order), bool)
        for outer in ((_guess(first), none), (first, none), (first, _guess(second))):
            whole = _path(values, *outer)
            at = np.searchsorted(paths, whole)  # they rise, and nothing comes behind its own
            inside |= (whole != paths) & (paths[at] == whole)
        order, first, second = order[~inside], first[~inside], second[~inside]
        priced = exact[order]
        tried = np.where(second == 0, _guess(first) == first, _guess(second) == second)
        rivals = np.flatnonzero(priced & tried)
        sets, of = np.unique(np.where(second == 0, 0, first)[rivals], return_inverse=True)
        prices = records["price"][order[rivals]]
        cheapest = np.full(len(sets), INFINITE + 1)
        np.minimum.at(cheapest, of, prices)
        priced[rivals] = prices == cheapest[of]
        return self.chosen(order, priced)

    def within(self, room: int) -> SolvedParts:
        """As many of them as so many bytes hold, the larger ones first."""
        if self.bytes <= room:
            return self
        records = self.records
        depth = np.zeros(len(records), np.int8)
        for name in ("feedback", "second", "answer"):
            depth += records[name] >= 0
        order = np.argsort(depth, kind="stable")
        sizes = PART.itemsize + 4 * records["length"][order].astype(np.int64)
        keep = order[: int(np.searchsorted(np.cumsum(sizes), room, "right"))]
        return self.chosen(keep, records["length"][keep] > 0)

    def chosen(self, keep: NDArray[np.intp], priced: NDArray[np.bool_]) -> SolvedParts:
        """Some parts, in that order; those not priced become bounds."""
        lengths = self.records["length"].astype(np.int64)
        starts = (np.cumsum(lengths) - lengths)[keep]
        records = self.records[keep]
        records["length"][~priced] = 0
        plans = [
            self.plans[start : start + length]
            for start, length in zip(starts.tolist(), records["length"].tolist(), strict=True)
            if length
        ]
        return SolvedParts(records, np.concatenate(plans) if plans else self.plans[:0])


def _key(guesses: NDArray[Any], feedbacks: NDArray[Any]) -> Keys:
    """A guess and its feedback in a number; 0 where there is none of either."""
    return (guesses.astype(np.int64) + 1) << 7 | (feedbacks.astype(np.int64) + 1)


def _guess(keys: Keys) -> Keys:
    """The guesses without their feedback."""
    return keys & ~127


def _path(values: Keys, first: Keys, second: Keys) -> Keys:
    """Both keys in a number, the first by its place among some values."""
    return np.searchsorted(values, first).astype(np.int64) << 38 | second
