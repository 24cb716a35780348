"""The certificate of a value: a file with both strategies, for a checker of its own to verify."""

from __future__ import annotations

import msgpack

from mmtree.literature.value.value import GameValue
from mmtree.tree.file import encode

FORMAT = "mmtree value"
VERSION = 1


def certificate(found: GameValue) -> bytes:
    """The bytes of the file; the same value gives the same bytes. The README here defines them."""
    rules = found.rules
    parts = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {
            "pegs": rules.pegs,
            "colors": rules.colors,
            "distinct": rules.distinct,
            "whites": rules.whites,
        },
        "value": str(found.value),
        "codemaker": [
            [name, str(chance)]
            for name, chance in zip(found.patterns, found.codemaker, strict=True)
        ],
        "codebreaker": [[str(one.weight), encode(one.tree)] for one in found.codebreaker],
    }
    return bytes(msgpack.packb(parts))
