"""The legend of a map: one line for each sort of thing that is on it, and none for any other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from compiler.publish.book.map_geometry import grid_of
from compiler.publish.book.view_map import (
    Cell,
    Elevation,
    FigureView,
    GridShape,
    LegendEntry,
    OpeningView,
    ThingView,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compiler.publish.book.map_grid import Grid
    from compiler.publish.book.view_map import Drawn, MapView

_SQUARES = grid_of(GridShape.SQUARE).degrees


def legend_of(view: MapView) -> tuple[LegendEntry, ...]:
    """Return the legend of a map: flat things, figures, openings, furniture, in the map's order."""
    flat = [thing for thing in view.things if thing.elevation is Elevation.FLAT]
    standing = [thing for thing in view.things if thing.elevation is not Elevation.FLAT]
    grid = grid_of(view.shape)
    groups = (flat, view.figures, view.openings, standing)
    return tuple(entry for group in groups for entry in _entries(group, grid))


def _entries(drawn: Iterable[Drawn], grid: Grid) -> list[LegendEntry]:
    samples: dict[tuple[str, str], Drawn] = {}
    counts: dict[tuple[str, str], int] = {}
    for item in drawn:
        key = (item.name, item.code if isinstance(item, FigureView) else item.symbol)
        samples.setdefault(key, _moved(item, grid))
        counts[key] = counts.get(key, 0) + 1
    return [LegendEntry(sample, key[0], counts[key]) for key, sample in samples.items()]


def _moved(item: Drawn, grid: Grid) -> Drawn:
    # Equal samples are drawn once, wherever on the map they come from.
    corner = Cell(0, 0)
    if isinstance(item, OpeningView):
        return item
    if isinstance(item, ThingView):
        # A sample is drawn in a square: what no square can face is drawn unturned.
        is_square = item.facing is None or grid.degrees[item.facing] == _SQUARES[item.facing]
        return replace(item, at=corner, facing=item.facing if is_square else None, cells=())
    return replace(item, at=corner, facing=None, cells=())
