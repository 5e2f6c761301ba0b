"""About how many rounds each member of a line has played by then."""

from __future__ import annotations

from math import ceil

from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import facts_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.floor import Floor
    from questwright.compiler.verdict.translate.stride import Stride


class Tally:
    """What each member has walked and done, and since when facts hold because of that."""

    def __init__(self, task: Task, floor: Floor) -> None:
        self._task = task
        self.are_in_turn = False
        """In a round members go on after what others have brought about in it."""
        self._floor = floor
        self._spent = [0] * task.party
        """What each member has walked, in points of a move."""
        self._done: list[list[int]] = [[] for _ in range(task.party)]
        """The deeds that each member has done."""
        self._since: dict[int, tuple[float, int]] = {}
        """About how many rounds whoever brought a fact about had played by then, and who did."""
        self._left: dict[tuple[int, Cell], Facts] = {}
        """What held as a member left a cell last."""

    def step(self, member: int, stride: Stride, here: Cell, facts: Facts) -> bool:
        """A member takes a step; whether the same holds as when it has left that cell last."""
        self._spent[member] += self._cost(member, stride)
        self._left[member, here] = facts
        return self._left.get((member, stride.to)) == facts

    def do(self, number: int, member: int) -> None:
        """A member does a deed; -1 for nobody in particular."""
        if member >= 0:
            self._done[member].append(number)

    def bring(self, facts: Facts, member: int) -> None:
        """A member has brought facts about; -1 for nobody in particular."""
        late = self.late(member, (), is_acting=False) if member >= 0 else 0
        for fact in each_number(facts):
            self._since[fact] = late, member

    def late(self, member: int, way: Iterable[Stride], *, is_acting: bool) -> float:
        """About how many rounds a member has played after a way more, and an action."""
        return max(self._walked(member, way), len(self._done[member]) + is_acting)

    def late_for_fight(self, member: int, way: Iterable[Stride]) -> float:
        """The same with an attack, where nothing but actions counts as such."""
        done = (self._task.deeds[number] for number in self._done[member])
        acted = sum(deed.actions or int(deed.is_fight) for deed in done)
        return max(self._walked(member, way), acted + 1)

    def _walked(self, member: int, way: Iterable[Stride]) -> float:
        """About how many rounds a member has walked after a way more."""
        spent: float = self._spent[member]
        pace = self._floor.pace[member]
        for stride in way:
            asked = facts_named(stride.access.need)[0]
            since = (self._since_when(fact, member) for fact in each_number(asked))
            spent = max(spent, pace * max(since, default=0)) + self._cost(member, stride)
        return spent / pace

    def _since_when(self, fact: int, member: int) -> float:
        """About how many rounds a member has played when a fact has come about."""
        late, doer = self._since.get(fact, (0, member))
        return late if member == doer or not self.are_in_turn else max(0, ceil(late) - 1)

    def _cost(self, member: int, stride: Stride) -> int:
        floor = self._floor
        return floor.pace[member] * stride.rounds or floor.cost(stride, member)
