"""Maps in black and white, and as people see them who do not tell red from green.

What is told apart by colour alone is a failure: drawings are compared without any colour, and the
contrasts of letters and lines are calculated for grey and for simulated deuteranopia.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pypdfium2
import pytest
from PIL import Image, ImageChops

from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.source import Asset, BookSource
from questwright.compiler.publish.book.svg.heights import line_of_low, tint_of
from questwright.compiler.publish.book.svg.map import sample_svg
from questwright.compiler.publish.book.svg.marks import stroke_of
from questwright.compiler.publish.book.view.map import FigureView, LevelView, MapCell, Tone
from questwright.compiler.publish.book.view.theme import palette_of
from support.book_sample import EMBER_THEME
from support.kept import system_of
from support.more import some
from support.pages import FONTS
from support.paths import ROOT, SHIPPED
from support.published import publications

_COLOUR = re.compile(r"#[0-9a-f]{6}")
# Machado, Oliveira and Fernandes 2009: what those see who lack one sort of cones, in linear light.
_LACKING = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_LUMINANCE = (0.2126, 0.7152, 0.0722)


def without_colour(svg):
    return _COLOUR.sub("#", svg)


def linear(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen_with(lack, light):
    seen = (sum(a * b for a, b in zip(row, light, strict=True)) for row in _LACKING[lack])
    return [min(max(part, 0.0), 1.0) for part in seen]


def luminance(light):
    return sum(a * b for a, b in zip(_LUMINANCE, light, strict=True))


def contrasts(first, second):
    """The contrast of two colours, as of the guidelines for the web: in grey, and simulated."""
    lights = [linear(colour) for colour in (first, second)]
    for seen in (lights, *([seen_with(lack, light) for light in lights] for lack in _LACKING)):
        low, high = sorted(map(luminance, seen))
        yield (high + 0.05) / (low + 0.05)


def test_the_calculation_finds_what_looks_alike():
    """A red and a green of equal lightness: a deuteranope sees almost one colour."""
    red, green = "#c85a46", "#6e8a3c"
    seen = [seen_with("deuteranopia", linear(colour)) for colour in (red, green)]
    assert sum(abs(a - b) for a, b in zip(*seen, strict=True)) < 0.2
    grey, red_blind, green_blind, blue_blind = contrasts(red, green)
    assert max(grey, green_blind, blue_blind) < 1.3 < red_blind  # who finds the red dark
    assert min(contrasts("#000000", "#ffffff")) > 20


@pytest.mark.parametrize("path", some(SHIPPED, 10), ids=lambda path: path.stem)
def test_nothing_in_a_legend_differs_by_its_colour_alone(path):
    book = compose_book(publications(path))
    palette = replace(palette_of(book.theme), symbols=book.symbols)
    drawn = [sample_svg(entry.sample, palette).svg for entry in book.chapters[0].legend]
    for first, second in combinations(dict.fromkeys(drawn), 2):
        assert without_colour(first) != without_colour(second)


@pytest.mark.parametrize("path", some(SHIPPED, 10), ids=lambda path: path.stem)
def test_ways_over_a_map_differ_by_their_dashes(path):
    for view in compose_book(publications(path)).chapters[0].annex.maps:
        strokes = [route.stroke for route in view.overlay.routes]
        assert len({*strokes}) == len(strokes)


def test_the_dashes_of_seven_members_differ_from_each_other_and_from_a_leap():
    dashes = [re.search(r'dasharray="([^"]*)"', stroke_of(number, 1.0)) for number in range(7)]
    lengths = [tuple(map(float, found[1].split())) if found else () for found in dashes]
    assert len({*lengths}) == 7
    # A leap is drawn in dots alone.
    assert all(not own or max(own[::2]) > 1 for own in lengths)


def test_symbols_differ_by_their_shapes():
    files = [*ROOT.glob("templates/symbols/*.svg"), *ROOT.glob("content/systems/*/**/*.svg")]
    shapes = {}
    for file in files:
        if file.stem.endswith(".upright"):
            continue  # a part of a sign, such as a keyhole
        drawn = without_colour(file.read_text(encoding="utf-8"))
        drawn = re.sub(r"<title>.*?</title>", "", drawn)
        assert shapes.setdefault(drawn, file.name) == file.name, (shapes[drawn], file.name)


def test_levels_and_figures_differ_by_more_than_their_tint():
    palette = palette_of(EMBER_THEME)
    levels = [LevelView("", height) for height in (-3, -2, -1, 1, 2, 3)]
    drawn = {without_colour(sample_svg(level, palette).svg) for level in levels}
    assert len(drawn) == len(levels)
    tones = (Tone.FOE, Tone.BOSS, Tone.FRIEND)
    figures = [FigureView("A", "", MapCell(0, 0), tone=tone) for tone in tones]
    assert len({without_colour(sample_svg(one, palette).svg) for one in figures}) == len(tones)


THEMES = {
    path.parent.name: system_of(path.parent.name).theme
    for path in sorted(ROOT.glob("content/systems/*/theme.yaml"))
}


def grounds_of(palette):
    """Every colour that lies below something on a map."""
    return [palette.paper, palette.faint, *(tint_of(h, palette) for h in (-3, -2, -1, 1, 2, 3))]


@pytest.mark.parametrize("game", [*THEMES, ""])
def test_letters_stand_out_in_grey_and_to_the_colour_blind(game):
    palette = palette_of(THEMES.get(game, Theme()))
    grounds = grounds_of(palette)
    letters = [(palette.small, ground) for ground in grounds]
    letters += [(palette.ink, ground) for ground in (*grounds, palette.light)]
    letters += [(palette.paper, plate) for plate in (palette.ink, palette.accent)]
    letters += [(palette.deep, palette.paper)]
    for letter, ground in letters:
        assert min(contrasts(letter, ground)) > 4.5, (letter, ground)
    lines = [(palette.accent, ground) for ground in grounds]
    lines += [(palette.ink, ground) for ground in (*grounds, palette.light)]
    for line, ground in lines:
        assert min(contrasts(line, ground)) > 3, (line, ground)


@pytest.mark.parametrize("game", [*THEMES, ""])
def test_signs_of_the_ground_stand_out_on_every_level(game):
    """Water, marsh and whatever else is drawn in grey lies on the tint of any level."""
    palette = palette_of(THEMES.get(game, Theme()))
    for ground in grounds_of(palette):
        assert min(contrasts(palette.grey, ground)) > 3, ground
    # Lines between cells are to be seen, and no more than that.
    for height in (-3, -2, -1):
        assert min(contrasts(line_of_low(palette), tint_of(height, palette))) > 1.4
    for ground in (palette.paper, palette.faint, *(tint_of(h, palette) for h in (1, 2, 3))):
        assert min(contrasts(palette.mesh, ground)) > 1.25


@pytest.mark.parametrize("game", THEMES)
def test_gates_of_different_kinds_or_states_have_different_signs(game):
    system = system_of(game)
    states = ("open_symbol", "locked_symbol", "barred_symbol")
    signs = {}
    for kind in system.gates.values():
        traits = system.rules["gate_traits"].get(kind.word, {})
        drawn = {"symbol": kind.symbol, **{s: traits[s] for s in states if s in traits}}
        for state, sign in drawn.items():
            # Gates that differ by their size alone are told apart by that.
            known = signs.setdefault((sign, kind.footprint), (kind.word, state))
            assert known == (kind.word, state), (sign, known, state)


# -- as they are printed in black and white -------------------------------------------------------

APART = 0.1
"""The least share of what is printed of two signs that has to differ."""
SAMPLES = """<html lang="en"><title>x</title><link rel="stylesheet" href="asset:fonts.css"><style>
@page { size: 20mm 16mm; margin: 0 } body { font-family: Alegreya; margin: 0 }
img { display: block; margin: 3mm; width: 14mm; height: 10mm; page-break-after: always }
</style>"""


def in_grey(samples, palette, printed):
    """Samples as a printer without colours has them, at 300 dots to the inch."""
    drawn = [sample_svg(sample, palette).svg.encode() for sample in samples]
    assets = [Asset(f"{n}.svg", "image/svg+xml", svg) for n, svg in enumerate(drawn)]
    images = "".join(f'<img src="asset:{asset.name}" alt="x">' for asset in assets)
    fonts = Asset("fonts.css", "text/css", FONTS)
    pdf = printed(BookSource(SAMPLES + images, (fonts, *assets)))
    pages = pypdfium2.PdfDocument(pdf)
    return [page.render(scale=300 / 72).to_pil().convert("L") for page in pages][: len(drawn)]


def share_apart(first, second):
    """The share of what is printed of either that is much lighter or darker in the other."""
    unlike = ImageChops.difference(first, second).point(lambda level: 255 * (level > 90))
    inked = ImageChops.darker(first, second).point(lambda level: 255 * (level < 200))
    return unlike.histogram()[255] / max(1, inked.histogram()[255])


def test_a_sign_is_not_apart_from_itself_and_is_from_its_negative():
    one = Image.new("L", (10, 10), 255)
    one.paste(0, (0, 0, 5, 10))
    assert share_apart(one, one) == 0
    assert share_apart(one, ImageChops.invert(one)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", some(SHIPPED, 6), ids=lambda path: path.stem)
def test_signs_that_share_a_map_differ_in_black_and_white(path, printed):
    """Figures, crossings and tokens have letters of their own, and are told apart by those."""
    book = compose_book(publications(path))
    palette = replace(palette_of(book.theme), symbols=book.symbols)
    entries = [e for e in book.chapters[0].legend if not getattr(e.sample, "code", "")]
    names = {entry.sample: entry.name for entry in entries if entry.sample is not None}
    images = in_grey([*names], palette, printed)
    for first, second in combinations(zip(names.values(), images, strict=True), 2):
        assert share_apart(first[1], second[1]) >= APART, (first[0], second[0])
