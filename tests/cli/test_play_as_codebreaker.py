"""``mmtree play --break``: the user guesses, and mmtree is the codemaker."""

import pytest

GAME = """\
4p6c: the secret is one of 1296. Type a guess, such as ABCD. Or type history,
left, hint, help or quit.
colours:  A red  B green  C blue  D yellow  E orange  F purple
guess 1:            A A B B   02  0b2w
guess 2:            B C D E   01  0b1w
guess 3:            F D A A   40  4b0w
found by guess 3
Secrets left before and after each guess, and by it on average:
   guess  answer  fits  before  average  after  luck  suggested  average  skill
1  AABB   0b2w    yes     1296      205     96    88  AABC           185     91
2  BCDE   0b1w    no        96       13      9    71  BCAD            13     94
3  FDAA   4b0w    yes        9      2.0  found    94  BFDF           1.4     72
Two strong guesses, then luck. Skill 86, luck 84. Skill: how few secrets your
guesses leave on average; 100 is as few as the suggested ones, 0 as many as
before. Luck: how many of 100 possible secrets leave more than yours, equal
ones counted half; 50 is average.
The tree (koyama-lai) finds FDAA by guess 5: AABC BDCD BEAF CECA FDAA.
"""


@pytest.fixture
def play(mmtree, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    return lambda *arguments, **typed: mmtree("play", "--break", *arguments, **typed)


def test_user_guesses_until_found(play):
    result = play("--pattern", "AABC", "--seed", "1", input="aabb\nB C D E\n5300\n")
    assert (result.status, result.out, result.err) == (0, GAME, "")


def test_hidden_secret_is_never_shown(play):
    """A pipe gives the secret as its first line; a wrong line is refused without being shown."""
    result = play("--hidden", input="FEDG\nFEDC\nFEDC\n")
    error = "secret (not shown): not a code of 4p6c; an example is ABCD\n"
    assert result.out.startswith(error)
    assert "FEDG" not in result.out
    assert "found by guess 1\n" in result.out
    assert play("--hidden").status == 0


def test_a_random_secret_is_of_the_pattern(play):
    for _ in range(5):
        out = play("--pattern", "CABA", input="quit\n").out
        [secret] = [line.split()[5:] for line in out.splitlines() if line.startswith("guess 1:")]
        assert sorted(map(secret.count, set(secret))) == [1, 1, 2]


def test_words_other_than_guesses(play):
    typed = "history\nleft\nhint\naabb\nh\nleft\nhint\nhelp\n?\nhnt\nAAB\nAABG\n\n"
    out = play("--secret", "FEDC", input=typed).out
    assert "guess 2:  off the tree, try  C C D E\n" in out
    assert "guess 1:  no guess has been answered yet\n" in out
    assert "guess 1:  1296 secrets agree with the answers so far\n" in out
    assert "guess 1:  the tree guesses  A A B C\n" in out
    assert "guess 2:  guess 1:  A A B B   00  0b0w\n" in out
    assert "guess 2:  256 secrets agree with the answers so far\n" in out
    assert out.count("Type a guess, such as ABCD.") == 3
    assert "guess 2:  did you mean hint?\n" in out
    assert "guess 2:  code 'AAB' has 3 pegs: 4p6c has 4\n" in out
    assert "'G' in code 'AABG' is not a colour" in out


@pytest.mark.parametrize("end", ["quit\n", "q\n", ""])
def test_giving_up_shows_the_secret(play, end):
    out = play("--secret", "FEDC", input=f"aabb\n{end}").out
    assert "the secret is  F E D C\nSecrets left before" in out
    assert (
        "1  AABB   0b0w    yes     1296      205    256    30  AABC           185     91\n" in out
    )
    assert out.endswith("The tree (koyama-lai) finds FEDC by guess 5: AABC ADDE AEFF EDBF FEDC.\n")


def test_before_the_first_guess_there_is_nothing_to_judge(play):
    out = play("--secret", "FEDC", input="quit\n").out
    assert "Secrets left" not in out
    assert "The tree (koyama-lai) finds FEDC by guess 5" in out


def test_in_a_narrow_window(play, monkeypatch):
    monkeypatch.setenv("COLUMNS", "45")
    out = play("--secret", "FEDC", input="aabb\nfedc\n").out
    assert all(len(line) < 45 for line in out.splitlines())
    text = " ".join(out.split())
    assert (
        "1: AABB (0b0w) could be the secret. Of 1296 secrets 205 stay on average; 256 stayed "
        "(luck 30). After AABC 185 stay on average (skill 91)."
    ) in text
    assert "2: FEDC (4b0w) could be the secret. Of 256 secrets 36 stay" in text
    assert "it was found (luck 100)." in text


def test_names_and_digits(play):
    out = play("--secret", "6543", "--symbols", "digits1", input="1122\nquit\n").out
    assert "as 1234. Or type" in out
    assert "1  1122   0b0w    yes     1296      205    256    30  1123           185     91" in out
    out = play("--seed", "1", "--symbols", "names", input="red red green green\nquit\n").out
    assert "as red green blue yellow. Or type" in " ".join(out.split())
