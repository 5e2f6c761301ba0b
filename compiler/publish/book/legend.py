"""The legend of a map: one line for each sort of thing that is on it, and none for any other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from compiler.publish.book.view_map import (
    Cell,
    Elevation,
    FigureView,
    LegendEntry,
    OpeningView,
    ThingView,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compiler.publish.book.view_map import Drawn, MapView


def legend_of(view: MapView) -> tuple[LegendEntry, ...]:
    """Return the legend of a map: flat things, figures, openings, furniture, in the map's order."""
    flat = [thing for thing in view.things if thing.elevation is Elevation.FLAT]
    standing = [thing for thing in view.things if thing.elevation is not Elevation.FLAT]
    return (*_entries(flat), *_entries(view.figures), *_entries(view.openings), *_entries(standing))


def _entries(drawn: Iterable[Drawn]) -> list[LegendEntry]:
    samples: dict[tuple[str, str], Drawn] = {}
    counts: dict[tuple[str, str], int] = {}
    for item in drawn:
        key = (item.name, item.code if isinstance(item, FigureView) else item.symbol)
        samples.setdefault(key, _moved(item))
        counts[key] = counts.get(key, 0) + 1
    return [LegendEntry(sample, key[0], counts[key]) for key, sample in samples.items()]


def _moved(item: Drawn) -> Drawn:
    # Equal samples are drawn once, wherever on the map they come from.
    corner = Cell(0, 0)
    if isinstance(item, OpeningView):
        return item
    if isinstance(item, ThingView):
        return replace(item, at=corner)
    return replace(item, at=corner, facing=None)
