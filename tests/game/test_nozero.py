"""Codes that do not begin with the first colour."""

from itertools import permutations, product

import pytest

from mmtree import CodeError, RulesError, build_tree, format_code, parse_code
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.game.read_rules import from_map
from mmtree.game.symmetry import Symmetry
from mmtree.play.codemaker import random_secret
from mmtree.show.sheets.sheet import Sheet


@pytest.mark.parametrize(
    ("text", "secrets", "guesses"),
    [
        ("bulls-and-cows-nozero", 4536, 4536),
        ("4p6c-nozero", 1080, 1080),
        ("3p4c-distinct-secrets-nozero", 18, 48),
        ("3p3c-holes-nozero", 18, 48),
        ("9p2c-black-nozero", 256, 256),
    ],
)
def test_codes_are_those_without_zero_in_front(text, secrets, guesses):
    rules = parse_rules(text)
    assert (rules.secrets, rules.guesses) == (secrets, guesses)
    codes, every = list(rules.codes()), range(rules.colors)
    rows = permutations(every, rules.pegs) if rules.distinct else product(every, repeat=rules.pegs)
    assert [rules.digits(code) for code in codes] == [row for row in rows if row[0]]
    assert len(list(rules.secret_codes())) == secrets
    assert from_map(rules.to_map()) == rules
    assert str(rules) == str(parse_rules(str(rules)))
    assert rules.is_secret(random_secret(rules, seed=1))


def test_random_secret_of_a_pattern():
    """The letters of a pattern come in any order."""
    secret = random_secret(parse_rules("4p10c-nozero"), "CABA", seed=0)
    assert sorted(map(str(secret).count, set(str(secret)))) == [1, 1, 2]


def test_codes_are_digits():
    rules = parse_rules("4p10c-distinct-nozero")
    assert format_code(parse_code("1023", rules), rules) == "1023"
    assert parse_code("1023", rules, "digits1") == parse_code("BACD", rules) == 1023
    with pytest.raises(CodeError, match="code '0123' begins with 0: no code of 4p10c-distinct-noz"):
        parse_code("0123", rules)
    with pytest.raises(RulesError, match="123 is not the number of a code"):
        rules.digits(123)
    wide = parse_rules("2p12c-nozero")
    assert format_code(parse_code("LA", wide), wide) == "LA"


@pytest.mark.parametrize("text", ["1p2c-nozero", "2p2c-distinct-nozero"])
def test_one_secret_is_no_game(text):
    with pytest.raises(RulesError, match="fewer than two secrets"):
        parse_rules(text)


@pytest.mark.parametrize("text", ["3p4c-nozero", "3p5c-distinct-nozero", "3p3c-holes-nozero"])
def test_each_guess_is_equivalent_to_one_representative(text):
    """A representative is the least image by orders that leave the first peg, and names but 0."""
    table = CodeTable(parse_rules(text))
    rules, free = table.rules, range(1, table.rules.colors - table.rules.holes)
    lowest = set()
    for code in rules.codes():
        row, images = rules.digits(code), []
        for order, names in product(permutations(range(1, rules.pegs)), permutations(free)):
            name = dict(zip(free, names, strict=True))
            moved = [row[0], *(row[peg] for peg in order)]
            images.append(rules.number(tuple(name.get(color, color) for color in moved)))
        lowest.add(min(images))
    found = Symmetry(table).representatives(table.guesses)
    assert table.numbers[found].tolist() == sorted(lowest)


def test_sheet_is_of_bulls_and_cows():
    sheet = Sheet(build_tree("lexicographic", "bulls-and-cows-nozero"), "card")
    assert sheet.title.startswith("Crack any Bulls and Cows code")
    assert sheet.in_words == "4 digits, no digit twice, no 0 in front"
