"""A line found anew with each cell told apart, where it could not be told over wider places.

Where members fill narrow places it may matter on which cells they stand, although nothing asks for
that. Only what the line does is done, so little is left to look at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import as_it_is
from questwright.compiler.verdict.line.table import LostWayError
from questwright.compiler.verdict.rules.state import Act
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.line import each_step
from questwright.compiler.verdict.task.need import At, Carried, Has, Lacks, every
from questwright.compiler.verdict.task.task import Deed, DeedSort, Ending
from questwright.compiler.verdict.task.variants import by_any_chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.translate import Translation
    from questwright.dsl.source import Span


def finer(
    finest: Translation,
    wide: Task,
    simple: Simple,
    explorer: Explorer,
    line: MoveLine,
    most: int,
) -> tuple[Simple, Explorer, MoveLine]:
    """The same line in the finest task, each place told apart, with that task and its states.

    ``explorer`` looks at the simple task, which comes from the ``wide`` one; so many states are
    looked at. Raises LostWayError if none is found.
    """
    task = finest.task
    done = {simple.deeds[turn.move.deed] for turn in line.moves if isinstance(turn.move, Act)}
    kept = {_name(wide.deeds[n]) for n in done}
    left_out = {_name(wide.deeds[n]) for n in {*simple.deeds} - done} - kept
    deeds = tuple(n for n, deed in enumerate(task.deeds) if _name(deed) not in left_out)
    origin = task.victories[0].origin
    fine = task._replace(
        deeds=(*(task.deeds[n] for n in deeds), *_watching(task, origin)),
        victories=tuple(_endings(finest, simple, explorer, line)),
    )
    is_won = bool(line.moves) and line.moves[-1].wins(simple.task)
    search = Search(fine if is_won else by_any_chance(fine), most)
    found = search.run(wins_only=True).win
    if found is None:
        raise LostWayError
    return as_it_is(fine)._replace(deeds=deeds), search.model.explorer, found


def _name(deed: Deed) -> tuple[DeedSort, str, str]:
    """What a deed is in each translation of a quest, be it done by one or from several places."""
    return deed.sort, deed.id, deed.shot


def as_in(wide: Task, told: Sequence[Told], finest: Task) -> tuple[Told, ...]:
    """A line told in the finest task with the deeds of the wide one; LostWayError if one lacks."""
    return tuple(
        step._replace(deed=_same(finest.deeds[step.deed], wide, cells.get(step.who, -1)))
        if step.deed >= 0
        else step
        for step, cells in each_step(told)
    )


def _same(deed: Deed, task: Task, cell: int) -> int:
    """The index of a deed in another task: of several, of one that is done on a cell, if any is.

    The cell is -1 where nobody in particular does it.
    """
    same = [n for n, own in enumerate(task.deeds) if _name(own) == _name(deed)]
    there = (n for n in same if cell < 0 or task.deeds[n].stands >> cell & 1)
    found = next(there, same[0] if same else -1)
    if found < 0:
        raise LostWayError
    return found


def _watching(task: Task, origin: Span) -> Iterator[Deed]:
    """For each place that members may fill a deed that asks who stands there, and nobody does."""
    narrow = (n for n, place in enumerate(task.places) if place.cells.bit_count() <= task.party)
    for number in narrow:
        at = At(1 << number, 1, task.everybody, "", origin)
        yield Deed(DeedSort.GO_THROUGH, "", "", 0, 0, at, 0, origin)


def _endings(
    finest: Translation, simple: Simple, explorer: Explorer, line: MoveLine
) -> Iterator[Ending]:
    """The ways in which play ends, of which the one to which the line leads wins."""
    task = finest.task
    last = line.end
    if last is None:
        origin = task.victories[0].origin
        so = _as_in(line.states[-1], finest, simple, explorer, origin)
        # It is none of those by which play ends at the table.
        yield Ending(so, is_own=True, title="", origin=origin._replace(path=""))
    for number, victory in enumerate(task.victories):
        yield victory._replace(is_own=last is not None and number == last.victory)


def _as_in(
    state: State, finest: Translation, simple: Simple, explorer: Explorer, origin: Span
) -> Need:
    """That facts, and where members stand and what they carry, are as in a state."""
    task, rules = simple.task, explorer.play
    closed = rules.closed(state.facts)
    needs: list[Need] = [
        (Has if state.facts >> fact & 1 else Lacks)(fact, origin)
        for fact in each_number(task.changing)
    ]
    for member, own in enumerate(state.where):
        cells = each_cell(simple.task.cells_of(own))
        places = union(1 << finest.floor.place(cell) for cell in cells)
        if own:
            # Who is buried stands nowhere.
            is_buried = bool(own & closed)
            places = 0 if is_buried else places
            needs.append(At(places, 1, 1 << member, "", origin, is_away=is_buried))
    for group in rules.handing.groups(state):
        who = sum(1 << member for member in group)
        items = union(state.hold[member] for member in group)
        needs += (Carried(item, who, "", origin) for item in each_number(items))
    return every(*needs)
