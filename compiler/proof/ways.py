"""The shortest ways over the squares of a quest, as they are open at one time."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from compiler.proof.problem import FactSort

if TYPE_CHECKING:
    from compiler.model.board import Cell
    from compiler.proof.floor import Bar, Floor, Stride
    from compiler.proof.problem import Facts, Problem

_NOWHERE: frozenset[Cell] = frozenset()
_BARRING = (FactSort.OPEN, FactSort.CLEAR, FactSort.LAUNCHED)


class Pace(NamedTuple):
    """One step of a way."""

    cell: Cell
    """Where it leads."""
    cost: int
    """What it costs of a move; 0 where it takes rounds instead."""
    moved: int
    """What the way up to here costs."""
    stride: Stride


class Ways:
    """Searches from a square outwards, each of which goes on where it stopped the last time.

    Nobody jumps, and a round that a crossing takes costs as much as ``apart`` steps.
    """

    def __init__(self, floor: Floor, problem: Problem, apart: int) -> None:
        self._floor = floor
        self._apart = apart
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._bars = sum(
            1 << number for number, info in enumerate(problem.facts) if info.sort in _BARRING
        )
        self._like: dict[int, int] = {}
        self.off: dict[int, frozenset[Cell]] = {}
        """The squares that a member keeps off for now."""
        self._searched: dict[
            tuple[Cell, Facts, int, frozenset[Cell]],
            tuple[
                dict[Cell, tuple[int, Cell, Stride | None]],
                list[tuple[int, Cell, Cell, int, Stride | None]],
            ],
        ] = {}
        """From a square, at a time, for whom steps cost the same: the squares come to, nearest
        first, and those next to them."""

    def like(self, member: int) -> int:
        """The first member for whom all ways are as for this one."""
        found = self._like.get(member)
        if found is None:
            passing = self._floor.passing.values()
            same = self._floor.like(member)
            found = self._like[member] = next(
                one
                for one in range(same, member + 1)
                if self._floor.like(one) == same
                and all(who >> one & 1 == who >> member & 1 for who in passing)
            )
        return found

    def bars(self, stride: Stride) -> Facts:
        """The facts that have to hold for a step, as far as anything makes them hold."""
        return sum(1 << self._numbers[bar] for bar in set(stride.bars))

    def to(
        self, start: Cell, facts: Facts, member: int, goal: set[Cell]
    ) -> tuple[Pace, ...] | None:
        """The steps to the nearest of some squares; None where none can be come to."""
        like = self.like(member)
        off = self.off.get(member, _NOWHERE)
        key = (start, facts & self._bars, like, off)
        came, queue = self._searched.setdefault(key, ({}, [(0, start, start, 0, None)]))
        # What has been come to is nearer than all that has not.
        near = [one for one in goal if one in came] if len(goal) < len(came) else ()
        end = min(near, key=lambda one: (came[one][0], one), default=None)
        if len(goal) >= len(came):
            end = next((cell for cell in came if cell in goal), None)
        while end is None and queue:
            moved, cell, before, _, stride = heappop(queue)
            if cell in came:
                continue
            came[cell] = moved, before, stride
            if cell in goal:
                end = cell
            for number, more in enumerate(self._floor.steps.get(cell, ())):
                if more.to in came or more.to in off or more.is_jump:
                    continue
                if not more.who >> like & 1 or not self._is_open(more.bars, facts, like):
                    continue
                own = more.cost if more.crossing else self._floor.cost(more.to, like)
                if own is not None:
                    spent = moved + own + more.rounds * self._apart
                    heappush(queue, (spent, more.to, cell, number, more))
        if end is None:
            return None
        return self._back(came, start, end)

    def _back(
        self, came: dict[Cell, tuple[int, Cell, Stride | None]], start: Cell, end: Cell
    ) -> tuple[Pace, ...]:
        way = []
        cell = end
        while cell != start:
            moved, before, stride = came[cell]
            assert stride is not None
            cost = 0 if stride.rounds else moved - came[before][0]
            way.append(Pace(cell, cost, moved, stride))
            cell = before
        return tuple(reversed(way))

    def _is_open(self, bars: tuple[Bar, ...], facts: Facts, member: int) -> bool:
        for bar in bars:
            number = self._numbers.get(bar)
            if number is None or not facts >> number & 1:
                return False
            passing = self._floor.passing.get(bar)
            if passing is not None and not passing >> member & 1:
                return False
        return True
