"""The checkpoint of an exact search: a file of solved parts, from which a stopped run resumes."""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgpack

from mmtree.arguments import shortened
from mmtree.errors import CheckpointError
from mmtree.files import unpack, write_whole
from mmtree.game.peg_rules import parse_rules
from mmtree.game.read_rules import from_map
from mmtree.game.rules import Rules
from mmtree.search.progress import SearchStatus
from mmtree.search.solved_parts import Packed, SolvedParts

FORMAT = "mmtree checkpoint"
VERSION = 5
"""Rises whenever the meaning of a part or a status changes. Other versions are refused."""
MAX_BYTES = 1 << 26
"""Larger files are neither read nor written: the smallest parts are dropped. Reading a file of this
size takes 200 MB of memory, writing it 600 MB."""
_HEAD = 1 << 20
"""Bytes reserved for everything but the parts."""
_LIMITS = {"max_str_len": 1 << 22, "max_array_len": 1 << 20, "max_map_len": 1000, "max_ext_len": 0}
"""No value in a checkpoint is larger, except packed bytes; lists of words are the longest texts."""
_LISTS = 100_000
"""The most lists and maps: 1000 searches of 64 steps each have fewer."""
_PAUSE = 20
"""The pause before the next write, as a multiple of the time that the last one took: so writing
takes at most a twentieth of the time."""


class Checkpoint:
    """The saved state of the searches of one command.

    The file is a msgpack map {format, version, byteorder, rules, by_cluster, sum, statuses, parts}.
    statuses maps the name of a search (its price list) to the fields of its :class:`SearchStatus`,
    parts maps it to the records and plans that :mod:`mmtree.search.solved_parts` defines. sum is
    the SHA-256 of these two and of by_cluster. Writing replaces the whole file at once, so it is
    complete at any moment. The sum detects accidental damage only: a forged bound is believed.

    Args:
        path: the file; it may be missing.
        rules: the rules of the search; None to take them from the file.

    Attributes:
        by_cluster: whether workers of a cluster computed some of the parts; never reset.

    Raises:
        CheckpointError: the file is damaged, not a checkpoint, or for other rules, another version
            or another byte order.
        OSError: the file cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str], rules: Rules | None) -> None:
        self.path = os.fspath(path)
        self.size = 0
        self.by_cluster = False
        self._parts: dict[str, SolvedParts] = {}
        self._statuses: dict[str, SearchStatus] = {}
        self._unwritten: dict[str, list[Packed]] = {}
        self._get_status: dict[str, Callable[[], SearchStatus]] = {}
        self._next_write = 0.0
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
        """The status and the parts of each search, by its name."""
        none = SolvedParts.unpack()
        return {
            name: (self._statuses.get(name, SearchStatus()), self._parts.get(name, none))
            for name in {**self._statuses, **self._parts}
        }

    def known(self, search: str) -> Packed:
        """Return the parts of a search that earlier runs solved."""
        return self._parts.get(search, SolvedParts.unpack()).packed

    def get_status(self, search: str) -> SearchStatus:
        """Return the status of a search at the end of the last run."""
        return self._statuses.get(search, SearchStatus())

    def set_status_source(self, search: str, get_status: Callable[[], SearchStatus]) -> None:
        """Set the function that gives the status of a search whenever the file is written."""
        self._get_status[search] = get_status

    def keep(self, search: str) -> Callable[[Packed], None]:
        """Return a function that adds solved parts of a search, and writes the file if due."""

        def keep(parts: Packed) -> None:
            self._unwritten.setdefault(search, []).append(parts)
            if time.monotonic() >= self._next_write:
                self.write()

        return keep

    def write(self) -> None:
        """Write the file: the parts solved so far that another run needs, and each search's status.

        Raises:
            OSError: the file cannot be written.
        """
        start = time.monotonic()
        for search, get_status in self._get_status.items():
            self._statuses[search] = get_status()
        room = MAX_BYTES - _HEAD - sum(len(status.plan) for status in self._statuses.values())
        for search in {**self._parts, **self._unwritten}:
            parts = self._parts.get(search, SolvedParts.unpack())
            if search in self._unwritten:
                parts = SolvedParts.unpack(parts.packed, *self._unwritten[search])
                parts = parts.compact().limit_bytes(room)
            self._parts[search] = parts
            self._unwritten.pop(search, None)  # not earlier, since Ctrl-C can come at any moment
            room -= parts.bytes
        statuses = {search: status._asdict() for search, status in self._statuses.items()}
        packed = {search: list(parts.packed) for search, parts in self._parts.items()}
        content = {
            "format": FORMAT,
            "version": VERSION,
            "byteorder": sys.byteorder,
            "rules": _describe(self.rules),
            "by_cluster": self.by_cluster,
            "sum": _checksum(self.by_cluster, statuses, packed),
            "statuses": statuses,
            "parts": packed,
        }
        write_whole(self.path, msgpack.packb(content))
        end = time.monotonic()
        self._next_write = end + _PAUSE * (end - start)

    def _read(self, data: bytes, rules: Rules | None) -> None:
        try:
            content = unpack(data, _LISTS, **_LIMITS)
        except MemoryError:
            raise
        except Exception:  # msgpack raises many kinds
            content = None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise CheckpointError(f"{self.path}: not a checkpoint of an exact search")
        version = content.get("version")
        if type(version) is not int or version != VERSION:
            raise CheckpointError(
                f"{self.path}: checkpoint version {shortened(version)} is not supported, only "
                f"{VERSION}; remove it to start again"
            )
        if content.get("byteorder") != sys.byteorder:
            raise CheckpointError(
                f"{self.path}: a checkpoint from a machine with another byte order"
            )
        own_rules: Any = content.get("rules")
        if rules is None:
            with suppress(ValueError, TypeError):
                read = from_map if isinstance(own_rules, dict) else parse_rules
                self.rules = rules = read(own_rules)
        if rules is None or own_rules != _describe(rules):
            expected = "" if rules is None else f", expected {rules}"
            own = shortened(own_rules)
            if isinstance(own_rules, dict) and rules is not None:
                own = "of other words, answers, weights or switches"
            raise CheckpointError(f"{self.path}: a checkpoint for rules {own}{expected}")
        by_cluster: Any = content.get("by_cluster")
        statuses: Any = content.get("statuses")
        parts: Any = content.get("parts")
        try:
            if content.get("sum") != _checksum(by_cluster, statuses, parts):
                raise CheckpointError(f"{self.path}: damaged; remove it to start again")
            names = all(type(name) is str for name in statuses)  # as the checksum needs for parts
            if len(content) != 8 or type(by_cluster) is not bool or not names:
                raise ValueError
            self.by_cluster = by_cluster
            for search, fields in statuses.items():
                self._statuses[search] = SearchStatus.read(fields)
            for search, (records, plans) in parts.items():
                self._parts[search] = SolvedParts.unpack((records, plans))
                self._parts[search].check(self.rules)
        except (MemoryError, CheckpointError):
            raise
        except Exception:  # a forged file can cause any
            raise CheckpointError(
                f"{self.path}: its contents are invalid; remove it to start again"
            ) from None


def _describe(rules: Rules) -> object:
    """Return the text of rules of pegs; of others the map that defines them."""
    return str(rules) if rules.defined_by_text else rules.to_map()


def _checksum(by_cluster: bool, statuses: dict[str, Any], parts: dict[str, Any]) -> bytes:
    """Return the SHA-256 of a file's contents; contents of other types raise any exception."""
    total = hashlib.sha256(msgpack.packb([by_cluster, statuses]))
    for search, (records, plans) in parts.items():
        for piece in (search.encode(), records, plans):
            total.update(len(piece).to_bytes(8, "little"))
            total.update(piece)
    return total.digest()
