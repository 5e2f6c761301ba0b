"""Lines on which spells bring somebody somewhere: when that is cast, and who goes on it."""

from __future__ import annotations

from questwright.compiler.verdict.task.line import each_step
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Task


def cast_when_due(told: tuple[Told, ...], task: Task, quest: Quest) -> tuple[Told, ...]:
    """A line in which what brings somebody somewhere is cast when they stand where that begins.

    Where its caster is too far away by then, it stays where it is.
    """
    line = list(told)
    for way in _once(quest):
        assert way.cast is not None
        casts = [n for n, step in enumerate(line) if _cast_by(step, task) == way.id]
        takes = [n for n, step in enumerate(line) if step.crossing == way.id]
        if len(casts) == len(takes) == 1 and casts[0] < takes[0]:
            start, end = casts[0], takes[0]
            cast = line[start]
            paths = (step.path for step in line[:end] if step.who == cast.who and step.path)
            *_, path = paths
            if way.cast.cells >> path[-1] & 1:
                line[start:end] = [*line[start + 1 : end], cast]
    return tuple(line)


def is_paid(told: tuple[Told, ...], task: Task, quest: Quest) -> bool:
    """Whether there is a line, on which whoever is brought somewhere goes as that is cast.

    They stand where that begins by then, and nobody else does.
    """
    once = {way.id for way in _once(quest)}
    cast = ""
    for step, cells in each_step(told):
        taken = step.crossing
        if cast != taken and {cast, taken} & once:
            return False
        if taken in once and [*cells.values()].count(cells[step.who]) > 1:
            return False
        cast = _cast_by(step, task)
    return bool(told) and cast not in once


def _once(quest: Quest) -> list[Crossing]:
    """The ways on which spells bring somebody somewhere once."""
    crossings = quest.board.crossings
    return [way for way in crossings if way.cast is not None and way.cast.is_once]


def _cast_by(step: Told, task: Task) -> str:
    """The id of the way that is cast in a step; empty if none is."""
    return task.deeds[step.deed].id if step.sort is DeedSort.CAST else ""
