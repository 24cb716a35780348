"""``mmtree import``, and ``mmtree export`` to notations: files, reports and refused input."""

import json
import sys

import pytest

from mmtree import load
from mmtree.research.notations.notations import NOTATIONS

from support.environment import KNUTH


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("notation", NOTATIONS)
def test_import_reads_what_export_writes(mmtree, tmp_path, notation):
    written = f"knuth-4p6c.{NOTATIONS[notation].endings[0]}"
    assert mmtree("export", KNUTH, "--to", notation).out == f"wrote {written}\n"
    assert mmtree("import", written).status == 0
    assert load(tmp_path / "knuth-4p6c.mmtree").guess == load(KNUTH).guess
    verified = mmtree("verify", "knuth-4p6c.mmtree", "--total", 5801)
    assert verified.status == 0
    assert "imported: not a strategy of mmtree, so not rebuilt" in verified.out
    text = (tmp_path / written).read_text(encoding="utf-8")
    read = mmtree("import", "-", "-o", "a.mmtree", input=text)
    assert (read.status, read.err) == (0, "")
    assert (tmp_path / "a.mmtree").read_bytes() == (tmp_path / "knuth-4p6c.mmtree").read_bytes()


def test_output_of_an_import(mmtree):
    """NOTATIONS.md shows the lines of an import without options."""
    mmtree("export", KNUTH, "--to", "irving", "-o", "a.irving")
    options = ("--rules", "4p6c", "--symbols", "digits1", "-o", "b")
    out = mmtree("import", "a.irving", *options).out
    assert out.startswith("irving for 4p6c, opening AABB: total 5801")
    found = json.loads(mmtree("import", "a.irving", "--json", "-o", "b").out)
    assert found == {
        "notation": "irving",
        "rules": "4p6c",
        "symbols": "digits1",
        "opening": "AABB",
        "secrets": 1296,
        "total": 5801,
        "average": 5801 / 1296,
        "max": 5,
        "histogram": [1, 6, 62, 533, 694],
        "in_order": 0,
        "cheapest": 0,
        "uneven": 0,
        "misprints": 0,
        "file": "b",
    }


def test_import_overwrites_only_a_named_tree(mmtree, refused, tmp_path):
    """The existing file may be the original tree, with a proof that the text does not contain."""
    (tmp_path / "a.mmtree").write_bytes(KNUTH.read_bytes())
    mmtree("export", "a.mmtree", "--to", "irving")
    assert "a.mmtree already exists: give -o a.mmtree to overwrite it" in refused(
        "import", "a.irving"
    )
    assert mmtree("import", "a.irving", "-o", "a.mmtree").status == 0


def test_without_pyyaml(mmtree, refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert mmtree("export", "koyama-lai-3p2c", "--to", "yaml").status == 0
    error = refused("import", "koyama-lai-3p2c.yaml")
    assert "needs PyYAML, which is not installed: pip install 'mmtree[yaml]'" in error
