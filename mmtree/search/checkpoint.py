"""Keeps the settled parts of an exact search in a file, so that a stopped run can go on."""

from __future__ import annotations

import hashlib
import os
import reprlib
import sys
import time
from collections.abc import Callable
from typing import Any

import msgpack

from mmtree.errors import CheckpointError
from mmtree.files import write_whole
from mmtree.game.rules import Rules
from mmtree.search.exact_native import Part
from mmtree.search.prices import INFINITE

FORMAT = "mmtree checkpoint"
VERSION = 1
"""Rises whenever what a part means changes."""
MAX_BYTES = 1 << 28
"""A larger file is refused, and none is written: what is settled beyond is not kept. A search for
6p6c on two cores settles five kilobytes in a second."""
_HEAD = 1 << 16
"""Room for all but the parts."""
_LIMITS = {"max_str_len": 200, "max_array_len": 5, "max_map_len": 1000, "max_ext_len": 0}
"""Nothing that a checkpoint holds is larger, but for packed bytes."""
_PAUSE = 20
"""At least so many times as long as the last write took passes before the next."""


class Checkpoint:
    """The settled parts of the searches of one command.

    The file is a msgpack map {format, version, byteorder, rules, parts, sum}: parts is a map from
    the name of a search (its price list) to its parts, packed into bytes whose SHA-256 is sum. It
    is replaced as a whole, so it is there whole at any moment. The sum finds damage by accident; a
    bound that somebody made up is believed, as the program itself is.

    Args:
        path: the file; it need not be there yet.
        rules: the rules of the search.

    Raises:
        CheckpointError: the file is damaged, no checkpoint, or one of other rules, of another
            version or of another kind of machine.
        OSError: it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str], rules: Rules) -> None:
        self.path = os.fspath(path)
        self.rules = rules
        self._parts: dict[str, list[Part]] = {}
        self._packed: dict[str, bytearray] = {}
        self._due = 0.0
        if not os.path.exists(self.path):
            return
        if not os.path.isfile(self.path):
            raise CheckpointError(f"{self.path}: a checkpoint is kept in a plain file")
        with open(self.path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > MAX_BYTES:
                raise CheckpointError(f"{self.path}: no checkpoint is as large as that")
            try:
                self._read(file.read(size))
            except MemoryError:
                raise CheckpointError(
                    f"{self.path}: takes more memory to read than there is: remove it to start anew"
                ) from None

    def known(self, search: str) -> list[Part]:
        """The parts of a search that earlier runs settled."""
        return self._parts.get(search, [])

    def keep(self, search: str) -> Callable[[list[Part]], None]:
        """What to call with the parts of a search as they are settled."""

        def keep(parts: list[Part]) -> None:
            packed = self._packed.setdefault(search, bytearray())
            room = MAX_BYTES - _HEAD - sum(map(len, self._packed.values()))
            for part in parts:
                one = msgpack.packb(part)
                room -= len(one)
                if room < 0:  # any of the parts will do
                    break
                packed += one
            if time.monotonic() >= self._due:
                self.write()

        return keep

    def write(self) -> None:
        """Write all parts settled so far.

        Raises:
            OSError: the file cannot be written.
        """
        start = time.monotonic()
        parts = msgpack.packb({search: bytes(packed) for search, packed in self._packed.items()})
        head = {"format": FORMAT, "version": VERSION, "byteorder": sys.byteorder}
        head["rules"] = str(self.rules)
        whole = {**head, "sum": hashlib.sha256(parts).digest(), "parts": parts}
        write_whole(self.path, msgpack.packb(whole))
        end = time.monotonic()
        self._due = end + _PAUSE * (end - start)

    def _read(self, data: bytes) -> None:
        try:
            whole = msgpack.unpackb(data, **_LIMITS)
        except MemoryError:
            raise
        except Exception:  # msgpack raises many kinds
            whole = None
        if not isinstance(whole, dict) or whole.get("format") != FORMAT:
            raise CheckpointError(f"{self.path}: no checkpoint of an exact search")
        if whole.get("version") != VERSION:
            raise CheckpointError(
                f"{self.path}: a checkpoint of version {reprlib.repr(whole.get('version'))}, "
                f"and this mmtree reads version {VERSION}: remove it to start anew"
            )
        if whole.get("byteorder") != sys.byteorder:
            raise CheckpointError(f"{self.path}: a checkpoint of another kind of machine")
        if whole.get("rules") != str(self.rules):
            raise CheckpointError(
                f"{self.path}: a checkpoint of rules {reprlib.repr(whole.get('rules'))}, "
                f"not of {self.rules}"
            )
        parts = whole.get("parts")
        if not isinstance(parts, bytes) or whole.get("sum") != hashlib.sha256(parts).digest():
            raise CheckpointError(f"{self.path}: damaged: remove it to start anew")
        try:
            for search, packed in msgpack.unpackb(parts, **_LIMITS).items():
                if not isinstance(search, str) or not isinstance(packed, bytes):
                    raise TypeError(search)
                self._packed[search] = bytearray(packed)
                self._parts[search] = _parts(packed, self.rules)
        except MemoryError:
            raise
        except Exception:  # whatever a file that was made up can cause
            raise CheckpointError(
                f"{self.path}: its parts cannot be read: remove it to start anew"
            ) from None


def _parts(packed: bytes, rules: Rules) -> list[Part]:
    """All parts of a search; anything else raises."""
    unpacker = msgpack.Unpacker(use_list=False, max_buffer_size=MAX_BYTES, **_LIMITS)
    unpacker.feed(packed)
    unpacker.feed(msgpack.packb(None))  # it is read as such only where the last part is whole
    parts: list[Part] = []
    for part in unpacker:
        if part is None and unpacker.tell() > len(packed):
            return parts
        parts.append(_part(part, rules))
    raise ValueError(packed[-100:])


def _part(part: Any, rules: Rules) -> Part:
    """A part as it was settled; anything else raises."""
    path, price, exact, plan = part
    first, second, third, fourth = path
    if any(type(number) is not int for number in (*path, price)):
        raise TypeError(part)  # a truth value is none, and a fraction is no price
    if type(exact) is not bool or type(plan) is not bytes:
        raise TypeError(part)
    if exact != bool(plan) or not 0 <= price <= INFINITE or len(plan) > 4 * rules.secrets:
        raise ValueError(part)
    if plan and max(memoryview(plan).cast("I")) >= rules.secrets:
        raise ValueError(part)
    for guess, feedback in ((first, second), (third, fourth)):
        if not -1 <= guess < rules.secrets or not -1 <= feedback < len(rules.feedbacks):
            raise ValueError(part)
    return (first, second, third, fourth), price, exact, plan
