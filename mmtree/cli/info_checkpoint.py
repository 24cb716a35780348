"""``mmtree info`` of a checkpoint: the progress of an interrupted search."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mmtree.cli.columns import print_fields
from mmtree.cli.output import print_json
from mmtree.times import span

if TYPE_CHECKING:
    from mmtree.search.solved_parts import SolvedParts
    from mmtree.search.status import SearchStatus

_BEGIN = b"mmtree checkpoint"
"""The start of a checkpoint; repeated here, so that showing a tree imports no search."""


def is_checkpoint(file: str) -> bool:
    """Return whether a file begins as a checkpoint; False if it cannot be read."""
    with suppress(OSError, ValueError):
        if os.path.isfile(file):
            with open(file, "rb") as stream:
                return _BEGIN in stream.read(64)
    return False


def print_checkpoint(file: str, as_json: bool) -> None:
    """Print the rules and the progress of each search.

    Raises:
        CheckpointError: the file is damaged, or of another version or machine.
        OSError: the file cannot be read.
    """
    from mmtree.search.checkpoint import Checkpoint

    checkpoint = Checkpoint(file, None)
    if as_json:
        report = {
            "rules": str(checkpoint.rules),
            "secrets": checkpoint.rules.secrets,
            "bytes": checkpoint.size,
            "by_cluster": checkpoint.by_cluster,
            "searches": [_to_dict(status, parts) for status, parts in checkpoint.searches.values()],
        }
        print_json(report)
        return
    by = ", with results of a cluster's workers" if checkpoint.by_cluster else ""
    print_fields(
        {
            "rules": f"{checkpoint.rules}: {checkpoint.rules.secrets} secrets",
            "file": f"{checkpoint.size} bytes{by}",
        }
    )
    for status, parts in checkpoint.searches.values():
        print_fields(_rows(status, parts))


def _to_dict(status: SearchStatus, parts: SolvedParts) -> dict[str, Any]:
    return {
        "search": status.words,
        "place": status.place,
        "share": status.share,
        "at_least": status.lower,
        "best": status.best,
        "seconds": status.spent,
        "seconds_left": status.left,
        "parts": len(parts),
        "priced": parts.priced,
        "bytes": parts.bytes,
    }


def _rows(status: SearchStatus, parts: SolvedParts) -> dict[str, str]:
    found = "no tree found yet" if status.best is None else f"best so far {status.best}"
    is_over = status.place in ("settled", "solved")
    if is_over:
        found = "no tree" if status.best is None else f"found {status.best}"
    bounds = [found] if status.lower is None else [f"total at least {status.lower}", found]
    left = ""
    if not is_over:
        left = ", too early to estimate the time left"
        if status.left is not None:
            left = f", about {span(status.left)} left"
    share = f"about {100 * status.share:.0f} %" + (
        f": {status.place}" if status.place and not is_over else ""
    )
    return {
        "search": status.words or "unknown",
        "solved": share,
        "bounds": ", ".join(bounds),
        "time": f"{span(status.spent)} of processors{left}",
        "parts": f"{len(parts)} in {parts.bytes} bytes, {parts.priced} with a price",
    }
