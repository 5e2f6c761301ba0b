"""Before which round nobody has won, and what is needed for it."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.costs import health, moves_of, taken_for_granted
from questwright.compiler.verdict.rounds.counted import HALF, stands_of
from questwright.compiler.verdict.rounds.counting import Counting, hits_of
from questwright.compiler.verdict.rounds.when import NEVER, round_of
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import All, At, Carried, Has
from questwright.compiler.verdict.task.task import DeedSort

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.rounds.floor import StepChart
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.translate.floor import Stride


class Clock(NamedTuple):
    """The rounds before which nothing can come about; `NEVER` for what never does."""

    win: int
    """Nobody has won before this round."""
    deeds: tuple[int, ...]
    granted: tuple[str, ...] = ()
    """What this takes for granted."""

    def of_deed(self, number: int) -> int:
        """The round before which a deed cannot be done."""
        return self.deeds[number]


def earliest(chart: StepChart) -> Clock | None:
    """When a quest can be won at the earliest; None where somebody has no value to move by."""
    quest, system = chart.quest, chart.system
    moves = moves_of(quest, system)
    if not moves:
        return None
    counting = Counting(chart, moves)
    counting.run()
    deeds = tuple(counting.late[: len(chart.task.deeds)])
    return Clock(win(counting), deeds, taken_for_granted(quest, system))


def win(counting: Counting) -> int:
    """The round before which nobody has won."""
    own = counting.task.own
    late = min((round_of(victory.needs, counting) for victory in own), default=NEVER)
    if len(own) != 1 or late >= NEVER:
        return late
    needed = _needed(counting, own[0].needs)
    members = len(counting.quest.party) * counting.actions
    actions = sum(_least_actions(counting, deed) for deed in needed)
    late = max(late, -(-actions // members))
    for at in own[0].needs.parts if isinstance(own[0].needs, All) else (own[0].needs,):
        if isinstance(at, At) and counting.wanted(at) == at.who.bit_count():
            back = _back(counting, at)
            doers = (deed for deed in needed if _are_all_asked(counting, deed, at))
            late = max([late, *(_round_back(counting, deed, back) for deed in doers)])
    return late


def _are_all_asked(counting: Counting, number: int, at: At) -> bool:
    everybody = (1 << len(counting.quest.party)) - 1
    deed = counting.task.deeds[number]
    return bool(deed.where) and not deed.who & everybody & ~at.who


def _needed(counting: Counting, goal: Need) -> list[int]:
    """Deeds without which a need is not met: each in one of the ways in which it is done."""
    by: dict[int, list[int]] = {}
    for number, change in enumerate(counting.changes):
        for fact in change.adds:
            by.setdefault(fact, []).append(number)
    seen: set[int] = set()
    deeds: dict[object, int] = {}
    waiting = [goal]
    while waiting:
        need = waiting.pop()
        for part in need.parts if isinstance(need, All) else (need,):
            fact = part.fact if isinstance(part, Has) else -1
            fact = part.item if isinstance(part, Carried) else fact
            if fact < 0 or fact in seen or counting.facts[fact] <= 0 or _is_given(counting, fact):
                continue
            seen.add(fact)
            bringing = [n for n in by.get(fact, ()) if counting.late[n] < NEVER]
            done = [counting.task.deeds[n] for n in bringing if n < len(counting.task.deeds)]
            same = {(deed.sort, deed.id.partition(" from ")[0]) for deed in done}
            if len(same) == 1 and len(done) == len(bringing):
                best = min(bringing, key=lambda n: (_least_actions(counting, n), counting.late[n]))
                deeds.setdefault(same.pop(), best)
            if len(bringing) == 1:
                waiting.append(counting.changes[bringing[0]].need)
    return list(deeds.values())


def _is_given(counting: Counting, fact: int) -> bool:
    return bool(counting.task.given >> fact & 1) or any(
        sight.adds >> fact & 1 for sight in counting.task.sights
    )


def _least_actions(counting: Counting, number: int) -> int:
    deed = counting.task.deeds[number]
    if deed.sort is not DeedSort.DEFEAT:
        return counting.takes[number]
    hits, once = hits_of(counting, deed, range(len(counting.sorts)))
    best = max(
        hits[n] // len(sort.members) // counting.actions for n, sort in enumerate(counting.sorts)
    )
    needed = health(counting.things[deed.id], counting.system.fights) - once
    return max(1, -(-needed // max(1, best)))


def _round_back(counting: Counting, number: int, back: list[dict[Cell, int]]) -> int:
    """The round before which nobody has done a deed and come back to where all have to be."""
    late = NEVER
    cells = [*stands_of(counting.task.deeds[number], counting.chart)]
    for sort, near, way in zip(counting.sorts, counting.near, back, strict=True):
        if not counting.task.deeds[number].who & sort.who:
            continue
        for cell in cells:
            if cell in near and cell in way:
                done = sort.waited(near[cell] & ~1, counting.late[number])
                late = min(late, sort.round(done + way[cell]))
    return late if late < NEVER else 1


def _back(counting: Counting, at: At) -> list[dict[Cell, int]]:
    """How far it is at the least to where an end of play asks for all, from each cell."""
    before: dict[Cell, list[tuple[Cell, Stride]]] = {}
    for here in counting.chart.place_at:
        for way in counting.chart.steps(here):
            before.setdefault(way.to, []).append((here, way))
    cells = [c for n in each_number(at.places) for c in each_cell(counting.task.places[n].cells)]
    found = []
    for sort in counting.sorts:
        back: dict[Cell, int] = {}
        queue = [(0, cell) for cell in cells]
        while queue:
            moved, cell = heappop(queue)
            if cell in back:
                continue
            back[cell] = moved
            for other, step in before.get(cell, ()):
                if other in back:
                    continue
                if step.rounds:
                    cost = (step.rounds - 1) * sort.move
                else:
                    cost = counting.chart.cost(step, sort.members[0]) * HALF
                heappush(queue, (moved + cost, other))
        found.append(back)
    return found
