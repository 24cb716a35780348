"""``mmtree static check`` and ``find``: their output, and refused input."""

import json
import signal
import subprocess
import sys

import click
import pytest

from mmtree.research.commands.static import command

from support.environment import linux

WRONG = ["0001", "0123", "2414", "4502", "1453", "0115"]


def test_json_of_a_set(mmtree):
    """STATIC.md shows the output without --json."""
    result = mmtree("static", "check", "--json", *WRONG)
    assert result.status == 1
    assert json.loads(result.out) == {
        "rules": "4p6c",
        "rules_deduced": True,
        "guesses": WRONG,
        "secrets": 1296,
        "separates_all": False,
        "rows": 1230,
        "single": 1166,
        "largest": 3,
        "expected": 179 / 162,
        "rows_by_secrets": {"1": 1166, "2": 62, "3": 2},
        "example": ["0223", "0323"],
        "answers": [10, 30, 1, 2, 10, 10],
    }
    report = json.loads(mmtree("static", "check", "--json", "--rules", "2p3c", "AC", "BC").out)
    assert report | {"guesses": ["AC", "BC"], "rules_deduced": False, "example": None} == report


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["02", "12"], "2p3c: 2 guesses distinguish all 9 secrets"),
        (["001", "022", "312"], "3p4c: 3 guesses distinguish all 64 secrets"),
        (["ABA"], "3p2c: 1 guess does NOT distinguish all 8 secrets"),
        (["AABB"], "4p6c: 1 guess does NOT distinguish all 1296 secrets"),
        (["AABB", "--rules", "4p7c"], "4p7c: 1 guess does NOT distinguish all 2401 secrets"),
        (["13", "23", "--symbols", "digits1"], "2p3c: 2 guesses distinguish all 9 secrets"),
        (["red,blue", "--rules", "2p3c"], "2p3c: 1 guess does NOT distinguish all 9 secrets"),
    ],
)
def test_rules_are_deduced_from_the_codes(mmtree, arguments, said):
    result = mmtree("static", "check", *arguments)
    first, *rest = result.out.splitlines()
    assert first == said
    deduced = "--rules" not in arguments and not said.startswith("4p6c")
    assert deduced == any(line.startswith("rules ") for line in rest)


def test_answers_in_the_symbols_of_the_codes(mmtree):
    for code, first in [("0011", "0000 and 0002"), ("AABB", "AAAA and AAAC")]:
        assert f"example   {first} both" in mmtree("static", "check", code).out
    result = mmtree("static", "check", "AABB", "--symbols", "names")
    assert "example   red red red red and red red red blue both" in result.out


def test_a_code_that_is_repeated(mmtree):
    result = mmtree("static", "check", "02", "12", "02")
    assert result.status == 0
    assert "\nrepeated  02: once is enough\n" in result.out


@pytest.mark.parametrize("source", ["codes", "-"])
def test_codes_of_a_file(mmtree, tmp_path, source):
    (tmp_path / "codes").write_text("001 022\n\n312\n")
    result = mmtree("static", "check", "--from", source, input="001\n022 312\n")
    assert result.out.startswith("3p4c: 3 guesses distinguish all 64 secrets\n")


@pytest.mark.slow
def test_least_number_is_found(mmtree):
    result = mmtree("static", "find", "2p6c", "--tries", 99)
    assert (result.status, result.err) == (0, "")
    first, guesses, *rest = result.out.splitlines()
    assert first == "2p6c: 4 guesses distinguish all 36 secrets, proved the least"
    assert rest == [
        "checked   every secret gets answers of its own",
        "fewer     all sets of 3 guesses were searched, and none distinguishes all",
    ]
    assert mmtree("static", "find", "2p6c", "--tries", 99, "--seed", 0).out == result.out
    codes = guesses.split()[1:]
    assert codes == sorted(codes)
    assert mmtree("static", "check", "--rules", "2p6c", *codes).status == 0


@pytest.mark.slow
def test_json_of_what_was_found(mmtree):
    find = ["static", "find", "3p4c", "--tries", 9, "--json"]
    report = json.loads(mmtree(*find, "--symbols", "digits").out)
    assert report | {"lower_bound": 3, "upper_bound": 3, "proved": True} == report
    assert len(report["guesses"]) == 3
    assert all(code.isdecimal() for code in report["guesses"])
    assert "exists" not in report
    result = mmtree(*find, "--guesses", 2)
    report = json.loads(result.out)
    assert (result.status, report["asked"], report["exists"]) == (1, 2, False)
    assert report["lower_bound"] == 3


@pytest.mark.slow
def test_number_of_guesses_is_decided(mmtree):
    result = mmtree("static", "find", "3p4c", "--guesses", 3, "--tries", 9)
    assert result.status == 0
    assert result.out.startswith("3p4c: 3 guesses distinguish all 64 secrets, proved the least\n")
    result = mmtree("static", "find", "3p5c", "--guesses", 3, "--tries", 9)
    assert result.status == 1
    assert result.out.startswith("3p5c: no 3 guesses distinguish all 125 secrets\n")
    fewer = "all sets of 3 guesses were searched, and none distinguishes all"
    assert f"fewer     {fewer}\n" in result.out


def test_time_limit_leaves_the_lower_bound(mmtree):
    result = mmtree("static", "find", "4p6c", "--time", "0")
    assert result.status == 1
    assert result.out.startswith("4p6c: no guesses were found\n")
    assert (
        "bounds    the least number is 3 or more\nopen      the time limit was reached\n"
        in result.out
    )
    result = mmtree("static", "find", "4p6c", "--time", "0", "--guesses", 5)
    assert result.status == 1
    assert result.out.startswith("4p6c: undecided whether 5 guesses distinguish all secrets\n")


@pytest.mark.slow
@linux
def test_interruption_prints_both_bounds(tmp_path):
    search = subprocess.Popen(
        [sys.executable, "-u", "-c", INTERRUPTED], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    _, said = search.communicate(timeout=300)
    assert (search.returncode, said) == (130, "interrupted: the least number is 4 or 5\n")


INTERRUPTED = f"""
import os
from mmtree.cli.main import main
from mmtree.research.static.exhaust import ExhaustiveSearch

find = ExhaustiveSearch.find

def interrupted(self, guesses, progress):
    if guesses == 4:
        os.kill(os.getpid(), {int(signal.SIGINT)})
    return find(self, guesses, progress)

ExhaustiveSearch.find = interrupted
main(["static", "find", "3p6c", "--tries", "0"])
"""


@pytest.mark.parametrize("name", ["check", "find"])
def test_both_subcommands_have_help(mmtree, name):
    result = mmtree("static", name, "-h")
    assert result.out.startswith(f"Usage: mmtree static {name}")
    options = [p for p in command.commands[name].params if isinstance(p, click.Option)]
    assert all(option.help for option in options)
