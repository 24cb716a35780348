"""Checkpoints: a search that was stopped in any way resumes and gives the same tree."""

import copy
import hashlib
import os
import random
import signal
import subprocess
import sys
import time
import tracemalloc
from functools import cache, reduce
from unittest.mock import Mock

import msgpack
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import (
    CheckpointError,
    KernelError,
    PegRules,
    StrategyError,
    build_tree,
    parse_rules,
    word_rules,
)
from mmtree.game.objective import Objective
from mmtree.game.read_rules import weigh
from mmtree.search.checkpoint import MAX_BYTES, Checkpoint
from mmtree.search.progress import SearchStatus
from mmtree.search.solved_parts import PART, SolvedParts
from mmtree.tree.file import encode

from support.environment import TREES, linux, needs_native
from support.synthetic_words import synthetic_words

RULES = "4p7c"
WORDS = word_rules(*synthetic_words(300, 800))
WEIGHTED = parse_rules("4p4c").weighted([1 + place % 5 for place in range(256)])
SEARCH = "Prices(unit=1, last=None, surcharge=0)"
PARTS = [  # path, price and plan; without a plan, the price is only a bound
    ((1, 2, -1, -1), 30, [5, 7]),
    ((1, 3, 17, 4), 8, []),
    ((6, 0, -1, -1), 1 << 50, []),
]


def pack(parts):
    """Return parts in the packed form of the native kernel."""
    parts = list(parts)
    records = np.array([(*way, price, len(plan)) for way, price, plan in parts], PART)
    plans = [guess for _, _, plan in parts for guess in plan]
    return records.tobytes(), np.array(plans, np.uint32).tobytes()


def unpack(pair):
    """Return the parts of a packed pair."""
    parts, plans = SolvedParts.unpack(pair), []
    guesses = iter(parts.plans.tolist())
    for *way, price, length in parts.records.tolist():
        plans.append((tuple(way), price, [next(guesses) for _ in range(length)]))
    return plans


@pytest.fixture(scope="module")
def search(tmp_path_factory):
    """Searches without interruption: search(rules) returns the bytes of the tree and a checkpoint."""

    @cache
    def search(rules):
        path = tmp_path_factory.mktemp("whole") / "a"
        return encode(build_tree("koyama-lai", rules, checkpoint=path)), path

    return search


@pytest.fixture
def whole(search):
    """The bytes of a checkpoint."""
    return search(RULES)[1].read_bytes()


@pytest.fixture
def start(tmp_path, spawn):
    """Starts a build with a checkpoint in a process of its own: start(jobs, option, …)."""

    def run(jobs, *more):
        command = [sys.executable, "-m", "mmtree", "build", "--strategy", "koyama-lai"]
        command += ["--rules", RULES, "--jobs", str(jobs), "--checkpoint", "a", "-o", "a.mmtree"]
        return spawn([*command, *more], cwd=tmp_path)

    return run


@pytest.mark.slow
@linux
@needs_native
@pytest.mark.parametrize(("jobs", "weights"), [(1, ""), (2, ""), (2, "AAA,9\nABC,90\n*,1\n")])
def test_resume_after_kill_gives_same_bytes(tmp_path, start, jobs, weights):
    """A build is killed up to four times; the last run writes the bytes of an unharmed one."""
    moments = random.Random(jobs)
    spent = [0.0]
    more = ["--rules", "3p13c", *(("--below", "13470") if jobs == 2 and not weights else ())]
    rules, whole = parse_rules("3p13c"), (TREES / "koyama-lai-3p13c.mmtree").read_bytes()
    if weights:
        (tmp_path / "weights").write_text(weights)
        more = ["--rules", "3p8c", "--weights", "weights"]
        rules = weigh(parse_rules("3p8c"), tmp_path / "weights")
        whole = encode(build_tree("koyama-lai", rules))
    for _ in range(4):
        build = start(jobs, *more)
        while build.poll() is None and not (tmp_path / "a").exists():
            time.sleep(0.005)
        # The first kill is at once; a later one may come before the build rewrites the file.
        moment = 0.1 + moments.random() * 0.3 if len(spent) > 1 else 0
        try:
            build.wait(timeout=moment)
        except subprocess.TimeoutExpired:
            build.kill()
            build.wait()
        if (tmp_path / "a.mmtree").exists():
            break
        kept = Checkpoint(tmp_path / "a", rules)  # the file is complete
        spent.append(kept.get_status(SEARCH).spent)
    assert len(spent) > 1  # at least one build was killed
    assert spent == sorted(spent)  # saved progress is never lost
    build = start(jobs, *more)
    assert build.wait(timeout=300) == 0
    assert (tmp_path / "a.mmtree").read_bytes() == whole
    left = {name for name in os.listdir(tmp_path) if not name.startswith(".mmtree-")}
    assert left - {"weights"} == {"a.mmtree"}  # a finished build removes its checkpoint


@linux
@needs_native
def test_ctrl_c_writes_solved_parts_to_checkpoint(tmp_path, start):
    build = start(2, "--rules", "3p13c")
    while not (tmp_path / "a").exists():
        assert build.poll() is None
        time.sleep(0.01)
    build.send_signal(signal.SIGINT)
    assert build.wait(timeout=300) == 130
    assert Checkpoint(tmp_path / "a", parse_rules("3p13c")).known(SEARCH)[0]
    assert os.listdir(tmp_path) == ["a"]


@needs_native
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rules", [parse_rules("4p6c"), WORDS, WEIGHTED], ids=str)
def test_resume_from_any_subset_of_parts_gives_same_tree(tmp_path, search, rules, seed):
    tree, path = search(rules)
    [(name, (_, parts))] = Checkpoint(path, rules).searches.items()
    assert name == SEARCH
    chance = np.random.default_rng(seed)
    chosen = np.flatnonzero(chance.random(len(parts)) < chance.random())
    kept = Checkpoint(tmp_path / "a", rules)
    kept.keep(SEARCH)(parts.select(chosen, parts.records["length"][chosen] > 0).packed)
    kept.write()
    again = build_tree("koyama-lai", rules, jobs=1 + seed % 2, checkpoint=tmp_path / "a")
    assert encode(again) == tree


@needs_native
def test_checkpoint_of_words_is_shown_without_the_lists(search, mmtree):
    result = mmtree("info", search(WORDS)[1])
    assert result.status == 0
    assert "rules     words: 300 secrets" in result.out


@needs_native
@pytest.mark.parametrize(
    ("own", "other"),
    [(WORDS, word_rules(*synthetic_words(300, 801))), (WEIGHTED, WEIGHTED.weighted([9] * 256))],
    ids=str,
)
def test_rules_of_the_same_name_are_different(search, own, other):
    with pytest.raises(CheckpointError, match=rf"rules of other words, .*, expected {other}"):
        build_tree("koyama-lai", other, checkpoint=search(own)[1])


@needs_native
@pytest.mark.parametrize(
    "objective",
    [
        *(Objective(worst_first=True), Objective(fewest_at_max=True), Objective(False, 5)),
        *(Objective(fewest_first=True), Objective(most_within=3)),
    ],
)
def test_search_of_each_objective_resumes(tmp_path, objective):
    expected = encode(build_tree("koyama-lai", "4p5c", objective=objective))
    for _ in range(2):
        tree = build_tree("koyama-lai", "4p5c", objective=objective, checkpoint=tmp_path / "a")
        assert encode(tree) == expected


@needs_native
def test_objectives_share_checkpoint_without_mixing_prices(tmp_path):
    for most in (None, 6, 5):
        objective = Objective(max_guesses=most)
        tree = build_tree("koyama-lai", "4p6c", objective=objective, checkpoint=tmp_path / "a")
        assert tree.total == (5626 if most == 5 else 5625)


def change(**parts):
    return lambda data: msgpack.packb({**msgpack.unpackb(data), **parts})


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "not a checkpoint of an exact search"),
        (lambda data: b"\xc1", "not a checkpoint of an exact search"),
        (lambda data: data[:-1], "not a checkpoint of an exact search"),
        (lambda data: data + b"\0", "not a checkpoint of an exact search"),
        (lambda data: msgpack.packb([1]), "not a checkpoint of an exact search"),
        (change(format="mmtree"), "not a checkpoint of an exact search"),
        (change(version=1), "version 1 is not supported, only 5; remove it"),
        (change(version=True), "version True is not supported, only 5; remove it"),
        (change(by_cluster=True), "damaged; remove it"),
        (change(byteorder="middle"), "a checkpoint from a machine with another byte order"),
        (change(rules="4p6c"), "a checkpoint for rules '4p6c', expected 4p7c"),
        (change(rules=None), "a checkpoint for rules None, expected 4p7c"),
        (change(parts={}), "damaged; remove it"),
        (change(statuses={}), "damaged; remove it"),
        (change(parts=3), "its contents are invalid; remove it"),
        (change(sum=None), "damaged; remove it"),
        (change(more=1), "its contents are invalid; remove it"),
    ],
)
def test_damaged_file_raises_checkpoint_error(tmp_path, whole, damage, message):
    path = tmp_path / "a"
    path.write_bytes(damage(whole))
    with pytest.raises(CheckpointError, match=message):
        build_tree("koyama-lai", RULES, checkpoint=path)
    assert path.read_bytes() == damage(whole)  # the file is unchanged


@needs_native
@pytest.mark.parametrize(
    "part",
    [
        ((0, 0, 0, 0), -1, [0]),
        ((0, 0, 0, 0), 2**60, []),
        ((2401, 0, 0, 0), 1, []),
        ((-2, 0, 0, 0), 1, []),
        ((0, 14, 0, 0), 1, []),
        ((0, 0, 0, -2), 1, []),
        ((0, 0, 2401, 0), 1, []),
        ((0, 0, 0, 0), 1, [2401]),
        ((0, 0, 0, 0), 1, [2**32 - 1]),
        ((0, 0, 0, 0), 1, [0] * 2402),
    ],
    ids=lambda part: repr(part)[:50],
)
def test_parts_out_of_range_raise(tmp_path, part):
    path = written(tmp_path / "a", {SEARCH: pack([part])}, rules=RULES)
    with pytest.raises(CheckpointError, match="its contents are invalid"):
        build_tree("koyama-lai", RULES, checkpoint=path)


@needs_native
@pytest.mark.parametrize(
    "spoil",
    [
        lambda path, price, plan: (path, price, plan[:-1]),  # too short
        lambda path, price, plan: (path, price, plan + plan[:1]),  # too long
        lambda path, price, plan: (path, price - 1, plan),  # a wrong price
        lambda path, price, plan: (path, price, [0] * len(plan)),  # guesses that split nothing
    ],
    ids=["short", "long", "price", "idle"],
)
def test_contradictory_parts_raise(tmp_path, spoil):
    path = tmp_path / "a"
    build_tree("koyama-lai", "3p4c", opening=1, checkpoint=path)
    [part] = unpack(
        Checkpoint(path, PegRules(3, 4)).known(SEARCH)
    )  # the only part is the whole tree
    path = written(tmp_path / "b", {SEARCH: pack([spoil(*part)])})
    with pytest.raises(
        CheckpointError, match=r"contradict each other; remove it|contents are invalid"
    ):
        build_tree("koyama-lai", "3p4c", opening=1, checkpoint=path)


@needs_native
def test_parts_that_exclude_every_tree_raise(tmp_path):
    parts = pack(((1, place, -1, -1), 1 << 50, []) for place in range(8))
    path = written(tmp_path / "a", {SEARCH: parts})
    with pytest.raises(CheckpointError, match="rules out all trees: remove it"):
        build_tree("koyama-lai", "3p4c", opening=1, checkpoint=path)


STATUS = {
    "words": "expected",
    "place": "below 300, opening 1 of 2, cell 3 of 4",
    "best": 270,
    "lower": 260,
    "spent": 3.0,
    "steps": [[250, 0.5], [260, 2.25]],
}


def written(path, parts, /, statuses=None, **head):
    """Write a checkpoint of 3p4c, by default with the right checksum; return its path."""
    statuses = {SEARCH: STATUS} if statuses is None else statuses
    total = hashlib.sha256(msgpack.packb([False, statuses]))
    if isinstance(parts, dict):
        for search, pair in parts.items():
            if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                continue
            for piece in (search.encode() if isinstance(search, str) else search, *pair):
                if isinstance(piece, bytes):
                    total.update(len(piece).to_bytes(8, "little"))
                    total.update(piece)
    whole = {"format": "mmtree checkpoint", "version": 5, "byteorder": sys.byteorder}
    whole |= {"rules": "3p4c", "by_cluster": False, "sum": total.digest()}
    whole |= {"statuses": statuses, "parts": parts, **head}
    path.write_bytes(msgpack.packb(whole))
    return path


def read(path):
    """Return the checkpoint in a file, or None if a message of one line refuses the file."""
    try:
        kept = Checkpoint(path, PegRules(3, 4))
    except CheckpointError as error:
        refused = str(error)
    else:
        assert all(type(piece) is bytes for piece in kept.known(SEARCH))
        assert isinstance(kept.get_status(SEARCH), SearchStatus)
        return kept
    assert refused.startswith(f"{path}: ")
    assert len(refused.removeprefix(f"{path}: ")) < 200
    assert "\n" not in refused
    return None


@pytest.fixture
def most_memory():
    """Returns the most bytes that Python has allocated since the test began: most_memory()."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


def test_reading_returns_the_written_contents(tmp_path):
    kept = read(written(tmp_path / "a", {SEARCH: pack(PARTS)}))
    assert unpack(kept.known(SEARCH)) == PARTS
    status = kept.get_status(SEARCH)
    assert (status.best, status.lower, status.steps) == (270, 260, ((250, 0.5), (260, 2.25)))
    kept.write()
    again = read(tmp_path / "a")
    assert unpack(again.known(SEARCH)) == PARTS
    assert again.get_status(SEARCH) == status


anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**64 - 1),
        st.floats(),
        st.text(max_size=5),
        st.binary(max_size=9),
        st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=5)),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.text(max_size=3) | st.integers(0, 9), inner, max_size=3),
    ),
    max_leaves=12,
)
HEAD = ("format", "version", "byteorder", "rules", "by_cluster", "sum", "parts", "statuses")
PLACES = [
    *((name,) for name in HEAD),
    ("parts", SEARCH),
    *(("parts", SEARCH, at) for at in range(2)),
    ("statuses", SEARCH),
    *(("statuses", SEARCH, name) for name in (*STATUS, "plan", "of")),
    *(("statuses", SEARCH, "steps", 0, at) for at in range(2)),
]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLACES), anything)
def test_random_values_are_read_or_raise_checkpoint_error(tmp_path_factory, place, value):
    path = tmp_path_factory.getbasetemp() / "anything"
    whole = {"parts": {SEARCH: list(pack(PARTS))}, "statuses": {SEARCH: copy.deepcopy(STATUS)}}
    inner = whole
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    parts, statuses = whole.pop("parts"), whole.pop("statuses")
    if parts == value or statuses == value:  # the checksum does not cover the value
        written(path, {}, **{place[0]: value})
    else:
        written(path, parts, statuses=statuses, **whole)
    read(path)


@pytest.mark.parametrize("value", [30, True, None, "30", [30.0], -2.0, float("nan")], ids=repr)
@pytest.mark.parametrize("name", ["spent", "steps"])
def test_invalid_status_raises_checkpoint_error(tmp_path, mmtree, name, value):
    status = {**STATUS, name: value}
    path = written(tmp_path / "a", {SEARCH: pack(PARTS)}, statuses={SEARCH: status})
    assert read(path) is None
    for command in (
        ("build", "--strategy", "koyama-lai", "--rules", "3p4c", "--checkpoint", "a"),
        ("info", "a"),
    ):
        result = mmtree(*command)
        assert (result.status, result.out) == (2, "")
        assert result.err == "mmtree: a: its contents are invalid; remove it to start again\n"


@needs_native
@pytest.mark.parametrize("plan", [b"\0\0\0", [0], b"\0" * 4, b"\xff" * 4, b"\1\0\0\0" * 90])
def test_plan_that_is_no_tree_raises_checkpoint_error(tmp_path, plan):
    path = written(tmp_path / "a", {}, statuses={SEARCH: {**STATUS, "plan": plan}})
    with pytest.raises(CheckpointError, match="invalid; remove it to start again"):
        build_tree("koyama-lai", "3p4c", checkpoint=path)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_cut_or_flipped_bytes_raise(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "flipped"
    whole = written(path, {SEARCH: pack(PARTS)}).read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(whole[:at])
    else:
        flipped = bytes([whole[at] ^ 1 << data.draw(st.integers(0, 7))])
        path.write_bytes(whole[:at] + flipped + whole[at + 1 :])
    assert read(path) is None


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_parts_with_right_checksum_are_read_or_raise(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "flipped"
    which = data.draw(st.integers(0, 1))
    pair = list(pack(PARTS))
    whole = pair[which]
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        pair[which] = whole[:at]
        kept = read(written(path, {SEARCH: pair}))
        assert (kept is not None) == (which == 0 and at in (22, 44))  # cuts parts without a plan
    else:
        pair[which] = (
            whole[:at] + bytes([whole[at] ^ 1 << data.draw(st.integers(0, 7))]) + whole[at + 1 :]
        )
        read(written(path, {SEARCH: pair}))


@pytest.mark.parametrize(
    "inner",
    [
        b"\xc6\xff\xff\xff\xff",  # bytes, a text, an array and a map of 4 billion items
        b"\xdb\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\x92" + b"\xc6\xff\xff\xff\xff" * 2,
        b"\x91" * 100_000,
    ],
    ids=lambda inner: repr(inner[:24]),
)
@pytest.mark.parametrize("name", ["parts", "statuses", "sum"])
def test_announced_sizes_are_not_trusted(tmp_path, most_memory, name, inner):
    path = written(
        tmp_path / "a", {SEARCH: pack(PARTS)}, **{name: "HERE"} if name != "parts" else {}
    )
    data = path.read_bytes()
    at = data.index(b"\xa4HERE") if name != "parts" else data.index(b"\xa5parts") + 6
    path.write_bytes(data[:at] + inner + data[at + 5 :])
    assert read(path) is None
    assert most_memory() < 3_000_000


def test_huge_file_raises_before_it_is_read(tmp_path, most_memory):
    path = tmp_path / "a"
    path.touch()
    os.truncate(path, 10_000_000_000)
    with pytest.raises(CheckpointError, match="a: too large for a checkpoint"):
        Checkpoint(path, PegRules(3, 4))
    assert most_memory() < 100_000


def test_written_file_never_exceeds_size_limit(tmp_path, monkeypatch):
    """Parts with the longest paths are dropped first."""
    monkeypatch.setattr("mmtree.search.checkpoint.MAX_BYTES", (1 << 20) + 30_000)
    kept = Checkpoint(tmp_path / "a", PegRules(3, 4))
    for guess in range(64):
        kept.keep(SEARCH)(pack([((guess, 7, -1, -1), 9, [1] * 20)]))
        kept.keep(SEARCH)(pack(((guess, 0, second, -1), 9, []) for second in range(64)))
    kept.write()
    assert (tmp_path / "a").stat().st_size <= 31_000
    parts = unpack(Checkpoint(tmp_path / "a", PegRules(3, 4)).known(SEARCH))
    assert len([plan for _, _, plan in parts if plan]) == 64
    assert len(parts) == 64 + (30_000 - 64 * 102) // 22


def test_interrupted_write_loses_no_parts(tmp_path, monkeypatch):
    kept = Checkpoint(tmp_path / "a", PegRules(3, 4))
    with monkeypatch.context() as patch:
        patch.setattr(SolvedParts, "compact", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            kept.keep(SEARCH)(pack(PARTS))
    kept.write()
    assert Checkpoint(tmp_path / "a", PegRules(3, 4)).known(SEARCH)[0]


def test_lack_of_memory_raises_checkpoint_error(tmp_path, monkeypatch):
    path = written(tmp_path / "a", {SEARCH: pack(PARTS)})

    def none_left(*arguments):
        raise MemoryError

    monkeypatch.setattr("mmtree.search.solved_parts.SolvedParts.check", none_left)
    with pytest.raises(CheckpointError, match="a: not enough memory to read it"):
        Checkpoint(path, PegRules(3, 4))


def test_reading_large_file_needs_little_memory(tmp_path, most_memory):
    """The 100,000 parts are read into arrays, which take less than five times the file's size."""
    rng = np.random.default_rng(1)
    records = np.zeros(100_000, PART)
    records["guess"], records["second"] = rng.integers(0, 64, (2, 100_000))
    size = written(tmp_path / "a", {SEARCH: (records.tobytes(), b"")}).stat().st_size
    before = most_memory()
    kept = read(tmp_path / "a")
    assert len(kept.known(SEARCH)[0]) == 2_200_000
    assert most_memory() - before < 5 * size
    assert size < MAX_BYTES


@pytest.mark.parametrize("rules", [[[]], 4, reduce(lambda value, _: [value], range(900), 0)])
def test_rules_that_are_neither_text_nor_map_raise(tmp_path, rules):
    path = written(tmp_path / "a", {SEARCH: pack(PARTS)}, rules=rules)
    with pytest.raises(CheckpointError, match="a checkpoint for rules"):
        Checkpoint(path, None)


@linux
def test_special_files_raise_without_blocking(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link", ".", "/dev/zero"):
        with pytest.raises(CheckpointError, match="a checkpoint must be a regular file"):
            Checkpoint(tmp_path / name, PegRules(3, 4))


def test_only_exact_searches_accept_a_checkpoint(tmp_path, monkeypatch):
    with pytest.raises(StrategyError, match="knuth does not take checkpoint"):
        build_tree("knuth", checkpoint=tmp_path / "a")
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    with pytest.raises(KernelError, match="a checkpoint needs the native kernel"):
        build_tree("koyama-lai", checkpoint=tmp_path / "a")
