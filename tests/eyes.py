"""How different colours are: in grey, and to those who see all colours and the colour-blind."""

from itertools import combinations

import numpy as np
from colorspacious import cspace_convert

EYES = ("all", "protanomaly", "deuteranomaly", "tritanomaly")
"""Those who see all colours, and the colour-blind, simulated by Machado, Oliveira and Fernandes
2009 at full severity."""


def nearest(values, seen):
    """The least distance between two of these colours, by how each of them is seen."""
    return min(np.linalg.norm(np.subtract(one, two)) for one, two in combinations(seen(values), 2))


def greys(values):
    """Lightness L* of CIE 1976, 0 to 100, as a grey of the same luminance has it."""
    return cspace_convert([_rgb(value) for value in values], "sRGB255", "CIELab")[:, :1]


def printed(values):
    """Grey 0 to 255 as printers and pdftoppm -gray make it of red, green and blue (NTSC)."""
    return np.array([_rgb(value) for value in values]) @ [[0.299], [0.587], [0.114]]


def seen_by(eyes):
    """Where each colour lies in CAM02-UCS (Luo, Cui and Li 2006), whose distances are alike."""

    def seen(values):
        colors = np.array([_rgb(value) for value in values]) / 255
        if eyes != "all":
            space = {"name": "sRGB1+CVD", "cvd_type": eyes, "severity": 100}
            colors = cspace_convert(colors, space, "sRGB1").clip(0, 1)
        return cspace_convert(colors, "sRGB1", "CAM02-UCS")

    return seen


def _rgb(value):
    return list(bytes.fromhex(value[1:]))
