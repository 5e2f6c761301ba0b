"""The line that wins, in the order in which the party is done with it first."""

from __future__ import annotations

import math
from functools import cache, cached_property

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.verdict.judge import WON
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.verdict.budget import Budget
    from questwright.compiler.verdict.decide.explore import MoveLine
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.rounds.spoiling import Spoiling
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.teller import Teller

    _RoundsOf = Callable[[tuple[Told, ...]], tuple[int, ...] | None]

_LONG = 300
"""Steps of a line of which the order is looked at."""


class WinningLine:
    """The moves by which a task is won, and the steps in which they are told."""

    def __init__(self, judged: Judged, teller: Teller, budget: Budget) -> None:
        self._judged = judged
        self._teller = teller
        self._budget = budget
        self.simple = judged.simple
        """The task that it wins."""
        self.untold = ""
        """Why it could not be told; empty if it could, or was not asked for."""

    @cached_property
    def line(self) -> MoveLine | None:
        """The moves that win, none too many; None where none are known."""
        win = self._judged.win
        if win is None:
            return None
        from questwright.compiler.verdict.decide.direct import direct
        from questwright.compiler.verdict.decide.shorten import shortened

        task, explorer, most = self._judged.simple.task, self._teller.explorer(), self._budget.aside
        line = win
        try:
            line = shortened(explorer, win, lambda turn: turn.wins(task))
            other = direct(task, line, explorer, lambda turn: turn.wins(task), most)
            # What is told apart is told by all deeds, and that one was found without some.
            line = other if other is line or self._teller.tell(other)[0] else line
        except TimeOverError:
            pass
        return line

    @property
    def won_by(self) -> int:
        """The index of the quest's victory by which it wins; -1 where none is known."""
        end = self.line.end if self.line is not None else None
        return -1 if end is None else self._judged.simple.task.victories[end.victory].number

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Its steps, none too slow; empty where none is known."""
        if self.line is None:
            found = self._judged.found if self._judged.kind in WON else None
            self.untold = self._budget.told(found.limit) if found is not None else ""
            return ()
        told = self.rough
        is_waited = any(step.sort is DeedSort.WAIT for step in told)
        is_alone = len(self._teller.quest.party) < 2
        # Loaded here: where all is seen at once no line is told.
        from questwright.compiler.verdict.rounds.spoiling import Spoiling

        spoiling = Spoiling(self._teller.task, self.line)
        is_hurried = bool(spoiling.rounds)
        if len(told) > _LONG or (is_alone and not (is_waited or is_hurried)):
            return told
        translated = self._teller.translated

        @cache
        def rounds_of(line: tuple[Told, ...]) -> tuple[int, ...] | None:
            timing = self._teller.timed(line)
            return None if timing is None else timing.rounds

        try:
            if not is_alone:
                told = self._quickest(told, rounds_of)
            if is_hurried:
                told = self._with_rounds(told, spoiling, rounds_of)
            if any(step.sort is DeedSort.WAIT for step in told):
                # Loaded here: most quests have no rounds that matter.
                from questwright.compiler.verdict.line.waits import unhurried

                told = unhurried(told, translated, rounds_of)
        except TimeOverError:
            pass
        return told

    def _with_rounds(
        self, told: tuple[Told, ...], spoiling: Spoiling, rounds_of: _RoundsOf
    ) -> tuple[Told, ...]:
        """The line with the rounds told that come before it is done, if they do not spoil it.

        As it is where one does, or may.
        """
        from questwright.compiler.verdict.line.order import retold
        from questwright.compiler.verdict.rounds.spoiling import never

        line = told
        for _ in spoiling.rounds:
            times = rounds_of(line) or never(line)
            wait = spoiling.first(line, times)
            if wait is None:
                return line
            waited = spoiling.with_round(line, times, wait)
            line = retold(waited, self._teller.translated, whatever_happens=True)
            if not line:
                return told
        return told if spoiling.first(line, rounds_of(line) or never(line)) else line

    def _quickest(self, told: tuple[Told, ...], rounds_of: _RoundsOf) -> tuple[Told, ...]:
        """The line in the order in which the party is done with it first, by the best of it."""
        from questwright.compiler.verdict.line.order import quickened

        translated = self._teller.translated
        from questwright.compiler.verdict.line.cast import Chosen

        assert self.line is not None
        fights = any(step.sort is DeedSort.DEFEAT for step in told)
        strongest = self._teller.tell(self.line, Chosen.STRONGEST)[0] if fights else ()
        ways = dict.fromkeys((strongest or told, told))

        def late_of(line: tuple[Told, ...]) -> int:
            return max(rounds_of(line) or (0,))

        quickest = min((quickened(way, translated, rounds_of) for way in ways), key=late_of)
        for choice in (Chosen.IN_TURN, Chosen.UNHINDERED):
            other = self._teller.tell(self.line, choice)[0]
            if other and other not in ways:
                ways[other] = None
                other = quickened(other, translated, rounds_of)
                quickest = other if 0 < late_of(other) < late_of(quickest) else quickest
        joined = self._joined(quickest, rounds_of)
        return quickest if joined == quickest else quickened(joined, translated, rounds_of)

    def _joined(self, told: tuple[Told, ...], rounds_of: _RoundsOf) -> tuple[Told, ...]:
        """The line with others at fights that take one alone more than a round."""
        deeds = self._teller.task.deeds
        fights = [deeds[step.deed] for step in told if step.sort is DeedSort.DEFEAT]
        if rounds_of(told) is None or not any(map(self._is_long, fights)):
            return told
        # Loaded here: most figures fall to one attack.
        from questwright.compiler.verdict.line.joining import joined

        translated, is_long = self._teller.translated, self._is_long

        def late_of(line: tuple[Told, ...]) -> float:
            return max(rounds_of(line) or (math.inf,))

        def fought_by(line: tuple[Told, ...]) -> tuple[float, float]:
            each = zip(rounds_of(line) or (), line, strict=False)
            rounds = (late for late, step in each if step.sort is DeedSort.DEFEAT)
            return late_of(line), sum(rounds)

        found = joined(told, translated, late_of, is_long)
        if sum(map(is_long, fights)) > 1:
            # Each of several may have to be joined before the line is any shorter.
            other = joined(told, translated, fought_by, is_long)
            found = other if late_of(other) < late_of(found) else found
        return found

    def _is_long(self, fight: Deed) -> bool:
        from questwright.compiler.odds.hits import health
        from questwright.compiler.verdict.rounds.costs import fought

        teller = self._teller
        return health(fought(fight, teller.task, teller.quest), teller.system.fights) > 1

    @cached_property
    def rough(self) -> tuple[Told, ...]:
        """The same in the order in which it was found; empty where it could not be told."""
        told, self.untold = self._teller.tell(self.line) if self.line is not None else ((), "")
        return told

    @property
    def known(self) -> tuple[Told, ...]:
        """The same if it has been told by now, otherwise nothing."""
        known: tuple[Told, ...] = self.__dict__.get("rough", ())
        return known
