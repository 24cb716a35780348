"""The strategies of the literature, one row each."""

from collections.abc import Mapping
from functools import partial

from mmtree.arguments import expect
from mmtree.errors import StrategyError
from mmtree.game.rules import Rules
from mmtree.strategies.strategy_row import Number, Option, Setting, StrategyRow, Switch, Value, Word
from mmtree.tree.provenance import IMPROVED


def _small_search(rules: Rules, most: int = 1296) -> bool:
    """Whether a search of trees takes seconds at most.

    This depends on more than the number of codes: with few feedbacks the trees are deep, and with
    two colours most guesses are equally good.
    """
    answers = len(rules.feedbacks)
    if answers < 5:
        most = 16
    elif rules.colors == 2 or answers < 10:
        most = 64
    return rules.secrets * rules.guesses <= most**2


BELOW = Setting("below", "--below")
CHECKPOINT = Setting("checkpoint", "--checkpoint")
CLUSTER = Setting("cluster", "--cluster")
IMPROVES = Setting("improves", "--improve")
SECONDS = Setting("seconds", "--time")
GAP = Setting("gap", "--gap")


MAX_EFFORT = 9
SEED = Number("seed", "random numbers.", 0)
MAX_GUESSES = Number("max_guesses", "no secret may need more guesses.", None, least=1, short="max")

ROWS = (
    StrategyRow(
        "lexicographic",
        "first consistent code in order",
        "naive strategy; Palm 2017",
        "one_step:lexicographic",
        names_secrets=True,
    ),
    StrategyRow(
        "counting",
        "count from the last guess, cyclically, to the next consistent code",
        "Swaszek 1999",
        "one_step:counting",
        (Word("direction", "count up or down.", "up", words=("up", "down")),),
        names_secrets=True,
    ),
    StrategyRow(
        "random",
        "a random consistent code",
        "Swaszek 1999",
        "one_step:random",
        (SEED,),
        names_secrets=True,
    ),
    StrategyRow(
        "knuth",
        "smallest largest cell; consistent first; lowest code",
        "Knuth 1976",
        "one_step:knuth",
    ),
    StrategyRow(
        "palm-knuth",
        "smallest largest cell, by a scan that switches once to a consistent code",
        "Palm 2017",
        "one_step:palm_knuth",
    ),
    StrategyRow(
        "palm-t2",
        "least standard deviation of the cell sizes, by the same scan",
        "Palm 2017",
        "one_step:palm_t2",
    ),
    StrategyRow(
        "irving",
        "smallest expected cell size; consistent first; lowest code",
        "Irving 1978",
        "one_step:irving",
    ),
    StrategyRow(
        "irving-exact",
        "opening and second guess as irving, exact from the third on",
        "Irving 1978; Neuwirth 1982",
        "irving_exact:irving_exact",
        (MAX_GUESSES,),
        quick=_small_search,
    ),
    StrategyRow(
        "entropy",
        "greatest entropy of the partition; consistent first; lowest code",
        "Neuwirth 1982",
        "one_step:greatest_entropy",
    ),
    StrategyRow(
        "niedermayer",
        "greatest entropy among random guesses",
        "Niedermayer 1997",
        "one_step:niedermayer",
        (SEED, Number("samples", "guesses compared.", 100, least=1)),
    ),
    StrategyRow("kooi", "most cells; consistent first; lowest code", "Kooi 2005", "one_step:kooi"),
    StrategyRow(
        "koyama-lai",
        "least total of all trees, by exact search",
        "Koyama and Lai 1993",
        "exact:koyama_lai",
        (
            Switch(
                "worst_first",
                "first of all the least max, then the least total.",
                False,
                goal="worst-then-expected",
            ),
            Switch(
                "fewest_first",
                "the least max, then the fewest secrets at it, then the least total.",
                False,
                goal="fewest-at-max",
            ),
            Number(
                "most_within",
                "as many secrets as possible within N guesses, then the least total.",
                None,
                least=1,
                most=10**6,
                short="within",
                goal="most-within:N",
            ),
            MAX_GUESSES,
            Switch(
                "fewest_at_max",
                "break ties of the total: take the least max with the fewest secrets at it.",
                False,
            ),
        ),
        settings=(BELOW, CHECKPOINT, CLUSTER, SECONDS, GAP),
        symmetric=True,
        quick=_small_search,
        aliases=("optimal",),
    ),
    StrategyRow(
        "beam",
        "least total among the likeliest guesses, judged by what sets of their size cost",
        "mmtree's own; beam search: Lowerre 1976",
        "beam:beam",
        (
            Number(
                "effort",
                "how hard to search: each effort takes about three times as long.",
                5,
                1,
                MAX_EFFORT,
            ),
            MAX_GUESSES,
        ),
        settings=(CLUSTER, IMPROVES, SECONDS),
        quick=_small_search,
    ),
    StrategyRow(
        "least-max",
        "fewest guesses in the worst case; of such trees the first in order of expected size",
        "Knuth 1976, for the worst case",
        "least_max:least_max",
        (
            MAX_GUESSES,
            Number(
                "tries",
                "try so many guesses for each set of secrets; fast, not proved.",
                None,
                least=1,
            ),
        ),
        quick=_small_search,
    ),
    StrategyRow(
        "least-bits",
        "of the least total, or at a price for bits, the tree cheapest to store as a seed",
        "Koyama and Lai 1993, for the total",
        "least_bits:least_bits",
        (
            Number(
                "price",
                "the cost of a stored bit, in thousandths of a guess; 0: least total first.",
                0,
                most=10**6,
            ),
            Number(
                "ask",
                "store guesses while at least N secrets are left; of fewer, guess the first.",
                3,
                least=3,
            ),
        ),
        quick=partial(_small_search, most=256),  # the bits of each tree are counted
        classic=True,
    ),
)


NAMES = {name: row for row in ROWS for name in (row.name, *row.aliases)}
"""The strategies by name and alias."""

FLAGS = {
    "opening": "--opening",
    **{parameter.name: parameter.flag for row in ROWS for parameter in row.parameters},
}
"""The options of the command line by the names of the arguments in Python."""


def find(name: str) -> StrategyRow:
    """Return the strategy of a name or alias.

    Raises:
        StrategyError: the name is unknown.
        TypeError: the name is not a string.
    """
    expect(str, name, "strategy", "its name, as 'knuth'")
    if row := NAMES.get(name.strip().lower()):
        return row
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), NAMES, n=1)
    names = ", ".join(row.name for row in ROWS)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {names}"
    raise StrategyError(f"unknown strategy {name!r}: {hint}")


def check_taken(
    row: StrategyRow, options: Mapping[str, object], settings: Mapping[str, object] | None = None
) -> None:
    """Refuse options and settings that a strategy does not take.

    Args:
        options: by name; None for a missing one.
        settings: by name; None if the caller takes options only.

    Raises:
        StrategyError: the strategy does not take one of them.
    """
    refused = [
        name
        for arguments, own in ((options, row.options), (settings or {}, row.settings))
        for name, value in arguments.items()
        if value is not None and name not in [each.name for each in own]
    ]
    if not refused:
        return
    taken = row.options if settings is None else row.parameters
    takes = ["opening", *(parameter.name for parameter in taken)]
    others = [other.name for other in ROWS if other.takes(refused[0])]
    note = f" ({refused[0]} is for {', '.join(others)})" if others else ""
    raise StrategyError(
        f"strategy {row.name} does not take {refused[0]}: it takes {', '.join(takes)}{note}"
    )


def option_values(row: StrategyRow, given: Mapping[str, object]) -> dict[str, Value | None]:
    """Return the value of every option of a strategy, as given or by default.

    Args:
        given: options that it takes, by name; None for the default.

    Raises:
        StrategyError: a value is invalid.
    """
    values: dict[str, Value | None] = {}
    for option in row.options:
        value = given.get(option.name)
        values[option.name] = option.default if value is None else option.check(value)
    return values


def takers(parameter: Option | Setting) -> str:
    """Return the names of the strategies that take an option or a setting."""
    return ", ".join(row.name for row in ROWS if parameter in row.parameters)


def options_with_help() -> list[tuple[Option, str]]:
    """Return each option with its help: the strategies that take it, its effect, its default."""
    described = []
    for option in dict.fromkeys(option for row in ROWS for option in row.options):
        default = f" [{option.default_text}]" if option.default_text else ""
        described.append((option, f"{takers(option)}: {option.help}{default}"))
    return described


def source(name: str) -> str:
    """Return where a strategy was published; empty for an unknown name."""
    unknown = "mmtree's own" if name == IMPROVED else ""
    return next((row.source for row in ROWS if row.name == name), unknown)
