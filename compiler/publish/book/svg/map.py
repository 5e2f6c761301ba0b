"""Draw a map as SVG, for the book or as a file of its own.

Takes the view of a map and a palette. Cells are drawn in units of the grid; the scale to
millimetres depends on the size of the map.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias

from questwright.compiler.publish.book.svg.bases import covered, plate, reach, room_of, shared_rooms
from questwright.compiler.publish.book.svg.coordinates import draw_coordinates
from questwright.compiler.publish.book.svg.crossings import (
    draw_crossing_lines,
    draw_numerals,
    numeral,
)
from questwright.compiler.publish.book.svg.elements import (
    Shape,
    SvgDrawing,
    circle,
    document,
    gathered,
    path,
    polyline,
    written,
)
from questwright.compiler.publish.book.svg.frames import Rectangle
from questwright.compiler.publish.book.svg.grid import UNIT
from questwright.compiler.publish.book.svg.heights import (
    barrier,
    cliff_sample,
    draw_barriers,
    draw_cliffs,
    draw_level_lines,
    draw_levels,
    level_sample,
)
from questwright.compiler.publish.book.svg.layers import layered
from questwright.compiler.publish.book.svg.level_marks import level_mark, place_level_marks
from questwright.compiler.publish.book.svg.marks import (
    draw_key,
    draw_marks,
    key_of,
    place_marks,
    stroke_of,
)
from questwright.compiler.publish.book.svg.names import draw_names
from questwright.compiler.publish.book.svg.paper import IN_TEXT, margins_of, scale_of, size_of
from questwright.compiler.publish.book.svg.pieces import (
    arrow_head,
    edge_of,
    figure,
    opening,
    thing,
    way_head,
    way_shaft,
)
from questwright.compiler.publish.book.svg.seams import draw_lines, draw_titles, titles_fit_between
from questwright.compiler.publish.book.svg.sheets import draw_frames, draw_joins
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.svg.tabs import code_boxes, place_tabs
from questwright.compiler.publish.book.view.map import (
    BarrierView,
    CliffView,
    CrossingView,
    Drawable,
    Elevation,
    FigureView,
    LevelView,
    MapCell,
    MapView,
    OpeningView,
    Overlay,
    RouteView,
    ThingView,
    Tone,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.publish.book.svg.elements import Point
    from questwright.compiler.publish.book.svg.grid import MapGrid, OpeningPlace
    from questwright.compiler.publish.book.svg.paper import Paper
    from questwright.compiler.publish.book.view.theme import Palette

_Piece: TypeAlias = tuple[list[MapCell], list[Shape]]
_MOST_BOARDS: Final = 256
"""Boards that are kept as they were drawn, for other maps and other volumes: twenty megabytes."""

_WALL = 14
_NAME_SIZE, _LARGEST_NAME = 18.0, 22.0
_LEAST_NAME_MM = 1.77
"""Five points."""
_LABEL_SIZE, _LARGEST_LABEL = 34.0, 46.0
_LEAST_LABEL_MM = 2.7
_MARK_SIZE, _LARGEST_MARK = 29.0, 42.0
_LEAST_MARK_MM = 2.6
_ROUNDED = ' stroke-linecap="round" stroke-linejoin="round"'
_DOTTED = f' stroke-dasharray="1 19"{_ROUNDED}'
_EVEN_ODD = ' fill-rule="evenodd"'
_SAMPLE_WIDTH_MM = 10.0
_SAMPLE_HEIGHT_MM = 6.6


def map_svg(
    view: MapView,
    palette: Palette,
    *,
    paper: Paper = IN_TEXT,
) -> SvgDrawing:
    """Draw a map with its margin of coordinates, its overlay and the overlay's key.

    The drawing is at most as large as the paper.
    """
    grid = grid_of(view.shape)
    left, top, *_ = margins_of(view)
    width, height = size_of(view)
    key = key_of(view.overlay.key)
    scale = scale_of(view, paper, key.height)
    label_size = min(max(_LABEL_SIZE, _LEAST_LABEL_MM / scale), _LARGEST_LABEL)
    # Names are at least as large as can be read; without room for that, there are none.
    name_size = max(_NAME_SIZE, _LEAST_NAME_MM / scale)
    name_size = name_size if name_size <= _LARGEST_NAME else 0.0
    bare = replace(view, title="", overlay=Overlay())
    ground, things, above, coordinates = _board(bare, label_size, palette)
    titles = written(draw_titles(view, grid, scale, palette))
    is_under = titles_fit_between(scale)
    overlay = view.overlay
    routes = [
        _route(route, grid, n, palette, has_arrow=not overlay.marks)
        for n, route in enumerate(overlay.routes)
    ]
    mark_size = min(max(_MARK_SIZE, _LEAST_MARK_MM / scale), _LARGEST_MARK)
    tabs = place_tabs(view, scale)
    placed = place_marks(view, tabs, mark_size)
    taken = [*(number.spot for number in placed), *(tab.box for tab in tabs)]
    levels = place_level_marks(view, scale, taken)
    taken += [*(mark.box for mark in levels), *code_boxes(view)]
    # A board that is narrower than its key is centred above it.
    side = max(0.0, key.width / scale - width) / 2
    content = "".join(
        (
            ground,
            gathered(draw_names(view, name_size, taken, palette)),
            # Below all pieces, so that it hides no codes and no doors.
            written(_hatching(view, palette)),
            *(written(line) for line, _ in routes),
            titles if is_under else "",
            things,
            above,
            "" if is_under else titles,
            *(written(mark.drawn(palette)) for mark in levels),
            layered(tab.drawn(palette) for tab in tabs),
            coordinates,
            *(written(ends) for _, ends in routes),
            written(draw_marks(placed, mark_size, palette)),
            written(draw_joins(view, palette)),
            written(draw_frames(view, scale, palette)),
            written(draw_key(key, (-left - side, height - top), scale, palette)),
        )
    )
    box = (-left - side, -top, width + 2 * side, height + key.height / scale)
    return document(content, box, scale, view.title)


def board_of(view: MapView, palette: Palette) -> str:
    """Draw a board alone: floor, walls and what stands there, without coordinates."""
    return "".join(_board(view, _LABEL_SIZE, palette)[:3])


@lru_cache(maxsize=_MOST_BOARDS)
def _board(view: MapView, label_size: float, palette: Palette) -> tuple[str, str, str, str]:
    """Draw the floor, what stands on it, walls with doors and figures, and the margin."""
    grid = grid_of(view.shape)
    flat = [thing for thing in view.things if thing.elevation is Elevation.FLAT]
    standing = [thing for thing in view.things if thing.elevation is not Elevation.FLAT]
    ground = [thing for thing in flat if not thing.code]
    above_ground = [thing for thing in flat if thing.code] + standing
    rooms = shared_rooms(above_ground, grid)
    above = (
        written(
            draw_cliffs(view.cliffs, grid, palette)
            + _walls(view, palette)
            + draw_barriers(view.barriers, grid, palette)
        ),
        layered(_in_wall(way_shaft, gate, grid, palette) for gate in view.openings if gate.way),
        layered(_in_wall(opening, gate, grid, palette) for gate in view.openings),
        layered(_figure(piece, grid, palette) for piece in view.figures),
        # Above figures, so that the direction of a way is always visible.
        layered(_in_wall(way_head, gate, grid, palette) for gate in view.openings if gate.way),
        written(draw_numerals(view, grid, palette)),
    )
    return (
        written(
            _ground(view, palette)
            + _grid(view, palette)
            + draw_level_lines(view.levels, grid, palette)
            + draw_lines(view, grid, palette)
        ),
        layered(_thing(thing, grid, palette) for thing in ground)
        # Over the ground, and under what stands or is written there.
        + written(draw_crossing_lines(view.crossings, grid, palette))
        + layered(
            _thing(thing, grid, palette, rooms.get(number))
            for number, thing in enumerate(above_ground)
        ),
        "".join(above),
        gathered(draw_coordinates(view, label_size, palette)),
    )


def sample_svg(drawn: Drawable, palette: Palette) -> SvgDrawing:
    """Draw a single thing, opening or figure for a legend."""
    if isinstance(drawn, OpeningView):
        box = (-20.0, 0.0, 140.0, 100.0) if drawn.way else (-20.0, 14.0, 140.0, 72.0)
        content = path("M-20 50H4M96 50H120", stroke=palette.ink, width=_WALL)
        if drawn.way:
            content += way_shaft(drawn, palette) + opening(drawn, palette)
            content += way_head(drawn, palette)
        else:
            content += opening(drawn, palette)
    elif isinstance(drawn, FigureView):
        side = drawn.size * UNIT * reach(drawn)
        box = (0.0, 0.0, side, side)
        content = figure(drawn, palette, Rectangle(*box).middle)
    elif isinstance(drawn, LevelView):
        box = (0.0, 10.0, 100.0, 80.0)
        content = level_sample(drawn, palette)
        content += level_mark(drawn.height, (50.0, 50.0), 40.0, palette)
    elif isinstance(drawn, CliffView):
        box = (-10.0, 20.0, 120.0, 60.0)
        content = cliff_sample(drawn, palette)
    elif isinstance(drawn, CrossingView):
        box = (22.0, 24.0, 56.0, 52.0)
        content = numeral(drawn.code, 50.0, 50.0, palette)
    elif isinstance(drawn, BarrierView):
        box = (-10.0, 20.0, 120.0, 60.0)
        content = barrier(drawn.stroke, (0.0, 50.0), (100.0, 50.0), palette)
    else:
        box = (0.0, 0.0, float(drawn.width * UNIT), float(drawn.height * UNIT))
        content = thing(drawn, palette, Rectangle(*box))
    scale = min(_SAMPLE_WIDTH_MM / box[2], _SAMPLE_HEIGHT_MM / box[3])
    return document(written(content), box, scale, "")


def _ground(view: MapView, palette: Palette) -> list[Shape]:
    blocked = frozenset(view.blocked)
    floor = frozenset(view.floor) - blocked
    shaded = frozenset(c for area in view.areas if area.shaded for c in area.cells) & floor
    grid = grid_of(view.shape)
    outline = grid.area_path(floor)
    return (
        path(outline, stroke=palette.light, width=64, more=' stroke-linejoin="round"')
        + path(grid.area_path(_enclosed(floor | blocked, view)), fill=palette.light)
        + path(grid.area_path(blocked), fill=palette.light)
        + path(grid.hatch_path(blocked, 5), stroke=palette.grey, width=3)
        + path(outline, fill=palette.paper, more=_EVEN_ODD)
        + path(grid.area_path(shaded), fill=palette.faint, more=_EVEN_ODD)
        + draw_levels(view.levels, grid, palette)
    )


def _enclosed(board: frozenset[MapCell], view: MapView) -> frozenset[MapCell]:
    # Gaps inside the board are drawn as rock; left white they would look like rooms.
    grid = grid_of(view.shape)
    outside = {MapCell(-1, -1)}
    waiting = [MapCell(-1, -1)]
    while waiting:
        for _, _, near in grid.sides(waiting.pop()):
            on_sheet = -1 <= near.column <= view.columns and -1 <= near.row <= view.rows
            if on_sheet and near not in outside and near not in board:
                outside.add(near)
                waiting.append(near)
    sheet = {MapCell(column, row) for column in range(view.columns) for row in range(view.rows)}
    return frozenset(sheet - outside - board)


def _grid(view: MapView, palette: Palette) -> list[Shape]:
    floor = frozenset(view.floor) - frozenset(view.blocked)
    grid = grid_of(view.shape)
    colour = palette.light if grid.name_above is None else palette.mesh
    return path(grid.line_path(grid.inner(floor)), stroke=colour, width=2.5)


def _walls(view: MapView, palette: Palette) -> list[Shape]:
    floor = frozenset(view.floor) - frozenset(view.blocked)
    grid = grid_of(view.shape)
    walls = {grid.edge_segment(edge) for edge in view.walls}
    if view.outlined:
        # There is no wall where the floor continues on another sheet.
        open_ = {side.segment for cell in view.beyond for side in grid.sides(cell)}
        walls |= grid.outline(floor) - open_
    walls -= {grid.edge_segment(gate.edge) for gate in view.openings}
    return path(grid.line_path(walls), stroke=palette.ink, width=_WALL, more=grid.wall_look)


def _thing(
    view: ThingView, grid: MapGrid, palette: Palette, room: Rectangle | None = None
) -> _Piece:
    base = plate(view, grid, palette, palette.ink)
    return covered(view), base + thing(view, palette, room or room_of(view, grid), grid)


def _figure(view: FigureView, grid: MapGrid, palette: Palette) -> _Piece:
    base = plate(view, grid, palette, edge_of(view, palette))
    return covered(view), base + figure(view, palette, room_of(view, grid).middle, grid)


def _in_wall(
    draw: Callable[[OpeningView, Palette, OpeningPlace], list[Shape]],
    view: OpeningView,
    grid: MapGrid,
    palette: Palette,
) -> _Piece:
    """A part of an opening, drawn in its place."""
    return [view.edge.first, view.edge.second], draw(view, palette, grid.opening_place(view.edge))


def _hatching(view: MapView, palette: Palette) -> list[Shape]:
    data = grid_of(view.shape).hatch_path(frozenset(view.overlay.hatched), 4, rising=False)
    return path(data, stroke=palette.accent, width=3)


def _route(
    route: RouteView, grid: MapGrid, index: int, palette: Palette, *, has_arrow: bool
) -> tuple[list[Shape], list[Shape]]:
    """Draw the line of a route and its two ends; numbers on a route make an arrow unnecessary."""
    colour = palette.ink if route.tone is Tone.FOE else palette.accent
    # Each route has an offset of its own, so that none covers another.
    aside, below = grid.lane(index)
    points = [(x + aside, y + below) for x, y in map(grid.middle, route.cells)]
    if len(points) < 2:
        return [], []
    walked: list[list[Point]] = [[points[0]]]
    leaps = ""
    for (a, p), (b, q) in pairwise(zip(route.cells, points, strict=True)):
        if grid.is_step(a, b):
            walked[-1].append(q)
        else:
            leaps += polyline([p, q])
            walked.append([q])
    line = "".join(polyline(stretch) for stretch in walked if len(stretch) > 1)
    (x0, y0), (x1, y1) = points[-2:]
    length = hypot(x1 - x0, y1 - y0) or 1.0
    along = ((x1 - x0) / length, (y1 - y0) / length)
    tip = (x1 + along[0] * 22, y1 + along[1] * 22)
    return (
        path(line + leaps, stroke=palette.paper, width=17, more=_ROUNDED)
        + path(line, stroke=colour, width=9, more=stroke_of(route.stroke, 9))
        + path(leaps, stroke=colour, width=9, more=_DOTTED),
        circle(*points[0], 15, fill=colour, stroke=palette.paper, width=4)
        + (arrow_head(tip, along, 42, colour, palette.paper) if has_arrow else []),
    )
