"""The table at one moment of a line: who stands on which cell, and what has been told so far."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.decide.simplify import harmless_facts
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.line import Told
from questwright.compiler.verdict.task.need import All, Has, holds
from questwright.compiler.verdict.task.task import DeedSort, left_over

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.rules.play import Play
    from questwright.compiler.verdict.rules.state import End, State
    from questwright.compiler.verdict.task.need import Facts, Need
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.floor import Floor, Stride

_OPENING = 3
"""How many cells one walks round before one opens a door for a shorter way."""
_FIGHT = 20
"""The same before one fights."""
_NOISE = 100
"""The same where something comes of it, though nothing that matters to the verdict."""
_TRIES = 3
"""How often one opens a gate for one step."""
_FAR = 100
"""The same for each round that a crossing takes."""
_LAST = 1000
"""The same for a jump, and for a gate that may fall shut: one takes another way that there is."""
_PACE = 5
"""About how many cells a member walks in a round."""
OFF = -1
"""Where a member stands who is not on the board."""


class Leg(NamedTuple):
    """One step of a way, and what has to be opened or beaten first."""

    stride: Stride
    first: tuple[int, ...]
    """The indices of deeds that are done before, from the cell that the step leads from."""
    doer: int
    """Who does them: whoever stands on that cell, or the member who walks."""


class LostWayError(Exception):
    """A line cannot be told."""


class TableTop:
    """A line being told."""

    def __init__(
        self,
        task: Task,
        floor: Floor,
        play: Play,
        begin: State,
        harmless: Facts,
        asked: Facts = 0,
    ) -> None:
        """The table as play begins.

        On the way members open and beat what the line does not speak of: facts that are
        ``harmless``, and of which none is ``asked`` for.
        """
        self.task = task
        self.floor = floor
        self._play = play
        self.state = begin
        self.cells: list[Cell] = [OFF] * task.party
        self._spent = [0] * task.party
        """What each member has walked, in points of a move."""
        self.told: list[Told] = []
        self.end: End | None = None
        self._quiet: Facts = harmless_facts(task)
        """The facts of which nothing comes that does any harm."""
        self.shared: Cells = 0
        """The cells over which members leave the board, one after the other."""
        for number in each_number(left_over(task)):
            self.shared |= task.places[number].cells
        self._closing: Facts = sum({1 << p.clear for p in task.places if p.clear >= 0})
        self._openers: dict[int, list[int]] = {}
        for number, deed in enumerate(task.deeds):
            is_free = not deed.removes and not deed.carries
            if is_free and deed.where and not deed.adds & ~harmless:
                for fact in each_number(deed.adds & ~asked):
                    self._openers.setdefault(fact, []).append(number)

    def is_over(self) -> bool:
        """Whether play has ended."""
        return self.end is not None

    # -- what happens -----------------------------------------------------------------------

    def settle(
        self, states: Collection[State], fits: Callable[[State], bool] | None = None
    ) -> None:
        """Let happen what happens by itself; of several ways the one that is meant."""
        outcomes = list(self._play.settled(states, is_wide=False))
        if not outcomes:
            raise LostWayError
        meant = next((o for o in outcomes if fits is not None and fits(o.state)), outcomes[0])
        before = self.state.facts
        for state in states:
            before |= state.facts
        self.state, self.end = meant.state, meant.end
        for event in meant.events:
            before |= self.task.events[event].adds
            self.told.append(Told(DeedSort.EVENT, event=event))
        self._follow(before)

    def _follow(self, before: Facts) -> None:
        """Who has stepped clear, or is lost, stands elsewhere now; these facts held before."""
        for member, own in enumerate(self.state.where):
            cell = self.cells[member]
            if not own:
                self.cells[member] = OFF
            elif cell >= 0 and not own >> self.floor.place(cell) & 1:
                to = self._stepped_clear(member, cell, before)
                self.cells[member] = to
                self.told.append(Told(DeedSort.WALK, member, path=(to,)))
        self.state = self.state._replace(
            where=tuple(
                1 << self.floor.place(cell) if cell >= 0 else own
                for cell, own in zip(self.cells, self.state.where, strict=True)
            )
        )

    def _stepped_clear(self, member: int, cell: Cell, before: Facts) -> Cell:
        """Where a member has stepped from a cell that closed; that may have closed in turn."""
        own, floor = self.state.where[member], self.floor
        clear = self.task.places[floor.place(cell)].clear
        facts = self.state.facts | (1 << clear if clear >= 0 else 0)
        for known in (facts, facts | before, facts | self._closing | before):
            waiting = [cell]
            for here in waiting:
                near = [
                    stride.to
                    for stride in floor.strides(here)
                    if stride.access.who >> member & 1
                    and stride.sort is DeedSort.WALK
                    and holds(stride.access.need, known, (), ())
                ]
                for to in near:
                    if own >> floor.place(to) & 1 and to not in self.cells:
                        return to
                waiting += [
                    to
                    for to in near
                    if to not in waiting and self.task.places[floor.place(to)].clear >= 0
                ]
        raise LostWayError

    def do(self, number: int, member: int, fits: Callable[[State], bool] | None = None) -> None:
        """A member does a deed where it stands; -1 for nobody in particular."""
        deed = self.task.deeds[number]
        self.told.append(Told(deed.sort, member, number))
        for act, after in self._play.acts(number, self.state, by_each=True):
            if act.member == member:
                self.settle(after, fits)
                return
        raise LostWayError

    def begin(self, member: int, cell: Cell) -> None:
        """A member is set up."""
        self.cells[member] = cell
        self.told.append(Told(DeedSort.BEGIN, member, path=(cell,)))

    def walk(
        self, member: int, way: Sequence[Leg], fits: Callable[[State], bool] | None = None
    ) -> bool:
        """A member walks a way, opening and beating what is in the way first.

        Nobody stays on the cell of a friend: what is in the way beyond, the friend opens before.
        Returns whether that was the way: what is opened may close another gate of it.
        """
        for number, leg in enumerate(way):
            if not self.is_passing(member):
                ahead = number
                while ahead == number or (
                    ahead < len(way) and self.taken(member) >> way[ahead - 1].stride.to & 1
                ):
                    self._open(way[ahead])
                    ahead += 1
                need = leg.stride.access.need
                if (
                    not self.is_over()
                    and self.cells[member] >= 0
                    and not holds(need, self.state.facts, (), ())
                ):
                    return False
            if self.is_over():
                return True
            self._step(member, leg.stride, fits if number == len(way) - 1 else None)
            if self.is_over():
                return True
        return True

    def _open(self, leg: Leg) -> None:
        if self.cells[leg.doer] < 0:
            return
        for _ in range(_TRIES):
            # What is opened may fall shut again, once.
            first = self.opened(leg.stride.access.need, self.cells[leg.doer], leg.doer)
            for number in first or ():
                if not self.is_over():
                    self.do(number, leg.doer)
            if not first or self.is_over():
                return

    def taken(self, but: int = -1) -> Cells:
        """The cells on which nobody may end a move, as some other than one stand there."""
        found = 0
        for member, cell in enumerate(self.cells):
            found |= 1 << cell if member != but and cell >= 0 else 0
        return found & ~self.shared

    def is_passing(self, member: int) -> bool:
        """Whether a member is on the cell of a friend, and has to go on."""
        return self.cells[member] >= 0 and bool(self.taken(member) >> self.cells[member] & 1)

    def follow(self, member: int, cell: Cell, told: Told) -> None:
        """A member takes the step that a line tells, onto a cell."""
        here = self.cells[member]
        stride = next(
            (
                stride
                for stride in self.floor.strides(here)
                if (stride.to, stride.sort, stride.crossing) == (cell, told.sort, told.crossing)
                and stride.access.who >> member & 1
                and holds(stride.access.need, self.state.facts, (), ())
            ),
            None,
        )
        if stride is None:
            raise LostWayError
        self._step(member, stride, None)

    def _step(self, member: int, stride: Stride, fits: Callable[[State], bool] | None) -> None:
        was_off = self.cells[member] < 0
        self.cells[member] = stride.to
        self._spent[member] += self._cost(member, stride)
        last = self.told[-1] if self.told else None
        is_walk = stride.sort is DeedSort.WALK and not stride.counts
        if was_off:
            self.told.append(Told(DeedSort.BEGIN, member, path=(stride.to,)))
        elif is_walk and last is not None and (last.sort, last.who) == (DeedSort.WALK, member):
            self.told[-1] = last._replace(path=(*last.path, stride.to))
        else:
            crossing = stride.crossing
            step = Told(
                stride.sort, member, path=(stride.to,), crossing=crossing, rounds=stride.rounds
            )
            self.told.append(step)
        where = list(self.state.where)
        where[member] = 1 << self.floor.place(stride.to)
        facts = self._play.counted(self.state.facts, [stride.counts] * bool(stride.counts))
        then = self.state._replace(facts=facts, where=tuple(where))
        if self.is_passing(member):
            # Nothing happens by itself until the move comes to an end.
            self.state = then
        else:
            self.settle([then], fits)

    def hand(
        self, item: int, giver: int, taker: int, fits: Callable[[State], bool] | None = None
    ) -> None:
        """One member hands another an item."""
        hold = list(self.state.hold)
        hold[giver] &= ~(1 << item)
        hold[taker] |= 1 << item
        self.told.append(Told(DeedSort.HAND, giver, item=item, to=taker))
        self.settle([self.state._replace(hold=tuple(hold))], fits)

    def late(self, member: int, way: Sequence[Leg], *, is_acting: bool) -> float:
        """About how many rounds a member has played after a way more, and an action."""
        spent = self._spent[member] + sum(self._cost(member, leg.stride) for leg in way)
        acted = sum(1 for told in self.told if told.who == member and told.deed >= 0)
        return max(spent / _PACE, acted + is_acting)

    def _cost(self, member: int, stride: Stride) -> int:
        return _PACE * stride.rounds or self.floor.cost(stride.to, member)

    # -- ways -------------------------------------------------------------------------------

    def ways(self, member: int, within: Cells, wanted: Cells) -> Iterator[tuple[Leg, ...]]:
        """The ways of a member to some cells, the shortest first, over cells of some others.

        Friends are passed, and may stand on the cell to which a way leads.
        """
        start = self.cells[member]
        came: dict[Cell, tuple[Cell, Leg | None, Facts]] = {}
        queue: list[tuple[int, int, Cell, Cell, Leg | None, Facts]] = []
        if start >= 0:
            queue.append((0, 0, start, OFF, None, 0))
        else:
            legs = enumerate(self._arrivals(member, wanted))
            queue += [(0, n, leg.stride.to, OFF, leg, 0) for n, leg in legs]
        turn, left = len(queue), wanted
        friends = {cell: n for n, cell in enumerate(self.cells) if n != member}
        while queue:
            spent, _, cell, before, last, facts = heappop(queue)
            if cell in came:
                continue
            came[cell] = (before, last, facts)
            if wanted >> cell & 1:
                yield self._way(cell, came)
                left &= ~(1 << cell)
                if not left:
                    return
                if not within >> cell & 1:
                    continue
            doer = friends.get(cell, member)
            for stride in self.floor.strides(cell):
                other = stride.to
                if (
                    other in came
                    or not (within | wanted) >> other & 1
                    or not stride.access.who >> member & 1
                ):
                    continue
                first = self._opened(stride.access.need, self.state.facts | facts, cell, doer)
                if first is None:
                    continue
                turn += 1
                cost = self.floor.cost(other, member) + sum(map(self._toil, first))
                cost += _FAR * stride.rounds + _LAST * (
                    stride.sort is DeedSort.JUMP or bool(stride.counts)
                )
                then = facts
                for number in first:
                    then |= self.task.deeds[number].adds
                heappush(queue, (spent + cost, turn, other, cell, Leg(stride, first, doer), then))

    def _arrivals(self, member: int, wanted: Cells) -> Iterator[Leg]:
        """The steps by which a member comes onto the board."""
        for link in self.task.links:
            can_go = self.state.where[member] >> link.first & link.who >> member & 1
            if can_go and holds(link.needs, self.state.facts, (), ()):
                for cell in each_cell(self.task.places[link.second].cells & wanted):
                    yield Leg(self.floor.arrival(cell), (), member)

    def _way(self, cell: Cell, came: dict[Cell, tuple[Cell, Leg | None, Facts]]) -> tuple[Leg, ...]:
        found: list[Leg] = []
        while cell >= 0:
            cell, leg, _ = came[cell]
            if leg is not None:
                found.append(leg)
        return tuple(reversed(found))

    def _toil(self, number: int) -> int:
        """How many cells one walks round before one does a deed for a shorter way."""
        deed = self.task.deeds[number]
        if deed.adds & ~self._quiet:
            return _NOISE
        return _FIGHT if deed.sort is DeedSort.DEFEAT else _OPENING

    def opened(self, need: Need, cell: Cell, member: int) -> tuple[int, ...] | None:
        """The deeds by which a member meets a need from a cell now; None if it cannot."""
        return self._opened(need, self.state.facts, cell, member)

    def _opened(self, need: Need, facts: Facts, cell: Cell, member: int) -> tuple[int, ...] | None:
        """The deeds by which a member opens a step from a cell; None if it cannot."""
        if holds(need, facts, (), ()):
            return ()
        found: list[int] = []
        for part in need.parts if isinstance(need, All) else (need,):
            if holds(part, facts, (), ()):
                continue
            leaves = part.parts if not isinstance(part, Has) and hasattr(part, "parts") else (part,)
            opener = next(
                (
                    number
                    for leaf in leaves
                    if isinstance(leaf, Has)
                    for number in self._openers.get(leaf.fact, ())
                    if self._is_at_hand(self.task.deeds[number], facts, cell, member)
                ),
                None,
            )
            if opener is None:
                return None
            found.append(opener)
            facts |= self.task.deeds[opener].adds
        return tuple(dict.fromkeys(found))

    def _is_at_hand(self, deed: Deed, facts: Facts, cell: Cell, member: int) -> bool:
        return (
            bool(deed.stands >> cell & 1 and deed.who >> member & 1)
            and self._play.is_open(deed, facts)
            and holds(deed.needs, facts, self.state.where, self.state.hold)
        )
