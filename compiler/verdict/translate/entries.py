"""Where the members of a party come into play: at once, or later from off the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import IMPOSSIBLE
from questwright.compiler.verdict.task.task import Begin, Link, Place
from questwright.compiler.verdict.translate.asking import from_round

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Entry
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.translate.builder import Builder


def come_in(to: Builder) -> None:
    """The cells to begin on, and who begins there.

    Who comes later waits in a place off the board, from which a step leads onto it in time.
    """
    begun: dict[Cell, Members] = {}
    for entry in to.quest.entries:
        who = sum(to.ground.members[word] for word in entry.who)
        cells = entry.cells & to.ground.walkable
        if entry.round == 1:
            for cell in each_cell(cells):
                begun[cell] = begun.get(cell, 0) | who
        elif who and cells:
            _wait_outside(to, entry, who)
    to.begins[:0] = [Begin(to.place_of(cell), begun[cell], cell) for cell in sorted(begun)]


def _wait_outside(to: Builder, entry: Entry, who: Members) -> None:
    """A place to wait in until a round; nobody comes back to it."""
    number = len(to.places)
    to.places.append(Place(-1, 0))
    to.outside |= 1 << number
    later = from_round(entry.round, entry.origin, to)
    title = entry.title or "the edge of the board"
    for place in each_number(to.places_of(entry.cells)):
        link = Link(number, place, later, title, entry.origin, who, is_one_way=True)
        to.links.append(link._replace(things=IMPOSSIBLE))
    to.begins += [Begin(number, who)] * len(entry.who)
