"""A Dask client with simulated workers, for tests, and to measure how busy a search keeps them.

    python tests/support/simulated_cluster.py 5p6c 2 16 64

searches with so many workers and a simulated clock. Each task is really run, in this process, and takes
the processor time that this needs. The efficiency is the processor time of an ordinary search in one
thread, divided by the number of workers and the simulated time. The simulation leaves out the start of Dask
and the final search, and all workers have one cache: it has the results of all tasks handed out before.
"""

import heapq
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.search.cluster.cluster import Cluster
from mmtree.search.cluster.schedule import Schedule
from mmtree.search.cluster.search import ClusterSearch
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import Prices

WAY = 0.004  # seconds from this process to a worker and back, measured on one machine
DRIVEN = 0.001  # seconds of this process and of Dask for each task


class Future:
    """The part of Dask's future that mmtree uses."""

    def __init__(self, value):
        self.value = value
        self.status = "error" if isinstance(value, Exception) else "finished"


class SimulatedClient:
    """A client whose workers take tasks in order. It is its own ``as_completed``, too.

    Args:
        workers: the number of workers.
        seed: the seed of the time that each task takes; None for the time that it needs.
        lie: changes the answers; an exception that it raises is the worker's.
    """

    loop = None

    def __init__(self, workers=1, seed=None, lie=lambda answer: answer):
        self.random = None if seed is None else random.Random(seed)
        self.lie = lie
        self.free = [0.0] * workers
        self.waiting = []
        self.now, self.spent, self.tasks = 0.0, 0.0, 0
        self.clock = time.process_time()

    def nthreads(self):
        return dict.fromkeys(range(len(self.free)), 1)

    def as_completed(self, loop, timeout):
        self.end = timeout
        return self

    def add(self, future):
        pass

    def submit(self, run_task, *given, pure):
        self._pass_time(DRIVEN / 2)
        try:
            answer, seconds = clocked(run_task, *given)
            value = self.lie(answer)
        except Exception as error:
            value, seconds = error, 0.0
        if self.random:
            seconds = self.random.random()
        ends = max(heapq.heappop(self.free), self.now + WAY / 2) + seconds
        heapq.heappush(self.free, ends)
        self.tasks, self.spent = self.tasks + 1, self.spent + seconds
        future = Future(value)
        heapq.heappush(self.waiting, (ends + WAY / 2, self.tasks, future))
        self.clock = time.process_time()
        return future

    def next_batch(self):
        self._pass_time(0)
        if self.end is not None and self.now >= self.end:
            raise TimeoutError
        ended = []
        self.now = max(self.now, self.waiting[0][0])
        while self.waiting and self.waiting[0][0] <= self.now:
            ended.append(heapq.heappop(self.waiting)[2])
        return ended

    def gather(self, futures):
        self._pass_time(DRIVEN / 2 * len(futures))
        for future in futures:
            if isinstance(future.value, Exception):
                raise future.value
        return [future.value for future in futures]

    def cancel(self, futures):
        self.waiting = [entry for entry in self.waiting if entry[2] not in futures]

    def _pass_time(self, seconds):
        """Let the time pass that this process has used since the last call, and so many seconds."""
        now = time.process_time()
        self.now += now - self.clock + seconds
        self.clock = now


def simulated(client):
    """Return the cluster of a simulated client."""
    return Cluster(client, client.as_completed)


def clocked(call, *given):
    """Call a function; return its result and the processor time that it took."""
    start = time.process_time()
    result = call(*given)
    return result, time.process_time() - start


def simulate(table, count):
    """Return the best price that a search with so many workers finds, and the client."""
    client = SimulatedClient(count)
    search = ClusterSearch(simulated(client), table, Prices())
    schedule = Schedule(search)
    search.run(schedule)
    client._pass_time(0)
    return schedule.best, client


def main(rules, *counts):
    """Print a table of the results for each number of workers."""
    table = CodeTable(parse_rules(rules))
    ordinary, seconds = clocked(NativeSearch(table, Prices()).solve, table.secrets)
    print(f"{rules}: total {ordinary.price}, {seconds:.1f} s in one thread")
    print("| workers | seconds | efficiency | seconds of all workers | tasks |", flush=True)
    for count in map(int, counts):
        with ThreadPoolExecutor(1) as thread:  # with its own cache
            best, client = thread.submit(simulate, table, count).result()
        assert best == ordinary.price
        row = f"{count} | {client.now:.1f} | {seconds / count / client.now:.0%}"
        print(f"| {row} | {client.spent:.1f} | {client.tasks} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
