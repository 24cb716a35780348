"""Games that a target does not support are refused, and trees are exported by the least rules."""

from __future__ import annotations

import pytest

from mmtree import build_tree, save, verify
from mmtree.errors import ExportError
from mmtree.export.targets import export
from mmtree.game.word_rules import word_rules

from support.expected_games import OTHER, tree_of


def test_arduino_refuses_codes_of_more_than_32_bits():
    message = "long-words: an AVR does not read codes of more than 32 bits: use --to c"
    assert refused(tree_of("long-words"), "arduino") == message


def test_codes_beyond_53_bits_are_refused():
    """Nine letters of an alphabet of 60."""
    letters = [chr(first + place) for first in (0x61, 0x3B1, 0x430) for place in range(20)]
    letters[37] = "z"  # the two small sigmas are one letter
    secrets = {"".join(letters[place : place + 9]) for place in range(0, 52, 3)}
    tree = build_tree("entropy", word_rules({*secrets, "".join(letters[51:])}, answers="pegs"))
    message = "words: the numbers of this tree need more than 53 bits each"
    assert refused(tree, "javascript") == refused(tree, "c") == message


def refused(tree, to, layout=None):
    with pytest.raises(ExportError) as error:
        export(tree, to, layout=layout)
    return str(error.value)


@pytest.mark.parametrize("game", OTHER)
def test_other_targets_name_one_that_works(game):
    tree = tree_of(game)
    only = "supports only rules such as 4p6c, 4p6c-distinct and 4p6c-black"
    rules = tree.rules
    assert refused(tree, "c", "seed") == f"{rules}: the seed form {only}: use --layout dense"
    assert f"the seed form {only}: use --layout dense" in refused(tree, "arduino", "seed")
    chip = f"the ATtiny13A program {only}: use --to c and a larger chip"
    assert refused(tree, "attiny13a") == f"{rules}: {chip}"


@pytest.mark.parametrize("game", ["identified-255", "guessed-255"])
def test_most_answers_are_built_and_verified(game, tmp_path):
    tree = tree_of(game)
    assert (len(tree.rules.texts), tree.rules.all_right) == (255, 254)
    save(tree, tmp_path / "a")
    assert verify(tmp_path / "a").holds


def test_questions_that_are_not_asked_are_left_out():
    tree = tree_of("table")
    asked = {tree.guess[index] for index, extent in enumerate(tree.extent) if extent > 1}
    assert len(asked) < len(tree.rules.questions)
    header = export(tree, "c")["mm.h"].decode()
    assert f"#define MM_CODES {len(asked) + tree.rules.secrets} " in header


def test_tree_of_consistent_guesses_has_the_player_of_the_classic_game():
    tree = tree_of("consistent")
    assert b"mm_answer(uint8_t black, uint8_t white)" in export(tree, "c")["mm.h"]
    assert export(tree, "packed")["mm.packed"][4] == 1
    for to, layout in (("c", "seed"), ("attiny13a", None), ("arduino", None)):
        assert export(tree, to, layout=layout)
