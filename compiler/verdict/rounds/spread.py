"""Before which round nobody can be anywhere or have done a deed, whatever the party does.

Whoever can be there first does it; nobody is in anybody's way, things are handed over at no cost,
figures fall at the best roll, and nothing that was soonest is ever lost.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from questwright.compiler.odds.hits import boosts
from questwright.compiler.verdict.rounds.blows import Blows
from questwright.compiler.verdict.rounds.changes import HALF, Changes
from questwright.compiler.verdict.rounds.costs import (
    actions_of,
    entries_of,
    is_drawn,
    moves_of,
)
from questwright.compiler.verdict.rounds.doorways import Doorways
from questwright.compiler.verdict.rounds.fetching import Fetching
from questwright.compiler.verdict.rounds.movers import movers_of
from questwright.compiler.verdict.rounds.soonest import Soonest
from questwright.compiler.verdict.rounds.when import NEVER, round_of
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import NOTHING, facts_named
from questwright.compiler.verdict.task.task import EVERYBODY, DeedSort
from questwright.compiler.verdict.task.variants import away_at_will
from questwright.compiler.verdict.translate.ground import FREE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.rounds.movers import MemberPace
    from questwright.compiler.verdict.task.need import Facts, Members
    from questwright.compiler.verdict.translate.stride import Stride
    from questwright.compiler.verdict.translate.translate import Translation


def spread_of(translated: Translation, ahead: int = 0, there: Members = EVERYBODY) -> Spread | None:
    """When what can come about; None where somebody has no value to move by.

    Each member who is ``there`` moves so many points ``ahead`` that nobody counts on, all together.
    """
    moves = tuple(move.most for move in moves_of(translated.quest, translated.system))
    return Spread(translated, moves, ahead, there) if moves else None


class Spread:
    """The earliest round of everything, in the order in which it comes about.

    It does not ask how the quest is won.
    """

    def __init__(
        self, translated: Translation, moves: tuple[int, ...], ahead: int, there: Members
    ) -> None:
        quest, system = translated.quest, translated.system
        self.floor = translated.floor
        self._doorways = Doorways(system.turns, quest.board, self.floor)
        self.task = task = away_at_will(translated.task)
        self.there = there & task.everybody
        """The members who play."""
        more = boosts(quest, system, is_drawn=is_drawn(task, quest))
        self.actions = actions_of(system, moves)
        self.blows = Blows(task, quest, system, more, self.actions)
        begun = [
            own if there >> member & 1 else ()
            for member, own in enumerate(entries_of(quest, self.floor).values())
        ]
        self.movers = [*movers_of(moves, more, ahead, begun)]
        self.changes = Changes(task, quest, system)
        self.soonest = Soonest(task, self.movers, len(self.changes.each), self.there)
        self._arrived: list[dict[int, int]] = [{} for _ in task.deeds]
        """For each deed the round in which a member first stands where it is done."""
        self._entered: list[dict[int, int]] = [
            {self._doorways.area(cell): 0 for cell, _ in mover.begins} for mover in self.movers
        ]
        """For each member the round in which it first comes into an area; 0 where it begins."""
        self._waiting: list[dict[tuple[int, Cell], None]] = [{} for _ in self.soonest.facts]
        """For each of the facts who waits for it, and on which cell."""
        self._heap: list[tuple[int, int, int, int]] = []
        self._steps = cache(self._steps_from)
        self.fetching = Fetching(task, self.floor, self.movers, self.changes, self.soonest)
        self._run()

    # -- in the order of time -------------------------------------------------------------------

    def _run(self) -> None:
        """Until nothing comes about any sooner."""
        for mover in self.movers:
            for cell, late in mover.begins:
                moved = (late - 1) * mover.move - mover.ahead + (late > 1)
                self._come(mover, cell, moved, late)
        for change in range(len(self.changes.each)):
            self._look(change)
        while self._heap:
            late, moved, member, what = heappop(self._heap)
            if member < 0:
                if late == self.soonest.late[what]:
                    self._add(self.changes.each[what].brings, late)
            elif (moved, late) == self.soonest.there(member, what):
                self._stand(self.movers[member], what, moved, late)
                self._go_on(self.movers[member], what, moved)

    def _come(self, mover: MemberPace, cell: Cell, moved: int, late: int) -> None:
        near, soon = self.soonest.near[mover.member], self.soonest.soon[mover.member]
        if moved < near.get(cell, NEVER) or late < soon.get(cell, NEVER):
            near[cell] = min(moved, near.get(cell, NEVER))
            soon[cell] = min(late, soon.get(cell, NEVER))
            moved, late = self.soonest.there(mover.member, cell)
            heappush(self._heap, (late, moved, mover.member, cell))

    def _look(self, change: int) -> None:
        late = self._round_of_change(change)
        if late < self.soonest.late[change]:
            self.soonest.late[change] = late
            heappush(self._heap, (late, -1, -1, change))

    def _add(self, facts: Facts, late: int) -> None:
        for fact in each_number(facts):
            if late < self.soonest.facts[fact]:
                self.soonest.facts[fact] = late
                self._touch(fact)

    def _touch(self, fact: int) -> None:
        """A fact has come about, or who opens a gate is there sooner."""
        for change in self.changes.asking[fact]:
            self._look(change)
        for member, cell in self._waiting[fact]:
            moved, late = self.soonest.there(member, cell)
            heappush(self._heap, (late, moved, member, cell))

    def _stand(self, mover: MemberPace, cell: Cell, moved: int, late: int) -> None:
        """Somebody stands on a cell: what is seen, done and counted there."""
        member, place = mover.member, self.floor.place(cell)
        if late < self.soonest.places[member][place]:
            self.soonest.places[member][place] = late
            for sight in self.task.sights:
                if sight.where >> place & 1:
                    self._add(sight.adds, late)
            for change in self.changes.watching[place]:
                self._look(change)
        entered = self._entered[member].setdefault(self._doorways.area(cell), late)
        for deed in self.changes.at[member].get(cell, ()):
            arrived = self._arrived[deed]
            if arrived.get(member, NEVER) <= late:
                continue
            cost = self.changes.each[deed].cost
            there = max(late, mover.round(moved + cost)) if cost else late
            gate = self.changes.gate_before(deed, cell)
            if gate is not NOTHING:
                for fact in self.changes.named(gate):
                    self._waiting[fact][member, cell] = None
                there = max(there, round_of(gate, self.soonest.since))
            if self._doorways.end_turns and self._acts(deed):
                there = max(there, entered + 1)
            if there < arrived.get(member, NEVER):
                arrived[member] = there
                self._look(deed)
                for fact in each_number(self.changes.each[deed].brings & self.changes.doors):
                    self._touch(fact)

    def _acts(self, deed: int) -> bool:
        return bool(self.task.deeds[deed].actions) or self.task.deeds[deed].is_fight

    # -- moving ---------------------------------------------------------------------------------

    def costs_from(
        self, mover: MemberPace, cell: Cell
    ) -> Iterator[tuple[Cell, int, Stride | None]]:
        """The steps from a cell with what each costs of a move; None for one that is free."""
        enter = self.floor.enter[mover.member]
        free, asking = self._steps(cell)
        for to in free:
            yield to, HALF * enter.get(to, 1), None
        for step in asking:
            cost = HALF * self.floor.least(step, mover.member)
            yield step.to, (step.rounds - 1) * mover.move if step.rounds else cost, step

    def _steps_from(self, cell: Cell) -> tuple[list[Cell], list[Stride]]:
        """Where one steps at any time at the cost of entering; and the other steps from a cell."""
        strides = self.floor.strides(cell)
        free = [s.to for s in strides if s.access == FREE and not s.costs]
        return free, [s for s in strides if s.costs or s.to not in free]

    def _go_on(self, mover: MemberPace, cell: Cell, moved: int) -> None:
        soon = self.soonest.soon[mover.member][cell]
        # Who steps clear of a cell that closes does not move for that.
        is_clear = self.task.places[self.floor.place(cell)].clear >= 0
        for other, paid, step in self.costs_from(mover, cell):
            cost = 0 if is_clear else paid
            # Whoever goes through a doorway has stopped before it.
            is_halt = self._doorways.is_between(cell, other) and not is_clear
            ready = mover.halted(moved) if is_halt else moved
            if step is None:
                # Who comes out of a crossing begins a round.
                self._come(mover, other, (ready & ~1) + cost, soon)
            elif step.access.who >> mover.member & 1:
                for fact in self.changes.named(step.access.need):
                    self._waiting[fact][mover.member, cell] = None
                self._step(mover, step, moved if step.crossing else ready, cost, soon)

    def _step(self, mover: MemberPace, step: Stride, moved: int, cost: int, soon: int) -> None:
        late = max(soon, round_of(step.access.need, self.soonest.since))
        if late >= NEVER:
            return
        waited = mover.waited(moved, late)
        if step.rounds:
            # It sets off in one round, and is there when a later one begins.
            off = waited // mover.move + 1 if waited & 1 else -(-waited // mover.move)
            off = max(off, mover.first, late)
            self._leave(mover, off)
            self._come(
                mover, step.to, off * mover.move + cost + 1 - mover.ahead, late + step.rounds
            )
            return
        waited &= ~1
        for fact in each_number(facts_named(step.access.need)[0] & self.changes.doors):
            waited += self._opening(fact, mover.member, max(late, mover.round(waited + 1)))
        self._come(mover, step.to, waited + cost, late)

    def _leave(self, mover: MemberPace, late: int) -> None:
        """Somebody sets out by a crossing, and is nowhere until it arrives."""
        if late < self.soonest.gone[mover.member]:
            self.soonest.gone[mover.member] = late
            for change in self.changes.away:
                self._look(change)

    def _opening(self, fact: int, member: int, late: int) -> int:
        """What whoever walks through a gate pays for opening it, if nobody else can have."""
        costs = []
        for change in self.changes.bringing[fact]:
            cost = self.changes.each[change].cost
            if cost:
                costs.append(cost)
                come = self._arrived[change].items()
                is_open = any(own <= late and other != member for other, own in come)
            else:
                is_open = self.soonest.late[change] <= late
            if is_open:
                return 0
        return min(costs, default=0)

    # -- rounds ---------------------------------------------------------------------------------

    def _round_of_change(self, change: int) -> int:
        late = self.fetching.met(self.changes.each[change].need)
        if change >= len(self.task.deeds) or late >= NEVER:
            return late
        deed = self.task.deeds[change]
        for item in each_number(deed.carries):
            late = max(late, self.fetching.late(item, self.changes.stands[change]))
        if deed.sort is DeedSort.WAIT:
            return max(late, int(deed.id))
        if not deed.where:
            return late
        arrived = self._arrived[change]
        if not arrived:
            return NEVER
        if deed.is_fight:
            return self.blows.beaten(change, arrived, late)
        if deed.sort is DeedSort.ACT:
            return self._shared(deed.actions, arrived.values(), late)
        more = max(0, -(-deed.actions // self.actions) - 1)
        if self.changes.takes_points(deed):
            more = 0  # it has moved so much more
        if deed.effort is not None:
            more = deed.effort.least
        if deed.sort is DeedSort.CAST:
            # Some of the spells may have been cast on the way.
            return max(late, more + 1, min(arrived.values()))
        return max(late, min(arrived.values())) + more

    def _shared(self, actions: int, arrived: Iterable[int], late: int) -> int:
        """When all who are there have done what takes so many actions, each of them some."""
        begun = [max(late, own) for own in arrived]
        now = min(begun)
        while sum(self.actions * (now - own + 1) for own in begun if own <= now) < actions:
            now += 1
        return now
