"""Ready-made trees are found by their names, wherever mmtree is installed."""

import shutil
from functools import partial
from pathlib import Path

import pytest

from mmtree import TreeFileError, load, save, verify
from mmtree.tree import ready_made

from support.environment import KNUTH, ROOT, SMALL, TREES, python


def test_every_tree_of_the_manifest_has_a_name_and_its_file():
    lines = (TREES / "MANIFEST").read_text().splitlines()[1:]
    files = [line.split("\t")[1] for line in lines]
    assert [f"{name}.mmtree" for name in ready_made.names()] == files
    assert len(set(files)) == len(files) > 50
    for name in ready_made.names():
        assert Path(ready_made.path(name)).read_bytes() == (TREES / f"{name}.mmtree").read_bytes()


def test_ready_made_tree_is_loaded_by_name(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("knuth-4p6c", b"knuth-4p6c", Path("knuth-4p6c")):
        tree = load(name)
        assert (tree.total, tree.max, tree.provenance.verified) == (5801, 5, True)
    assert verify("knuth-4p6c", total=5801).path == "knuth-4p6c"
    save(tree, "again")
    assert (tmp_path / "again").read_bytes() == KNUTH.read_bytes()


def test_certificate_is_found_by_name():
    for name in ("koyama-lai-4p6c", "5p8c-max6", "5p8c-below177000.proof"):
        stem = name.removesuffix(".proof")
        assert Path(ready_made.certificate(name)).samefile(TREES / f"{stem}.proof")
    for name in ("koyama-lai-5p8c", "", "../trees/5p8c-max6", "5p8c-max6.mmtree"):
        assert ready_made.certificate(name) is None


def test_file_takes_precedence_over_ready_made_tree(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    shutil.copy(TREES / "kooi-4p6c.mmtree", "knuth-4p6c")
    assert load("knuth-4p6c").strategy.name == "kooi"
    (tmp_path / "knuth-4p6c").write_bytes(b"")
    with pytest.raises(TreeFileError, match="knuth-4p6c: the file is empty, not a tree file"):
        load("knuth-4p6c")
    (tmp_path / "knuth-4p6c").unlink()
    (tmp_path / "knuth-4p6c").mkdir()
    with pytest.raises(TreeFileError, match="knuth-4p6c: Is a directory"):
        load("knuth-4p6c")


NEAREST = {
    "knuth4p6c": "knuth-4p6c",
    "KNUTH-4P6C": "knuth-4p6c",
    "knuth": "knuth-4p6c",
    "koyama-lai": "koyama-lai-4p6c",
    "koyama-lai-max-5-4p6c": "koyama-lai-max5-4p6c",
    "koyamalai-5p7c": "koyama-lai-5p7c",
    "worst-first-5p7c": "koyama-lai-worst-first-5p7c",
    "knuth-4p6c.mmtree": "knuth-4p6c",
    "knuth-5p8c": None,  # another game
    "super": "koyama-lai-5p8c",
    "nothing": None,
    "knut-4p6c.mmtree": None,  # a file
    "trees/knuth-4p6c": None,
    "": None,
    ".": None,
    "4": None,
}


@pytest.mark.parametrize("name", NEAREST)
def test_nearest_finds_the_most_similar_name(name):
    assert ready_made.path(name) is None
    assert ready_made.nearest(name) == NEAREST[name]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("knuth4p6c", "no file or ready-made tree called knuth4p6c: did you mean 'knuth-4p6c'?"),
        ("a", "no file or ready-made tree called a. `mmtree trees` lists them"),
        (
            "knuth-4p6c.mmtree",
            "no file called knuth-4p6c.mmtree: did you mean the ready-made tree 'knuth-4p6c'?",
        ),
        ("a.mmtree", "No such file or directory"),
        ("folder/knuth-4p6c", "No such file or directory"),
        ("../trees/knuth-4p6c", "No such file or directory"),
    ],
)
def test_unknown_name_is_refused_with_suggestion(monkeypatch, tmp_path, name, reason):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TreeFileError) as refused:
        load(name)
    assert (refused.value.path, refused.value.reason) == (name, reason)
    is_named = f" called {name}" in reason
    assert str(refused.value) == (reason if is_named else f"{name}: {reason}")


@pytest.fixture
def copy(tmp_path):
    """Runs the command of a copy of the package in tmp_path/copy, without trees."""
    ignore = shutil.ignore_patterns("*.pyc.*")  # another process may be writing these
    shutil.copytree(ROOT / "mmtree", tmp_path / "copy/mmtree", ignore=ignore)

    return partial(python, "-m", "mmtree", cwd=tmp_path, PYTHONPATH=str(tmp_path / "copy"))


NO_TREES = "no file called knuth-4p6c, and this copy of mmtree has no ready-made trees"


@pytest.mark.slow
@pytest.mark.parametrize(
    "manifest", [None, b"", b"\n", b"\xff", b"name\tsum\nknuth-4p6c\t1\n"], ids=repr
)
def test_package_without_trees_reports_it(copy, tmp_path, manifest):
    if manifest is not None:  # a folder trees/ of another project
        (tmp_path / "copy/trees").mkdir()
        (tmp_path / "copy/trees/MANIFEST").write_bytes(manifest)
    ended = copy("info", "knuth-4p6c")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        f"mmtree: {NO_TREES}; `mmtree build --strategy knuth` builds this tree\n"
    )
    ended = copy("verify", SMALL)  # recognised by its digest
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("place", ["copy/trees", "copy/mmtree/trees"])
def test_trees_are_found_in_package_or_checkout(copy, tmp_path, place):
    shutil.copytree(TREES, tmp_path / place)
    ended = copy("info", "knuth-4p6c")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "ready-made tree" in ended.stdout
