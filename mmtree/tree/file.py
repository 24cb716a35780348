"""The tree file: one msgpack map. trees/README.md defines it for readers in any language."""

from __future__ import annotations

import hashlib
import os
from array import array

import msgpack

from mmtree.arguments import expect
from mmtree.errors import TreeError, TreeFileError
from mmtree.files import read_within, write_whole
from mmtree.tree import ready_made
from mmtree.tree.reader import FORMAT, MAX_BYTES, VERSION, Head, Reader, check_words
from mmtree.tree.ready_made_digests import READY_MADE
from mmtree.tree.tree import CLUSTER, StrategyTree


def save(tree: StrategyTree, path: str | os.PathLike[str]) -> None:
    """Write a tree file, whole or not at all.

    Raises:
        TreeError: a name in its strategy is none that a tree file can hold.
        OSError: the file cannot be written.
        TypeError: the tree is no StrategyTree, or the path no path.
    """
    expect(StrategyTree, tree, "tree", "a StrategyTree, as build_tree returns")
    check_words(tree.strategy)
    write_whole(os.fsdecode(path), encode(tree))


def load(path: str | os.PathLike[str], *, replay: bool = True) -> StrategyTree:
    """Read a tree file and check everything a player relies on.

    Args:
        path: the file; where there is none, the name of a ready-made tree, as ``knuth-4p6c``.
        replay: False leaves out the check that every secret is found, and that claim and proof
            agree with what is counted (the slow part); the tree makes it when it is first asked
            for a figure.

    Raises:
        TreeFileError: the file cannot be read, is not a strategy tree of this format, or claims
            figures that it does not have; or it is neither a file nor a ready-made tree.
        TypeError: the path is no path.
    """
    name = os.fsdecode(path)
    return decode(_read(name), name, replay=replay)


def load_head(path: str | os.PathLike[str]) -> Head:
    """What a tree file says beside its nodes, which are not read: rules, strategy, proof, claim.

    Raises:
        TreeFileError: as :func:`load`, to which the path is given likewise.
        TypeError: the path is no path.
    """
    name = os.fsdecode(path)
    return Reader(_read(name), name).head()[0]


def encode(tree: StrategyTree) -> bytes:
    """The bytes of a tree file; the same tree gives the same bytes."""
    packer = msgpack.Packer(autoreset=False)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {
            "pegs": tree.rules.pegs,
            "colors": tree.rules.colors,
            "distinct": tree.rules.distinct,
            "whites": tree.rules.whites,
        },
        "strategy": {
            "name": tree.strategy.name,
            "options": dict(sorted(tree.strategy.options.items())),
        },
        "proof": None
        if tree.proof is None
        else {
            "objective": tree.proof.objective,
            "lower_bound": tree.proof.lower_bound,
            "upper_bound": tree.proof.upper_bound,
            **({"searched_by": CLUSTER} if tree.proof.searched_by else {}),
        },
        "claim": {
            "secrets": tree.claim.secrets,
            "total": tree.claim.total,
            "max": tree.claim.max,
            "histogram": list(tree.claim.histogram),
        },
    }
    packer.pack_map_header(len(head) + 1)
    for key, value in head.items():
        packer.pack(key)
        packer.pack(value)
    packer.pack("tree")
    branches = _branches(tree)
    for index, guess in enumerate(tree.guess):
        if index:
            packer.pack(tree.feedback[index])
        if branches[index]:
            packer.pack_array_header(1 + 2 * branches[index])
        packer.pack(guess)
    return bytes(packer.bytes())


def checksum(tree: StrategyTree) -> str:
    """The SHA-256 of the file that mmtree writes for a tree, in hexadecimal digits."""
    return hashlib.sha256(encode(tree)).hexdigest()


def decode(data: bytes, path: str = "tree", *, replay: bool = True) -> StrategyTree:
    """Read the bytes of a tree file; ``path`` and ``replay`` as in :func:`load`.

    Raises:
        TreeFileError: the bytes are not a strategy tree of this format.
    """
    if len(data) > MAX_BYTES:
        raise TreeFileError(path, f"larger than {MAX_BYTES} bytes")
    tree = Reader(data, path).tree()
    tree.trusted = hashlib.sha256(data).hexdigest() in READY_MADE
    if replay:
        try:
            _ = tree.figures
        except TreeError as error:
            raise TreeFileError(path, str(error)) from None
    return tree


def _read(name: str) -> bytes:
    """The bytes of a file or, where there is none, of the ready-made tree of that name."""
    place = name if os.path.lexists(name) else ready_made.path(name) or name
    try:
        return read_within(place, MAX_BYTES)
    except FileNotFoundError as error:
        reason = ready_made.missing(name) or error.strerror or str(error)
        raise TreeFileError(name, reason) from None
    except OSError as error:
        raise TreeFileError(name, error.strerror or str(error)) from None


def _branches(tree: StrategyTree) -> array[int]:
    """Number of branches of each node."""
    branches = array("B", bytes(len(tree)))
    path: list[int] = []
    for index, depth in tree.walk():
        del path[depth:]
        if path:
            branches[path[-1]] += 1
        path.append(index)
    return branches
