"""Progress of a search on a cluster, and an estimate of the time left."""

from __future__ import annotations

from dataclasses import dataclass, field

from mmtree.counts import format_count
from mmtree.search.cluster.schedule import Schedule
from mmtree.search.prices import INFINITE
from mmtree.search.progress import MAX_CELLS, MAX_OPENINGS, CellTime, Estimate, SearchProgress


@dataclass(frozen=True)
class ClusterProgress(SearchProgress):
    """The progress of a search on a cluster.

    The cells are those of the first opening that is not closed, the one that took longest first.

    Attributes:
        least: a lower bound for the price of all trees.
        threads: the number of threads of all workers.
        batches: the number of batches at the workers.
        refused: why one of the workers gets no work; empty if all get work.
        spent: processor seconds of the whole search so far.
        running: processor seconds of the first cell.
        begun: the bound of the opening without the results of the first cell.
        taken: the times of solved cells.
    """

    least: int = 0
    threads: int = 0
    batches: int = 0
    spent: float = 0.0
    running: float = 0.0
    begun: int = 0
    taken: tuple[CellTime, ...] = field(default=())
    refused: str = ""

    @classmethod
    def from_schedule(
        cls, schedule: Schedule, threads: int, batches: int, refused: str = ""
    ) -> ClusterProgress:
        """Summarise a schedule."""
        best = None if schedule.best >= INFINITE else schedule.best
        openings = schedule.openings
        left = [
            opening
            for number, opening in enumerate(openings)
            if not opening.closed and opening.bound < schedule.ceiling(number)
        ]
        least = min([schedule.best, *(opening.lower for opening in left)])
        spent = sum(cell.seconds for opening in openings for cell in opening.cells or ())
        if not left:
            return cls(best, least, least=least, threads=threads, spent=spent)
        cells = left[0].cells or []
        waiting = sorted(
            (cell for cell in cells if not cell.solved),
            key=lambda cell: (-cell.seconds, cell.size),
        )
        first = waiting[0] if waiting else None
        return cls(
            best,
            left[0].lower,
            len(cells) - len(waiting),
            tuple(cell.size for cell in waiting),
            first.share if first else 0.0,
            openings.index(left[0]),
            len(openings),
            tuple((opening.guess, opening.bound) for opening in left[:MAX_OPENINGS]),
            running=first.seconds if first else 0.0,
            begun=left[0].lower - (first.lower - first.first if first else 0),
            taken=tuple(schedule.taken),
            least=least,
            threads=threads,
            batches=batches,
            spent=spent,
            refused=refused,
        )

    @property
    def lower(self) -> int:
        """A lower bound for the price of all trees."""
        return self.least

    @property
    def place(self) -> tuple[str, ...]:
        """The opening being searched, and how many of its cells are done, in words."""
        if not self.openings:
            return ()
        done, count = self.cells_done, self.cells_done + len(self.cells)
        opening = f"opening {self.openings_done + 1} of {self.openings_of}"
        return opening, f"{done} of {count} cells done"

    @property
    def also(self) -> tuple[str, ...]:
        """The number of workers and batches."""
        if not self.threads:
            refused = f"; {self.refused}" if self.refused else ""
            return (f"waiting for workers{refused}",)
        workers = format_count(self.threads, "worker")
        return workers, f"{format_count(self.batches, 'batch', 'batches')} running"


class ClusterEstimate(Estimate):
    """An estimate of the time left, from the times of the workers."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._before: tuple[list[CellTime], float] | None = None

    def note(self, progress: SearchProgress) -> None:
        """Update the estimate with a report."""
        if not isinstance(progress, ClusterProgress):  # the final report
            self.latest = progress
            return
        if self._before is None:
            self._before = self.taken, self.spent
        taken, spent = self._before
        longest = sorted([*taken, *progress.taken], key=lambda time: time[2])
        self.taken = longest[-MAX_CELLS:]
        self.spent = spent + progress.spent
        self.jobs = max(1, progress.threads)
        self.latest = progress
        self._own, self._begun = progress.running, float(progress.begun)
        if progress.openings:
            step = progress.begun - progress.openings[0][1]
            self._step = max(step, 0) / self.table.rules.secrets
