"""A Dask client with simulated workers in this process, which answer in random order."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from mmtree.search.cluster.worker_task import build_info


class Future:
    """A future with the part of Dask's interface that mmtree uses."""

    def __init__(self, client, where, call):
        self.client, self.where, self.call = client, where, call
        self.status, self.value = "pending", None

    def add_done_callback(self, call):
        self.done = call

    def exception(self):
        return self.value

    def end(self):
        try:
            self.value = self.call()
            self.status = "finished"
        except Exception as error:
            self.value, self.status = error, "error"
        self.done(self)


class SimulatedClient:
    """A client whose workers answer, in random order, when :meth:`nthreads` is called.

    Args:
        seed: the seed of the order of the answers.
        workers: number of workers, or their addresses.
        deaths: the probability that a worker ends instead of giving its next answer; another one
            replaces it.
        lies: by address, a function that changes the true answer.
    """

    status = "running"

    def __init__(self, seed=0, workers=1, deaths=0.0, lies=None):
        self.random = random.Random(seed)
        self.deaths, self.lies = deaths, lies or {}
        names = [f"worker {at}" for at in range(workers)] if isinstance(workers, int) else workers
        self.threads = dict.fromkeys(names, 1)
        self.answered = set()
        self.waiting = []
        self.build_infos = {}

    def nthreads(self):
        for _ in range(self.random.randint(1, 3)):
            some = [future for future in self.waiting if future.where in self.threads]
            if some:
                self._answer(self.random.choice(some))
        return dict(self.threads)

    def _answer(self, future):
        where = future.where
        if where in self.answered and self.random.random() < self.deaths:
            self.end(where)
            self.threads[f"{where}'"] = 1
            return
        self.waiting.remove(future)
        self.answered.add(where)
        future.end()

    def end(self, where):
        """End a worker."""
        del self.threads[where]

    def run(self, call, text, workers, on_error):
        return {where: self.build_infos.get(where, build_info()) for where in workers}

    def submit(self, function, *arguments, workers, pure):
        [where] = workers

        def call():
            answer = function(*arguments)
            return self.lies[where](answer) if where in self.lies else answer

        self.waiting.append(Future(self, where, call))
        return self.waiting[-1]

    def sync(self, call, callback_timeout):
        with ThreadPoolExecutor(1) as thread:  # Dask's client also has its own event loop
            return thread.submit(asyncio.run, call()).result()

    async def gather(self, futures, asynchronous):
        for future in futures:
            if isinstance(future.value, Late):  # its worker has ended, and Dask waits for another
                self.threads.pop(future.where, None)
                future.status = "pending"
                await asyncio.Event().wait()
            if isinstance(future.value, Unreadable):
                raise ModuleNotFoundError("No module named 'elsewhere'")
        return [future.value for future in futures]

    def cancel(self, futures):
        self.waiting = [future for future in self.waiting if future not in futures]


class Late:
    """An answer whose worker ends before it is received."""


class Unreadable:
    """An answer whose class exists only on the worker."""
