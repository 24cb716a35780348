"""The choice of the kernel: native C if it was compiled, otherwise NumPy.

Both give the same answers, which :mod:`mmtree.search.partition` and :mod:`mmtree.search.exact`
define in NumPy. The environment variable ``MMTREE_KERNEL`` forces one.
"""

import os

from mmtree.errors import KernelError

__all__ = ["MAX_JOBS", "advice", "kernel", "native", "processors"]

MAX_JOBS = 1024
"""The maximal number of threads."""

try:
    from mmtree.search.native import kernel as native
except ImportError:  # not compiled, or for another machine
    native = None  # type: ignore[assignment]


def kernel() -> str:
    """Return the kernel in use: ``native`` or ``numpy``.

    Raises:
        KernelError: ``MMTREE_KERNEL`` is not a kernel, or is native and that was not compiled.
    """
    choice = os.environ.get("MMTREE_KERNEL", "")
    if choice not in ("", "native", "numpy"):
        raise KernelError(f"MMTREE_KERNEL must be native or numpy, got {choice!r}")
    if choice == "native" and native is None:
        raise KernelError(
            "MMTREE_KERNEL 'native': the native kernel was not compiled when mmtree was installed, "
            "which needs a C compiler and Python's headers; numpy does the same work more slowly"
        )
    return choice or ("numpy" if native is None else "native")


def advice() -> str:
    """Return a hint to install a compiler; empty if the native kernel or a forced one is in use.

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
    """Return the number of processors that this process may use, at most ``MAX_JOBS``."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_JOBS)
    return min(os.cpu_count() or 1, MAX_JOBS)
