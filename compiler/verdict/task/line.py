"""A line of play as it is told at the table: who does what, and over which cells."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.task.task import DeedSort


class Told(NamedTuple):
    """One step of a line."""

    sort: DeedSort
    """BEGIN, WALK, JUMP, CROSS, HAND, WAIT, EVENT, or the sort of the deed that is done."""
    who: int = -1
    """The index of the member who does it; -1 with WAIT and EVENT."""
    deed: int = -1
    """The index of the deed in the task; -1 if it is none."""
    event: int = -1
    """With EVENT, the index of the event in the task."""
    path: tuple[Cell, ...] = ()
    """The cells that the member steps on, in order: with BEGIN the one on which it is set up,
    with JUMP and CROSS the one to which it comes."""
    item: int = -1
    """With HAND, the fact that the party has the item."""
    has: tuple[int, ...] = ()
    """With BEGIN, the same of the items that the member was given before."""
    to: int = -1
    """With HAND, the index of the member who gets it."""
    gains: tuple[tuple[int, ...], ...] = ()
    """With EVENT, for each of its gifts who gets it: one member, or one of several, or nobody."""
    gets: tuple[tuple[int, int], ...] = ()
    """With EVENT, what it gives to the party: the fact of each item, and the member who has it."""
    buried: tuple[int, ...] = ()
    """With EVENT, the members who are buried by it."""
    finds: tuple[int, ...] = ()
    """With a deed, the indices of what comes with it, of all that it may bring."""
    crossing: str = ""
    """With CROSS, the id of the crossing."""
    portals: tuple[str, ...] = ()
    """With WALK, the ids of the portals that the member steps on, in order."""
    is_clear: bool = False
    """With WALK, whether the member steps clear of a cell that closes."""
    rounds: int = 0
    """With CROSS, how many rounds it takes; 0 if it costs move points."""
    joined: tuple[tuple[int, int], ...] = ()
    """With DEFEAT, who else attacks: the index of each member, and of the deed that it does so."""


def each_step(told: Iterable[Told]) -> Iterator[tuple[Told, Mapping[int, Cell]]]:
    """Each step of a line, with the cells on which members stand before it."""
    cells: dict[int, Cell] = {}
    for step in told:
        yield step, cells
        if step.path:
            cells[step.who] = step.path[-1]


def straight(path: Sequence[Cell]) -> tuple[Cell, ...]:
    """A path without the rounds that lead back to a cell of it."""
    found: list[Cell] = []
    for cell in path:
        if cell in found:
            del found[found.index(cell) :]
        found.append(cell)
    return tuple(found)


def going_along(told: Iterable[Told], quest: Quest) -> Iterator[bool]:
    """For each step of a line whether somebody goes aboard a vessel in it that another rows."""
    vessels = {own.id: Vessel(own, {}) for own in quest.board.crossings if own.is_rowed}
    for step, cells in each_step(told):
        if step.deed >= 0:
            for vessel in vessels.values():
                vessel.lie()
        rowed = vessels.get(step.crossing)
        yield rowed is not None and rowed.is_joined(cells[step.who], step.path[-1])


class Vessel:
    """A vessel, as it lies at one of its landings, where somebody has rowed it."""

    def __init__(self, crossing: Crossing, departures: dict[int, int]) -> None:
        """``departures`` has for each trip the round before which it does not set off."""
        self._crossing = crossing
        self._departures = departures
        self._trip = -1
        """The number of the last trip, among those of all vessels."""
        self._way = (-1, -1)
        """The ends of a trip on which others may go along."""
        self._aboard = 0
        self._round = 1
        """The round since which it lies at its end."""

    def boarded(self, near: Cell, far: Cell, late: int) -> int:
        """The round in which somebody who is there in one sets off in it, aboard or rowing."""
        way = self._crossing.end_at(near), self._crossing.end_at(far)
        if not self.takes_along(near, far):
            self._trip = self._crossing.origin.start << 16 | (self._trip & 0xFFFF) + 1
            self._way, self._aboard = way, 0
            late = max(late, self._round)
        self._aboard += 1
        left = max(late, self._departures.get(self._trip, 1))
        self._departures[self._trip] = left
        self._round = left + self._crossing.rounds_between(*way)
        return left

    def takes_along(self, near: Cell, far: Cell) -> bool:
        """Whether somebody who sets off in it now goes along on a trip of another."""
        way = self._crossing.end_at(near), self._crossing.end_at(far)
        seats = self._crossing.kind.seats
        return way == self._way and (seats is None or self._aboard < seats)

    def is_joined(self, near: Cell, far: Cell) -> bool:
        """Whether somebody who sets off in it goes along on a trip of another."""
        goes_along = self.takes_along(near, far)
        self.boarded(near, far, 0)
        return goes_along

    def lie(self) -> None:
        """Something is done while it lies there: nobody else was aboard."""
        self._way = (-1, -1)
