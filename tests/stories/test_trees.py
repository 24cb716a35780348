"""The ready-made trees: rebuilt byte by byte, and read by the JavaScript of trees/README.md."""

import hashlib
import json
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from mmtree import load, verify
from mmtree.search.kernel import kernel
from mmtree.tree.ready_made import is_certified

from support.environment import CHECKED_CERTIFICATES, TREES, needs_native, python
from support.expected_games import game_lines
from support.readmes import Readme

HEAD, *MANIFEST = [line.split("\t") for line in (TREES / "MANIFEST").read_text().splitlines()]


def test_manifest_lists_every_tree():
    assert HEAD == ["sha256", "file", "total", "max", "seconds", "command"]
    assert sorted(row[1] for row in MANIFEST) == sorted(
        path.name for path in TREES.glob("*.mmtree")
    )


@pytest.mark.slow(after=8)
@pytest.mark.parametrize("row", MANIFEST, ids=[row[1] for row in MANIFEST])
def test_manifest_and_checker_agree_with_the_tree(row):
    """The checker replays every secret with its own feedback function."""
    digest, name, total, most, _, _ = row
    assert hashlib.sha256((TREES / name).read_bytes()).hexdigest() == digest
    tree = load(TREES / name)
    assert (tree.total, tree.max) == (int(total), int(most))
    assert tree.provenance.verified
    verdict = verify(TREES / name, total=int(total), max=int(most))
    assert verdict.holds, verdict
    assert verdict.secrets == tree.rules.secrets
    if name.startswith("koyama-lai"):
        assert tree.proof.optimal


@pytest.mark.slow
def test_rebuild_makes_the_same_bytes(tmp_path):
    """rebuild.py runs in an empty folder, for the trees that this kernel builds quickly."""
    quick = 1.0 if kernel() == "native" else 0.35
    slow = r"koyama-lai-.*(4p6c|[789]p\dc)\.mmtree" if kernel() == "numpy" else r"none"
    known = [row for row in MANIFEST if row[-1] != "-"]
    names = [row[1] for row in known if float(row[4]) < quick and not re.match(slow, row[1])]
    shutil.copy(TREES / "rebuild.py", tmp_path)
    shutil.copy(TREES / "MANIFEST", tmp_path)
    shutil.copy(TREES / "PROOFS", tmp_path)
    script = [sys.executable, tmp_path / "rebuild.py", *names]
    subprocess.run(script, check=True, capture_output=True)
    assert len(names) > 7
    made = [(tmp_path / name, TREES / name) for name in ["MANIFEST", *names]]
    assert [old.name for new, old in made if new.read_bytes() != old.read_bytes()] == []


def test_rebuild_refuses_names_missing_in_manifest():
    ended = python(TREES / "rebuild.py", "nothing.mmtree")
    assert (ended.returncode, ended.stderr) == (1, "MANIFEST and PROOFS name no nothing.mmtree\n")


def test_rebuild_refuses_a_tree_without_command():
    [name] = [row[1] for row in MANIFEST if row[-1] == "-"]
    ended = python(TREES / "rebuild.py", name)
    message = f"no single command builds {name}: see README.md\n"
    assert (ended.returncode, ended.stderr) == (1, message)


def test_table_of_proofs_agrees_with_the_manifest():
    """Each row has the least total and, where it is proved, the total for the least max."""
    rows = [
        row for row in Readme("mmtree/search/README.md").table("## What is proved") if row["total"]
    ]
    files = {row[1]: row[2:5] for row in MANIFEST}
    proved = {
        name[11:-7]
        for name in files
        if re.fullmatch(r"koyama-lai-(\dp\d+c[-\w]*|bulls-and-cows)\.mmtree", name)
    }
    assert {row["rules"] for row in rows} == proved - {"3p2c"}
    for row in rows:
        assert [row["total"], row["max"], row["seconds"]] == files[
            f"koyama-lai-{row['rules']}.mmtree"
        ]
        first = "max5" if row["rules"] == "4p6c" else "worst-first"
        worst = files.get(f"koyama-lai-{first}-{row['rules']}.mmtree")
        assert worst or not row["total at it"]
        at_least_max = [row["total at it"], row["least max"], row["seconds at it"]]
        assert at_least_max == (worst or ["", row["least max"], ""])


README = (TREES / "README.md").read_text()
JAVASCRIPT = re.findall(r"```javascript\n(.*?)```", README, re.DOTALL)


def test_readme_has_total_and_max_of_every_tree():
    for _, name, total, most, *_ in MANIFEST:
        assert re.search(rf"`{name}` \|.*\| {total} \| {most} \|", README), name


def test_javascript_reader_takes_ten_lines():
    assert len(JAVASCRIPT[0].splitlines()) <= 10


def test_javascript_example_prints_the_shown_game(node, tmp_path):
    """The game is the console block of trees/README.md."""
    (tmp_path / "read.js").write_text("".join(JAVASCRIPT))
    shutil.copy(TREES / "koyama-lai-4p6c.mmtree", tmp_path)
    block = re.search(r"```console\n\$ node (.*?)\n(.*?)```", README, re.DOTALL)
    assert node(*shlex.split(block[1]), cwd=tmp_path) == block[2].splitlines()


GAMES = """
const colors = (code) => [...letters(code)].map((letter) => letter.charCodeAt(0) - 65);
for (let code = 0; code < rules.colors ** rules.pegs; code++) {
  const secret = colors(code), guesses = [];
  for (let node = tree; node !== undefined; ) {
    guesses.push(guess(node));
    const played = colors(guess(node)), left = [...secret];
    const black = played.filter((color, at) => color === secret[at]).length;
    for (const color of played) if (left.includes(color)) left.splice(left.indexOf(color), 1);
    const feedback = 10 * black + rules.pegs - left.length - black;
    node = black === rules.pegs ? undefined : next(node, feedback);
  }
  console.log(`${code}: ${guesses.join(" ")}`);
}
"""
"""Plays every secret by the reader of the README, with an answer of its own."""


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", ["knuth-4p6c.mmtree", "koyama-lai-3p2c.mmtree"])
def test_javascript_reader_plays_every_secret_as_the_tree_does(node, tmp_path, name):
    lines = [
        line
        for line in JAVASCRIPT[1].splitlines()
        if not line.startswith(("let", "for", "console"))
    ]
    reader = JAVASCRIPT[0].replace("process.argv[2]", json.dumps(str(TREES / name)))
    (tmp_path / "reader.cjs").write_text(reader + "\n".join(lines) + GAMES)
    assert node(tmp_path / "reader.cjs") == game_lines(load(TREES / name))


PROOFS = [line.split("\t") for line in (TREES / "PROOFS").read_text().splitlines()[1:]]
QUICK_SECONDS = 2
SHIPPED = [row for row in PROOFS if (TREES / row[1]).exists()]


def test_proofs_lists_every_certificate():
    assert {row[1] for row in SHIPPED} == {path.name for path in TREES.glob("*.proof")}
    for digest, name, size, _, command in SHIPPED:
        data = (TREES / name).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), str(len(data))) == (digest, size)
        stem = name.removesuffix(".proof")
        about = f"{stem}.mmtree"
        if match := re.fullmatch(r"(\w+)-(max|below)(\d+)", stem):
            rules, kind, number = match.groups()
            option = {"max": "--max-guesses", "below": "--below"}[kind]
            about = f"--rules {rules} {option} {number}"
        assert command == f"mmtree prove {about} -o {name}"


@pytest.mark.slow
@needs_native
def test_rebuild_makes_the_same_certificates(tmp_path):
    """The search raises the bounds of a certificate, so a change of its order changes the bytes."""
    names = [name for _, name, _, seconds, _ in SHIPPED if float(seconds) < QUICK_SECONDS]
    assert len(names) > 20
    copied = ["rebuild.py", "MANIFEST", "PROOFS"]
    for name in [*copied, *(name.replace(".proof", ".mmtree") for name in names)]:
        shutil.copy(TREES / name, tmp_path)
    script = [sys.executable, tmp_path / "rebuild.py", *names]
    subprocess.run(script, check=True, capture_output=True)
    for name in ["PROOFS", *names]:
        assert (tmp_path / name).read_bytes() == (TREES / name).read_bytes(), name


def test_trees_with_certificates_are_called_proved():
    certified = {row[1].removesuffix(".mmtree") for row in MANIFEST if is_certified(row[0])}
    assert {path.stem for path in CHECKED_CERTIFICATES} == certified
    assert load("koyama-lai-4p6c").provenance.proved
    assert not load("koyama-lai-5p7c").provenance.proved


def test_table_of_sizes_agrees_with_proofs():
    rows = Readme("mmtree/check/proof/README.md").table("## Sizes")
    figures = {row[1].removesuffix(".proof"): row[2:4] for row in PROOFS}
    proved = {
        row["rules"]
        for row in Readme("mmtree/search/README.md").table("## What is proved")
        if row["total"]
    }
    assert {row["rules"] for row in rows} == proved
    for row in rows:
        for first, head in (("", "bytes"), ("worst-first-", "first max: bytes")):
            name = (
                f"koyama-lai-{'max5-' if first and row['rules'] == '4p6c' else first}{row['rules']}"
            )
            assert row[head] == figures.get(name, [""])[0]
