"""Tree files that say what is not so: no command passes it on as a fact."""

import msgpack
import pytest

from places import TREES

SMALL = TREES / "koyama-lai-3p2c.mmtree"

READERS = [
    ["info"],
    ["info", "--json"],
    ["play", "--secret", "AAA"],
    ["sheet", "--format", "txt", "-o", "-"],
    ["dot", "-o", "-"],
    ["export", "--to", "c"],
    ["export", "--to", "packed"],
    ["footprint"],
]

CLAIMS = {
    "false": {"secrets": 8, "total": 8, "max": 1, "histogram": [8]},
    "empty": {"secrets": 0, "total": 0, "max": 0, "histogram": []},
}


def changed(path, key, **values):
    """A file at the path: the small tree with some values of a key replaced."""
    parts = msgpack.unpackb(SMALL.read_bytes())
    parts[key] = {**parts[key], **values}
    path.write_bytes(msgpack.packb(parts))
    return path


@pytest.mark.parametrize("command", READERS, ids=" ".join)
@pytest.mark.parametrize(("claim", "said"), [("false", "total 8"), ("empty", "secrets 0")])
def test_a_false_claim_is_refused_by_whatever_shows_figures(mmtree, tmp_path, command, claim, said):
    path = changed(tmp_path / "false.mmtree", "claim", **CLAIMS[claim])
    result = mmtree(*command, path)
    counted = {"false": 18, "empty": 8}[claim]
    assert (result.status, result.out) == (2, "")
    assert result.err == f"mmtree: {path}: claims {said}, but counted is {counted}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["false.mmtree"]


def test_the_checker_tells_a_false_claim(mmtree, tmp_path):
    result = mmtree("verify", changed(tmp_path / "a", "claim", **CLAIMS["false"]))
    assert (result.status, result.err) == (1, "")
    assert "! total     18; the file says 8" in result.out
    result = mmtree("verify", changed(tmp_path / "a", "claim", **CLAIMS["empty"]))
    assert (result.status, result.err) == (1, "")
    assert "! secrets   8 of 8 found; the file says 0" in result.out
