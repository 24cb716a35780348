"""The patterns of secrets, and random secrets of a pattern."""

from collections import Counter

import pytest

from mmtree import CodeError, PegRules, format_code, parse_code, parse_rules
from mmtree.play.codemaker import parse_pattern, pattern_of, patterns, random_secret


@pytest.mark.parametrize(
    ("rules", "known"),
    [
        ("4p6c", "AAAA AAAB AABB AABC ABCD"),
        ("4p2c", "AAAA AAAB AABB"),
        ("4p3c", "AAAA AAAB AABB AABC"),
        ("5p8c", "AAAAA AAAAB AAABB AAABC AABBC AABCD ABCDE"),
        ("4p10c-distinct", "ABCD"),
        ("1p2c", "A"),
    ],
)
def test_patterns_of_rules(rules, known):
    assert patterns(parse_rules(rules)) == tuple(known.split())


@pytest.mark.parametrize("rules", ["3p3c", "4p4c", "4p5c-distinct", "5p2c"])
def test_every_code_has_a_listed_pattern(rules):
    rules = parse_rules(rules)
    assert {pattern_of(code, rules) for code in rules.codes()} == set(patterns(rules))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [("AABC", "AABC"), ("caba", "AABC"), (" xxyz ", "AABC"), ("1233", "AABC"), ("FFFF", "AAAA")],
)
def test_a_pattern_is_read_in_any_order(text, pattern):
    assert parse_pattern(text, PegRules()) == pattern
    assert pattern_of(parse_code("FABA", PegRules()), PegRules()) == "AABC"


@pytest.mark.parametrize("text", ["", "AAB", "AABCD", "A-BC", "AB D", "ÄABC"])
def test_wrong_patterns_are_refused(text):
    with pytest.raises(CodeError) as raised:
        parse_pattern(text, PegRules())
    assert str(raised.value) == (
        f"no secret of 4p6c has pattern {text!r}: use AAAA AAAB AABB AABC ABCD"
    )


def test_patterns_without_secrets_are_refused():
    with pytest.raises(CodeError, match=r"use AAAA AAAB AABB$"):
        parse_pattern("AABC", parse_rules("4p2c"))
    with pytest.raises(CodeError, match=r"use ABCD$"):
        random_secret(parse_rules("4p6c-distinct"), "AABC", 0)


@pytest.mark.parametrize(
    ("pattern", "seed", "code"), [(None, 0, "FACC"), ("AABC", 0, "DFCD"), ("AABC", 1, "FDAA")]
)
def test_same_seed_gives_same_secret(pattern, seed, code):
    assert format_code(random_secret(PegRules(), pattern, seed), PegRules()) == code


def test_negative_seed_is_refused():
    with pytest.raises(ValueError, match=r"^seed must be a whole number of at least 0, got -1$"):
        random_secret(PegRules(), seed=-1)


@pytest.mark.slow(after=3)
@pytest.mark.parametrize("pattern", [None, "AAB", "ABC"])
@pytest.mark.parametrize("rules", ["3p3c", "3p4c-distinct"])
def test_every_secret_of_a_pattern_is_as_likely(rules, pattern):
    rules = parse_rules(rules)
    if pattern and pattern not in patterns(rules):
        pattern = None
    secrets = [
        code for code in rules.codes() if pattern is None or pattern_of(code, rules) == pattern
    ]
    drawn = Counter(random_secret(rules, pattern, seed) for seed in range(300 * len(secrets)))
    assert set(drawn) == set(secrets)
    assert all(220 < count < 380 for count in drawn.values())


def test_secret_without_seed_has_the_pattern():
    rules = PegRules()
    assert pattern_of(random_secret(rules, "AAAB"), rules) == "AAAB"
    assert random_secret(rules) in rules.codes()
