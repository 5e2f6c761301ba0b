"""In which round each step of a line is done, if every attempt comes out at its best.

Each member has a clock of its own: what they do in the same round they do in parallel, but nothing
comes before what it depends on.
"""

from __future__ import annotations

from functools import cache

from questwright.compiler.odds.hits import attempts
from questwright.compiler.verdict.rounds.costs import entries_of, fought, moves_of
from questwright.compiler.verdict.rounds.when import NEVER, round_of, the_last
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.gifts import had
from questwright.compiler.verdict.task.line import Vessel
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Either,
    asked_places,
    facts_asked,
    facts_named,
    with_facts,
)
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Carried, Facts, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.translate import Translation


class Timing(NamedTuple):
    """When the steps of a line are done."""

    rounds: tuple[int, ...]
    """For each step the round in which it is done."""
    late: int
    """The round in which the last of them is done."""


def timed(
    told: Sequence[Told], translated: Translation, quest: Quest, system: System
) -> Timing | None:
    """When each step of a line is done; None where that cannot be counted.

    So it is where somebody has no value to move by.
    """
    moves = moves_of(quest, system)
    if not moves:
        return None
    departures: dict[int, int] = {}
    least = tuple(move.least for move in moves)
    for _ in range(len(told) + 1):
        known = dict(departures)
        following = _Following(translated, quest, system, least, departures)
        rounds = tuple(following.follow(step) for step in told)
        if departures == known:
            return Timing(rounds, max(rounds, default=1))
    return None  # somebody who goes along waits for what comes of it


class _Walker:
    """A member of the party: where it stands, in which round, and what it may still do then."""

    def __init__(self, number: int, move: int, actions: int) -> None:
        self.number = number
        self.cell: Cell = -1
        """Where it stands; -1 off the board."""
        self.place: Places = 0
        """The place of that cell."""
        self.round = 1
        self._move = self._left = move
        self._actions = actions
        self._acted = 0

    def wait(self, late: int) -> None:
        """Let rounds go by until one begins."""
        if late > self.round:
            self.round = late
            self._left = self._move
            self._acted = 0

    def step(self, cost: int) -> None:
        """Take a step; what is left of a move is lost where it is not enough for it."""
        if self._left < cost:
            self.wait(self.round + 1)
        self._left -= cost

    def act(self) -> None:
        """Act; whoever has moved before has done with moving."""
        if self._acted >= self._actions:
            self.wait(self.round + 1)
        self._acted += 1
        if self._left < self._move:
            self._left = 0


class _Following:
    """A party that follows a line: where each stands by its clock, and since when what is so."""

    def __init__(
        self,
        translated: Translation,
        quest: Quest,
        system: System,
        moves: tuple[int, ...],
        departures: dict[int, int],
    ) -> None:
        """``departures`` has for each trip of a vessel a round before which it does not set off.

        It is brought up to date: who goes along may be ready later than was known.
        """
        self._task, self._floor = task, floor = translated
        self._quest = quest
        self._system = system
        self._begins = entries_of(quest, floor)
        actions = max(1, system.actions_per_turn)
        self._party = [_Walker(number, move, actions) for number, move in enumerate(moves)]
        rowed = (own for own in quest.board.crossings if own.is_rowed)
        self._vessels = {own.id: Vessel(own, departures) for own in rowed}
        self._facts: Facts = task.given
        self._since: dict[int, int] = {}
        """The round since which a fact has held, or has no longer held."""
        kinds = (FactSort.LIES, FactSort.ABOARD)
        self._lying = sum(1 << n for n, info in enumerate(task.facts) if info.sort in kinds)
        self._is_ordered = _may_spoil(task, self._lying)
        """What is told later may spoil what is told before, and so comes no earlier."""
        self._marks = cache(lambda facts: {*self._watched(facts)})
        self._named: Facts = facts_asked(*task.needs())
        """The facts that anything asks for."""
        self._late = 1
        """The last round of what was done by now, who is still on a crossing left out."""

    def follow(self, told: Told) -> int:
        """Do what is told, and return the round in which it is done."""
        walker = self._party[told.who] if told.who >= 0 else None
        if walker is not None and told.sort in (DeedSort.WALK, DeedSort.CROSS, DeedSort.JUMP):
            for cell in told.path:
                self._step(walker, cell, told)
            return walker.round
        if told.deed >= 0:
            for vessel in self._vessels.values():
                vessel.lie()
        first = self._late if self._is_ordered else 1
        if walker is not None:
            walker.wait(first)
        if told.sort is DeedSort.EVENT:
            late = self._happen(told.event, first)
        elif walker is None:
            late = self._come_about(told, first)
        elif told.sort is DeedSort.BEGIN:
            late = self._begin(walker, told.path[-1])
        elif told.sort is DeedSort.HAND:
            late = _wait([walker, self._party[told.to]], first)
        else:
            late = self._do(told, walker, first)
        self._late = max(self._late, late)
        return late

    # -- moving ---------------------------------------------------------------------------------

    def _begin(self, walker: _Walker, cell: Cell) -> int:
        begun = self._begins[self._quest.party[walker.number].word]
        walker.wait(min((late for own, late in begun if own == cell), default=1))
        self._stand(walker, cell, self._place(cell))
        return walker.round

    def _step(self, walker: _Walker, cell: Cell, told: Told) -> None:
        """Step onto a cell, or take a crossing to it, once that is open and a vessel is there."""
        place = self._place(cell)
        is_ordered = self._is_ordered and self._matters(walker.place, place)
        if is_ordered:
            walker.wait(self._late)
        strides = self._floor.strides(walker.cell)
        steps = [s for s in strides if (s.to, s.crossing) == (cell, told.crossing)]
        able = [step for step in steps if step.access.who >> walker.number & 1] or steps
        # Where a vessel lies, and since when, is known of itself.
        met = [self._met(with_facts(step.access.need, self._lying, 0)) for step in able]
        best = able[met.index(min(met))] if met else None
        walker.wait(min(met, default=1))
        vessel = self._vessels.get(told.crossing)
        if vessel is not None:
            walker.wait(vessel.boarded(walker.cell, cell, walker.round))
        if told.rounds:
            # It sets off in one round, and is there when a later one begins.
            walker.wait(walker.round + told.rounds)
        elif told.crossing:
            crossing = next(own for own in self._quest.board.crossings if own.id == told.crossing)
            for _ in range(len(crossing.over) + 1):
                walker.step(crossing.kind.cost)
        else:
            walker.step(1 if best is None else self._floor.cost(best, walker.number))
        self._stand(walker, cell, place)
        if is_ordered:
            self._late = max(self._late, walker.round)

    def _stand(self, walker: _Walker, cell: Cell, place: Places) -> None:
        """Somebody stands on a cell, and sees what there is to be seen."""
        walker.cell, walker.place = cell, place
        for sight in self._task.sights:
            if sight.where & place:
                self._add(sight.adds, walker.round)

    def _place(self, cell: Cell) -> Places:
        return 1 << self._floor.place(cell)

    def _matters(self, here: Places, there: Places) -> bool:
        """Whether a step between two places may do more than bring somebody nearer."""
        if here == there:
            return False
        marks = self._marks(self._facts)
        return any(bool(mark & here) != bool(mark & there) for mark in marks)

    def _watched(self, facts: Facts) -> Iterator[Places]:
        """The places of which it makes a difference now whether somebody stands there."""
        task = self._task
        yield from (1 << n for n, place in enumerate(task.places) if place.clear >= 0)
        needs = [victory.needs for victory in task.victories]
        needs += [e.needs for e in task.events if e.live or not e.happened & facts]
        needs += [d.needs for d in task.deeds if not d.once or d.once & ~facts]
        for need in needs:
            yield from (at.places for at in asked_places(need))
        for sight in task.sights:
            if sight.adds & self._named & ~facts:
                yield sight.where

    # -- doing ----------------------------------------------------------------------------------

    def _do(self, told: Told, walker: _Walker, first: int) -> int:
        deed = self._task.deeds[told.deed]
        adds = deed.brings_now(self._facts)
        for item in each_number(deed.carries):
            walker.wait(self._since.get(item, 1))
        others = self._posted(deed.needs, walker)
        late = max(self._met(deed.needs), first)
        _wait([walker, *others], late)
        for _ in range(deed.moves):
            walker.step(1)
        doers = [walker]
        if deed.sort is DeedSort.DEFEAT:
            doers += others
            _wait(doers, late)
        actions, begun = self._actions(deed, doers), walker.round
        for number in range(actions):
            for doer in doers:
                doer.act()
            begun = walker.round if not number else begun
            if deed.effort is not None and number == actions - 2:
                walker.wait(begun + deed.effort.most)
        if deed.effort is not None and actions < 2:
            walker.wait(begun + deed.effort.most)
        late = _wait([walker, *others], late)
        self._change(adds, deed.removes, late)
        return late

    def _actions(self, deed: Deed, doers: list[_Walker]) -> int:
        if deed.sort is not DeedSort.DEFEAT:
            return deed.actions
        members = [self._quest.party[doer.number] for doer in doers]
        return attempts(fought(deed, self._task, self._quest), members, self._system)

    def _come_about(self, told: Told, first: int) -> int:
        """A round comes, or the party does what nobody in particular does."""
        deed = self._task.deeds[told.deed]
        is_wait = deed.sort is DeedSort.WAIT
        late = int(deed.id) if is_wait else max(self._met(deed.needs), self._late)
        late = max(first, late)
        self._change(deed.brings_now(self._facts), deed.removes, late)
        return late

    def _happen(self, number: int, first: int) -> int:
        event = self._task.events[number]
        late = max(first, self._met(event.needs))
        _wait(self._posted(event.needs, None), late)
        left = [not fallen & self._facts for fallen in self._task.fallen]
        self._change(event.added(left), event.removes, late)
        for item in each_number(had(event.gifts, left).items):
            self._since[item] = late
        return late

    # -- since when -----------------------------------------------------------------------------

    def _add(self, facts: Facts, late: int) -> None:
        for fact in each_number(facts):
            since = min(late, self._since.get(fact, 1)) if self._facts >> fact & 1 else late
            self._since[fact] = since
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

    def carried(self, leaf: Carried) -> int:
        """Since when the party has had an item that one of some members carries."""
        return self.held(leaf.item)

    def lacked(self, fact: int) -> int:
        """Since when a fact has not held."""
        return NEVER if self._facts >> fact & 1 else self._since.get(fact, 1)

    def stood(self, at: At) -> int:
        """Since when as many have stood somewhere as it takes."""
        return the_last(self._wanted(at), (walker.round for walker in self._there(at)))

    def _able(self, at: At) -> list[_Walker]:
        """Those of whom it is asked where they stand, who are not lost."""
        lost = [bool(fallen & self._facts) for fallen in self._task.fallen]
        return [w for w in self._party if at.who >> w.number & 1 and not lost[w.number]]

    def _there(self, at: At) -> list[_Walker]:
        return [walker for walker in self._able(at) if self._stands(walker) & at.places]

    def _stands(self, walker: _Walker) -> Places:
        waiting = (own for own in self._task.begins if own.who >> walker.number & 1)
        return walker.place or union(1 << own.place for own in waiting if own.cell < 0)

    def _wanted(self, at: At) -> int:
        return at.least if at.spare < 0 else len(self._able(at)) - at.spare

    def _posted(self, need: Need, doer: _Walker | None) -> list[_Walker]:
        """Those who have to stay where a need asks for them, as few as it takes, the earliest."""
        posted: list[_Walker] = []
        for at in self._asked(need):
            there = sorted(self._there(at), key=lambda walker: (walker is not doer, walker.round))
            posted += [walker for walker in there[: max(0, self._wanted(at))] if walker is not doer]
        return posted

    def _asked(self, need: Need) -> Iterator[At]:
        """What a need asks of where members stand, of its ways those that are met first."""
        if isinstance(need, At):
            yield need
        elif isinstance(need, All | Either | AtLeast):
            parts: Sequence[Need] = need.parts
            if not isinstance(need, All):
                least = max(0, need.least) if isinstance(need, AtLeast) else 1
                parts = sorted(parts, key=lambda part: round_of(part, self))[:least]
            for part in parts:
                yield from self._asked(part)


def _wait(walkers: Sequence[_Walker], late: int) -> int:
    """Some wait for each other, and for a round."""
    late = max([late, *(walker.round for walker in walkers)])
    for walker in walkers:
        walker.wait(late)
    return late


def _may_spoil(task: Task, lying: Facts) -> bool:
    """Whether anything that comes about may spoil what would otherwise be done later.

    But for where vessels lie, which is followed.
    """
    return bool(
        ~task.lasting & ~lying
        or any(task.fallen)
        or any(not victory.is_own for victory in task.victories)
        or any(find.unless for deed in task.deeds for find in deed.finds)
        or any(event.gifts for event in task.events)
        or any(facts_named(need)[1] for need in task.needs())
    )
