"""Solved parts of an exact search, as packed records, and the choice of parts to save."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mmtree.game.rules import Rules
from mmtree.search.prices import INFINITE

Packed = tuple[bytes, bytes]
"""Parts as the native kernel takes and returns them: records of :data:`PART`, and the guesses of
their plans (uint32 each), concatenated."""

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
"""A part: the guess, feedback, second guess and its feedback that lead to it (ranks, and indices in
the canonical order; -1 for none), its price, and the number of guesses of its plan, or 0 if the
price is only a lower bound. 22 bytes, in the machine's own byte order. Indices from 128 to 254, of
games with many answers, are stored as negative numbers: :func:`feedback_indices` restores them."""

Keys = NDArray[np.int64]


@dataclass(frozen=True)
class SolvedParts:
    """Solved parts of one search.

    Attributes:
        records: one :data:`PART` each.
        plans: uint32, the guesses of their plans, concatenated.
    """

    records: NDArray[Any]
    plans: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.records)

    @classmethod
    def unpack(cls, *pieces: Packed) -> SolvedParts:
        """Join packed pieces, unchecked."""
        return cls(
            np.frombuffer(b"".join(records for records, _ in pieces), PART),
            np.frombuffer(b"".join(plans for _, plans in pieces), np.uint32),
        )

    @property
    def packed(self) -> Packed:
        """The records and the plans as bytes."""
        return self.records.tobytes(), self.plans.tobytes()

    @property
    def priced(self) -> int:
        """The number of parts with a price and its plan; the others have only a bound."""
        return int(np.count_nonzero(self.records["length"]))

    @property
    def bytes(self) -> int:
        """The size of records and plans."""
        return self.records.nbytes + self.plans.nbytes

    def check(self, rules: Rules) -> None:
        """Check that all numbers are in the range that these rules allow.

        Raises:
            ValueError: a number is out of range, or the plans do not fit.
        """
        records, plans = self.records, self.plans
        guesses = np.stack([records["guess"], records["second"]])
        feedbacks = np.stack([feedback_indices(records, name) for name in ("feedback", "answer")])
        prices, lengths = records["price"], records["length"]
        good = (
            ((guesses >= -1) & (guesses < rules.guesses)).all()
            and ((feedbacks >= -1) & (feedbacks < len(rules.feedbacks))).all()
            and ((prices >= 0) & (prices <= INFINITE)).all()
            and (lengths <= rules.secrets).all()
            and int(lengths.sum(dtype=np.int64)) == len(plans)
            and int(plans.max(initial=0)) < rules.guesses
        )
        if not good:
            raise ValueError(records)

    def compact(self) -> SolvedParts:
        """Return the parts that another run needs.

        Of several parts on one path, only the price or the highest bound is kept. Parts within a
        larger one with a price are dropped. Those within one that has only a bound are kept, since
        a search with a higher limit needs them, and so does the best tree so far. Of the guesses
        tried on one set, only the cheapest keeps its plan: the others become bounds, since they are
        known not to be cheaper.
        """
        records = self.records
        exact = records["length"] > 0
        first = _key(records["guess"], feedback_indices(records, "feedback"))
        second = _key(records["second"], feedback_indices(records, "answer"))
        order = np.lexsort((-records["price"], ~exact, second, first))
        first, second = first[order], second[order]
        new = np.ones(len(order), bool)
        new[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
        order, first, second = order[new], first[new], second[new]
        none = np.zeros(len(order), np.int64)
        values = first[np.append(True, first[1:] != first[:-1])] if len(first) else first
        values = np.unique(np.concatenate([values, _guess(values)]))
        paths = _path(values, first, second)  # rising
        priced, inside = exact[order], np.zeros(len(order), bool)
        for outer in ((_guess(first), none), (first, none), (first, _guess(second))):
            outer_path = _path(values, *outer)
            at = np.searchsorted(paths, outer_path)  # in range: a path is never below its outer one
            inside |= (outer_path != paths) & (paths[at] == outer_path) & priced[at]
        order, first, second = order[~inside], first[~inside], second[~inside]
        priced = exact[order]
        tried = np.where(second == 0, _guess(first) == first, _guess(second) == second)
        rivals = np.flatnonzero(priced & tried)
        sets, set_index = np.unique(np.where(second == 0, 0, first)[rivals], return_inverse=True)
        prices = records["price"][order[rivals]]
        cheapest = np.full(len(sets), INFINITE + 1)
        np.minimum.at(cheapest, set_index, prices)
        priced[rivals] = prices == cheapest[set_index]
        return self.select(order, priced)

    def limit_bytes(self, max_bytes: int) -> SolvedParts:
        """Return as many parts as fit into so many bytes, the shortest paths first."""
        if self.bytes <= max_bytes:
            return self
        records = self.records
        depth = np.zeros(len(records), np.int8)
        for name in ("feedback", "second", "answer"):
            depth += records[name] != -1
        order = np.argsort(depth, kind="stable")
        sizes = PART.itemsize + 4 * records["length"][order].astype(np.int64)
        keep = order[: int(np.searchsorted(np.cumsum(sizes), max_bytes, "right"))]
        return self.select(keep, records["length"][keep] > 0)

    def select(self, keep: NDArray[np.intp], priced: NDArray[np.bool_]) -> SolvedParts:
        """Return some parts, in the given order; parts that are not priced become bounds."""
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


def feedback_indices(records: NDArray[Any], name: str) -> NDArray[np.int64]:
    """Return the feedbacks of a field of :data:`PART`, as indices from 0 to 254; -1 for none."""
    stored = records[name].astype(np.int64)
    return np.where(stored == -1, -1, stored & 255)


def _key(guesses: NDArray[Any], feedbacks: NDArray[np.int64]) -> Keys:
    """Encode each guess with its feedback as a number; 0 if both are missing."""
    return (guesses.astype(np.int64) + 1) << 8 | (feedbacks + 1)


def _guess(keys: Keys) -> Keys:
    """Remove the feedbacks from keys."""
    return keys & ~255


def _path(values: Keys, first: Keys, second: Keys) -> Keys:
    """Encode two keys as a number: the index of the first among the values, then the second."""
    return np.searchsorted(values, first).astype(np.int64) << 39 | second
