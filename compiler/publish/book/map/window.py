"""Cut a part out of a map."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import say
from questwright.compiler.publish.book.svg.bases import covered
from questwright.compiler.publish.book.svg.coordinates import column_label
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import (
    BarrierView,
    CliffView,
    FigureView,
    MapArea,
    MapCell,
    MapEdge,
    OpeningView,
    ThingView,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.map import MapView

Span: TypeAlias = tuple[int, int, int, int]
"""First column, column after the last, first row, row after the last."""

_WIDEST, _HIGHEST = 12, 12
"""The most columns and rows of a piece of map beside a text."""
_LONGEST, _FLATTEST = 22, 4
"""The most columns and rows of a piece of map below a text."""

Piece = TypeVar("Piece", ThingView, FigureView)
OnEdge = TypeVar("OnEdge", OpeningView, CliffView, BarrierView)


def piece_of(view: MapView, pieces: Pieces, number: int) -> MapView | None:
    """The part of a map that an area is; None if it would be too large beside a text."""
    desk = pieces.desk
    part = part_of(view, {pieces.at(cell) for cell in each_cell(desk.board.areas[number].cells)})
    columns, rows = (_LONGEST, _FLATTEST) if part.is_wide else (_WIDEST, _HIGHEST)
    is_large = part.columns > columns or part.rows > rows
    if is_large or len(desk.board.areas) == 1:
        return None
    return replace(part, title=say("The map of {area}", area=desk.area_name(number)))


def part_of(view: MapView, cells: Collection[MapCell]) -> MapView:
    """The part of a map that some cells are, and nothing of what lies around them."""
    columns, rows = [cell.column for cell in cells], [cell.row for cell in cells]
    span = min(columns), max(columns) + 1, min(rows), max(rows) + 1
    part = window(view, span, {*cells})
    return replace(
        part,
        levels=tuple(level for level in part.levels if level.cells),
        crossings=tuple(crossing for crossing in part.crossings if crossing.ends),
        seams=(),
    )


def window(view: MapView, span: Span, within: Collection[MapCell] | None = None) -> MapView:
    """The part of a map on a range of columns and rows, or on some cells there."""
    left, right, top, bottom = span

    def is_in(cell: MapCell) -> bool:
        is_there = left <= cell.column < right and top <= cell.row < bottom
        return is_there and (within is None or cell in within)

    def is_shown(piece: ThingView | FigureView) -> bool:
        # A sheet shows whole pieces: others would reach into its margin. They are on another one.
        return is_in(piece.at) if within is not None else all(map(is_in, covered(piece)))

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
    pieces: tuple[ThingView | FigureView, ...] = (*view.things, *view.figures)
    standing = {cell for piece in pieces for cell in covered(piece)}
    areas = [
        MapArea(
            # Where only a door of an area is on a sheet, its label stands on the one beside it.
            ""
            if all(cell in standing for cell in area.cells if is_in(cell)) and _is_cut(area, is_in)
            else area.label,
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
        shape=view.shape.from_row(top),
        floor=tuple(map(moved, floor)),
        blocked=tuple(moved(cell) for cell in view.blocked if is_in(cell)),
        walls=tuple(moved_edge(wall) for wall in view.walls if is_on(wall)),
        openings=_moved_edges(view.openings, moved_edge, is_on),
        things=tuple(_moved(thing, moved) for thing in view.things if is_shown(thing)),
        figures=tuple(_moved(figure, moved) for figure in view.figures if is_shown(figure)),
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


def _is_cut(area: MapArea, is_in: Callable[[MapCell], bool]) -> bool:
    """Whether a part of an area lies outside."""
    return not all(map(is_in, area.cells))


def _moved(piece: Piece, moved: Callable[[MapCell], MapCell]) -> Piece:
    return replace(piece, at=moved(piece.at), cells=tuple(map(moved, piece.cells)))


def _moved_edges(
    views: Iterable[OnEdge], moved: Callable[[MapEdge], MapEdge], is_on: Callable[[MapEdge], bool]
) -> tuple[OnEdge, ...]:
    return tuple(replace(view, edge=moved(view.edge)) for view in views if is_on(view.edge))
