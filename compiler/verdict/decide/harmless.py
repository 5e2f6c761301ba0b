"""What nobody need mind: facts of a task of which no harm comes."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import facts_named
from questwright.compiler.verdict.task.task import Deed
from questwright.compiler.verdict.task.variants import fated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Happening, Task


def harmless_facts(task: Task) -> Facts:
    """The facts that nobody need mind: nothing asks that they do not hold.

    Nor does anything happen because of them that removes a fact, takes a member, ends play for
    another side, or brings about a fact that does harm.
    """
    _, harmful = facts_named(*task.needs())
    lost, _ = facts_named(*(victory.needs for victory in task.others))
    harmful |= lost | union(task.fallen)
    harmful |= union(find.unless for deed in task.deeds for find in deed.finds)
    once = union(deed.once for deed in task.deeds)
    comes: list[Deed | Happening] = [*task.events, *fated(task)]
    grown = -1
    while grown != harmful:
        grown = harmful
        for event in comes:
            # What an event brings may be what keeps somebody from doing it, and more with it.
            # And what somebody is given, somebody else may have had.
            is_moved = not isinstance(event, Deed) and any(gift.item for gift in event.gifts)
            if event.removes or is_moved or event.adds & (harmful | once):
                harmful |= facts_named(event.needs)[0]
    return ((1 << len(task.facts)) - 1) & ~harmful
