"""Who gets where, as a table for the designer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.movers import movers_of
from questwright.compiler.movers.model import NEVER
from questwright.compiler.publish.book.view.book import MoverRow, MoverTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.movers import Mover, MoverState
    from questwright.compiler.publish.book.desk.desk import Desk

_WIDEST = 10
"""Areas of which a page has a column each."""
_KEPT = 8
"""Cells that are named in a note."""


def movers_table(desk: Desk) -> tuple[MoverTable, ...]:
    """The turn in which each sort of figure comes to each area; so many areas a table."""
    if not desk.system.moves:
        return ()
    movers = movers_of(desk.quest, desk.system)
    return tuple(_tables(desk, movers)) if movers else ()


def _tables(desk: Desk, movers: tuple[Mover, ...]) -> Iterator[MoverTable]:
    for first in range(0, len(desk.order), _WIDEST):
        areas = desk.order[first : first + _WIDEST]
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
    """What is closed to them, and where a wound keeps them."""
    before = mover.states[number - 1].closed if number else ()
    closed = [one.title for one in state.closed if one not in before]
    notes = [f"{listed_in_words(closed)} closed"] if closed else []
    if state.kept:
        notes.append(f"kept at {desk.board.names(state.kept, _KEPT)}")
    return "; ".join(notes)
