"""Tree files of version 2, whose rules are of other kinds; also hostile ones."""

from contextlib import suppress

import msgpack
import pytest

from mmtree import TreeFileError, build_tree
from mmtree.game.peg_rules import parse_rules
from mmtree.tree.file import decode, encode

from support.other_games import OTHER_GAMES

games = pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)
ODD = (None, True, -1, 0, 1, 1 << 40, 1.5, "", "x", "places", "\0", b"", b"\xff")
ODD += ([], ["x"], [1], {})


def changed(data, rules, **parts):
    """Return the file with other rules, and other parts of it if given."""
    content = msgpack.unpackb(data)
    return msgpack.packb(content | {"rules": rules} | parts)


def refused(data):
    with pytest.raises(TreeFileError) as error:
        decode(data)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
    return str(error.value)


@games
def test_file_is_read_back_and_written_the_same(rules):
    tree = build_tree("entropy", rules)
    data = encode(tree)
    assert msgpack.unpackb(data)["version"] == 2
    assert decode(data) == tree
    assert encode(decode(data)) == data
    assert decode(data).rules == rules


def test_classic_rules_keep_version_1():
    for text in ("4p6c", "3p4c-distinct", "3p3c-black"):
        content = msgpack.unpackb(encode(build_tree("lexicographic", text)))
        assert content["version"] == 1
        assert [*content["rules"]] == ["pegs", "colors", "distinct", "whites"]


@games
def test_every_odd_value_of_the_rules_is_refused_in_one_line(rules):
    data = encode(build_tree("entropy", rules))
    right = rules.to_map()
    for key in right:
        refused(changed(data, {name: part for name, part in right.items() if name != key}))
        for odd in ODD:
            other = changed(data, right | {key: odd})
            with suppress(TreeFileError):  # some other rules have the same tree
                assert repr(decode(other).rules.to_map()) == repr(right | {key: odd})
                continue
            refused(other)
    refused(changed(data, right | {"more": 1}))
    refused(changed(data, right, version=1))


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("words", {"secrets": "abc abd"}, "all words must have 3, as the secrets"),
        ("words", {"secrets": "abcd abcd dcba"}, "not written as mmtree writes"),
        ("words", {"alphabet": "abcde"}, "not written as mmtree writes"),
        ("words", {"name": "a" * 50}, "name 'aaaaaaaaaaaa...aaaaaaaaaaaaa' is not allowed"),
        ("words", {"name": "../x\n"}, r"name '../x\n' is not allowed"),
        ("words", {"name": "4p6c"}, "no text of rules"),
        ("words", {"answers": "right"}, "use places or pegs"),
        ("table", {"cells": b"\x00" * 540}, "the cells are not one place"),
        ("table", {"cells": b"\xfe" * 540}, "the cells are not one place"),
        ("table", {"cells": b"\x00\x01\x02"}, "the cells are not one place"),
        ("table", {"answers": ["yes", "no", "perhaps", "right"]}, "not in ascending order"),
        ("table", {"answers": ["no", "no", "yes", "right"]}, "each once"),
        ("table", {"end": "never"}, "use identified or guessed"),
        ("table", {"secrets": ["a"] * 18}, "occurs twice"),
        ("holes", {"colors": 99}, "from 2 to"),
        ("places", {"answers": "smell"}, "unknown answers"),
        ("places", {"answers": "black"}, "unknown answers 'black': use pegs or places or right"),
        ("places", {"answers": "table"}, "unknown answers"),
        ("places", {"kind": "lists"}, "unknown kind"),
    ],
)
def test_wrong_rules_say_what_is_wrong(name, change, reason):
    rules = OTHER_GAMES[name]
    message = refused(changed(encode(build_tree("entropy", rules)), rules.to_map() | change))
    assert reason in message


def test_rules_must_belong_to_the_version():
    data = encode(build_tree("entropy", "3p3c"))
    rules = parse_rules("3p3c").to_map()
    assert "do not belong to version 2" in refused(changed(data, rules, version=2))
    more = {"distinct_secrets": False, "holes": False, "consistent": False, "answers": "pegs"}
    classic = {"kind": "pegs", **rules, **more}
    assert "as mmtree writes them" in refused(changed(data, classic, version=2))


def test_guess_that_breaks_the_rules_is_refused():
    consistent = build_tree("knuth", "3p4c-consistent")
    free = build_tree("koyama-lai", "3p4c")
    tree = msgpack.unpackb(encode(free))
    message = refused(changed(encode(free), consistent.rules.to_map(), version=2))
    assert tree["claim"]["total"] < consistent.total
    assert "cannot be the secret, which 3p4c-consistent demands" in message
