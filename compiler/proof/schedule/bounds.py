"""Count rounds: before which nobody can win, and in which a line of play has won.

The one is a bound from below: whatever is done counts as soon as one member of the party can
be there, and each does one action a round. The other is a bound from above: the members of the
party walk the line by clocks of their own, also where the party is told as one. Both take it
that every attempt succeeds at once, and that squares on which figures stand are free: they can
be beaten.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.geometry.cliffs import see_through_edges
from questwright.compiler.grid.cells import Cell, each_cell
from questwright.compiler.model.quest import Every, Fact, FactKind, Quantity
from questwright.compiler.proof.schedule.floor import Floor, floor_of, stands
from questwright.compiler.proof.schedule.in_order import round_of_told
from questwright.compiler.proof.schedule.paths import BARRING
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import All, At, AtLeast, Either, Has, Need, Never
from questwright.compiler.proof.task.task import (
    NEVER,
    Deed,
    DeedSort,
    FactSort,
    Problem,
    cache_of,
    waits_for,
)

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.task.line import Bar, Told

_CLOCKS: Final = 8
"""Clocks that are kept."""


class RoundBounds(NamedTuple):
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
    done: int | tuple[Told, ...] | None,
) -> RoundBounds | None:
    """When a quest can be won; None where nobody can say when.

    So it is where some member of its party has no value to move by.

    ``needed`` are actions that every way to win takes; ``done`` is the round in which the line is
    done or, where that is to be counted, how it is told; None where that is not known.
    """
    moves = moves_of(quest, system)
    if not moves or done is None:
        return None
    floor = floor_of(quest, system, cache_of(problem))
    clock = _clock_of(floor, problem, moves)
    actions = len(moves) * max(1, system.actions_per_turn)
    low = max(clock.round_of(problem.goal), -(-len(needed) // actions))
    home = _everybody_in(quest, system)
    if home:
        low = max([low, *(clock.round_back(deed, home) for deed in needed)])
    late = done if isinstance(done, int) else round_of_told(floor, problem, done, moves)
    if late >= NEVER:
        return None
    return RoundBounds(low, max(low, late), tuple(clock.round_of_deed(deed) for deed in line))


def moves_of(quest: Quest, system: System) -> list[int]:
    """What each of the party may move in a round; nothing where some have no such value."""
    moves = []
    for kind in quest.party:
        sourced = kind.values.get(system.move_value)
        if sourced is None or not isinstance(sourced.value, int) or sourced.value < 1:
            return []
        moves.append(sourced.value)
    return moves


def _everybody_in(quest: Quest, system: System) -> set[Cell]:
    """The squares on which the whole party has to stand to win; none where that is not asked."""
    ways = [victory.condition for victory in quest.victories if victory.side == system.party.word]
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


def _clock_of(floor: Floor, problem: Problem, moves: list[int]) -> Clock:
    """When everything may come about; of a problem that differs only in its goal, as before."""
    clocks = cache_of(problem).kept(Clock, _CLOCKS)
    for known in clocks:
        if known.is_of(floor, problem, moves):
            return known
    clock = Clock(floor, problem, moves)
    clock.run()
    clocks.append(clock)
    return clock


class Clock:
    """The earliest round of everything, whoever can be there first doing it."""

    def __init__(self, floor: Floor, problem: Problem, moves: list[int]) -> None:
        self._floor = floor
        self._problem = problem
        self._moves = moves
        self._stands = {
            deed: stands(floor, problem, deed, through_open=True)
            for deed in problem.deeds
            if deed.where
        }
        self._places = [set(each_cell(place.cells)) for place in problem.places]
        self._facts = [
            1 if problem.given >> number & 1 else NEVER for number in range(len(problem.facts))
        ]
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._opening: dict[int, list[Deed]] = {}
        """For each gate that is opened otherwise than by who stands beside it, what does that."""
        for deed in problem.deeds:
            for number in each_place(deed.adds) if deed.sort is DeedSort.EVENT else ():
                if problem.facts[number].sort is FactSort.OPEN:
                    self._opening.setdefault(number, []).append(deed)
        self._near: list[dict[Cell, int]] = [{} for _ in moves]
        """For each member, the fewest squares that it has moved when it stands on each."""
        self._begins = [floor.begins(kind.word) for kind in floor.quest.party]
        """For each member the squares on which it may come into play, with the round."""
        self._fresh: list[set[Cell]] = [set() for _ in moves]
        """For each member the squares on which it stands at the beginning of a round, when a
        crossing has taken it there."""
        crossers = [floor.crossers(member) for member in range(len(moves))]
        self._alike = list(zip(moves, self._begins, crossers, strict=True))
        alike = self._alike
        self._unlike = {
            member: list({alike[one]: one for one in range(len(moves)) if one != member}.values())
            for member in range(-1, len(moves))
        }
        """The others beside each member, of those who are alike one; of -1 all of them."""
        self._reached: dict[Deed, set[Cell]] = {}
        self._standing: dict[tuple[int, int, int], int] = {}
        """The round in which a member stands on some squares, as far as it has come by now."""

    def is_of(self, floor: Floor, problem: Problem, moves: list[int]) -> bool:
        """Whether it is right for a problem, but for the goal."""
        ours = self._problem
        return (
            self._floor is floor
            and self._moves == moves
            and ours.given == problem.given
            and ours.places == problem.places
            and ours.facts == problem.facts
            and ours.deeds == problem.deeds
        )

    def run(self) -> None:
        """Until nothing comes about any sooner."""
        # What an event opens is open as soon as that can happen, whatever it hangs on.
        bars = [
            number
            for number, info in enumerate(self._problem.facts)
            if self._opening or info.sort in BARRING
        ]
        adds = [(deed, each_place(deed.adds)) for deed in self._problem.deeds]
        facts = self._facts
        before: tuple[object, ...] = ()
        changed = True
        while changed:
            changed = False
            now = [facts[number] for number in bars], self._near
            if now != before:
                self._walk_all()
                before = now
            settled = False
            while not settled:
                settled = True
                for deed, numbers in adds:
                    # Nothing comes about any sooner than at once.
                    if all(facts[number] <= 1 for number in numbers):
                        continue
                    late = self.round_of_deed(deed)
                    for number in numbers:
                        if late < facts[number]:
                            facts[number] = late
                            settled = False
                            changed = True

    def _walk_all(self) -> None:
        # Who moves as far and begins alike gets as far: one walk for all of them.
        alike = self._alike
        walks = {fromkey: self._walk(alike.index(fromkey)) for fromkey in dict.fromkeys(alike)}
        self._near = [walks[one][0] for one in alike]
        self._fresh = [walks[one][1] for one in alike]
        self._standing.clear()

    def _walk(self, member: int) -> tuple[dict[Cell, int], set[Cell]]:
        near: dict[Cell, int] = {}
        fresh: set[Cell] = set()
        move = self._moves[member]
        first = min(late for _, late in self._begins[member])
        queue = sorted(((late - 1) * move, False, cell) for cell, late in self._begins[member])
        while queue:
            moved, is_fresh, cell = heappop(queue)
            if cell in near:
                continue
            near[cell] = moved
            if is_fresh:
                fresh.add(cell)
            for stride in self._floor.steps[cell]:
                other, cost, bars, who, *_ = stride
                if other in near or (stride.crossing and not who >> member & 1):
                    continue
                begun = moved
                if bars:
                    begun = max(self._passes(bar, member, moved) for bar in bars)
                    if begun >= NEVER:
                        continue
                if stride.rounds:
                    # It sets off in one round, and is there when a later one begins.
                    late = begun // move + 1 if is_fresh else -(-begun // move)
                    late = max([first, late, *(self._facts[self._numbers[bar]] for bar in bars)])
                    heappush(queue, ((late + stride.rounds - 1) * move, True, other))
                else:
                    heappush(queue, (begun + cost, False, other))
        return near, fresh

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
        # Whoever opens it pays for that; another may have, in the same round, or an event.
        others = [self._opens(bar[1], one) for one in self._unlike[member]]
        others += [self.round_of_deed(deed) for deed in self._opening.get(number, ())]
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
                cost = (stride.rounds - 1) * min(self._moves) if stride.rounds else stride.cost
                before.setdefault(stride.to, []).append((cell, cost))
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
        known = self._reached.get(deed)
        if known is not None:
            return known
        # One may shoot at it as soon as it is seen: from its area, or from where its gates are.
        seen = set(self._stands[deed])
        for number, place in enumerate(self._problem.places):
            if deed.where >> number & 1 and place.area >= 0:
                seen.update(each_cell(self._floor.board.areas[place.area].cells))
                board = self._floor.board
                gates = (gate for gate in board.gates if place.area in gate.between)
                edges = (
                    *(edge for gate in gates for edge in gate.edges),
                    *see_through_edges(board),
                )
                seen.update(cell for edge in edges for cell in edge)
        self._reached[deed] = seen
        return seen

    def _round_at(self, cells: set[Cell], cost: int = 0) -> int:
        return min(self._round_of(member, cells, cost) for member in self._unlike[-1])

    def _round_of(self, member: int, cells: set[Cell], cost: int) -> int:
        # The squares are those of a deed or of a place, and stay as they are.
        known = self._standing.get((member, id(cells), cost))
        if known is not None:
            return known
        near, fresh, move = self._near[member], self._fresh[member], self._moves[member]
        nearest = min(((near[cell], cell in fresh) for cell in cells if cell in near), default=None)
        late = NEVER
        if nearest is not None:
            moved, is_fresh = nearest
            first = min(late for _, late in self._begins[member])
            late = moved // move + 1 if is_fresh and not cost else -(-(moved + cost) // move)
            late = max(first, late)
        self._standing[member, id(cells), cost] = late
        return late

    def _round_standing(self, at: At) -> int:
        """The round before which not so many stand there: as many as it takes have to come."""
        places = [cells for n, cells in enumerate(self._places) if at.places >> n & 1]
        if not all(places):
            return 1  # who has not come into play yet may be there
        least = at.least if at.spare < 0 else 1
        members = [n for n in range(len(self._moves)) if not at.who or at.who >> n & 1]
        if least <= 1 and not at.who:
            members = self._unlike[-1]
        rounds = sorted(
            min((self._round_of(member, cells, 0) for cells in places), default=NEVER)
            for member in members
        )
        return rounds[max(least, 1) - 1] if least <= len(rounds) else NEVER

    def round_of(self, need: Need) -> int:
        """The round before which a need is not met."""
        match need:
            case Has(fact, _):
                return self._facts[fact]
            case At():
                return self._round_standing(need)
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
