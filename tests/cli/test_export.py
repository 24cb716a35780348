"""``mmtree export`` writes the files of each target, and refuses wrong input."""

import errno
import os

import pytest

from mmtree.export.targets import RESERVED, TARGETS

from support.environment import KNUTH, SMALL, linux


def written(result):
    """Return the files that a command reports as written."""
    assert (result.status, result.err) == (0, "")
    return result.out.removeprefix("wrote ").strip().split(", ")


PLAYERS = [to for to in TARGETS if to != "html"]  # html takes several trees: see test_html.py


@pytest.mark.parametrize("to", PLAYERS)
def test_every_target_and_layout(mmtree, tmp_path, to):
    """The first layout is the default."""
    arguments = ("export", SMALL, "--to", to, "--name", "perfect")
    for layout in TARGETS[to].layouts:
        files = written(mmtree(*arguments, "--layout", layout, "-o", "a"))
        assert all(file.startswith("a/") and "erfect" in file for file in files)
        assert sorted(files) == sorted(
            str(path.relative_to(tmp_path))
            for path in (tmp_path / "a").rglob("*")
            if path.is_file()
        )
        chosen = () if layout == TARGETS[to].layouts[0] else ("--layout", layout)
        again = written(mmtree(*arguments, *chosen, "-o", f"b-{layout}"))
        for file, other in zip(files, again, strict=True):
            assert (tmp_path / file).read_bytes() == (tmp_path / other).read_bytes()
            (tmp_path / file).unlink()


def test_packed_target_writes_packed_tree(mmtree, tmp_path):
    assert written(mmtree("export", KNUTH, "--to", "packed")) == ["mm.packed"]
    data = (tmp_path / "mm.packed").read_bytes()
    assert data[:12] == b"mmtp\x01\x01\x04\x06\x00\x01\x0c\x05"  # 4p6c, 12 bits, max 5
    assert len(data) == 16 + 3344 + 4


def test_absolute_folder_is_created(mmtree, tmp_path):
    files = written(mmtree("export", SMALL, "--to", "packed", "-o", tmp_path / "new" / "one"))
    assert files == [str(tmp_path / "new" / "one" / "mm.packed")]


NAMES = ["", "1a", "a-b", "a b", "é", "_a", "a_", "a__b", "a.b", "../a", "a" * 25, "int", "Class"]


@pytest.mark.parametrize("name", [*NAMES, "string", "yield", "NULL", "arduino"])
def test_names_that_would_not_compile_are_refused(refused, name):
    error = refused("export", SMALL, "--to", "c", "--name", name, "-o", "out")
    assert ("is not a valid name" in error) == (name.lower() not in RESERVED)


def test_folder_in_place_of_file_is_refused(refused, tmp_path):
    (tmp_path / "mm.packed").mkdir()
    assert "mm.packed: is a folder" in refused("export", SMALL, "--to", "packed")


def test_nothing_is_written_if_one_file_cannot_be_written(refused, tmp_path):
    (tmp_path / "out" / "mm.h").mkdir(parents=True)
    refused("export", SMALL, "--to", "c", "-o", "out")


PLAY = ("export", SMALL, "--to", "arduino")  # mm/examples/Play/Play.ino, mm/src/mm.h and others


@pytest.mark.parametrize("file", ["out", "out/mm", "out/mm/src", "out/mm/examples/Play"])
def test_file_in_place_of_folder_is_refused(refused, tmp_path, file):
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_bytes(b"mine")
    assert f"{file}: is not a folder" in refused(*PLAY, "-o", "out")


@linux
def test_broken_link_in_place_of_folder_is_refused(refused, tmp_path):
    (tmp_path / "out").symlink_to("nowhere")
    assert "out: is not a folder" in refused(*PLAY, "-o", "out")


def test_no_folders_remain_after_refusal(refused, tmp_path):
    (tmp_path / "mm" / "src" / "mm.h").mkdir(parents=True)
    assert "mm/src/mm.h: is a folder" in refused(*PLAY)


def test_no_folders_remain_after_write_error(refused, tmp_path, monkeypatch):
    def full(files):
        assert (tmp_path / "out" / "mm" / "examples" / "Play").is_dir()
        raise OSError(errno.ENOSPC, "No space left on device", next(iter(files)))

    (tmp_path / "out").mkdir()
    monkeypatch.setattr("mmtree.cli.export.write_files", full)
    assert "No space left on device" in refused(*PLAY, "-o", "out")


def test_no_folders_remain_if_one_cannot_be_created(refused, monkeypatch):
    mkdir = os.mkdir

    def refuse(path, *rest):
        if os.path.basename(path) == "Play":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        mkdir(path, *rest)

    monkeypatch.setattr(os, "mkdir", refuse)
    assert "Play: Permission denied" in refused(*PLAY, "-o", "new/out")


def test_unwritable_folder_is_refused(refused, tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: os.path.basename(path) != "closed")
    assert "closed/new: cannot be created" in refused(*PLAY, "-o", "closed/new/one")
    assert "closed/mm: cannot be created" in refused(*PLAY, "-o", "closed")
    packed = refused("export", SMALL, "--to", "packed", "-o", "closed")
    assert "closed/mm.packed: cannot be written" in packed


def test_targets_and_layouts_ignore_case(mmtree):
    """Users write names of chips in capitals, such as ATtiny13A."""
    assert written(mmtree("export", SMALL, "--to", "C", "--layout", "Seed")) == ["mm.h", "mm.c"]
    assert written(mmtree("export", SMALL, "--to", "ATtiny13A")) == ["mm_attiny13a.c"]
