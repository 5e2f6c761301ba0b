"""A task with other luck: with what nobody decides left out, or as the party wishes it."""

from __future__ import annotations

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


def buried_at_will(task: Task) -> Task:
    """The task in which whoever may stand where something falls counts as buried there."""
    closable = task.closable
    if not closable or not any(at.is_away for need in task.asked() for at in asked_places(need)):
        return task
    return task.mapped(lambda need: away_from(need, closable), lambda places: places)
