"""The totals of the openings of a strategy, by class: of all openings, or of one in each class."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from mmtree.counts import format_count
from mmtree.show.charts.figure import (
    CLEAR,
    INK,
    MARKERS,
    PALE,
    Axes,
    Form,
    drawable,
    drawing,
    encode_figure,
    plain,
)

_FILLS = ("#20344f", "#3f8fa8", "#e0a030", "#ecd7a6")
"""Of the least max, the next one …, ever lighter."""
_BINS = 200
"""Bars across the scale, at most."""
_NAMED = 3
"""The number of best and of worst openings that are named."""
_STRETCH = 3.0
"""A class that would make the scale longer by more than this factor is described in words."""


Group = Sequence[tuple[str, int, int]]
"""Openings: name, total and max."""


@dataclass(frozen=True)
class Worth:
    """The totals of the openings of one strategy.

    Attributes:
        name: the name of the strategy.
        classes: the openings of each class by its name: name, total and max.
        secrets: the number of secrets over which the totals are summed.
        every: whether all codes were tried, or one of each class.
    """

    name: str
    classes: Mapping[str, Group]
    secrets: int
    every: bool

    def totals(self, classes: Sequence[str]) -> list[int]:
        """Return the totals of all openings of some classes."""
        return [total for name in classes for _, total, _ in self.classes[name]]

    @property
    def levels(self) -> list[int]:
        """The different max of all openings, rising."""
        return sorted({most for group in self.classes.values() for _, _, most in group})


def totals_by_opening(strategies: Sequence[Worth], form: Form, heading: str) -> bytes:
    """Return a panel for each strategy, with a row for each class of openings.

    Args:
        strategies: at least one, of the same game, each with at least one opening with a tree.
        form: ``svg``, ``png`` or ``pdf``.

    Raises:
        ChartError: matplotlib is not installed, or the format is unknown.
    """
    shown = [_within(worth) for worth in strategies]
    rows = [
        len(classes) + (0.4 if len(classes) < len(worth.classes) else 0)
        for worth, classes in zip(strategies, shown, strict=True)
    ]
    with drawing(2.4 + 1.5 * sum(rows) + 0.9 * len(rows), heading) as figure:
        panels = figure.subplots(
            len(rows), sharex=True, squeeze=False, height_ratios=[row + 0.5 for row in rows]
        )
        levels = sorted({most for worth in strategies for most in worth.levels})
        fills = {most: _FILLS[min(at, len(_FILLS) - 1)] for at, most in enumerate(levels)}
        totals = [*chain(*map(Worth.totals, strategies, shown))]
        ends = min(totals), max(totals)
        for axes, worth, classes in zip(panels[:, 0], strategies, shown, strict=True):
            _panel(axes, worth, classes, fills, ends)
        bottom = panels[-1, 0]
        every = any(worth.every for worth in strategies)
        note = "\nheight: how many openings have it, scaled within each class" if every else ""
        secrets = strategies[0].secrets
        bottom.set_xlabel(f"total guesses over {secrets} secrets, and their average{note}")
        bottom.margins(x=0.06)
        bottom.xaxis.set_major_formatter(lambda total, place: f"{total:.0f}\n{total / secrets:.3f}")
        return encode_figure(figure, form)


def _within(worth: Worth) -> list[str]:
    """Return the classes that one scale can show; outliers are described in words."""
    built = [name for name, group in worth.classes.items() if group]
    ranked = sorted(built, key=lambda name: min(worth.totals([name])))
    while worth.every and len(ranked) > 1:
        inner = worth.totals(ranked[:-1])
        if max(worth.totals(ranked[-1:])) - min(inner) <= _STRETCH * max(
            1, max(inner) - min(inner)
        ):
            break
        ranked.pop()
    return [name for name in built if name in ranked]


def _panel(
    axes: Axes,
    worth: Worth,
    classes: Sequence[str],
    fills: Mapping[int, str],
    ends: tuple[int, int],
) -> None:
    """Draw the rows of one strategy, the first class on top."""
    plain(axes, "x")
    axes.set_title(drawable(worth.name, 70), pad=4)
    step = -(-(ends[1] - ends[0]) // _BINS) or 1
    for row, name in enumerate(classes):
        group = worth.classes[name]
        axes.axhline(-row, color=PALE, linewidth=0.6, zorder=0.5)
        if worth.every:
            _ridge(axes, -row, group, fills, step)
        else:
            _points(axes, -row, group, fills)
    _label_ends(axes, worth, classes, ends)
    axes.set_yticks(
        [-row + (0.25 if worth.every else 0) for row in range(len(classes))],
        [
            f"{name}\n{format_count(len(worth.classes[name]), 'opening')}" if worth.every else name
            for name in classes
        ],
    )
    axes.spines["left"].set_visible(False)
    low = 0.45 - len(classes)
    absent = [name for name in worth.classes if name not in classes]
    if absent:
        ranges = "; ".join(_format_range(name, worth.classes[name]) for name in absent)
        axes.annotate(
            f"not on this scale: {ranges}",
            (0, 0),
            (0, 3),
            xycoords="axes fraction",
            textcoords="offset points",
            fontsize=7.5,
            bbox=CLEAR,
        )
        low -= 0.4
    axes.set_ylim(low, 0.95)
    _key(axes, worth, fills)


def _ridge(axes: Axes, base: float, group: Group, fills: Mapping[int, str], step: int) -> None:
    """Draw a bar for each bin of totals, as high as its number of openings, stacked by max."""
    least = min(total for _, total, _ in group)
    bins = (max(total for _, total, _ in group) - least) // step + 1
    counts = Counter(((total - least) // step, most) for _, total, most in group)
    highest = max(Counter((total - least) // step for _, total, _ in group).values())
    edges = [least - 0.5 + step * at for at in range(bins + 1)]
    under = [base] * bins
    for most, fill in fills.items():
        over = [low + 0.72 * counts[at, most] / highest for at, low in enumerate(under)]
        if over != under:
            axes.stairs(over, edges, baseline=under, fill=True, facecolor=fill, linewidth=0)
        under = over


def _points(axes: Axes, base: float, group: Group, fills: Mapping[int, str]) -> None:
    """Draw a point for each opening at its total."""
    for _, total, most in group:
        look = {"facecolor": fills[most], "edgecolor": INK, "linewidth": 0.6}
        axes.scatter([total], [base], s=36, marker=_marker(fills, most), zorder=3, **look)
        above = {"textcoords": "offset points", "ha": "center", "bbox": CLEAR}
        axes.annotate(f"{total}", (total, base), (0, 6), **above)


def _label_ends(axes: Axes, worth: Worth, classes: Sequence[str], scale: tuple[int, int]) -> None:
    """Name the best and the worst openings shown."""
    totals = worth.totals(classes)
    for end in (min(totals), max(totals)) if worth.every else ():
        row, names = next(
            (row, names)
            for row, name in enumerate(classes)
            if (names := [opening for opening, total, _ in worth.classes[name] if total == end])
        )
        more = f" and {len(names) - _NAMED} more" if names[_NAMED:] else ""
        axes.annotate(
            f"{end} {' '.join(names[:_NAMED])}{more}",
            (end, -row),
            (0, -9),
            textcoords="offset points",
            ha="left" if 2 * end < sum(scale) else "right",
            fontsize=7.5,
            bbox=CLEAR,
        )


def _format_range(name: str, group: Group) -> str:
    """Describe the totals of a class in words."""
    if not group:
        return f"{name} (no tree)"
    totals = [total for _, total, _ in group]
    return f"{name} ({format_count(len(group), 'opening')}, {min(totals)} to {max(totals)})"


def _key(axes: Axes, worth: Worth, fills: Mapping[int, str]) -> None:
    """Draw the legend: the fill of each max of the strategy."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=fills[most], edgecolor=INK, linewidth=0.5, label=f"max {most}")
        if worth.every
        else Line2D(
            [],
            [],
            linestyle="none",
            marker=_marker(fills, most),
            markerfacecolor=fills[most],
            markeredgecolor=INK,
            label=f"max {most}",
        )
        for most in worth.levels
    ]
    axes.legend(
        handles=handles,
        loc="lower right",
        bbox_to_anchor=(1, 0.98),
        ncols=len(handles),
        framealpha=1,
        edgecolor="none",
        fontsize=7.5,
        borderpad=0,
        handlelength=1,
        handleheight=1,
        columnspacing=1,
        borderaxespad=0.1,
    )


def _marker(fills: Mapping[int, str], most: int) -> str:
    return MARKERS[min(list(fills).index(most), len(MARKERS) - 1)]
