"""Which facts can do harm when they come to hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.task.need import facts_named

if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Task


def harmless_facts(task: Task) -> Facts:
    """The facts that nobody need mind: nothing asks that they do not hold.

    Nor does anything happen because of them that removes a fact, takes a member, ends play for
    another side, or brings about a fact that does harm.
    """
    harmful = 0
    for need in task.needs():
        harmful |= facts_named(need)[1]
    for link in task.links:
        harmful |= facts_named(link.things)[1] if link.things is not None else 0
    once = 0
    for deed in task.deeds:
        once |= deed.once
        for find in deed.finds:
            harmful |= find.unless
    for fact in task.fallen:
        harmful |= fact
    for victory in task.victories:
        if not victory.is_own:
            harmful |= facts_named(victory.needs)[0]
    grown = -1
    while grown != harmful:
        grown = harmful
        for event in task.events:
            # What an event brings may be what keeps somebody from doing it, and more with it.
            if event.removes or event.adds & harmful or event.adds & once:
                harmful |= facts_named(event.needs)[0]
    return ((1 << len(task.facts)) - 1) & ~harmful
