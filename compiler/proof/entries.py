"""Where the members of a party come into play: at once, or later from off the board."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from compiler.model.board import Cell, Cells, each_cell
from compiler.model.phrases import listed_in_words
from compiler.model.seats import seated
from compiler.proof.problem import EVERYBODY, NOTHING, All, By, Link, PlaceInfo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compiler.model.quest import Entry
    from compiler.proof.linking import Linking
    from compiler.proof.problem import Members, Places, Problem


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


def begun_by(entries: Iterable[Entry], word: str) -> Cells:
    """The squares on which a member may begin in the first round."""
    found = 0
    for entry in entries:
        found |= entry.cells if entry.round == 1 and word in entry.who else 0
    return found


def assigned(problem: Problem, *, is_begun: bool = True) -> Iterator[tuple[Places, ...]]:
    """Each way to set up members who may not all begin everywhere: a place for each.

    Somebody is there in the first round, unless all may come later.
    """
    comers = problem.comers or (EVERYBODY,) * len(problem.starts)
    outside = sum(1 << n for n, place in enumerate(problem.places) if not place.cells)
    squares = list(enumerate(zip(problem.starts, comers, strict=True)))
    choices = [
        sorted({place for _, (place, comers) in squares if comers >> number & 1})
        for number in range(problem.party)
    ]
    for chosen in product(*choices):
        if is_begun and not any(place & ~outside for place in chosen):
            continue
        wishes = [
            [square for square, (at, comers) in squares if at == place and comers >> number & 1]
            for number, place in enumerate(chosen)
        ]
        if len(seated(wishes)) == len(chosen):
            yield chosen


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
