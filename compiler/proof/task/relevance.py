"""Which actions have a part in winning, and which can close a way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.proof.task.condition import (
    Facts,
    facts_needed,
)
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator


def after(deed: Deed, facts: Facts) -> Facts:
    """What holds when a deed has been done."""
    return (facts | deed.adds) & ~deed.removes


def harmful_deeds(problem: Problem) -> dict[Deed, bool]:
    """Which deeds can close a way: they take something, or set off what does."""
    dangerous = facts_needed(problem.goal)[1] | sum(set(problem.fallen))
    for deed in problem.deeds:
        dangerous |= facts_needed(deed.needs)[1]
    for link in problem.links:
        dangerous |= facts_needed(link.needs)[1]
    removable = 0
    for deed in problem.deeds:
        removable |= deed.removes
    # What is got only once and can be lost is got in good time, and not at once.
    harmful = {
        deed: bool(deed.removes or (deed.once & ~removable and deed.adds & removable))
        for deed in problem.deeds
    }
    harmful |= dict.fromkeys(forestalling(problem), True)
    changed = True
    while changed:
        changed = False
        for deed in problem.deeds:
            if not harmful[deed] and deed.adds & dangerous:
                harmful[deed] = changed = True
            if harmful[deed] and deed.is_forced:
                more = facts_needed(deed.needs)[0] & ~dangerous
                if more:
                    dangerous |= more
                    changed = True
    return harmful


def forestalling(problem: Problem) -> Iterator[Deed]:
    """Events after which something is not done any more, and what it alone had changed is missed.

    Who opens a gate sees what is behind it; where an event does it, somebody has to walk in. And
    who has to be rid of a key may spend it on a lock, as long as that is there.
    """
    once = 0
    for deed in problem.deeds:
        once |= deed.once if deed.sort is not DeedSort.EVENT else 0
    held, lacked = facts_needed(problem.goal)
    for deed in problem.deeds:
        more, less = facts_needed(deed.needs)
        held, lacked = held | more, lacked | less
    for event in problem.deeds:
        if event.sort is DeedSort.EVENT and event.adds & once:
            brought = taken = 0
            for deed in problem.deeds:
                if deed.once & event.adds and deed is not event:
                    brought |= deed.adds & ~event.adds
                    taken |= deed.removes & ~event.removes
            if brought & held or taken & lacked:
                yield event


def relevant_deeds(problem: Problem) -> tuple[Deed, ...]:
    """The deeds that have a part in winning, or in closing a way to it."""
    held, lacked = facts_needed(problem.goal)
    wanted = held | lacked | sum(set(problem.fallen))
    for number, info in enumerate(problem.facts):
        if info.sort in (FactSort.OPEN, FactSort.CLEAR):
            wanted |= 1 << number
    for link in problem.links:
        # Who comes later has to wait for a round.
        wanted |= facts_needed(link.needs)[0]
    relevant: dict[Deed, None] = {}
    changed = True
    while changed:
        changed = False
        for deed in problem.deeds:
            if deed not in relevant and (deed.adds | deed.removes) & wanted:
                relevant[deed] = None
                held, lacked = facts_needed(deed.needs)
                wanted |= held | lacked | deed.once
                changed = True
    return tuple(deed for deed in problem.deeds if deed in relevant)
