"""The checker in C accepts and refuses what the checker in Python does."""

import re
import subprocess
from random import Random

import pytest

from mmtree import ProofError, load
from mmtree.check.proof import checker
from mmtree.check.proof.optimal import check_optimal, needed_statements
from mmtree.check.report import Report

from support.environment import CHECKED_CERTIFICATES, linux
from support.naive_proofs import Game, certificate

SANITIZED = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
GAMES = {
    "2p4c": Game("2p4c", lengthy=True),
    "2p5c": Game("2p5c", lengthy=True),
    "3p3c-black": Game("3p3c-black", lengthy=True),
    "2p4c-distinct": Game("2p4c-distinct", lengthy=True),
    "3p3c within 4": Game("3p3c", unit=28, last=4, surcharge=1, lengthy=True),
    "4p4c-distinct within 4": Game("4p4c-distinct", last=4),
    "2p4c-black within 4": Game("2p4c-black", last=4, lengthy=True),
    "2p3c opened AA": Game("2p3c", opening="AA", lengthy=True),
}
TRUE = [certificate(game) for game in GAMES.values()]


@pytest.fixture(scope="module")
def fast(compile_checker):
    """The checker, compiled as its README says."""
    return compile_checker("-O3", "-march=native")


@pytest.fixture(scope="module", params=[[], ["-DPLAIN_LINES"]], ids=["vectors", "plain"])
def sanitized(compile_checker, request):
    """The checker, compiled so that it ends at undefined behaviour."""
    return compile_checker(*SANITIZED, *request.param)


def check(program, data, path):
    """Return the finished process that checked some bytes."""
    path.write_bytes(data)
    return subprocess.run([program, path], capture_output=True, text=True, timeout=60)


def accepts(data):
    """Whether the checker in Python accepts a certificate."""
    try:
        checker.check_data(data, "a.proof")
    except ProofError:
        return False
    return True


def damaged(data, random):
    """Return a certificate with a byte or two changed, lost, repeated or added."""
    made = bytearray(data)
    for _ in range(random.choice([1, 1, 2])):
        at = random.randrange(len(made))
        kind = random.randrange(5)
        if kind < 2:
            made[at] = random.choice([made[at] ^ 1, made[at] + 1 & 255, random.randrange(256)])
        elif kind == 2:
            del made[at]
        elif kind == 3:
            made.insert(at, random.randrange(4))
        else:
            made[at:at] = made[at : at + random.randrange(1, 9)]
    return bytes(made)


@linux
@pytest.mark.parametrize("name", GAMES)
def test_true_certificates_are_accepted(sanitized, tmp_path, name):
    data = certificate(GAMES[name])
    (statement,) = checker.check_data(data, "a.proof").statements
    result = check(sanitized, data, tmp_path / "a.proof")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith(f" ({statement.size})\n")


@linux
@pytest.mark.slow(after=1)
@pytest.mark.parametrize("seed", range(4))
def test_both_checkers_agree_on_damaged_certificates(sanitized, fast, tmp_path, seed):
    random = Random(seed)
    for number in range(150):
        data = damaged(random.choice(TRUE), random)
        result = check(fast if number % 20 else sanitized, data, tmp_path / "a.proof")
        assert (result.returncode == 0) == accepts(data), data
        assert result.returncode in (0, 1)
        assert result.stderr.count("\n") == (result.returncode == 1)


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
        check_optimal(report, path, lambda done, work, text: None)
        assert report.findings[-1].topic == "optimal"
        assert report.holds
