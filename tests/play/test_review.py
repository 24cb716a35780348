"""The review of a game compares each guess with the tree's suggestion."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import Rules, RulesError, build_tree, feedback, format_code, parse_code
from mmtree.play.review import review


def lines(judged, rules):
    """Return a line for each guess."""
    return [
        f"{format_code(one.guess, rules)} {one.feedback:02} {'yes' if one.possible else 'no'} "
        f"{one.before} {'found' if one.found else one.after} "
        f"{format_code(one.suggested, rules)} {one.suggested_after}"
        for one in judged.guesses
    ]


def test_a_game_of_four_guesses(koyama_lai):
    rules = koyama_lai.rules
    guesses = [parse_code(code, rules) for code in ("AABB", "ABCD", "FEDC", "AAAA")]
    judged = review(koyama_lai, guesses, parse_code("FEDC", rules))
    assert lines(judged, rules) == [
        "AABB 00 yes 1296 256 AABC 182",
        "ABCD 02 no 256 52 CCDE 40",
        "FEDC 40 yes 52 found CDEE 6",
    ]
    assert [format_code(guess, rules) for guess, _ in judged.tree_game] == [
        *("AABC", "ADDE", "FAFE", "EDFC", "FEDC")
    ]
    assert judged.tree_game[-1][1] == 40


def test_review_of_the_tree_game_suggests_its_guesses(koyama_lai):
    for secret in range(0, 1296, 97):
        game = review(koyama_lai, [], secret).tree_game
        judged = review(koyama_lai, [guess for guess, _ in game], secret)
        assert all(one.guess == one.suggested for one in judged.guesses)
        assert all(one.after == one.suggested_after for one in judged.guesses)
        assert [(one.guess, one.feedback) for one in judged.guesses] == list(game)
        assert [one.found for one in judged.guesses] == [*[False] * (len(game) - 1), True]


SMALL = [build_tree("knuth", rules) for rules in ("3p3c", "3p4c-distinct", "3p4c-black")]


@settings(deadline=None)
@given(st.data())
def test_numbers_of_secrets_match_enumeration(data):
    tree = data.draw(st.sampled_from(SMALL))
    rules, codes = tree.rules, list(tree.rules.codes())
    secret = data.draw(st.sampled_from(codes))
    guesses = data.draw(st.lists(st.sampled_from(codes), max_size=5))
    left = codes
    for one in review(tree, guesses, secret).guesses:
        assert (one.possible, one.before) == (one.guess in left, len(left))
        assert one.feedback == feedback(one.guess, secret, rules)
        answer = feedback(one.suggested, secret, rules)
        assert one.suggested_after == sum(feedback(one.suggested, s, rules) == answer for s in left)
        left = [s for s in left if feedback(one.guess, s, rules) == one.feedback]
        assert one.after == len(left)
        assert one.found == (one.guess == secret)


def test_wrong_codes_are_refused(koyama_lai):
    with pytest.raises(RulesError):
        review(koyama_lai, [1296], 0)
    with pytest.raises(RulesError):
        review(koyama_lai, [0], Rules().secrets)
    with pytest.raises(TypeError):
        review("koyama-lai", [0], 0)
    with pytest.raises(TypeError):
        review(koyama_lai, 5, 0)
