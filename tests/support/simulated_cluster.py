"""Simulates a cluster's search to measure how busy it keeps many workers.

Every cell is searched on this machine, and the processor time of each second guess is measured. Then the
cluster's schedule distributes the parts to simulated workers with a simulated clock:

    python tests/support/simulated_cluster.py 5p6c 1 2 16 64 256

The time of a guess depends on the limit of its search, and with many workers limits fall later: it is
assumed to grow with the square of the difference of limit and lower bound. The caches are those of one
worker; with many workers, each has searched fewer sets.
"""

import heapq
import sys
import time
from collections import deque
from itertools import pairwise

import numpy as np

from mmtree import Rules
from mmtree.game.table import CodeTable
from mmtree.search.cluster import cells
from mmtree.search.cluster.openings import cell_secrets
from mmtree.search.cluster.schedule import Schedule, SearchSpec
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import Prices
from mmtree.search.solved_parts import PART, SolvedParts

WAY = 0.004  # seconds from the driver to a worker and back, measured on one machine
DRIVEN = 0.001  # seconds of the driver for each batch
DEPTH = 2
HIGHER = 0.2  # guesses per secret by which the price of an unsearched cell exceeds its lower bound


def begin(table):
    return Schedule(SearchSpec(table, Prices()), None, (b"", b""), lambda parts: None)


def clocked(call, *arguments):
    """Call a function; return its result and the processor time that it took."""
    start = time.process_time()
    given = call(*arguments)
    return given, time.process_time() - start


class Measured:
    """The time, limit and price of the search of each second guess."""

    def __init__(self, rules):
        self.table = CodeTable(rules)
        self.taken, self.found, self.rate, self.frames = {}, {}, {}, {}
        self.sizes = {}
        self.own = 0.0  # the time of the driver: openings and small cells
        usual, cells._ONE_BATCH = cells._ONE_BATCH, 1 << 62  # one cell after the other
        work = begin(self.table)
        self.search = NativeSearch(self.table, Prices(), remember=True)
        while True:
            batch, own = clocked(work.batch, None, 1)
            self.own += own
            if batch is None:
                break
            self._search(work, batch)
        assert work.is_done
        self.best = work.best
        cells._ONE_BATCH = usual
        self.seconds = self.own + sum(seconds for _, _, seconds in self.taken.values())
        self.seconds += sum(self.frames.values())
        self.rate = {way: took / weight for way, (weight, took) in self.rate.items() if weight}
        self.rates = {self.sizes[way]: rate for way, rate in self.rate.items()}

    def _search(self, work, batch):
        """Search a cell; the time between two reports is distributed to the guesses solved there."""
        cell, limit = batch.cell, batch.limit
        way = cell.opening, cell.feedback
        self.sizes[way] = cell.size
        secrets = cell_secrets(self.table, *way)
        _, self.frames[way] = clocked(self.search.solve, secrets, way[:1], None, None, 1)
        reports = [((b"", b""), time.process_time())]
        self.search.keep = lambda parts: reports.append((parts, time.process_time()))
        ranks = batch.guesses.astype(np.intp)
        self.search.solve(secrets, way[:1], ranks, None, limit)
        self.search.keep = None
        numbers = {int(guess): number for number, guess in enumerate(cell.guesses)}
        waited = 0.0  # since a guess was solved
        for (_, before), (packed, after) in pairwise(reports):
            records = SolvedParts.unpack(packed).records
            records = records[records["feedback"] < 0]
            waited += after - before
            pairs = records[["price", "length"]].tolist()
            limits = []
            for price, length in pairs:
                limits.append(limit)
                limit = min(limit, price) if length else limit
            these = [numbers[guess] for guess in records["guess"].tolist()]
            weights = np.array(
                [
                    min(end - int(cell.bounds[at]), 10**6) ** 2
                    for at, end in zip(these, limits, strict=True)
                ],
                float,
            )
            for at, end, weight, (price, length) in zip(these, limits, weights, pairs, strict=True):
                seconds = waited * weight / weights.sum()
                loose = end >= 1 << 40  # searched without a limit
                self.taken[way, at] = None if loose else end - int(cell.bounds[at]), end, seconds
                if length:
                    self.found[way, at] = price
                if not loose:
                    all_weights, took = self.rate.get(way, (0.0, 0.0))
                    self.rate[way] = all_weights + weight, took + seconds
            waited = 0.0 if len(these) else waited
        parts = [
            (*way, guess, -1, self.found.get((way, at), end), int((way, at) in self.found))
            for guess, at in numbers.items()
            if (way, at) in self.taken
            for end in [self.taken[way, at][1]]
        ]
        plans = [part[2] for part in parts if part[-1]]
        packed = SolvedParts(np.array(parts, PART), np.array(plans, np.uint32)).packed
        work.add_result(batch, packed, 1.0)

    def cost(self, cell, number, limit):
        """Return seconds, and the price if it is below the limit, or None."""
        way, bound = (cell.opening, cell.feedback), int(cell.bounds[number])
        price, rate = cell.first + HIGHER * cell.size, None
        if (way, number) in self.taken:
            left, end, seconds = self.taken[way, number]
            price = self.found.get((way, number), end + 1)
            if left is None:  # it was searched without a limit, too
                return seconds, price if price < limit else None
            rate = seconds / max(left, 1) ** 2
        elif way in self.rate:
            price = max(price, bound + 1)
            rate = self.rate[way]
        else:  # like the measured cell of nearest size
            rate = self.rates[min(self.rates, key=lambda size: abs(size - cell.size))]
        left = max(min(price, limit) - bound, 0)
        return rate * left**2, int(price) if price < limit else None


def simulate(measured, workers):
    """Return the seconds of the whole search with this many workers, and the number of batches."""
    work = begin(measured.table)
    now = 0.0  # the driver's clock
    queues = [deque() for _ in range(workers)]
    free = [0.0] * workers
    near = [None] * workers
    ends = []  # (time, worker, batch, parts, seconds)
    count = 0
    while not work.is_done:
        idle = False
        for depth in range(1, DEPTH + 1):
            for worker in range(workers):
                if idle or len(queues[worker]) >= depth:
                    continue
                batch, own = clocked(work.batch, near[worker], workers)
                now += own
                if batch is None:
                    idle = True
                    break
                now += DRIVEN / 2
                seconds, parts = searched(measured, batch)
                if near[worker] is not batch.cell:
                    seconds += measured.frames.get((batch.cell.opening, batch.cell.feedback), 0.0)
                near[worker] = batch.cell
                free[worker] = max(free[worker], now + WAY / 2) + seconds
                count += 1
                queues[worker].append(batch)
                heapq.heappush(ends, (free[worker] + WAY / 2, count, worker, batch, parts, seconds))
        if not ends:
            assert work.is_done
            break
        now = max(now, ends[0][0])
        while ends and ends[0][0] <= now:
            _, _, worker, batch, parts, seconds = heapq.heappop(ends)
            queues[worker].popleft()
            now += DRIVEN / 2
            work.add_result(batch, parts, seconds)
    assert work.best == measured.best
    return now, count


def searched(measured, batch):
    """Return the seconds of a worker for a batch, and its solved parts."""
    cell, limit, total, records, plans = batch.cell, batch.limit, 0.0, [], []
    for number in batch.numbers.tolist():
        if cell.bounds[number] >= limit:
            break
        seconds, price = measured.cost(cell, number, limit)
        total += seconds
        guess = int(cell.guesses[number])
        way = cell.opening, cell.feedback, guess, -1
        records.append((*way, limit if price is None else price, int(price is not None)))
        if price is not None:
            plans.append(guess)
            limit = price
    return total, SolvedParts(np.array(records, PART), np.array(plans, np.uint32)).packed


if __name__ == "__main__":
    measured = Measured(Rules.parse(sys.argv[1]))
    print(f"{sys.argv[1]}: total {measured.best}, {len(measured.taken)} second guesses searched")
    print(f"{measured.seconds:.1f} s of one processor, {measured.own:.1f} s of them the driver's")
    print("| workers | seconds | times faster | efficiency | batches |")
    for workers in map(int, sys.argv[2:]):
        took, count = simulate(measured, workers)
        faster = measured.seconds / took
        row = f"{workers} | {took:.1f} | {faster:.1f} | {faster / workers:.0%} | {count}"
        print(f"| {row} |", flush=True)
