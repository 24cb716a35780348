"""Simulates a cluster's search to measure how busy it keeps many workers.

The cluster's schedule distributes the batches to simulated workers with a simulated clock. Each batch is
really searched, in this process, and takes the processor time that this needs:

    python tests/support/simulated_cluster.py 5p6c 2 16 64 256

The efficiency is the processor time of an ordinary search in one thread, divided by the number of workers
and the simulated time. The simulation leaves out the start of Dask, the check of the answers and the final
search, and all workers have one transposition table: it has the results of all batches handed out before.
"""

import sys
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.game.read_rules import parse_rules
from mmtree.search.cluster.cells import Batch
from mmtree.search.cluster.schedule import Schedule, SearchSpec
from mmtree.search.cluster.worker_task import CellTask, search_cell
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import Prices
from mmtree.search.solved_parts import Packed

WAY = 0.004  # seconds from the driver to a worker and back, measured on one machine
DRIVEN = 0.001  # seconds of the driver for each batch
DEPTH = 2


def clocked(call, *arguments):
    """Call a function; return its result and the processor time that it took."""
    start = time.process_time()
    given = call(*arguments)
    return given, time.process_time() - start


class Task(NamedTuple):
    """A batch at a worker, with its result."""

    batch: Batch
    parts: Packed
    seconds: float
    arrival: float


@dataclass(eq=False)
class Worker:
    """A simulated worker: its tasks, the time when the last one ended, and its last cell."""

    tasks: deque = field(default_factory=deque)
    free: float = 0.0
    near: object = None

    @property
    def begin(self):
        """The time when its first task begins."""
        return max(self.free, self.tasks[0].arrival)

    @property
    def end(self):
        """The time when its first task ends; infinite without a task."""
        return self.begin + self.tasks[0].seconds if self.tasks else float("inf")

    def drop_unwanted(self, schedule, now):
        """Cancel tasks whose results no longer matter."""
        unwanted = [task for task in self.tasks if not schedule.is_wanted(task.batch)]
        if unwanted and unwanted[0] is self.tasks[0] and self.begin < now:
            self.free = now + WAY / 2
        for task in unwanted:
            self.tasks.remove(task)
            task.batch.cell.release(task.batch)


def simulate(table, count):
    """Return the seconds of the search with so many workers, those of all workers, and the batches."""
    spec = SearchSpec(table, Prices())
    schedule, now = clocked(Schedule, spec, None, (b"", b""), lambda parts: None)
    workers = [Worker() for _ in range(count)]
    batches, spent, frames = 0, 0.0, {}
    while not schedule.is_done:
        free = (one for depth in range(DEPTH) for one in workers if len(one.tasks) <= depth)
        for worker in free:
            batch, seconds = clocked(schedule.batch, worker.near, count)
            now += seconds
            if batch is None:
                break
            now += DRIVEN / 2
            cell = batch.cell
            guesses = batch.guesses.tobytes()
            task = CellTask(
                table.rules, spec.prices, cell.opening, cell.feedback, guesses, batch.limit
            )
            _, frame = clocked(search_cell, replace(task, limit=1))  # computes the feedback matrix
            frames[cell] = max(frame, frames.get(cell, 0.0))
            result, seconds = clocked(search_cell, task)
            seconds += 0 if worker.near is cell else frames[cell]
            worker.near = cell
            worker.tasks.append(Task(batch, result.parts, seconds, now + WAY / 2))
            batches, spent = batches + 1, spent + seconds
        if all(not worker.tasks for worker in workers):
            break
        now = max(now, min(worker.end for worker in workers) + WAY / 2)
        for worker in workers:
            while worker.end + WAY / 2 <= now:
                worker.free = worker.end
                task = worker.tasks.popleft()
                now += DRIVEN / 2
                schedule.add_result(task.batch, task.parts, task.seconds)
        for worker in workers:
            worker.drop_unwanted(schedule, now)
    return schedule.best, now, spent, batches


def main(rules, *counts):
    """Print a table of the results for each number of workers."""
    table = CodeTable(parse_rules(rules))
    search, everything = NativeSearch(table, Prices()), np.arange(len(table.numbers))
    ordinary, seconds = clocked(search.solve, everything)
    print(f"{rules}: total {ordinary.price}, {seconds:.1f} s in one thread")
    print("| workers | seconds | efficiency | seconds of all workers | batches |", flush=True)
    for count in map(int, counts):
        with ThreadPoolExecutor(1) as thread:  # with its own cache
            best, took, spent, batches = thread.submit(simulate, table, count).result()
        assert best == ordinary.price
        row = f"{count} | {took:.1f} | {seconds / count / took:.0%} | {spent:.1f} | {batches}"
        print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
