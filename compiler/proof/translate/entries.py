"""Where the members of a party come into play: at once, or later from off the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.grid.cells import Cell, each_cell
from questwright.compiler.proof.task.condition import NOTHING, All, By
from questwright.compiler.proof.task.task import Link, PlaceInfo

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Entry
    from questwright.compiler.proof.task.condition import Members, Places
    from questwright.compiler.proof.translate.moves import Linking


def come_in(posing: Linking) -> tuple[tuple[Places, ...], tuple[Members, ...]]:
    """The place of each square to begin on, and who begins there; nobody by name where all may.

    Who comes later waits in a place off the board, from which a step leads onto it in time.
    """
    quest = posing.quest
    everybody = sum(posing.members.values())
    begun: dict[Cell, Members] = {}
    later: list[tuple[Places, Members]] = []
    for entry in quest.entries:
        who = sum(posing.members[word] for word in entry.who)
        cells = entry.cells & posing.walkable
        if entry.round == 1:
            for cell in each_cell(cells):
                begun[cell] = begun.get(cell, 0) | who
        elif who and cells:
            later += [(_off_the_board(posing, entry, who), who)] * len(entry.who)
    order = sorted(begun)
    starts = [*(posing.places_of(1 << cell) for cell in order), *(place for place, _ in later)]
    comers = [*(begun[cell] for cell in order), *(who for _, who in later)]
    if not later and all(who == everybody for who in comers):
        comers = []
    return tuple(starts), tuple(comers)


def _off_the_board(posing: Linking, entry: Entry, who: Members) -> Places:
    """A place to wait in until a round; nobody comes back to it."""
    number = len(posing.places)
    posing.places.append(PlaceInfo(-1, 0))
    posing.outside |= 1 << number
    later = posing.from_round(entry.round, entry.origin)
    titles = [kind.title for kind in posing.quest.party if kind.word in entry.who]
    only = By(who, f"only {listed_in_words(titles, 'or')} comes here", entry.origin)
    for other, place in enumerate(posing.places):
        if place.cells & entry.cells:
            is_all = who == sum(posing.members.values())
            needs = All((later, NOTHING if is_all else only))
            title = entry.title or "the edge of the board"
            posing.links.append(Link(number, other, needs, title, entry.origin, is_one_way=True))
    return 1 << number
