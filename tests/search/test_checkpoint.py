"""Stop and resume: whatever kills a search, going on from its checkpoint gives the same tree."""

import copy
import hashlib
import os
import random
import signal
import subprocess
import sys
import time
import tracemalloc

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import CheckpointError, KernelError, Rules, StrategyError, build_tree
from mmtree.search.checkpoint import Checkpoint
from mmtree.search.prices import Objective
from mmtree.tree.file import encode

from places import linux, needs_native

RULES = "4p7c"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The tree of a run that nothing stopped, and the checkpoint it left."""
    path = tmp_path_factory.mktemp("whole") / "a"
    tree = build_tree("koyama-lai", RULES, checkpoint=path)
    return encode(tree), path.read_bytes()


@pytest.fixture
def start(tmp_path):
    """Starts a build of its own process, and says where it keeps what it settles."""
    started = []

    def run(jobs, *more):
        command = [sys.executable, "-m", "mmtree", "build", "--strategy", "koyama-lai"]
        command += ["--rules", RULES, "--jobs", str(jobs), "--checkpoint", "a", "-o", "a.mmtree"]
        started.append(
            subprocess.Popen(
                [*command, *more],
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        )
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


@linux
@needs_native
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_at_random_moments(tmp_path, start, whole, jobs):
    """kill -9, again and again; at last the bytes are those of an undisturbed run."""
    moments = random.Random(jobs)
    sizes = [0]
    for _ in range(8):
        build = start(jobs)
        try:
            build.wait(timeout=0.35 + moments.random() * 0.4)
        except subprocess.TimeoutExpired:
            build.kill()
            build.wait()
        if (tmp_path / "a.mmtree").exists():
            break
        if (tmp_path / "a").exists():
            Checkpoint(tmp_path / "a", Rules.parse(RULES))  # it is whole
            sizes.append((tmp_path / "a").stat().st_size)
    assert sizes == sorted(sizes)  # nothing that was kept is lost
    build = start(jobs)
    assert build.wait(timeout=120) == 0
    assert (tmp_path / "a.mmtree").read_bytes() == whole[0]
    left = [name for name in os.listdir(tmp_path) if not name.startswith(".mmtree-")]
    assert left == ["a.mmtree"]  # the checkpoint has served


@linux
@needs_native
def test_ctrl_c_keeps_what_is_settled(tmp_path, start):
    build = start(2)
    while not (tmp_path / "a").exists():
        assert build.poll() is None
        time.sleep(0.01)
    build.send_signal(signal.SIGINT)
    assert build.wait(timeout=60) == 130
    assert Checkpoint(tmp_path / "a", Rules.parse(RULES)).known(
        "Prices(unit=1, last=None, surcharge=0), slack None"
    )
    assert os.listdir(tmp_path) == ["a"]


@needs_native
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_any_part_of_what_is_settled_will_do(tmp_path_factory, whole, data):
    """Parts may be missing in any way: the tree is the same."""
    document = msgpack.unpackb(whole[1])
    [(search, packed)] = msgpack.unpackb(document["parts"]).items()
    unpacker = msgpack.Unpacker()
    unpacker.feed(packed)
    share = data.draw(st.floats(0, 1))
    chance = random.Random(data.draw(st.integers(0, 1000)))
    some = [part for part in unpacker if chance.random() < share]
    path = tmp_path_factory.mktemp("some") / "a"
    kept = Checkpoint(path, Rules.parse(RULES))
    kept.keep(search)(some)
    kept.write()
    jobs = data.draw(st.integers(1, 2))
    assert encode(build_tree("koyama-lai", RULES, jobs=jobs, checkpoint=path)) == whole[0]


@needs_native
@pytest.mark.parametrize(
    "objective", [Objective(worst_first=True), Objective(fewest_at_max=True), Objective(False, 5)]
)
def test_every_objective_resumes(tmp_path, objective):
    expected = encode(build_tree("koyama-lai", "4p5c", objective=objective))
    for _ in range(2):
        tree = build_tree("koyama-lai", "4p5c", objective=objective, checkpoint=tmp_path / "a")
        assert encode(tree) == expected


@needs_native
def test_one_objective_goes_on_from_another(tmp_path):
    """They share a file without mixing their prices."""
    for most in (None, 6, 5):
        objective = Objective(max_guesses=most)
        tree = build_tree("koyama-lai", "4p6c", objective=objective, checkpoint=tmp_path / "a")
        assert tree.total == (5626 if most == 5 else 5625)


def change(**parts):
    return lambda data: msgpack.packb({**msgpack.unpackb(data), **parts})


@needs_native
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "no checkpoint of an exact search"),
        (lambda data: b"\xc1", "no checkpoint of an exact search"),
        (lambda data: data[:-1], "no checkpoint of an exact search"),
        (lambda data: data + b"\0", "no checkpoint of an exact search"),
        (lambda data: msgpack.packb([1]), "no checkpoint of an exact search"),
        (change(format="mmtree"), "no checkpoint of an exact search"),
        (change(version=2), "version 2, and this mmtree reads version 1: remove it"),
        (change(byteorder="middle"), "a checkpoint of another kind of machine"),
        (change(rules="4p6c"), "a checkpoint of rules '4p6c', not of 4p7c"),
        (change(rules=None), "a checkpoint of rules None, not of 4p7c"),
        (change(parts=b""), "damaged: remove it"),
        (change(parts=3), "damaged: remove it"),
        (change(sum=None), "damaged: remove it"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, whole, damage, message):
    path = tmp_path / "a"
    path.write_bytes(damage(whole[1]))
    with pytest.raises(CheckpointError, match=message):
        build_tree("koyama-lai", RULES, checkpoint=path)
    assert path.read_bytes() == damage(whole[1])  # it is left as it was


@needs_native
@pytest.mark.parametrize(
    "part",
    [
        3,
        ((0, 0, 0, 0), 1, True),
        ((0, 0, 0), 1, True, b"\0\0\0\0"),
        ((0, 0, 0, 0), 1, 1, b"\0\0\0\0"),
        ((0, 0, 0, 0), -1, True, b"\0\0\0\0"),
        ((0, 0, 0, 0), 1, True, b""),
        ((0, 0, 0, 0), 1, True, b"abc"),
        ((2401, 0, 0, 0), 1, False, b""),
        ((0, 14, 0, 0), 1, False, b""),
        ((0, 0, 0, 0), 2**60, False, b""),
        ((0, 0, 0, 0), 1, True, b"\xff\xff\xff\xff"),
    ],
    ids=repr,
)
def test_parts_out_of_range_are_refused(tmp_path, part):
    path = tmp_path / "a"
    made = Checkpoint(path, Rules.parse(RULES))
    made.keep("Prices(unit=1, last=None, surcharge=0), slack None")([part])
    made.write()
    with pytest.raises(CheckpointError, match="its parts cannot be read"):
        build_tree("koyama-lai", RULES, checkpoint=path)


@needs_native
@pytest.mark.parametrize(
    "spoil",
    [
        lambda path, price, exact, plan: (path, price, exact, plan[:-4]),  # too short
        lambda path, price, exact, plan: (path, price, exact, plan + plan[:4]),  # too long
        lambda path, price, exact, plan: (path, price - 1, exact, plan),  # a wrong price
        lambda path, price, exact, plan: (path, price, exact, b"\0" * len(plan)),  # splits nothing
    ],
    ids=["short", "long", "price", "idle"],
)
def test_parts_that_cannot_be_true_are_found_out(tmp_path, spoil):
    path = tmp_path / "a"
    search = "Prices(unit=1, last=None, surcharge=0), slack None"
    build_tree("koyama-lai", "3p4c", opening=1, checkpoint=path)
    parts = [part for part in Checkpoint(path, Rules(3, 4)).known(search) if len(part[3]) > 4]
    path.unlink()
    made = Checkpoint(path, Rules(3, 4))
    made.keep(search)([spoil(*part) for part in parts])
    made.write()
    with pytest.raises(CheckpointError, match=r"contradict each other: remove it|cannot be read"):
        build_tree("koyama-lai", "3p4c", opening=1, checkpoint=path)


@needs_native
def test_parts_that_rule_everything_out_are_found_out(tmp_path):
    path = tmp_path / "a"
    made = Checkpoint(path, Rules(3, 4))
    keep = made.keep("Prices(unit=1, last=None, surcharge=0), slack None")
    keep([((1, place, -1, -1), 1 << 50, False, b"") for place in range(8)])
    made.write()
    with pytest.raises(CheckpointError, match="rules every tree out: remove it"):
        build_tree("koyama-lai", "3p4c", opening=1, checkpoint=path)


SEARCH = "Prices(unit=1, last=None, surcharge=0), slack None"
PARTS = [
    [[1, 2, -1, -1], 30, True, b"\x05\0\0\0\x07\0\0\0"],
    [[1, 3, 17, 4], 8, False, b""],
    [[6, 0, -1, -1], 1 << 50, False, b""],
]


def written(path, parts, /, **head):
    """A checkpoint file of 3p4c of any content, its sum right where none is given."""
    packed = msgpack.packb(parts) if not isinstance(parts, bytes) else parts
    whole = {"format": "mmtree checkpoint", "version": 1, "byteorder": sys.byteorder}
    whole |= {"rules": "3p4c", "sum": hashlib.sha256(packed).digest(), "parts": packed, **head}
    path.write_bytes(msgpack.packb(whole))
    return path


def packed(parts):
    return b"".join(msgpack.packb(part) for part in parts)


def read(path):
    """What is read, of the types that the search relies on; or None where it is refused in a line."""
    try:
        kept = Checkpoint(path, Rules(3, 4))
    except CheckpointError as error:
        refused = str(error)
    else:
        refused = ""
    if refused:
        assert refused.startswith(f"{path}: ")
        assert len(refused.removeprefix(f"{path}: ")) < 200
        assert "\n" not in refused
        return None
    for way, price, exact, plan in kept.known(SEARCH):
        assert [type(number) for number in (*way, price)] == [int] * 5
        assert type(exact) is bool
        assert type(plan) is bytes
        assert len(plan) % 4 == 0
    return kept


@pytest.fixture
def most_memory():
    """Tells the most bytes that Python has held since the test began."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


def test_what_is_written_is_read(tmp_path):
    kept = read(written(tmp_path / "a", {SEARCH: packed(PARTS)}))
    assert kept.known(SEARCH) == [(tuple(way), *rest) for way, *rest in PARTS]


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
PLACES = [
    *((name,) for name in ("format", "version", "byteorder", "rules", "sum", "parts")),
    ("all",),
    (SEARCH,),
    *((SEARCH, at) for at in range(3)),
    *((SEARCH, at, field) for at in range(3) for field in range(4)),
    *((SEARCH, at, 0, step) for at in range(3) for step in range(4)),
]


@settings(max_examples=600, deadline=None)
@given(st.sampled_from(PLACES), anything)
def test_anything_anywhere_is_read_or_refused(tmp_path_factory, place, value):
    path = tmp_path_factory.getbasetemp() / "anything"
    parts = copy.deepcopy(PARTS)
    if place[0] == "all":
        written(path, msgpack.packb(value))
    elif place[0] != SEARCH:
        written(path, {SEARCH: packed(parts)}, **{place[0]: value})
    elif len(place) == 1:
        written(path, {SEARCH: value})
    else:
        inner = parts
        for step in place[1:-1]:
            inner = inner[step]
        inner[place[-1]] = value
        written(path, {SEARCH: packed(parts)})
    read(path)


@pytest.mark.parametrize("value", [30.0, True, None, "30", [30], -2, 2**63], ids=repr)
@pytest.mark.parametrize("field", ["price", "path"])
def test_a_price_or_step_that_is_none_is_refused(tmp_path, mmtree, field, value):
    part = [[1, 2, -1, -1], value, False, b""]
    if field == "path":
        part = [[1, value, -1, -1], 30, False, b""]
    path = written(tmp_path / "a", {SEARCH: packed([part])})
    assert read(path) is None
    result = mmtree("build", "--strategy", "koyama-lai", "--rules", "3p4c", "--checkpoint", "a")
    assert (result.status, result.out) == (2, "")
    assert result.err == "mmtree: a: its parts cannot be read: remove it to start anew\n"


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_cut_or_flipped_bytes_are_found_out(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "flipped"
    whole = written(path, {SEARCH: packed(PARTS)}).read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(whole[:at])
    else:
        flipped = bytes([whole[at] ^ 1 << data.draw(st.integers(0, 7))])
        path.write_bytes(whole[:at] + flipped + whole[at + 1 :])
    assert read(path) is None


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_parts_cut_or_flipped_under_a_right_sum_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "flipped"
    whole = packed(PARTS)
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        kept = read(written(path, {SEARCH: whole[:at]}))
        ends = [len(packed(PARTS[:count])) for count in range(len(PARTS))]
        assert (kept is not None) == (at in ends)  # a part that is cut is none
    else:
        flipped = bytes([whole[at] ^ 1 << data.draw(st.integers(0, 7))])
        read(written(path, {SEARCH: whole[:at] + flipped + whole[at + 1 :]}))


@pytest.mark.parametrize(
    "parts",
    [
        msgpack.packb({SEARCH: 10**10}),
        b"\x81\xa1s\xc6\xff\xff\xff\xff",  # bytes, text, a list and a map of 4 billion
        b"\x81\xa1s\xdb\xff\xff\xff\xff",
        b"\x81\xa1s\xdd\xff\xff\xff\xff",
        b"\x81\xa1s\xdf\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        *(
            msgpack.packb({SEARCH: one})
            for one in (
                b"\xdd\xff\xff\xff\xff",
                b"\xc6\xff\xff\xff\xff",
                b"\x94" + b"\xdd\xff\xff\xff\xff" * 4,
                b"\x91" * 100_000,
            )
        ),
    ],
    ids=lambda parts: repr(parts[:24]),
)
def test_announced_sizes_are_not_trusted(tmp_path, most_memory, parts):
    path = written(tmp_path / "a", parts)
    assert read(path) is None
    assert most_memory() < 3_000_000


def test_a_huge_file_is_refused_unread(tmp_path, most_memory):
    path = tmp_path / "a"
    path.touch()
    os.truncate(path, 10_000_000_000)
    with pytest.raises(CheckpointError, match="a: no checkpoint is as large as that"):
        Checkpoint(path, Rules(3, 4))
    assert most_memory() < 100_000


def test_none_is_written_that_would_be_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("mmtree.search.checkpoint.MAX_BYTES", 100_000)
    kept = Checkpoint(tmp_path / "a", Rules(3, 4))
    for _ in range(40):
        kept.keep(SEARCH)([PARTS[0]] * 100)
    kept.write()
    assert (tmp_path / "a").stat().st_size <= 100_000
    assert 1000 < len(Checkpoint(tmp_path / "a", Rules(3, 4)).known(SEARCH)) < 4000


def test_memory_that_is_not_there_is_told(tmp_path, monkeypatch):
    path = written(tmp_path / "a", {SEARCH: packed(PARTS)})

    def none_left(*arguments):
        raise MemoryError

    monkeypatch.setattr("mmtree.search.checkpoint._parts", none_left)
    with pytest.raises(CheckpointError, match="a: takes more memory to read than there is"):
        Checkpoint(path, Rules(3, 4))


@linux
def test_what_is_no_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link", ".", "/dev/zero"):
        with pytest.raises(CheckpointError, match="a checkpoint is kept in a plain file"):
            Checkpoint(tmp_path / name, Rules(3, 4))


def test_only_a_search_keeps_one(tmp_path, monkeypatch):
    with pytest.raises(StrategyError, match="knuth keeps no checkpoint"):
        build_tree("knuth", checkpoint=tmp_path / "a")
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    with pytest.raises(KernelError, match="a checkpoint takes the native kernel"):
        build_tree("koyama-lai", checkpoint=tmp_path / "a")


@linux
@needs_native
@pytest.mark.parametrize(
    ("checkpoint", "message"),
    [
        ("koyama-lai-4p6c.mmtree", "a file of that ending holds something else"),
        ("-", "not to standard output"),
        ("/dev/full", "a checkpoint is kept in a plain file"),
        ("/dev/zero", "a checkpoint is kept in a plain file"),
        (".", "is a folder, not a file"),
    ],
)
def test_what_is_no_place_for_a_checkpoint(tmp_path, mmtree, checkpoint, message):
    result = mmtree("build", "--strategy", "koyama-lai", "--checkpoint", checkpoint)
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert message in result.err
    assert os.listdir(tmp_path) == []


@linux
@needs_native
def test_a_link_stays_a_link(tmp_path, mmtree):
    (tmp_path / "folder").mkdir()
    (tmp_path / "a").symlink_to("folder/b")
    build_tree("koyama-lai", "4p5c", checkpoint=tmp_path / "a")
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "folder" / "b").is_file()
