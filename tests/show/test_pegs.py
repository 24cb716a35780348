"""Coloured pegs: colours and shapes that everybody can distinguish, and names of colours."""

from itertools import combinations

import numpy as np
import pytest

from mmtree import CodeError, PegRules
from mmtree.game.code import PALETTE
from mmtree.show.pegs import (
    BOX,
    CORNERS,
    EDITIONS,
    FILLS,
    ROUNDING,
    fill,
    luminance,
    mark,
    pegs_of,
    rgb,
)

from support.color_vision import EYES, greys, nearest, printed, seen_by


def contrast(one, other):
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_every_possible_colour_has_legible_letter():
    """The contrast is that of WCAG AA. It depends only on the luminance, which greys represent."""
    for grey in range(256):
        value = f"#{grey:02x}{grey:02x}{grey:02x}"
        assert contrast(value, mark(value)) >= 4.5


def test_luminance_of_black_and_white():
    assert luminance("#000000") == 0
    assert luminance("#ffffff") == pytest.approx(1)


@pytest.mark.parametrize(("colors", "lightness", "grey"), [(6, 10, 21), (8, 10, 21), (10, 4, 9)])
def test_palette_in_grey(colors, lightness, grey):
    """Black, white and six colours between them can differ in lightness by at most 14 of 100."""
    values = [fill(color, PegRules(1, 36)) for color in range(colors)]
    assert nearest(values, greys) >= lightness
    assert nearest(values, printed) >= grey


@pytest.mark.parametrize(("colors", "distance"), [(6, 12), (8, 12), (10, 10)])
@pytest.mark.parametrize("eyes", EYES)
def test_palette_as_seen_by_colour_blind(colors, distance, eyes):
    assert (
        nearest([fill(color, PegRules(1, 36)) for color in range(colors)], seen_by(eyes))
        >= distance
    )


@pytest.mark.parametrize(("colors", "distance"), [(4, 24), (5, 24), (6, 24), (8, 13.5), (10, 12.5)])
def test_preset_is_easier_than_the_palette_for_colour_blind(colors, distance):
    preset = [FILLS[name] for name in BOX[:colors]]
    palette = [fill(color, PegRules(1, 36)) for color in range(colors)]
    least = lambda values: min(nearest(values, seen_by(eyes)) for eyes in EYES)  # noqa: E731
    assert least(preset) >= distance > least(palette)


@pytest.mark.parametrize(
    ("edition", "lightness", "distance"),
    [("invicta", 8, 11), ("hasbro", 4.2, 8.7)],
)
def test_pegs_of_an_edition(edition, lightness, distance):
    values = [peg.fill for peg in pegs_of(PegRules(5, 8), edition)]
    assert nearest(values, greys) >= lightness
    assert min(nearest(values, seen_by(eyes)) for eyes in EYES) >= distance


def test_all_names_look_different():
    values = {FILLS[name] for name in FILLS if name != "empty"}  # a hole has a dashed rim
    assert len(values) == len(FILLS) - 2  # gray and grey are equal
    assert nearest(sorted(values), seen_by("all")) > 8


@pytest.mark.parametrize(
    ("name", "hues"),
    [
        ("red", (350, 10)),
        ("orange", (20, 40)),
        ("brown", (15, 35)),
        ("yellow", (45, 60)),
        ("green", (100, 165)),
        ("blue", (210, 250)),
        ("purple", (270, 300)),
        ("pink", (320, 350)),
    ],
)
def test_colours_agree_with_their_names(name, hues):
    """Hues are angles on the HSV wheel: 0 red, 60 yellow, 120 green, 240 blue."""
    red, green, blue = rgb(dict(PALETTE)[name])
    hue = np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue))
    low, high = hues
    assert (hue - low) % 360 <= (high - low) % 360


def test_letters_and_shapes_are_fixed():
    for names in (None, "invicta", "blue,red,green,white,black,empty"):
        pegs = pegs_of(PegRules(4, 6), names)
        assert [peg.symbol for peg in pegs] == list("ABCDEF")
        assert [peg.corners for peg in pegs[:5]] == list(CORNERS[:5])
        assert pegs[5].corners == (() if pegs[5].hole else CORNERS[5])  # a hole has a dashed rim


def test_shapes_differ_without_colour():
    shapes = list(map(frozenset, CORNERS))
    assert all(shape <= {45, 135, 225, 315} for shape in shapes)
    assert len(set(shapes)) == 10
    assert min(len(one ^ two) for one, two in combinations(shapes[:8], 2)) == 2


def test_corners_of_shapes():
    """The radii are those of top left, top right, bottom right and bottom left."""
    red, _, blue = pegs_of(PegRules(4, 3))
    assert red.radii == (0.5, 0.5, ROUNDING, ROUNDING)
    assert blue.radii == (0.5,) * 4
    assert ROUNDING <= 0.5 / 4


@pytest.mark.parametrize(
    ("names", "rules", "expected"),
    [
        (None, PegRules(4, 3), ["red", "green", "blue"]),
        ("invicta", PegRules(4, 6), ["red", "yellow", "green", "blue", "black", "white"]),
        ("invicta", PegRules(5, 8), list(EDITIONS["invicta"])),
        ("invicta,empty", PegRules(4, 7), [*EDITIONS["invicta"][:6], "empty"]),
        ("hasbro", PegRules(5, 8), list(EDITIONS["hasbro"])),
        (" Red , BLUE,ruby=#E3256B ", PegRules(4, 3), ["red", "blue", "ruby"]),
    ],
)
def test_names_of_users_box(names, rules, expected):
    assert [peg.name for peg in pegs_of(rules, names)] == expected


@pytest.mark.parametrize(
    "names",
    [
        "rot,grün,weiß,türkis,leer",
        "ROT,Gruen,WEISS,tuerkis,empty",
        "red,gru\u0308n,WEIẞ,Türkis,LEER",  # the umlaut as two characters, as some systems type it
    ],
)
def test_names_are_understood_in_every_language(names):
    pegs = pegs_of(PegRules(3, 5), names)
    assert [peg.name for peg in pegs] == ["red", "green", "white", "turquoise", "empty"]
    assert [peg.fill for peg in pegs] == [FILLS[peg.name] for peg in pegs]
    assert pegs[4].hole


def test_own_colour_may_have_known_name():
    [red, own] = pegs_of(PegRules(1, 2), "Rot=#AA0000,rötlich=#cc4444")
    assert (red.name, red.fill, own.name) == ("red", "#aa0000", "rötlich")


def test_colour_can_be_given_as_rgb():
    peg = pegs_of(PegRules(1, 2), "ruby=#E3256B,black")[0]
    assert (peg.fill, peg.ink, peg.hole) == ("#e3256b", "#000000", False)


def test_colours_past_palette_have_only_letters():
    pegs = pegs_of(PegRules(2, 36))
    assert (pegs[35].symbol, pegs[35].name, pegs[35].corners) == ("9", "", ())
    assert pegs[10].name == ""


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("red,blue", "2 colours in 'red,blue': 4p3c has 3"),
        ("red,blue,green,white", "4p3c has 3"),
        ("red,blue,red", "'red' occurs twice"),
        ("red,,blue", "an empty name"),
        ("", "an empty name"),
        ("red,blue,gren", "did you mean 'green'"),
        ("red,blue,xyzzy", "any other as xyzzy=#rrggbb"),
        ("red,blue,ruby=pink", "'pink' is not a colour value: write ruby=#rrggbb"),
        ("red,blue,ruby=", "is not a colour value"),
        ("red,blue,=#123456", "an empty name"),
        ("invikta", "did you mean 'invicta'"),
        ("red,blue,schwartz", "did you mean 'schwarz'"),
        ("red,blue,xyzzy", "known are red, green, blue, .*, empty;"),
        ("rot,blau,red", "'red' occurs twice in 'rot,blau,red'"),
        ("weiss,blau,weiß", "'weiß' occurs twice"),
    ],
)
def test_invalid_names_are_refused(names, message):
    with pytest.raises(CodeError, match=message):
        pegs_of(PegRules(4, 3), names)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("grun", "did you mean 'grün'"),
        ("puple", "did you mean 'purple'"),
        ("invikta", "did you mean 'invicta'"),
        ("xyzzy", "known are rot, grün, blau, .*, grau, silbern, .*, leer;"),
    ],
)
def test_unknown_name_is_explained_in_sheet_language(name, hint):
    with pytest.raises(CodeError, match=rf"unknown colour '{name}': {hint}"):
        pegs_of(PegRules(4, 3), f"rot,blau,{name}", "de")


def test_edition_with_too_few_pegs_is_refused():
    with pytest.raises(CodeError, match="8 colours in 'invicta': 4p9c has 9"):
        pegs_of(PegRules(4, 9), "invicta")
