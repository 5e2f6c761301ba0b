"""Before which round nobody can have won or done a deed, whatever the party does.

Whoever can be there first does it; nobody is in anybody's way, things are handed over at no cost,
figures fall at the best roll, and nothing that was reached is ever lost.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.costs import (
    actions_of,
    boosts,
    gate_cost,
    health,
    most_hits,
    moves_of,
    taken_for_granted,
)
from questwright.compiler.verdict.rounds.floor import begins
from questwright.compiler.verdict.rounds.when import NEVER, round_of, the_last
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    All,
    At,
    Carried,
    Has,
    Lacks,
    leaves,
)
from questwright.compiler.verdict.task.task import DeedSort, FactSort

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.rounds.floor import CellStep, StepChart
    from questwright.compiler.verdict.task.need import Members, Need
    from questwright.compiler.verdict.task.task import Deed

_HALF: Final = 2
"""Move points are counted in halves: who stands on a cell as a round begins, and not as the one
before it ends, is half a point on."""


class Clock(NamedTuple):
    """The rounds before which nothing can come about; `NEVER` for what never does."""

    win: int
    """Nobody has won before this round."""
    deeds: tuple[int, ...]
    granted: tuple[str, ...] = ()
    """What this takes for granted."""

    def of_deed(self, number: int) -> int:
        """The round before which a deed cannot be done."""
        return self.deeds[number]


def earliest(chart: StepChart) -> Clock | None:
    """When a quest can be won at the earliest; None where somebody has no value to move by."""
    quest, system = chart.quest, chart.system
    moves = moves_of(quest, system)
    if not moves:
        return None
    counting = _Counting(chart, moves)
    counting.run()
    deeds = tuple(counting.late[: len(chart.task.deeds)])
    return Clock(counting.win(), deeds, taken_for_granted(quest, system))


class _ClockSort(NamedTuple):
    """Members who are alike in all that is counted."""

    members: tuple[int, ...]
    who: Members
    move: int
    """The halves of a point that each moves in a round."""
    ahead: int
    """The halves of a point that each may move more, once."""
    begins: tuple[tuple[Cell, int], ...]
    first: int
    """The round in which the first of them comes into play."""

    def round(self, label: int) -> int:
        """The round in which it stands where it has come to by so much of a move."""
        return max(self.first, -(-label // self.move))

    def waited(self, label: int, late: int) -> int:
        """What it has moved when a round has begun; waiting counts as moving."""
        return max(label, (late - 1) * self.move - self.ahead) if late > 1 else label


class _Coming(NamedTuple):
    """Something that changes facts."""

    need: Need
    adds: tuple[int, ...]
    """The facts that hold from then on, and those that do not: these by their number and how
    many facts there are."""


class _Counting:
    """The earliest round of everything, in the order in which it comes about."""

    def __init__(self, chart: StepChart, moves: tuple[int, ...]) -> None:
        self._task = task = chart.task
        self._quest = quest = chart.quest
        self._system = system = chart.system
        self._chart = chart
        self._boosts = boosts(task, quest, system)
        self._actions = max(1, system.actions_per_turn)
        self._sorts = self._sorted(moves)
        count = len(task.facts)
        self._facts = [1 if task.given >> n & 1 else NEVER for n in range(count)]
        self._facts += [NEVER if task.given >> n & 1 else 1 for n in range(count)]
        self._near: list[dict[Cell, int]] = [{} for _ in self._sorts]
        """For each sort how far it has moved when it stands on a cell, waiting counted."""
        self._places = [[NEVER] * len(task.places) for _ in self._sorts]
        for begin in task.begins:
            for number, sort in enumerate(self._sorts):
                if begin.cell < 0 and begin.who & sort.who:
                    self._places[number][begin.place] = 1
        self._changes = self._all_changes()
        self.late = [NEVER] * len(self._changes)
        """For each deed, event and sight the round in which it comes about."""
        self._arrived: list[dict[int, int]] = [{} for _ in task.deeds]
        """For each deed the round in which a sort first stands where it is done."""
        self._costs = [gate_cost(deed, quest) * _HALF for deed in task.deeds]
        self._takes = [actions_of(deed, task, quest, system) for deed in task.deeds]
        self._things = {thing.id: thing for thing in quest.things}
        self._deeds_at: dict[Cell, list[int]] = {}
        for number, deed in enumerate(task.deeds):
            for cell in self._stands(deed):
                self._deeds_at.setdefault(cell, []).append(number)
        self._opened_by: dict[str, list[int]] = {}
        """For each gate the deeds by which whoever walks through it opens it."""
        self._opened_else: dict[str, list[int]] = {}
        """For each gate all else that opens it."""
        self._open_facts: dict[int, str] = {}
        self._find_gates()
        self._asking: dict[int, list[int]] = {}
        self._watching: list[list[int]] = [[] for _ in task.places]
        self._find_watchers()
        self._waiting: dict[int, set[tuple[int, Cell]]] = {}
        """For each fact where somebody waits for it."""
        self._heap: list[tuple[int, int, int, int]] = []

    # -- what there is --------------------------------------------------------------------------

    def _sorted(self, moves: tuple[int, ...]) -> list[_ClockSort]:
        task, entries = self._task, begins(self._quest, self._chart)
        groups = {link.who for link in task.links} | {deed.who for deed in task.deeds}
        groups |= {step.who for steps in self._chart.asking.values() for step in steps}
        groups |= {begin.who for begin in task.begins}
        for need in task.needs():
            groups |= {leaf.who for leaf in leaves(need) if isinstance(leaf, At | Carried)}
        found: dict[tuple[object, ...], list[int]] = {}
        for number, kind in enumerate(self._quest.party):
            ground = tuple(sorted(self._chart.enter[number].items()))
            traits = tuple(who >> number & 1 for who in sorted(groups))
            key = (moves[number], self._boosts[number], entries[kind.word], ground, traits)
            found.setdefault(key, []).append(number)
        sorts = []
        for members in found.values():
            boost = self._boosts[members[0]]
            at = entries[self._quest.party[members[0]].word]
            who = sum(1 << number for number in members)
            move = (moves[members[0]] + boost.each) * _HALF
            first = min((late for _, late in at), default=1)
            sorts.append(_ClockSort(tuple(members), who, move, boost.once * _HALF, at, first))
        return sorts

    def _all_changes(self) -> list[_Coming]:
        task, count = self._task, len(self._task.facts)
        found = []
        for deed in task.deeds:
            adds = deed.adds
            for find in deed.finds:
                adds |= find.adds
            lost = (number + count for number in each_number(deed.removes))
            found.append(_Coming(deed.needs, (*each_number(adds), *lost)))
        for event in task.events:
            lost = (number + count for number in each_number(event.removes))
            found.append(_Coming(event.needs, (*each_number(event.adds), *lost)))
            if event.live:
                # It is looked at again when its needs are no longer met.
                live = event.live.bit_length() - 1 + count
                found[-1] = found[-1]._replace(adds=(*found[-1].adds, live))
        return found

    def _stands(self, deed: Deed) -> Iterable[Cell]:
        """The cells on which somebody may do a deed."""
        cells: Cells = 0
        for place in each_number(deed.where):
            cells |= self._task.places[place].cells
        cells = cells & deed.stands or cells
        if deed.sort is DeedSort.DEFEAT and deed.where:
            cells |= self._afar(deed)
        return each_cell(cells)

    def _afar(self, deed: Deed) -> Cells:
        """All cells from which a figure may be attacked.

        One may stand where a step leads from to it and, where somebody shoots, in its area and
        those beside it.
        """
        fights, board, floor = self._system.fights, self._quest.board, self._chart
        found: Cells = 0
        for cell in each_cell(deed.cells):
            for near in floor.touching(cell):
                found |= 1 << near if floor.step(near, cell) else 0
        later = fights.attacks[1:] if fights is not None else ()
        party = self._quest.party
        if later and not any(attack.dice in kind.values for attack in later for kind in party):
            return found
        own = {n for n, area in enumerate(board.areas) if area.cells & deed.cells}
        for number in own | {
            n for gate in board.gates if own & {*gate.between} for n in gate.between
        }:
            found |= board.areas[number].cells
        return found

    def _find_gates(self) -> None:
        for number, info in enumerate(self._task.facts):
            if info.sort is FactSort.OPEN:
                self._open_facts[number] = info.id
        for number, change in enumerate(self._changes):
            for fact in change.adds:
                gate = self._open_facts.get(fact)
                if gate is not None:
                    deeds = self._task.deeds
                    is_own = number < len(deeds) and deeds[number].sort is DeedSort.OPEN
                    by = self._opened_by if is_own else self._opened_else
                    by.setdefault(gate, []).append(number)

    def _find_watchers(self) -> None:
        count = len(self._task.facts)
        for number, change in enumerate(self._changes):
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
        for number, sort in enumerate(self._sorts):
            for cell, late in sort.begins:
                self._come(number, cell, (late - 1) * sort.move - sort.ahead + (late > 1))
        for change in range(len(self._changes)):
            self._look(change)
        heap = self._heap
        while heap:
            late, label, number, what = heappop(heap)
            if number < 0:
                if late == self.late[what]:
                    self._add(self._changes[what].adds, late)
            elif label == self._near[number][what]:
                self._stand(number, what, label, late)
                self._go_on(number, what, label)

    def _come(self, number: int, cell: Cell, label: int) -> None:
        near = self._near[number]
        if label < near.get(cell, NEVER):
            near[cell] = label
            heappush(self._heap, (self._sorts[number].round(label), label, number, cell))

    def _touch(self, fact: int) -> None:
        """A fact has come about, or who opens a gate is there sooner."""
        for change in self._asking.get(fact, ()):
            self._look(change)
        for number, cell in self._waiting.get(fact, ()):
            label = self._near[number][cell]
            heappush(self._heap, (self._sorts[number].round(label), label, number, cell))

    def _look(self, change: int) -> None:
        late = self._round_of_change(change)
        if late < self.late[change]:
            self.late[change] = late
            heappush(self._heap, (late, -1, -1, change))

    def _stand(self, number: int, cell: Cell, label: int, late: int) -> None:
        """Somebody stands on a cell: what is seen, done and counted there."""
        sort, place = self._sorts[number], self._chart.place_at[cell]
        if late < self._places[number][place]:
            self._places[number][place] = late
            for sight in self._task.sights:
                if sight.where >> place & 1:
                    self._add(each_number(sight.adds), late)
            for change in self._watching[place]:
                self._look(change)
        for deed in self._deeds_at.get(cell, ()):
            late = sort.round(label + self._costs[deed])
            if self._task.deeds[deed].who & sort.who and late < self._arrived[deed].get(
                number, NEVER
            ):
                self._arrived[deed][number] = late
                self._look(deed)
                for fact in self._changes[deed].adds if self._costs[deed] else ():
                    self._touch(fact)

    def _add(self, facts: Iterable[int], late: int) -> None:
        for fact in facts:
            if late < self._facts[fact]:
                self._facts[fact] = late
                self._touch(fact)

    def _go_on(self, number: int, cell: Cell, label: int) -> None:
        sort, near = self._sorts[number], self._near[number]
        enter = self._chart.enter[sort.members[0]]
        # Who comes out of a crossing begins a round.
        begun = label & ~1
        for other in self._chart.free[cell]:
            after = begun + _HALF * (enter.get(other, 1) if enter else 1)
            if after < near.get(other, NEVER):
                self._come(number, other, after)
        for step in self._chart.asking.get(cell, ()):
            if step.who & sort.who:
                for leaf in leaves(step.need):
                    if isinstance(leaf, Has | Lacks):
                        fact = leaf.fact + len(self._task.facts) * isinstance(leaf, Lacks)
                        self._waiting.setdefault(fact, set()).add((number, cell))
                self._step(number, step, label)

    def _step(self, number: int, step: CellStep, label: int) -> None:
        sort = self._sorts[number]
        late = round_of(step.need, self)
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
        for gate in step.gates:
            waited += self._opening(gate, number, sort.round(waited + 1))
        self._come(number, step.to, waited + _HALF * self._chart.cost(step, sort.members[0]))

    def _opening(self, gate: str, number: int, late: int) -> int:
        """What whoever walks through a gate pays for opening it, if nobody else can have."""
        own = self._opened_by.get(gate, ())
        if any(self.late[change] <= late for change in self._opened_else.get(gate, ())) or not own:
            return 0
        is_alone = len(self._sorts[number].members) == 1
        for deed in own:
            for other, arrived in self._arrived[deed].items():
                if arrived <= late and not (other == number and is_alone):
                    return 0
        return min(self._costs[deed] for deed in own)

    # -- rounds ---------------------------------------------------------------------------------

    def _round_of_change(self, change: int) -> int:
        late = round_of(self._changes[change].need, self)
        if change >= len(self._task.deeds) or late >= NEVER:
            return late
        deed = self._task.deeds[change]
        if deed.sort is DeedSort.WAIT:
            return max(late, int(deed.id))
        if not deed.where:
            return late
        arrived = self._arrived[change]
        if not arrived:
            return NEVER
        if deed.sort is DeedSort.DEFEAT:
            return self._beaten(deed, arrived, late)
        more = max(0, -(-self._takes[change] // self._actions) - 1)
        if deed.sort is DeedSort.CAST:
            # Some of the spells may have been cast on the way.
            return max(late, more + 1, min(arrived.values()))
        return max(late, min(arrived.values())) + more

    def _beaten(self, deed: Deed, arrived: dict[int, int], late: int) -> int:
        """When all who are there have hit a figure often enough, each of them in each round."""
        hits, once = self._hits(deed, arrived)
        needed = health(self._things[deed.id], self._system.fights) - once
        now = max(late, min(arrived.values()))
        while needed > 0:
            scored = sum(hits[n] for n, come in arrived.items() if come <= now)
            if not scored and all(come <= now or not hits[n] for n, come in arrived.items()):
                return now
            needed -= scored
            now += needed > 0
        return now

    def _hits(self, deed: Deed, sorts: Iterable[int]) -> tuple[dict[int, int], int]:
        """The most hits that all of a sort score in a round, and those that cards add once."""
        thing, once = self._things[deed.id], 0
        hits: dict[int, int] = {}
        for number in sorts:
            members = self._sorts[number].members
            boost = self._boosts[members[0]]
            kind = self._quest.party[members[0]]
            most = most_hits(thing, kind, self._system, boost.dice)
            hits[number] = most * self._actions * len(members)
        for boost, kind in zip(self._boosts, self._quest.party, strict=True):
            most = most_hits(thing, kind, self._system, boost.dice)
            once += boost.hits + boost.attacks * most
        return hits, once if health(thing, self._system.fights) > 1 else 0

    def held(self, fact: int) -> int:
        """Before which round a fact does not hold."""
        return self._facts[fact]

    def lacked(self, fact: int) -> int:
        """Before which round a fact goes on to hold."""
        return self._facts[fact + len(self._task.facts)]

    def stood(self, at: At) -> int:
        """Before which round fewer stand there than it takes."""
        rounds: list[int] = []
        for sort, places in zip(self._sorts, self._places, strict=True):
            able = (at.who & sort.who).bit_count()
            rounds += [min(places[n] for n in each_number(at.places))] * able
        return the_last(self._wanted(at), rounds)

    def _wanted(self, at: At) -> int:
        if at.spare < 0:
            return at.least
        staying = sum(
            1 for n, fallen in enumerate(self._task.fallen) if at.who >> n & 1 and not fallen
        )
        return staying - at.spare

    # -- winning --------------------------------------------------------------------------------

    def win(self) -> int:
        """The round before which nobody has won."""
        own = self._task.own
        late = min((round_of(victory.needs, self) for victory in own), default=NEVER)
        if len(own) != 1 or late >= NEVER:
            return late
        needed = self._needed(own[0].needs)
        members = len(self._quest.party) * self._actions
        actions = sum(self._least_actions(deed) for deed in needed)
        late = max(late, -(-actions // members))
        for at in own[0].needs.parts if isinstance(own[0].needs, All) else (own[0].needs,):
            if isinstance(at, At) and self._wanted(at) == at.who.bit_count():
                back = self._back(at)
                doers = (deed for deed in needed if self._are_all_asked(deed, at))
                late = max([late, *(self._round_back(deed, back) for deed in doers)])
        return late

    def _are_all_asked(self, number: int, at: At) -> bool:
        everybody = (1 << len(self._quest.party)) - 1
        deed = self._task.deeds[number]
        return bool(deed.where) and not deed.who & everybody & ~at.who

    def _needed(self, goal: Need) -> list[int]:
        """Deeds without which a need is not met: each in one of the ways in which it is done."""
        by: dict[int, list[int]] = {}
        for number, change in enumerate(self._changes):
            for fact in change.adds:
                by.setdefault(fact, []).append(number)
        seen: set[int] = set()
        deeds: dict[object, int] = {}
        waiting = [goal]
        while waiting:
            need = waiting.pop()
            for part in need.parts if isinstance(need, All) else (need,):
                fact = part.fact if isinstance(part, Has) else -1
                fact = part.item if isinstance(part, Carried) else fact
                if fact < 0 or fact in seen or self._facts[fact] <= 0 or self._is_given(fact):
                    continue
                seen.add(fact)
                bringing = [n for n in by.get(fact, ()) if self.late[n] < NEVER]
                done = [self._task.deeds[n] for n in bringing if n < len(self._task.deeds)]
                same = {(deed.sort, deed.id.partition(" from ")[0]) for deed in done}
                if len(same) == 1 and len(done) == len(bringing):
                    best = min(bringing, key=lambda n: (self._least_actions(n), self.late[n]))
                    deeds.setdefault(same.pop(), best)
                if len(bringing) == 1:
                    waiting.append(self._changes[bringing[0]].need)
        return list(deeds.values())

    def _is_given(self, fact: int) -> bool:
        return bool(self._task.given >> fact & 1) or any(
            sight.adds >> fact & 1 for sight in self._task.sights
        )

    def _least_actions(self, number: int) -> int:
        deed = self._task.deeds[number]
        if deed.sort is not DeedSort.DEFEAT:
            return self._takes[number]
        hits, once = self._hits(deed, range(len(self._sorts)))
        best = max(
            hits[n] // len(sort.members) // self._actions for n, sort in enumerate(self._sorts)
        )
        needed = health(self._things[deed.id], self._system.fights) - once
        return max(1, -(-needed // max(1, best)))

    def _round_back(self, number: int, back: list[dict[Cell, int]]) -> int:
        """The round before which nobody has done a deed and come back to where all have to be."""
        late = NEVER
        cells = [*self._stands(self._task.deeds[number])]
        for sort, near, way in zip(self._sorts, self._near, back, strict=True):
            if not self._task.deeds[number].who & sort.who:
                continue
            for cell in cells:
                if cell in near and cell in way:
                    done = sort.waited(near[cell] & ~1, self.late[number])
                    late = min(late, sort.round(done + way[cell]))
        return late if late < NEVER else 1

    def _back(self, at: At) -> list[dict[Cell, int]]:
        """How far it is at the least to where an end of play asks for all, from each cell."""
        before: dict[Cell, list[tuple[Cell, CellStep | None]]] = {}
        for here, others in self._chart.free.items():
            for there in others:
                before.setdefault(there, []).append((here, None))
        for here, steps in self._chart.asking.items():
            for way in steps:
                before.setdefault(way.to, []).append((here, way))
        cells = [c for n in each_number(at.places) for c in each_cell(self._task.places[n].cells)]
        found = []
        for sort in self._sorts:
            back: dict[Cell, int] = {}
            enter = self._chart.enter[sort.members[0]]
            queue = [(0, cell) for cell in cells]
            while queue:
                moved, cell = heappop(queue)
                if cell in back:
                    continue
                back[cell] = moved
                for other, step in before.get(cell, ()):
                    if other in back:
                        continue
                    if step is None:
                        cost = enter.get(cell, 1) * _HALF
                    elif step.rounds:
                        cost = (step.rounds - 1) * sort.move
                    else:
                        cost = self._chart.cost(step, sort.members[0]) * _HALF
                    heappush(queue, (moved + cost, other))
            found.append(back)
        return found
