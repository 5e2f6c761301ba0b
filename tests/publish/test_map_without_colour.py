"""Maps in black and white, and as people see them who do not tell red from green.

What is told apart by colour alone is a failure: drawings are compared without any colour, and the
contrasts of letters and lines are calculated for grey and for simulated deuteranopia.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.svg.heights import tint_of
from questwright.compiler.publish.book.svg.map import sample_svg
from questwright.compiler.publish.book.svg.marks import stroke_of
from questwright.compiler.publish.book.view.map import FigureView, LevelView, MapCell, Tone
from questwright.compiler.publish.book.view.theme import palette_of
from support.book_sample import EMBER_THEME
from support.kept import system_of
from support.more import some
from support.paths import ROOT, SHIPPED
from support.published import publications

_COLOUR = re.compile(r"#[0-9a-f]{6}")
# Viénot, Brettel and Mollon 1999: what a deuteranope sees, in linear light.
_DEUTERANOPIA = (
    (0.29275, 0.70725, 0.0),
    (0.29275, 0.70725, 0.0),
    (-0.02234, 0.02234, 1.0),
)
_LUMINANCE = (0.2126, 0.7152, 0.0722)


def without_colour(svg):
    return _COLOUR.sub("#", svg)


def linear(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def as_deuteranope(light):
    seen = (sum(a * b for a, b in zip(row, light, strict=True)) for row in _DEUTERANOPIA)
    return [min(max(part, 0.0), 1.0) for part in seen]


def luminance(light):
    return sum(a * b for a, b in zip(_LUMINANCE, light, strict=True))


def contrasts(first, second):
    """The contrast of two colours, as of the guidelines for the web: in grey, and simulated."""
    for seen in (lambda light: light, as_deuteranope):
        low, high = sorted(luminance(seen(linear(colour))) for colour in (first, second))
        yield (high + 0.05) / (low + 0.05)


def test_the_calculation_finds_what_looks_alike():
    """A red and a green of equal lightness: a deuteranope sees almost one colour."""
    red, green = "#c85a46", "#6e8a3c"
    seen = [as_deuteranope(linear(colour)) for colour in (red, green)]
    assert sum(abs(a - b) for a, b in zip(*seen, strict=True)) < 0.2
    assert max(contrasts(red, green)) < 1.3
    assert min(contrasts("#000000", "#ffffff")) > 20


@pytest.mark.parametrize("path", some(SHIPPED, 16), ids=lambda path: path.stem)
def test_nothing_in_a_legend_differs_by_its_colour_alone(path):
    book = compose_book(publications(path))
    palette = replace(palette_of(book.theme), symbols=book.symbols)
    drawn = [sample_svg(entry.sample, palette).svg for entry in book.chapters[0].legend]
    for first, second in combinations(dict.fromkeys(drawn), 2):
        assert without_colour(first) != without_colour(second)


@pytest.mark.parametrize("path", some(SHIPPED, 16), ids=lambda path: path.stem)
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


@pytest.mark.parametrize("game", [*THEMES, ""])
def test_letters_stand_out_in_grey_and_to_the_colour_blind(game):
    palette = palette_of(THEMES.get(game, Theme()))
    grounds = [palette.paper, palette.faint, *(tint_of(h, palette) for h in (-3, -2, -1, 1, 2))]
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
