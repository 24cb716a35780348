"""The checker verifies the certificate of a value, and shares no code with the search."""

import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache

import msgpack
import numpy as np
import pytest

from mmtree import CertificateError, SizeError, build_tree, parse_rules
from mmtree.check import best_response
from mmtree.check.best_response import BestResponse, generators
from mmtree.check.game import codes
from mmtree.check.replay import replay
from mmtree.check.report import Report
from mmtree.research.check.value import pattern, verify_value
from mmtree.research.value import certificate, game_value
from mmtree.tree.file import encode

from stories.test_imports import modules_after
from support.all_trees import pattern_totals
from support.environment import ROOT
from support.symmetries import lowest


@cache
def made(rules):
    return certificate(game_value(parse_rules(rules)))


def checked(tmp_path, data):
    path = tmp_path / "a.value"
    path.write_bytes(data)
    return verify_value(str(path))


def changed(rules, change):
    parts = msgpack.unpackb(made(rules))
    change(parts)
    return msgpack.packb(parts)


@pytest.mark.parametrize(
    "rules", ["1p4c", "2p2c", "2p5c", "3p2c", "3p4c", "4p3c", "4p4c-distinct", "3p3c-black"]
)
def test_found_value_is_verified(rules, tmp_path):
    report = checked(tmp_path, made(rules))
    assert report.holds, report.findings
    assert report.searched


def test_equal_values_give_equal_bytes():
    assert made("3p3c") == certificate(game_value(parse_rules("3p3c")))


def misled(tree):
    """Return the tree file with another code in its last leaf."""
    parts = msgpack.unpackb(tree)
    node = parts["tree"]
    while isinstance(node[-1], list):
        node = node[-1]
    node[-1] ^= 7
    return msgpack.packb(parts)


FALSE = {
    "too low": (lambda p: p.update(value="22/10"), "at most", "23/10 = 2.300000 on average"),
    "too high": (lambda p: p.update(value="51/22"), "at least", "a tree of 23/10 = 2.300000 beats"),
    "absurd": (lambda p: p.update(value="9" * 99), "at least", "a tree of 12/5 = 2.400000 beats"),
    "codemaker": (lambda p: p["codemaker"][0].__setitem__(1, "3/5"), "codemaker", "sum 6/5"),
    "codebreaker": (lambda p: p["codebreaker"][0].__setitem__(0, "1/5"), "codebreaker", "sum 3/5"),
    "one tree": (
        lambda p: p.update(codebreaker=[["1", p["codebreaker"][0][1]]]),
        "at most",
        "the file says",
    ),
    "other odds": (
        lambda p: p.update(codemaker=[["AAA", "1/4"], ["AAB", "3/4"]]),
        "at least",
        "a tree of 9/4 = 2.250000 beats",
    ),
    "a pattern missing": (lambda p: p.update(codemaker=[["AAB", "1"]]), "codemaker", "AAA AAB"),
    "a pattern unknown": (lambda p: p["codemaker"].append(["ABC", "0"]), "codemaker", "AAA AAB"),
    "a secret missing": (
        lambda p: p["codebreaker"][0].__setitem__(1, misled(p["codebreaker"][0][1])),
        "trees",
        "is never found",
    ),
    "other rules": (
        lambda p: p["codebreaker"][0].__setitem__(
            1, msgpack.unpackb(made("2p2c"))["codebreaker"][0][1]
        ),
        "trees",
        "tree 1 is of 2p2c",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_certificate_is_reported(name, tmp_path):
    change, topic, text = FALSE[name]
    report = checked(tmp_path, changed("3p2c", change))
    wrong = [finding for finding in report.findings if not finding.holds]
    assert len(wrong) == 1
    assert wrong[0].topic == topic
    assert text in wrong[0].text


NONE = {
    "empty": (b"", "not a certificate"),
    "text": (b"value 2", "not a certificate"),
    "a list": (b"\x90", "not a certificate"),
    "cut": (made("2p2c")[:-1], "not a certificate"),
    "longer": (made("2p2c") + b"\x00", "not a certificate"),
    "a tree": (msgpack.unpackb(made("2p2c"))["codebreaker"][0][1], "not a certificate"),
    "version": (changed("2p2c", lambda p: p.update(version=2)), "update mmtree"),
    "true": (changed("2p2c", lambda p: p.update(version=True)), "update mmtree"),
    "a key more": (changed("2p2c", lambda p: p.update(more=1)), "not a map of format"),
    "a key less": (changed("2p2c", lambda p: p.pop("value")), "not a map of format"),
    "a decimal": (changed("2p2c", lambda p: p.update(value="2.0")), "'2.0' is not a fraction"),
    "a number": (changed("2p2c", lambda p: p.update(value=2)), "2 is not a fraction"),
    "below 0": (changed("2p2c", lambda p: p.update(value="-1/2")), "not a fraction from 0"),
    "over 0": (changed("2p2c", lambda p: p.update(value="1/0")), "not a fraction"),
    "digits": (changed("2p2c", lambda p: p.update(value="9" * 5000)), "not a fraction"),
    "no trees": (changed("2p2c", lambda p: p.update(codebreaker=[])), "not a list of pairs"),
    "no pairs": (changed("2p2c", lambda p: p.update(codemaker=[["AA"]])), "not a list of pairs"),
    "a pattern twice": (
        changed("2p2c", lambda p: p["codemaker"].append(p["codemaker"][0])),
        "patterns, each once",
    ),
    "no tree": (changed("2p2c", lambda p: p["codebreaker"][0].__setitem__(1, b"x")), "tree 1: "),
    "tree text": (
        changed("2p2c", lambda p: p["codebreaker"][0].__setitem__(1, "x")),
        "tree 1 is not",
    ),
    "rules": (changed("2p2c", lambda p: p["rules"].update(pegs=True)), "pegs True: give"),
    "no rules": (changed("2p2c", lambda p: p["rules"].update(pegs=0)), "0 pegs"),
    "large rules": (changed("2p2c", lambda p: p["rules"].update(pegs=9, colors=36)), "secrets"),
}


@pytest.mark.parametrize("name", NONE)
def test_other_file_is_refused(name, tmp_path):
    data, reason = NONE[name]
    path = tmp_path / "a"
    path.write_bytes(data)
    with pytest.raises(CertificateError, match=f"^{re.escape(str(path))}: .*{reason}"):
        verify_value(str(path))


def test_too_long_fractions_are_refused(tmp_path):
    """mmtree never writes a certificate with fractions of this length."""
    odds = Fraction(2, 5) + Fraction(1, 10**40)
    data = changed(
        "3p2c", lambda p: p.update(codemaker=[["AAA", str(odds)], ["AAB", str(1 - odds)]])
    )
    with pytest.raises(SizeError, match="3p2c: probabilities of larger denominators"):
        checked(tmp_path, data)


@pytest.mark.slow
def test_damaged_bytes_are_refused_or_reported(tmp_path):
    """No other error occurs, and no damaged certificate holds for another value."""
    dice = random.Random(14)
    whole = made("2p3c")
    held = 0
    for _ in range(600):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(data))
            change = dice.randrange(3)
            if change == 0:
                data[at] = dice.randrange(256)
            elif change == 1:
                del data[at : at + dice.randint(1, 9)]
            else:
                data[at:at] = dice.randbytes(dice.randint(1, 4))
        try:
            report = checked(tmp_path, bytes(data))
        except CertificateError:
            continue
        if report.holds:
            held += 1
            assert report.certificate.value == Fraction(29, 12)
    assert held < 100


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("rules", ["2p3c", "2p4c", "3p2c", "3p3c", "4p2c"])
def test_search_finds_cheapest_of_all_trees(rules):
    game = parse_rules(rules)
    sizes, totals = pattern_totals(game)
    names = list(msgpack.unpackb(made(rules))["codemaker"])
    dice = random.Random(14)
    for _ in range(8):
        weights = {name: dice.randrange(1, 9) for name, _ in names}
        search = BestResponse(game, lambda code, weights=weights: weights[shape(code)])
        least = min(
            sum(w * t for w, t in zip(weights.values(), row, strict=True)) for row in totals
        )
        assert search.find_below(least) == least
        assert search.find_below(least + 1) == least
        assert len(weights) == len(sizes)


def shape(code):
    counts = sorted((code.count(color) for color in set(code)), reverse=True)
    return "".join(letter * count for letter, count in zip("ABCD", counts, strict=False))


def false(rules):
    """Return a certificate of one tree, whose value is the greatest average of a pattern."""
    tree = build_tree("knuth", rules)
    sizes = Counter(pattern(code, tree.rules) for code in codes(tree.rules))
    guesses = {}
    assert replay(Report("a", tree), guesses.__setitem__)
    totals = Counter()
    for secret, number in guesses.items():
        totals[pattern(secret, tree.rules)] += number
    parts = msgpack.unpackb(made("2p2c"))
    parts["rules"] |= {"pegs": tree.rules.pegs, "colors": tree.rules.colors}
    parts["value"] = str(max(Fraction(totals[name], sizes[name]) for name in sizes))
    secrets = tree.rules.secrets
    parts["codemaker"] = [[name, str(Fraction(size, secrets))] for name, size in sizes.items()]
    parts["codebreaker"] = [["1", encode(tree)]]
    return msgpack.packb(parts)


@pytest.mark.parametrize("rules", ["6p2c", "7p2c", "8p2c"])
def test_false_value_is_refuted_by_greedy_tree(rules, tmp_path, monkeypatch):
    """At most 200 sets of secrets are needed; a full search of 8p2c takes minutes."""
    monkeypatch.setattr(best_response, "MAX_SETS", 200)
    report = checked(tmp_path, false(rules))
    wrong = [finding for finding in report.findings if not finding.holds]
    assert [finding.topic for finding in wrong] == ["at least"]
    assert "beats the codemaker's probabilities" in wrong[0].text


def test_search_stops_after_limit_of_sets(tmp_path, monkeypatch):
    monkeypatch.setattr(best_response, "MAX_SETS", 20)
    with pytest.raises(SizeError, match=r"^3p4c: .* after 20 sets of secrets.*--quick"):
        checked(tmp_path, made("3p4c"))
    monkeypatch.setattr(best_response, "MAX_SETS", 2000)
    assert checked(tmp_path, made("3p4c")).holds


def test_search_without_cache_gives_same_price(tmp_path, monkeypatch):
    monkeypatch.setattr(best_response, "MAX_CACHED", 0)
    game = parse_rules("3p4c")
    search = BestResponse(game, lambda code: 1)
    assert search.find_below(207) == 206
    assert (search.known, search.lowest) == ({}, {})
    assert checked(tmp_path, made("3p4c")).holds


def test_feedback_counts_do_not_depend_on_part_size(monkeypatch):
    whole = BestResponse(parse_rules("3p4c"), lambda code: 1 + len(set(code)))
    secrets = np.arange(0, 64, 2)
    bounds = whole._bounds(secrets)
    monkeypatch.setattr(best_response, "_ROWS", 100)
    assert whole._bounds(secrets).tolist() == bounds.tolist()


@pytest.mark.parametrize("rules", ["3p3c", "4p2c", "4p3c", "3p4c-distinct", "3p3c-black"])
def test_representatives_equal_orbits_of_all_symmetries(rules):
    search = BestResponse(parse_rules(rules), lambda code: 1)
    dice = random.Random(14)
    count = len(search.codes.every)
    histories = [tuple(dice.choices(range(count), k=guesses)) for guesses in (0, 1, 1, 1, 2, 2, 3)]
    for history in histories:
        assert search._representatives(history).tolist() == lowest(
            search.rules, history, separate=False
        )


@pytest.mark.parametrize("history", [(), (5,), (5, 100)])
def test_generators_generate_all_symmetries(history):
    """At most nine generators are needed; all orders of the pegs of 9p2c would take 1.5 GB."""
    search = BestResponse(parse_rules("8p2c"), lambda code: 1)
    assert 1 <= sum(1 for _ in generators(search.codes, history)) <= 9


def test_wieners_value():
    """Wiener 1995: the value is 5600/1290, and all codes of several colours are equally likely.

    The claim of this value is checked with the search of all trees.
    """
    report = verify_value(str(ROOT / "mmtree/research/4p6c.value"), search=False)
    assert report.holds, report.findings
    said = report.certificate
    assert said.value == Fraction(5600, 1290)
    sizes = {"AAAA": 0, "AAAB": 120, "AABB": 90, "AABC": 720, "ABCD": 360}
    assert said.codemaker == {name: Fraction(size, 1290) for name, size in sizes.items()}


@pytest.mark.slow
def test_checker_shares_no_code_with_search():
    checkers = ("mmtree.research.check.value", "mmtree.research.check.static")
    loaded = modules_after(f"import {', '.join(checkers)}, mmtree.check.best_response")
    assert set(checkers) <= set(loaded)
    own = ("mmtree.research", "mmtree.research.check")
    others = ("mmtree.search", "mmtree.strategies", "mmtree.research", "mmtree.game.code_table")
    found = [name for name in loaded if name.startswith(others)]
    assert [name for name in found if name not in own and not name.startswith(f"{own[1]}.")] == []
    assert "numpy" not in modules_after(f"import {checkers[0]}, mmtree.check.verify")
