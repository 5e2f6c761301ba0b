"""Rounds that may come before a line is done, and change what it goes through."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import takewhile

from questwright.compiler.verdict.decide.harmless import harmless_facts
from questwright.compiler.verdict.decide.simplify import relevant
from questwright.compiler.verdict.task.line import Told
from questwright.compiler.verdict.task.need import with_facts
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.decide.explore import MoveLine
    from questwright.compiler.verdict.task.task import Deed, Task


class Spoiling:
    """The rounds of a task that may spoil a line that wins it."""

    def __init__(self, task: Task, line: MoveLine | None) -> None:
        self._task = task
        self._line = line

    @cached_property
    def rounds(self) -> list[Deed]:
        """Those that may spoil something."""
        return _harmful_rounds(self._task)

    @cached_property
    def _graver(self) -> set[str]:
        """Those that may, too, where what lasts of the line is had."""
        line, task = self._line, self._task
        had = task.lasting & (task.given | (line.states[-1].facts if line is not None else 0))
        won = (
            own._replace(needs=with_facts(own.needs, had, 0)) if own.is_own else own
            for own in task.victories
        )
        return {wait.id for wait in _harmful_rounds(task._replace(victories=tuple(won)))}

    def first(self, told: Sequence[Told], times: Sequence[float]) -> Deed | None:
        """The first round that may come before a line is done, and spoil it; None if none may.

        ``times`` has for each step the round in which it is done.
        """
        for wait in self.rounds:
            same = self._at(wait, told)
            before = times[:same] if same >= 0 else times
            # Of a round that the line tells it does no harm if something is done after it, too.
            if max(before, default=0) >= int(wait.id) and (same < 0 or wait.id in self._graver):
                return wait
        return None

    def with_round(
        self, told: tuple[Told, ...], times: Sequence[float], wait: Deed
    ) -> tuple[Told, ...]:
        """The line with a round told before all that is done in it or later."""
        same, deeds = self._at(wait, told), self._task.deeds
        number = next(n for n, deed in enumerate(deeds) if _is_same(deed, wait))
        coming: tuple[Told, ...] = (Told(DeedSort.WAIT, deed=number),)
        rest = told
        if same >= 0:
            events = takewhile(lambda step: step.sort is DeedSort.EVENT, told[same + 1 :])
            coming = (told[same], *events)
            rest = (*told[:same], *told[same + len(coming) :])
            times = (*times[:same], *times[same + len(coming) :])
        at = next(n for n, late in enumerate(times) if late >= int(wait.id))
        return (*rest[:at], *coming, *rest[at:])

    def _at(self, wait: Deed, told: Sequence[Told]) -> int:
        """The index of the step with which a line tells a round; -1 if it does not."""
        deeds = self._task.deeds
        waits = (n for n, s in enumerate(told) if s.deed >= 0 and _is_same(deeds[s.deed], wait))
        return next(waits, -1)


def _is_same(deed: Deed, other: Deed) -> bool:
    return (deed.sort, deed.id) == (other.sort, other.id)


def never(told: Sequence[Told]) -> tuple[float, ...]:
    """When the steps of a line are done of which that cannot be counted."""
    return (math.inf,) * len(told)


def _harmful_rounds(task: Task) -> list[Deed]:
    if not any(deed.sort is DeedSort.WAIT for deed in task.deeds):
        return []
    task = relevant(task)
    harmless = harmless_facts(task)
    return [own for own in task.deeds if own.sort is DeedSort.WAIT and own.adds & ~harmless]
