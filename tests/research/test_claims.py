"""``mmtree claims`` lists published figures, and compares them with the figures found."""

import json
import re
import sys
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import product
from operator import add, mul, sub

import pytest

from mmtree import PegRules, parse_rules, read_words
from mmtree.check import claims as table
from mmtree.check.claims import PUBLISHED, SOURCES, Formula, find_published
from mmtree.research import check_claims
from mmtree.research.averages import AVERAGES
from mmtree.research.check_claims import check_claim, game_of, round_and_cut
from mmtree.research.explanations import EXPLANATIONS, find_rank_difference
from mmtree.search.kernel import kernel
from mmtree.strategies.catalogue import find
from mmtree.tree.provenance import Proof, Strategy

from research.claims_page import HEADING, format_claims
from support.environment import ROOT, linux, needs_native
from support.readmes import Readme
from support.terminals import Terminal

FORMULAS = [claim for claim in PUBLISHED if claim.formula]
PAGE = Readme("mmtree/research/CLAIMS.md").text
KNUTH = next(claim for claim in PUBLISHED if claim.strategy == "knuth")


def only(**parts):
    """Return the only claim that has these parts."""
    (found,) = [
        claim
        for claim in PUBLISHED
        if all(getattr(claim, name) == value for name, value in parts.items())
    ]
    return found


def takes_long(claim):
    """Whether a claim takes more than three seconds."""
    return claim.rules in ("6p6c", "5p8c", "5p8c-consistent", "popular") or (
        claim.kind,
        claim.rules,
    ) == (
        "fewest",
        "4p10c-distinct",
    )


@pytest.mark.slow
@needs_native
def test_page_and_command_show_every_found_figure(mmtree, monkeypatch):
    """The exit status 0 means that every verdict is the expected one.

    Claims that take many seconds are left out: ``mmtree claims --check`` computes them, too.
    """
    if kernel() == "numpy":
        pytest.skip("takes minutes with the NumPy kernel, which builds the same trees")
    checked = []

    def record(claim, game):
        assert game is None
        checked.append(check_claim(claim))
        return checked[-1]

    monkeypatch.setattr(check_claims, "check_claim", record)
    quick = tuple(claim for claim in PUBLISHED if not takes_long(claim))
    assert len(PUBLISHED) - len(quick) <= 18
    monkeypatch.setattr(table, "PUBLISHED", quick)
    result = mmtree("claims", "--check")
    assert (result.status, result.err) == (0, "")
    assert tuple(found.claim for found in checked) == quick
    shown = PAGE.partition(HEADING)[2].splitlines()
    assert set(format_claims(checked).splitlines()) <= set(shown)
    words = " ".join(" ".join(shown).split())
    for claim in PUBLISHED:
        assert claim.source in words
        assert (claim.formula.printed if claim.formula else claim.figures) in words
    lines = iter(result.out.splitlines())
    assert next(lines).split() == ["claim", "source", "claimed", "found", "how", "verdict"]
    games = ""
    for found in checked:
        claim = found.claim
        if claim.games != games:
            games = claim.games
            assert next(lines) == games
        cells = [claim.subject, claim.source, claim.figures, found.found, found.how, found.verdict]
        assert re.split("  +", next(lines)) == ["", *cells]
        if claim.formula:
            assert next(lines) == f"      {claim.formula.printed}"
        if found.reason:
            assert next(lines) == f"      {found.reason}"
    assert next(lines, None) is None
    # test_random_reaches_its_expected_average compares the first one with built trees.
    assert round(float(AVERAGES["random"](PegRules())), 4) == 4.6435
    assert round(float(AVERAGES["counting"](PegRules())), 4) == 4.7585


def test_prose_of_page_has_only_figures_of_its_tables():
    """The exception is an average with four decimals, which the test above checks."""
    assert max(len(line) for line in PAGE.splitlines() if not line.startswith("|")) <= 100
    prose, _, tables = PAGE.partition(HEADING)
    figures = re.findall(r"\b\d{4}\b|\b\d\.\d+\b", prose)
    assert len(figures) > 15
    assert set(figures) - set(re.findall(r"\d+\.\d+|\d+", tables)) <= {"4.6435"}


def test_every_claim_names_a_known_source():
    for claim in PUBLISHED:
        named = re.findall(r"[A-ZÄ]\w+(?: and \w+)? \d{4}|^\w+$", claim.source)
        assert named
        assert set(named) <= set(SOURCES), claim
    cited = " ".join(claim.source for claim in PUBLISHED)
    assert [name for name in SOURCES if name not in cited] == []


def test_every_claim_is_about_existing_rules_and_strategies():
    for claim in PUBLISHED:
        assert claim.kind in table.KINDS
        assert not (claim.differs and claim.tried)
        assert not claim.shown or (claim.shown in EXPLANATIONS and claim.verdict != "holds")
        if claim.strategy:
            row = find(claim.strategy)
            assert all(row.takes(name) for name in claim.options)
        if not claim.formula:
            assert claim.rules == "popular" or str(game_of(claim)) == claim.rules
    asked = [(c.rules, c.kind, c.subject, c.source, c.figures, c.formula) for c in PUBLISHED]
    assert len(set(asked)) == len(asked)


def test_claims_about_lists_of_words(mmtree, refused, tmp_path, monkeypatch):
    """A list is known by its words under any name, or by the checksum of the user's lists."""
    words = table.LISTS["nerdle-micro"].split()
    signs = {"+": add, "-": sub, "*": mul, "/": Fraction}
    results = {
        f"{a}{sign}{b}": compute(a, b)
        for a, b in product(range(1, 10), repeat=2)
        for sign, compute in signs.items()
    }
    assert set(words) == {
        f"{left}={right}" for left, right in results.items() if right in range(10)
    }
    (tmp_path / "mine.txt").write_text("\n".join(words[::-1]), encoding="utf-8")
    result = mmtree("claims", "--check", "--rules", "mine.txt")
    assert (result.status, result.out.splitlines()[-1].split()[-2:]) == (0, ["built", "holds"])
    (tmp_path / "more.txt").write_text("1+1=1", encoding="utf-8")
    lists = ("--rules", "mine.txt", "--guesses", "more.txt")
    assert "no claim is about mine" in refused("claims", *lists)
    given = read_words(tmp_path / "mine.txt", tmp_path / "more.txt")
    unknown = [claim for claim in PUBLISHED if claim.rules == "popular"]
    assert all(check_claim(claim, given).verdict.startswith("not checked") for claim in unknown)


def test_claims_table_contains_no_found_figures():
    """A reason may contain a published total, but no total that only mmtree finds."""
    for claim in PUBLISHED:
        totals = set(re.findall(r"\d{4}", claim.differs + claim.tried))
        assert totals <= {str(other.total) for other in PUBLISHED if other.verdict != "holds"}


@pytest.mark.parametrize(
    ("rules", "of", "colors", "value"),
    [
        # Worked out by hand from the formulas in the abstracts of Chen and Lin 2004.
        ("2p*c", "total", 4, 45),  # (512 + 816 − 296 + 48)/24
        ("2p*c", "total", 5, 81),  # (1000 + 1275 − 400 + 69)/24
        ("2p*c", "max", 4, 4),
        ("2p*c", "max", 5, 4),
        ("2p*c-distinct", "total", 4, 30),  # (256 + 336 − 304 + 72)/12
        ("2p*c-distinct", "total", 5, 60),  # (500 + 525 − 410 + 105)/12
        ("2p*c-distinct", "max", 4, 3),
        ("2p*c-distinct", "max", 5, 4),
        ("3p*c", "max", 5, 5),  # Jäger and Peczarski 2009
        ("3p*c", "max", 7, 6),
    ],
)
def test_formulas_give_the_published_values(rules, of, colors, value):
    (claim,) = [c for c in FORMULAS if c.rules == rules and c.formula.of == of]
    assert claim.formula.value(colors) == value


def test_formula_is_found_for_each_of_its_games():
    claim = FORMULAS[0]
    assert claim.covers(parse_rules("2p36c"))
    assert not any(
        claim.covers(parse_rules(game)) for game in ("2p7c-distinct", "2p7c-black", "3p7c")
    )
    assert sum(claim.covers(parse_rules("3p5c")) for claim in FORMULAS) == 1
    assert not any(claim.covers(parse_rules("3p4c")) for claim in FORMULAS)


def test_tree_is_compared_only_with_claims_that_hold():
    """Irving's total and the average 4.478 do not hold for Knuth's tree, and are left out."""
    known = find_published(Strategy("knuth"), PegRules(), "AABB", None)
    assert {(claim.total, claim.histogram) for claim in known} == {
        (5801, ()),
        (None, (1, 6, 62, 533, 694)),
        (None, ()),
    }
    for rules, opening in ((PegRules(), "AABC"), (PegRules(5, 8), "AABB")):
        assert find_published(Strategy("knuth"), rules, opening, None) == []


def test_claims_with_a_limit_are_about_another_tree():
    def totals(name, proof=None, **options):
        known = find_published(Strategy(name, options), PegRules(), "AABC", proof)
        return [claim.total for claim in known if claim.total]

    assert totals("irving-exact", opening=8) == [5656]
    assert totals("irving-exact", max_guesses=5) == [5658]
    assert totals("irving-exact", max_guesses=7) == []
    assert totals("any", Proof("expected, at most 5", 5626, 5626)) == [5626]
    assert totals("koyama-lai") == [5625]
    assert totals("koyama-lai", Proof("expected", 5429, 5672)) == []


def test_optimum_with_an_opening_is_compared_only_with_that_opening():
    rules = parse_rules("4p6c-consistent")
    for opened, opening, totals in ((", opened ABCD", "ABCD", [5743]), ("", "AABC", [])):
        proof = Proof(f"expected{opened}", 1, 1)
        known = find_published(Strategy("any"), rules, opening, proof)
        assert [claim.total for claim in known] == totals


@pytest.mark.parametrize(
    ("rules", "value", "verdict", "found", "how"),
    [
        ("3p2c", "23/10", "holds", "value 23/10", "searched"),
        ("3p2c", "51/22", "DOES NOT HOLD: differs: -0.0182", "value 23/10", "searched"),
    ],
)
def test_value_of_a_game_is_searched_without_certificate(rules, value, verdict, found, how):
    """The value of 4p6c comes from its certificate; the test of the page checks it."""
    checked = check_claim(replace(only(kind="value"), rules=rules, value=value))
    assert (checked.verdict, checked.found, checked.how) == (verdict, found, how)


@pytest.mark.parametrize(
    ("average", "like", "rounded", "cut_off"),
    [
        (Fraction(5625, 1296), "4.34", "4.34", "4.34"),
        (Fraction(5625, 1296), "4.3403", "4.3403", "4.3402"),
        (Fraction(11228, 2401), "4.676", "4.676", "4.676"),
        (Fraction(1, 2), "0", "1", "0"),
        (Fraction(5, 4), "1.2", "1.3", "1.2"),
        (Fraction(2), "2.00", "2.00", "2.00"),
    ],
)
def test_averages_are_rounded_or_cut_to_printed_decimals(average, like, rounded, cut_off):
    assert round_and_cut(average, like) == (rounded, cut_off)


CHANGED = {  # changes to the claim about Knuth's tree, verdict, expected
    "nothing": ({}, "holds", True),
    "total": ({"total": 5800}, "DOES NOT HOLD: differs by +1", False),
    "max": ({"max": 6}, "DOES NOT HOLD: differs by max -1", False),
    "both": ({"total": 5804, "max": 4}, "DOES NOT HOLD: differs by -3, max +1", False),
    "average": ({"average": "4.47"}, "holds, cut off", True),
    "rounded": ({"average": "4.48"}, "holds", True),
    "wrong average": ({"average": "4.464"}, "DOES NOT HOLD: differs by +0.012", False),
    "histogram": ({"histogram": (1, 2)}, "DOES NOT HOLD: differs by another histogram", False),
    "a reason": ({"total": 5804, "differs": "why"}, "differs by -3", True),
    "a try": ({"total": 5804, "tried": "what"}, "not reproduced", True),
    "a reason without need": ({"differs": "why"}, "holds; said to be: differs", False),
    "a reason that is none": (
        {"average": "4.464", "differs": "why", "shown": "exchanged_digits"},
        "DOES NOT HOLD: differs by +0.012",
        False,
    ),
}


@pytest.mark.parametrize("change", CHANGED)
def test_verdict_depends_on_figures_and_expectation(change):
    changes, verdict, expected = CHANGED[change]
    found = check_claim(replace(KNUTH, **changes))
    assert (found.verdict, found.expected, found.how) == (verdict, expected, "built")


def test_unexpected_verdict_exits_with_status_1(mmtree, monkeypatch):
    monkeypatch.setattr(table, "PUBLISHED", (KNUTH, replace(KNUTH, total=5800)))
    result = mmtree("claims", "--check")
    assert (result.status, result.err) == (1, "")
    assert result.out.splitlines()[2].endswith("built  holds")
    assert result.out.splitlines()[3].endswith("built  DOES NOT HOLD: differs by +1")
    assert mmtree("claims").status == 0
    report = json.loads(mmtree("claims", "--check", "--json").out)
    assert [one["expected"] for one in report] == [True, False]


CHANGED_TABLE = """
from dataclasses import replace
from mmtree.__main__ import main
from mmtree.check import claims as table

knuth = next(claim for claim in table.PUBLISHED if claim.strategy == "knuth")
changes = {}, {"total": 5804, "differs": "why"}, {"total": 5804, "tried": "what"}, {"total": 5800}
table.PUBLISHED = tuple(replace(knuth, **parts) for parts in changes)
main()
"""
"""The command with one claim that holds, two that are known not to, and an unexpected one."""


@pytest.mark.slow(after=2)
@linux
@pytest.mark.parametrize("no_color", [None, "1"])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_verdicts_are_colored_and_not_alone_on_a_terminal(tmp_path, width, no_color):
    command = (sys.executable, "-c", CHANGED_TABLE)
    settings = {"width": width, "cwd": tmp_path, "command": command, "NO_COLOR": no_color}
    with closing(Terminal("claims", "--check", **settings)) as terminal:
        assert terminal.status() == 1
    lines = terminal.lines()
    assert max(map(len, lines)) <= width
    verdicts = "holds", "differs by -3", "not reproduced", "DOES NOT HOLD: differs by +1"
    shown = [line for line in lines if line.endswith(verdicts)]
    assert len(shown) == 4
    alone = [line for line in shown if line.strip() in verdicts]
    assert alone == []
    colors = re.findall(r"\x1b\[(3\d)m", terminal.seen)
    assert colors == ([] if no_color else ["32", "33", "33", "31"])


@pytest.mark.slow
def test_wrong_number_of_secrets_found_last_is_detected():
    """The test of the page checks that the published one holds."""
    claim = only(kind="fewest", rules="4p6c")
    assert check_claim(replace(claim, at_max=540)).verdict == "DOES NOT HOLD: differs: -1"


def test_numpy_kernel_leaves_out_large_trees(monkeypatch):
    """It builds the tree of 5p6c, but not of 5p7c; 4p10c-distinct has a ready-made one."""
    monkeypatch.setattr(check_claims, "kernel", lambda: "numpy")
    for claim in (only(kind="fewest", max=7), only(rules="5p7c", strategy="knuth")):
        found = check_claim(claim)
        assert (found.found, found.expected) == ("", True)
        assert found.verdict == "not checked: needs the native kernel"
    for claim in (only(rules="5p6c", strategy="knuth"), only(total=26274)):
        assert not check_claims._takes_long(claim)


def test_wrong_formula_is_detected():
    claim = only(rules="2p*c-distinct", source="Chen and Lin 2004")
    wrong = replace(claim.formula, first=2, last=6, even=(1, 4))
    found = check_claim(replace(claim, formula=wrong))
    assert found.verdict == (
        "DOES NOT HOLD: differs: -1 at 2 colours, -1 at 4 colours, -1 at 6 colours"
    )
    assert not found.expected
    total = Formula("total", 2, 2, (1, 0, 0, 0), (1, 0, 0, 0), 1, "n³")
    found = check_claim(replace(claim, rules="3p*c", formula=total))
    assert found.verdict == "DOES NOT HOLD: differs: +10 at 2 colours"  # found 18, claimed 8


def test_standard_deviation_ranks_as_sum_of_squares_only(monkeypatch):
    claim = replace(only(kind="same"), rules="3p4c")
    assert find_rank_difference(claim) == ""
    from mmtree.research import explanations
    from mmtree.strategies.one_step import largest_cell

    monkeypatch.setattr(explanations, "expected_size", largest_cell)
    found = check_claim(claim)
    assert re.fullmatch(r"otherwise with \d+ secrets left", found.found)
    assert (found.expected, found.verdict) == (False, f"DOES NOT HOLD: differs: {found.found}")


def test_trees_are_built_if_not_ready_made(monkeypatch):
    claim = replace(only(rules="4p5c", max=5), rules="3p5c")
    check_claims._build_or_replay.cache_clear()
    check_claims._load_heads.cache_clear()
    monkeypatch.setattr(check_claims.ready_made, "names", tuple)
    assert check_claim(claim).how == "built"
    check_claims._load_heads.cache_clear()


def test_claims_are_listed_by_game(mmtree):
    result = mmtree("claims")
    assert (result.status, result.err) == (0, "")
    for claim in PUBLISHED:
        assert re.search(
            rf"^  {re.escape(claim.subject)} +{re.escape(claim.source)} +{re.escape(claim.figures)}$",
            result.out,
            re.M,
        )
    for name, where in SOURCES.items():
        assert f"\n{name}: {where}\n" in result.out
    assert "found" not in result.out.splitlines()[0]


@pytest.mark.slow
def test_json_holds_every_claim(mmtree):
    report = json.loads(mmtree("claims", "--json").out)
    assert len(report) == len(PUBLISHED)
    assert report[0] == {
        "rules": "4p6c",
        "about": "tree",
        "claim": "lexicographic, opened AAAA",
        "strategy": "lexicographic",
        "opening": "AAAA",
        "options": {},
        "source": "Palm 2017",
        "total": 7471,
        "average": None,
        "max": 9,
        "histogram": None,
        "at_max": None,
        "value": None,
        "formula": None,
    }
    (bound,) = [one for one in report if one["about"] == "bound" and one["max"] == 4]
    assert bound["strategy"] is None
    checked = json.loads(mmtree("claims", "--check", "--json", "--rules", "2p2c").out)
    assert [one["verdict"] for one in checked[1:]] == ["holds", "differs: +1 at 2 colours"]
    assert {"found", "how", "reason", "expected"} <= set(checked[0])


def test_alias_selects_claims_of_its_rules(mmtree):
    assert mmtree("claims", "--rules", "Bulls-and-Cows").out.splitlines()[1] == "4p10c-distinct"


def test_claims_table_documents_every_kind():
    """The comment at the head of claims.toml names every kind."""
    heading = (ROOT / "mmtree/check/claims.toml").read_text(encoding="utf-8").partition("\n\n")[0]
    assert re.findall(r"^#   (\w+) ", heading, re.M) == [*table.KINDS]
