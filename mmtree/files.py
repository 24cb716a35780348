"""Writes files whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from secrets import token_hex


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file so that it is there whole or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    write_pieces(path, [data])


def write_pieces(path: str | os.PathLike[str], pieces: Iterable[bytes]) -> None:
    """Write a file, made piece by piece, so that it is there whole or not at all.

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
    write_together({path: pieces})


def write_together(files: Mapping[str | os.PathLike[str], Iterable[bytes]]) -> None:
    """Write files, each made piece by piece: all are made before one is put in its place.

    Raises:
        OSError: one of them cannot be written.
    """
    made: list[tuple[str | os.PathLike[str], str, str]] = []  # path, temporary file, target
    path: str | os.PathLike[str] = ""
    try:
        for path, pieces in files.items():
            target = os.path.realpath(path)
            if os.path.exists(target) and not (os.path.isfile(target) or os.path.isdir(target)):
                raise FileExistsError(errno.EEXIST, "is no regular file", path)
            temporary = os.path.join(os.path.dirname(target), f".mmtree-{token_hex(8)}")
            made.append((path, temporary, target))
            with open(temporary, "xb") as file:
                file.writelines(pieces)
        while made:
            path, temporary, target = made[0]
            os.replace(temporary, target)
            del made[0]
    except BaseException as error:
        for _, temporary, _ in made:
            with suppress(OSError):
                os.unlink(temporary)
        if isinstance(error, OSError):  # about the file that was meant, not the temporary one
            raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        raise
