"""The common parts of all charts: size, typeface, shades for grey print, and files without a date.

Charts use matplotlib's own typeface and none of the user's settings, so that the same chart has the
same bytes everywhere with the same version of matplotlib.
"""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Literal, get_args

from mmtree.errors import ChartError

Figure = Any
Axes = Any
"""The axes of matplotlib, whose types differ between versions."""

Form = Literal["svg", "png", "pdf"]
FORMS: tuple[Form, ...] = get_args(Form)

MISSING = (
    "charts need matplotlib: pip install 'mmtree[chart]', or in a clone pip install '.[chart]'"
)
"""The error if matplotlib is not installed."""

WIDTH = 16.0
"""The width of every chart, in centimetres, for a page of text."""

INK, GREY, PALE = "#1a1a1a", "#767676", "#dddddd"
SHADES = (("#20344f", ""), ("#e0a030", "////"), ("#3f8fa8", ""), ("#f3e7cf", "...."))
"""Fills and hatches; neighbours differ much in lightness."""
CLEAR = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
"""Behind a text that lines may cross."""
MARKERS = ("o", "s", "^", "D")

_SETTINGS: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.labelsize": 8.5,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9,
    "axes.unicode_minus": False,
    "figure.titlesize": 10.5,
    "font.family": ["DejaVu Sans"],
    "font.size": 8,
    "grid.color": PALE,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "mmtree",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.color": GREY,
    "ytick.labelcolor": INK,
}


def check_matplotlib() -> None:
    """Refuse charts before any work is done.

    Raises:
        ChartError: matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise ChartError(MISSING)


@contextmanager
def drawing(height: float, heading: str) -> Iterator[Figure]:
    """Yield a new figure of the usual width with its heading, its height in centimetres.

    Raises:
        ChartError: matplotlib is not installed.
    """
    check_matplotlib()
    # Silence its log of caches and unknown settings.
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
    import matplotlib
    from matplotlib import figure as figures
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        figure = figures.Figure(figsize=(WIDTH / 2.54, height / 2.54), layout="constrained")
        FigureCanvasAgg(figure)  # knows how large texts are
        figure.suptitle(drawable(heading), x=0.01, ha="left", fontweight="bold")
        yield figure


def encode_figure(figure: Figure, form: Form) -> bytes:
    """Return the figure as a file; call it within the block of :func:`drawing`.

    Raises:
        ChartError: the format is unknown.
    """
    nothing: dict[Form, dict[str, None]] = {
        "svg": {"Date": None, "Creator": None},
        "png": {"Software": None},
        "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    }
    if form not in nothing:
        raise ChartError(f"unknown format {form!r}: there are {', '.join(FORMS)}")
    file = io.BytesIO()
    figure.savefig(file, format=form, dpi=200, metadata=nothing[form])
    return file.getvalue()


def drawable(text: str, most: int = 60) -> str:
    """Mark the characters that the typeface lacks, and cut a long text in its middle."""
    from matplotlib.font_manager import findfont, get_font

    known = get_font(findfont("DejaVu Sans")).get_charmap()
    text = "".join(char if ord(char) in known else "\ufffd" for char in text)
    return text if len(text) <= most else f"{text[: most - 12]}…{text[-11:]}"


def plain(axes: Axes, lines: Literal["x", "y", "both"]) -> None:
    """Draw light lines to read values by, and no ticks."""
    axes.grid(axis=lines)
    axes.tick_params(length=0)
