"""Before which round nobody has won, by what can come about and when."""

from __future__ import annotations

from heapq import heappop, heappush

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.when import NEVER
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import At, Carried, Has, parts_of
from questwright.compiler.verdict.task.task import DeedSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.rounds.movers import MemberPace
    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.task.need import Members, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Task


class Clock(NamedTuple):
    """The rounds before which nothing can come about; `NEVER` for what never does."""

    win: int
    """Nobody has won before this round."""
    deeds: tuple[int, ...]
    """For each deed of the task."""
    is_late: bool
    """Each victory has a last round, and takes longer."""


def earliest(spread: Spread, task: Task) -> Clock:
    """When the task of a spread, or one with other victories, can be won at the earliest."""
    wins = [(_won(spread, victory.needs), victory.last) for victory in task.own]
    in_time = [late for late, last in wins if not last or late <= last]
    won = min(in_time or (late for late, _ in wins), default=NEVER)
    return Clock(won, tuple(spread.soonest.late[: len(task.deeds)]), not in_time)


def _won(spread: Spread, goal: Need) -> int:
    """The round before which nobody has won by what a victory needs."""
    late = spread.fetching.met(goal)
    if late >= NEVER:
        return late
    needed = _needed(spread, goal)
    # Figures may fall one after the other to one deed of somebody: a sweep, a spell, a blow that
    # goes on. What each of them takes has been counted where it falls.
    deeds = spread.task.deeds
    others = (ways for ways in needed if not deeds[ways[0]].is_fight)
    actions = sum(min(_least_actions(spread, number) for number in ways) for ways in others)
    late = max(late, -(-actions // (spread.there.bit_count() * spread.actions)))
    for at in parts_of(goal):
        if isinstance(at, At) and spread.soonest.wanted(at) == (at.who & spread.there).bit_count():
            back = [_back(spread, mover, at.places) for mover in spread.movers]
            for ways in needed:
                if all(_is_done_by(at.who, spread, n) for n in ways):
                    late = max(late, min(_round_back(spread, number, back) for number in ways))
    return late


def _is_done_by(who: Members, spread: Spread, number: int) -> bool:
    """Whether a deed is done somewhere, and nobody who plays takes part in it but some members."""
    others = spread.changes.able[number] & spread.there & ~who
    return bool(spread.task.deeds[number].where) and not others


def _needed(spread: Spread, goal: Need) -> list[list[int]]:
    """Deeds without which a need is not met: of each all the ways in which it is done."""
    task = spread.task
    known = task.given | union(sight.adds for sight in task.sights)
    deeds: dict[object, list[int]] = {}
    waiting = [goal]
    while waiting:
        for part in parts_of(waiting.pop()):
            fact = part.fact if isinstance(part, Has | Carried) else -1
            if fact < 0 or known >> fact & 1:
                continue
            known |= 1 << fact
            bringing = [n for n in spread.changes.bringing[fact] if spread.soonest.late[n] < NEVER]
            done = [task.deeds[n] for n in bringing if n < len(task.deeds)]
            same = {(_sort(deed), deed.id.partition(" from ")[0]) for deed in done}
            if len(same) == 1 and len(done) == len(bringing):
                deeds.setdefault(same.pop(), bringing)
            if len(bringing) == 1:
                waiting.append(spread.changes.each[bringing[0]].need)
    return list(deeds.values())


def _sort(deed: Deed) -> DeedSort:
    """The sort of a deed; what opens with its lock from afar is opened, as from beside it."""
    return DeedSort.OPEN if deed.sort is DeedSort.UNLOCK else deed.sort


def _least_actions(spread: Spread, number: int) -> int:
    deed = spread.task.deeds[number]
    if deed.effort is not None:
        return deed.effort.actions
    return spread.blows.least(number) if deed.is_fight else deed.actions


def _round_back(spread: Spread, number: int, back: list[dict[Cell, int]]) -> int:
    """The round before which nobody has done a deed and come back to where all have to be."""
    late = NEVER
    cells = [*each_cell(spread.changes.stands[number])]
    for mover, near, way in zip(spread.movers, spread.soonest.near, back, strict=True):
        if spread.changes.able[number] >> mover.member & 1:
            for cell in cells:
                if cell in near and cell in way:
                    done = mover.waited(near[cell] & ~1, spread.soonest.late[number])
                    back_at = max(spread.soonest.late[number], mover.round(done + way[cell]))
                    late = min(late, back_at)
    return late if late < NEVER else 1


def _back(spread: Spread, mover: MemberPace, places: Places) -> dict[Cell, int]:
    """How far it is at the least for a member to some places, from each cell."""
    task = spread.task
    before: dict[Cell, list[tuple[Cell, int]]] = {}
    for here in each_cell(task.cells_of(-1)):
        for there, cost, _ in spread.costs_from(mover, here):
            before.setdefault(there, []).append((here, cost))
    back: dict[Cell, int] = {}
    queue = [(0, cell) for cell in each_cell(task.cells_of(places))]
    while queue:
        moved, cell = heappop(queue)
        if cell not in back:
            back[cell] = moved
            for other, cost in before.get(cell, ()):
                heappush(queue, (moved + cost, other))
    return back
