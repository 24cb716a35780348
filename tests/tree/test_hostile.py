"""Hostile files take no more memory than a small multiple of their size."""

import os
import threading
import tracemalloc

import msgpack
import pytest

from mmtree import MmtreeError, TreeFileError, load, table_rules, verify, word_rules
from mmtree.game.peg_rules import PegRules
from mmtree.game.read_rules import from_map
from mmtree.research.check.value import read as read_certificate
from mmtree.search.checkpoint import Checkpoint
from mmtree.tree.file import decode

from support.environment import TREES, linux

SMALL = (TREES / "koyama-lai-3p2c.mmtree").read_bytes()
HUGE = {"pegs": 9, "colors": 36, "distinct": False, "whites": True}


def peak(call):
    """Return the peak of allocated bytes during a call, and its error message or an empty text."""
    tracemalloc.start()
    try:
        call()
    except MmtreeError as error:
        return tracemalloc.get_traced_memory()[1], str(error)
    finally:
        tracemalloc.stop()
    return tracemalloc.get_traced_memory()[1], ""


def wide_tree(rules, nodes):
    """Return a tree of many nodes in few bytes: every node has a branch for every feedback."""
    tree = [0]
    waiting = [tree]
    while nodes > 0:
        node = waiting.pop(0)
        for value in rules.feedbacks[:-1]:
            node += [value, [0]]
            waiting.append(node[-1])
        nodes -= len(rules.feedbacks) - 1
    for node in waiting:
        node += [0, 0, 10, 0]
    return tree


@pytest.mark.parametrize("first", ["rules", "tree"])
@pytest.mark.parametrize("read", [load, verify])
def test_tree_too_short_for_its_rules_is_not_read(tmp_path, monkeypatch, first, read):
    """The tree is before or after the rules in the file."""
    parts = msgpack.unpackb(SMALL)
    tree = wide_tree(PegRules(9, 36), 20_000)
    del parts["tree"], parts["rules"]
    parts = (
        {"rules": HUGE, **parts, "tree": tree}
        if first == "rules"
        else {"tree": tree, **parts, "rules": HUGE}
    )
    path = tmp_path / "a"
    path.write_bytes(msgpack.packb(parts))
    size = path.stat().st_size
    monkeypatch.setattr("mmtree.tree.reader.Reader.integer", None)
    most, refused = peak(lambda: read(path))
    assert refused == f"{path}: too short for the {36**9} secrets of 9p36c"
    assert most < 4 * size + 2**20  # msgpack has a buffer of its own


@pytest.mark.parametrize("first", ["rules", "tree"])
def test_tree_with_too_many_nodes_is_not_replayed(monkeypatch, first):
    parts = msgpack.unpackb(SMALL)
    del parts["tree"]
    tree = {"tree": wide_tree(PegRules(3, 2), 1000)}
    data = msgpack.packb({**parts, **tree} if first == "rules" else {**tree, **parts})
    monkeypatch.setattr("mmtree.game.rules.Rules.prepare", None)
    with pytest.raises(TreeFileError, match="more than 16 nodes"):
        decode(data)


def nested(item):
    """Return a tree file, checkpoint and certificate, in each a million times this value."""
    many = [[item] * 100] * 100
    table = {"kind": "table", "name": "a", "end": "guessed", "secrets": [], "answers": [many] * 100}
    rules = {"pegs": 3, "colors": 2, "distinct": False, "whites": True}
    files = (
        msgpack.unpackb(SMALL) | {"version": 2, "rules": {**table, "questions": [], "cells": b""}},
        {"format": "mmtree checkpoint", "version": 4, "parts": {"a": [many] * 100}},
        {"format": "mmtree value", "version": 1, "rules": rules, "codebreaker": [many] * 100},
    )
    return map(msgpack.packb, files)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("item", [[], {}, [0]], ids=repr)
def test_millions_of_lists_and_maps_are_not_built(tmp_path, item):
    path = tmp_path / "a"
    for read, data in zip(
        (load, lambda path: Checkpoint(path, None), read_certificate), nested(item), strict=True
    ):
        path.write_bytes(data)
        most, refused = peak(lambda read=read: read(os.fspath(path)))
        assert refused
        assert most < 4 * len(data) + 12_000_000


@pytest.mark.slow
@pytest.mark.parametrize("read", [load, verify])
def test_memory_is_in_proportion_to_the_file(read):
    path = TREES / "koyama-lai-4p8c.mmtree"
    most, refused = peak(lambda: read(path))
    assert not refused
    assert most < 12 * path.stat().st_size


def test_largest_lists_and_tables_are_read_in_little_memory():
    """The cells of a table are not taken apart, and a list ends after the most words allowed."""
    names = [f"{place:04}" for place in range(2000)]
    table = table_rules(["q"], ["a", "b"], [["no", "yes"]])
    cells = bytes(at // 2000 >> at % 2000 % 11 & 1 for at in range(2000 * 2000))
    large = {"secrets": names, "questions": [f"q{name}" for name in names], "cells": cells}
    most, refused = peak(lambda: from_map(table.to_map() | large))
    assert refused == "table: no question distinguishes '0000' from '0011'"
    assert most < 3 * len(cells)
    words = word_rules(["ab", "ba"]).to_map() | {"secrets": "ab " * 2_000_000}
    most, refused = peak(lambda: from_map(words))
    assert refused.startswith("more than 100000")
    assert most < 20_000_000


@pytest.mark.parametrize("place", ["format", "version", "rules", "strategy", "proof", "claim"])
@pytest.mark.parametrize("opened", [b"\x91", b"\x81\xa1a"], ids=["arrays", "maps"])
def test_deeply_nested_values_are_refused(place, opened):
    at = SMALL.index(place.encode()) + len(place)
    for depth in (500, 900, 1000, 1020, 1023, 1024, 1025):
        with pytest.raises(TreeFileError):
            decode(SMALL[:at] + opened * depth + b"\xc0" + SMALL[at + 1 :])


@pytest.mark.slow(after=1)
@linux
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full"])
def test_reading_an_endless_device_ends(path):
    if not os.path.exists(path):
        pytest.skip(f"{path} is Linux's")
    for read in (load, verify):
        with pytest.raises(TreeFileError, match="larger than 67108864 bytes"):
            read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_tree_is_read_from_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[SMALL]).start()
    assert load(tmp_path / "pipe").total == 18
