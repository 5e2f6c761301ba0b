"""Which sheets of a map stand on a page together.

Takes the sheets on which a map is printed larger. Returns them page by page: two or more of one
map stand one below the other where they fit upright, and are large enough to play from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.grid import UNIT
from questwright.compiler.publish.book.svg.paper import (
    UPRIGHT,
    Paper,
    is_legible,
    page_of,
    size_of,
)
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.publish.book.view.map import MapView

_HEADING_MM: Final = 16.0
"""The room of a heading further down on a page, and of what parts it from the map above."""


class SheetPage(NamedTuple):
    """A page with maps: which of the sheets, and the room of each."""

    sheets: tuple[int, ...]
    papers: tuple[Paper, ...]


def leaves_of(sheets: Sequence[MapView]) -> tuple[SheetPage, ...]:
    """The pages of sheets, in the order of the first sheet of each."""
    groups: list[list[int]] = []
    for number in range(len(sheets)):
        joined = (group for group in groups if _papers([sheets[n] for n in (*group, number)]))
        group = next(joined, None)
        if group is None:
            groups.append([number])
        else:
            group.append(number)
    return tuple(_leaf(group, sheets) for group in groups)


def _leaf(group: Sequence[int], sheets: Sequence[MapView]) -> SheetPage:
    maps = [sheets[number] for number in group]
    papers = _papers(maps) if len(group) > 1 else (page_of(maps[0]),)
    return SheetPage(tuple(group), papers)


def _papers(maps: Sequence[MapView]) -> tuple[Paper, ...]:
    """The room of each of several maps, in one scale; none if they are too large for a page."""
    sizes = [size_of(view) for view in maps]
    high = UPRIGHT.high - _HEADING_MM * (len(maps) - 1)
    scale = min(
        UPRIGHT.wide / max(wide for wide, _ in sizes),
        high / sum(tall for _, tall in sizes),
        UPRIGHT.cell / UNIT,
    )
    if not all(is_legible(view, scale) for view in maps):
        return ()
    return tuple(Paper(wide * scale, tall * scale, UPRIGHT.cell) for wide, tall in sizes)
