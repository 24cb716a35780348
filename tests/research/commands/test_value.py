"""``mmtree value``: its output, its certificates, and refused input."""

import json

import pytest


def test_printed_value_and_strategies(mmtree):
    lines = mmtree("value", "2p3c").out.splitlines()
    assert lines[0] == "2p3c: value 29/12 = 2.4167, proved from both sides"
    assert lines[-1].split() == ["mixed", "2.4167", "2.4167"]


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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("5p9c", "5p9c has 59049 codes: values are found for at most 10000"),
        ("4x6", "unknown rules '4x6'"),
        ("2p2c --quick", "--quick needs --check FILE"),
        ("2p2c --check a", "--check takes only a certificate"),
        ("--check a -o b", "--check takes only a certificate"),
        ("--check nothing", "nothing: No such file or directory"),
        ("--check .", ".: Is a directory"),
        ("2p2c 2p3c -o a", "-o takes the certificate of one game"),
        ("2p2c -o -", "not to standard output"),
        ("2p2c -o a.mmtree", "a.mmtree: tree files have this ending: use another"),
        ("2p2c -o no/where", "there is no folder 'no'"),
    ],
)
def test_wrong_input_gets_one_line(refused, line, said):
    assert said in refused("value", *line.split())
