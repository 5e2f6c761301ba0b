"""A party doing a line of play: the round in which it is done, as a bound from above.

Whoever can do the next deed first does it; every attempt succeeds at once, and squares on which
figures stand are free: they can be beaten.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from compiler.model.board import Cell, each_cell
from compiler.model.seats import seated
from compiler.proof.floor import Bar, Floor, cells_of, stands
from compiler.proof.play import harmful_deeds
from compiler.proof.problem import (
    NEVER,
    All,
    At,
    Deed,
    DeedSort,
    Either,
    FactSort,
    Need,
    Problem,
    asks_place,
    waits_for,
)
from compiler.proof.vessels import vessels_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compiler.proof.problem import Facts
    from compiler.proof.vessels import Vessel
    from compiler.proof.witness import Told

FREE: Final = frozenset(
    {DeedSort.ENTER, DeedSort.SPRING, DeedSort.PICK_UP, DeedSort.OPEN, DeedSort.LAUNCH}
)
"""Deeds that cost nobody's action."""
_BARRING = (FactSort.OPEN, FactSort.CLEAR, FactSort.LAUNCHED)


Searched = dict[
    tuple[Cell, "Facts", int],
    tuple[dict[Cell, tuple[int, Cell, int]], list[tuple[int, Cell, Cell, int]]],
]
"""From a square, at a time, for whom steps cost the same: the squares come to, nearest first, and
those next to them. Teams that do one line share it."""


class Team:
    """A party doing a line: deed after deed, by whoever can do it first."""

    def __init__(
        self, floor: Floor, problem: Problem, moves: list[int], doers: int, searched: Searched
    ) -> None:
        self._floor = floor
        self._problem = problem
        self._facts = problem.given
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._bars = sum(
            1 << number for number, info in enumerate(problem.facts) if info.sort in _BARRING
        )
        self._searched = searched
        order = sorted(range(len(moves)), key=moves.__getitem__, reverse=True)
        own = [
            [cell for cell, _ in begins(floor, floor.quest.party[number].word)] for number in order
        ]
        seats = seated(own)
        self._members = [
            _Member(moves[number], seats.get(place, own[place][0]), floor.like(number))
            for place, number in enumerate(order)
        ]
        self._doers = self._members[:doers]
        """The quickest go; the others walk only where the goal asks for them in the end."""
        self._round = 1
        self._apart = max(moves) + 1
        """What a round of a crossing counts for, so that no round has room for it."""

    def play(self, line: tuple[Deed, ...]) -> int:
        """The round in which the line is done and everybody is where the goal asks for them."""
        for deed in line:
            while not self._do(deed):
                if not self._next_round(deed):
                    return NEVER
        cells = self._goal_cells(self._problem.goal)
        while cells is not None and not self._gathers(cells):
            if not self._next_round(None):
                return NEVER
        return self._round

    def _gathers(self, cells: set[Cell]) -> bool:
        """Everybody walks to some squares as far as this round allows; whether all are there."""
        if not self._floor.crossings:
            return all(self._sends(one, cells) for one in self._members)
        # Nobody waits for another who takes rounds to come.
        come = [self._sends(one, cells) for one in self._members]
        return all(come)

    def _do(self, deed: Deed) -> bool:
        """Do a deed in this round, if anybody can."""
        if deed.sort is DeedSort.WAIT:
            if self._round < waits_for(deed):
                return False
        elif deed.where and not self._somebody(deed):
            return False
        self._facts = (self._facts | deed.adds) & ~deed.removes
        return True

    def _somebody(self, deed: Deed) -> bool:
        goal = stands(self._floor, self._problem, deed)
        if deed.sort is DeedSort.DEFEAT:
            goal = goal & self._floor.around(deed.cells) or goal
        cost = self._floor.gate_cost(deed.id) if deed.sort is DeedSort.OPEN else 0
        is_action = deed.sort not in FREE
        best: tuple[int, int, Cell] | None = None
        alike = {(one.cell, one.like) for one in self._doers}
        paths = {(cell, like): self._path(cell, like, goal) for cell, like in alike}
        for number, member in enumerate(self._doers):
            if member.away or (is_action and member.has_acted):
                continue
            found = paths[member.cell, member.like]
            if found and found[0] + cost <= member.left and (best is None or found[0] < best[0]):
                best = found[0], number, found[1]
        if best is None:
            return False
        member = self._doers[best[1]]
        member.go(best[2], best[0] + cost)
        if is_action:
            member.act()
        return True

    def _next_round(self, deed: Deed | None) -> bool:
        """Everybody walks on as far as they can; False where that leads nowhere."""
        if deed is not None and deed.where:
            goal = stands(self._floor, self._problem, deed)
            moved = [self._sends(member, goal) for member in self._doers]
            if not any(moved) and not any(
                self._path(one.cell, one.like, goal) for one in self._doers
            ):
                return False
        self._round += 1
        for member in self._members:
            member.rest()
        return self._round < NEVER // 1_000

    def _sends(self, member: _Member, goal: set[Cell]) -> bool:
        """Walk towards some squares as far as this round allows; whether it got there."""
        way = None if member.away else self._way(member.cell, member.like, goal)
        if way is None:
            return False
        within = [step for step in way if step[0] <= member.left]
        if within:
            member.go(within[-1][1], within[-1][0])
        if within and len(within) < len(way) and way[len(within)][2]:
            member.set_off(*way[len(within)][1:])
            return False
        return member.cell in goal

    def _path(self, start: Cell, like: int, goal: set[Cell]) -> tuple[int, Cell] | None:
        way = self._way(start, like, goal)
        return None if way is None else way[-1][:2]

    def _way(self, start: Cell, like: int, goal: set[Cell]) -> list[tuple[int, Cell, int]] | None:
        """The squares to the nearest of some squares, each with what it costs to get there.

        And with the rounds that the last step took, where it was a crossing.
        """
        key = (start, self._facts & self._bars, like)
        # A search goes on where it stopped the last time.
        came, queue = self._searched.setdefault(key, ({}, [(0, start, start, 0)]))
        end = next((cell for cell in came if cell in goal), None)
        while end is None and queue:
            moved, cell, before, rounds = heappop(queue)
            if cell in came:
                continue
            came[cell] = moved, before, rounds
            if cell in goal:
                end = cell
            for stride in self._floor.steps.get(cell, ()):
                other, cost, bars, able, is_jump, crossing, rounds = stride
                is_free = able >> like & 1 and not is_jump and all(map(self._is_open, bars))
                if other in came or not is_free:
                    continue
                own = self._floor.cost(other, like) if not crossing else cost
                if own is not None:
                    spent = moved + own + rounds * self._apart
                    heappush(queue, (spent, other, cell, rounds))
        if end is None:
            return None
        way = [(came[end][0], end, came[end][2])]
        while end != start:
            end = came[end][1]
            way.append((came[end][0], end, came[end][2]))
        return way[::-1]

    def _is_open(self, bar: Bar) -> bool:
        number = self._numbers.get(bar)
        return number is not None and bool(self._facts >> number & 1)

    def _goal_cells(self, need: Need) -> set[Cell] | None:
        """Where the goal asks somebody to be at its end; None where it asks for no place."""
        match need:
            case At(places):
                return cells_of(self._problem, places)
            case All(parts):
                found: set[Cell] | None = None
                for part in parts:
                    cells = self._goal_cells(part)
                    if cells is not None:
                        found = cells if found is None else (found & cells or found)
                return found
            case Either(parts):
                every = [cells for part in parts if (cells := self._goal_cells(part)) is not None]
                return set().union(*every) if every else None
            case _:
                return None


def round_of_told(floor: Floor, problem: Problem, told: tuple[Told, ...], moves: list[int]) -> int:
    """The round in which a line is done that says who does what."""
    return _Following(floor, problem, moves).follow(told)


class _Following:
    """A party that follows a line: deeds are done in the order in which they are told.

    Where nothing of it can spoil anything, everybody walks while others do something else; and
    one after the other as well where something can.
    """

    def __init__(self, floor: Floor, problem: Problem, moves: list[int]) -> None:
        self._floor = floor
        self._members = [_Member(move, 0, number) for number, move in enumerate(moves)]
        self._is_apart = not any(harmful_deeds(problem).values())
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._vessels = vessels_of(floor.board.crossings)
        self._since: dict[int, int] = {}
        """The round in which a fact came about."""
        self._late = 1
        """The round of the last deed."""

    def follow(self, told: tuple[Told, ...]) -> int:
        """The round in which all of it is done."""
        for one in told:
            if not self._is_apart:
                self._late = max([self._late, *(each.round for each in self._here())])
                for member in self._here():
                    member.wait(self._late)
            self._do(one)
        return max([self._late, *(member.round for member in self._members)])

    def _here(self) -> Iterator[_Member]:
        return (member for member in self._members if not member.is_crossing)

    def _do(self, one: Told) -> None:
        waited = [self._members[number] for number in _waited_for(one, len(self._members))]
        first = max([1 if self._is_walk(one) else self._late, *(each.round for each in waited)])
        if one.crossing and not one.who:
            self._vessels[one.crossing].bring(one.path[-1])
            return
        if one.is_begin:
            first = max(first, self._comes(one))
            waited[0].cell = one.path[-1]
        if one.deed is not None and one.deed.sort is DeedSort.WAIT:
            self._waits(one.deed, first)
            return
        for member in waited:
            member.wait(first)
        if one.who and not one.is_begin and not one.to:
            self._goes(one, waited[0])
            first = waited[0].round
        if one.deed is not None:
            self._late = first
            for fact in each_cell(one.deed.adds):
                self._since.setdefault(fact, first)

    def _waits(self, deed: Deed, first: int) -> None:
        self._late = max(first, waits_for(deed))
        for fact in each_cell(deed.adds):
            self._since.setdefault(fact, waits_for(deed))

    def _is_walk(self, one: Told) -> bool:
        return self._is_apart and one.deed is None and not one.to

    def _comes(self, one: Told) -> int:
        """The round in which a member comes into play where it begins."""
        word = self._floor.quest.party[one.who.bit_length() - 1].word
        here = (late for cell, late in begins(self._floor, word) if cell == one.path[-1])
        return min(here, default=1)

    def _goes(self, one: Told, member: _Member) -> None:
        vessel, near = self._vessels.get(one.crossing), member.cell
        rows = vessel is not None and self._rows(one, member, vessel)
        if one.rounds:
            member.wait(max([member.round, *self._opened(member.cell, one.path[-1])]))
            member.wait(member.round + one.rounds)
            member.is_crossing = True
            member.cell = one.path[-1]
        else:
            self._walks(one, member)
        if vessel is not None and rows:
            vessel.row(near, member.cell, member.round - one.rounds, member.round)
        if one.deed is not None and one.deed.sort not in FREE:
            if member.has_acted:
                member.wait(member.round + 1)
            member.act()

    def _rows(self, one: Told, member: _Member, vessel: Vessel) -> bool:
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

    def _walks(self, one: Told, member: _Member) -> None:
        floor, number = self._floor, member.like
        for cost, cell in _costs(one, floor, number):
            if cell is not None:
                member.wait(max([member.round, *self._opened(member.cell, cell)]))
            # What is left of a move is lost where it is not enough for the next step.
            if member.left < cost:
                member.wait(member.round + 1)
            member.go(member.cell if cell is None else cell, cost)

    def _opened(self, cell: Cell, other: Cell) -> Iterator[int]:
        """The rounds in which what bars a step came to be open."""
        for step in self._floor.steps.get(cell, ()):
            if step.to == other:
                yield from (self._since.get(self._numbers.get(bar, -1), 1) for bar in step.bars)


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


def _waited_for(one: Told, party: int) -> list[int]:
    """The members who have to be back from a crossing before something is done."""
    is_asked = one.deed is not None and (not one.who or asks_place(one.deed._replace(where=0)))
    if is_asked:
        return [*range(party)]
    return [number for number in range(party) if (one.who | one.to) >> number & 1]


class _Member:
    """A member of the party within a round: it moves and acts, in either order, each once."""

    def __init__(self, move: int, cell: Cell, like: int) -> None:
        self._move = move
        self.like = like
        """The number of a member whom each step costs the same."""
        self.cell = cell
        self.left = move
        self.has_acted = False
        self.away = 0
        """The rounds that it still takes a crossing for."""
        self.round = 1
        """The round in which it is, where a line is followed."""
        self.is_crossing = False
        """In that round it comes out of a crossing, and nobody has waited for it so far."""

    def go(self, cell: Cell, squares: int) -> None:
        """Move on."""
        self.cell = cell
        self.left -= squares

    def act(self) -> None:
        """Act; whoever has moved before has done with moving."""
        self.has_acted = True
        if self.left < self._move:
            self.left = 0

    def set_off(self, cell: Cell, rounds: int) -> None:
        """Take a crossing: it is at its other end when a later round begins."""
        self.cell = cell
        self.away = rounds

    def wait(self, number: int) -> None:
        """Do nothing until a round begins, if it has not."""
        self.is_crossing = False
        if number > self.round:
            self.round = number
            self.rest()

    def rest(self) -> None:
        """Begin a round."""
        self.away = max(0, self.away - 1)
        self.left = self._move
        self.has_acted = False


def begins(floor: Floor, word: str) -> tuple[tuple[Cell, int], ...]:
    """The squares on which a member may come into play, and in which round at the earliest."""
    return tuple(
        (cell, entry.round)
        for entry in floor.quest.entries
        if word in entry.who
        for cell in each_cell(entry.cells & floor.walkable)
    ) or ((0, 1),)
