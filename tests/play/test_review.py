"""The review of a game compares each guess with the tree's suggestion."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import PegRules, RulesError, build_tree, feedback, format_code, parse_code
from mmtree.play.review import review, sum_up


def lines(judged, rules):
    """Return a line for each guess."""
    return [
        f"{format_code(one.guess, rules)} {one.feedback:02} {'yes' if one.possible else 'no'} "
        f"{one.before} {one.average:.1f} {'found' if one.found else one.after} {one.luck} "
        f"{format_code(one.suggested, rules)} {one.suggested_average:.1f} {one.skill}"
        for one in judged.guesses
    ]


def test_a_game_of_four_guesses(koyama_lai):
    rules = koyama_lai.rules
    guesses = [parse_code(code, rules) for code in ("AABB", "ABCD", "FEDC", "AAAA")]
    judged = review(koyama_lai, guesses, parse_code("FEDC", rules))
    assert lines(judged, rules) == [
        "AABB 00 yes 1296 204.5 256 30 AABC 185.3 91",
        "ABCD 02 no 256 53.4 52 61 CCDE 30.8 58",
        "FEDC 40 yes 52 8.6 found 99 CEDE 6.2 73",
    ]
    assert (judged.skill, judged.luck) == (74, 63)
    assert [format_code(guess, rules) for guess, _ in judged.tree_game] == [
        *("AABC", "ADDE", "FAFE", "EDFC", "FEDC")
    ]
    assert judged.tree_game[-1][1] == 40


@pytest.mark.parametrize("opening", ["AAAA", "AABB", "ABCD"])
def test_luck_is_50_on_average_over_all_secrets(koyama_lai, opening):
    """The secrets with the same feedback have the same luck, which is rounded."""
    rules = koyama_lai.rules
    guess = parse_code(opening, rules)
    secrets = {}
    for secret in rules.codes():
        secrets.setdefault(feedback(guess, secret, rules), []).append(secret)
    lucks = [
        len(cell) * review(koyama_lai, [guess], cell[0]).guesses[0].luck
        for cell in secrets.values()
    ]
    assert abs(sum(lucks) / rules.secrets - 50) < 0.5


def test_repeated_guess_has_no_skill_and_is_not_suggested_again(koyama_lai):
    guess = parse_code("AABB", koyama_lai.rules)
    judged = review(koyama_lai, [guess] * 4, parse_code("FEDC", koyama_lai.rules))
    assert [one.after for one in judged.guesses] == [256] * 4
    assert all(one.average == one.before == 256 for one in judged.guesses[1:])
    assert all((one.skill, one.luck) == (0, 50) for one in judged.guesses[1:])
    assert all(one.suggested != guess for one in judged.guesses[1:])
    assert all(one.suggested_average < 60 for one in judged.guesses[1:])


def test_wrong_guess_at_the_last_secret_has_no_skill(koyama_lai):
    rules = koyama_lai.rules
    secret = parse_code("FEDC", rules)
    game = [guess for guess, _ in review(koyama_lai, [], secret).tree_game[:-1]]
    judged = review(koyama_lai, [*game, game[-1], secret], secret).guesses
    assert [(one.before, one.after, one.skill, one.luck) for one in judged[-2:]] == [
        (1, 1, 0, 50),
        (1, 0, 100, 50),
    ]


def test_secret_found_by_the_first_guess_is_luck(koyama_lai):
    guess = koyama_lai.root.guess
    judged = review(koyama_lai, [guess], guess)
    assert (judged.skill, judged.luck) == (100, 100)
    assert (judged.guesses[0].after, judged.guesses[0].found) == (0, True)


def test_game_without_a_guess_has_no_scores(koyama_lai):
    judged = review(koyama_lai, [], 0)
    assert (judged.guesses, judged.skill, judged.luck) == ((), None, None)


def test_review_of_the_tree_game_suggests_its_guesses(koyama_lai):
    for secret in range(0, 1296, 97):
        game = review(koyama_lai, [], secret).tree_game
        judged = review(koyama_lai, [guess for guess, _ in game], secret)
        assert all(one.guess == one.suggested for one in judged.guesses)
        assert all(one.average == one.suggested_average for one in judged.guesses)
        assert judged.skill == 100
        assert [(one.guess, one.feedback) for one in judged.guesses] == list(game)
        assert [one.found for one in judged.guesses] == [*[False] * (len(game) - 1), True]


@pytest.mark.parametrize(
    ("rated", "sentence"),
    [
        ([(91, 88), (94, 71), (72, 94)], ("strongThenLuck", 2)),
        ([(91, 88), (89, 65)], ("strongThenLuck", 1)),
        ([(91, 30), (67, 41), (49, 45)], ("strongAtFirst", 1)),
        ([(91, None), (67, None)], ("strongAtFirst", 1)),
        ([(100, 100)], ("allStrong", 1)),
        ([(90, 36), (100, 35)], ("allStrong", 2)),
        ([(90, 35), (100, 35)], ("strongUnlucky", 2)),
        ([(20, 90), (100, 50)], ("mostlyLuck", 0)),
        ([(20, 50), (100, 50)], ("couldTellMore", 0)),
    ],
)
def test_sentence_sums_up_strong_guesses_and_luck(rated, sentence):
    assert sum_up(rated) == sentence


SMALL = [build_tree("knuth", rules) for rules in ("3p3c", "3p4c-distinct", "3p4c-black")]


@pytest.mark.slow
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
        stay = [number_left(one.guess, other, left, rules) for other in left]
        assert one.average == sum(stay) / len(left)
        best = [number_left(one.suggested, other, left, rules) for other in left]
        assert one.suggested_average == sum(best) / len(left)
        assert one.after == number_left(one.guess, secret, left, rules)
        better = [1 if n > one.after else 0.5 if n == one.after else 0 for n in stay]
        assert abs(one.luck - 100 * sum(better) / len(left)) <= 0.5
        useless = sum(best) < sum(stay) == len(left) ** 2
        ratio = 0 if useless else sum(best) / sum(stay) if sum(stay) else 1
        assert abs(one.skill - 100 * min(1, ratio)) <= 0.5 + 1e-9
        left = [s for s in left if feedback(one.guess, s, rules) == one.feedback]
        assert one.found == (one.guess == secret)


def number_left(guess, secret, left, rules):
    """Return how many secrets are left after a guess; none if it is the secret."""
    given_ = feedback(guess, secret, rules)
    return 0 if guess == secret else sum(feedback(guess, s, rules) == given_ for s in left)


def test_wrong_codes_are_refused(koyama_lai):
    with pytest.raises(RulesError):
        review(koyama_lai, [1296], 0)
    with pytest.raises(RulesError):
        review(koyama_lai, [0], PegRules().secrets)
    with pytest.raises(TypeError):
        review("koyama-lai", [0], 0)
    with pytest.raises(TypeError):
        review(koyama_lai, 5, 0)
