"""Reads files of bounded size, and writes files completely or not at all, even after a kill."""

import errno
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import Any, BinaryIO

import msgpack

if sys.platform == "win32":
    fcntl: Any = None
else:
    import fcntl

_PIECE = 1 << 16
"""Bytes read at a time, so that a small file needs little memory."""

_TEMPORARY = re.compile(r"\.mmtree-[0-9a-f]{16}")


def read_within(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the bytes of a file; of a file larger than ``most`` bytes, one byte more than that.

    Raises:
        OSError: the file cannot be read.
    """
    data = bytearray()
    try:
        with open(path, "rb") as file:
            while piece := file.read(min(_PIECE, most + 1 - len(data))):
                data += piece
    except ValueError as error:  # a NUL byte in the name
        raise OSError(errno.EINVAL, str(error), path) from None
    return bytes(data)


def unpack(data: bytes, most: int, **limits: int) -> Any:
    """Unpack msgpack data with at most so many lists and maps, which take 64 bytes of memory each.

    Raises:
        ValueError: there are more, or a key is repeated, about which readers might disagree.
        Exception: the data is not msgpack, or exceeds a limit of ``msgpack.unpackb``.
    """
    number = count(1)

    def counted(made: Any) -> Any:
        if next(number) > most:
            raise ValueError("too many lists and maps")
        return made

    def make_map(pairs: list[tuple[Any, Any]]) -> Any:
        if len(made := dict(pairs)) < len(pairs):
            raise ValueError("a key is repeated")
        return counted(made)

    return msgpack.unpackb(data, list_hook=counted, object_pairs_hook=make_map, **limits)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file completely or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    write_pieces(path, [data])


def write_pieces(path: str | os.PathLike[str], pieces: Iterable[bytes]) -> None:
    """Write a file in pieces, completely or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # /dev/stdout and the like
        try:
            with open(path, "wb") as stream:
                stream.writelines(pieces)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        return
    write_files({path: pieces})


def write_files(files: Mapping[str | os.PathLike[str], Iterable[bytes]]) -> None:
    """Write files in pieces; all are complete before the first is put in its place.

    Raises:
        OSError: a file cannot be written.
    """
    made: list[tuple[str | os.PathLike[str], str, str]] = []  # path, temporary file, target
    path: str | os.PathLike[str] = ""
    with ExitStack() as folders:
        claimed: set[str] = set()
        try:
            for path, pieces in files.items():
                target = os.path.realpath(path)
                if os.path.exists(target) and not (os.path.isfile(target) or os.path.isdir(target)):
                    raise FileExistsError(errno.EEXIST, "is not a regular file", path)
                folder = os.path.dirname(target)
                if folder not in claimed:
                    folders.enter_context(_writing_in(folder))
                    claimed.add(folder)
                temporary = os.path.join(folder, f".mmtree-{os.urandom(8).hex()}")
                made.append((path, temporary, target))
                with _create(temporary, target) as file:
                    file.writelines(pieces)
            while made:
                path, temporary, target = made[0]
                os.replace(temporary, target)
                del made[0]
        except BaseException as error:
            for _, temporary, _ in made:
                with suppress(OSError):
                    os.unlink(temporary)
            if isinstance(error, OSError):  # names the target, not the temporary file
                raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
            raise


def _create(temporary: str, target: str) -> BinaryIO:
    """Create a file with the permissions, and if possible the owner, of the file it replaces."""
    old = None  # the umask decides
    with suppress(OSError):
        old = os.stat(target)

    def opener(path: str, flags: int) -> int:
        file = os.open(path, flags, 0o666 if old is None else 0o600)
        if old is not None and sys.platform != "win32":
            with suppress(OSError):
                os.fchown(file, old.st_uid, old.st_gid)
            with suppress(OSError):
                os.fchmod(file, old.st_mode & 0o777)
        return file

    return open(temporary, "xb", opener=opener)


@contextmanager
def _writing_in(folder: str) -> Iterator[None]:
    """Remove the temporary files of killed processes, and protect those of this one.

    All writers share a lock of the folder, which ends with the process. A process that gets the
    lock exclusively knows that no other writes, so that every temporary file is left over. If a
    folder cannot be locked (on Windows, on some network drives), they stay.
    """
    try:
        lock = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folder
        yield
        return
    try:
        with suppress(OSError):
            _share(lock, folder)
        yield
    finally:
        os.close(lock)


def _share(lock: int, folder: str) -> None:
    """Remove leftovers if no other process writes in the folder, then share its lock.

    Raises:
        OSError: the folder cannot be locked.
    """
    with suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for name in filter(_TEMPORARY.fullmatch, os.listdir(folder)):
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))
    for _ in range(100):  # a second: an exclusive owner has little to remove
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return
        time.sleep(0.01)
