"""The command, Python, checks, help and files use the options that a row declares."""

import inspect
from pathlib import Path

import pytest

from mmtree import Objective, StrategyError, build_tree, load
from mmtree.strategies.catalogue import NAMES, ROWS, find, options_with_help, source
from mmtree.strategies.strategy_row import Number, Switch, Word, check_whole_number
from mmtree.tree.file import encode

OPTIONS = [(row, option) for row in ROWS for option in row.options]
each_row = pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
each_option = pytest.mark.parametrize(
    ("row", "option"), OPTIONS, ids=[f"{row.name}-{option.name}" for row, option in OPTIONS]
)


def another(option):
    """Return a value other than the default, and its arguments on the command line."""
    match option:
        case Number():
            goal = option.goal.replace("N", "")
            return option.least + 7, [option.flag, f"{goal}{option.least + 7}"]
        case Word():
            return option.words[-1], [option.flag, option.words[-1]]
        case Switch():
            return True, [option.flag, *[option.goal] * bool(option.goal)]


@each_row
def test_row_function_takes_its_options(row):
    task, *options = inspect.signature(row.make).parameters
    names = [option.name for option in row.options]
    if options == ["goal"]:
        options = [name for name in names if hasattr(Objective(), name)]
    assert options == names
    assert task == "task"


@each_row
def test_row_describes_strategy(row):
    assert row.rule
    assert row.source == source(row.name) != ""
    assert find(f" {row.name.upper()} ") is row


def test_trees_that_no_row_builds_have_a_source():
    assert (source("improved"), source("unknown")) == ("mmtree's own", "")


def test_names_are_unique():
    assert len({row.name for row in ROWS}) == len(ROWS)
    options = [option for option, _ in options_with_help()]
    assert len({option.name for option in options}) == len(options)  # one meaning in all strategies
    assert len({(option.flag, option.goal) for option in options}) == len(options)


@pytest.mark.slow(after=8)
@each_option
def test_command_and_python_make_the_same_file(mmtree, row, option):
    value, said = another(option)
    result = mmtree("build", "--strategy", row.name, "--rules", "3p3c", *said, "-o", "a")
    assert (result.status, result.err) == (0, "")
    assert load("a").strategy.options[option.name] == value
    built = build_tree(row.name, "3p3c", **{option.name: value})
    assert encode(built) == Path("a").read_bytes()


@each_option
def test_none_and_the_default_are_the_same(row, option):
    plain = build_tree(row.name, "3p3c")
    for value in (None, option.default):
        assert encode(build_tree(row.name, "3p3c", **{option.name: value})) == encode(plain)
    kept = None if option.default is False else option.default
    assert plain.strategy.options.get(option.name) == kept


@each_option
def test_help_describes_option(mmtree, row, option):
    out = " ".join(mmtree("build", "--help").out.split())
    assert option.flag in out
    assert option.help in out
    assert "9223372036854775807" not in out  # this limit is not worth showing
    assert option.flag in mmtree("strategies").out
    assert f"{option.name}, of " in build_tree.__doc__


@each_option
@pytest.mark.parametrize("value", [1.5, "x", b"1", [], object, -1, 2**63], ids=repr)
def test_invalid_option_values_are_refused(row, option, value):
    with pytest.raises(StrategyError, match=f"^{option.name} must be") as refused:
        build_tree(row.name, "3p3c", **{option.name: value})
    assert "\n" not in str(refused.value)


def test_objective_equals_its_options():
    made = build_tree("koyama-lai", "3p3c", objective=Objective(True, 5))
    parts = build_tree("koyama-lai", "3p3c", worst_first=True, max_guesses=5)
    assert encode(made) == encode(parts)
    assert made.strategy.options == {"worst_first": True, "max_guesses": 5}
    with pytest.raises(StrategyError, match="max_guesses is a part of the objective: give only"):
        build_tree("koyama-lai", "3p3c", objective=Objective(), max_guesses=5)
    with pytest.raises(StrategyError, match="objective must be an Objective, got 'expected'"):
        build_tree("koyama-lai", "3p3c", objective="expected")
    with pytest.raises(StrategyError, match="does not take worst_first"):
        build_tree("knuth", "3p3c", objective=Objective())


def test_truth_value_is_not_a_whole_number():
    with pytest.raises(StrategyError, match="seed must be a whole number of at least 0, got True"):
        check_whole_number("seed", True, 0)


def test_alias_finds_the_strategy_and_the_tree_has_its_name():
    assert find("optimal") is find("Optimal ") is find("koyama-lai")
    assert NAMES.keys() >= {row.name for row in ROWS}
    assert len(NAMES) == sum(1 + len(row.aliases) for row in ROWS)
    assert encode(build_tree("optimal", "3p3c")) == encode(build_tree("koyama-lai", "3p3c"))


def test_alias_is_listed_completed_and_suggested(mmtree):
    assert "\n    alias   optimal\n" in mmtree("strategies", "optimal").out
    assert "did you mean 'optimal'?" in mmtree("build", "--strategy", "optimall").err
    assert "did you mean mmtree build --strategy optimal?" in mmtree("optimal").err
    assert "koyama-lai for 3p2c" in mmtree("build", "--strategy", "optimal", "--rules", "3p2c").out
