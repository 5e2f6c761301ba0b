"""Maps of hexes: where hexes lie, and that all of a board is drawn, in its place and once."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import atan2, degrees, hypot
from xml.etree import ElementTree as ET

import pytest

from questwright.compiler.grid.lattice import Lattice, directions, step
from questwright.compiler.publish.book.map.legend import legend_of
from questwright.compiler.publish.book.svg.map import map_svg, sample_svg
from questwright.compiler.publish.book.svg.marks import place_marks
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import (
    Facing,
    FigureView,
    GridShape,
    MapCell,
    MapEdge,
    MapView,
    OpeningView,
    Overlay,
)
from questwright.compiler.publish.book.view.theme import palette_of
from support import paths
from support.book_sample import EMBER_THEME
from support.book_sample_hexes import CHAINS, HATCHED, HEXES, LINE, cell, edge

GOLDEN = paths.GOLDEN / "book" / "hexes.svg"
EMBER = palette_of(EMBER_THEME)
SHAPES = ((GridShape.SQUARE, Lattice.SQUARES), (GridShape.HEX, Lattice.HEXES))
GRID = grid_of(GridShape.HEX)
FLOOR = frozenset(HEXES.floor) - frozenset(HEXES.blocked)


def block(columns, rows):
    return tuple(MapCell(column, row) for column in range(columns) for row in range(rows))


def strokes(data):
    """The straight pieces of path data, each with its lesser end first."""
    found = []
    for line in re.findall(r"M[^M]*", data):
        points = []
        for letter, rest in re.findall(r"([MLHVlvz])([^A-Za-z]*)", line):
            values = [float(one) for one in re.findall(r"-?[\d.]+", rest)]
            x, y = points[-1] if points else (0, 0)
            if letter in "HV":
                points.append((values[0], y) if letter == "H" else (x, values[0]))
            elif letter == "v":
                points.append((x, y + values[0]))
            elif letter == "z":
                points.append(points[0])
            for across, down in zip(values[::2], values[1::2], strict=letter in "MLl"):
                if letter in "HVv":
                    break
                x, y = (points[-1] if points else (0, 0)) if letter == "l" else (0, 0)
                points.append((x + across, y + down))
        found += [tuple(sorted(pair)) for pair in pairwise(points)]
    return Counter((*a, *b) for a, b in found)


# --- where hexes lie ------------------------------------------------------------------------------


@pytest.mark.parametrize(("shape", "lattice"), SHAPES)
def test_what_is_behind_a_side_is_what_the_lattice_says(shape, lattice):
    for at in (*block(3, 4), MapCell(-1, -1), MapCell(-1, 0)):
        told = [step(lattice, at.row, at.column, way) for way in directions(lattice)]
        assert [side.neighbour for side in grid_of(shape).sides(at)] == [
            MapCell(column, row) for row, column in told
        ]


@pytest.mark.parametrize("shape", GridShape)
def test_neighbours_have_one_side_in_common(shape):
    grid = grid_of(shape)
    for at in block(3, 4):
        for side in grid.sides(at):
            shared = set(grid.corners(at)) & set(grid.corners(side.neighbour))
            assert shared == {side.start, side.end}
            there = grid.edge_segment(MapEdge(at, side.neighbour))
            assert there == grid.edge_segment(MapEdge(side.neighbour, at)) == side.segment
            # The side lies in the middle between the two, and across the way from one to the other.
            stand = grid.opening_place(MapEdge(at, side.neighbour))
            (ax, ay), (bx, by) = grid.middle(at), grid.middle(side.neighbour)
            assert stand.middle == ((ax + bx) / 2, (ay + by) / 2)
            along = degrees(atan2(stand.ahead[1], stand.ahead[0]))
            assert (stand.turn - along) % 180 == pytest.approx(90, abs=0.5)


def test_hexes_are_regular_and_lie_on_the_sheet():
    for at in block(4, 4):
        sides = [hypot(b[0] - a[0], b[1] - a[1]) for a, b, _ in GRID.sides(at)]
        assert max(sides) - min(sides) < 0.1
        wide, high = GRID.size(4, 4)
        assert all(0 <= x <= wide and 0 <= y <= high for x, y in GRID.corners(at))
    assert GRID.middle(MapCell(0, 1))[0] - GRID.middle(MapCell(0, 0))[0] == GRID.size(1, 1)[0] / 2


@pytest.mark.parametrize(("shape", "lattice"), SHAPES)
def test_whoever_faces_a_neighbour_looks_at_it(shape, lattice):
    grid = grid_of(shape)
    for row in (2, 3):
        x, y = grid.middle(MapCell(2, row))
        for way in directions(lattice):
            to_row, to_column = step(lattice, row, 2, way)
            to_x, to_y = grid.middle(MapCell(to_column, to_row))
            turn = degrees(atan2(to_x - x, y - to_y)) % 360
            assert grid.degrees[Facing(way)] == pytest.approx(turn, abs=0.2)


# --- what is drawn --------------------------------------------------------------------------------


def test_every_side_of_the_floor_is_drawn_once():
    inner, outline = strokes(GRID.line_path(GRID.inner(FLOOR))), GRID.outline(FLOOR)
    drawn = inner + strokes(GRID.line_path(outline))
    assert drawn == Counter({side.segment for at in FLOOR for side in GRID.sides(at)})
    svg = map_svg(replace(HEXES, walls=(), openings=()), EMBER).svg
    for data in (GRID.line_path(GRID.inner(FLOOR)), GRID.line_path(outline)):
        assert svg.count(f'"{data}"') == 1


def test_walls_are_joined_at_their_corners_and_leave_openings_out():
    walls = {GRID.edge_segment(wall) for wall in HEXES.walls} | GRID.outline(FLOOR)
    gates = {GRID.edge_segment(opening.edge) for opening in HEXES.openings}
    data = GRID.line_path(walls - gates)
    assert f'"{data}"' in map_svg(HEXES, EMBER).svg
    assert set(strokes(data)) == walls - gates
    ends = Counter(point for x1, y1, x2, y2 in walls - gates for point in ((x1, y1), (x2, y2)))
    assert data.count("M") - data.count("z") == sum(count % 2 for count in ends.values()) / 2
    ring = GRID.line_path(GRID.outline(frozenset({MapCell(0, 0)})))
    assert ring.count("M") == ring.count("z") == 1


def test_an_area_is_outlined_clockwise_and_its_holes_the_other_way():
    ring = frozenset(side.neighbour for side in GRID.sides(MapCell(2, 2)))
    outer, hole = GRID.loops(ring)
    assert (len(outer), len(hole)) == (18, 6)

    def turns(loop):
        return sum(
            a[0] * b[1] - a[1] * b[0] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)
        )

    assert turns(outer) > 0 > turns(hole)
    assert GRID.area_path(ring).count("Z") == 2


@pytest.mark.parametrize("is_rising", [True, False])
def test_strokes_of_a_hatching_stay_in_its_hexes_and_fill_them(is_rising):
    cells = frozenset(HATCHED)
    long = 0.0
    for x1, y1, x2, y2 in strokes(GRID.hatch_path(cells, 4, rising=is_rising)).elements():
        assert (y2 < y1) == is_rising
        long += hypot(x2 - x1, y2 - y1)
        for share in (0.01, 0.3, 0.5, 0.7, 0.99):
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            middles = {at: GRID.middle(at) for at in block(15, 11)}
            assert (
                min(middles, key=lambda at: hypot(middles[at][0] - x, middles[at][1] - y)) in cells
            )
    inside = len(cells) * 128 * 111
    assert long * 25 / 2**0.5 == pytest.approx(inside, rel=0.03)


def test_a_door_lies_along_its_side_and_an_arrow_leads_through():
    for way, near in zip(directions(Lattice.HEXES), GRID.sides(MapCell(1, 1)), strict=True):
        gate = OpeningView("door-closed", "Door", MapEdge(MapCell(1, 1), near.neighbour), way=1)
        view = MapView("", 3, 3, block(3, 3), openings=(gate,), shape=GridShape.HEX)
        svg = map_svg(view, EMBER).svg
        (shaft,) = re.findall(r'd="([^"]*)"[^>]*stroke-width="11"', svg)
        (x1, y1), (x2, y2) = (map(float, one.split()) for one in shaft[1:].split("L"))
        assert degrees(atan2(x2 - x1, y1 - y2)) % 360 == pytest.approx(
            GRID.degrees[Facing(way)], abs=0.2
        )
        middle = ((near.start[0] + near.end[0]) / 2, (near.start[1] + near.end[1]) / 2)
        assert hypot(x1 - middle[0], y1 - middle[1]) == pytest.approx(46, abs=0.1)


def test_cells_that_are_no_neighbours_share_no_edge():
    walls = (MapEdge(MapCell(0, 0), MapCell(1, 1)),)
    with pytest.raises(ValueError, match="share no edge"):
        map_svg(MapView("", 2, 2, block(2, 2), walls, shape=GridShape.HEX), EMBER)


def test_hexes_bear_their_names_where_there_is_room():
    one = MapView("", 2, 2, block(2, 2), blocked=(MapCell(1, 1),), shape=GridShape.HEX)
    (light,) = re.findall(r'font-weight="400"[^>]*>(\w+)</text>', map_svg(one, EMBER).svg)
    assert light == "A1A2B1"
    named = replace(one, column_labels=("P", "Q"), row_labels=("7", "8"))
    assert ">P7P8Q7</text>" in map_svg(named, EMBER).svg
    # Below a door in its upper sides a hex bears its name at its lower corner.
    gated = replace(
        one, openings=(OpeningView("door-closed", "", MapEdge(MapCell(0, 0), MapCell(0, 1))),)
    )
    assert ">A1A2B1</text>" in map_svg(gated, EMBER).svg
    assert map_svg(gated, EMBER).svg != map_svg(one, EMBER).svg
    whole = replace(one, figures=(FigureView("X", "", MapCell(0, 0), 2),))
    assert 'font-weight="400"' not in map_svg(whole, EMBER).svg
    large = MapView("", 30, 4, block(30, 4), shape=GridShape.HEX)
    assert 'font-weight="400"' not in map_svg(large, EMBER).svg
    square = replace(one, shape=GridShape.SQUARE)
    assert 'font-weight="400"' not in map_svg(square, EMBER).svg


def test_a_route_is_dotted_only_where_it_leaps():
    beside = replace(LINE.routes[0], cells=(cell("A1"), cell("A2"), cell("B3"), cell("C3")))
    assert 'dasharray="1 19"' not in drawn_with(Overlay((beside,)))
    leaping = replace(beside, cells=(cell("A1"), cell("B2")))
    assert 'dasharray="1 19"' in drawn_with(Overlay((leaping,)))


def drawn_with(overlay):
    return map_svg(replace(HEXES, overlay=overlay), EMBER).svg


def test_what_numbers_are_about_is_framed_hex_by_hex():
    places = place_marks(replace(HEXES, overlay=CHAINS), (), 42)
    frames = {place.mark.label: place.frames for place in places}
    assert frames["c1"] == ()
    assert len(frames["b2"]) == 1
    assert len(frames["b2"][0].points) == 10
    (gate,) = frames["b1"]
    assert gate.box.middle == pytest.approx(GRID.opening_place(edge("E9|E10")).middle)
    spots = [place.spot for place in places]
    for number, spot in enumerate(spots):
        assert not any(spot.overlap(other) for other in spots[number + 1 :])
    # A ring is left for a number by the shortest way.
    (ring,) = frames["a4"]
    x, y = GRID.middle(cell("J10"))
    assert ring.nearest((x + 200, y)) == pytest.approx((x + 61, y))


def test_a_sample_in_the_legend_faces_nowhere_that_squares_do_not_know():
    facings = {entry.name: getattr(entry.sample, "facing", None) for entry in legend_of(HEXES)}
    assert facings["Throne"] is Facing.WEST
    assert facings["Trap"] is None
    squares = replace(HEXES, shape=GridShape.SQUARE)
    facings = {entry.name: getattr(entry.sample, "facing", None) for entry in legend_of(squares)}
    assert facings["Trap"] is Facing.SOUTH_EAST


@pytest.mark.parametrize("cells", [(), tuple(cell(name) for name in ("D4", "E4", "D5", "E5"))])
def test_a_sample_of_a_figure_lies_in_its_box_however_many_hexes_it_covers(cells):
    drawn = sample_svg(FigureView("QA", "Queen", MapCell(0, 0), cells=cells), EMBER).svg
    left, top, wide, high = map(float, re.search(r'viewBox="([^"]+)"', drawn)[1].split())
    (radius,) = {float(found) for found in re.findall(r'<circle[^>]* r="([\d.]+)"', drawn)}
    assert left <= wide / 2 - radius
    assert top <= high / 2 - radius
    assert radius > 0.3 * wide


# --- the whole drawing ----------------------------------------------------------------------------


def test_a_map_of_hexes_is_drawn_as_before():
    drawn = map_svg(replace(HEXES, overlay=LINE), EMBER).svg
    if os.environ.get("QUESTWRIGHT_GOLDEN") == "write":
        GOLDEN.write_text(drawn, encoding="utf-8", newline="\n")
    assert drawn == GOLDEN.read_text(encoding="utf-8"), "hexes.svg: see CONTRIBUTING.md"


def test_the_order_in_which_cells_and_walls_are_told_changes_nothing():
    chance = random.Random(7)
    told = {
        name: tuple(chance.sample(getattr(HEXES, name), len(getattr(HEXES, name))))
        for name in ("floor", "walls", "blocked")
    }
    assert map_svg(replace(HEXES, **told), EMBER).svg == map_svg(HEXES, EMBER).svg


def test_a_large_map_keeps_to_the_page_and_is_not_long():
    rock = tuple(at for at in block(60, 40) if (at.column * 7 + at.row * 3) % 11 < 2)
    view = MapView("Huge", 60, 40, block(60, 40), blocked=rock, shape=GridShape.HEX)
    drawn = map_svg(view, EMBER)
    assert drawn.width <= 174.01
    assert drawn.height <= 214.01
    assert len(drawn.svg) < 300_000
    assert len(map_svg(replace(view, blocked=()), EMBER).svg) < 80_000
    tall = map_svg(MapView("Tall", 6, 40, block(6, 40), shape=GridShape.HEX), EMBER)
    assert tall.height <= 214.01


@pytest.mark.parametrize("overlay", [Overlay(), LINE, CHAINS])
def test_nothing_is_drawn_off_the_sheet(overlay):
    root = ET.fromstring(drawn_with(overlay))
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        assert all(left <= float(x) <= left + wide - 10 for x in text.attrib["x"].split())
        assert all(top <= float(y) <= top + high for y in text.attrib["y"].split())
