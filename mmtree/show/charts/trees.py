"""Charts of trees: histograms side by side, and points of their average against max or size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mmtree.show.charts.figure import (
    GREY,
    INK,
    SHADES,
    Axes,
    Figure,
    Form,
    drawable,
    drawing,
    encode_figure,
    plain,
)
from mmtree.tree.provenance import Figures

Named = Sequence[tuple[str, Figures]]
"""Figures of trees, each with the name it gets in a chart."""

_ACROSS = 4
"""Panels in a row."""
_CLEAR = {"facecolor": "white", "edgecolor": "none", "pad": 0.2}
"""Behind a text that lines may cross."""


def histogram(trees: Named, form: Form, heading: str, moves: str = "guesses") -> bytes:
    """Return bars in groups for up to four trees, or a panel for each of more trees.

    Args:
        trees: names and figures, at least one.
        form: ``svg``, ``png`` or ``pdf``.
        heading: the heading of the chart.
        moves: the word for what is counted.

    Raises:
        ChartError: matplotlib is not installed, or the format is unknown.
    """
    grouped = len(trees) <= len(SHADES)
    rows = -(-len(trees) // _ACROSS)
    with drawing(7.5 + 0.5 * len(trees) if grouped else 1.6 + 3.6 * rows, heading) as figure:
        if grouped:
            _groups(figure, trees, moves)
        else:
            _panels(figure, trees, rows, moves)
        return encode_figure(figure, form)


def _groups(figure: Figure, trees: Named, moves: str) -> None:
    """Draw groups of bars, and above them a row for each tree with its average."""
    rows = len(trees)
    above, below = figure.subplots(2, sharex=True, height_ratios=(0.55 * rows, 6))
    figure.get_layout_engine().set(hspace=0, h_pad=0.01)
    most = max(figures.max for _, figures in trees)
    wide = 0.84 / rows
    for at, ((name, figures), (fill, hatch)) in enumerate(zip(trees, SHADES, strict=False)):
        places = [guesses + wide * (at - (rows - 1) / 2) for guesses in range(1, figures.max + 1)]
        shares = _shares(figures)
        look = {"facecolor": fill, "hatch": hatch, "edgecolor": INK, "linewidth": 0.6}
        below.bar(places, shares, wide * 0.92, **look)
        if rows <= 3:
            for place, share, count in zip(places, shares, figures.histogram, strict=True):
                below.annotate(
                    f"{count}",
                    (place, share),
                    (0, 3.5),
                    textcoords="offset points",
                    ha="center",
                    fontsize=8 - rows * 0.6,
                    bbox=_CLEAR,
                )
        average = float(figures.average)
        above.scatter([average], [-at], s=42, marker="s", zorder=3, **look)
        dashed = {"color": GREY, "linewidth": 0.8, "linestyle": (0, (4, 3))}
        below.axvline(average, zorder=0.5, **dashed)
        above.plot([average] * 2, [0.6 - rows, -at], **dashed)
        left = average > (most + 1) / 2
        above.annotate(
            f"{drawable(name, 40)}: average {average:.4f}, max {figures.max}",
            (average, -at),
            (-8 if left else 8, 0),
            textcoords="offset points",
            va="center",
            ha="right" if left else "left",
            bbox=_CLEAR,
        )
    above.set_ylim(0.6 - rows, 0.6)
    above.axis("off")
    below.set_xlim(0.4, most + 0.6)
    below.set_xticks(range(1, most + 1))
    counted = ", the right one counted" if moves == "guesses" else ""
    below.set_xlabel(f"{moves} that a secret takes{counted}")
    _percents(below)
    below.set_ylabel("share of the secrets")
    below.margins(y=0.09)


def _panels(figure: Figure, trees: Named, rows: int, moves: str) -> None:
    """Draw a panel for each tree, all with the same scales."""
    most = max(figures.max for _, figures in trees)
    grid = figure.subplots(rows, _ACROSS, sharex=True, sharey=True, squeeze=False)
    panels = list(grid.flat)
    for axes, (name, figures) in zip(panels, trees, strict=False):
        fill, _ = SHADES[2]
        axes.bar(range(1, figures.max + 1), _shares(figures), 0.8, facecolor=fill)
        average = float(figures.average)
        axes.axvline(average, color=INK, linewidth=1, linestyle=(0, (4, 2)))
        axes.set_title(
            f"{drawable(name, 24)}\naverage {average:.3f}, max {figures.max}", fontsize=7
        )
        axes.set_xticks(range(1, most + 1))
        _percents(axes)
    for axes in panels[len(trees) :]:
        axes.axis("off")
    figure.supylabel("share of the secrets", fontsize=8.5)
    figure.supxlabel(f"{moves} that a secret takes; dashed: their average", fontsize=8.5)


def _shares(figures: Figures) -> list[float]:
    """Return the shares of all secrets, in percent."""
    return [100 * count / figures.secrets for count in figures.histogram]


def _percents(axes: Axes) -> None:
    plain(axes, "y")
    axes.yaxis.set_major_formatter(lambda value, place: f"{value:.0f} %")


_RINGS = (7, 16, 28, 42, 58, 76, 96)
"""The distances of a label from its point, in typographic points."""
_SIDES = ((1, 0), (-1, 0), (1, 0.7), (1, -0.7), (-1, 0.7), (-1, -0.7), (0, 1), (0, -1))
"""Towards which side of its point, right and up, tried in this order."""
_ALIGNED = {1: "left", 0: "center", -1: "right"}


def against_max(trees: Named, form: Form, heading: str, moves: str = "guesses") -> bytes:
    """Return average (for one game, total) against the most guesses that any secret needs.

    Args:
        trees: names and figures, at least one.
        form: ``svg``, ``png`` or ``pdf``.
        heading: the heading of the chart.
        moves: the word for what is counted.

    Raises:
        ChartError: matplotlib is not installed, or the format is unknown.
    """
    with drawing(_height(len(trees)), heading) as figure:
        axes = figure.subplots()
        places = [float(figures.max) for _, figures in trees]
        least, most = int(min(places)), int(max(places))
        axes.set_xlim(least - 0.6, most + 0.9)
        axes.set_xticks(range(least, most + 1))
        axes.set_xlabel(f"most {moves} that any secret needs")
        _points(figure, axes, trees, places)
        return encode_figure(figure, form)


def against_size(
    trees: Sequence[tuple[str, Figures, int]], form: Form, heading: str, what: str
) -> bytes:
    """Return average (for one game, total) against bytes, on a logarithmic scale if they vary much.

    Args:
        trees: names, figures and bytes, at least one.
        form: ``svg``, ``png`` or ``pdf``.
        heading: the heading of the chart.
        what: the name of the object whose bytes are counted.

    Raises:
        ChartError: matplotlib is not installed, or the format is unknown.
    """
    with drawing(_height(len(trees)), heading) as figure:
        axes = figure.subplots()
        sizes = [float(size) for _, _, size in trees]
        wide = max(sizes) > 20 * min(sizes)
        if wide:
            axes.set_xscale("log")
        axes.margins(x=0.16)
        axes.xaxis.set_major_formatter(lambda value, place: f"{value:,.0f}".replace(",", "\u202f"))
        axes.set_xlabel(f"{what}, in bytes" + (" (logarithmic)" if wide else ""))
        _points(figure, axes, [(name, figures) for name, figures, _ in trees], sizes)
        if not wide:
            axes.set_xlim(left=max(0.0, axes.get_xlim()[0]))
        return encode_figure(figure, form)


def _height(trees: int) -> float:
    """Return a height in centimetres that leaves room for the labels."""
    return 9 + 0.28 * max(0, trees - 6)


def _points(figure: Figure, axes: Axes, trees: Named, places: Sequence[float]) -> None:
    """Draw a point for each tree, with its name."""
    same_secrets = len({figures.secrets for _, figures in trees}) == 1
    if same_secrets:
        values = [float(figures.total) for _, figures in trees]
        axes.set_ylabel(f"total guesses over {trees[0][1].secrets} secrets")
        second = axes.secondary_yaxis(
            "right",
            functions=(lambda y: y / trees[0][1].secrets, lambda y: y * trees[0][1].secrets),
        )
        second.set_ylabel("average")
        second.spines["right"].set_visible(False)
        second.tick_params(length=0)
    else:
        values = [float(figures.average) for _, figures in trees]
        axes.set_ylabel("average guesses")
    axes.yaxis.get_major_formatter().set_useOffset(False)
    plain(axes, "both")
    axes.scatter(places, values, s=30, color=SHADES[0][0], zorder=3, clip_on=False)
    axes.margins(y=0.1)
    names = [
        f"{drawable(name, 34)} {figures.total if same_secrets else f'{float(figures.average):.3f}'}"
        for name, figures in trees
    ]
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    _label(figure, axes, list(zip(places, values, strict=True)), names)


def _label(
    figure: Figure, axes: Axes, points: Sequence[tuple[float, float]], names: Sequence[str]
) -> None:
    """Place each name at the nearest place to its point where it covers nothing, or least."""
    from matplotlib.transforms import Bbox

    renderer = figure.canvas.get_renderer()
    unit = figure.dpi / 72
    spots = [tuple(axes.transData.transform(point)) for point in points]
    taken = [Bbox([[x - 4 * unit, y - 4 * unit], [x + 4 * unit, y + 4 * unit]]) for x, y in spots]
    frame = axes.get_window_extent(renderer)
    back = axes.transData.inverted()
    for at in sorted(range(len(points)), key=lambda at: (-points[at][1], points[at][0], at)):
        text = axes.text(0, 0, names[at], fontsize=7.5, va="center")
        size = text.get_window_extent(renderer)
        wide, high = size.width * 1.05, size.height
        (x, y), found = spots[at], []
        for ring in _RINGS:
            for right, up in _SIDES:
                edge = x + right * ring * unit
                left = edge - wide * (1 - right) / 2
                box = Bbox.from_bounds(left, y + up * ring * unit - high / 2, wide, high)
                outside = box.x0 < frame.x0 or box.x1 > frame.x1 or not frame.y0 < box.y0 < box.y1
                covered = sum(_shared_area(box, other) for other in taken) + 1e9 * outside
                found.append((covered, ring, right, edge, box))
        _, ring, right, edge, box = min(found, key=lambda place: place[0])
        taken.append(box)
        middle = (box.y0 + box.y1) / 2
        text.set_ha(_ALIGNED[right])
        text.set_position(back.transform((edge, middle)))
        if ring > _RINGS[0]:
            line = zip(back.transform((x, y)), back.transform((edge, middle)), strict=True)
            axes.plot(*line, color=GREY, linewidth=0.5, scalex=False, scaley=False, zorder=2)


def _shared_area(one: Any, other: Any) -> float:
    """Return the area that two boxes share."""
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return float(max(0.0, wide) * max(0.0, high))
