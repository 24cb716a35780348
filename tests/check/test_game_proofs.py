"""Certificates of words, tables and house rules, against the prices that all strategies give."""

import math
from bisect import bisect
from pathlib import Path
from random import Random

import msgpack
import pytest

from mmtree import ProofError, SizeError, build_tree, save
from mmtree.check.game import game_of
from mmtree.check.proof.checker import check_data
from mmtree.game.make_table import table_rules
from mmtree.game.peg_rules import parse_rules
from mmtree.game.word_rules import word_rules

from support.environment import linux
from support.naive_proofs import varint
from support.plain_proofs import PlainGame, description, random_prices, random_rules


def random_game(seed):
    """Return a random game, and the random numbers that follow."""
    random = Random(seed)
    game = PlainGame(random_rules(random), **random_prices(random))
    if random.random() < 0.3:
        game.opening = random.randrange(len(game.feedback))
    return game, random


def verdict(data):
    """Return the certificate, or the line that says why it is refused."""
    try:
        return check_data(data, "a.proof")
    except (ProofError, SizeError) as error:
        return str(error)


def status(found):
    """Return what the checker in C has to return, from the verdict."""
    return 0 if not isinstance(found, str) else 2 if "can be checked" in found else 1


def is_true(certificate):
    """Return whether all statements hold, by the prices of all strategies."""
    game, found = game_of(certificate.rules), []
    names = [game.text(row) for row in sorted(set(game.first_guesses()))]
    for one in certificate.statements:
        opening = None if one.opening is None else names.index(one.opening)
        prices = one.unit, one.last, one.surcharge
        other = PlainGame(certificate.rules, *prices, opening, since=one.since)
        bound = math.inf if one.bound is None else one.bound
        found.append(other.price(0, other.whole) >= bound)
    return all(found)


@linux
@pytest.mark.slow(after=6)
@pytest.mark.parametrize("seed", [*range(16), 1067])  # the last one renames the colours of each peg
def test_least_price_is_proved_and_no_higher_one(check_in_c, seed):
    game, _ = random_game(seed)
    price, data = game.price(0, game.whole), game.certificate()
    (statement,) = verdict(data).statements
    assert statement.bound == (None if price == math.inf else price)
    assert statement.records == game.ended
    result = check_in_c(data)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith(f" ({statement.size})\n")
    for stated in (price + 1, "none") if price < math.inf else ():
        data = game.certificate(stated=stated)
        assert ": record " in verdict(data)
        assert check_in_c(data).returncode == 1


@linux
@pytest.mark.slow(after=2)
@pytest.mark.parametrize("seed", range(16))
def test_both_checkers_agree_on_incomplete_and_changed_certificates(check_in_c, seed):
    game, random = random_game(seed)
    price = game.price(0, game.whole)
    for listed in (1, 0.9, 0.7, 0.4):
        game.chooser = lambda listed=listed: random.random() < listed
        data = game.certificate(price - (price < math.inf and random.randrange(2)))
        assert check_in_c(data).returncode == status(verdict(data))
        for _ in range(8):
            at = random.choice([random.randrange(len(data)), -random.randrange(1, 60)]) % len(data)
            changed = bytearray(data)
            changed[at] = random.choice([changed[at] ^ 1, changed[at] ^ 128, random.randrange(256)])
            result, found = check_in_c(bytes(changed)), verdict(bytes(changed))
            assert isinstance(found, str) or is_true(found)
            assert result.stderr.count("\n") == (result.returncode > 0)
            if result.returncode != status(found):  # names look the same, for example
                assert (result.returncode, at < len(description(game.rules))) == (0, True)


PEGS, HOLES, HOLES_BLACK, PLACES, RIGHT = map(
    parse_rules,
    ("2p3c-consistent", "1p2c-holes", "2p2c-holes-black", "2p2c-places", "2p2c-right"),
)
WORDS = word_rules(["ab", "ba", "cc"], ["ac"])
FLAGS = word_rules(["🇫🇮🇫🇷", "🇫🇷🇫🇮"])
NAMED = table_rules(["1"], [*"123"], [["", "x", "y"]], end="guessed")
CUPS = table_rules(["lift 1", "lift 2"], [*"123"], [["ball", "-", "-"], ["-", "ball", "-"]])


def altered(rules, **values):
    """Return the description of rules with other values."""
    data = msgpack.packb(rules.to_map() | values)
    return b"mmtree proof 2\n%d\n%s1 0 0 - 1\n\0\0" % (len(data), data)


def packed(old, new):
    """Return the description of words with other bytes, and the length that they need."""
    data = msgpack.packb(WORDS.to_map()).replace(old, new)
    return b"mmtree proof 2\n%d\n%s1 0 0 - 1\n\0\0" % (len(data), data)


def proof(rules, *numbers, line="1 0 0 - 9"):
    return description(rules) + line.encode() + b"\n" + b"".join(map(varint, numbers))


REFUSED = {
    "length 0": b"mmtree proof 2\n0\n1 0 0 - 1\n\0\0",
    "length 007": b"mmtree proof 2\n007\n" + bytes(7),
    "length above the limit": b"mmtree proof 2\n33554433\n" + bytes(99),
    "length of 20 digits": b"mmtree proof 2\n99999999999999999999\n",
    "length above the file's": b"mmtree proof 2\n33554432\n\x87",
    "classic game": altered(parse_rules("2p3c")),
    "no map": b"mmtree proof 2\n1\n\x01" + b"1 0 0 - 1\n\0\0",
    "another kind": altered(PEGS, kind="cards"),
    "one key more": altered(PEGS, more=1),
    "house rules without any": altered(PEGS, consistent=False),
    "no colours": altered(PEGS, colors=0),
    "37 colours": altered(PEGS, colors=37),
    "a number as text": altered(PEGS, pegs="2"),
    "holes and consistent": altered(PEGS, holes=True, colors=4),
    "black and places": altered(PLACES, whites=False),
    "six places": altered(PLACES, pegs=6),
    "distinct holes": altered(HOLES, distinct=True),
    "too few colours": altered(PEGS, colors=2, pegs=3, distinct=True),
    "no secrets": altered(WORDS, secrets="", guesses="ac"),
    "descending words": altered(WORDS, secrets="ba ab cc"),
    "two blanks": altered(WORDS, secrets="ab  ba cc"),
    "blank at the end": altered(WORDS, secrets="ab ba cc "),
    "blank at the beginning": altered(WORDS, secrets=" ab ba cc"),
    "words of two lengths": altered(WORDS, secrets="ab ba ccc"),
    "a word in both lists": altered(WORDS, guesses="ab ac"),
    "a word twice": altered(WORDS, guesses="ac ac"),
    "other letters": altered(WORDS, alphabet="abd"),
    "a letter too many": altered(WORDS, alphabet="abcd"),
    "descending letters": altered(WORDS, alphabet="acb"),
    "two blanks between letters": altered(FLAGS, secrets="🇫🇮  🇫🇷\n🇫🇷 🇫🇮"),
    "blank after a word": altered(FLAGS, secrets="🇫🇮 🇫🇷 \n🇫🇷 🇫🇮"),
    "blank before a word": altered(FLAGS, secrets="🇫🇮 🇫🇷\n 🇫🇷 🇫🇮"),
    "two line feeds": altered(FLAGS, secrets="🇫🇮 🇫🇷\n\n🇫🇷 🇫🇮"),
    "line feed at the end": altered(FLAGS, secrets="🇫🇮 🇫🇷\n🇫🇷 🇫🇮\n"),
    "letters without blanks": altered(FLAGS, secrets="🇫🇮🇫🇷\n🇫🇷🇫🇮"),
    "blank after the alphabet": altered(FLAGS, alphabet="🇫🇮 🇫🇷 "),
    "consistent with guesses": altered(WORDS, consistent=True),
    "unknown answers": altered(WORDS, answers="right"),
    "bytes for text": altered(WORDS, alphabet=b"abc"),
    "a name to print": altered(WORDS, name="a\x1b[2J"),
    "a longer head than needed": packed(b"\xa4name", b"\xd9\x04name"),
    "text of 4 GB": packed(b"\xa2ac", b"\xdb\xff\xff\xff\xffac"),
    "cells too few": altered(CUPS, cells=bytes(5)),
    "cells beyond the answers": altered(CUPS, cells=bytes([0, 1, 1, 1, 0, 2])),
    "an answer that does not occur": altered(CUPS, answers=["-", "ball", "egg", "right"]),
    "answers that are missing": altered(CUPS, answers=[]),
    "secrets with the same answers": altered(CUPS, cells=bytes([0, 1, 1, 1, 0, 0])),
    "one secret": altered(CUPS, secrets=["1"], cells=bytes([0, 1])),
    "no questions": altered(CUPS, questions=[], cells=b""),
    "a question that names a secret": proof(NAMED, 0, 0),
    "4 billion generators": proof(WORDS, 1 << 33),
    "opening beyond the guesses": proof(WORDS, 0, 0, line="1 0 0 4 1"),
    "opening in letters": proof(WORDS, 0, 0, line="1 0 0 AB 1"),
    "opening with a zero": proof(WORDS, 0, 0, line="1 0 0 01 1"),
    "guess beyond the guesses": proof(WORDS, 0, 5, 0, 0),
    "guess that cannot be consistent": proof(PEGS, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0),
    "single secret raised": proof(CUPS, 0, 1, 2, 9, 0, 0, 0, 0, 0),
    "renaming of the hole": proof(HOLES, 2, 0, 2, 1, 0, 0),
    "renaming of the hole of one peg": proof(HOLES_BLACK, 2, 0, 1, 0, 1, 2, 0, 2, 1, 0),
    "renaming of places": proof(PLACES, 2, 1, 0, 0, 1, 0),
    "colours of all places in one row": proof(RIGHT, 2, 0, 1, 1, 0, 0),
    "price of an unlisted question": proof(CUPS, 0, 0),
}


@linux
@pytest.mark.parametrize("secrets", [64, 65, 129])
def test_both_checkers_count_many_secrets_exactly(check_in_c, secrets):
    random = Random(secrets)
    names = [[f"{one}{at}" for at in range(n)] for one, n in (("q", 12), ("s", secrets))]
    rows = [random.choices("aaaabcd", k=secrets) for _ in names[0]]
    rules = table_rules(*names, rows, end=random.choice(["guessed", "identified"]))

    def data(bound):
        return proof(rules, 0, 0, line=f"1 0 0 - {bound}")

    refused = bisect(range(9 * secrets), 0, key=lambda bound: status(verdict(data(bound))))
    assert [check_in_c(data(refused + at)).returncode for at in (-1, 0)] == [0, 1]


@linux
@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_both_checkers_refuse_wrong_games_in_one_line(check_in_c, data):
    result = check_in_c(data)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert status(verdict(data)) == 1
    assert "\n" not in verdict(data)


@linux
@pytest.mark.parametrize("rules", ["9p35c-holes", "8p8c-holes"])
def test_large_games_are_given_up(check_in_c, rules):
    data = proof(parse_rules(rules), 0, 0)
    assert check_in_c(data).returncode == status(verdict(data)) == 2


@linux
@pytest.mark.parametrize("rules", [CUPS, WORDS, PEGS, HOLES, PLACES], ids=str)
def test_tree_is_optimal_by_its_certificate(mmtree, check_in_c, rules):
    save(build_tree("koyama-lai", rules), "a.mmtree")
    game = PlainGame(rules)
    Path("a.proof").write_bytes(game.certificate())
    result = mmtree("verify", "a.mmtree", "--proof", "a.proof")
    assert (result.status, result.err) == (0, "")
    assert "  optimal   expected: that is proved by the certificate\n" in result.out
    Path("a.proof").write_bytes(game.certificate(stated=game.price(0, game.whole) - 1))
    assert (
        "does not show that no strategy" in mmtree("verify", "a.mmtree", "--proof", "a.proof").out
    )
    save(build_tree("koyama-lai", parse_rules("2p2c")), "b.mmtree")
    result = mmtree("verify", "b.mmtree", "--proof", "a.proof")
    assert f"the certificate is for {rules}\n" in result.out
