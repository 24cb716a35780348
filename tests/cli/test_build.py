"""``mmtree build``: files, names, options, limits and interruptions."""

import os
import signal
import subprocess
import sys
import time

import pytest

from mmtree import load, verify
from mmtree.show import dot
from mmtree.tree.file import encode

from support.environment import TREES, linux, needs_native, start_search


def test_without_o_it_writes_tree_and_drawing_here(mmtree, tmp_path):
    """The README shows what it prints for the default rules."""
    result = mmtree("build", "--strategy", "koyama-lai", "--rules", "3p3c")
    assert (result.status, result.err) == (0, "")
    assert result.out.endswith("\nwrote koyama-lai-3p3c.mmtree, koyama-lai-3p3c.dot\n")
    assert sorted(os.listdir(tmp_path)) == ["koyama-lai-3p3c.dot", "koyama-lai-3p3c.mmtree"]
    assert verify("koyama-lai-3p3c.mmtree").holds


@pytest.mark.parametrize(
    ("options", "stem"),
    [
        (["koyama-lai", "--max-guesses", "4"], "koyama-lai-max4-3p3c"),
        (["koyama-lai", "--fewest-at-max"], "koyama-lai-fewest-at-max-3p3c"),
        (["koyama-lai", "--objective", "worst-then-expected"], "koyama-lai-worst-first-3p3c"),
        (["koyama-lai", "--objective", "expected"], "koyama-lai-3p3c"),
        (["koyama-lai", "--objective", "fewest-at-max"], "koyama-lai-fewest-first-3p3c"),
        (["koyama-lai", "--objective", "Most-Within:2"], "koyama-lai-within2-3p3c"),
        (["knuth", "--opening", "aab"], "knuth-AAB-3p3c"),
        (["counting", "--direction", "down"], "counting-down-3p3c"),
        (["niedermayer", "--seed", "3", "--samples", "5"], "niedermayer-seed3-samples5-3p3c"),
    ],
)
def test_default_names_carry_the_options(mmtree, options, stem):
    result = mmtree("build", "--rules", "3p3c", "--strategy", *options)
    assert result.status == 0
    assert load(f"{stem}.mmtree").strategy.name == options[0]


def test_o_writes_just_the_tree_and_what_is_asked_for(mmtree, tmp_path):
    mmtree("build", "--strategy", "kooi", "--rules", "3p3c", "-o", "a.mmtree")
    assert os.listdir(tmp_path) == ["a.mmtree"]
    asked = ["-o", "a.mmtree", "--dot", "a.dot"]
    result = mmtree("build", "--strategy", "kooi", "--rules", "3p3c", *asked)
    assert result.out.splitlines()[-1] == "wrote a.mmtree, a.dot"
    assert (tmp_path / "a.dot").read_text().startswith("// kooi")


def test_unwritable_folder_is_reported_before_the_work(refused, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: path != os.curdir)
    assert "this folder cannot be written to: name a file elsewhere with -o" in refused(
        "build", "--strategy", "knuth"
    )


def test_too_large_rules_give_one_line_and_status_2(refused, monkeypatch):
    """Only the NumPy kernel needs a feedback table."""
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    assert "feedback table of 7p7c would take 678.2 GB" in refused(
        "build", "--strategy", "knuth", "--rules", "7p7c"
    )


def test_proved_impossible_build_exits_with_status_1(mmtree, tmp_path):
    result = mmtree("build", "--strategy", "koyama-lai", "--max-guesses", "4")
    assert result.status == 1
    assert result.err == (
        "mmtree: no strategy for 4p6c finds every secret within 4 guesses: that is proved\n"
    )
    assert os.listdir(tmp_path) == []


LONG = ("--strategy", "koyama-lai", "--rules", "5p6c")


@linux
@needs_native
def test_ctrl_c_leaves_a_checkpoint_and_says_what_for(tmp_path):
    build = start_search(subprocess.Popen, *LONG, "--checkpoint", "kept", cwd=tmp_path)
    while not (tmp_path / "kept").exists():
        assert build.poll() is None
        time.sleep(0.05)
    build.send_signal(signal.SIGINT)
    _, err = build.communicate(timeout=300)
    assert (build.returncode, err) == (
        130,
        b"interrupted: the same command resumes from kept\n",
    )
    assert os.listdir(tmp_path) == ["kept"]


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "count"), [("", 1), ("numpy", 0)])
def test_slow_search_gives_advice_once(mmtree, monkeypatch, asked, count):
    """Without a compiled kernel, advice is printed, unless the user has chosen NumPy."""
    monkeypatch.setattr("mmtree.search.kernel.native", None)
    monkeypatch.setattr("mmtree.cli.progress.PATIENCE", 0.1)
    monkeypatch.setenv("MMTREE_KERNEL", asked)
    result = mmtree("build", "--strategy", "koyama-lai", "--rules", "4p5c")
    assert result.status == 0
    assert result.err == count * (
        "mmtree: no C compiler was found when mmtree was installed, so NumPy searches, more slowly: "
        "on Debian, apt-get install gcc python3-dev, and install mmtree again\n"
    )
    monkeypatch.setattr("mmtree.cli.progress.PATIENCE", 3600)
    assert mmtree("build", "--strategy", "koyama-lai", "--rules", "3p2c").err == ""


@needs_native
def test_native_kernel_prints_no_advice(mmtree, monkeypatch):
    monkeypatch.setattr("mmtree.cli.progress.PATIENCE", 0.01)
    monkeypatch.setenv("MMTREE_KERNEL", "")
    assert mmtree("build", "--strategy", "koyama-lai", "--rules", "4p6c").err == ""


def test_digits_from_1_as_knuth_writes_them(mmtree):
    knuth = ["build", "--strategy", "knuth", "-o", "a", "--opening", "1122"]
    assert "opening AABB:" not in mmtree(*knuth).out
    assert "opening 1122: total 5801" in mmtree(*knuth, "--symbols", "digits1").out


@linux
def test_tree_is_saved_if_drawing_fails(mmtree):
    result = mmtree(
        "build", "--strategy", "knuth", "--rules", "3p3c", "-o", "a", "--dot", "/dev/full"
    )
    assert result.status == 2
    assert result.out.endswith("wrote a\n")
    assert result.err == "mmtree: /dev/full: No space left on device\n"
    assert load("a").max == 4


def test_large_tree_is_not_drawn_by_default(mmtree, monkeypatch):
    monkeypatch.setattr("mmtree.show.dot.MAX_DRAWN", 20)
    out = mmtree("build", "--strategy", "knuth", "--rules", "3p3c").out
    assert out.endswith("wrote knuth-3p3c.mmtree\n")


@pytest.mark.slow
def test_bytes_do_not_depend_on_the_hash_seed(tmp_path, koyama_lai):
    """The tree is compared with the ready-made one, the drawing with one made in this process."""
    command = [sys.executable, "-m", "mmtree", "build", "--strategy", "koyama-lai"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert (tmp_path / "koyama-lai-4p6c.mmtree").read_bytes() == encode(koyama_lai)
    assert (tmp_path / "koyama-lai-4p6c.dot").read_text() == dot.dot_source(koyama_lai)


BELOW = "--below must be a whole number"


@pytest.mark.parametrize(
    ("below", "message"),
    [
        ("nothing", f"{BELOW} of at least 1, or a tree file, got 'nothing' (see mmtree"),
        ("knuth4p6c", "got 'knuth4p6c': did you mean 'knuth-4p6c'? (see mmtree"),
        ("-5", f"{BELOW} of at least 1, or a tree file, got '-5' (see mmtree"),
        ("5625.0", f"{BELOW} of at least 1, or a tree file, got '5625.0' (see mmtree"),
        ("0", f"{BELOW} of at least 1, or a tree file, got '0' (see mmtree"),
        ("9" * 30, f"{BELOW} from 1 to {'9' * 18}, or a tree file, got '{'9' * 30}' (see mmtree"),
        ("spoiled", "spoiled: file is not a map of format"),
        (".", ".: Is a directory"),
        (TREES / "koyama-lai-4p7c.mmtree", "mmtree: --below: the tree is for 4p7c, not for 4p6c"),
        (TREES / "koyama-lai-4p6c.mmtree", "5626, asks for trees of a lower total"),
    ],
)
def test_unusable_limits_of_below_are_refused(refused, tmp_path, below, message):
    (tmp_path / "spoiled").write_bytes(b"\x80")
    more = ["--max-guesses", "5"] if "4p6c" in str(below) else []
    assert message in refused("build", "--strategy", "koyama-lai", "--below", below, *more)


@pytest.mark.slow
def test_below_a_total_or_a_tree(mmtree, tmp_path):
    """The limit changes neither the default name nor the bytes of the file."""
    ready_made = TREES / "koyama-lai-4p6c.mmtree"
    for below in (ready_made, "knuth-4p6c", 5626):
        assert mmtree("build", "--strategy", "koyama-lai", "--below", below).status == 0
        assert (tmp_path / "koyama-lai-4p6c.mmtree").read_bytes() == ready_made.read_bytes()
        (tmp_path / "koyama-lai-4p6c.mmtree").unlink()
    result = mmtree("build", "--strategy", "koyama-lai", "--below", "5625")
    assert (result.status, result.out) == (1, "")
    words = "no strategy for 4p6c has a total below 5625: that is proved"
    assert result.err == f"mmtree: {words}\n"
    assert not (tmp_path / "koyama-lai-4p6c.mmtree").exists()


def test_tree_of_below_is_not_overwritten(mmtree, refused):
    assert mmtree("build", "--strategy", "knuth", "--rules", "3p4c", "-o", "a.mmtree").status == 0
    options = ["--strategy", "koyama-lai", "--rules", "3p4c", "--below", "a.mmtree"]
    assert "a.mmtree: is read from, too: give it another name" in refused(
        "build", *options, "-o", "a.mmtree"
    )
