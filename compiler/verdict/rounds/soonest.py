"""What has come about by some round, and who is where by then, at the earliest."""

from __future__ import annotations

from questwright.compiler.verdict.rounds.when import NEVER, the_last
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import At, Carried, Has, Lacks, Never

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.rounds.movers import MemberPace
    from questwright.compiler.verdict.task.need import Leaf, Members
    from questwright.compiler.verdict.task.task import Task


class Soonest:
    """The round before which nothing is so; `NEVER` where it is not known to come about."""

    def __init__(
        self, task: Task, movers: Sequence[MemberPace], changes: int, there: Members
    ) -> None:
        """The time of so many changes of a task, for the members who are ``there``."""
        self._task, self._movers, self._there = task, movers, there
        self.late = [NEVER] * changes
        """For each deed and event the round in which it comes about."""
        self._count = len(task.facts)
        self._given = task.given | union(event.adds for event in task.events)
        self._given |= union(gift.item for gift in task.gifts)
        every = task.given | (~task.given & (1 << self._count) - 1) << self._count
        self.facts = [1 if every >> n & 1 else NEVER for n in range(2 * self._count)]
        """Since when a fact may hold at the earliest, and then since when it may not."""
        self.near: list[dict[Cell, int]] = [{} for _ in movers]
        """For each member how far it has moved when it stands on a cell, waiting counted."""
        self.soon: list[dict[Cell, int]] = [{} for _ in movers]
        """For each member the round before which it does not stand there, however far it moves."""
        self.places = [[NEVER] * len(task.places) for _ in movers]
        """For each member the round before which it is in no place."""
        self.gone = [NEVER for _ in movers]
        """For each member the round in which it first sets out by a crossing, and is nowhere."""
        for begin in task.begins:
            for member, places in enumerate(self.places):
                if begin.cell < 0 and (begin.who & there) >> member & 1:
                    places[begin.place] = 1

    def there(self, member: int, cell: Cell) -> tuple[int, int]:
        """How far a member has moved when it stands on a cell, and in which round."""
        moved = self.near[member][cell]
        return moved, max(self.soon[member][cell], self._movers[member].round(moved))

    def since(self, leaf: Leaf) -> int:
        """Before which round it is not so what a leaf of a need asks for."""
        match leaf:
            case Has(fact):
                return self.facts[fact]
            case Lacks(fact):
                return self.facts[fact + self._count]
            case Carried():
                return self._carried(leaf)
            case At():
                able = [member for member in range(len(self.places)) if leaf.who >> member & 1]
                late = the_last(self.wanted(leaf), (self._at(leaf, own) for own in able))
                return min(late, max(map(self._lost, able))) if leaf.is_away and able else late
            case Never():
                return NEVER

    def _lost(self, member: int) -> int:
        fallen = self._task.fallen[member]
        return self.facts[fallen.bit_length() - 1] if fallen else NEVER

    def _at(self, at: At, member: int) -> int:
        own = self.places[member]
        there = min((own[n] for n in each_number(at.places)), default=NEVER)
        return min(there, self.gone[member]) if at.is_away else there

    def _carried(self, leaf: Carried) -> int:
        """Who is given an item may have it before coming into play; nobody else does."""
        had = self.facts[leaf.fact]
        if self.is_given(leaf.fact):
            return had
        able = (mover.first for mover in self._movers if leaf.who >> mover.member & 1)
        return max(had, min(able, default=NEVER))

    def is_given(self, item: int) -> bool:
        """Whether somebody may get an item wherever it is."""
        return bool(self._given >> item & 1)

    def wanted(self, at: At) -> int:
        """How many have to stand there, if all are lost who may be."""
        who, fallen = at.who & self._there, enumerate(self._task.fallen)
        return at.wanted(sum(1 for n, fact in fallen if who >> n & 1 and not fact))
