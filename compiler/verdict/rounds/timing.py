"""In which round each step of a line is done, if every attempt comes out at its best.

Each member has a clock of its own: what they do in the same round they do in parallel, but nothing
comes before what it depends on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.rounds.clocks import Vessel, Walker
from questwright.compiler.verdict.rounds.costs import (
    actions_of,
    attempts,
    gate_cost,
    moves_of,
)
from questwright.compiler.verdict.rounds.floor import begins
from questwright.compiler.verdict.rounds.when import NEVER, round_of, the_last
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Either,
    Lacks,
    asked_places,
    facts_named,
    leaves,
)
from questwright.compiler.verdict.task.task import DeedSort

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.rounds.floor import StepChart
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Task


class Timing(NamedTuple):
    """When the steps of a line are done."""

    rounds: tuple[int, ...]
    """For each step the round in which it is done."""
    late: int
    """The round in which the last of them is done."""


def timed(told: Sequence[Told], chart: StepChart) -> Timing | None:
    """When each step of a line is done; None where somebody has no value to move by."""
    moves = moves_of(chart.quest, chart.system)
    if not moves:
        return None
    following = _Following(chart, moves)
    rounds = tuple(following.follow(step) for step in told)
    return Timing(rounds, max(rounds, default=1))


class _Following:
    """A party that follows a line: where each stands by its clock, and since when what is so."""

    def __init__(self, chart: StepChart, moves: tuple[int, ...]) -> None:
        self._task = task = chart.task
        self._quest = quest = chart.quest
        self._system = system = chart.system
        self._chart = chart
        self._begins = begins(quest, self._chart)
        actions = max(1, system.actions_per_turn)
        self._party = [Walker(number, move, actions) for number, move in enumerate(moves)]
        self._vessels = {
            crossing.id: Vessel(crossing) for crossing in quest.board.crossings if crossing.is_rowed
        }
        self._facts: Facts = task.given
        self._since: dict[int, int] = {}
        """The round since which a fact has held, or has no longer held."""
        self._is_ordered = _may_spoil(task)
        """What is told later may spoil what is told before, and so comes no earlier."""
        self._marks: dict[Facts, tuple[Places, ...]] = {}
        self._named: Facts = 0
        """The facts that anything asks for."""
        for need in task.needs():
            held, lacked = facts_named(need)
            self._named |= held | lacked
        self._late = 1
        """The last round of what was done by now, who is still on a crossing left out."""

    def follow(self, told: Told) -> int:
        """Do what is told, and return the round in which it is done."""
        is_walk = told.sort in (DeedSort.WALK, DeedSort.CROSS, DeedSort.JUMP)
        first = self._late if self._is_ordered and not is_walk else 1
        walker = self._party[told.who] if told.who >= 0 else None
        if walker is not None and not is_walk:
            walker.wait(first)
        match told.sort:
            case DeedSort.BEGIN if walker is not None:
                walker.wait(self._comes(walker, told.path[-1]))
                walker.cell = told.path[-1]
                late = walker.round
                self._see(walker)
            case DeedSort.WALK | DeedSort.JUMP if walker is not None:
                late = self._walk(walker, told)
            case DeedSort.CROSS if walker is not None:
                late = self._cross(walker, told)
            case DeedSort.HAND if walker is not None:
                late = self._wait([walker, self._party[told.to]], first)
            case DeedSort.EVENT:
                late = self._happen(told.event, first)
            case DeedSort.WAIT:
                late = self._pass_rounds(told, first)
            case _:
                late = self._do(told, walker, first)
        if not is_walk:
            self._late = max(self._late, late)
        return late

    def _matters(self, here: Cell, there: Cell) -> bool:
        """Whether a step between two cells may do more than bring somebody nearer."""
        if not self._is_ordered:
            return False
        marks = self._marks.get(self._facts)
        if marks is None:
            marks = self._marks[self._facts] = tuple(dict.fromkeys(self._watched()))
        first, second = (self._chart.place_at.get(cell, -1) for cell in (here, there))
        if first == second:
            return False
        ends = [1 << place if place >= 0 else 0 for place in (first, second)]
        return any(bool(mark & ends[0]) is not bool(mark & ends[1]) for mark in marks)

    def _watched(self) -> Iterator[Places]:
        """The places of which it makes a difference now whether somebody stands there."""
        task, facts = self._task, self._facts
        yield from (1 << n for n, place in enumerate(task.places) if place.clear >= 0)
        needs = [victory.needs for victory in task.victories]
        needs += [e.needs for e in task.events if e.live or not e.happened & facts]
        needs += [d.needs for d in task.deeds if not d.once or d.once & ~facts]
        for need in needs:
            yield from (at.places for at in asked_places(need))
        for sight in task.sights:
            if sight.adds & self._named & ~facts:
                yield sight.where

    @staticmethod
    def _wait(walkers: Iterable[Walker], late: int) -> int:
        """Some wait for each other, and for a round."""
        every = list(walkers)
        late = max([late, *(walker.round for walker in every)])
        for walker in every:
            walker.wait(late)
        return late

    # -- moving ---------------------------------------------------------------------------------

    def _comes(self, walker: Walker, cell: Cell) -> int:
        """The round in which a member comes into play where it begins."""
        here = self._begins[self._quest.party[walker.number].word]
        return min((late for begun, late in here if begun == cell), default=1)

    def _walk(self, walker: Walker, told: Told) -> int:
        for cell in told.path:
            self._step(walker, cell)
        return walker.round

    def _step(self, walker: Walker, cell: Cell) -> None:
        is_ordered = self._matters(walker.cell, cell)
        if is_ordered:
            walker.wait(self._late)
        steps = self._chart.step(walker.cell, cell)
        able = [step for step in steps if step.access.who >> walker.number & 1] or steps
        if able:
            best = min(able, key=lambda step: self._met(step.access.need))
            walker.wait(self._met(best.access.need))
            walker.step(self._chart.cost(best, walker.number))
        else:
            walker.step(self._chart.enter[walker.number].get(cell, 1))
        walker.cell = cell
        if is_ordered:
            self._late = max(self._late, walker.round)
        self._see(walker)

    def _cross(self, walker: Walker, told: Told) -> int:
        far = told.path[-1]
        is_ordered = self._matters(walker.cell, far)
        if is_ordered:
            walker.wait(self._late)
        for step in self._chart.step(walker.cell, far, told.crossing):
            walker.wait(self._met(step.access.need))
        vessel = self._vessels.get(told.crossing)
        if vessel is not None:
            walker.wait(vessel.ready(walker.cell, far, walker.round))
        if told.rounds:
            # It sets off in one round, and is there when a later one begins.
            walker.wait(walker.round + told.rounds)
        else:
            crossing = self._chart.crossings[told.crossing]
            for _ in range(len(crossing.over) + 1):
                walker.step(crossing.kind.cost)
        walker.cell = far
        if is_ordered:
            self._late = max(self._late, walker.round)
        self._see(walker)
        return walker.round

    def _see(self, walker: Walker) -> None:
        place = self._chart.place_at.get(walker.cell, -1)
        for sight in self._task.sights:
            if place >= 0 and sight.where >> place & 1:
                self._add(sight.adds, walker.round)

    # -- doing ----------------------------------------------------------------------------------

    def _do(self, told: Told, walker: Walker | None, first: int) -> int:
        deed = self._task.deeds[told.deed]
        adds = deed.adds
        for find in deed.finds:
            adds |= 0 if find.unless & self._facts else find.adds
        if walker is None:
            late = max(first, self._met(deed.needs), self._late)
            self._change(adds, deed.removes, late)
            return late
        self._walk(walker, told)
        for item in each_number(deed.carries):
            walker.wait(self._since.get(item, 1))
        others = self._posted(deed.needs, walker)
        late = max(self._met(deed.needs), first)
        self._wait([walker, *others], late)
        for _ in range(gate_cost(deed, self._quest)):
            walker.step(1)
        doers = [walker]
        if deed.sort is DeedSort.DEFEAT:
            doers += others
            self._wait(doers, late)
        for _ in range(self._actions(deed, doers)):
            for doer in doers:
                doer.act()
        late = self._wait([walker, *others], late)
        self._change(adds, deed.removes, late)
        return late

    def _actions(self, deed: Deed, doers: list[Walker]) -> int:
        if deed.sort is not DeedSort.DEFEAT:
            return actions_of(deed, self._task, self._quest, self._system)
        members = [self._quest.party[doer.number] for doer in doers]
        return attempts(self._quest.thing(deed.id), members, self._system)

    def _happen(self, number: int, first: int) -> int:
        event = self._task.events[number]
        late = max(first, self._met(event.needs))
        if self._is_ordered or event.adds & self._named:
            # Nobody waits for what is of no use.
            self._wait(self._posted(event.needs, None), late)
        self._change(event.adds, event.removes, late)
        return late

    def _pass_rounds(self, told: Told, first: int) -> int:
        deed = self._task.deeds[told.deed]
        late = max(first, int(deed.id))
        self._change(deed.adds, deed.removes, late)
        return late

    # -- since when -----------------------------------------------------------------------------

    def _add(self, facts: Facts, late: int) -> None:
        for fact in each_number(facts):
            if not self._facts >> fact & 1:
                self._since[fact] = late
            elif fact in self._since:
                self._since[fact] = min(self._since[fact], late)
        self._facts |= facts

    def _change(self, adds: Facts, removes: Facts, late: int) -> None:
        for fact in each_number(removes & self._facts):
            self._since[fact] = late
        self._facts &= ~removes
        self._add(adds, late)

    def _met(self, need: Need) -> int:
        """Since when a need is met; where nothing says so, since all have come where they are."""
        late = round_of(need, self)
        return late if late < NEVER else max(walker.round for walker in self._party)

    def held(self, fact: int) -> int:
        """Since when a fact has held."""
        return self._since.get(fact, 1) if self._facts >> fact & 1 else NEVER

    def lacked(self, fact: int) -> int:
        """Since when a fact has not held."""
        return NEVER if self._facts >> fact & 1 else self._since.get(fact, 1)

    def stood(self, at: At) -> int:
        """Since when as many have stood somewhere as it takes."""
        return the_last(self._wanted(at), (walker.round for walker in self._there(at)))

    def _there(self, at: At) -> list[Walker]:
        able = (walker for walker in self._party if at.who >> walker.number & 1)
        return [w for w in able if self._bit(w) & at.places and not self._is_lost(w)]

    def _bit(self, walker: Walker) -> Places:
        number = self._chart.place_at.get(walker.cell, -1)
        if number >= 0:
            return 1 << number
        return sum(
            {1 << b.place for b in self._task.begins if b.who >> walker.number & 1 and b.cell < 0}
        )

    def _is_lost(self, walker: Walker) -> bool:
        return bool(self._task.fallen[walker.number] & self._facts)

    def _wanted(self, at: At) -> int:
        if at.spare < 0:
            return at.least
        able = (w for w in self._party if at.who >> w.number & 1)
        return sum(not self._is_lost(walker) for walker in able) - at.spare

    def _posted(self, need: Need, doer: Walker | None) -> list[Walker]:
        """Those who have to stay where a need asks for them, as few as it takes, the earliest."""
        posted: list[Walker] = []
        for at in self._asked(need):
            there = sorted(self._there(at), key=lambda walker: (walker is not doer, walker.round))
            posted += [walker for walker in there[: max(0, self._wanted(at))] if walker is not doer]
        return posted

    def _asked(self, need: Need) -> Iterable[At]:
        """What a need asks of where members stand, of its ways the one that is met first."""
        match need:
            case At():
                yield need
            case All(parts):
                for part in parts:
                    yield from self._asked(part)
            case Either(parts):
                if parts:
                    yield from self._asked(min(parts, key=lambda part: round_of(part, self)))
            case AtLeast(least, parts):
                for part in sorted(parts, key=lambda part: round_of(part, self))[: max(0, least)]:
                    yield from self._asked(part)
            case _:
                pass


def _may_spoil(task: Task) -> bool:
    """Whether anything that comes about may spoil what would otherwise be done later."""
    if any(deed.removes for deed in task.deeds) or any(event.removes for event in task.events):
        return True
    if any(not victory.is_own for victory in task.victories) or any(task.fallen):
        return True
    if any(event.live for event in task.events):
        return True
    if any(find.unless for deed in task.deeds for find in deed.finds):
        return True
    return any(isinstance(leaf, Lacks) for need in task.needs() for leaf in leaves(need))
