"""Keeps the settled parts of an exact search in a file, so that a stopped run can go on."""

from __future__ import annotations

import hashlib
import os
import reprlib
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import msgpack

from mmtree.errors import CheckpointError
from mmtree.files import write_whole
from mmtree.game.rules import Rules
from mmtree.search.solved_parts import Packed, SolvedParts
from mmtree.search.status import SearchStatus

FORMAT = "mmtree checkpoint"
VERSION = 2
"""Rises whenever what a part means changes."""
BY_CLUSTER = 3
"""The version of a file with parts that workers of a cluster answered; else it is as version 2."""
MAX_BYTES = 1 << 26
"""A larger file is refused, and none is written: the smallest of the parts beyond are not kept. To
read so many takes 200 MB of memory, to write them 600."""
_HEAD = 1 << 20
"""Room for all but the parts."""
_LIMITS = {"max_str_len": 200, "max_array_len": 100, "max_map_len": 1000, "max_ext_len": 0}
"""Nothing that a checkpoint holds is larger, but for packed bytes."""
_PAUSE = 20
"""At least so many times as long as the last write took passes before the next."""


def _short(value: object) -> str:
    """What a file holds, in so few characters that a line can quote it."""
    text = reprlib.repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Checkpoint:
    """The settled parts of the searches of one command.

    The file is a msgpack map {format, version, byteorder, rules, sum, told, parts}: told and parts
    are maps from the name of a search (its price list and slack) to a map of what
    :class:`SearchStatus` says, and to the records and plans that :mod:`mmtree.search.solved_parts`
    defines; sum is the SHA-256 of both and of the version where that is 3. The file is replaced
    atomically. The sum detects accidental damage; a forged bound is trusted, as the program is.

    Args:
        path: the file; it need not be there yet.
        rules: the rules of the search; None to take those that the file names.

    Attributes:
        by_cluster: whether workers of a cluster answered some of the parts; once true, it stays so.

    Raises:
        CheckpointError: the file is damaged, no checkpoint, or one of other rules, of another
            version or of another kind of machine.
        OSError: it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str], rules: Rules | None) -> None:
        self.path = os.fspath(path)
        self.size = 0
        self.by_cluster = False
        self._parts: dict[str, SolvedParts] = {}
        self._told: dict[str, SearchStatus] = {}
        self._fresh: dict[str, list[Packed]] = {}
        self._telling: dict[str, Callable[[], SearchStatus]] = {}
        self._due = 0.0
        if rules is not None:
            self.rules = rules
            if not os.path.exists(self.path):
                return
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise CheckpointError(f"{self.path}: a checkpoint must be a regular file")
        with open(self.path, "rb") as file:
            self.size = os.fstat(file.fileno()).st_size
            if self.size > MAX_BYTES:
                raise CheckpointError(
                    f"{self.path}: too large for a checkpoint: at most {MAX_BYTES >> 20} MB"
                )
            try:
                self._read(file.read(self.size), rules)
            except MemoryError:
                raise CheckpointError(
                    f"{self.path}: not enough memory to read it; remove it to start again"
                ) from None

    @property
    def searches(self) -> Mapping[str, tuple[SearchStatus, SolvedParts]]:
        """Every search that is kept: what it tells, and its parts."""
        none = SolvedParts.of()
        return {
            name: (self._told.get(name, SearchStatus()), self._parts.get(name, none))
            for name in {**self._told, **self._parts}
        }

    def known(self, search: str) -> Packed:
        """The parts of a search that earlier runs settled."""
        return self._parts.get(search, SolvedParts.of()).packed

    def told(self, search: str) -> SearchStatus:
        """What earlier runs told of a search."""
        return self._told.get(search, SearchStatus())

    def tell(self, search: str, telling: Callable[[], SearchStatus]) -> None:
        """What to ask, whenever the file is written, for what it tells of a search."""
        self._telling[search] = telling

    def keep(self, search: str) -> Callable[[Packed], None]:
        """What to call with the parts of a search as they are settled."""

        def keep(parts: Packed) -> None:
            self._fresh.setdefault(search, []).append(parts)
            if time.monotonic() >= self._due:
                self.write()

        return keep

    def write(self) -> None:
        """Write what is settled so far, as far as another run needs it.

        Raises:
            OSError: the file cannot be written.
        """
        start = time.monotonic()
        for search, telling in self._telling.items():
            self._told[search] = telling()
        room = MAX_BYTES - _HEAD
        for search in {**self._parts, **self._fresh}:
            parts = self._parts.get(search, SolvedParts.of())
            if search in self._fresh:
                parts = (
                    SolvedParts.of(parts.packed, *self._fresh.pop(search)).compact().within(room)
                )
            self._parts[search] = parts
            room -= parts.bytes
        told = {search: asdict(one) for search, one in self._told.items()}
        packed = {search: list(parts.packed) for search, parts in self._parts.items()}
        version = BY_CLUSTER if self.by_cluster else VERSION
        whole = {"format": FORMAT, "version": version, "byteorder": sys.byteorder}
        whole |= {
            "rules": str(self.rules),
            "sum": _sum(version, told, packed),
            "told": told,
            "parts": packed,
        }
        write_whole(self.path, msgpack.packb(whole))
        end = time.monotonic()
        self._due = end + _PAUSE * (end - start)

    def _read(self, data: bytes, rules: Rules | None) -> None:
        try:
            whole = msgpack.unpackb(data, **_LIMITS)
        except MemoryError:
            raise
        except Exception:  # msgpack raises many kinds
            whole = None
        if not isinstance(whole, dict) or whole.get("format") != FORMAT:
            raise CheckpointError(f"{self.path}: not a checkpoint of an exact search")
        version = whole.get("version")
        if type(version) is not int or version not in (VERSION, BY_CLUSTER):
            raise CheckpointError(
                f"{self.path}: checkpoint version {_short(version)} is not supported, only "
                f"{VERSION} and {BY_CLUSTER}; remove it to start again"
            )
        self.by_cluster = version == BY_CLUSTER
        if whole.get("byteorder") != sys.byteorder:
            raise CheckpointError(
                f"{self.path}: a checkpoint from a machine with another byte order"
            )
        of = whole.get("rules")
        if rules is None:
            with suppress(ValueError, TypeError):
                self.rules = rules = Rules.parse(str(of))
        if rules is None or of != str(rules):
            expected = "" if rules is None else f", expected {rules}"
            raise CheckpointError(f"{self.path}: a checkpoint for rules {_short(of)}{expected}")
        told: Any = whole.get("told")
        parts: Any = whole.get("parts")
        try:
            if whole.get("sum") != _sum(version, told, parts):
                raise CheckpointError(f"{self.path}: damaged; remove it to start again")
            for search, one in told.items():
                self._told[search] = SearchStatus.read(one)
            for search, (records, plans) in parts.items():
                self._parts[search] = SolvedParts.of((records, plans))
                self._parts[search].check(self.rules)
        except (MemoryError, CheckpointError):
            raise
        except Exception:  # whatever a file that was made up can cause
            raise CheckpointError(
                f"{self.path}: its contents are invalid; remove it to start again"
            ) from None


def _sum(version: int, told: dict[str, Any], parts: dict[str, Any]) -> bytes:
    """The SHA-256 of what they hold; where they hold anything else, that raises."""
    total = hashlib.sha256(msgpack.packb(told))
    if version != VERSION:
        total.update(bytes([version]))
    for search, (records, plans) in parts.items():
        for piece in (search.encode(), records, plans):
            total.update(len(piece).to_bytes(8, "little"))
            total.update(piece)
    return total.digest()
