"""``mmtree value``: its output, its certificates, and refused input."""

import json


def test_json_has_value_and_averages(mmtree):
    [report] = json.loads(mmtree("value", "3p2c", "--json").out)
    assert (report["value"], report["average_of_all_alike"]) == ("23/10", "9/4")
    assert report["codemaker"][0] == {"pattern": "AAA", "codes": 2, "probability": "2/5"}
    assert [one["weight"] for one in report["codebreaker"]] == ["3/5", "2/5"]
    assert len(json.loads(mmtree("value", "2p2c", "2p3c", "--json").out)) == 2


def test_a_certificate_is_written_and_verified(mmtree, tmp_path):
    assert mmtree("value", "3p3c", "-o", "a.value").out.splitlines()[-1] == "wrote a.value"
    first = (tmp_path / "a.value").read_bytes()
    report = json.loads(mmtree("value", "3p3c", "-o", "b.value", "--json").out)
    assert report[0]["value"] == "73/27"
    assert (tmp_path / "b.value").read_bytes() == first
    result = mmtree("value", "--check", "a.value")
    assert result.status == 0
    assert result.out.splitlines()[0] == "a.value: holds"
    assert "all trees searched, none is cheaper" in result.out
    quick = mmtree("value", "--check", "a.value", "--quick")
    assert quick.status == 0
    assert "the value may be lower" in quick.out
    assert "at least" not in quick.out
    report = json.loads(mmtree("value", "--check", "a.value", "--quick", "--json").out)
    assert (report["holds"], report["searched"], report["value"]) == (True, False, "73/27")


def test_false_certificate_is_refused(mmtree, tmp_path):
    mmtree("value", "2p2c", "-o", "a.value")
    path = tmp_path / "a.value"
    path.write_bytes(path.read_bytes().replace(b"value\xa12", b"value\xa13"))
    result = mmtree("value", "--check", "a.value")
    assert result.status == 1
    assert result.out.splitlines()[0] == "a.value: DOES NOT HOLD"
    assert "! at least    a tree of 2 beats the codemaker's probabilities" in result.out
