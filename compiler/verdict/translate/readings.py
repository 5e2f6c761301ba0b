"""The readings of a game's rules that can make a difference to one task, in words.

`docs/explanation/readings.md` has all of them. Told are those that a table might not share, and
only where the task has something that they bear on.
"""

from __future__ import annotations

from itertools import combinations, product

from questwright.compiler.language import message
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import facts_named
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.task.variants import fated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Happening, Task

_BURIED = message("who stands where something closes steps clear, or is buried if there is no room")
_LOST = message("what a lost member had passes to those who are left")
_ORDER = message("events that come true at once happen in the order of the text")
_FIRST = message("a victory counts before what happens by itself")
_TIES = message("where two sides win at once, the party wins")
_FATES = message("what becomes of figures comes at any moment or never, and they act as before")
_PICKED_UP = message("to pick up what lies about costs nothing")


def readings(task: Task) -> Iterator[str]:
    """The readings that can make a difference to a task."""
    pushed = union(deed.removes for deed in task.deeds if deed.sort is DeedSort.PUSH)
    pushed &= ~union(event.removes for event in task.events)
    if any(place.clear >= 0 and not pushed >> place.clear & 1 for place in task.places):
        yield _BURIED
    if any(task.fallen):
        yield _LOST
    if fated(task):
        yield _FATES
    if any(_quarrel(first, other) for first, other in combinations(task.events, 2)):
        yield _ORDER
    if any(_spoils(event, victory.needs) for event in task.events for victory in task.own):
        yield _FIRST
    if task.others:
        yield _TIES
    is_hurried = task.limit is not None or any(victory.last for victory in task.own)
    if is_hurried and any(deed.sort is DeedSort.PICK_UP for deed in task.deeds):
        yield _PICKED_UP


def _quarrel(event: Happening, other: Happening) -> bool:
    """Whether it matters which of two events is first, if both come true."""
    undone = event.adds & other.removes | event.removes & other.adds
    for first, second in product(event.gifts, other.gifts):
        undone |= first.item & second.item
    return bool(undone) or _spoils(event, other.needs) or _spoils(other, event.needs)


def _spoils(event: Happening, need: Need) -> bool:
    """Whether something that a need asks for ends with an event."""
    held, lacked = facts_named(need)
    return bool(event.removes & held or event.adds & lacked)
