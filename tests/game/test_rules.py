"""Rules: their notation, number of codes and possible feedbacks."""

from itertools import product

import pytest

from mmtree import PegRules, RulesError, parse_rules

KNOWN = [  # notation, pegs, colors, distinct, whites, secrets
    ("4p6c", 4, 6, False, True, 1296),
    ("mastermind", 4, 6, False, True, 1296),
    ("super", 5, 8, False, True, 32768),
    ("bulls-and-cows", 4, 10, True, True, 5040),
    ("4p10c-distinct", 4, 10, True, True, 5040),
    ("4p6c-black", 4, 6, False, False, 1296),
    ("4p6c-distinct-black", 4, 6, True, False, 360),
    (" 9P36C ", 9, 36, False, True, 36**9),
]


@pytest.mark.parametrize(("text", "pegs", "colors", "distinct", "whites", "secrets"), KNOWN)
def test_parse_known_rules(text, pegs, colors, distinct, whites, secrets):
    rules = parse_rules(text)
    assert rules == PegRules(pegs, colors, distinct, "pegs" if whites else "black")
    assert rules.secrets == secrets


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4x6", "write PEGSpCOLORSc"),
        ("", "write PEGSpCOLORSc"),
        ("mastermnd", "did you mean 'mastermind'"),
        ("bulls", "did you mean 'bulls-and-cows'"),
        ("4p6", "did you mean '4p6c'"),
        ("6c4p", "did you mean '4p6c'"),
        ("0p6c", "pegs must be from 1 to 9"),
        ("10p6c", "pegs must be from 1 to 9"),
        ("4p1c", "colours must be from 2 to 36"),
        ("4p37c", "colours must be from 2 to 36"),
        ("4p99999999999c", "use 1 to 9 pegs and 2 to 36 colours"),
        ("5p4c-distinct", "need at least 5 colours"),
        ("4p6c-white", "write PEGSpCOLORSc"),
        ("4p6c-black-black", "write PEGSpCOLORSc"),
    ],
)
def test_wrong_rules_are_refused_with_remedy(text, reason):
    with pytest.raises(RulesError, match=reason):
        parse_rules(text)


@pytest.mark.parametrize(
    "numbers", [("4", 6), (4.5, 6), (True, 6), (4, None), (4, 6, "no"), (4, 6, False, 1)]
)
def test_rules_of_other_types_are_refused(numbers):
    with pytest.raises(RulesError):
        PegRules(*numbers)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "text",
    ["4p6c", "3p2c", "1p4c", "4p4c-distinct", "4p5c-distinct", "3p3c-distinct-black", "3p3c-black"]
    + [
        "4p4c-distinct-black",
        "4p7c-distinct",
        "2p2c-distinct",
        "1p2c",
        "4p2c",
        "7p2c",
        "4p2c-black",
    ],
)
def test_feedbacks_are_all_possible_ones(text):
    rules = parse_rules(text)
    codes = [rules.prepare(code) for code in rules.codes()]
    occurring = {rules.answer(a, b) for a, b in product(codes, codes)}
    assert list(rules.feedbacks) == sorted(occurring)


def test_distinct_codes_keep_their_plain_numbers():
    rules = parse_rules("3p4c-distinct")
    codes = list(rules.codes())
    assert codes == sorted(codes)
    assert len(codes) == rules.secrets == 24
    assert rules.digits(codes[0]) == (0, 1, 2)


@pytest.mark.parametrize("code", [-1, 1296, 10**30])
def test_number_out_of_range_is_refused(code):
    with pytest.raises(RulesError, match="not the number of a code"):
        PegRules().digits(code)
