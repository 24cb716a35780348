"""Writes and reads files of openings with their figures, as JSON or CSV."""

import csv
import io
import json
from collections.abc import Iterable, Mapping

from mmtree.arguments import shortened
from mmtree.counts import format_count
from mmtree.errors import MmtreeError, OpeningsFileError
from mmtree.files import read_within
from mmtree.game.code import format_code, parse_code
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.research.openings import Study, lowest_equivalent
from mmtree.strategies.strategy_row import Value
from mmtree.tree.provenance import Figures

FORMAT = "mmtree openings"
ENDINGS = (".json", ".csv")
MAX_BYTES = 1 << 24
"""Larger files are refused."""

_HEAD = ("strategy", "options", "rules", "opening", "class", "total", "average", "max", "histogram")


def format_json(study: Study, order: Iterable[int]) -> str:
    """Format a study as JSON, one opening on each line, in this order of their codes."""
    head = {
        "format": FORMAT,
        "version": 1,
        "strategy": study.strategy,
        "options": dict(study.options),
        "rules": str(study.rules),
        "secrets": study.rules.secrets,
        "every": study.every,
    }
    rows = ",\n".join(f"    {json.dumps(_format_row(study, code))}" for code in order)
    return json.dumps(head, indent=2).removesuffix("\n}") + f',\n  "openings": [\n{rows}\n  ]\n}}\n'


def format_csv(study: Study, order: Iterable[int]) -> str:
    """Format a study as CSV, as :func:`format_json` does; figures may be empty."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(_HEAD)
    options = " ".join(f"{name}={value}" for name, value in study.options.items())
    for code in order:
        row = _format_row(study, code)
        if figures := study.openings[code]:
            row["histogram"] = " ".join(map(str, figures.histogram))
        # None is written as an empty cell.
        table.writerow((study.strategy, options, study.rules, *row.values()))
    return text.getvalue()


def read(path: str) -> Study:
    """Read a study that :func:`format_json` or :func:`format_csv` wrote, in any order.

    All figures are computed from the histograms; other figures must agree with them.

    Raises:
        OpeningsFileError: the file is missing or not such a study.
    """
    try:
        data = read_within(path, MAX_BYTES)
        if len(data) > MAX_BYTES:
            raise MmtreeError(f"is larger than {MAX_BYTES >> 20} MB")
        text = data.decode("utf-8-sig")
        return _parse_json(text) if text.lstrip()[:1] == "{" else _parse_csv(text)
    except OSError as error:
        raise OpeningsFileError(path, error.strerror or str(error)) from None
    except MmtreeError as error:
        raise OpeningsFileError(path, str(error)) from None
    except (ValueError, TypeError, LookupError, RecursionError, csv.Error):
        reason = "is neither a tree nor a file written by mmtree openings"
        raise OpeningsFileError(path, reason) from None


def _format_row(study: Study, code: int) -> dict[str, object]:
    rules, figures = study.rules, study.openings[code]
    return {
        "opening": format_code(code, rules),
        "class": format_code(lowest_equivalent(code, rules), rules),
        "total": figures and figures.total,
        "average": figures and float(figures.average),
        "max": figures and figures.max,
        "histogram": figures and list(figures.histogram),
    }


def _parse_json(text: str) -> Study:
    data = json.loads(text)
    if data["format"] != FORMAT or data["version"] != 1:
        raise ValueError
    rows = ((row["opening"], row["histogram"], row) for row in data["openings"])
    return _build_study(data["strategy"], data["options"], data["rules"], rows)


def _parse_csv(text: str) -> Study:
    rows = list(csv.DictReader(io.StringIO(text, newline=""), restval="", strict=True))
    heads = {tuple(row[name] for name in _HEAD[:3]) for row in rows}
    if len(heads) > 1:
        raise MmtreeError("has lines of several strategies or rules")
    [(strategy, options, rules)] = heads
    pairs = (pair.partition("=") for pair in options.split())
    parsed = ((row["opening"], [*map(int, row["histogram"].split())] or None, row) for row in rows)
    return _build_study(strategy, {name: value for name, _, value in pairs}, rules, parsed)


def _build_study(
    strategy: str,
    options: Mapping[str, Value],
    rules: str,
    rows: Iterable[tuple[str, list[int] | None, Mapping[str, object]]],
) -> Study:
    """Check the rows of a file, and return the study.

    Raises:
        MmtreeError: a code, a histogram or another figure is wrong.
        ValueError, TypeError, LookupError: the file is not a study.
    """
    game = parse_rules(rules)
    if not isinstance(strategy, str) or not isinstance(options, Mapping):
        raise TypeError
    found: dict[int, Figures | None] = {}
    for name, histogram, row in rows:
        code = parse_code(name, game)
        if code in found:
            raise MmtreeError(f"has opening {name} twice")
        figures = None if histogram is None else _parse_figures(name, histogram, game)
        for figure in ("total", "max"):
            given = row[figure]
            right = getattr(figures, figure, None)
            if given != right and given != ("" if right is None else str(right)):
                raise MmtreeError(
                    f"opening {name} has {figure} {shortened(given)}: its histogram gives {right}"
                )
        found[code] = figures
    if not found:
        raise MmtreeError("holds no opening")
    every = len(found) == game.secrets
    return Study(strategy, dict(options), game, every, dict(sorted(found.items())))


def _parse_figures(name: str, histogram: list[int], rules: Rules) -> Figures:
    if not all(type(count) is int and count >= 0 for count in histogram):
        raise TypeError
    if sum(histogram) != rules.secrets or histogram[-1] == 0:
        raise MmtreeError(
            f"opening {name} has a histogram of {format_count(sum(histogram), 'secret')}: "
            f"{rules} has {rules.secrets}"
        )
    return Figures.of(histogram)
