"""Count rounds: before which nobody can win, and in which a line of play has won.

The one is a bound from below: whatever is done counts as soon as one member of the party can
be there, and each does one action a round. The other is a bound from above: the party does
the line, deed after deed, whoever can first. Both take it that every attempt succeeds at once,
and that squares on which figures stand are free: they can be beaten.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from compiler.model.board import Cell, each_cell
from compiler.model.cliffs import seen_past
from compiler.model.quest import Every, Fact, FactKind, Quantity
from compiler.proof.floor import Bar, Floor, cells_of, stands
from compiler.proof.problem import (
    All,
    At,
    AtLeast,
    Deed,
    DeedSort,
    Either,
    FactSort,
    Has,
    Need,
    Never,
    Problem,
    waits_for,
)

if TYPE_CHECKING:
    from compiler.model.quest import Quest
    from compiler.packs.model import System
    from compiler.proof.problem import Facts
    from compiler.proof.witness import Told

NEVER: Final = 1_000_000
"""A round that no play comes to."""

_FREE: Final = frozenset({DeedSort.ENTER, DeedSort.SPRING, DeedSort.PICK_UP, DeedSort.OPEN})
"""Deeds that cost nobody's action."""


class Rounds(NamedTuple):
    """When what can come about."""

    low: int
    """The quest is not won before this round."""
    high: int
    """The line is done in this round, if every attempt succeeds at once."""
    earliest: tuple[int, ...]
    """For each deed of the line, the round before which it cannot be done."""


def count_rounds(
    quest: Quest,
    system: System,
    problem: Problem,
    line: tuple[Deed, ...],
    needed: tuple[Deed, ...],
    told: tuple[Told, ...] | None = None,
) -> Rounds | None:
    """When a quest can be won; None where some member of its party has no value to move by.

    ``needed`` are actions that every way to win takes; ``told`` says who does what of the line
    where members must part.
    """
    moves = []
    for kind in quest.party:
        sourced = kind.values.get(system.move_value)
        if sourced is None or not isinstance(sourced.value, int) or sourced.value < 1:
            return None
        moves.append(sourced.value)
    if not moves:
        return None
    floor = Floor(quest, system)
    clock = Clock(floor, problem, moves)
    clock.run()
    actions = len(moves) * max(1, system.actions_per_turn)
    low = max(clock.round_of(problem.goal), -(-len(needed) // actions))
    home = _everybody_in(quest, system)
    if home:
        low = max([low, *(clock.round_back(deed, home) for deed in needed)])
    # Whoever is not needed on the way may stay behind, where the goal asks for everybody.
    high = NEVER
    if told is not None:
        high = max(low, _round_of_told(floor, told, moves))
    for doers in range(1, len(moves) + 1) if told is None else ():
        if high > low:
            high = max(low, min(high, Team(floor, problem, moves, doers).play(line)))
    return Rounds(low, high, tuple(clock.round_of_deed(deed) for deed in line))


def _everybody_in(quest: Quest, system: System) -> set[Cell]:
    """The squares on which the whole party has to stand to win; none where that is not asked."""
    ways = [one.condition for one in quest.victories if one.side == system.party.word]
    if len(ways) != 1:
        return set()
    cells = quest.board.floor
    for part in ways[0].parts if isinstance(ways[0], Every) else ways:
        if (
            isinstance(part, Fact)
            and part.kind is FactKind.IS_IN
            and part.quantity is Quantity.ALL
            and len(part.subjects) == len(quest.party)
        ):
            cells &= part.cells
    return set(each_cell(cells)) if cells != quest.board.floor else set()


class Clock:
    """The earliest round of everything, whoever can be there first doing it."""

    def __init__(self, floor: Floor, problem: Problem, moves: list[int]) -> None:
        self._floor = floor
        self._problem = problem
        self._moves = moves
        self._stands = {deed: stands(floor, problem, deed) for deed in problem.deeds if deed.where}
        self._places = [set(each_cell(place.cells)) for place in problem.places]
        self._facts = [
            1 if problem.given >> number & 1 else NEVER for number in range(len(problem.facts))
        ]
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._near: list[dict[Cell, int]] = [{} for _ in moves]
        """For each member, the fewest squares that it has moved when it stands on each."""
        self._unlike = {
            member: list({moves[one]: one for one in range(len(moves)) if one != member}.values())
            for member in range(-1, len(moves))
        }
        """The others beside each member, of those who move as far one; of -1 all of them."""

    def run(self) -> None:
        """Until nothing comes about any sooner."""
        changed = True
        while changed:
            changed = False
            # Who moves as far gets as far: one walk for all of them.
            walks = {move: self._walk(self._moves.index(move)) for move in set(self._moves)}
            self._near = [walks[move] for move in self._moves]
            settled = False
            while not settled:
                settled = True
                for deed in self._problem.deeds:
                    late = self.round_of_deed(deed)
                    for number in range(len(self._facts)):
                        if deed.adds >> number & 1 and late < self._facts[number]:
                            self._facts[number] = late
                            settled = False
                            changed = True

    def _walk(self, member: int) -> dict[Cell, int]:
        near: dict[Cell, int] = {}
        queue = [(0, cell) for cell in each_cell(self._floor.quest.starts & self._floor.walkable)]
        while queue:
            moved, cell = heappop(queue)
            if cell in near:
                continue
            near[cell] = moved
            for other, cost, bars, *_ in self._floor.steps[cell]:
                if other not in near:
                    begun = max((self._passes(bar, member, moved) for bar in bars), default=moved)
                    if begun < NEVER:
                        heappush(queue, (begun + cost, other))
        return near

    def _passes(self, bar: Bar, member: int, moved: int) -> int:
        """The squares that a member has moved when a step is free; waiting counts as moving."""
        number = self._numbers.get(bar)
        if number is None or self._facts[number] >= NEVER:
            return NEVER
        opened = self._facts[number]
        move = self._moves[member]
        waited = max(moved, (opened - 1) * move)
        cost = self._floor.gate_cost(bar[1]) if bar[0] is FactSort.OPEN else 0
        if not cost or self._problem.given >> number & 1:
            return waited
        # Whoever opens it pays for that; another may have, in the same round.
        others = [self._opens(bar[1], one) for one in self._unlike[member]]
        last = max(1, -(-(waited + 1) // move))
        return waited if min(others, default=NEVER) <= last else waited + cost

    def _opens(self, gate: str, member: int) -> int:
        """The round in which a member can stand beside a gate and open it."""
        return min(
            (
                self._round_of(member, self._stands[deed], self._floor.gate_cost(gate))
                for deed in self._problem.deeds
                if deed.sort is DeedSort.OPEN and deed.id == gate and deed.where
            ),
            default=1,
        )

    def round_of_deed(self, deed: Deed) -> int:
        """The round before which a deed cannot be done."""
        late = self.round_of(deed.needs)
        if deed.sort is DeedSort.WAIT:
            late = max(late, waits_for(deed))
        if deed.where:
            cost = self._floor.gate_cost(deed.id) if deed.sort is DeedSort.OPEN else 0
            late = max(late, self._round_at(self._reaching(deed), cost))
        return late

    def round_back(self, deed: Deed, home: set[Cell]) -> int:
        """The round before which nobody has done a deed and come to where all have to be."""
        back = self._distances(home)
        return min(
            (
                -(-(near[cell] + back[cell]) // move)
                for near, move in zip(self._near, self._moves, strict=True)
                for cell in self._reaching(deed)
                if cell in near and cell in back
            ),
            default=1,
        )

    def _distances(self, cells: set[Cell]) -> dict[Cell, int]:
        """The squares to the nearest of some squares, every gate standing open."""
        before: dict[Cell, list[tuple[Cell, int]]] = {}
        for cell, strides in self._floor.steps.items():
            for stride in strides:
                before.setdefault(stride.to, []).append((cell, stride.cost))
        found: dict[Cell, int] = {}
        queue = [(0, cell) for cell in sorted(cells) if cell in self._floor.steps]
        while queue:
            moved, cell = heappop(queue)
            if cell not in found:
                found[cell] = moved
                for other, cost in before.get(cell, ()):
                    heappush(queue, (moved + cost, other))
        return found

    def _reaching(self, deed: Deed) -> set[Cell]:
        if deed.sort is not DeedSort.DEFEAT:
            return self._stands[deed]
        # One may shoot at it as soon as it is seen: from its area, or from where its gates are.
        seen = set(self._stands[deed])
        for number, place in enumerate(self._problem.places):
            if deed.where >> number & 1 and place.area >= 0:
                seen.update(each_cell(self._floor.board.areas[place.area].cells))
                board = self._floor.board
                gates = (gate for gate in board.gates if place.area in gate.between)
                edges = (*(edge for gate in gates for edge in gate.edges), *seen_past(board))
                seen.update(cell for edge in edges for cell in edge)
        return seen

    def _round_at(self, cells: set[Cell], cost: int = 0) -> int:
        return min(self._round_of(member, cells, cost) for member in self._unlike[-1])

    def _round_of(self, member: int, cells: set[Cell], cost: int) -> int:
        near = self._near[member]
        nearest = min((near[cell] for cell in cells if cell in near), default=None)
        if nearest is None:
            return NEVER
        return max(1, -(-(nearest + cost) // self._moves[member]))

    def round_of(self, need: Need) -> int:
        """The round before which a need is not met."""
        match need:
            case Has(fact, _):
                return self._facts[fact]
            case At(places):
                cells = (
                    self._places[number]
                    for number in range(len(self._places))
                    if places >> number & 1
                )
                return min((self._round_at(one) for one in cells), default=NEVER)
            case All(parts):
                return max((self.round_of(part) for part in parts), default=1)
            case Either(parts):
                return min((self.round_of(part) for part in parts), default=NEVER)
            case AtLeast(least, parts):
                every = sorted(self.round_of(part) for part in parts)
                return every[least - 1] if 0 < least <= len(every) else (NEVER if least else 1)
            case Never():
                return NEVER
            case _:
                return 1


_BARRING = (FactSort.OPEN, FactSort.CLEAR)


class Team:
    """A party doing a line: deed after deed, by whoever can do it first."""

    def __init__(self, floor: Floor, problem: Problem, moves: list[int], doers: int) -> None:
        self._floor = floor
        self._problem = problem
        self._facts = problem.given
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._bars = sum(
            1 << number for number, info in enumerate(problem.facts) if info.sort in _BARRING
        )
        self._searched: dict[
            tuple[Cell, Facts, int],
            tuple[dict[Cell, tuple[int, Cell]], list[tuple[int, Cell, Cell]]],
        ] = {}
        """From a square, at a time, for whom steps cost the same: the squares come to, nearest
        first, and those next to them."""
        starts = list(each_cell(floor.quest.starts & floor.walkable)) or [0]
        self._members = [
            _Member(moves[number], starts[place % len(starts)], floor.like(number))
            for place, number in enumerate(
                sorted(range(len(moves)), key=moves.__getitem__, reverse=True)
            )
        ]
        self._doers = self._members[:doers]
        """The quickest go; the others walk only where the goal asks for them in the end."""
        self._round = 1

    def play(self, line: tuple[Deed, ...]) -> int:
        """The round in which the line is done and everybody is where the goal asks for them."""
        for deed in line:
            while not self._do(deed):
                if not self._next_round(deed):
                    return NEVER
        cells = self._goal_cells(self._problem.goal)
        while cells is not None and not all(self._sends(one, cells) for one in self._members):
            if not self._next_round(None):
                return NEVER
        return self._round

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
        is_action = deed.sort not in _FREE
        best: tuple[int, int, Cell] | None = None
        alike = {(one.cell, one.like) for one in self._doers}
        paths = {(cell, like): self._path(cell, like, goal) for cell, like in alike}
        for number, member in enumerate(self._doers):
            if is_action and member.has_acted:
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
        way = self._way(member.cell, member.like, goal)
        if way is None:
            return False
        within = [step for step in way if step[0] <= member.left]
        if within:
            member.go(within[-1][1], within[-1][0])
        return member.cell in goal

    def _path(self, start: Cell, like: int, goal: set[Cell]) -> tuple[int, Cell] | None:
        way = self._way(start, like, goal)
        return None if way is None else way[-1]

    def _way(self, start: Cell, like: int, goal: set[Cell]) -> list[tuple[int, Cell]] | None:
        """The squares to the nearest of some squares, each with what it costs to get there."""
        key = (start, self._facts & self._bars, like)
        # A search goes on where it stopped the last time.
        came, queue = self._searched.setdefault(key, ({}, [(0, start, start)]))
        end = next((cell for cell in came if cell in goal), None)
        while end is None and queue:
            moved, cell, before = heappop(queue)
            if cell in came:
                continue
            came[cell] = moved, before
            if cell in goal:
                end = cell
            for other, _, bars, able, is_jump in self._floor.steps.get(cell, ()):
                is_free = able >> like & 1 and not is_jump and all(map(self._is_open, bars))
                if other in came or not is_free:
                    continue
                cost = self._floor.cost(other, like)
                if cost is not None:
                    heappush(queue, (moved + cost, other, cell))
        if end is None:
            return None
        way = [(came[end][0], end)]
        while end != start:
            end = came[end][1]
            way.append((came[end][0], end))
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


def _round_of_told(floor: Floor, told: tuple[Told, ...], moves: list[int]) -> int:
    """The round in which a line is done that says who does what, one thing after the other."""
    members = [_Member(move, 0, number) for number, move in enumerate(moves)]
    late = 1

    def begin_round(number: int) -> None:
        nonlocal late
        late = number
        for member in members:
            member.rest()

    for one in told:
        if one.deed is not None and one.deed.sort is DeedSort.WAIT and late < waits_for(one.deed):
            begin_round(waits_for(one.deed))
        if not one.who or one.is_begin or one.to:
            continue
        member = members[one.who.bit_length() - 1]
        number = one.who.bit_length() - 1
        costs = [floor.cost(cell, number) or 1 for cell in one.path]
        if one.jumps_from >= 0:
            costs = [floor.jumps[one.jumps_from, one.path[-1]][number] or 1]
        if one.deed is not None and one.deed.sort is DeedSort.OPEN:
            costs = [1] * floor.gate_cost(one.deed.id)
        for cost in costs:
            # What is left of a move is lost where it is not enough for the next step.
            if member.left < cost:
                begin_round(late + 1)
            member.go(0, cost)
        if one.deed is not None and one.deed.sort not in _FREE:
            if member.has_acted:
                begin_round(late + 1)
            member.act()
    return late


class _Member:
    """A member of the party within a round: it moves and acts, in either order, each once."""

    def __init__(self, move: int, cell: Cell, like: int) -> None:
        self._move = move
        self.like = like
        """The number of a member whom each step costs the same."""
        self.cell = cell
        self.left = move
        self.has_acted = False

    def go(self, cell: Cell, squares: int) -> None:
        """Move on."""
        self.cell = cell
        self.left -= squares

    def act(self) -> None:
        """Act; whoever has moved before has done with moving."""
        self.has_acted = True
        if self.left < self._move:
            self.left = 0

    def rest(self) -> None:
        """Begin a round."""
        self.left = self._move
        self.has_acted = False
