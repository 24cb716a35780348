"""What a checkpoint tells of a search."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from mmtree.search.prices import INFINITE
from mmtree.search.progress import Taken


@dataclass(frozen=True)
class SearchStatus:
    """What a checkpoint tells of a search, for people, and for the estimate of who goes on.

    Attributes:
        words: what is looked for.
        place: how far it is, in words.
        best: the least total found so far, or None.
        lower: a total that no tree that is looked for is below; None where slack proves nothing.
        share: how much of it is done, by estimate, from 0 to 1.
        spent: seconds of processors that it took.
        left: those that it may still take, by estimate; None where nothing tells.
        running: the secrets of the cell being searched, and the seconds that it took.
        taken: what cells took: secrets, how much the price exceeded the bound, seconds.
    """

    words: str = ""
    place: str = ""
    best: int | None = None
    lower: int | None = None
    share: float = 0.0
    spent: float = 0.0
    left: float | None = None
    running: tuple[int, float] = (0, 0.0)
    taken: tuple[Taken, ...] = ()

    @classmethod
    def read(cls, told: Any) -> SearchStatus:
        """As it was written; anything else raises."""
        if not isinstance(told, dict) or told.keys() != {field.name for field in fields(cls)}:
            raise TypeError(told)
        taken = tuple((n, rise, seconds) for n, rise, seconds in told["taken"])
        n, seconds = told["running"]
        whole = [n, *(number for n, rise, _ in taken for number in (n, rise))]
        whole += [told[name] for name in ("best", "lower") if told[name] is not None]
        times = [seconds, told["spent"], *(seconds for _, _, seconds in taken)]
        times += [told["left"]] if told["left"] is not None else []
        good = (
            all(type(number) is int and abs(number) <= INFINITE for number in whole)
            and all(type(number) is float and 0 <= number < 1e12 for number in times)
            and all(n > 0 and seconds > 0 for n, _, seconds in taken)
            and all(isinstance(told[name], str) for name in ("words", "place"))
            and type(told["share"]) is float
            and 0 <= told["share"] <= 1
        )
        if not good:
            raise ValueError(told)
        return cls(**{**told, "taken": taken, "running": (n, seconds)})
