"""Openings with their figures in a file, as JSON or CSV: written, and read again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence

from mmtree.errors import MmtreeError, OpeningsFileError
from mmtree.files import read_within
from mmtree.game.code import format_code, parse_code
from mmtree.game.rules import Rules
from mmtree.literature.openings.classes import lowest_equivalent
from mmtree.literature.openings.study import Opening, Study
from mmtree.strategies.options import Value
from mmtree.tree.tree import Claim

FORMAT = "mmtree openings"
ENDINGS = (".json", ".csv")
MOST_BYTES = 1 << 28
"""A larger file is refused."""

_HEAD = ("strategy", "options", "rules", "opening", "class", "total", "average", "max", "histogram")


def as_json(study: Study, order: Sequence[Opening]) -> str:
    """A study as JSON, one opening a line, in that order."""
    head = {
        "format": FORMAT,
        "version": 1,
        "strategy": study.strategy,
        "options": dict(study.options),
        "rules": str(study.rules),
        "secrets": study.rules.secrets,
        "every": study.every,
    }
    rows = ",\n".join(f"    {json.dumps(_row(study.rules, opening))}" for opening in order)
    return json.dumps(head, indent=2).removesuffix("\n}") + f',\n  "openings": [\n{rows}\n  ]\n}}\n'


def as_csv(study: Study, order: Sequence[Opening]) -> str:
    """A study as CSV, one opening a line, in that order; without a tree, its figures are empty."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(_HEAD)
    options = " ".join(f"{name}={value}" for name, value in study.options.items())
    for opening in order:
        row = _row(study.rules, opening)
        if opening.figures:
            row["histogram"] = " ".join(map(str, opening.figures.histogram))
        table.writerow((study.strategy, options, study.rules, *row.values()))  # None as nothing
    return text.getvalue()


def read(path: str) -> Study:
    """What :func:`as_json` or :func:`as_csv` has written, in whatever order.

    Only histograms are believed; other figures must agree with them.

    Raises:
        OpeningsFileError: the file is missing or holds something else.
    """
    try:
        data = read_within(path, MOST_BYTES)
        if len(data) > MOST_BYTES:
            raise MmtreeError(f"is larger than {MOST_BYTES >> 20} MB")
        text = data.decode("utf-8-sig")
        return _of_json(text) if text.lstrip()[:1] == "{" else _of_csv(text)
    except OSError as error:
        raise OpeningsFileError(path, error.strerror or str(error)) from None
    except MmtreeError as error:
        raise OpeningsFileError(path, str(error)) from None
    except (ValueError, TypeError, LookupError, RecursionError, csv.Error):
        what = "is neither a tree nor a list of openings, as mmtree openings writes them"
        raise OpeningsFileError(path, what) from None


def _row(rules: Rules, opening: Opening) -> dict[str, object]:
    figures = opening.figures
    return {
        "opening": format_code(opening.code, rules),
        "class": format_code(lowest_equivalent(opening.code, rules), rules),
        "total": figures and figures.total,
        "average": figures and float(figures.average),
        "max": figures and figures.max,
        "histogram": figures and list(figures.histogram),
    }


def _of_json(text: str) -> Study:
    told = json.loads(text)
    if told["format"] != FORMAT or told["version"] != 1:
        raise ValueError
    rows = ((row["opening"], row["histogram"], row) for row in told["openings"])
    return _study(told["strategy"], told["options"], told["rules"], rows)


def _of_csv(text: str) -> Study:
    rows = list(csv.DictReader(io.StringIO(text), restval="", strict=True))
    strategy, options, rules = (rows[0][name] for name in _HEAD[:3])
    if any(
        (row["strategy"], row["options"], row["rules"]) != (strategy, options, rules)
        for row in rows
    ):
        raise MmtreeError("its lines are of more than one strategy, or of different rules")
    pairs = (pair.partition("=") for pair in options.split())
    parsed = ((row["opening"], _numbers(row["histogram"]), row) for row in rows)
    return _study(strategy, {name: value for name, _, value in pairs}, rules, parsed)


def _numbers(text: str) -> list[int] | None:
    """A histogram in a cell of a table."""
    return [int(number) for number in text.split()] or None


def _study(
    strategy: str,
    options: Mapping[str, Value],
    rules: str,
    rows: Iterable[tuple[str, list[int] | None, Mapping[str, object]]],
) -> Study:
    """What was read, checked.

    Raises:
        MmtreeError: a code, a histogram or another figure is wrong.
        ValueError, TypeError, LookupError: the file holds something else.
    """
    game = Rules.parse(rules)
    if not isinstance(strategy, str) or not isinstance(options, Mapping):
        raise TypeError
    found: dict[int, Opening] = {}
    for name, histogram, row in rows:
        code = parse_code(name, game)
        if code in found:
            raise MmtreeError(f"opening {name} stands there twice")
        figures = None if histogram is None else _figures(name, histogram, game)
        for figure in ("total", "max"):
            said = row[figure]
            known = getattr(figures, figure, None)
            if said != known and said != ("" if known is None else str(known)):
                raise MmtreeError(
                    f"opening {name} has {figure} {said!r}: its histogram gives {known}"
                )
        found[code] = Opening(code, figures)
    if not found:
        raise MmtreeError("holds no opening")
    each = tuple(opening for _, opening in sorted(found.items()))
    return Study(strategy, dict(options), game, len(each) == game.secrets, each)


def _figures(name: str, histogram: list[int], rules: Rules) -> Claim:
    if not all(type(count) is int and count >= 0 for count in histogram):
        raise TypeError
    if sum(histogram) != rules.secrets or histogram[-1] == 0:
        raise MmtreeError(
            f"opening {name} has a histogram of {sum(histogram)} secrets: "
            f"{rules} has {rules.secrets}"
        )
    return Claim.of(histogram)
