"""Before which round nobody can have won or done a deed, whatever the party does.

Whoever can be there first does it; nobody is in anybody's way, things are handed over at no cost,
figures fall at the best roll, and nothing that was reached is ever lost.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from questwright.compiler.verdict.rounds.costs import (
    actions_of,
    boosts,
    gate_cost,
    health,
    most_hits,
)
from questwright.compiler.verdict.rounds.counted import HALF, changes_of, sorts_of, stands_of
from questwright.compiler.verdict.rounds.when import NEVER, round_of, the_last
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    At,
    Carried,
    Has,
    Lacks,
    facts_named,
    leaves,
)
from questwright.compiler.verdict.task.task import DeedSort, FactSort

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.rounds.floor import StepChart
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.floor import Stride


class Counting:
    """The earliest round of everything, in the order in which it comes about."""

    def __init__(self, chart: StepChart, moves: tuple[int, ...]) -> None:
        self.task = task = chart.task
        self.quest = quest = chart.quest
        self.system = system = chart.system
        self.chart = chart
        self.boosts = boosts(task, quest, system)
        self.actions = max(1, system.actions_per_turn)
        self.sorts = sorts_of(chart, self.boosts, moves)
        count = len(task.facts)
        self.facts = [1 if task.given >> n & 1 else NEVER for n in range(count)]
        self.facts += [NEVER if task.given >> n & 1 else 1 for n in range(count)]
        self.near: list[dict[Cell, int]] = [{} for _ in self.sorts]
        """For each sort how far it has moved when it stands on a cell, waiting counted."""
        self._places = [[NEVER] * len(task.places) for _ in self.sorts]
        for begin in task.begins:
            for number, sort in enumerate(self.sorts):
                if begin.cell < 0 and begin.who & sort.who:
                    self._places[number][begin.place] = 1
        self.changes = changes_of(task)
        self.late = [NEVER] * len(self.changes)
        """For each deed, event and sight the round in which it comes about."""
        self._arrived: list[dict[int, int]] = [{} for _ in task.deeds]
        """For each deed the round in which a sort first stands where it is done."""
        self._costs = [gate_cost(deed, quest) * HALF for deed in task.deeds]
        self.takes = [actions_of(deed, task, quest, system) for deed in task.deeds]
        self.things = {thing.id: thing for thing in quest.things}
        self._deeds_at: dict[Cell, list[int]] = {}
        for number, deed in enumerate(task.deeds):
            for cell in stands_of(deed, chart):
                self._deeds_at.setdefault(cell, []).append(number)
        self._opened_by: dict[str, list[int]] = {}
        """For each gate the deeds by which whoever walks through it opens it."""
        self._opened_else: dict[str, list[int]] = {}
        """For each gate all else that opens it."""
        self._open_facts: dict[int, str] = {}
        """The gates whose opening costs some of a move, by the fact that they are open."""
        self._find_gates()
        self._asking: dict[int, list[int]] = {}
        self._watching: list[list[int]] = [[] for _ in task.places]
        self._find_watchers()
        self._waiting: dict[int, set[tuple[int, Cell]]] = {}
        """For each fact where somebody waits for it."""
        self._heap: list[tuple[int, int, int, int]] = []

    # -- what there is --------------------------------------------------------------------------

    def _find_gates(self) -> None:
        gates = self.quest.board.gates
        priced = {gate.id for gate in gates if gate.kind.move_cost and not gate.is_open}
        for number, info in enumerate(self.task.facts):
            if info.sort is FactSort.OPEN and info.id in priced:
                self._open_facts[number] = info.id
        for number, change in enumerate(self.changes):
            for fact in change.adds:
                gate = self._open_facts.get(fact)
                if gate is not None:
                    deeds = self.task.deeds
                    is_own = number < len(deeds) and deeds[number].sort is DeedSort.OPEN
                    by = self._opened_by if is_own else self._opened_else
                    by.setdefault(gate, []).append(number)

    def _find_watchers(self) -> None:
        count = len(self.task.facts)
        for number, change in enumerate(self.changes):
            for leaf in leaves(change.need):
                if isinstance(leaf, Has):
                    self._asking.setdefault(leaf.fact, []).append(number)
                elif isinstance(leaf, Lacks):
                    self._asking.setdefault(leaf.fact + count, []).append(number)
                elif isinstance(leaf, Carried):
                    self._asking.setdefault(leaf.item, []).append(number)
                elif isinstance(leaf, At):
                    for place in each_number(leaf.places):
                        self._watching[place].append(number)

    # -- in the order of time -------------------------------------------------------------------

    def run(self) -> None:
        """Until nothing comes about any sooner."""
        for number, sort in enumerate(self.sorts):
            for cell, late in sort.begins:
                self._come(number, cell, (late - 1) * sort.move - sort.ahead + (late > 1))
        for change in range(len(self.changes)):
            self._look(change)
        heap = self._heap
        while heap:
            late, label, number, what = heappop(heap)
            if number < 0:
                if late == self.late[what]:
                    self._add(self.changes[what].adds, late)
            elif label == self.near[number][what]:
                self._stand(number, what, label, late)
                self._go_on(number, what, label)

    def _come(self, number: int, cell: Cell, label: int) -> None:
        near = self.near[number]
        if label < near.get(cell, NEVER):
            near[cell] = label
            heappush(self._heap, (self.sorts[number].round(label), label, number, cell))

    def _touch(self, fact: int) -> None:
        """A fact has come about, or who opens a gate is there sooner."""
        for change in self._asking.get(fact, ()):
            self._look(change)
        for number, cell in self._waiting.get(fact, ()):
            label = self.near[number][cell]
            heappush(self._heap, (self.sorts[number].round(label), label, number, cell))

    def _look(self, change: int) -> None:
        late = self._round_of_change(change)
        if late < self.late[change]:
            self.late[change] = late
            heappush(self._heap, (late, -1, -1, change))

    def _stand(self, number: int, cell: Cell, label: int, late: int) -> None:
        """Somebody stands on a cell: what is seen, done and counted there."""
        sort, place = self.sorts[number], self.chart.place_at[cell]
        if late < self._places[number][place]:
            self._places[number][place] = late
            for sight in self.task.sights:
                if sight.where >> place & 1:
                    self._add(each_number(sight.adds), late)
            for change in self._watching[place]:
                self._look(change)
        for deed in self._deeds_at.get(cell, ()):
            late = sort.round(label + self._costs[deed])
            if self.task.deeds[deed].who & sort.who and late < self._arrived[deed].get(
                number, NEVER
            ):
                self._arrived[deed][number] = late
                self._look(deed)
                for fact in self.changes[deed].adds if self._costs[deed] else ():
                    self._touch(fact)

    def _add(self, facts: Iterable[int], late: int) -> None:
        for fact in facts:
            if late < self.facts[fact]:
                self.facts[fact] = late
                self._touch(fact)

    def _go_on(self, number: int, cell: Cell, label: int) -> None:
        sort, near = self.sorts[number], self.near[number]
        enter = self.chart.enter[sort.members[0]]
        # Who comes out of a crossing begins a round.
        begun = label & ~1
        for step in self.chart.free[cell]:
            other = step.to
            after = begun + HALF * (enter.get(other, 1) if enter else 1)
            if after < near.get(other, NEVER):
                self._come(number, other, after)
        for step in self.chart.asking.get(cell, ()):
            if step.access.who & sort.who:
                for leaf in leaves(step.access.need):
                    if isinstance(leaf, Has | Lacks):
                        fact = leaf.fact + len(self.task.facts) * isinstance(leaf, Lacks)
                        self._waiting.setdefault(fact, set()).add((number, cell))
                self._step(number, step, label)

    def _step(self, number: int, step: Stride, label: int) -> None:
        sort = self.sorts[number]
        late = round_of(step.access.need, self)
        if late >= NEVER:
            return
        waited = sort.waited(label, late)
        if step.rounds:
            # It sets off in one round, and is there when a later one begins.
            off = waited // sort.move + 1 if waited & 1 else -(-waited // sort.move)
            off = max(off, sort.first, late)
            self._come(number, step.to, (off + step.rounds - 1) * sort.move + 1 - sort.ahead)
            return
        waited &= ~1
        asked = facts_named(step.access.need)[0] if self._open_facts else 0
        for fact in each_number(asked):
            if fact in self._open_facts:
                gate = self._open_facts[fact]
                waited += self._opening(gate, number, sort.round(waited + 1))
        self._come(number, step.to, waited + HALF * self.chart.cost(step, sort.members[0]))

    def _opening(self, gate: str, number: int, late: int) -> int:
        """What whoever walks through a gate pays for opening it, if nobody else can have."""
        own = self._opened_by.get(gate, ())
        if any(self.late[change] <= late for change in self._opened_else.get(gate, ())) or not own:
            return 0
        is_alone = len(self.sorts[number].members) == 1
        for deed in own:
            for other, arrived in self._arrived[deed].items():
                if arrived <= late and not (other == number and is_alone):
                    return 0
        return min(self._costs[deed] for deed in own)

    # -- rounds ---------------------------------------------------------------------------------

    def _round_of_change(self, change: int) -> int:
        late = round_of(self.changes[change].need, self)
        if change >= len(self.task.deeds) or late >= NEVER:
            return late
        deed = self.task.deeds[change]
        if deed.sort is DeedSort.WAIT:
            return max(late, int(deed.id))
        if not deed.where:
            return late
        arrived = self._arrived[change]
        if not arrived:
            return NEVER
        if deed.sort is DeedSort.DEFEAT:
            return self._beaten(deed, arrived, late)
        more = max(0, -(-self.takes[change] // self.actions) - 1)
        if deed.sort is DeedSort.CAST:
            # Some of the spells may have been cast on the way.
            return max(late, more + 1, min(arrived.values()))
        return max(late, min(arrived.values())) + more

    def _beaten(self, deed: Deed, arrived: dict[int, int], late: int) -> int:
        """When all who are there have hit a figure often enough, each of them in each round."""
        hits, once = hits_of(self, deed, arrived)
        needed = health(self.things[deed.id], self.system.fights) - once
        now = max(late, min(arrived.values()))
        while needed > 0:
            scored = sum(hits[n] for n, come in arrived.items() if come <= now)
            if not scored and all(come <= now or not hits[n] for n, come in arrived.items()):
                return now
            needed -= scored
            now += needed > 0
        return now

    def held(self, fact: int) -> int:
        """Before which round a fact does not hold."""
        return self.facts[fact]

    def lacked(self, fact: int) -> int:
        """Before which round a fact goes on to hold."""
        return self.facts[fact + len(self.task.facts)]

    def stood(self, at: At) -> int:
        """Before which round fewer stand there than it takes."""
        rounds: list[int] = []
        for sort, places in zip(self.sorts, self._places, strict=True):
            able = (at.who & sort.who).bit_count()
            rounds += [min(places[n] for n in each_number(at.places))] * able
        return the_last(self.wanted(at), rounds)

    def wanted(self, at: At) -> int:
        """How many have to stand there, if all are lost who may be."""
        if at.spare < 0:
            return at.least
        staying = sum(
            1 for n, fallen in enumerate(self.task.fallen) if at.who >> n & 1 and not fallen
        )
        return staying - at.spare


def hits_of(counting: Counting, deed: Deed, sorts: Iterable[int]) -> tuple[dict[int, int], int]:
    """The most hits that all of a sort score in a round, and those that cards add once."""
    thing, once = counting.things[deed.id], 0
    hits: dict[int, int] = {}
    for number in sorts:
        members = counting.sorts[number].members
        boost = counting.boosts[members[0]]
        kind = counting.quest.party[members[0]]
        most = most_hits(thing, kind, counting.system, boost.dice)
        hits[number] = most * counting.actions * len(members)
    for boost, kind in zip(counting.boosts, counting.quest.party, strict=True):
        most = most_hits(thing, kind, counting.system, boost.dice)
        once += boost.hits + boost.attacks * most
    return hits, once if health(thing, counting.system.fights) > 1 else 0
