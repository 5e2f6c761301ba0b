"""A map as a vector drawing that can stand in the book or alone."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, TypeAlias

from compiler.publish.book.drawing import (
    Drawing,
    Point,
    Shape,
    capitals_below,
    circle,
    document,
    gathered,
    path,
    polyline,
    text,
    written,
)
from compiler.publish.book.glyphs import Face, text_width
from compiler.publish.book.layers import layered
from compiler.publish.book.map_geometry import (
    UNIT,
    Segment,
    area_path,
    cell_segments,
    edge_segment,
    hatch_path,
    inner_segments,
    line_path,
    outline_segments,
)
from compiler.publish.book.map_marks import draw_key, draw_marks, key_of, place_marks, stroke_of
from compiler.publish.book.map_pieces import (
    area_tab,
    arrow_head,
    figure,
    opening,
    thing,
    way_head,
    way_shaft,
)
from compiler.publish.book.view_map import (
    Cell,
    Drawn,
    Elevation,
    FigureView,
    GridShape,
    MapArea,
    MapView,
    OpeningView,
    Overlay,
    RouteView,
    ThingView,
    Tone,
)

if TYPE_CHECKING:
    from compiler.publish.book.theme import Palette

_Piece: TypeAlias = tuple[list[Cell], list[Shape]]

_WALL = 14
_MARGIN = 74
_WIDEST_MM = 174.0
_TALLEST_MM = 214.0
_LARGEST_CELL_MM = 13.5
_LABEL_SIZE, _LARGEST_LABEL = 34.0, 46.0
_LEAST_LABEL_MM = 2.7
_MARK_SIZE, _LARGEST_MARK = 29.0, 42.0
_LEAST_MARK_MM = 2.6
_ROUNDED = ' stroke-linecap="round" stroke-linejoin="round"'
_DOTTED = f' stroke-dasharray="1 19"{_ROUNDED}'
_EVEN_ODD = ' fill-rule="evenodd"'
_SAMPLE_WIDTH_MM = 10.0
_SAMPLE_HEIGHT_MM = 6.6


def column_label(index: int) -> str:
    """Return the letters of a zero-based column: A to Z, then AA, AB and so on."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def map_svg(view: MapView, palette: Palette, *, is_paged: bool = True) -> Drawing:
    """Draw a map with its margin of coordinates, its overlay and the key to that.

    What is `paged` is at most as large as a page of the book.
    """
    if view.shape is not GridShape.SQUARE:
        raise ValueError(f"no drawing yet for a grid of {view.shape.value} cells")
    width, height = view.columns * UNIT + 2 * _MARGIN, view.rows * UNIT + 2 * _MARGIN
    key = key_of(view.overlay.key)
    scale = min(_WIDEST_MM / width, _LARGEST_CELL_MM / UNIT)
    if is_paged:
        scale = min(scale, (_TALLEST_MM - key.height) / height)
    label_size = min(max(_LABEL_SIZE, _LEAST_LABEL_MM / scale), _LARGEST_LABEL)
    ground, things, above, coordinates = _board(
        replace(view, title="", overlay=Overlay()), label_size, palette
    )
    overlay = view.overlay
    routes = [
        _route(route, n, palette, has_arrow=not overlay.marks)
        for n, route in enumerate(overlay.routes)
    ]
    mark_size = min(max(_MARK_SIZE, _LEAST_MARK_MM / scale), _LARGEST_MARK)
    tabs = _area_cells(view)
    placed = place_marks(view, [cell for _, cell in tabs], mark_size)
    # A board that is narrower than its key stands in the middle above it.
    side = max(0.0, key.width / scale - width) / 2 + _MARGIN
    content = "".join(
        (
            ground,
            # Under whatever stands there, so that neither codes nor doors are hidden.
            written(_hatching(view, palette)),
            *(written(line) for line, _ in routes),
            things,
            above,
            layered(_area_tabs(tabs, palette)),
            coordinates,
            *(written(ends) for _, ends in routes),
            written(draw_marks(placed, mark_size, palette)),
            written(draw_key(key, (-side, height - _MARGIN), scale, palette)),
        )
    )
    box = (-side, -_MARGIN, width - 2 * _MARGIN + 2 * side, height + key.height / scale)
    return document(content, box, scale, view.title)


# A map is drawn again in the annex of its chapter, with an overlay.
@lru_cache(maxsize=1)
def _board(view: MapView, label_size: float, palette: Palette) -> tuple[str, str, str, str]:
    """Draw the floor, what stands on it, walls with doors and figures, and the margin."""
    flat = [one for one in view.things if one.elevation is Elevation.FLAT]
    standing = [one for one in view.things if one.elevation is not Elevation.FLAT]
    above = (
        written(_walls(view, palette)),
        layered(_shaft(one, palette) for one in view.openings if one.way),
        layered(_opening(one, palette) for one in view.openings),
        layered(_figure(one, palette) for one in view.figures),
        # Over whoever stands beside it: which way it leads must be seen.
        layered(_head(one, palette) for one in view.openings if one.way),
    )
    return (
        written(_ground(view, palette) + _grid(view, palette)),
        layered(_thing(one, palette) for one in flat + standing),
        "".join(above),
        gathered(_coordinates(view, label_size, palette)),
    )


def sample_svg(drawn: Drawn, palette: Palette) -> Drawing:
    """Draw one thing, opening or figure alone, as a legend shows it."""
    if isinstance(drawn, OpeningView):
        box = (-20.0, 0.0, 140.0, 100.0) if drawn.way else (-20.0, 14.0, 140.0, 72.0)
        content = path("M-20 50H4M96 50H120", stroke=palette.ink, width=_WALL)
        if drawn.way:
            content += way_shaft(drawn, palette) + opening(drawn, palette)
            content += way_head(drawn, palette)
        else:
            content += opening(drawn, palette)
    elif isinstance(drawn, FigureView):
        box = (0.0, 0.0, float(drawn.size * UNIT), float(drawn.size * UNIT))
        content = figure(drawn, palette)
    else:
        box = (0.0, 0.0, float(drawn.width * UNIT), float(drawn.height * UNIT))
        content = thing(drawn, palette)
    scale = min(_SAMPLE_WIDTH_MM / box[2], _SAMPLE_HEIGHT_MM / box[3])
    return document(written(content), box, scale, "")


def _ground(view: MapView, palette: Palette) -> list[Shape]:
    blocked = frozenset(view.blocked)
    floor = frozenset(view.floor) - blocked
    shaded = frozenset(c for area in view.areas if area.shaded for c in area.cells) & floor
    outline = area_path(floor)
    return (
        path(outline, stroke=palette.light, width=64, more=' stroke-linejoin="round"')
        + path(area_path(_enclosed(floor | blocked, view)), fill=palette.light)
        + path(area_path(blocked), fill=palette.light)
        + path(hatch_path(blocked, 5), stroke=palette.grey, width=3)
        + path(outline, fill=palette.paper, more=_EVEN_ODD)
        + path(area_path(shaded), fill=palette.faint, more=_EVEN_ODD)
    )


def _enclosed(board: frozenset[Cell], view: MapView) -> frozenset[Cell]:
    # Gaps inside the board are rock as well; left white they would look like rooms.
    outside = {Cell(-1, -1)}
    waiting = [Cell(-1, -1)]
    while waiting:
        for _, near in cell_segments(waiting.pop()):
            on_sheet = -1 <= near.column <= view.columns and -1 <= near.row <= view.rows
            if on_sheet and near not in outside and near not in board:
                outside.add(near)
                waiting.append(near)
    sheet = {Cell(column, row) for column in range(view.columns) for row in range(view.rows)}
    return frozenset(sheet - outside - board)


def _grid(view: MapView, palette: Palette) -> list[Shape]:
    floor = frozenset(view.floor) - frozenset(view.blocked)
    data = line_path(inner_segments(floor))
    return path(data, stroke=palette.light, width=2.5)


def _walls(view: MapView, palette: Palette) -> list[Shape]:
    floor = frozenset(view.floor) - frozenset(view.blocked)
    walls: set[Segment] = {edge_segment(edge) for edge in view.walls}
    if view.outlined:
        walls |= outline_segments(floor)
    walls -= {edge_segment(o.edge) for o in view.openings}
    return path(line_path(walls), stroke=palette.ink, width=_WALL, more=' stroke-linecap="square"')


def _at(cell: Cell) -> Point:
    return float(cell.column * UNIT), float(cell.row * UNIT)


def _thing(view: ThingView, palette: Palette) -> _Piece:
    return _block(view.at, view.width, view.height), thing(view, palette, _at(view.at))


def _figure(view: FigureView, palette: Palette) -> _Piece:
    return _block(view.at, view.size, view.size), figure(view, palette, _at(view.at))


def _opening(view: OpeningView, palette: Palette) -> _Piece:
    return [view.edge.first, view.edge.second], opening(view, palette, *_stands(view))


def _shaft(view: OpeningView, palette: Palette) -> _Piece:
    return [view.edge.first, view.edge.second], way_shaft(view, palette, *_stands(view))


def _head(view: OpeningView, palette: Palette) -> _Piece:
    return [view.edge.first, view.edge.second], way_head(view, palette, *_stands(view))


def _stands(view: OpeningView) -> tuple[int, Point]:
    """How an opening's wall is turned, and its middle."""
    c1, r1, c2, r2 = edge_segment(view.edge)
    return 90 if c1 == c2 else 0, ((c1 + c2) * UNIT / 2, (r1 + r2) * UNIT / 2)


def _hatching(view: MapView, palette: Palette) -> list[Shape]:
    data = hatch_path(view.overlay.hatched, 4, rising=False)
    return path(data, stroke=palette.accent, width=3)


def _used(view: MapView) -> dict[Cell, int]:
    # How unwelcome an area's label is on a cell: 1 on something flat, 2 on anything else.
    used = dict.fromkeys(view.blocked, 2)
    for item in view.things:
        weight = 1 if item.symbol == "start" else 2
        for cell in _block(item.at, item.width, item.height):
            used[cell] = max(weight, used.get(cell, 0))
    for gate in view.openings:
        for cell in (gate.edge.first, gate.edge.second) if gate.way else ():
            used[cell] = max(1, used.get(cell, 0))
    for piece in view.figures:
        used |= dict.fromkeys(_block(piece.at, piece.size, piece.size), 2)
    for route in view.overlay.routes:
        for cell in route.cells:
            used[cell] = max(1, used.get(cell, 0))
    return used


def _block(at: Cell, width: int, height: int) -> list[Cell]:
    return [Cell(at.column + dx, at.row + dy) for dx in range(width) for dy in range(height)]


def _area_tabs(tabs: list[tuple[str, Cell]], palette: Palette) -> list[_Piece]:
    drawn: list[_Piece] = []
    for label, cell in tabs:
        x, y = _at(cell)
        drawn.append(([cell], area_tab(label, x + 50, y + 50, palette)))
    return drawn


def _area_cells(view: MapView) -> list[tuple[str, Cell]]:
    """The label of each area, and the cell that it stands on."""
    used = _used(view)
    found = []
    for area in view.areas:
        cell = _tab_cell(area, used) if area.anchor is None else area.anchor
        if area.label and cell is not None:
            found.append((area.label, cell))
    return found


def _tab_cell(area: MapArea, used: dict[Cell, int]) -> Cell | None:
    if not area.cells:
        return None
    middle_x = sum(cell.column for cell in area.cells) / len(area.cells)
    middle_y = sum(cell.row for cell in area.cells) / len(area.cells)
    return min(
        area.cells,
        key=lambda c: (used.get(c, 0), hypot(c.column - middle_x, c.row - middle_y), c),
    )


def _route(
    route: RouteView, index: int, palette: Palette, *, has_arrow: bool
) -> tuple[list[Shape], list[Shape]]:
    """Draw the line of a route, and its two ends; numbers on it say better which way it leads."""
    colour = palette.ink if route.tone is Tone.FOE else palette.accent
    # Further routes run beside the first, so that none covers another.
    shift = UNIT / 2 + (0, 14, -14, 28)[index % 4]
    points = [(c.column * UNIT + shift, c.row * UNIT + shift) for c in route.cells]
    if len(points) < 2:
        return [], []
    walked: list[list[Point]] = [[points[0]]]
    leaps = ""
    for (a, p), (b, q) in pairwise(zip(route.cells, points, strict=True)):
        if max(abs(a.column - b.column), abs(a.row - b.row)) <= 1:
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


def _coordinates(view: MapView, size: float, palette: Palette) -> list[Shape]:
    columns = view.column_labels or tuple(column_label(i) for i in range(view.columns))
    rows = view.row_labels or tuple(str(i + 1) for i in range(view.rows))
    below, beside = view.rows * UNIT, view.columns * UNIT
    placed: list[tuple[str, float, float]] = []
    for index, label in enumerate(columns):
        left = index * UNIT + 50 - text_width(label, Face.SANS_BOLD, size) / 2
        placed += [(label, left, -52), (label, left, below + 52)]
    for index, label in enumerate(rows):
        wide = text_width(label, Face.SANS_BOLD, size)
        placed += [(label, -40 - wide, index * UNIT + 50), (label, beside + 40, index * UNIT + 50)]
    shapes: list[Shape] = []
    for label, left, middle in placed:
        baseline = capitals_below(middle, size, Face.SANS_BOLD)
        shapes += text(label, left, baseline, size, face=Face.SANS_BOLD, fill=palette.grey)
    return shapes
