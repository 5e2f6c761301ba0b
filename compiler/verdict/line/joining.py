"""A line in which others join a fight that takes one alone more than a round."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.line.order import followed, retold
from questwright.compiler.verdict.line.table import Aim, LostWayError, shut_to, ways_of
from questwright.compiler.verdict.task.need import asked_places, holds
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from questwright.compiler.verdict.line.table import TableTop
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.translate import Translation

    _Late = TypeVar("_Late", float, tuple[float, float])


def joined(
    told: tuple[Told, ...],
    translated: Translation,
    late_of: Callable[[tuple[Told, ...]], _Late],
    is_long: Callable[[Deed], bool],
) -> tuple[Told, ...]:
    """The line with fights that are ``is_long`` joined by as many as make it shorter.

    They walk to where they can attack from, and go on from there. ``late_of`` says how late a line
    is done: it is joined by as many as bring that down.
    """
    late, number = late_of(told), 0
    while number < len(told):
        step = told[number]
        deed = translated.task.deeds[step.deed] if step.sort is DeedSort.DEFEAT else None
        for member in range(translated.task.party) if deed is not None and is_long(deed) else ():
            for tried in _with(member, told, number, translated):
                then = late_of(tried)
                again = retold(tried, translated) if then < late else ()
                if again:
                    number += again[number].sort is not DeedSort.DEFEAT
                    told, late = again, then
                    break
        number += 1
    return told


def _with(
    member: int, told: tuple[Told, ...], number: int, translated: Translation
) -> Iterator[tuple[Told, ...]]:
    """The line with a member at a fight who goes on from there, or back to where it was."""
    table, fight = followed(told[:number], translated), told[number]
    if table is None or table.cells[member] < 0 or member == fight.who:
        return
    begun, steps = table.cells[member], len(table.told)
    way = _walked(table, member, fight)
    if way < 0:
        return
    came = tuple(table.told[steps:])
    step = fight._replace(joined=(*fight.joined, (member, way)))
    rest = told[number + 1 :]
    events = next((n for n, then in enumerate(rest) if then.sort is not DeedSort.EVENT), len(rest))
    first, rest = (*told[:number], *came, step, *rest[:events]), rest[events:]
    later = next((n for n, then in enumerate(rest) if member in (then.who, then.to)), -1)
    if not came or later < 0:
        yield (*first, *rest)
        return
    on = rest[later].path[-1] if rest[later].sort is DeedSort.WALK else begun
    for to in dict.fromkeys((on, begun)):
        then = followed(first, translated)
        if then is not None and _walk(then, member, 1 << to):
            walk, left = tuple(then.told[len(first) :]), later + (to != begun)
            yield (*first, *rest[:later], *walk, *rest[left:])


def _walked(table: TableTop, member: int, fight: Told) -> int:
    """Let a member walk to where it can join a fight; the deed that it does there, or -1."""
    deeds, facts = table.task.deeds, table.state.facts
    foe = deeds[fight.deed].id.partition(" ")[0]
    same = [
        number
        for number, deed in enumerate(deeds)
        if deed.sort is DeedSort.DEFEAT
        and deed.id.partition(" ")[0] == foe
        and (deed.who | deed.helped) >> member & 1
        and (number == fight.deed or not any(asked_places(deed.needs)))
    ]
    taken = table.taken(member)
    for number in same:
        free = deeds[number].stands & ~taken
        able = (
            c for c in each_cell(free) if table.is_at_hand(number, facts, c, member, helps=True)
        )
        wanted = sum(1 << cell for cell in able)
        if wanted and _walk(table, member, wanted):
            return number
    return -1


def _walk(table: TableTop, member: int, wanted: int) -> bool:
    """Let a member walk to one of some cells, opening nothing; whether nothing comes of it."""
    if wanted >> table.cells[member] & 1:
        return True
    facts, shut, steps = table.state.facts, shut_to(table, member), len(table.told)
    aim = Aim(member, table.task.cells_of(-1), wanted & ~table.taken(member))
    for way in ways_of(table, aim, shut):
        if all(holds(leg.stride.access.need, facts, (), ()) for leg in way):
            try:
                table.walk(member, way)
            except LostWayError:
                return False
            found = table.told[steps:]
            return [step.sort for step in found] == [DeedSort.WALK]
    return False
