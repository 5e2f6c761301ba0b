"""How members leave the board, in a task that a planner is to read: as a deed, and ways off it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.task.exits import exit_of, won_by_leaving
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    Has,
    Lacks,
    by_leaving,
    every,
    some,
    transformed,
)
from questwright.compiler.verdict.task.task import Deed, DeedSort, FactInfo, FactSort

if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Leaf, Need
    from questwright.compiler.verdict.task.task import Task

_TITLE = "Leave the board, all of them, and do nothing else"


def with_exits(task: Task) -> Task:
    """The task in which members begin to leave once all else is so that a victory asks for.

    From then on they walk, and do nothing else. A plan has them begin where all can leave.
    """
    for number in won_by_leaving(task):
        task = _with_exit(task, number)
    return task


def _with_exit(task: Task, number: int) -> Task:
    way, victory, fact = exit_of(task, number), task.victories[number], len(task.facts)
    origin, id_ = victory.origin, f"leave-{number + 1}"
    begun = Has(fact, origin)
    else_ = transformed(by_leaving(victory.needs), _but_where)
    begins = Deed(DeedSort.ACT, id_, _TITLE, 0, 0, else_, 1 << fact, origin, once=1 << fact)

    def before(deed: Deed) -> Deed:
        is_walk = deed.sort is DeedSort.GO_THROUGH
        return deed if is_walk else deed._replace(needs=every(deed.needs, Lacks(fact, origin)))

    left, *others = way.victories
    won = some(victory.needs, every(begun, left.needs))
    victories = [each if each.is_own else others.pop(0) for each in task.victories]
    victories[number] = victory._replace(needs=won)
    return task._replace(
        facts=(*task.facts, FactInfo(FactSort.DONE, id_, _TITLE, origin)),
        places=(*task.places, *way.places),
        links=(*task.links, *(link._replace(needs=begun) for link in way.links)),
        deeds=(*map(before, task.deeds), begins),
        events=way.events,
        victories=tuple(victories),
    )


def _but_where(leaf: Leaf) -> Need:
    return NOTHING if isinstance(leaf, At) else leaf
