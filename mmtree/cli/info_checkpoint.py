"""``mmtree info`` of a checkpoint: how far a stopped search is."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mmtree.cli.info_layout import print_rows
from mmtree.cli.output import print_json
from mmtree.times import span

if TYPE_CHECKING:
    from mmtree.search.solved_parts import SolvedParts
    from mmtree.search.status import SearchStatus

_BEGIN = b"mmtree checkpoint"
"""The format name in the first bytes; repeated here so that showing trees loads no search."""


def is_checkpoint(file: str) -> bool:
    """Return whether a file begins as a checkpoint; False if it cannot be read."""
    with suppress(OSError, ValueError):
        if os.path.isfile(file):
            with open(file, "rb") as stream:
                return _BEGIN in stream.read(64)
    return False


def tell_checkpoint(file: str, as_json: bool) -> None:
    """Print the progress of the searches in a checkpoint.

    Raises:
        CheckpointError: the file is damaged, or of another version or machine.
        OSError: the file cannot be read.
    """
    from mmtree.search.checkpoint import Checkpoint

    kept = Checkpoint(file, None)
    if as_json:
        told = {
            "rules": str(kept.rules),
            "secrets": kept.rules.secrets,
            "bytes": kept.size,
            "by_cluster": kept.by_cluster,
            "searches": [_as_json(one, parts) for one, parts in kept.searches.values()],
        }
        print_json(told)
        return
    by = ", with results of a cluster's workers" if kept.by_cluster else ""
    print_rows(
        {"rules": f"{kept.rules}: {kept.rules.secrets} secrets", "file": f"{kept.size} bytes{by}"}
    )
    for one, parts in kept.searches.values():
        print_rows(_rows(one, parts))


def _as_json(told: SearchStatus, parts: SolvedParts) -> dict[str, Any]:
    return {
        "search": told.words,
        "place": told.place,
        "share": told.share,
        "at_least": told.lower,
        "best": told.best,
        "seconds": told.spent,
        "seconds_left": told.left,
        "parts": len(parts),
        "priced": parts.priced,
        "bytes": parts.bytes,
    }


def _rows(told: SearchStatus, parts: SolvedParts) -> dict[str, str]:
    found = "no tree found yet" if told.best is None else f"best so far {told.best}"
    ended = told.place in ("settled", "solved")
    if ended:
        found = "no tree" if told.best is None else f"found {told.best}"
    bounds = [found] if told.lower is None else [f"total at least {told.lower}", found]
    left = ""
    if not ended:
        left = ", too early to estimate the time left"
        if told.left is not None:
            left = f", about {span(told.left)} left"
    share = f"about {100 * told.share:.0f} %" + (
        f": {told.place}" if told.place and not ended else ""
    )
    return {
        "search": told.words or "unknown",
        "solved": share,
        "bounds": ", ".join(bounds),
        "time": f"{span(told.spent)} of processors{left}",
        "parts": f"{len(parts)} in {parts.bytes} bytes, {parts.priced} with a price",
    }
