"""The checker in C accepts and refuses what the checker in Python does."""

import re
import subprocess
from functools import cache
from random import Random

import pytest

from mmtree import ProofError, SizeError, load
from mmtree.check.proof import checker
from mmtree.check.proof.optimal import check_optimal, needed_statements
from mmtree.check.report import Report

from support.environment import CHECKED_CERTIFICATES, linux
from support.naive_proofs import Game, Raised, Record, certificate, header, varint

GAMES = {
    "2p4c": Game("2p4c", lengthy=True),
    "2p5c": Game("2p5c", lengthy=True),
    "3p3c-black": Game("3p3c-black", lengthy=True),
    "2p4c-distinct": Game("2p4c-distinct", lengthy=True),
    "3p3c within 4": Game("3p3c", unit=28, last=4, surcharge=1, lengthy=True),
    "3p3c most within 2": Game("3p3c", surcharge=100, since=3, lengthy=True),
    "4p4c-distinct within 4": Game("4p4c-distinct", last=4),
    "2p4c-black within 4": Game("2p4c-black", last=4, lengthy=True),
    "3p4c limited": Game("3p4c", limited=True),
    "3p3c-black limited": Game("3p3c-black", limited=True),
    "3p3c limited within 4": Game("3p3c", unit=28, last=4, surcharge=1, limited=True),
    "2p3c opened AA": Game("2p3c", opening="AA", lengthy=True),
}


@cache
def true(name):
    """Return a true certificate."""
    return certificate(GAMES[name])


def verdict(data):
    """Return what the checker in Python finds as the exit status of the other, with the reason."""
    try:
        checker.check_data(data, "a.proof")
    except ProofError as error:
        return 1, str(error)
    except SizeError as error:
        return 2, str(error)
    return 0, ""


def damaged(data, random):
    """Return a certificate with a byte or two changed, lost, repeated or added."""
    made = bytearray(data)
    for _ in range(random.choice([1, 1, 2])):
        at = random.randrange(len(made))
        kind = random.randrange(6)
        if kind < 2:
            made[at] = random.choice([made[at] ^ 1, made[at] + 1 & 255, random.randrange(256)])
        elif kind == 2:
            del made[at]
        elif kind == 3:
            made.insert(at, random.randrange(4))
        elif kind == 4:
            at = random.randrange(15, made.find(b"\n", 25) + 1)
            made[at:at] = str(random.getrandbits(random.randrange(80))).encode()
        else:
            made[at:at] = made[at : at + random.randrange(1, 9)]
    return bytes(made)


@linux
@pytest.mark.parametrize("name", GAMES)
def test_true_certificates_are_accepted(check_in_c, name):
    data = true(name)
    (statement,) = checker.check_data(data, "a.proof").statements
    result = check_in_c(data)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith(f" ({statement.size})\n")


def raised(rules, line, gain, *rest):
    """Return a certificate whose first guess has a raised cell, of feedback 0."""
    return header(rules) + line.encode() + bytes([0, 1, 1]) + varint(gain) + bytes(rest)


@linux
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        *(
            (header("4p6c") + line.replace("N", number).encode() + bytes(2), "number is too large")
            for line in ("1 0 0 - N\n", "1 N 0 - none\n", "1 5 N - 1\n", "N 0 0 - 1\n")
            for number in ("140737488355328", "9" * 19, "92233720368547758084", "9" * 40)
        ),
        (header("4p6c") + b"434374965 0 0 - 1\n\0\0", "the prices are too large"),
        (header("4p6c") + b"0 5 108593741015 - 1\n\0\0", "the prices are too large"),
        (raised("2p4c", "1 0 0 - 45\n", 1 << 47, 0, 0, 0, 0, 0), "feedback 0 is too large"),
        (raised("2p4c", "1 0 0 - 45\n", (1 << 63) - 1, 0, 0, 0, 0, 0), "feedback 0 is too large"),
        (raised("2p4c", "1 1 0 - none\n", 1, 0, 0, 0, 0, 0), "feedback 0 is too large"),
        (raised("2p4c", "1 0 0 AB 45\n", 0, 0, 0, 0, 0, 0), "is listed, but is not the opening"),
        (
            header("4p2c-black") + b"1 4 0 AAAA none\n" + bytes([0, 1, 3, 52, 0, 0, 0, 0, 0]),
            "its cells add up to too little",
        ),
        (
            raised("3p36c", "1 0 0 - 999999\n", 0, 0, 0, 0, 0),
            "nested sets with 2000376000 feedbacks",
        ),
        (header("5p16c") + b"1 7 0 - none\n\0\0", "at most 65536 can be checked"),
        (header("9p10c") + b"1 0 0 - 1\n\0\0", "at most 65536 can be checked"),
    ],
)
def test_both_checkers_refuse_it_for_the_same_reason(check_in_c, data, reason):
    status, text = verdict(data)
    result = check_in_c(data)
    assert (result.returncode, result.stdout) == (status, "")
    assert reason in result.stderr
    assert reason in text


@linux
@pytest.mark.parametrize(
    ("rules", "opening", "limited"),
    [
        *(("4p5c", "AABC", False), ("3p8c", "ABC", False), ("5p4c", "AABBC", False)),
        *(("4p4c", "AABC", True), ("4p4c", "ABCD", True)),
    ],
)
def test_bounds_by_all_guesses_are_exact(check_in_c, rules, opening, limited):
    """Each cell of these guesses is divided by several blocks of guesses: the best may be in any."""
    game, random = Game(rules, opening=opening, limited=limited), Random(1)
    (first,) = game.first
    sets = [(f, cell) for f, cell in game.cells(first, game.whole).items() if len(cell) > 30]
    for _ in range(20):
        (feedback, secrets), guess = random.choice(sets), random.choice(game.whole)
        if len(game.cells(guess, secrets)) == 1:
            continue
        reached = sum(game.bounds(1, secrets, guess).values())
        for bound in reached, reached + 1:
            gain = game.gain(1, len(secrets), bound)
            cell = Raised(feedback, gain, record=Record(listed=[(guess, [])]))
            begin = header(rules, 3 if limited else 1)
            data = begin + game.line(1) + Record(listed=[(first, [cell])]).encode()
            reasons = verdict(data)[1], check_in_c(data).stderr
            for reason in reasons:
                assert ("add up to too little" in reason) == (bound > reached)


@linux
@pytest.mark.slow
def test_first_record_of_large_rules_is_counted_by_symmetry(fast, tmp_path):
    path = tmp_path / "a.proof"
    path.write_bytes(header("5p9c") + b"1 5 0 - none\n\0\0")
    subprocess.run([fast, path], check=True, timeout=60)  # all pairs of codes would take minutes
    assert verdict(path.read_bytes()) == (0, "")


@linux
def test_reading_ends_at_a_limit(fast, refused, monkeypatch):
    result = subprocess.run([fast, "/dev/zero"], capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.endswith(f"/dev/zero: larger than {checker.MAX_BYTES} bytes\n")
    monkeypatch.setattr(checker, "MAX_BYTES", 1 << 17)
    assert "/dev/zero: larger than 131072 bytes" in refused("verify", "--proof", "/dev/zero")


@linux
@pytest.mark.slow(after=1)
@pytest.mark.parametrize("seed", range(3))
def test_both_checkers_agree_on_damaged_certificates(check_in_c, seed):
    random = Random(seed)
    for _ in range(100):
        data = damaged(true(random.choice([*GAMES])), random)
        result = check_in_c(data)
        assert result.returncode == verdict(data)[0], data
        assert result.stderr.count("\n") == (result.returncode > 0)


def claims(report):
    """Yield what has to be shown of a tree, as the checker in C prints it."""
    for one in needed_statements(report):
        within = f" within {one.last} guesses"
        if one.bound is None:
            yield f"finds every secret{within}"
        elif one.surcharge:
            prices = f"unit {one.unit}, last guess {one.last}, surcharge {one.surcharge}"
            yield f"has a price below {one.bound} ({prices})"
        else:
            yield f"has a total below {one.bound}{within if one.last else ''}"


@linux
@pytest.mark.slow(after=3)
@pytest.mark.parametrize("path", CHECKED_CERTIFICATES, ids=lambda path: path.stem)
def test_ready_made_certificates_show_that_their_trees_are_optimal(fast, path):
    """Commands call these trees proved. The larger the certificate, the more is left to C."""
    result = subprocess.run([fast, path], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    tree = load(path.with_suffix(".mmtree"))  # another test verifies its figures
    report = Report(tree.strategy.name, tree, [], *vars(tree.figures).values())
    lines = re.sub(r" \(\d+ records?\)$", "", result.stdout, flags=re.MULTILINE).splitlines()
    needed = [f"{report.tree.rules}: no strategy {claim}" for claim in claims(report)]
    assert needed == lines != []
    if path.stat().st_size < 4000 and "5p5c" not in path.stem:
        check_optimal(report, path, lambda progress: None)
        assert report.findings[-1].topic == "optimal"
        assert report.holds
