"""How far a search is that many workers share, and an estimate of the time that is left."""

from __future__ import annotations

from dataclasses import dataclass, field

from mmtree.search.cluster.schedule import Schedule
from mmtree.search.prices import INFINITE
from mmtree.search.progress import MEASURED, TOLD, Estimate, SearchProgress, Taken


@dataclass(frozen=True)
class ClusterProgress(SearchProgress):
    """How far a search is.

    The cells are those of the first opening that is not settled, the one that took longest first.

    Attributes:
        least: no tree that is looked for has a lower price.
        threads: of all workers.
        under_way: batches that were handed out.
        refused: why a worker that is there gets no work.
        spent: seconds of processors, so far, of the whole search.
        running: those of the first cell.
        begun: the bound of the opening, were nothing known of that cell.
        taken: what cells took.
    """

    least: int = 0
    threads: int = 0
    under_way: int = 0
    spent: float = 0.0
    running: float = 0.0
    begun: int = 0
    taken: tuple[Taken, ...] = field(default=())
    refused: str = ""

    @classmethod
    def of(
        cls, schedule: Schedule, threads: int, under_way: int, refused: str = ""
    ) -> ClusterProgress:
        """What a schedule says."""
        best = None if schedule.best >= INFINITE else schedule.best
        openings = schedule.openings
        left = [
            opening
            for number, opening in enumerate(openings)
            if not opening.settled and opening.bound < schedule.ceiling(number)
        ]
        least = min([schedule.best, *(opening.lower for opening in left)])
        spent = sum(cell.seconds for opening in openings for cell in opening.cells or ())
        if not left:
            return cls(best, least, least=least, threads=threads, spent=spent)
        cells = left[0].cells or []
        waiting = sorted(
            (cell for cell in cells if not cell.settled),
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
            tuple((opening.guess, opening.bound) for opening in left[:TOLD]),
            running=first.seconds if first else 0.0,
            begun=left[0].lower - (first.lower - first.first if first else 0),
            taken=tuple(schedule.taken),
            least=least,
            threads=threads,
            under_way=under_way,
            spent=spent,
            refused=refused,
        )

    @property
    def lower(self) -> int:
        """No tree that is looked for has a lower price."""
        return self.least

    def __str__(self) -> str:
        if not self.openings:
            return ""
        done, of = self.cells_done, self.cells_done + len(self.cells)
        return f"opening {self.openings_done + 1} of {self.openings_of}, {done} of {of} cells done"

    @property
    def also(self) -> str:
        """Who is at work."""
        if not self.threads:
            return f"waiting for workers; {self.refused}" if self.refused else "waiting for workers"
        workers = "1 worker" if self.threads == 1 else f"{self.threads} workers"
        return f"{workers}, {self.under_way} batches running"


class ClusterEstimate(Estimate):
    """How long it may still take, by what the workers took."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._before: tuple[list[Taken], float] | None = None

    def note(self, standing: SearchProgress) -> None:
        """The search has come so far."""
        if not isinstance(standing, ClusterProgress):  # it has ended
            self.standing = standing
            return
        if self._before is None:
            self._before = self.taken, self.spent
        taken, spent = self._before
        longest = sorted([*taken, *standing.taken], key=lambda one: one[2])
        self.taken = longest[-MEASURED:]
        self.spent = spent + standing.spent
        self.jobs = max(1, standing.threads)
        self.standing = standing
        self._own, self._begun = standing.running, float(standing.begun)
        if standing.openings:
            step = standing.begun - standing.openings[0][1]
            self._step = max(step, 0) / self.table.rules.secrets
