"""How different colours are: in grey, and to those who see all colours and the colour-blind."""

from itertools import combinations

import numpy as np
from coloraide.everything import ColorAll as Color

EYES = {
    "all": None,
    "without red": "protan",
    "without green": "deutan",
    "without blue": "tritan",
}
"""Those who see all colours, and the colour-blind, simulated by Machado, Oliveira and Fernandes
2009 at full severity."""


def nearest(values, seen):
    """The least distance between two of these colours, by how each of them is seen."""
    return min(np.linalg.norm(np.subtract(one, two)) for one, two in combinations(seen(values), 2))


def greys(values):
    """Lightness L* of CIE 1976, 0 to 100, as a grey of the same luminance has it."""
    return [Color(value).convert("lab-d65").coords()[:1] for value in values]


def printed(values):
    """Grey 0 to 255 as printers and pdftoppm -gray make it of red, green and blue (NTSC)."""
    return [
        255 * (np.array(Color(value).coords()) @ [[0.299], [0.587], [0.114]]) for value in values
    ]


def seen_by(eyes):
    """Where each colour lies in CAM16-UCS (Li and others 2017), whose distances are alike."""

    def seen(values):
        colors = [Color(value) for value in values]
        if missing := EYES[eyes]:
            colors = [color.filter(missing, 1, method="machado").clip("srgb") for color in colors]
        return [color.convert("cam16-ucs").coords() for color in colors]

    return seen
