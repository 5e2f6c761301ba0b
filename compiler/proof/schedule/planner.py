"""How members of a party can do the deeds of a line: who of them, over which squares, and when."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import Cell, each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.proof.schedule.clocks import Standing, Walker
from questwright.compiler.proof.schedule.floor import Floor, cells_of, stands
from questwright.compiler.proof.schedule.meetings import beside
from questwright.compiler.proof.schedule.paths import Ways
from questwright.compiler.proof.task.bits import each_bit
from questwright.compiler.proof.task.condition import (
    All,
    At,
    AtLeast,
    Either,
    doers_of,
    facts_needed,
    stands_asked,
)
from questwright.compiler.proof.task.deeds import may
from questwright.compiler.proof.task.entries import assigned, begun_by
from questwright.compiler.proof.task.task import FREE, DeedSort, waits_for

if TYPE_CHECKING:
    from questwright.compiler.proof.task.condition import Facts, Need
    from questwright.compiler.proof.task.line import Pace, Told
    from questwright.compiler.proof.task.task import Deed, Problem


class LostWayError(Exception):
    """No way was found to go on; there may be one."""


class Leg(NamedTuple):
    """A way of one member."""

    who: Walker
    begins: Cell
    """The square that it comes into play on; -1 where it is there."""
    paces: tuple[Pace, ...]

    @property
    def end(self) -> Cell:
        """Where it leads."""
        if self.paces:
            return self.paces[-1].cell
        return self.begins if self.begins >= 0 else self.who.cell


class Plan(NamedTuple):
    """How a deed can be done."""

    late: int
    deed: Deed
    doer: Walker | None
    legs: tuple[Leg, ...]
    takes: tuple[Facts, ...] = ()
    """The items that are handed to the doer after the legs but the last."""


def end_of(one: Walker, legs: list[Leg]) -> Cell:
    """Where a member stands after some ways."""
    return next((leg.end for leg in reversed(legs) if leg.who is one), one.cell)


class Planning:
    """A line of which some is done: what can be done next, and how."""

    def __init__(
        self, problem: Problem, line: tuple[Deed, ...], floor: Floor, moves: list[int]
    ) -> None:
        self._problem = problem
        self._floor = floor
        self._ways = Ways(floor, problem, max(moves) + 1)
        self._now = Standing(
            problem,
            [
                Walker(number, *own)
                for number, own in enumerate(zip(moves, self._seats(), strict=True))
            ],
        )
        self._waiting = list(line)
        self._carried = 0
        for deed in problem.deeds:
            self._carried |= deed.carries
        self._holders: dict[Facts, Walker] = {}
        self._done: list[Deed] = []
        self._told: list[Told] = []
        self._cells: dict[Deed, set[Cell]] = {}

    # -- where they begin ------------------------------------------------------------------

    def _seats(self) -> list[Cell]:
        """A square for each member that begins on the board, no two on one; -1 for the others."""
        chosen = next(assigned(self._problem), None)
        if chosen is None:
            # Those who would be there at once may be those who are lost.
            chosen = next(assigned(self._problem, is_begun=False), None)
        if chosen is None:
            raise LostWayError
        quest = self._floor.quest
        wishes = []
        for places, kind in zip(chosen, quest.party, strict=True):
            begun = begun_by(quest.entries, kind.word)
            wishes.append(sorted(cells_of(self._problem, places) & set(each_cell(begun))))
        seats = maximum_matching(wishes)
        return [seats.get(number, -1) for number in range(len(wishes))]

    def _doors(self, one: Walker) -> list[tuple[Cell, int]]:
        """The squares onto which a member may come from off the board now, and since when."""
        word = self._floor.quest.party[one.number].word
        free = [
            (cell, entry.round)
            for entry in self._floor.quest.entries
            if word in entry.who and self._is_begun(entry.round)
            for cell in each_cell(entry.cells & self._floor.walkable)
        ]
        taken = self._taken(one)
        return [one for one in free if one[0] not in taken] or free

    def _is_begun(self, number: int) -> bool:
        return number <= 1 or any(
            deed.sort is DeedSort.WAIT
            and waits_for(deed) >= number
            and not deed.adds & ~self._now.facts
            for deed in self._problem.deeds
        )

    # -- what is done next -------------------------------------------------------------------

    def _next(self) -> Plan | None:
        """What can be done first of what is still to be done."""
        plans = [plan for deed in self._waiting for plan in self._plans(deed)]
        if not plans and self._post(self._problem.goal, {}):
            return None  # all that is left to do is to go there
        if not plans:
            # Something has to be seen, or to happen, of which the line does not tell.
            wanted = self._wanted()
            plans = [
                plan
                for deed in self._now.forced
                if deed.adds & wanted & ~self._now.facts
                for plan in self._plans(deed)
            ]
        if not plans:
            # Or somebody has to come into play first.
            waits = [deed for deed in self._problem.deeds if deed.sort is DeedSort.WAIT]
            plans = [plan for deed in waits for plan in self._plans(deed)]
        return min(plans, key=lambda plan: plan.late, default=None)

    def _wanted(self) -> Facts:
        """The facts for want of which the rest of the line cannot be done."""
        wanted = facts_needed(self._problem.goal)[0]
        for deed in self._waiting:
            wanted |= facts_needed(deed.needs)[0]
        for link in self._problem.links:
            wanted |= facts_needed(link.needs)[0]
        grown = 0
        while grown != wanted:
            grown = wanted
            for deed in self._now.forced:
                if deed.adds & wanted & ~self._now.facts:
                    wanted |= facts_needed(deed.needs)[0]
        return wanted

    def _plans(self, deed: Deed) -> list[Plan]:
        """How a deed can be done by each who can; nothing where nobody can now."""
        if not deed.adds & ~self._now.facts or not self._now.may_be(deed.needs):
            return []
        if deed.sort is DeedSort.WAIT:
            return [Plan(max(waits_for(deed), self._now.round_of(deed.needs)), deed, None, ())]
        asks = any(True for _ in stands_asked(deed.needs))
        if asks and not self._post(deed.needs, {}):
            return []
        since = self._now.since_facts(deed.needs)
        if not deed.where:
            return [Plan(since, deed, None, ())]
        cells = self._stand(deed)
        doers = doers_of(deed.needs)
        found = []
        for walker in self._now.walkers:
            plan = self._plan(deed, walker, cells, since) if may(doers, walker.who) else None
            if plan is not None:
                found.append(plan)
        return found

    def _plan(self, deed: Deed, one: Walker, cells: set[Cell], since: int) -> Plan | None:
        legs: list[Leg] = []
        takes: list[Facts] = []
        for item in each_bit(deed.carries & self._carried):
            holder = self._holders.get(item)
            if holder is not None and holder is not one:
                leg = self._meeting(one, holder, legs)
                if leg is None:
                    return None
                legs.append(leg)
                takes.append(item)
        leg = self._leg(one, cells, legs)
        if leg is None:
            return None
        clocks = {each.number: copy(each) for each in self._now.walkers}
        for each in (*legs, leg):
            self._tick(clocks[each.who.number], each)
        clock = clocks[one.number]
        met = (clocks[self._holders[item].number].round for item in takes)
        clock.wait(max([since, *met]))
        if deed.sort not in FREE and not deed.is_forced:
            clock.act()
        return Plan(clock.round, deed, one, (*legs, leg), tuple(takes))

    def _meeting(self, one: Walker, holder: Walker, before: list[Leg]) -> Leg | None:
        """How two come together, so that one can be handed something by the other."""
        who = one.who | holder.who
        leg = self._leg(one, beside(self._floor, end_of(holder, before), who), before)
        return leg or self._leg(holder, beside(self._floor, end_of(one, before), who), before)

    def _leg(self, one: Walker, cells: set[Cell], before: list[Leg]) -> Leg | None:
        """The shortest way of a member to some squares, from where others have led it."""
        cell, taken = end_of(one, before), self._taken(one)
        starts = [cell] if cell >= 0 else [start for start, _ in self._doors(one)]
        for wanted in (cells - taken, cells & taken):
            legs = []
            for start in starts if wanted else ():
                way = self._ways.to(start, self._now.facts, one.number, wanted)
                if way is not None:
                    legs.append(Leg(one, -1 if cell >= 0 else start, way))
            if legs:
                return min(legs, key=lambda leg: leg.paces[-1].moved if leg.paces else 0)
        return None

    def _tick(self, clock: Walker, leg: Leg) -> None:
        """What a way does to a clock."""
        if leg.begins >= 0:
            clock.wait(min(late for cell, late in self._doors(leg.who) if cell == leg.begins))
        for pace in leg.paces:
            self._step(clock, pace)

    def _step(self, clock: Walker, pace: Pace) -> None:
        late = self._now.round_of_facts(self._ways.bars(pace.stride))
        clock.pace(pace, late, self._floor)

    def _stand(self, deed: Deed) -> set[Cell]:
        cells = self._cells.get(deed)
        if cells is None:
            cells = stands(self._floor, self._problem, deed)
            if deed.sort is DeedSort.DEFEAT:
                cells = cells & self._floor.around(deed.cells) or cells
            self._cells[deed] = cells
        return cells

    def _taken(self, but: Walker) -> set[Cell]:
        return {walker.cell for walker in self._now.walkers if walker is not but}

    def _post(self, need: Need, posts: dict[int, set[Cell]]) -> bool:
        """Tell members off to stand where a need asks for them; False where too few can."""
        match need:
            case All(parts):
                return all(self._post(part, posts) for part in parts)
            case Either(parts):
                for part in parts:
                    tried = dict(posts)
                    if self._now.may_be(part) and self._post(part, tried):
                        posts |= tried
                        return True
                return False
            case AtLeast(least, parts):
                for part in parts:
                    tried = dict(posts)
                    if least > 0 and self._now.may_be(part) and self._post(part, tried):
                        posts |= tried
                        least -= 1
                return least <= 0
            case At():
                return self._post_at(need, posts)
            case _:
                return self._now.may_be(need)

    def _post_at(self, at: At, posts: dict[int, set[Cell]]) -> bool:
        cells = cells_of(self._problem, at.places)
        able = [walker for walker in self._now.walkers if not at.who or at.who & walker.who]
        wanted = at.least if at.spare < 0 else len(able) - at.spare
        for one in able:
            if wanted > 0 and posts.get(one.number, set()) & cells:
                posts[one.number] &= cells
                wanted -= 1
        legs: list[tuple[int, int]] = []
        for one in able if wanted > 0 else ():
            if one.number not in posts:
                leg = self._leg(one, cells, [])
                if leg is not None:
                    clock = copy(one)
                    self._tick(clock, leg)
                    legs.append((clock.round, one.number))
        for _, number in sorted(legs)[: max(0, wanted)]:
            posts[number] = cells
            wanted -= 1
        return wanted <= 0
