"""The differences of colours in grey and to people with full or deficient colour vision."""

from itertools import combinations

import numpy as np
from coloraide.everything import ColorAll as Color

EYES = {"all": None, "without red": "protan", "without green": "deutan", "without blue": "tritan"}
"""Full colour vision and its deficiencies, simulated by Machado, Oliveira and Fernandes 2009 at
full severity."""


def nearest(values, seen):
    """Return the least distance between two of these colours, given a function to see them."""
    return min(np.linalg.norm(np.subtract(one, two)) for one, two in combinations(seen(values), 2))


def greys(values):
    """Return the lightness L* of CIE 1976, 0 to 100, of greys with the same luminance."""
    return [Color(value).convert("lab-d65").coords()[:1] for value in values]


def printed(values):
    """Return the grey 0 to 255 that printers and pdftoppm -gray compute (NTSC)."""
    return [
        255 * (np.array(Color(value).coords()) @ [[0.299], [0.587], [0.114]]) for value in values
    ]


def seen_by(eyes):
    """Return a function from colours to coordinates in CAM16-UCS (Li and others 2017)."""

    def seen(values):
        colors = [Color(value) for value in values]
        if missing := EYES[eyes]:
            colors = [color.filter(missing, 1, method="machado").clip("srgb") for color in colors]
        return [color.convert("cam16-ucs").coords() for color in colors]

    return seen
