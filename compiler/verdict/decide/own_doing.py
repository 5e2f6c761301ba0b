"""Whether play can be lost by the party's own doing."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import (
    NOTHING,
    Has,
    Lacks,
    Never,
    facts_named,
    leaves,
    with_facts,
)
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.verdict.task.need import Facts, Need
    from questwright.compiler.verdict.task.task import Task

BY_TIME: Final = (DeedSort.WAIT, DeedSort.RECOVER)
"""What nobody does: a round comes, or something passes."""


def may_lose(task: Task) -> bool:
    """Whether something that a member does may end play for another side, or take the last member.

    What time alone brings about comes when it is time, and not because of what somebody does.
    """
    done = [deed for deed in task.deeds if deed.sort not in BY_TIME and not deed.is_fate]
    adds = union(deed.brings for deed in done) | union(sight.adds for sight in task.sights)
    removes = union(deed.removes for deed in done)
    grown = (-1, -1)
    while grown != (adds, removes):
        grown = adds, removes
        for event in task.events:
            if _may_come(event.needs, adds, removes):
                adds |= event.adds | event.happened | event.live
                adds |= union(gift.item | gift.adds for gift in event.gifts)
                removes |= event.removes | event.live
    if task.fallen and all(fact & adds for fact in task.fallen):
        return True
    return any(_may_come(victory.needs, adds, removes) for victory in task.others)


def losing_deeds(task: Task) -> frozenset[int]:
    """The deeds, by index, that end play for another side, and of which no own victory asks.

    So nothing that they bring is of any use to the party.
    """
    named = [facts_named(victory.needs) for victory in task.own if task.others]
    asked = union(held | lacked for held, lacked in named)
    given = task.given & task.lasting
    return frozenset(
        number
        for number, deed in enumerate(task.deeds if task.others else ())
        if not (asked & (deed.brings | deed.removes) or deed.carries)
        and any(with_facts(own.needs, deed.adds | given, 0) == NOTHING for own in task.others)
    )


def _may_come(need: Need, adds: Facts, removes: Facts) -> bool:
    """Whether a need can come to be met as some facts come or go, or as members walk."""
    for leaf in leaves(need):
        if isinstance(leaf, Has | Lacks):
            if (adds if leaf.is_so else removes) >> leaf.fact & 1:
                return True
        elif not isinstance(leaf, Never):
            return True
    return False
