"""A line of play that is told in full, as a party follows it: in which round it is done.

Every attempt succeeds at once, and squares on which figures stand are free: they can be beaten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import Cell, each_cell
from questwright.compiler.proof.reach.symmetry import moves_as_one
from questwright.compiler.proof.schedule.clocks import Walker
from questwright.compiler.proof.schedule.vessels import vessels_of
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import facts_needed
from questwright.compiler.proof.task.relevance import harmful_deeds
from questwright.compiler.proof.task.task import FREE, NEVER, DeedSort, asks_place, waits_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.proof.schedule.floor import Floor
    from questwright.compiler.proof.schedule.vessels import Vessel
    from questwright.compiler.proof.task.condition import Facts
    from questwright.compiler.proof.task.line import Told
    from questwright.compiler.proof.task.task import Deed, Problem


def round_of_told(floor: Floor, problem: Problem, told: tuple[Told, ...], moves: list[int]) -> int:
    """The round in which a line is done that says who does what; NEVER where nobody can say."""
    try:
        return _Following(floor, problem, moves).follow(told)
    except UnmetError:
        return NEVER


class UnmetError(Exception):
    """It is not known how two of the party come together."""


class _Following:
    """A party that follows a line: deeds are done in the order in which they are told.

    Where nobody who walks can spoil anything, everybody walks while others do something else; and
    one after the other as well where somebody can.
    """

    def __init__(self, floor: Floor, problem: Problem, moves: list[int]) -> None:
        self._floor = floor
        self._given = problem.given
        self._members = [Walker(number, move, 0) for number, move in enumerate(moves)]
        self._crossing: set[int] = set()
        """Members who come out of a crossing, and for whom nobody has waited so far."""
        harmful = harmful_deeds(problem)
        self._is_apart = not any(harmful.values()) or moves_as_one(problem, harmful)
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._vessels = vessels_of(floor.board.crossings)
        self._since: dict[int, int] = {}
        """The round in which a fact came about, of those that are told."""
        self._late = 1
        """The round of the last deed."""

    def follow(self, told: tuple[Told, ...]) -> int:
        """The round in which all of it is done."""
        for one in told:
            if not self._is_apart:
                here = [each for each in self._members if each.number not in self._crossing]
                self._late = max([self._late, *(each.round for each in here)])
                for member in here:
                    member.wait(self._late)
            self._do(one)
        return max([self._late, *self._rounds(self._members)])

    @staticmethod
    def _rounds(members: Iterable[Walker]) -> list[int]:
        return [member.round for member in members]

    def _do(self, one: Told) -> None:
        if one.crossing and not one.who:
            self._vessels[one.crossing].bring(one.path[-1])
            return
        waited = self._waited_for(one)
        self._crossing.difference_update(member.number for member in waited)
        first = max([1 if self._is_walk(one) else self._late, *self._rounds(waited)])
        if one.is_begin:
            first = max(first, self._comes(one))
            waited[0].cell = one.path[-1]
        if one.deed is not None and one.deed.sort is DeedSort.WAIT:
            self._comes_about(one.deed, waits_for(one.deed))
            self._late = max(first, waits_for(one.deed))
            return
        for member in waited:
            member.wait(first)
        if one.to:
            self._meets(one, waited)
        if one.who and not one.is_begin and not one.to:
            self._goes(one, waited[0])
            first = waited[0].round
        if one.deed is not None:
            self._late = first
            self._comes_about(one.deed, first)

    def _waited_for(self, one: Told) -> list[Walker]:
        """The members who have to be there before something is done, its doer first."""
        doers = [member for member in self._members if (one.who | one.to) & member.who]
        deed = one.deed
        if deed is None:
            return doers
        untold = [fact for fact in each_place(facts_needed(deed.needs)[0]) if self._is_untold(fact)]
        is_place_asked = asks_place(deed._replace(where=0) if one.who else deed)
        if untold or is_place_asked:
            return [*doers, *(member for member in self._members if member not in doers)]
        return doers

    def _is_untold(self, fact: int) -> bool:
        """Whether a fact has come about on the way: then somebody has been there."""
        return fact not in self._since and not self._given >> fact & 1

    def _comes_about(self, deed: Deed, late: int) -> None:
        for fact in each_cell(deed.adds):
            self._since.setdefault(fact, late)

    def _is_walk(self, one: Told) -> bool:
        return self._is_apart and one.deed is None and not one.to

    def _comes(self, one: Told) -> int:
        """The round in which a member comes into play where it begins."""
        word = self._floor.quest.party[one.who.bit_length() - 1].word
        here = (late for cell, late in self._floor.begins(word) if cell == one.path[-1])
        return min(here, default=1)

    def _meets(self, one: Told, both: list[Walker]) -> None:
        """Two come together, so that one can hand the other something, and go back."""
        if one.meets is None:
            raise UnmetError
        back = []
        for who, paces in one.meets:
            member = self._members[who.bit_length() - 1]
            cells = (member.cell, *(pace.cell for pace in paces))
            for here, pace in zip(cells, paces, strict=False):
                member.pace(pace, self._opened(here, pace.cell), self._floor)
            for start, pace in zip(cells, paces, strict=False):
                back.append((member, start, pace))
        met = max(self._rounds(both))
        for member in both:
            member.wait(met)
        for member, cell, pace in reversed(back):
            if pace.stride.crossing:
                member.pace(pace, 1, self._floor)
            else:
                member.step(self._floor.cost(cell, member.number) or 1, 1, 0)

    def _goes(self, one: Told, member: Walker) -> None:
        vessel, near = self._vessels.get(one.crossing), member.cell
        rows = vessel is not None and self._rows(one, member, vessel)
        if one.rounds:
            member.step(0, self._opened(member.cell, one.path[-1]), one.rounds)
            self._crossing.add(member.number)
            member.cell = one.path[-1]
        else:
            for cost, cell in _costs(one, self._floor, member.number):
                member.step(cost, 1 if cell is None else self._opened(member.cell, cell), 0)
                member.cell = member.cell if cell is None else cell
        if vessel is not None and rows:
            vessel.row(near, member.cell, member.round - one.rounds, member.round)
        if one.deed is not None and one.deed.sort not in FREE:
            member.act()

    def _rows(self, one: Told, member: Walker, vessel: Vessel) -> bool:
        """Wait for a vessel, whether one rows it or somebody else does.

        Where it has set off before, it comes back first.
        """
        near, far = member.cell, one.path[-1]
        if vessel.has_seat(near, far) and member.round <= vessel.left:
            member.wait(vessel.left)
            vessel.board(near, far)
            return False
        if not vessel.lies_at(near):
            vessel.bring(near)
        member.wait(vessel.round)
        return True

    def _opened(self, cell: Cell, other: Cell) -> int:
        """The round in which all came to be open that bars a step."""
        facts: Facts = 0
        for step in self._floor.steps.get(cell, ()):
            if step.to == other:
                for bar in step.bars:
                    number = self._numbers.get(bar)
                    facts |= 0 if number is None else 1 << number
        return max(map(self._round_of, each_place(facts)), default=1)

    def _round_of(self, fact: int) -> int:
        if self._is_untold(fact):
            return max(self._rounds(self._members))
        return self._since.get(fact, 1)


def _costs(one: Told, floor: Floor, number: int) -> list[tuple[int, Cell | None]]:
    """What the steps of one thing that is told cost a member, and where they lead."""
    if one.crossing:
        crossing, end = floor.crossings[one.crossing], one.path[-1]
        return [*[(crossing.kind.cost, None)] * len(crossing.over), (crossing.kind.cost, end)]
    if one.jumps_from >= 0:
        return [(floor.jumps[one.jumps_from, one.path[-1]][number] or 1, one.path[-1])]
    if one.deed is not None and one.deed.sort is DeedSort.OPEN:
        return [(1, None)] * floor.gate_cost(one.deed.id)
    return [(floor.cost(cell, number) or 1, cell) for cell in one.path]
