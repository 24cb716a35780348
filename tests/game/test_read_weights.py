"""Weights of secrets that people write: in files, lists of words and tables."""

import pytest

from mmtree import RulesError, build_tree, parse_rules
from mmtree.game.read_rules import read_words, weigh
from mmtree.game.read_table import read_table

TWINS = ",fur,big,rate\nlion,yes,yes,3\npuma,yes,yes,4\ncat,yes,no,2\nduck,no,no,1\n"


@pytest.fixture
def file(tmp_path):
    def write(text, name="given.csv"):
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path / name

    return write


@pytest.mark.parametrize(
    "text", ["*,1\nBB,9\nAA,5\n", "0000;5\n\n1111;9\n*;1", "aa\t5\nbb\t9\n*\t1"]
)
def test_weights_of_codes_are_read_in_any_order(file, text):
    rules = parse_rules("4p2c" if "0000" in text else "2p2c")
    weights = weigh(rules, file(text)).weights
    assert (weights[0], weights[-1]) == (5, 9)
    assert {*weights[1:-1]} == {1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AA,5", "3 secrets without a weight, such as 'AB'"),
        ("", "4 secrets without a weight"),
        ("AA,0\n*,1", "line 1: the weight '0' is not a whole number from 1 to 9999999999999999"),
        ("*,1\nAA,-2", "line 2: the weight '-2'"),
        ("AA,1.5\n*,1", "line 1: the weight '1.5'"),
        ("AA,\u00b2\n*,1", "line 1: the weight"),
        (f"AA,{10**20}\n*,1", "line 1: the weight"),
        (f"AA,{10**15}\n*,1", "divide all weights"),
        ("AA,5\n00,6\n*,1", "line 2: '00' is also in line 1"),
        ("*,1\n*,2", r"line 2: '\*' is also in line 1"),
        ("AA,5\nCC,1\n*,1", "line 2: 'CC' is no secret"),
        ("AA,5,6\n*,1", "line 1: 3 cells"),
        ("AA\n*,1", "line 1: 1 cell"),
    ],
)
def test_wrong_files_of_weights_are_refused(file, text, reason):
    with pytest.raises(RulesError, match=reason):
        weigh(parse_rules("2p2c"), file(text))


def test_missing_file_of_weights_is_refused(tmp_path):
    with pytest.raises(RulesError, match="No such file"):
        weigh(parse_rules("2p2c"), tmp_path / "none.csv")


def test_words_have_weights_in_their_list(file):
    rules = read_words(file("cedar,2\nalder,120\nbirch,30\n", "trees.txt"))
    assert str(rules) == "trees-weighted"
    assert str(read_words(file("cedar,2\nalder,120\n", "weighted.txt"))) == "weighted"
    assert rules.weights == (120, 30, 2)
    assert build_tree("koyama-lai", rules).total == 120 * 1 + 30 * 2 + 2 * 2


def test_words_have_weights_in_a_file(file):
    words, weights = file("école\nballe\n", "words.txt"), file("ecole,3\n*,2\n")
    assert read_words(words, fold=True, weights=weights).weights == (2, 3)
    weighed = file("alder,1\nbirch,2\n", "weighed.txt")
    with pytest.raises(RulesError, match="weights of its own"):
        read_words(weighed, weights=weights)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("alder,120\nbirch\ncedar,2\n", "line 2, 'birch': a weight is missing"),
        ("alder,120\nbirch\n", "line 2, 'birch': a weight is missing"),
        ("alder,120\nALDER,120\nbirch,2\n", "line 2, 'ALDER': also in line 1"),
        ("alder,120\nbirch,0\ncedar,2\n", "line 2: the weight '0'"),
    ],
)
def test_wrong_lists_with_weights_are_refused(file, text, reason):
    with pytest.raises(RulesError, match=reason):
        read_words(file(text, "list.txt"))


def test_twins_weigh_the_sum_of_their_items(file):
    rules = read_table(file(TWINS), weight_column="rate")
    assert rules.questions == ("fur", "big")
    weights = dict(zip(rules.secret_names, rules.weights, strict=True))
    assert weights == {"lion or puma": 7, "cat": 2, "duck": 1}
    plain = file(
        TWINS.replace(",rate", "")
        .replace(",3", "")
        .replace(",4", "")
        .replace(",2", "")
        .replace(",1", ""),
        "plain.csv",
    )
    given = file("puma,4\nlion,3\ncat,2\n*,1\n", "weights.csv")
    assert read_table(plain, weights=given).weights == rules.weights


def test_wrong_columns_of_weights_are_refused(file):
    table = file(TWINS)
    with pytest.raises(RulesError, match="no column 'none' of weights"):
        read_table(table, weight_column="none")
    with pytest.raises(RulesError, match="lion: the weight 'yes'"):
        read_table(table, weight_column="fur")
    with pytest.raises(RulesError, match="not both"):
        read_table(table, weight_column="rate", weights=file("*,1", "w.csv"))
