"""What changes facts, and what each change brings, asks for and watches."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.costs import stands_of, who_takes_part
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import (
    NOTHING,
    Has,
    asked_places,
    every,
    facts_asked,
    facts_named,
    parts_of,
    some,
)
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Facts, Need
    from questwright.compiler.verdict.task.task import Deed, Task

HALF: Final = 2
"""Move points are counted in halves: who stands on a cell as a round begins, and not as the one
before it ends, is half a point on."""


class FactChange(NamedTuple):
    """A deed or an event."""

    need: Need
    brings: Facts
    """The facts that hold from then on, and as many places further those that do not."""
    cost: int = 0
    """The halves of a point of a move that it costs."""


class Changes:
    """The deeds of a task, and then its events.

    A fact is told by its index, and that it does not hold by as many places further.
    """

    def __init__(self, task: Task, quest: Quest, system: System) -> None:
        self._count = len(task.facts)
        self._has_points = system.turns.has_points
        self.each = [*self._changes(task)]
        self.bringing: list[list[int]] = [[] for _ in range(2 * self._count)]
        """For each of the facts what brings it about."""
        self.asking: list[list[int]] = [[] for _ in self.bringing]
        """For each of the facts what asks for it."""
        self.watching: list[list[int]] = [[] for _ in task.places]
        """For each place what asks who stands there."""
        self.away: list[int] = []
        """What asks that somebody stands elsewhere."""
        self.doors: Facts = 0
        """That gates are open that are shut at first, and whose opening costs some of a move."""
        self.stands = stands_of(task, quest, system)
        """For each deed the cells on which it is done."""
        self.able = [who_takes_part(deed, task, system) for deed in task.deeds]
        """For each deed those who do it, or help others to do it sooner."""
        self.at: list[dict[Cell, list[int]]] = [{} for _ in quest.party]
        """For each member what it can do, by the cells on which that is done."""
        opened = task.of_sorts(FactSort.OPEN)
        for number, change in enumerate(self.each):
            self.doors |= change.brings & opened & ~task.given if change.cost else 0
            for fact in each_number(change.brings):
                self.bringing[fact].append(number)
            for fact in self.named(change.need):
                self.asking[fact].append(number)
            asked_at = [*asked_places(change.need)]
            if any(asked.is_away for asked in asked_at):
                self.away.append(number)
                for fact in each_number(union(task.fallen)):
                    self.asking[fact].append(number)
            for asked in asked_at:
                for place in each_number(asked.places):
                    self.watching[place].append(number)
        self.through: list[dict[Cells, Need]] = [*_through(task, quest.board, self.stands)]
        """For each deed the gates through which it is done from some cells, as a need."""
        for number, cells in enumerate(self.stands):
            able = [*each_number(self.able[number] & task.everybody)]
            for cell in each_cell(cells):
                for member in able:
                    self.at[member].setdefault(cell, []).append(number)

    def _changes(self, task: Task) -> Iterator[FactChange]:
        for deed in task.deeds:
            cost = deed.moves + (deed.actions if self.takes_points(deed) else 0)
            yield FactChange(deed.needs, deed.brings | deed.removes << self._count, cost * HALF)
        for event in task.events:
            # It is looked at again when its needs are no longer met.
            removed = event.removes | event.live
            yield FactChange(event.needs, event.adds | removed << self._count)

    def takes_points(self, deed: Deed) -> bool:
        """Whether what opens a gate takes of a move what it takes of actions."""
        is_opening = deed.sort in (DeedSort.OPEN, DeedSort.EXPLORE) and deed.effort is None
        return self._has_points and is_opening

    def gate_before(self, deed: int, cell: Cell) -> Need:
        """The gates through which a deed is done from a cell, as a need."""
        known = self.through[deed].items()
        return next((need for cells, need in known if cells >> cell & 1), NOTHING)

    def named(self, need: Need) -> Iterator[int]:
        """The facts of which a need asks that they hold, or that they do not."""
        held, lacked = facts_named(need)
        return each_number(held | lacked << self._count)


def _through(task: Task, board: Board, stands: Sequence[Cells]) -> Iterator[dict[Cells, Need]]:
    """For each deed the areas beyond gates from which it may be done, with what has to be open.

    A figure may be hit from there as soon as a gate is open through which it is attacked.
    """
    gates = task.of_sorts(FactSort.OPEN)
    shut = [
        (task.cells_of(1 << link.first), task.cells_of(1 << link.second))
        for link in task.links
        if not facts_asked(link.needs) & gates
    ]
    for deed, cells in zip(task.deeds, stands, strict=True):
        found: dict[Cells, Need] = {}
        same = [
            own
            for own in task.deeds
            if deed.is_fight and (own.sort, own.id) == (deed.sort, deed.id)
        ]
        here = union(area.cells for area in board.areas if area.cells & deed.cells)
        for area in board.areas if len(same) > 1 else ():
            there = area.cells & cells & ~here
            is_open = any((a & here and b & there) or (b & here and a & there) for a, b in shut)
            asked = [
                _gates_of(own.needs, gates) for own in same if task.cells_of(own.where) & there
            ]
            if there and asked and not is_open and NOTHING not in asked:
                found[there] = some(*asked)
        yield found


def _gates_of(need: Need, gates: Facts) -> Need:
    """What a need surely asks of gates that are open."""
    parts = (part for part in parts_of(need) if isinstance(part, Has) and gates >> part.fact & 1)
    return every(*parts)
