"""A task with other luck: with what nobody decides left out, or as the party wishes it."""

from __future__ import annotations

from questwright.compiler.verdict.task.exits import left_over, won_by_leaving
from questwright.compiler.verdict.task.need import asked_places, away_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.task import Deed, Task


def fated(task: Task) -> tuple[Deed, ...]:
    """What nobody of the party decides, and may come at any moment or never."""
    return tuple(deed for deed in task.deeds if deed.is_fate)


def by_own_doing(task: Task) -> Task:
    """The task in which nothing comes that nobody of the party decides."""
    if not fated(task):
        return task
    return task._replace(deeds=tuple(deed for deed in task.deeds if not deed.is_fate))


def by_any_chance(task: Task) -> Task:
    """The task in which all that nobody decides comes as the party wishes."""
    if not fated(task):
        return task
    return task._replace(deeds=tuple(deed._replace(is_fate=False) for deed in task.deeds))


def away_at_will(task: Task) -> Task:
    """The task in which whoever may stand where something falls counts as buried there.

    And to events whoever may stand where members leave the board counts as gone.
    """
    if not any(at.is_away for need in task.asked() for at in asked_places(need)):
        return task
    closable, gone = task.closable, left_over(task) if [*won_by_leaving(task)] else 0
    if closable:
        task = task.mapped(lambda need: away_from(need, closable), lambda places: places)
    if gone:
        events = (own._replace(needs=away_from(own.needs, gone)) for own in task.events)
        task = task._replace(events=tuple(events))
    return task
