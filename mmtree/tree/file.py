"""Reads and writes tree files, each one msgpack map; trees/README.md defines the format."""

import os
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import msgpack

from mmtree.arguments import expect
from mmtree.errors import TreeError, TreeFileError
from mmtree.files import read_within, write_whole
from mmtree.tree import ready_made
from mmtree.tree.provenance import check_words
from mmtree.tree.ready_made import is_certified, is_ready_made
from mmtree.tree.tree import StrategyTree

if TYPE_CHECKING:  # saving a tree needs no reader
    from mmtree.tree.reader import Head


def save(tree: StrategyTree, path: str | os.PathLike[str]) -> None:
    """Write a tree file, whole or not at all.

    Raises:
        TreeError: the name or an option of its strategy is not allowed in a tree file.
        OSError: the file cannot be written.
        TypeError: the tree is not a StrategyTree, or the path is not a path.
    """
    expect(StrategyTree, tree, "tree", "a StrategyTree, as build_tree returns")
    check_words(tree.strategy)
    write_whole(os.fsdecode(path), encode(tree))


def load(path: str | os.PathLike[str], *, replay: bool = True) -> StrategyTree:
    """Read a tree file and check everything that a player relies on.

    Args:
        path: the file or, if no such file exists, the name of a ready-made tree: ``knuth-4p6c``.
        replay: False postpones the slow part of the check until a figure of the tree is needed:
            that every secret is found, and that claim and proof agree with the tree.

    Raises:
        TreeFileError: the path is neither a file nor a ready-made tree, or the file cannot be
            read, is not a strategy tree of this format, or claims wrong figures.
        TypeError: the path is not a path.
    """
    name = os.fsdecode(path)
    return decode(_read(name), name, replay=replay)


def load_head(path: str | os.PathLike[str]) -> "Head":
    """Read rules, strategy, proof and claim of a tree file, without its nodes.

    Raises:
        TreeFileError: as for :func:`load`, which takes the same paths.
        TypeError: the path is not a path.
    """
    from mmtree.tree.reader import Reader

    name = os.fsdecode(path)
    data = _read(name)
    return Reader(data, name).head()[0]._replace(certified=is_certified(_digest(data)))


def encode(tree: StrategyTree) -> bytes:
    """Encode a tree as the bytes of a tree file; the same tree gives the same bytes."""
    packer = msgpack.Packer(autoreset=False)
    rules = tree.rules.to_map()
    head = {
        "format": "mmtree",
        "version": 2 if "kind" in rules else 1,
        "rules": rules,
        "strategy": {
            "name": tree.strategy.name,
            "options": dict(sorted(tree.strategy.options.items())),
        },
        "proof": tree.proof
        and {name: value for name, value in asdict(tree.proof).items() if value is not None},
        "claim": tree.provenance.figures.to_map(),
    }
    packer.pack_map_header(len(head) + 1)
    for key, value in head.items():
        packer.pack(key)
        packer.pack(value)
    packer.pack("tree")
    for index, guess in enumerate(tree.guess):
        if index:
            packer.pack(tree.feedback[index])
        if tree.extent[index] > 1:
            branches = sum(1 for _ in tree.child_indices(index))
            packer.pack_array_header(1 + 2 * branches)
        packer.pack(guess)
    return bytes(packer.bytes())


def checksum(tree: StrategyTree) -> str:
    """Return the SHA-256 of the file that mmtree writes for a tree, in hexadecimal digits."""
    return _digest(encode(tree))


def _digest(data: bytes) -> str:
    import hashlib  # takes as long as all of click, and a build needs none

    return hashlib.sha256(data).hexdigest()


def decode(data: bytes, path: str = "tree", *, replay: bool = True) -> StrategyTree:
    """Decode the bytes of a tree file; ``path`` and ``replay`` are as in :func:`load`.

    Raises:
        TreeFileError: the bytes are not a strategy tree of this format.
    """
    from mmtree.tree.reader import MAX_BYTES, Reader

    if len(data) > MAX_BYTES:
        raise TreeFileError(path, f"larger than {MAX_BYTES} bytes")
    tree = Reader(data, path).tree()
    digest = _digest(data)
    tree.provenance = replace(
        tree.provenance, verified=is_ready_made(digest), proved=is_certified(digest)
    )
    if replay:
        try:
            _ = tree.figures
        except TreeError as error:
            raise TreeFileError(path, str(error)) from None
    return tree


def _read(name: str) -> bytes:
    """Return the bytes of a file or, if it does not exist, of the ready-made tree of that name."""
    from mmtree.tree.reader import MAX_BYTES

    place = name if os.path.lexists(name) else ready_made.path(name) or name
    try:
        return read_within(place, MAX_BYTES)
    except FileNotFoundError as error:
        missing = ready_made.describe_missing(name)
        reason = missing or error.strerror or str(error)
        is_named = missing is not None and place == name
        raise TreeFileError(name, reason, is_named=is_named) from None
    except OSError as error:
        raise TreeFileError(name, error.strerror or str(error)) from None
