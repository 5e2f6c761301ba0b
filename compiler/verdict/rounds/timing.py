"""In which round each step of a line is done, if every attempt comes out at its best.

Each member has a clock of its own: nothing comes before what it depends on, and whatever does not
depend on each other may be done in another order than it is told in. But each round is one that
the game allows: with turns for members or for the whole side, and with phases if it has some.
"""

from __future__ import annotations

from itertools import pairwise

from questwright.compiler.verdict.decide.simplify import relevant
from questwright.compiler.verdict.rounds.brought import brought_about
from questwright.compiler.verdict.rounds.clashes import Clashes
from questwright.compiler.verdict.rounds.costs import entries_of, moves_of
from questwright.compiler.verdict.rounds.course import Course
from questwright.compiler.verdict.rounds.marked import MarkedPlaces
from questwright.compiler.verdict.rounds.rests import Rests
from questwright.compiler.verdict.rounds.stops import Stops
from questwright.compiler.verdict.rounds.traffic import Traffic
from questwright.compiler.verdict.rounds.turns import (
    START,
    Turns,
    TurnTime,
    Walker,
    the_latest,
)
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.gifts import had
from questwright.compiler.verdict.task.line import Vessel, going_along
from questwright.compiler.verdict.task.need import (
    facts_named,
    lasts,
    with_facts,
)
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.compiler.verdict.translate.coming import waves_of
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.coming import Wave
    from questwright.compiler.verdict.translate.floor import Floor
    from questwright.compiler.verdict.translate.stride import Stride
    from questwright.compiler.verdict.translate.translate import Translation

    _Rounds = dict[int, int]


class Timing(NamedTuple):
    """When the steps of a line are done."""

    rounds: tuple[int, ...]
    """For each step the round in which it is done."""
    late: int
    """The round in which the last of them is done."""


def timed(told: Sequence[Told], translated: Translation) -> Timing | None:
    """When each step of a line is done; None where that cannot be counted.

    So it is where somebody has no value to move by.
    """
    quest, system = translated.quest, translated.system
    moves = moves_of(quest, system)
    if not moves:
        return None
    departures: dict[int, int] = {}
    trips = _before_trips(told, quest)
    waves = waves_of(told, translated.task, quest, system)
    if waves.get(len(told)):
        return None  # when somebody has come to them and beaten them
    least = tuple(move.least for move in moves)
    likely = brought_about(translated.task, told)
    for _ in range(len(told) + 1):
        known = dict(departures)
        following = _Pursuit(translated, likely, least, departures)
        rounds = tuple(
            following.follow(step, trips.get(n), waves.get(n, ())) for n, step in enumerate(told)
        )
        if departures == known:
            return Timing(rounds, max(rounds, default=1))
    return None  # somebody who goes along waits for what comes of it


class _Pursuit:
    """A party that follows a line: where each stands by its clock, and since when what is so."""

    def __init__(
        self, translated: Translation, likely: Task, moves: Sequence[int], departures: _Rounds
    ) -> None:
        """``departures`` has for each trip of a vessel a round before which it does not set off.

        It is brought up to date: who goes along may be ready later than was known. ``likely`` is
        the task as far as the line may bring it about.
        """
        self._task, self._floor = task, floor = translated.task, translated.floor
        quest, system = translated.quest, translated.system
        self._quest = quest
        self._begins = entries_of(quest, floor)
        actions = max(1, system.actions_per_turn)
        turns = Turns(system.turns, quest.party)
        self._party = [Walker(number, move, actions, turns) for number, move in enumerate(moves)]
        self._rests = Rests(system.fights, quest.party)
        self._stops = Stops(quest, system, floor)
        rowed = (own for own in quest.board.crossings if own.is_rowed)
        self._vessels = {own.id: Vessel(own, departures) for own in rowed}
        self._off: dict[str, TurnTime] = {}
        """When all had been that was done before a vessel set off last."""
        self._course = Course(task, self._party)
        self._traffic = Traffic(floor, self._party)
        self._lying = task.of_sorts(FactSort.LIES, FactSort.ABOARD)
        self._is_ordered = _may_spoil(relevant(likely), self._lying)
        """What is told later may spoil what is told before, and so comes no earlier."""
        self._passing = ~likely.lasting
        """The facts that something may end."""
        self._marked = MarkedPlaces(likely)
        self._clashes = Clashes(task, quest, system, self._party, self._rests, self._stops)
        self._late = START
        """When all has been that was done by now, who is still on a crossing left out."""

    def follow(self, told: Told, trip: str | None = None, waves: Iterable[Wave] = ()) -> int:
        """Do what is told, and return the round in which it is done.

        It is told after the vessel ``trip`` has set off, and done before. Figures that come with it
        in ``waves`` are beaten.
        """
        walker = self._party[told.who] if told.who >= 0 else None
        if walker is not None and told.sort in (DeedSort.WALK, DeedSort.CROSS, DeedSort.JUMP):
            gone = self._go(walker, told, told.crossing if trip is None else trip)
            return max((gone, *(self._beat(wave, walker.now).round for wave in waves)))
        if told.deed >= 0:
            for vessel in self._vessels.values():
                vessel.lie()
        first = self._late if self._is_ordered else START
        if walker is not None and told.sort is DeedSort.BEGIN:
            here, there = self._course.stands(walker), 1 << self._floor.place(told.path[-1])
            is_late = self._marked.tell_apart(here, there, self._course.facts)
            first = first if is_late else START
        if walker is not None:
            walker.follow(first)
        if told.sort is DeedSort.EVENT:
            late = self._happen(told.event, first)
        elif walker is None:
            late = self._come_about(told, first)
        elif told.sort is DeedSort.BEGIN:
            late = self._begin(walker, told.path[-1])
        elif told.sort is DeedSort.HAND:
            late = _handed(walker, self._party[told.to])
        else:
            late = self._do(told, walker, first)
        for wave in waves:
            late = self._beat(wave, late)
        self._late = the_latest((self._late, late))
        return late.round

    # -- moving ---------------------------------------------------------------------------------

    def _go(self, walker: Walker, told: Told, trip: str) -> int:
        """Walk, jump or take a crossing, and return the round in which that comes to an end."""
        left, gone, traffic = walker.cell, walker.now, self._traffic
        free = traffic.left(told.path[-1])
        if not told.crossing:
            walker.stay(free)
        for number, cell in enumerate(told.path):
            if not told.crossing:
                self._get_ready(walker, told.path[number:])
            here, came = walker.cell, walker.round if number else 0
            self._step(walker, cell, told, trip)
            traffic.pass_on(walker, here, came)
            if not number and not told.crossing:
                gone = walker.now
        if told.crossing:
            # It leaves its cell as it sets off, and goes ashore when that is free.
            walker.follow(free)
        traffic.leave(left, gone)
        return walker.round

    def _get_ready(self, walker: Walker, path: Sequence[Cell]) -> None:
        """Let a member take the first step of a path when nobody is in its way."""
        if self._floor.friends_block:
            walker.stay(self._traffic.free(walker, path))
        elif many := self._traffic.over(walker, path):
            steps = pairwise((walker.cell, *path[: many + 1]))
            ways = [self._way(walker, here, cell, "") for here, cell in steps]
            cost = sum(_cost_of(step, walker, self._floor) for _, step in ways)
            walker.pass_over(cost, the_latest(met for met, _ in ways))

    def _begin(self, walker: Walker, cell: Cell) -> TurnTime:
        begun = self._begins[self._quest.party[walker.number].word]
        walker.wait(min((late for own, late in begun if own == cell), default=1))
        self._stops.begin(walker, cell)
        self._stand(walker, cell, 1 << self._floor.place(cell))
        return walker.now

    def _step(self, walker: Walker, cell: Cell, told: Told, trip: str) -> None:
        """Step onto a cell, or take a crossing to it, once that is open and a vessel is there."""
        self._stops.go_on(walker)
        here, place = walker.cell, 1 << self._floor.place(cell)
        clear = self._task.places[self._floor.place(walker.cell)].clear
        if clear >= 0 and not self._course.facts >> clear & 1:
            # It steps clear as its cell closes: that is no move of its own.
            walker.follow(self._late)
            self._stand(walker, cell, place)
            return
        facts = self._course.facts
        is_ordered = self._is_ordered and (
            self._marked.tell_apart(walker.place, place, facts)
            or self._may_shut(here, cell, told.crossing)
        )
        vessel = self._vessels.get(told.crossing)
        if vessel is None or not vessel.takes_along(here, cell):
            self._off[told.crossing] = self._late
        # Who goes along does so as the vessel sets off, whatever has been since.
        before = (self._off[trip],) if is_ordered else ()
        met, stride = self._way(walker, here, cell, told.crossing)
        least = self._floor.least(stride, walker.number) if stride is not None else 1
        walker.go(0 if told.crossing else least, the_latest((met, *before)))
        if walker.round > walker.came.round:
            walker.spend(self._traffic.rest(walker))
        if vessel is not None:
            walker.wait(vessel.boarded(walker.cell, cell, walker.round))
        if told.rounds:
            # It sets off in one round, as one moves, and is there when a later one begins.
            walker.step(0)
            walker.wait(walker.round + told.rounds)
        elif told.crossing:
            crossing = next(own for own in self._quest.board.crossings if own.id == told.crossing)
            for _ in range(len(crossing.over) + 1):
                walker.step(crossing.kind.cost)
        else:
            cost = _cost_of(stride, walker, self._floor)
            walker.step(cost, least)
            self._traffic.step(walker, here, cost)
        self._stand(walker, cell, place)
        if not told.crossing:
            self._stops.step(walker, here)
        if is_ordered:
            self._late = the_latest((self._late, walker.now))

    def _may_shut(self, here: Cell, cell: Cell, crossing: str) -> bool:
        """Whether what a step takes may be no longer so: then it comes before that."""
        needs = (
            own.access.need
            for own in self._floor.strides(here)
            if (own.to, own.crossing) == (cell, crossing)
        )
        return any(facts_named(need)[0] & self._passing & ~self._lying for need in needs)

    def _way(
        self, walker: Walker, here: Cell, cell: Cell, crossing: str
    ) -> tuple[TurnTime, Stride | None]:
        """Since when a member may take a step, by the way that is open first."""
        steps = [
            own for own in self._floor.strides(here) if (own.to, own.crossing) == (cell, crossing)
        ]
        able = [step for step in steps if step.access.who >> walker.number & 1] or steps
        # Where a vessel lies, and since when, is known of itself.
        mets = [self._course.met(with_facts(step.access.need, self._lying, 0)) for step in able]
        met = min(mets, default=START)
        return met, able[mets.index(met)] if mets else None

    def _stand(self, walker: Walker, cell: Cell, place: Places) -> None:
        """Somebody stands on a cell, and sees what there is to be seen."""
        walker.cell, walker.place, walker.came = cell, place, walker.now
        self._stops.come(walker)
        for sight in self._task.sights:
            if sight.where & place:
                self._course.add(sight.adds, walker.now)

    # -- doing ----------------------------------------------------------------------------------

    def _do(self, told: Told, walker: Walker, first: TurnTime) -> TurnTime:
        deed = self._task.deeds[told.deed]
        adds = deed.brings_now(self._course.facts)
        others = self._course.posted(deed.needs, walker)
        had = (self._course.since.get(item, START) for item in each_number(deed.carries))
        met = the_latest((first, self._course.met(deed.needs), *had))
        if deed.is_fight:
            done = self._clashes.fight(told, [walker, *others], met)
        else:
            done = self._work(deed, walker, met)
        for other in others:
            other.stay(done)
        self._course.change(adds, deed.removes, done)
        return done

    def _work(self, deed: Deed, walker: Walker, met: TurnTime) -> TurnTime:
        self._stops.go_on(walker, acts=deed.actions > 0)
        walker.get_ready(met, moves=deed.moves, actions=deed.actions)
        for _ in range(deed.moves):
            walker.step(1)
        begun = walker.round
        for number in range(deed.actions):
            self._rests.act(walker, deed.shot)
            begun = walker.round if not number else begun
            if deed.effort is not None and number == deed.actions - 2:
                walker.wait(begun + deed.effort.most)
        if deed.effort is not None and deed.actions < 2:
            walker.wait(begun + deed.effort.most)
        return walker.now

    def _come_about(self, told: Told, first: TurnTime) -> TurnTime:
        """A round comes, or the party does what nobody in particular does."""
        deed = self._task.deeds[told.deed]
        is_wait = deed.sort is DeedSort.WAIT
        met = (TurnTime(int(deed.id)),) if is_wait else (self._course.met(deed.needs), self._late)
        late = the_latest((first, *met))
        self._course.change(deed.brings_now(self._course.facts), deed.removes, late)
        return late

    def _happen(self, number: int, first: TurnTime) -> TurnTime:
        event = self._task.events[number]
        late = the_latest((first, self._course.met(event.needs)))
        for posted in self._course.posted(event.needs, None):
            posted.stay(late)
        left = [not fallen & self._course.facts for fallen in self._task.fallen]
        self._course.change(event.added(left), event.removes, late)
        for item in each_number(had(event.gifts, left).items):
            self._course.since[item] = late
        return late

    def _beat(self, wave: Wave, late: TurnTime) -> TurnTime:
        """Beat figures that have come: those who are there do, and nobody goes on before that."""
        fallen, facts = self._task.fallen, self._course.facts
        left = [own for own in self._party if not fallen[own.number] & facts]
        there = [walker for walker in left if walker.cell >= 0]
        near = [walker for walker in there if wave.near >> walker.cell & 1]
        if there:
            late = self._clashes.beat(wave.figure, wave.number, near or there[:1], late)
        for walker in left:
            walker.follow(late)
        return late


def _cost_of(stride: Stride | None, walker: Walker, floor: Floor) -> int:
    return floor.cost(stride, walker.number) if stride is not None else 1


def _handed(giver: Walker, taker: Walker) -> TurnTime:
    """Something is handed over, in the turn of one of them: whoever gets it, if that can be."""
    is_met = taker.came.round < giver.now.round
    first = max(taker.round, giver.now.round)
    taker.follow(giver.now)
    if taker.round > first:
        giver.begin()
        return giver.now
    taker.begin()
    if not is_met:
        giver.stay(taker.now)
    return taker.now


def _before_trips(told: Sequence[Told], quest: Quest) -> dict[int, str]:
    """The steps of those who come to a vessel once it is told to set off, and go along in it.

    They are given by their numbers, with the id of the vessel.
    """
    off: dict[str, int] = {}
    found: dict[int, str] = {}
    for number, (step, is_along) in enumerate(zip(told, going_along(told, quest), strict=True)):
        if is_along:
            since = range(off[step.crossing], number)
            found |= {n: step.crossing for n in since if told[n].who == step.who}
        else:
            off[step.crossing] = number
    return found


def _may_spoil(task: Task, lying: Facts) -> bool:
    """Whether anything that comes about may spoil what would otherwise be done later.

    But for where vessels lie, which is followed.
    """
    rounds = union(deed.adds for deed in task.deeds if deed.sort is DeedSort.WAIT)
    changing = task.changing
    return bool(
        ~task.lasting & ~lying
        or any(task.fallen)
        # Nothing that is done brings about that rounds have come.
        or any(not lasts(other.needs, rounds) for other in task.others)
        or any(find.unless for deed in task.deeds for find in deed.finds)
        or any(event.gifts for event in task.events)
        or any(facts_named(need)[1] & changing for need in task.needs())
    )
