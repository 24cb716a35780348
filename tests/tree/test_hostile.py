"""Files made to cost more than they are: none takes more than a small multiple of its size."""

import os
import threading
import tracemalloc

import msgpack
import pytest

from mmtree import Rules, TreeFileError, load, verify
from mmtree.tree.file import decode

from support.environment import TREES, linux

SMALL = (TREES / "koyama-lai-3p2c.mmtree").read_bytes()
HUGE = {"pegs": 9, "colors": 36, "distinct": False, "whites": True}


def peak(call):
    """The most bytes that Python had allocated at a time, and what the call raised, if it did."""
    tracemalloc.start()
    try:
        call()
    except TreeFileError as error:
        return tracemalloc.get_traced_memory()[1], str(error)
    finally:
        tracemalloc.stop()
    return tracemalloc.get_traced_memory()[1], ""


def wide(rules, nodes):
    """As many nodes as a file can say in so few bytes, of every answer that there is."""
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
def test_a_tree_too_short_for_its_rules_is_not_read(tmp_path, monkeypatch, first, read):
    """It is not even read, wherever it stands in the file."""
    parts = msgpack.unpackb(SMALL)
    tree = wide(Rules(9, 36), 20_000)
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
    assert most < 4 * size + 2**20  # the library's own buffer


@pytest.mark.parametrize("first", ["rules", "tree"])
def test_a_tree_of_more_nodes_than_any_has_is_not_replayed(monkeypatch, first):
    parts = msgpack.unpackb(SMALL)
    del parts["tree"]
    tree = {"tree": wide(Rules(3, 2), 1000)}
    data = msgpack.packb({**parts, **tree} if first == "rules" else {**tree, **parts})
    monkeypatch.setattr("mmtree.tree.replay.compare", None)
    with pytest.raises(TreeFileError, match="more than 16 nodes"):
        decode(data)


@pytest.mark.slow
@pytest.mark.parametrize("read", [load, verify])
def test_a_large_tree_takes_little_more_than_its_file(read):
    path = TREES / "koyama-lai-5p7c.mmtree"
    most, refused = peak(lambda: read(path))
    assert not refused
    assert most < 12 * path.stat().st_size


@pytest.mark.parametrize("place", ["format", "version", "rules", "strategy", "proof", "claim"])
@pytest.mark.parametrize("opened", [b"\x91", b"\x81\xa1a"], ids=["arrays", "maps"])
def test_values_nested_as_deep_as_the_library_reads_them(place, opened):
    at = SMALL.index(place.encode()) + len(place)
    for depth in (500, 900, 1000, 1020, 1023, 1024, 1025):
        with pytest.raises(TreeFileError):
            decode(SMALL[:at] + opened * depth + b"\xc0" + SMALL[at + 1 :])


@pytest.mark.slow(after=1)
@linux
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full"])
def test_a_device_without_end_ends(path):
    if not os.path.exists(path):
        pytest.skip(f"{path} is Linux's")
    for read in (load, verify):
        with pytest.raises(TreeFileError, match="larger than 67108864 bytes"):
            read(path)


def test_an_empty_device_is_no_tree():
    with pytest.raises(TreeFileError, match="truncated"):
        load(os.devnull)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_read_to_its_end(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[SMALL]).start()
    assert load(tmp_path / "pipe").total == 18
