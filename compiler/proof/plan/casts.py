"""The spells of a line: which are cast once, and when."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.proof.task.task import DeedSort

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.proof.task.line import Told
    from questwright.compiler.proof.task.task import Deed, Problem


def without_casts(quest: Quest) -> Quest:
    """The quest without the ways that spells make."""
    crossings = tuple(crossing for crossing in quest.board.crossings if crossing.cast is None)
    if len(crossings) == len(quest.board.crossings):
        return quest
    return quest._replace(board=replace(quest.board, crossings=crossings))


def with_every_cast(problem: Problem, line: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """A line with all that is cast: who is brought somewhere may have to be brought back."""
    casts = (deed for deed in problem.deeds if deed.sort is DeedSort.CAST and deed not in line)
    return (*line, *casts)


def once_of(quest: Quest) -> frozenset[str]:
    """The ids of the ways on which spells bring somebody somewhere once."""
    crossings = quest.board.crossings
    return frozenset(
        crossing.id for crossing in crossings if crossing.cast is not None and crossing.cast.is_once
    )


def cast_when_due(told: tuple[Told, ...], quest: Quest) -> tuple[Told, ...]:
    """A line in which what brings somebody somewhere is cast when they stand where that begins.

    Where its caster goes elsewhere before, it stays where it is.
    """
    line = list(told)
    for id_ in sorted(once_of(quest)):
        casts = [n for n, one in enumerate(line) if one.deed is not None and one.deed.id == id_]
        takes = [n for n, one in enumerate(line) if one.crossing == id_]
        if len(casts) == len(takes) == 1 and casts[0] < takes[0]:
            between = line[casts[0] + 1 : takes[0]]
            cast = line[casts[0]]
            if not any(one.who == cast.who and one.path for one in between):
                line[casts[0] : takes[0]] = [*between, cast]
    return tuple(line)
