"""Compose the legend of a map: one line for each sort of thing that is on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import (
    BarrierView,
    CliffView,
    Elevation,
    FigureView,
    GridShape,
    LegendEntry,
    LevelView,
    MapCell,
    OpeningView,
    ThingView,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import MapView

Piece: TypeAlias = ThingView | OpeningView | FigureView
Height: TypeAlias = LevelView | CliffView | BarrierView

_SQUARES = grid_of(GridShape.SQUARE).degrees


def legend_of(view: MapView) -> tuple[LegendEntry, ...]:
    """Return the legend of a map: flat things, figures, openings, furniture, in the map's order."""
    flat = [thing for thing in view.things if thing.elevation is Elevation.FLAT]
    standing = [thing for thing in view.things if thing.elevation is not Elevation.FLAT]
    grid = grid_of(view.shape)
    groups = (flat, view.figures, view.openings, standing)
    heights = (view.levels, view.cliffs, view.barriers)
    return (
        *(entry for group in groups for entry in _entries(group, grid)),
        *(entry for group in heights for entry in _uncounted_entries(group)),
    )


def _uncounted_entries(drawn: Iterable[Height]) -> list[LegendEntry]:
    """One entry, without a count, for each name."""
    samples = {item.name: item for item in reversed([*drawn])}
    return [LegendEntry(_without_cells(sample), name) for name, sample in reversed(samples.items())]


def _without_cells(item: Height) -> Height:
    return replace(item, cells=()) if isinstance(item, LevelView) else item


def _entries(drawn: Iterable[Piece], grid: MapGrid) -> list[LegendEntry]:
    samples: dict[tuple[str, str], Piece] = {}
    counts: dict[tuple[str, str], int] = {}
    for item in drawn:
        key = (item.name, item.code if isinstance(item, FigureView) else item.symbol)
        samples.setdefault(key, _sample_of(item, grid))
        counts[key] = counts.get(key, 0) + 1
    return [LegendEntry(sample, key[0], counts[key]) for key, sample in samples.items()]


def _sample_of(item: Piece, grid: MapGrid) -> Piece:
    # Equal samples are drawn once, so a sample must not depend on its place on the map.
    corner = MapCell(0, 0)
    if isinstance(item, OpeningView):
        return item
    if isinstance(item, ThingView):
        # A sample is drawn in a square, which cannot show all facings of hexes.
        is_square = item.facing is None or grid.degrees[item.facing] == _SQUARES[item.facing]
        return replace(item, at=corner, facing=item.facing if is_square else None, cells=())
    return replace(item, at=corner, facing=None, cells=())
