"""Cut a map that is too large for one page into several sheets, along the edges of tiles."""

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
"""First column, column after the last, first row, row after the last."""

_LONGEST: Final = 3
"""The most titles that the heading of a sheet names."""


def sheets_of(view: MapView, board: Board) -> tuple[MapView, ...]:
    """The sheets of a map of several tiles; empty if its cells are large enough on one page."""
    if len(board.tiles) < 2:
        return ()
    grid = grid_of(view.shape)
    wide, high = grid.size(20, 20)
    margin = 2 * grid.margin
    # How many columns and rows a page has room for.
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
    full = [(window, span) for window, span in zip(windows, spans, strict=True) if window.floor]
    return tuple(
        replace(window, title=_title(number, len(full), _tile_titles(board, span)))
        for number, (window, span) in enumerate(full, 1)
    )


def _title(number: int, many: int, titles: list[str]) -> str:
    named = ", ".join(titles[:_LONGEST]) + (", …" if len(titles) > _LONGEST else "")
    return f"The map, sheet {number} of {many}: {named}"


def _tile_titles(board: Board, span: _Span) -> list[str]:
    """The titles of the tiles of which more than a shared edge is on a sheet."""
    return list(dict.fromkeys(piece.title for piece, _ in _pieces(board, span)))


def _trimmed(board: Board, span: _Span, *, even: bool) -> _Span:
    """A sheet without the shared edges of tiles that are on other sheets."""
    pieces = [piece for _, piece in _pieces(board, span)]
    if not pieces:
        return span
    lefts, rights, tops, bottoms = zip(*pieces, strict=True)
    top = min(tops)
    # Odd rows of hexes are set in, and a sheet begins with an even one.
    return min(lefts), max(rights), top - top % 2 if even else top, max(bottoms)


def _pieces(board: Board, span: _Span) -> Iterator[tuple[LaidTile, _Span]]:
    """The tiles of which more than a shared edge is on a sheet, with the part that is on it."""
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
    """Cut rows or columns into stretches of at most `most`, at seams if possible.

    Each stretch begins `shared` lines before the end of the last one; if `even`, it begins with an
    even line.
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
    """The part of a map on a range of columns and rows."""

    def is_in(cell: MapCell) -> bool:
        return left <= cell.column < right and top <= cell.row < bottom

    def moved(cell: MapCell) -> MapCell:
        return MapCell(cell.column - left, cell.row - top)

    def moved_edge(edge: MapEdge) -> MapEdge:
        return MapEdge(moved(edge.first), moved(edge.second))

    def is_on(edge: MapEdge) -> bool:
        return is_in(edge.first) or is_in(edge.second)

    floor = [cell for cell in view.floor if is_in(cell)]
    grid = grid_of(view.shape)
    whole = {*view.floor} - {*view.blocked}
    near = {side.neighbour for cell in floor for side in grid.sides(cell)}
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
        blocked=tuple(moved(cell) for cell in view.blocked if is_in(cell)),
        walls=tuple(moved_edge(wall) for wall in view.walls if is_on(wall)),
        openings=_moved_edges(view.openings, moved_edge, is_on),
        things=tuple(_moved(thing, moved) for thing in view.things if is_in(thing.at)),
        figures=tuple(_moved(figure, moved) for figure in view.figures if is_in(figure.at)),
        levels=tuple(
            replace(level, cells=tuple(moved(cell) for cell in level.cells if is_in(cell)))
            for level in view.levels
        ),
        cliffs=_moved_edges(view.cliffs, moved_edge, is_on),
        barriers=_moved_edges(view.barriers, moved_edge, is_on),
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
        beyond=tuple(moved(cell) for cell in sorted(near) if cell in whole and not is_in(cell)),
        column_labels=labels[left:right],
        row_labels=numbers[top:bottom],
    )


def _moved(piece: Piece, moved: Callable[[MapCell], MapCell]) -> Piece:
    return replace(piece, at=moved(piece.at), cells=tuple(map(moved, piece.cells)))


def _moved_edges(
    views: Iterable[OnEdge], moved: Callable[[MapEdge], MapEdge], is_on: Callable[[MapEdge], bool]
) -> tuple[OnEdge, ...]:
    return tuple(replace(view, edge=moved(view.edge)) for view in views if is_on(view.edge))
