"""A map that is too large for one page, on several: cut where one tile ends and another begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from questwright.compiler.publish.book.svg.map import (
    LEAST_CELL_MM,
    TALLEST_MM,
    WIDEST_MM,
    column_label,
)
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import (
    BarrierView,
    CliffView,
    FigureView,
    GridShape,
    MapArea,
    MapCell,
    MapEdge,
    OpeningView,
    ThingView,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from questwright.compiler.model.board import Board
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.publish.book.view.map import MapView

Piece = TypeVar("Piece", ThingView, FigureView)
OnEdge = TypeVar("OnEdge", OpeningView, CliffView, BarrierView)

_Span: TypeAlias = tuple[int, int, int, int]
"""Columns from and up to, rows from and up to."""

_LONGEST: Final = 3
"""Titles that the heading of a sheet names."""


def sheets_of(view: MapView, board: Board) -> tuple[MapView, ...]:
    """The sheets of a map of several tiles; none where its cells are large enough on one page."""
    if len(board.tiles) < 2:
        return ()
    grid = grid_of(view.shape)
    wide, high = grid.size(20, 20)
    margin = 2 * grid.margin
    # As many cells as a page has room for.
    scale = LEAST_CELL_MM / (wide / 20)
    columns = int((WIDEST_MM / scale - margin) / (wide / 20))
    rows = int((TALLEST_MM / scale - margin) / (high / 20))
    if view.columns <= columns and view.rows <= rows:
        return ()
    shared = 1 if view.shape is GridShape.HEX else 0
    across = {edge for tile in board.tiles for edge in (tile.column, tile.column + tile.size[1])}
    down = {edge for tile in board.tiles for edge in (tile.row, tile.row + tile.size[0])}
    spans = [
        (left, right, top, bottom)
        for top, bottom in _cut(view.rows, rows, down, shared, even=bool(shared))
        for left, right in _cut(view.columns, columns, across, shared, even=False)
    ]
    spans = list(dict.fromkeys(_trimmed(board, span, even=bool(shared)) for span in spans))
    windows = [_window(view, *span) for span in spans]
    full = [(one, span) for one, span in zip(windows, spans, strict=True) if one.floor]
    return tuple(
        replace(one, title=_title(number, len(full), _on(board, span)))
        for number, (one, span) in enumerate(full, 1)
    )


def _title(number: int, many: int, titles: list[str]) -> str:
    named = ", ".join(titles[:_LONGEST]) + (", …" if len(titles) > _LONGEST else "")
    return f"The map, sheet {number} of {many}: {named}"


def _on(board: Board, span: _Span) -> list[str]:
    """The titles of the tiles of which more than an edge is on a sheet."""
    return list(dict.fromkeys(piece.title for piece, _ in _pieces(board, span)))


def _trimmed(board: Board, span: _Span, *, even: bool) -> _Span:
    """A sheet without what only an edge of some tile reaches, which is whole on another."""
    pieces = [piece for _, piece in _pieces(board, span)]
    if not pieces:
        return span
    lefts, rights, tops, bottoms = zip(*pieces, strict=True)
    top = min(tops)
    # Where rows are set in, a sheet begins with one that is not.
    return min(lefts), max(rights), top - top % 2 if even else top, max(bottoms)


def _pieces(board: Board, span: _Span) -> Iterator[tuple[LaidTile, _Span]]:
    """The tiles of which more than an edge is on a sheet, and what of them."""
    left, right, top, bottom = span
    for tile in board.tiles:
        rows, columns = tile.size
        piece = (
            max(left, tile.column),
            min(right, tile.column + columns),
            max(top, tile.row),
            min(bottom, tile.row + rows),
        )
        if piece[1] - piece[0] > 1 and piece[3] - piece[2] > 1:
            yield tile, piece


def _cut(
    length: int, most: int, seams: Iterable[int], shared: int, *, even: bool
) -> list[tuple[int, int]]:
    """Stretches of at most so many lines, that end at seams where they can.

    A line that two tiles share is on both sheets; and where rows are set in, a sheet begins with
    one that is not.
    """
    found: list[tuple[int, int]] = []
    start = 0
    while True:
        if length - start <= most:
            return [*found, (start, length)]
        ends = [seam for seam in seams if start + shared + 1 < seam <= start + most]
        end = max(ends, default=start + most)
        found.append((start, end))
        start = end - shared
        start -= start % 2 if even else 0


def _window(view: MapView, left: int, right: int, top: int, bottom: int) -> MapView:
    """What of a map is on some columns and rows."""

    def is_in(cell: MapCell) -> bool:
        return left <= cell.column < right and top <= cell.row < bottom

    def moved(cell: MapCell) -> MapCell:
        return MapCell(cell.column - left, cell.row - top)

    def edge(one: MapEdge) -> MapEdge:
        return MapEdge(moved(one.first), moved(one.second))

    def is_on(one: MapEdge) -> bool:
        return is_in(one.first) or is_in(one.second)

    floor = [one for one in view.floor if is_in(one)]
    grid = grid_of(view.shape)
    whole = {*view.floor} - {*view.blocked}
    near = {side.neighbour for one in floor for side in grid.sides(one)}
    labels = view.column_labels or tuple(column_label(number) for number in range(view.columns))
    numbers = view.row_labels or tuple(str(number + 1) for number in range(view.rows))
    areas = [
        MapArea(
            area.label,
            area.name,
            tuple(moved(cell) for cell in area.cells if is_in(cell)),
            moved(area.anchor) if area.anchor is not None and is_in(area.anchor) else None,
            area.shaded,
        )
        for area in view.areas
    ]
    return replace(
        view,
        columns=right - left,
        rows=bottom - top,
        floor=tuple(map(moved, floor)),
        blocked=tuple(moved(one) for one in view.blocked if is_in(one)),
        walls=tuple(edge(wall) for wall in view.walls if is_on(wall)),
        openings=_moved_edges(view.openings, edge, is_on),
        things=tuple(_moved(thing, moved) for thing in view.things if is_in(thing.at)),
        figures=tuple(_moved(figure, moved) for figure in view.figures if is_in(figure.at)),
        levels=tuple(
            replace(level, cells=tuple(moved(cell) for cell in level.cells if is_in(cell)))
            for level in view.levels
        ),
        cliffs=_moved_edges(view.cliffs, edge, is_on),
        barriers=_moved_edges(view.barriers, edge, is_on),
        crossings=tuple(
            replace(
                crossing,
                ends=tuple(moved(cell) for cell in crossing.ends if is_in(cell)),
                over=tuple(moved(cell) for cell in crossing.over if is_in(cell)),
            )
            for crossing in view.crossings
        ),
        areas=tuple(area for area in areas if area.cells),
        seams=tuple(
            replace(seam, left=seam.left - left, top=seam.top - top) for seam in view.seams
        ),
        beyond=tuple(moved(one) for one in sorted(near) if one in whole and not is_in(one)),
        column_labels=labels[left:right],
        row_labels=numbers[top:bottom],
    )


def _moved(one: Piece, moved: Callable[[MapCell], MapCell]) -> Piece:
    return replace(one, at=moved(one.at), cells=tuple(map(moved, one.cells)))


def _moved_edges(
    every: Iterable[OnEdge], moved: Callable[[MapEdge], MapEdge], is_on: Callable[[MapEdge], bool]
) -> tuple[OnEdge, ...]:
    return tuple(replace(one, edge=moved(one.edge)) for one in every if is_on(one.edge))
