"""The tree file: the same tree gives the same bytes, and invalid files are refused."""

import random
import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import StrategyTree, TreeError, TreeFileError, load, save
from mmtree.strategies.builder import build_tree
from mmtree.tree.file import decode, encode
from mmtree.tree.provenance import CLUSTER, Proof, Strategy

from support.environment import TREES, python

SMALL = (TREES / "koyama-lai-3p2c.mmtree").read_bytes()
KNUTH = (TREES / "knuth-4p6c.mmtree").read_bytes()


def small(**changes):
    """Return the bytes of the small tree with top-level values replaced ("drop" removes one)."""
    parts = {**msgpack.unpackb(SMALL), **changes}
    return msgpack.packb({key: value for key, value in parts.items() if value != "drop"})


def rules(**changes):
    """Return the bytes of the small tree with other rules."""
    return small(rules={"pegs": 3, "colors": 2, "distinct": False, "whites": True, **changes})


def strategy(name, **options):
    return small(strategy={"name": name, "options": options})


PROOF = {"objective": "expected", "lower_bound": 18, "upper_bound": 18}


def proof(**changes):
    return small(proof={**PROOF, **changes})


def claim(**changes):
    return small(claim={"secrets": 8, "total": 18, "max": 3, "histogram": [1, 4, 3], **changes})


def four(tree):
    """Return a file for the four secrets of 2p2c; [1, 2, 2, 10, [0, 0, 3]] finds them all."""
    return small(
        rules={"pegs": 2, "colors": 2, "distinct": False, "whites": True},
        proof=None,
        claim={"secrets": 4, "total": 8, "max": 3, "histogram": [1, 2, 1]},
        tree=tree,
    )


def test_saved_tree_is_loaded_unchanged(tmp_path, knuth):
    save(knuth, tmp_path / "again.mmtree")
    again = load(tmp_path / "again.mmtree")
    assert (tmp_path / "again.mmtree").read_bytes() == KNUTH
    names = "rules", "strategy", "proof", "provenance", "guess", "feedback", "extent", "consistent"
    for name in names:
        assert getattr(again, name) == getattr(knuth, name)


@pytest.mark.parametrize("name", ["", "Knuth", "random, proved optimal", "k\u043eyama-lai"])
def test_tree_with_invalid_name_is_not_saved(tmp_path, knuth, name):
    tree = StrategyTree(knuth.rules, Strategy(name), knuth.guess, knuth.feedback, knuth.extent)
    with pytest.raises(TreeError, match="is not a plain word"):
        save(tree, tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_msgpack_library_reads_the_documented_map():
    parts = msgpack.unpackb(SMALL)
    assert parts == {
        "format": "mmtree",
        "version": 1,
        "rules": {"pegs": 3, "colors": 2, "distinct": False, "whites": True},
        "strategy": {"name": "koyama-lai", "options": {}},
        "proof": PROOF,
        "claim": {"secrets": 8, "total": 18, "max": 3, "histogram": [1, 4, 3]},
        "tree": parts["tree"],
    }
    assert parts["tree"][:2] == [1, 2]  # AAB, and its branch for two white pegs


def test_order_of_keys_and_width_of_numbers_do_not_matter():
    parts = msgpack.unpackb(SMALL)
    assert encode(decode(msgpack.packb(dict(reversed(parts.items()))))) == SMALL
    wide = SMALL.replace(b"\xa6colors\x02", b"\xa6colors\xcf\0\0\0\0\0\0\0\x02")
    assert encode(decode(wide)) == SMALL


@pytest.mark.parametrize("rules", ["9p2c", "2p36c", "3p6c-distinct", "4p4c-black", "1p2c"])
def test_trees_of_all_rules_round_trip(rules):
    data = encode(build_tree("lexicographic", rules))
    assert encode(decode(data)) == data


def test_proof_of_a_cluster_keeps_its_mark():
    marked = decode(proof(searched_by="cluster"))
    assert marked.proof == Proof("expected", 18, 18, CLUSTER)
    assert str(marked.proof) == "proved optimal by a cluster's search (expected)"
    assert msgpack.unpackb(encode(marked))["proof"] == {**PROOF, "searched_by": "cluster"}
    between = Proof("expected", 17, 18, CLUSTER)
    assert (
        str(between)
        == "at most 5.89 % above the least, proved by a cluster's search (expected: 17 to 18)"
    )


WRONG = [
    (b"", "the file is empty, not a tree file"),
    (b"\x87", "truncated"),
    (b"GIF89a", "not a msgpack tree file"),
    (b"\x01", "not a msgpack tree file"),
    (b"\xc1", "not a msgpack tree file"),
    (SMALL + b"\0", "more bytes follow"),
    (small(format="tree"), "format 'tree' is not 'mmtree'"),
    (small(version=3), "version 3 is not 1 or 2: update mmtree"),
    (small(version=2), "rules 3p2c do not belong to version 2"),
    (small(version=True), "version True is not 1"),
    (small(version="1"), "version '1' is not 1"),
    (small(claim="drop"), "file is not a map of format, version"),
    (small(extra=1), "key 'extra' is unknown or occurs twice"),
    (small(rules=[3, 2]), "rules are not a map"),
    (small(rules={"pegs": 3, "colors": 2}), "rules are not written as mmtree"),
    (rules(pegs=0), "0 pegs"),
    (rules(pegs="3"), "pegs '3': give a"),
    (rules(distinct=0), "True or False"),
    (strategy(7), "strategy is not a name"),
    (strategy(""), "name '' of the strategy is not a plain word"),
    (strategy("a\nb"), r"name 'a\\nb' of the strategy is not a plain"),
    (strategy("x" * 41), "is not a plain word of at most 40 characters"),
    (strategy("x" * 60000), r"name 'x{59} of the strategy is no"),
    (strategy("x", **{"a b": 1}), "option 'a b' of the strategy is no"),
    (small(strategy={"name": "x", "options": {1: 1}}), "not a msgpack tree file"),
    (strategy("x", opening=True), "opening is not a code"),
    (strategy("x", a="1), proved"), r"value '1\), proved' of the str"),
    (strategy("knuth", seed=1.5), "an option of the strategy"),
    (strategy("x", direction="\x1b[2J"), r"value '\\x1b\[2J' of"),
    (strategy("knuth", opening=8), "opening is not a code"),
    (strategy("knuth", opening="A"), "opening is not a code"),
    (small(proof=7), "proof is not a map"),
    (proof(lower_bound=2, upper_bound=1), "bounds 2 and 1"),
    (proof(lower_bound=0), "bounds 0 and 18: the lower one must be first and at least 1"),
    (proof(lower_bound=1.5), "two whole numbers"),
    (proof(searched_by="me"), "searched_by of the proof is 'me', not 'cluster'"),
    (proof(searched_by=None), "searched_by of the proof is None,"),
    (proof(searched_by=["cluster"]), "searched_by of the proof is \\["),
    (small(proof={"searched_by": "cluster"}), "proof is not a map of objective"),
    (claim(histogram=8), "whole numbers"),
    (claim(total=-1), "whole numbers"),
    (small(tree=None), "too short for the 8 secrets of 3p2c"),
    (four([None, 2, 2, 10, [0, 0, 3]]), "a code is not a number"),
    (four([-1, 2, 2, 10, [0, 0, 3]]), "a code is not a number"),
    (four([2**63, 2, 2, 10, [0, 0, 3]]), "a code is not a number"),
    (four([1.0, 2, 2, 10, [0, 0, 3]]), "a code is not a number"),
    (four([{"a": 1}, 2, 2, 10, [0, 0, 3]]), "a code is not a number"),
    (four([[1], 2, 2, 10, [0, 0, 3]]), "a code is not a number"),
    (four([1, 2, [], 10, [0, 0, 3]]), "a node of 0 items"),
    (four([1, 2, [2], 10, [0, 0, 3]]), "a node of 1 item:"),
    (four([1, 2, [2, 0], 10, [0, 0, 3]]), "a node of 2 items"),
    (four([1, *[0] * 600]), "a node of 601 items"),
    (four([1, [2], 2, 10, [0, 0, 3]]), "a feedback is not a number"),
    (four([1, 300, 2, 10, [0, 0, 3]]), "a feedback is not a number"),
    (four([4, 2, 2, 10, [0, 0, 3]]), "4 is not the number of a code"),
    (four([1, 2, 2, 10, [0, 20, 3]]), "feedback 20 cannot lead to a branch"),
    (four([1, 2, 2, 11, [0, 0, 3]]), "feedback 11 cannot lead to a branch"),
    (four([1, 10, 2, 10, [0, 0, 3]]), "the last guess 2 contradicts"),
    (four([1, 10, [0, 0, 3], 10, 2]), "branch 10 follows branch 10"),
    (four([1, 10, [0, 0, 3], 2, 2]), "branch 2 follows branch 10"),
    (four([1, 2, 2, 10, [1, 10, [0, 0, 3]]]), "guess 1 splits nothing"),
    (four([1, 2, 0, 10, [0, 0, 3]]), "contradicts the feedback"),
    (four([1, 10, [0, 0, 3]]), "only 3 nodes for the 4 secrets of 2p2c"),
    (four(1), "too short for the 4 secrets of 2p2c"),
]


@pytest.mark.parametrize(("data", "reason"), WRONG)
def test_invalid_files_are_refused_with_path_and_reason(tmp_path, data, reason):
    path = tmp_path / "wrong.mmtree"
    path.write_bytes(data)
    with pytest.raises(TreeFileError, match=reason) as refused:
        load(path)
    assert refused.value.path == str(path)
    assert str(refused.value) == f"{path}: {refused.value.reason}"
    assert "\n" not in str(refused.value)


def test_tree_without_some_secrets_is_refused():
    parts = msgpack.unpackb(KNUTH)
    del parts["tree"][2][-2:]  # the last branch after the first answer
    with pytest.raises(TreeFileError, match=r"only 12\d\d of the 1296 secrets of 4p6c are found"):
        decode(msgpack.packb(parts))


FALSE = {
    "total": ({"claim": {"total": 8}}, "claims total 8, but has 18"),
    "max": ({"claim": {"max": 1}}, "claims max 1, but has 3"),
    "secrets": ({"claim": {"secrets": 0}}, "claims secrets 0, but has 8"),
    "histogram": ({"claim": {"histogram": []}}, r"claims histogram \(\), but has \(1, 4, 3\)"),
    "a long histogram": ({"claim": {"histogram": [7] * 1000}}, r"claims histogram \(7, 7, .{,80}$"),
    "price": ({"proof": {"upper_bound": 19}}, "its proof has the price 19, but the tree costs 18"),
    "price at the max": (
        {"proof": {"objective": "expected, then least max, then fewest at it"}},
        r"its proof has the price 18, but the tree costs 1488",
    ),
    "at most": (
        {"proof": {"objective": "expected, at most 2"}},
        "its proof is for at most 2 guesses, but the tree takes 3",
    ),
    "opening": (
        {"proof": {"objective": "expected, opened AAA"}},
        "its proof is for trees opened AAA, but the tree opens AAB",
    ),
    "objective": ({"proof": {"objective": "fun"}}, "its proof has an unknown objective 'fun'"),
}


@pytest.mark.parametrize(("changes", "reason"), FALSE.values(), ids=FALSE)
def test_replay_refuses_false_claims_and_proofs(changes, reason):
    parts = msgpack.unpackb(SMALL)
    for key, change in changes.items():
        parts[key].update(change)
    data = msgpack.packb(parts)
    with pytest.raises(TreeFileError, match=reason) as refused:
        decode(data)
    assert len(str(refused.value)) < 200
    unplayed = decode(data, replay=False)
    assert encode(unplayed) == data
    with pytest.raises(TreeError):
        _ = unplayed.figures


def test_unreadable_paths_are_refused(tmp_path):
    for path in (tmp_path / "none", tmp_path, "nul\0byte"):
        with pytest.raises(TreeFileError):
            load(path)


@pytest.mark.parametrize("data", [SMALL, KNUTH], ids=["small", "knuth"])
def test_truncated_files_are_refused(data):
    for end in range(0, len(data), 1 if data is SMALL else 97):
        with pytest.raises(TreeFileError):
            decode(data[:end])


def is_refused_or_round_trips(data):
    """Return whether the bytes are refused in one line, or are a valid tree that round-trips."""
    try:
        tree = decode(data)
    except TreeFileError as error:
        return "\n" not in str(error)
    return (
        encode(decode(encode(tree))) == encode(tree) and tree.figures.secrets == tree.rules.secrets
    )


@pytest.mark.slow
def test_every_changed_byte_is_refused_or_harmless():
    for at in range(len(SMALL)):
        for value in range(256):
            assert is_refused_or_round_trips(SMALL[:at] + bytes([value]) + SMALL[at + 1 :])


def test_random_damage_is_refused_or_harmless():
    numbers = random.Random(1)
    for _ in range(300):
        data = bytearray(KNUTH)
        for _ in range(numbers.randrange(1, 6)):
            start = numbers.randrange(len(data))
            data[start : start + numbers.randrange(4)] = numbers.randbytes(numbers.randrange(4))
        assert is_refused_or_round_trips(bytes(data))


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_refused_or_a_tree(data):
    assert is_refused_or_round_trips(data)
    assert is_refused_or_round_trips(SMALL[:20] + data)


@given(st.recursive(st.integers(-1, 40), lambda inner: st.lists(inner, max_size=6), max_leaves=40))
def test_arbitrary_nested_numbers_are_refused_or_a_tree(tree):
    assert is_refused_or_round_trips(small(tree=tree))


HOSTILE = {
    "an array that announces four thousand million items": b"\xdd\xff\xff\xff\xff",
    "a map that announces as many": b"\xdf\xff\xff\xff\xff",
    "a text of 4 GB": b"\xdb\xff\xff\xff\xff",
    "bytes of 4 GB": b"\xc6\xff\xff\xff\xff",
    "an extension of 4 GB": b"\xc9\xff\xff\xff\xff\x01",
    "arrays nested a million deep": b"\x91" * 1_000_000,
    "arrays of 999 nested a million deep": b"\xdc\x03\xe7" * 1_000_000,
    "maps nested a million deep": b"\x81\xa1a" * 300_000,
    "a timestamp out of range": b"\xd7\xff" + b"\xff" * 8,
}


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("place", ["format", "rules", "tree", "deep in the tree"])
def test_announced_sizes_cost_no_memory(value, place):
    if place == "deep in the tree":
        data = SMALL[:-3] + value
    else:
        at = SMALL.index(place.encode()) + len(place)
        data = SMALL[:at] + value + SMALL[at + 1 :]
    tracemalloc.start()
    with pytest.raises(TreeFileError):
        decode(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000 + 60 * len(data)


def test_too_deep_tree_is_refused():
    nested = 0
    for _ in range(10):
        nested = [0, 1, nested]
    with pytest.raises(TreeFileError, match="11 guesses in a row: deeper than any tree of 3p2c"):
        decode(small(tree=nested))


def test_too_large_file_is_refused(monkeypatch):
    monkeypatch.setattr("mmtree.tree.reader.MAX_BYTES", 100)
    with pytest.raises(TreeFileError, match="larger than 100 bytes"):
        load(TREES / "koyama-lai-3p2c.mmtree")


def test_repeated_key_is_refused():
    """Other readers might use the first value instead of the last."""
    twice = SMALL.replace(b"\x84\xa4pegs\x03", b"\x85\xa4pegs\x07\xa4pegs\x03")
    with pytest.raises(TreeFileError, match="not a msgpack tree file"):
        decode(twice)
    with pytest.raises(TreeFileError, match="key 'format' is unknown or occurs twice"):
        decode(b"\x88" + SMALL[1:15] + SMALL[1:])


@pytest.mark.parametrize("msgpack_in", ["compiled", "Python"])
def test_compiled_and_pure_python_msgpack_agree(msgpack_in):
    code = f"""
from mmtree.tree.file import decode, encode
data = {SMALL!r}
assert encode(decode(data)) == data
for end in range(len(data)):
    try:
        decode(data[:end])
    except ValueError:
        continue
    raise AssertionError(end)
"""
    ended = python("-c", code, MSGPACK_PUREPYTHON="1" if msgpack_in == "Python" else "")
    assert (ended.returncode, ended.stderr) == (0, "")
