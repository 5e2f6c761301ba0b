"""Why nothing wins although nothing is out of reach: what is spent, closed, taken, or comes first.

Each obstacle of the map is lifted from the task, and the task decided again: what is told are
obstacles that keep the party from winning though all others are lifted, and of which none can be
lifted as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words
from questwright.compiler.model.verdict import Cause
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.explain.bars import lifted, thinned
from questwright.compiler.verdict.explain.names import Names
from questwright.compiler.verdict.explain.obstacles import Obstacles
from questwright.compiler.verdict.task.bits import each_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.explain.bars import Bar
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span

PROBES: Final = 400
"""How often a task is decided again."""
SHARE: Final = 5
"""States that may be looked at in all, as a multiple of those of one search."""
SHOWN: Final = 8
"""Obstacles that are told where it could not be found out which of them can be spared."""


class Losses:
    """The obstacles of a task that cannot be won, and which of them it takes."""

    def __init__(self, task: Task, quest: Quest, most_states: int) -> None:
        simple = simplified(task).task
        self._task = simple
        self._names = Names(simple, quest)
        self._obstacles = Obstacles(simple, task, quest, self._names)
        self._most = most_states
        self._left = SHARE * most_states
        self._probes = PROBES
        self._is_sure = True
        self.bars = self._obstacles.bars
        """All obstacles."""
        self.can_win = self._wins(simple)
        """Whether the task can be won after all; None if that is not known."""

    def causes(self) -> tuple[Cause, ...]:
        """What keeps the party from winning."""
        told = list(dict.fromkeys(self._told(self.needed())))
        return tuple(Cause(*each) for each in (told if self._is_sure else told[:SHOWN]))

    def needed(self) -> list[Bar]:
        """Obstacles that hold, of which none can be spared; all, if too many states are met."""
        return thinned(self.bars, self.hold)

    def hold(self, kept: Sequence[Bar]) -> bool:
        """Whether some obstacles alone keep the party from winning."""
        staying = set(kept)
        gone = (bar for bar in self.bars if bar not in staying)
        return self._wins(lifted(self._task, gone)) is False

    def _wins(self, task: Task) -> bool | None:
        """Whether a task can be won; None if that would take too long."""
        found = None
        if self._probes > 0 and self._left > 0:
            self._probes -= 1
            simple = simplified(task)
            if simple.is_hopeless:
                return False
            search = Search(simple.task, min(self._most, self._left))
            found = search.can_win()
            self._left -= search.states
        self._is_sure &= found is not None
        return found

    def _told(self, bars: Sequence[Bar]) -> Iterator[tuple[str, Span]]:
        """The obstacles in words; where keys are spent, first which doors need them."""
        spent, locks = self._obstacles.spent, self._obstacles.locks
        keys = 0
        for bar in bars:
            keys |= spent.get(bar, 0)
        doors = [locks[bar][0] for bar in bars if bar in locks and locks[bar][1] & keys]
        is_short = bool(keys) and len(doors) > 1
        if is_short:
            infos = [self._task.facts[n] for n in each_number(keys)]
            names = self._names.facts(keys)
            are, them = ("are", "them") if len(infos) > 1 else ("is", "it")
            yield f"{names} {are} spent, and {listed_in_words(doors)} need {them}", infos[0].origin
        for bar in bars:
            if not is_short or bar not in spent:
                yield bar.text, bar.origin
