"""Charts of trees: histograms side by side."""

from collections.abc import Sequence

from mmtree.show.charts.figure import (
    CLEAR,
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


def histogram(trees: Named, form: Form, heading: str, moves: str = "guesses") -> bytes:
    """Return bars in groups for up to four trees, or a panel for each of more trees.

    Args:
        trees: names and figures, at least one.
        form: ``svg``, ``png`` or ``pdf``.
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
    """Draw groups of bars, and above them a row for each tree with its average.

    Where the names are left of the averages, the greatest average is on top, else the least one, so
    that no line runs through a name below it.
    """
    rows = len(trees)
    above, below = figure.subplots(2, sharex=True, height_ratios=(0.55 * rows, 6))
    figure.get_layout_engine().set(hspace=0, h_pad=0.01)
    most = max(figures.max for _, figures in trees)
    wide = 0.84 / rows
    averages = [float(figures.average) for _, figures in trees]
    left = sum(averages) / rows > (most + 1) / 2
    ranked = sorted(range(rows), key=averages.__getitem__, reverse=left)
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
                    bbox=CLEAR,
                )
        average, row = averages[at], -ranked.index(at)
        above.scatter([average], [row], s=42, marker="s", zorder=3, **look)
        dashed = {"color": GREY, "linewidth": 0.8, "linestyle": (0, (4, 3))}
        below.axvline(average, zorder=0.5, **dashed)
        above.plot([average] * 2, [0.6 - rows, row], **dashed)
        above.annotate(
            f"{drawable(name, 40)}: average {average:.4f}, max {figures.max}",
            (average, row),
            (-8 if left else 8, 0),
            textcoords="offset points",
            va="center",
            ha="right" if left else "left",
            bbox=CLEAR,
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
