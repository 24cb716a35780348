"""The status of a search, as stored in a checkpoint."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from mmtree.search.prices import INFINITE
from mmtree.search.progress import CellTime


@dataclass(frozen=True)
class SearchStatus:
    """The status of a search: for ``mmtree info``, and for the time estimate of a resumed run.

    The field names are keys of the checkpoint file.

    Attributes:
        words: the objective and its limits, in words.
        place: the opening and cell being searched, in words; "solved" once the search has ended.
        best: the least total found so far, or None.
        lower: a lower bound for the total of all trees; None if there is no tree, or no bound yet.
        share: the estimated share of the work that is done, from 0 to 1.
        spent: processor seconds spent.
        left: processor seconds left, by estimate; None while there is no estimate.
        running: the number of secrets of the cell being searched, and the seconds spent on it.
        taken: for each measured cell its secrets, the excess of its price over its bound, seconds.
    """

    words: str = ""
    place: str = ""
    best: int | None = None
    lower: int | None = None
    share: float = 0.0
    spent: float = 0.0
    left: float | None = None
    running: tuple[int, float] = (0, 0.0)
    taken: tuple[CellTime, ...] = ()

    @classmethod
    def read(cls, content: Any) -> SearchStatus:
        """Check the map of a checkpoint file; any exception says that it is invalid."""
        if not isinstance(content, dict) or content.keys() != {field.name for field in fields(cls)}:
            raise TypeError(content)
        taken = tuple((n, rise, seconds) for n, rise, seconds in content["taken"])
        n, seconds = content["running"]
        integers = [n, *(number for n, rise, _ in taken for number in (n, rise))]
        integers += [content[name] for name in ("best", "lower") if content[name] is not None]
        times = [seconds, content["spent"], *(seconds for _, _, seconds in taken)]
        times += [content["left"]] if content["left"] is not None else []
        good = (
            all(type(number) is int and abs(number) <= INFINITE for number in integers)
            and all(type(number) is float and 0 <= number < 1e12 for number in times)
            and all(n > 0 and seconds > 0 for n, _, seconds in taken)
            and all(isinstance(content[name], str) for name in ("words", "place"))
            and type(content["share"]) is float
            and 0 <= content["share"] <= 1
        )
        if not good:
            raise ValueError(content)
        return cls(**{**content, "taken": taken, "running": (n, seconds)})
