"""Compose the crossings of a quest for its map, its legend and its areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.geometry.crossings import crossing_in_words
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import say
from questwright.compiler.publish.book.view.map import CrossingView, LegendEntry, ThingView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces

_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def crossings_of(pieces: Pieces) -> tuple[CrossingView, ...]:
    """The crossings of the map, numbered in Roman numerals."""
    desk = pieces.desk
    return tuple(
        CrossingView(
            roman(number),
            crossing.title,
            tuple(pieces.at(_anchor(end, pieces)) for end in crossing.ends),
            crossing.kind.is_one_way,
            tuple(map(pieces.at, crossing.over)),
        )
        for number, crossing in enumerate(desk.board.crossings, 1)
    )


def crossing_things(pieces: Pieces) -> Iterator[ThingView]:
    """The symbol of each crossing at those of its ends where nothing else stands.

    A vessel, and a crossing that leads one way, have it at their first end only.
    """
    desk = pieces.desk
    taken = sum(1 << cell for thing in desk.quest.things for cell in thing.cells)
    for crossing in desk.board.crossings:
        ends = (
            crossing.ends[:1]
            if crossing.kind.is_vessel or crossing.kind.is_one_way
            else crossing.ends
        )
        for cell in (_anchor(end, pieces) for end in ends):
            if crossing.kind.symbol and not taken >> cell & 1:
                taken |= 1 << cell
                yield ThingView(crossing.kind.symbol, crossing.kind.title, pieces.at(cell))


def crossing_entries(pieces: Pieces) -> tuple[LegendEntry, ...]:
    """The legend's entry for each crossing, with who may take it and how long it takes."""
    views = crossings_of(pieces)
    return tuple(
        LegendEntry(view, crossing.title, note=crossing_note(crossing, pieces.desk))
        for view, crossing in zip(views, pieces.desk.board.crossings, strict=True)
    )


def crossing_note(crossing: Crossing, desk: Desk) -> str:
    """How long a crossing takes, who may take it, and where a vessel lies at first, in words."""
    note = crossing_in_words(crossing, desk.quest.party, desk.system)
    if crossing.kind.is_vessel and crossing.ends:
        lies = say("it lies at {cells} at first", cells=desk.cells(crossing.ends[0]))
        return f"{note}, {lies}"
    return note


def roman(value: int) -> str:
    """A whole number in Roman numerals."""
    numeral = ""
    for worth, letters in _ROMAN:
        while value >= worth:
            numeral += letters
            value -= worth
    return numeral


def _anchor(end: Cells, pieces: Pieces) -> Cell:
    """The square of an end that is nearest to its middle."""
    cells = list(each_cell(end))
    stride = pieces.desk.board.stride
    rows, columns = zip(*(divmod(cell, stride) for cell in cells), strict=True)
    middle = sum(rows) / len(cells), sum(columns) / len(cells)
    return min(
        cells,
        key=lambda cell: (
            (cell // stride - middle[0]) ** 2 + (cell % stride - middle[1]) ** 2,
            cell,
        ),
    )
