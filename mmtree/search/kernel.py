"""Picks the kernel: native C where it was compiled, NumPy otherwise.

Both give the same answers, which :mod:`mmtree.search.partition` and :mod:`mmtree.search.exact`
define in NumPy. The environment variable ``MMTREE_KERNEL`` forces one.
"""

from __future__ import annotations

import os

from mmtree.errors import KernelError

__all__ = ["MAX_JOBS", "advice", "kernel", "native", "processors"]

MAX_JOBS = 1024
"""More threads than this are refused."""

try:
    from mmtree.search.native import kernel as native
except ImportError:  # it was not compiled, or for another machine
    native = None  # type: ignore[assignment]


def kernel() -> str:
    """The kernel in use: ``native`` or ``numpy``.

    Raises:
        KernelError: ``MMTREE_KERNEL`` names none, or one that is not there.
    """
    asked = os.environ.get("MMTREE_KERNEL", "")
    if asked not in ("", "native", "numpy"):
        raise KernelError(f"MMTREE_KERNEL must be native or numpy, got {asked!r}")
    if asked == "native" and native is None:
        raise KernelError(
            "MMTREE_KERNEL 'native': the native kernel was not compiled when mmtree was installed, "
            "which needs a C compiler and Python's headers; numpy does the same work more slowly"
        )
    return asked or ("numpy" if native is None else "native")


def advice() -> str:
    """What to install for a faster search; empty where a kernel was asked for, or is native.

    Raises:
        KernelError: as :func:`kernel`.
    """
    if kernel() == "native" or os.environ.get("MMTREE_KERNEL"):
        return ""
    return (
        "no C compiler was found when mmtree was installed, so NumPy searches, more slowly: "
        "on Debian, apt-get install gcc python3-dev, and install mmtree again"
    )


def processors() -> int:
    """How many threads can run at the same time, up to the most that are allowed."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_JOBS)
    return min(os.cpu_count() or 1, MAX_JOBS)
