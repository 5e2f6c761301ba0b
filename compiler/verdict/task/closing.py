"""What closes for good, and what may happen at once."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import IMPOSSIBLE, with_facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Happening, Task


def closed_for_good(task: Task) -> Places:
    """The places that nothing clears again, once something closes them."""
    cleared = union(own.brings for own in task.deeds) | union(own.adds for own in task.events)
    each = enumerate(task.places)
    return sum(1 << n for n, own in each if own.clear >= 0 and not cleared >> own.clear & 1)


def at_once(task: Task, facts: Facts) -> tuple[list[tuple[Happening, Need]], Facts]:
    """The events that may happen in a moment in which some facts hold, and the facts they change.

    Each with what it asks for besides the facts that nothing changes in that moment.
    """
    events = [own for own in task.events if own.live or not own.happened & facts]
    changed: Facts = 0
    while True:
        held, lacked = facts & ~changed, ~facts & ~changed
        asked = [(own, with_facts(own.needs, held, lacked)) for own in events]
        due = [(own, need) for own, need in asked if need != IMPOSSIBLE]
        then = union(own.adds | own.removes for own, _ in due)
        if not then & ~changed:
            return due, changed
        changed |= then
