"""Compose the table of movers for the designer: when each sort of figure reaches each area."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.terrain import closed_in_words
from questwright.compiler.language import say
from questwright.compiler.movers import movers_of
from questwright.compiler.movers.model import NEVER
from questwright.compiler.publish.book.view.annex import MoverRow, MoverTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.movers import Mover, MoverState
    from questwright.compiler.publish.book.desk.desk import Desk

_WIDEST = 12
"""The most areas that a table has columns for."""
_KEPT = 8
"""The most cells that a note names."""


def movers_table(desk: Desk) -> tuple[MoverTable, ...]:
    """The turn in which each sort of figure first reaches each area, `_WIDEST` areas a table."""
    if not desk.system.moves:
        return ()
    movers = movers_of(desk.quest, desk.system)
    return tuple(_tables(desk, movers)) if movers else ()


def _tables(desk: Desk, movers: tuple[Mover, ...]) -> Iterator[MoverTable]:
    # Tables that are about as wide as each other, rather than a last one of a single area.
    tables = ceil(len(desk.order) / _WIDEST)
    wide = ceil(len(desk.order) / tables)
    for first in range(0, len(desk.order), wide):
        areas = desk.order[first : first + wide]
        rows = [
            MoverRow(
                listed_in_words(kind.title for kind in mover.kinds) if not number else "",
                state.state.title,
                state.move,
                tuple(_turn(state.areas[area]) for area in areas),
                _note(desk, mover, number, state) if not first else "",
            )
            for mover in movers
            for number, state in enumerate(mover.states)
        ]
        yield MoverTable(tuple(desk.labels[area] for area in areas), tuple(rows))


def _turn(turn: int) -> str:
    return "–" if turn == NEVER else str(turn)


def _note(desk: Desk, mover: Mover, number: int, state: MoverState) -> str:
    """Which terrain is closed to a mover in this state, and where a wound keeps it."""
    before = mover.states[number - 1].closed if number else ()
    is_to_party = mover.side == desk.system.party.word
    closed = [
        closed_in_words(terrain, desk.quest, is_to_party=is_to_party)
        for terrain in state.closed
        if terrain not in before
    ]
    notes = [say("{terrain} closed", terrain=listed_in_words(closed))] if closed else []
    if state.kept:
        cells = desk.board.names(state.kept, _KEPT)
        notes.append(say("no way back from {cells}", cells=cells))
    return "; ".join(notes)
