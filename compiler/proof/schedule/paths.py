"""The shortest ways over the squares of a quest, as they are open at one time."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.line import Pace
from questwright.compiler.proof.task.task import FactSort, cache_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.proof.schedule.floor import Floor
    from questwright.compiler.proof.task.cache import Cache
    from questwright.compiler.proof.task.condition import Facts
    from questwright.compiler.proof.task.line import Bar, Stride
    from questwright.compiler.proof.task.task import Problem

BARRING: Final = (FactSort.OPEN, FactSort.CLEAR, FactSort.LAUNCHED)
"""What facts say of what may close a step."""
_SQUARES: Final = 100_000
"""Squares that the searches of one floor remember, all together."""
_TIMES: Final = 4
"""Searches from one square, each with something else open."""
Bars = int
"""Some of what may close a step, by the numbers that a chart has for it."""
Off = frozenset["Cell"]


Come = tuple[int, "Cell", "Stride | None", int]
"""How a square is come to: at what cost, from where, by which step, and after how many others."""


class _PathSearch:
    """A search from a square outwards, which goes on where it stopped the last time."""

    __slots__ = ("came", "closed", "opened", "queue", "ways")

    def __init__(self, start: Cell) -> None:
        self.came: dict[Cell, Come] = {}
        """The squares come to, nearest first."""
        self.queue: list[tuple[int, Cell, Cell, int, Stride | None]] = [(0, start, start, 0, None)]
        """Those next to them."""
        self.opened: Bars = 0
        """What it has found open."""
        self.closed: Bars = 0
        """What it has found closed."""
        self.ways: dict[Cell, tuple[Pace, ...]] = {}
        """The ways that have been asked for."""

    def holds(self, opened: Bars) -> bool:
        """Whether it would have come as far, and no further, were just this open."""
        return not (self.opened & ~opened or self.closed & opened)

    def nearest(self, goal: Collection[Cell]) -> Cell | None:
        """Of some squares the one that was come to first; None where none was."""
        came = self.came
        if len(goal) >= len(came):
            return next((cell for cell in came if cell in goal), None)
        near = [cell for cell in goal if cell in came]
        return min(near, key=lambda cell: came[cell][3], default=None)

    def way(self, end: Cell) -> tuple[Pace, ...]:
        """The steps to a square that was come to."""
        found = self.ways.get(end)
        if found is None:
            paces = []
            moved, cell, stride, _ = self.came[end]
            while stride is not None:
                before = self.came[cell]
                cost = 0 if stride.rounds else moved - before[0]
                paces.append(Pace(stride.to, cost, moved, stride))
                moved, cell, stride, _ = before
            found = self.ways[end] = tuple(reversed(paces))
        return found


class _Chart:
    """A floor as it is searched: what of it all lines have in common that are walked there."""

    def __init__(self, floor: Floor, apart: int) -> None:
        self._floor = floor
        self._apart = apart
        self._numbers: dict[Bar, int] = {}
        self._like: dict[int, int] = {}
        self._steps: dict[tuple[Cell, int], list[tuple[int, Cell, int, Bars, Stride]]] = {}
        """From a square, for whom steps cost the same: what a step costs, and what may close it."""
        self._searched: dict[tuple[Cell, int, Off], list[_PathSearch]] = {}
        self._remembered = 0

    def is_of(self, floor: Floor, apart: int) -> bool:
        return self._floor is floor and self._apart == apart

    def number(self, bar: Bar) -> int:
        """The number of what may close a step."""
        return self._numbers.setdefault(bar, len(self._numbers))

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

    def search(self, start: Cell, like: int, off: Off, opened: Bars) -> _PathSearch:
        """What is known of the ways from a square."""
        if self._remembered > _SQUARES:
            self._searched.clear()
            self._remembered = 0
        known = self._searched.setdefault((start, like, off), [])
        for search in known:
            if search.holds(opened):
                return search
        self._remembered += len(off)
        known.append(_PathSearch(start))
        if len(known) > _TIMES:
            del known[0]
        return known[-1]

    def go_on(
        self, search: _PathSearch, goal: Collection[Cell], like: int, off: Off, opened: Bars
    ) -> Cell | None:
        """Search on, to the nearest of some squares; None where none can be come to."""
        came, queue = search.came, search.queue
        while queue:
            moved, cell, before, _, stride = heappop(queue)
            if cell in came:
                continue
            came[cell] = moved, before, stride, len(came)
            self._remembered += 1
            for cost, to, number, bars, more in self._steps.get((cell, like)) or self._around(
                cell, like
            ):
                if to in came or to in off:
                    continue
                if bars:
                    closed = bars & ~opened
                    if closed:
                        search.closed |= closed & -closed
                        continue
                    search.opened |= bars
                heappush(queue, (moved + cost, to, cell, number, more))
            if cell in goal:
                return cell
        return None

    def _around(self, cell: Cell, like: int) -> list[tuple[int, Cell, int, Bars, Stride]]:
        """The steps from a square that somebody may take."""
        found = []
        for number, stride in enumerate(self._floor.steps.get(cell, ())):
            passing = (self._floor.passing.get(bar, -1) >> like & 1 for bar in stride.bars)
            if stride.is_jump or not stride.who >> like & 1 or not all(passing):
                continue
            own = stride.cost if stride.crossing else self._floor.cost(stride.to, like)
            if own is not None:
                bars = 0
                for bar in stride.bars:
                    bars |= 1 << self.number(bar)
                cost = own + stride.rounds * self._apart
                found.append((cost, stride.to, number, bars, stride))
        self._steps[cell, like] = found
        return found


_CHARTS: Final = 4
"""Charts that are kept."""


def _chart_of(floor: Floor, apart: int, cache: Cache) -> _Chart:
    charts = cache.kept(_Chart, _CHARTS)
    for chart in charts:
        if chart.is_of(floor, apart):
            return chart
    charts.append(_Chart(floor, apart))
    return charts[-1]


class Ways:
    """The ways of one problem.

    Nobody jumps, and a round that a crossing takes costs as much as ``apart`` steps.
    """

    def __init__(self, floor: Floor, problem: Problem, apart: int) -> None:
        self._chart = _chart_of(floor, apart, cache_of(problem))
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._barring = {
            number: 1 << self._chart.number((info.sort, info.id))
            for number, info in enumerate(problem.facts)
            if info.sort in BARRING
        }
        self._bars = sum(1 << number for number in self._barring)
        self._opened: tuple[Facts, Bars] = 0, 0
        self.off: dict[int, Off] = {}
        """The squares that a member keeps off for now."""

    def bars(self, stride: Stride) -> Facts:
        """The facts that have to hold for a step, as far as anything makes them hold."""
        if not stride.bars:
            return 0
        return sum(1 << self._numbers[bar] for bar in set(stride.bars))

    def to(
        self, start: Cell, facts: Facts, member: int, goal: Collection[Cell]
    ) -> tuple[Pace, ...] | None:
        """The steps to the nearest of some squares; None where none can be come to."""
        chart = self._chart
        like, off, opened = chart.like(member), self.off.get(member, _NOWHERE), self._open(facts)
        search = chart.search(start, like, off, opened)
        end = search.nearest(goal)
        if end is None and search.queue:
            end = chart.go_on(search, goal, like, off, opened)
        return None if end is None else search.way(end)

    def _open(self, facts: Facts) -> Bars:
        """What is open."""
        facts &= self._bars
        if self._opened[0] != facts:
            self._opened = facts, sum(self._barring[number] for number in each_place(facts))
        return self._opened[1]


_NOWHERE: Off = frozenset()
