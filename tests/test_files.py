"""Files are written completely or not at all, and files of killed writers are removed."""

import os
import re
import signal
import stat
import sys

import pytest

from mmtree import save
from mmtree.files import read_within, write_files, write_pieces, write_whole

from support.environment import linux


def test_failed_save_leaves_only_the_old_file(tmp_path, knuth, monkeypatch):
    path = tmp_path / "tree.mmtree"
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        save(knuth, path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["tree.mmtree"]


@pytest.mark.parametrize("step", ["open", "replace"])
def test_interrupted_save_leaves_nothing(tmp_path, knuth, monkeypatch, step):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.open" if step == "open" else "os.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save(knuth, tmp_path / "tree.mmtree")
    monkeypatch.undo()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("size", [0, 1, 9, 10, 11, 200_000])
def test_read_within_stops_after_the_limit(tmp_path, size):
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    assert read_within(path, 10) == b"x" * min(size, 11)
    assert read_within(path, size) == b"x" * size


def test_path_with_null_byte_raises_os_error():
    with pytest.raises(OSError, match="null byte"):
        read_within("a\0b", 1)


def test_files_are_written_together_or_not_at_all(tmp_path):
    write_files({tmp_path / "a": [b"1", b"2"], tmp_path / "b": [b"3"]})
    assert [(tmp_path / name).read_bytes() for name in "ab"] == [b"12", b"3"]
    bad = tmp_path / "none" / "c"
    with pytest.raises(FileNotFoundError, match=re.escape(str(bad))):
        write_files({tmp_path / "a": [b"new"], bad: [b"4"], tmp_path / "d": [b"5"]})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]
    assert (tmp_path / "a").read_bytes() == b"12"


def test_error_names_the_target_that_is_a_folder(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(IsADirectoryError, match=re.escape(str(folder))):
        write_files({folder: [b"1"], tmp_path / "b": [b"2"]})
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_failing_pieces_leave_nothing(tmp_path):
    def pieces():
        yield b"1"
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        write_pieces(tmp_path / "a", pieces())
    assert list(tmp_path.iterdir()) == []


@linux
def test_several_files_do_not_replace_a_device(tmp_path):
    os.mkfifo(tmp_path / "b")
    with pytest.raises(FileExistsError, match="is not a regular file"):
        write_files({tmp_path / "a": [b"a"], tmp_path / "b": [b"b"]})
    assert os.listdir(tmp_path) == ["b"]


@pytest.fixture
def umask():
    before = os.umask(0o027)
    yield
    os.umask(before)


@linux
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666, 0o755, 0o400])
def test_overwritten_file_keeps_its_mode(tmp_path, umask, mode):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_whole(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", mode)


@linux
def test_new_file_follows_the_umask(tmp_path, umask):
    write_whole(tmp_path / "a", b"new")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@linux
def test_overwritten_file_loses_setuid_and_setgid(tmp_path):
    path = tmp_path / "a"
    path.touch()
    path.chmod(0o6755)
    write_whole(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o755


@linux
def test_target_of_a_link_keeps_its_mode(tmp_path):
    (tmp_path / "folder").mkdir()
    real = tmp_path / "folder" / "real"
    real.touch()
    real.chmod(0o600)
    (tmp_path / "link").symlink_to(real)
    write_files({tmp_path / "link": [b"new"]})
    assert (tmp_path / "link").is_symlink()
    assert (real.read_bytes(), stat.S_IMODE(real.stat().st_mode)) == (b"new", 0o600)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_file_written_by_root_keeps_its_owner(tmp_path):
    path = tmp_path / "a"
    path.touch()
    os.chown(path, 4321, 1234)
    write_whole(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (4321, 1234)


WRITER = """
import sys
from mmtree.files import write_pieces

def pieces():
    yield b"1" * 100_000
    print("halfway", flush=True)
    yield sys.stdin.buffer.readline()

write_pieces(sys.argv[1], pieces())
"""


@pytest.fixture
def writer(spawn):
    """Starts a process that writes half a file, and the rest after an input line: writer(path)."""

    def start(path):
        process = spawn([sys.executable, "-c", WRITER, path])
        assert process.stdout.readline() == b"halfway\n"
        return process

    return start


@linux
def test_next_write_removes_files_of_a_killed_one(tmp_path, writer):
    process = writer(tmp_path / "a")
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert [name[:8] for name in os.listdir(tmp_path)] == [".mmtree-"]
    write_whole(tmp_path / "a", b"new")
    assert os.listdir(tmp_path) == ["a"]


@linux
def test_files_of_a_running_process_stay(tmp_path, writer):
    killed, alive = writer(tmp_path / "a"), writer(tmp_path / "a")
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    write_whole(tmp_path / "b", b"b")
    assert len(os.listdir(tmp_path)) == 3
    alive.communicate(b"2\n")
    assert (tmp_path / "a").read_bytes() == b"1" * 100_000 + b"2\n"
    write_whole(tmp_path / "c", b"c")
    assert sorted(os.listdir(tmp_path)) == ["a", "b", "c"]


def test_only_temporary_files_are_removed(tmp_path):
    others = [".mmtree-notes", ".mmtree-0123456789abcdef.txt", "mmtree-0123456789abcdef"]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / ".mmtree-00000000000000ff").mkdir()
    (tmp_path / ".mmtree-00000000000000fe").touch()
    write_whole(tmp_path / "a", b"new")
    assert sorted(os.listdir(tmp_path)) == sorted([*others, ".mmtree-00000000000000ff", "a"])


@linux
def test_write_succeeds_without_locks(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", fail)
    (tmp_path / ".mmtree-00000000000000fe").touch()
    write_whole(tmp_path / "a", b"new")
    assert sorted(os.listdir(tmp_path)) == [".mmtree-00000000000000fe", "a"]
