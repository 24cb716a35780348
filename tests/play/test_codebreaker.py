"""Programs play from a tree with ``Codebreaker`` and ``Codemaker``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import (
    Codebreaker,
    Codemaker,
    FeedbackError,
    PegRules,
    RulesError,
    build_tree,
    feedback,
    load,
    parse_code,
)
from mmtree.play.position import MAX_COUNTED

from support.environment import SMALL


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["4p6c", "4p6c-black", "3p5c-distinct"])
def test_every_secret_is_found_as_the_histogram_says(rules):
    tree = build_tree("knuth", rules)
    histogram = [0] * tree.max
    for secret in tree.rules.codes():
        player, codemaker = Codebreaker(tree), Codemaker(secret, tree.rules)
        while not player.observe(codemaker.answer(player.guess)):
            pass
        assert player.guess == player.history[-1][0] == secret
        histogram[len(player.history) - 1] += 1
    assert tuple(histogram) == tree.histogram


@given(st.data())
def test_undo_takes_back_any_move(knuth, data):
    player = Codebreaker(knuth)
    seen = []
    while not player.solved:
        seen.append((player.guess, player.possible_feedbacks, player.secrets_left))
        player.observe(data.draw(st.sampled_from(player.possible_feedbacks)))
    assert player.possible_feedbacks == ()
    assert player.secrets_left == 1
    while seen:
        player.undo()
        assert (player.guess, player.possible_feedbacks, player.secrets_left) == seen.pop()
    assert player.history == []
    with pytest.raises(FeedbackError, match="no feedback to take back"):
        player.undo()


def test_impossible_feedback_changes_nothing(knuth):
    player = Codebreaker(knuth)
    player.observe(22)
    before = player.guess, list(player.history)
    with pytest.raises(FeedbackError, match=r"feedback 1b1w is impossible: .* possible are"):
        player.observe(11)
    for wrong in (77, "11", 1.0, True):
        with pytest.raises(FeedbackError if wrong == 77 else TypeError):
            player.observe(wrong)
    assert (player.guess, player.history) == before


def test_nothing_follows_the_end(knuth):
    player = Codebreaker(knuth)
    assert player.observe(40)
    with pytest.raises(FeedbackError, match="the game is over"):
        player.observe(40)


@pytest.fixture(scope="module")
def small_trees():
    rules = ("3p3c", "3p4c-distinct", "3p4c-black", "4p2c")
    built = [build_tree(name, game) for name in ("knuth", "lexicographic") for game in rules]
    return [*built, load(SMALL)]


def by_definition(tree, rows):
    """Return the secrets that agree with some rows, and the next guess, found from the root."""
    rules = tree.rules
    left = [s for s in rules.codes() if all(feedback(g, s, rules) == f for g, f in rows)]
    node = tree.root
    while True:
        given_ = {feedback(node.guess, secret, rules) for secret in left}
        if len(given_) > 1 or given_ == {rules.all_right}:
            break
        node = node.child(given_.pop())
    if node.secrets_left == len(left):
        return left, node.guess

    def rank(code):
        given_ = [feedback(code, secret, rules) for secret in left]
        return sum(given_.count(each) for each in given_), code not in left, code

    return left, min(rules.codes(), key=rank)


@pytest.mark.slow
@settings(deadline=None)
@given(data=st.data())
def test_guesses_of_the_player_s_own(small_trees, data):
    """After any guesses, the next guess is that of by_definition, and the secret is found."""
    tree = data.draw(st.sampled_from(small_trees))
    codes = st.sampled_from(list(tree.rules.codes()))
    secret, player = data.draw(codes), Codebreaker(tree)
    codemaker = Codemaker(secret, tree.rules)
    for guess in data.draw(st.lists(st.none() | codes, max_size=4)):
        if player.solved:
            break
        if guess is None:
            player.observe(codemaker.answer(player.guess))
        else:
            assert codemaker.answer(guess) in player.cell_sizes(guess)
            player.observe(codemaker.answer(guess), guess)
    while not player.solved:
        left, guess = by_definition(tree, player.history)
        assert (player.guess, player.secrets_left) == (guess, len(left))
        assert player.possible_feedbacks == tuple(
            sorted({feedback(guess, one, tree.rules) for one in left})
        )
        player.observe(codemaker.answer(player.guess))
    assert player.guess == secret
    seen = list(player.history)
    while player.history:
        player.undo()
        seen.pop()
        assert player.history == seen
    assert (player.guess, player.secrets_left) == (tree.root.guess, tree.rules.secrets)


def test_tree_guesses_in_another_order_return_to_the_tree(knuth):
    """After the tree's second guess and then its opening, its third guess is next."""
    player = Codebreaker(knuth)
    player.observe(11, knuth.root.child(11).guess)
    assert not player.on_tree
    player.observe(11, knuth.root.guess)
    assert player.guess == knuth.node([11, 11]).guess
    assert player.on_tree


def test_wasted_guess_loses_the_guarantee(knuth):
    """After a repeated opening, the tree's second guess comes one guess too late."""
    player = Codebreaker(knuth)
    player.observe(11)
    player.observe(11, knuth.root.guess)
    assert player.guess == knuth.root.child(11).guess
    assert not player.on_tree
    player.undo()
    assert player.on_tree


def longest_game(player):
    """Return the most guesses that the secrets left need, and check what the player counts."""
    if player.solved:
        return 0
    longest, claimed = 0, player.guesses_needed
    for given_ in player.possible_feedbacks:
        player.observe(given_)
        longest = max(longest, 1 + longest_game(player))
        player.undo()
    assert claimed == longest or (claimed is None and player.secrets_left > MAX_COUNTED)
    assert claimed == longest or not player.on_tree
    return longest


@pytest.mark.slow
def test_guesses_needed_are_those_of_the_longest_game(koyama_lai):
    player = Codebreaker(koyama_lai)
    player.observe(20, parse_code("AAAA", koyama_lai.rules))
    assert player.guesses_needed is None
    assert longest_game(player) in (4, 5)


def test_guesses_needed_on_the_tree_are_its_maximum(knuth):
    player = Codebreaker(knuth)
    assert player.guesses_needed == 5
    player.observe(40)
    assert player.guesses_needed == 0


def test_cell_sizes_count_the_secrets_left(knuth):
    player = Codebreaker(knuth)
    for given_ in (11, 11):
        left, guess = by_definition(knuth, player.history)
        for code in (guess, 0, 1295):
            found = [feedback(code, secret, knuth.rules) for secret in left]
            expected = {value: found.count(value) for value in sorted(set(found))}
            assert player.cell_sizes(code) == expected
            assert list(player.cell_sizes(code)) == list(expected)
        player.observe(given_)
    player = Codebreaker(knuth)
    player.observe(40)
    assert player.cell_sizes(player.guess) == {40: 1}


def test_own_guess_must_be_a_code(knuth):
    player = Codebreaker(knuth)
    with pytest.raises(RulesError):
        player.observe(0, 1296)
    for wrong in ("AABB", 1.0, True):
        with pytest.raises(TypeError):
            player.observe(0, wrong)
    assert player.history == []
    assert player.observe(40, parse_code("FEDC", knuth.rules))
    assert player.guess == parse_code("FEDC", knuth.rules)
    assert player.cell_sizes(player.guess) == {40: 1}


def test_a_codemaker_needs_a_code():
    with pytest.raises(RulesError):
        Codemaker(1296, PegRules())
    with pytest.raises(RulesError):
        Codemaker(0, PegRules()).answer(-1)
