"""Follow a line square by square where nothing is ever lost: who does what, and in which round.

Then nobody is ever in the way of anybody, and each member of the party has a clock of its own:
two of them walk in the same rounds. What is done next is what can be done first. Every attempt
succeeds at once, and squares on which figures stand are free: they can be beaten.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.proof.schedule.floor import cells_of, floor_of
from questwright.compiler.proof.schedule.planner import Leg, LostWayError, Planning
from questwright.compiler.proof.schedule.vessels import vessels_of
from questwright.compiler.proof.task.bits import each_bit, each_place
from questwright.compiler.proof.task.condition import stands_asked
from questwright.compiler.proof.task.line import Pace, Told
from questwright.compiler.proof.task.task import FREE, DeedSort, cache_of, waits_for

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.reach.guards import Shut
    from questwright.compiler.proof.schedule.clocks import Walker
    from questwright.compiler.proof.schedule.floor import Floor
    from questwright.compiler.proof.schedule.planner import Plan
    from questwright.compiler.proof.schedule.vessels import Vessel
    from questwright.compiler.proof.task.condition import Need, Places
    from questwright.compiler.proof.task.task import Deed, Problem


class Walked(NamedTuple):
    """A line as the party walks it."""

    line: tuple[Deed, ...]
    """Its deeds, in the order in which they are done."""
    told: tuple[Told, ...]
    late: int
    """The round in which all of it is done."""


class Behind(NamedTuple):
    """A member who comes last of all."""

    member: int
    off: Places
    """The places that it keeps off until then."""
    out: Places
    """Where it goes first, if it begins there; else 0."""
    goal: Need
    """What is won when it comes."""


def walk(
    problem: Problem,
    line: tuple[Deed, ...],
    quest: Quest,
    system: System,
    moves: list[int],
    off: Behind | tuple[Shut, ...] = (),
) -> Walked | None:
    """A line that wins, each member walking for itself; None where that does not work out.

    ``moves`` has what each member may move in a round. Only where nothing is ever lost. ``off``
    has who comes last, or what members keep out of.
    """
    if sum(set(problem.fallen)) & problem.given:
        return None  # not all of them are there
    try:
        return _Walking(problem, line, floor_of(quest, system, cache_of(problem)), moves).run(off)
    except LostWayError:
        return None


class _Walking(Planning):
    """One line being walked."""

    def __init__(
        self, problem: Problem, line: tuple[Deed, ...], floor: Floor, moves: list[int]
    ) -> None:
        super().__init__(problem, line, floor, moves)
        self._vessels = vessels_of(floor.board.crossings)

    def run(self, off: Behind | tuple[Shut, ...]) -> Walked:
        behind = off if isinstance(off, Behind) else None
        shut = () if isinstance(off, Behind) else off
        for walker in self._now.walkers:
            if walker.cell >= 0:
                self._told.append(Told(None, walker.who, (walker.cell,), is_begin=True))
        if behind is not None:
            self._keep_off(behind)
        self._now.settle()
        while not self._now.holds(self._problem.goal):
            self._keep_out(shut)
            self._tell_of_events()
            plan = self._next()
            if plan is None:
                self._gather(self._problem.goal)
                if not self._now.holds(self._problem.goal):
                    raise LostWayError
                break
            self._carry_out(plan)
        self._tell_of_events()
        if behind is not None:
            self._come_last(behind)
        late = self._now.round_of(self._problem.goal)
        return Walked(tuple(self._done), tuple(self._told), late)

    def _keep_out(self, shut: tuple[Shut, ...]) -> None:
        """Members keep out of the places that are shut to them for now."""
        for number in {number for one in shut for number in each_place(one.who)}:
            places = 0
            for one in shut:
                is_shut = not one.until or one.until & ~self._now.facts
                places |= one.places if is_shut and one.who >> number & 1 else 0
            self._ways.off[number] = frozenset(cells_of(self._problem, places))

    def _keep_off(self, behind: Behind) -> None:
        """Whoever comes last goes out first, if that is where they begin."""
        one = self._now.walkers[behind.member]
        if behind.out:
            leg = self._leg(one, cells_of(self._problem, behind.out), [])
            if leg is None:
                raise LostWayError
            goal = self._problem.goal
            self._problem = self._problem._replace(goal=behind.goal)
            self._go(leg)
            self._problem = self._problem._replace(goal=goal)
            for other in self._now.walkers:
                other.wait(one.round)
        self._ways.off[one.number] = frozenset(cells_of(self._problem, behind.off))

    def _come_last(self, behind: Behind) -> None:
        """All else is done: the last one comes, and that wins as soon as they are there."""
        one = self._now.walkers[behind.member]
        off = set(self._ways.off.pop(one.number))
        late = max(self._now.round_of(self._problem.goal), *(w.round for w in self._now.walkers))
        rest = self._problem.goal
        self._problem = self._problem._replace(goal=behind.goal)
        leg = self._leg(one, set(off), [])
        if leg is None or not leg.paces:
            raise LostWayError
        self._go(leg._replace(paces=leg.paces[:-1]))
        if self._vessels:
            # Who has brought it a vessel goes back to where all others are.
            self._gather(rest, one, {one.cell})
            late = max(late, *(w.round for w in self._now.walkers))
        one.wait(late)
        self._go(Leg(one, -1, leg.paces[-1:]))
        if not self._now.holds(behind.goal):
            raise LostWayError

    # -- doing it ----------------------------------------------------------------------------

    def _carry_out(self, plan: Plan) -> None:
        deed, doer = plan.deed, plan.doer
        if any(True for _ in stands_asked(deed.needs)):
            self._gather(deed.needs, doer, self._stand(deed) if deed.where else set())
        if doer is not None:
            self._walk_to_do(plan, doer)
        if self._now.holds(self._problem.goal):
            return
        if deed.adds & ~self._now.facts and (
            not self._now.holds(deed.needs) or self._is_elsewhere(plan)
        ):
            raise LostWayError
        if deed.is_forced:
            # It has happened on the way, or does so now.
            self._now.settle()
            if deed.adds & ~self._now.facts:
                raise LostWayError
            return
        if deed in self._waiting:
            self._waiting.remove(deed)
        if not deed.adds & ~self._now.facts:
            return  # something else has brought it about on the way
        late = self._timed(deed, doer)
        self._now.stay(deed.needs, late)
        self._done.append(deed)
        self._told.append(Told(deed, doer.who if doer else 0))
        if doer is not None:
            got = each_bit(deed.adds & ~self._now.facts & self._carried)
            self._holders |= dict.fromkeys(got, doer)
        self._now.add(deed.adds, late)
        self._now.settle()

    def _timed(self, deed: Deed, doer: Walker | None) -> int:
        """The round in which a deed is done, by whoever stands there; it takes their time."""
        late = self._now.round_of(deed.needs)
        if deed.sort is DeedSort.WAIT:
            late = max(late, waits_for(deed))
        if doer is None:
            return late
        doer.wait(late)
        for _ in range(self._floor.gate_cost(deed.id) if deed.sort is DeedSort.OPEN else 0):
            doer.step(1, 0, 0)
        if deed.sort not in FREE:
            doer.act()
        return max(late, doer.round)

    def _is_elsewhere(self, plan: Plan) -> bool:
        doer = plan.doer
        return doer is not None and doer.cell not in self._stand(plan.deed)

    def _walk_to_do(self, plan: Plan, doer: Walker) -> None:
        """Get what the deed takes, and go to where it is done."""
        for item in plan.takes:
            holder = self._holders[item]
            leg = self._meeting(doer, holder, [])
            if leg is None:
                raise LostWayError
            self._go(leg)
            doer.wait(holder.round)
            holder.wait(doer.round)
            self._told.append(Told(None, holder.who, (), item, doer.who))
            self._holders[item] = doer
        for item in each_bit(plan.deed.carries & self._carried):
            self._holders[item] = doer
        leg = self._leg(doer, self._stand(plan.deed), [])
        if leg is None:
            raise LostWayError
        self._go(leg)

    def _go(self, leg: Leg) -> None:
        """Walk, and see what there is to be seen on the way, until that wins."""
        one = leg.who
        if leg.begins >= 0:
            self._tick(one, Leg(one, leg.begins, ()))
            one.cell = leg.begins
            self._told.append(Told(None, one.who, (one.cell,), is_begin=True))
            self._now.settle()
        for pace in leg.paces:
            if self._now.holds(self._problem.goal):
                return
            vessel = self._vessels.get(pace.stride.crossing)
            if vessel is None:
                self._take(one, pace)
            else:
                self._ferry(one, pace, vessel)

    def _take(self, one: Walker, pace: Pace) -> None:
        before = self._now.place_of(one.cell)
        self._step(one, pace)
        one.cell = pace.cell
        self._tell_pace(one, pace)
        if self._now.place_of(one.cell) != before:
            self._now.settle()

    # -- vessels -----------------------------------------------------------------------------

    def _ferry(self, one: Walker, pace: Pace, vessel: Vessel) -> None:
        """Be aboard as a vessel sets off, or row it; who has to bring it for that goes back too."""
        near, far = one.cell, pace.cell
        clock = copy(one)
        clock.wait(vessel.left)
        self._step(clock, pace)
        if vessel.has_seat(near, far) and clock.round - pace.stride.rounds <= vessel.left:
            one.wait(vessel.left)
            vessel.board(near, far)
            self._take(one, pace)
            return
        rower = None if vessel.lies_at(near) else self._fetch(one, pace, vessel)
        one.wait(vessel.round)
        self._take(one, pace)
        vessel.row(near, far, one.round - pace.stride.rounds, one.round)
        if rower is not None:
            self._ferry(rower, self._over(rower, pace, far), vessel)

    def _fetch(self, one: Walker, pace: Pace, vessel: Vessel) -> Walker:
        """Somebody brings a vessel: whoever can be there with it first."""
        landing = set(each_cell(vessel.landing()))
        facts = self._now.facts & ~self._ways.bars(pace.stride)
        found: list[tuple[int, int, Leg]] = []
        for other in self._now.walkers:
            if other is one or other.cell < 0 or not pace.stride.who & other.who:
                continue
            if self._ways.off.get(other.number, set()) & {one.cell, pace.cell}:
                continue
            way = self._ways.to(other.cell, facts, other.number, landing)
            if way is not None:
                clock = copy(other)
                self._tick(clock, Leg(other, -1, way))
                found.append((clock.round, other.number, Leg(other, -1, way)))
        if not found:
            raise LostWayError
        leg = min(found, key=lambda each: each[:2])[2]
        rower = leg.who
        self._go(leg)
        if rower.cell not in landing or not vessel.lies_at(rower.cell):
            raise LostWayError
        self._ferry(rower, self._over(rower, pace, one.cell), vessel)
        return rower

    def _over(self, one: Walker, pace: Pace, end: Cell) -> Pace:
        """The step that takes a crossing as another one does, to its end on a square."""
        for stride in self._floor.steps[one.cell]:
            if (stride.crossing, stride.to) == (pace.stride.crossing, end) and stride.who & one.who:
                return Pace(end, 0 if stride.rounds else stride.cost, 0, stride)
        raise LostWayError

    def _tell_pace(self, one: Walker, pace: Pace) -> None:
        last = self._told[-1] if self._told else None
        crossing = pace.stride.crossing
        if (
            last is None
            or crossing
            or (last.who, last.deed, last.crossing) != (one.who, None, "")
            or not last.path
            or last.is_begin
        ):
            late = pace.stride.rounds
            self._told.append(Told(None, one.who, (pace.cell,), crossing=crossing, rounds=late))
        else:
            self._told[-1] = last._replace(path=(*last.path, pace.cell))

    # -- who stands where --------------------------------------------------------------------

    def _gather(
        self, need: Need, doer: Walker | None = None, within: set[Cell] | None = None
    ) -> None:
        """All go to where a need asks for them, but who does something there."""
        posts: dict[int, set[Cell]] = {}
        if doer is not None:
            posts[doer.number] = within or set()
        if not self._post(need, posts):
            raise LostWayError
        # Who brings a vessel to another may have to go back to where it stood.
        for _ in range(len(posts) if self._vessels else 1):
            for number, cells in posts.items():
                one = self._now.walkers[number]
                if (doer is not None and doer is one) or one.cell in cells:
                    continue
                leg = self._leg(one, cells, [])
                if leg is None:
                    raise LostWayError
                self._go(leg)

    def _tell_of_events(self) -> None:
        """Events of the line that have happened, and what they have spared the party."""
        for deed in [one for one in self._waiting if not one.adds & ~self._now.facts]:
            self._waiting.remove(deed)
            if deed.is_forced:
                self._done.append(deed)
                self._told.append(Told(deed))
