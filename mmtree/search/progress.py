"""Progress of a search: the kernels' reports, and the status in a checkpoint."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mmtree.search.prices import INFINITE


class SearchProgress(NamedTuple):
    """The progress of a search.

    Openings are searched one after the other. The cells of an opening whose price is not yet known
    are searched one after the other too, or in turn, each until its bound is high enough.

    Attributes:
        best: the least price found so far, or None.
        bound: lower bound of the current opening, from the results of its cells so far; of the
            whole search if ``openings`` is empty.
        cells_done: the number of solved cells of the current opening.
        cells: the sizes of the current cell and of all others that are not solved.
        share: the share of the current cell's work that is done, from 0 to 1.
        openings_done, openings_of: the number of openings done, and of all openings.
        openings: the current opening and the next ones, each with the bound from its cells' sizes.
        also: further texts for the progress line.
    """

    best: int | None
    bound: int
    cells_done: int = 0
    cells: tuple[int, ...] = ()
    share: float = 0.0
    openings_done: int = 0
    openings_of: int = 0
    openings: tuple[tuple[int, int], ...] = ()
    also: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, ...]:
        """The opening and cell being searched, in words."""
        parts = []
        if self.openings_of > 1:
            parts.append(f"opening {self.openings_done + 1} of {self.openings_of}")
        if self.openings_of and self.cells:
            parts.append(f"cell {self.cells_done + 1} of {self.cells_done + len(self.cells)}")
        return tuple(parts)

    @property
    def lower(self) -> int:
        """A lower bound for the price of all trees."""
        bounds = [self.bound, *(bound for _, bound in self.openings[1:2])]
        return min([*bounds, INFINITE if self.best is None else self.best])


MAX_OPENINGS = 64
"""The most openings in a report."""

SearchReport = Callable[[SearchProgress], None]
"""A function that is called as a search proceeds."""

Step = tuple[int, float]
"""A limit below which no tree is, as a step of the search showed, and its processor seconds."""


class SearchStatus(NamedTuple):
    """The status of a search: for ``mmtree info``, and for the next run.

    The field names are keys of the checkpoint file.

    Attributes:
        words: the objective and its limits, in words.
        place: the limit, opening and cell being searched, in words; "solved" once the search ended.
        best: the least total found so far, or None.
        lower: a lower bound for the total of all trees; None if there is no tree, or no bound yet.
        spent: processor seconds spent, as the system counts them.
        steps: the steps of the ladder so far.
        plan: the guesses of the best tree that the search took over, as in a plan of
            :mod:`mmtree.search.solved_parts`. Files of earlier versions have none.
        of: the strategy that made this tree.
    """

    words: str = ""
    place: str = ""
    best: int | None = None
    lower: int | None = None
    spent: float = 0.0
    steps: tuple[Step, ...] = ()
    plan: bytes = b""
    of: str = ""

    @classmethod
    def read(cls, content: Any) -> "SearchStatus":
        """Check the map of a checkpoint file; any exception says that it is invalid."""
        content = {"plan": b"", "of": "", **content}
        if content.keys() != {*cls._fields}:
            raise TypeError(content)
        steps = tuple((limit, seconds) for limit, seconds in content["steps"])
        integers = [limit for limit, _ in steps]
        integers += [content[name] for name in ("best", "lower") if content[name] is not None]
        times = [content["spent"], *(seconds for _, seconds in steps)]
        good = (
            all(type(number) is int and 0 < number <= INFINITE for number in integers)
            and all(type(number) is float and 0 <= number < 1e12 for number in times)
            and all(isinstance(content[name], str) for name in ("words", "place", "of"))
            and type(content["plan"]) is bytes
            and len(content["plan"]) % 4 == 0
        )
        if not good:
            raise ValueError(content)
        return cls(**{**content, "steps": steps})


class StoppedError(Exception):
    """A search was stopped."""
