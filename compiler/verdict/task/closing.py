"""What closes for good."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.task.task import Task


def closed_for_good(task: Task) -> Places:
    """The places that nothing clears again, once something closes them."""
    cleared = union(own.brings for own in task.deeds) | union(own.adds for own in task.events)
    each = enumerate(task.places)
    return sum(1 << n for n, own in each if own.clear >= 0 and not cleared >> own.clear & 1)
