"""Trees as points: how good they are on average, against their max or their size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mmtree.show.charts.figure import (
    GREY,
    SHADES,
    Axes,
    Figure,
    Form,
    drawable,
    drawing,
    encode_figure,
    plain,
    title,
)
from mmtree.tree.provenance import Figures

_RINGS = (7, 16, 28, 42, 58, 76, 96)
"""The distances of a label from its point, in typographic points."""
_SIDES = ((1, 0), (-1, 0), (1, 0.7), (1, -0.7), (-1, 0.7), (-1, -0.7), (0, 1), (0, -1))
"""Towards which side of its point, right and up, tried in this order."""
_ALIGNED = {1: "left", 0: "center", -1: "right"}


def against_max(
    trees: Sequence[tuple[str, Figures]], form: Form, heading: str, moves: str = "guesses"
) -> bytes:
    """Return average (for one game, total) against the most guesses that any secret needs.

    Args:
        trees: names and figures, at least one.
        form: ``svg``, ``png`` or ``pdf``.
        heading: the heading of the chart.
        moves: the word for what is counted.

    Raises:
        ChartError: matplotlib is not installed, or the format is unknown.
    """
    with drawing(_height(len(trees))) as figure:
        title(figure, heading)
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
    with drawing(_height(len(trees))) as figure:
        title(figure, heading)
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


def _points(
    figure: Figure, axes: Axes, trees: Sequence[tuple[str, Figures]], places: Sequence[float]
) -> None:
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
