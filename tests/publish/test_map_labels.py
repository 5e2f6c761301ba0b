"""Labels on the maps of the shipped quests: none hides another, none leaves the board.

The drawing is looked at from outside: each letter is a box, by its place, its size and its width.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import NamedTuple

import pytest

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.svg.bases import covered
from questwright.compiler.publish.book.svg.frames import centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.svg.paper import CUT_OUT, IN_TEXT, page_of
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.svg.tabs import place_tabs
from questwright.compiler.publish.book.view.theme import palette_of
from support.more import some
from support.paths import ROOT, SHIPPED
from support.published import publications

_NS = "{http://www.w3.org/2000/svg}"
_POINT_MM = 25.4 / 72


class Letter(NamedTuple):
    order: int
    letter: str
    left: float
    top: float
    right: float
    bottom: float
    size: float


def letters_of(root):
    for order, element in enumerate(root.iter()):
        if element.tag != f"{_NS}text":
            continue
        size, family = float(element.get("font-size")), element.get("font-family")
        is_display = family.startswith("Cinzel")
        bold = Face.SANS_BOLD if element.get("font-weight") == "700" else Face.SANS
        face = Face.DISPLAY if is_display else bold
        high = size * (0.7 if is_display else 0.644)
        places = [[float(at) for at in element.get(axis).split()] for axis in "xy"]
        for letter, x, y in zip(element.text, *places, strict=True):
            wide = text_width(letter, face, size)
            yield Letter(order, letter, x, y - high, x + wide, y, size)


def covers_of(root):
    """The boxes that filled rectangles and circles hide, in the order of drawing."""
    for order, element in enumerate(root.iter()):
        if element.get("fill") in (None, "none"):
            continue
        if element.tag == f"{_NS}rect":
            x, y, wide, high = (float(element.get(k)) for k in ("x", "y", "width", "height"))
            yield order, (x, y, x + wide, y + high)
        elif element.tag == f"{_NS}circle":
            x, y, r = (float(element.get(key)) for key in ("cx", "cy", "r"))
            # The square inside it.
            yield order, (x - 0.7 * r, y - 0.7 * r, x + 0.7 * r, y + 0.7 * r)


def share(first, second):
    """Whether two boxes have more in common than a rounding error."""
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    return across > 1 and down > 1


def maps_of(publication):
    """The maps of a quest's volumes, each with the paper that it is drawn for."""
    chapter = compose_book([publication]).chapters[0]
    yield chapter.maps[0], IN_TEXT
    given = chapter.handouts
    for place, handout in enumerate(one for one in (given.start, *given.later) if one):
        yield handout.map, CUT_OUT if place else IN_TEXT
        yield from ((sheet, page_of(sheet)) for sheet in handout.sheets)
    for view in (*chapter.maps[1:], *chapter.annex.maps):
        yield view, page_of(view)


@pytest.fixture(scope="module", params=some(SHIPPED, 10), ids=lambda path: path.stem)
def drawn(request):
    publication = publications(request.param)[0]
    palette = palette_of(compose_book([publication]).theme)
    return [(view, map_svg(view, palette, paper=paper)) for view, paper in maps_of(publication)]


def test_no_label_hides_another(drawn):
    for view, drawing in drawn:
        letters = sorted(letters_of(ET.fromstring(drawing.svg)), key=lambda one: one.left)
        for place, letter in enumerate(letters):
            for other in letters[place + 1 :]:
                if other.left >= letter.right:
                    break
                assert not share(letter[2:6], other[2:6]), (view.title, letter, other)


def test_no_label_is_under_a_plate(drawn):
    for view, drawing in drawn:
        root = ET.fromstring(drawing.svg)
        covers = list(covers_of(root))
        for letter in letters_of(root):
            hidden = [box for order, box in covers if order > letter.order]
            assert not any(share(letter[2:6], box) for box in hidden), (view.title, letter)


def test_no_label_leaves_the_drawing(drawn):
    for view, drawing in drawn:
        root = ET.fromstring(drawing.svg)
        left, top, wide, high = map(float, root.get("viewBox").split())
        for letter in letters_of(root):
            assert left <= letter.left <= letter.right <= left + wide, (view.title, letter)
            assert top <= letter.top <= letter.bottom <= top + high, (view.title, letter)


def test_what_is_played_from_has_letters_of_five_points(drawn):
    for view, drawing in drawn:
        root = ET.fromstring(drawing.svg)
        wide = float(root.get("viewBox").split()[2])
        if view.overlay.marks or not is_large(view, drawing.width / wide):
            continue
        for letter in letters_of(root):
            size = letter.size * drawing.width / wide / _POINT_MM
            assert size > 4.99, (view.title, letter, size)


def is_large(view, scale):
    return scale * (128 if view.shape.value.startswith("hex") else 100) > 8.99


def test_no_label_of_an_area_lies_on_a_door(drawn):
    for view, _ in drawn:
        doors = [
            centred_box(grid_of(view.shape).opening_place(gate.edge).middle, 30, 30)
            for gate in view.openings
        ]
        standing = {cell for thing in (*view.things, *view.figures) for cell in covered(thing)}
        for tab in place_tabs(view, 0.1):
            assert not any(tab.box.overlap(door) for door in doors), (view.title, tab.label)
            (area,) = (area for area in view.areas if area.label == tab.label)
            if tab.cell in standing and {*area.cells} - standing:
                starts = [t for t in view.things if t.symbol == "start"]
                assert tab.cell in {cell for start in starts for cell in covered(start)}


def test_on_a_sheet_with_nothing_but_a_door_of_an_area_the_area_has_no_label():
    chapter = compose_book(
        [publications(ROOT / "content" / "quests" / "nine-strokes" / "nine-strokes.quest")[0]]
    ).chapters[0]
    *_, west, east = chapter.maps
    assert "2" in [area.label for area in west.areas]
    assert [tab.label for tab in place_tabs(east, 0.1)] == ["5"]
