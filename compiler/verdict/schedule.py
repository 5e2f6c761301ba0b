"""In how many rounds a quest is won, and whether a round that comes may spoil the line for that."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.rounds.spoiling import Spoiling, never
from questwright.compiler.verdict.task.need import IMPOSSIBLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.budget import LeftOpen
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.rounds.earliest import Clock
    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.rounds.timing import Timing
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.teller import Teller
    from questwright.compiler.verdict.winning import WinningLine


class Schedule:
    """The rounds of the line that wins, and those that it takes at the least."""

    def __init__(
        self,
        judged: Judged,
        winning: WinningLine,
        teller: Teller,
        task: Task,
        spread: Callable[[], Spread | None],
        left_open: LeftOpen,
    ) -> None:
        """The ``task`` is the whole one, with victories that were not asked for as well."""
        self._judged = judged
        self._winning = winning
        self._teller = teller
        self._all = task
        self._spread = spread
        self._left_open = left_open

    @cached_property
    def timing(self) -> Timing | None:
        """When the steps of the line are done; None if that cannot be counted."""
        return self._counted(self._winning.told)

    @cached_property
    def hurried(self) -> Deed | None:
        """A round that may come before the line is done, and that may spoil it; None: none may.

        Where nobody can strand, and nobody else can win, it does not matter when a round comes.
        """
        is_won = self._judged.kind is VerdictKind.WINNABLE
        return None if is_won and self.is_safe else self.spoiled

    @property
    def is_safe(self) -> bool:
        """Whether no other side wins, and nobody is ever lost."""
        task = self._judged.simple.task
        ends = [own for own in task.others if own.needs != IMPOSSIBLE]
        return not ends and not any(task.fallen)

    @cached_property
    def spoiled(self) -> Deed | None:
        """A round that may come before the line is done, and change what it goes through."""
        spoiling = Spoiling(self._teller.task, self._winning.line)
        # In the order in which it is told it takes no longer.
        if not spoiling.rounds or self._is_roughly_in(int(spoiling.rounds[0].id) - 1):
            return None
        told = self._winning.told
        times = self.timing.rounds if self.timing is not None else never(told)
        return spoiling.first(told, times)

    @cached_property
    def clock(self) -> Clock | None:
        """Before which round nobody can do what; None if that cannot be counted."""
        from questwright.compiler.verdict.rounds.earliest import earliest

        asked = "how many rounds it takes at the least"
        spread = self._left_open.in_time(asked, self._spread, None)
        return earliest(spread, self._all) if spread is not None else None

    def are_enough(self, rounds: int) -> bool:
        """Whether the line that wins is done in so many; no bound from below is needed for that."""
        if self._winning.line is None or self.spoiled is not None:
            return False
        # In the order in which it is told it takes no longer.
        is_enough = self._is_roughly_in(rounds)
        return is_enough or (self.timing is not None and self.timing.late <= rounds)

    def is_within(self, low: int, high: int) -> bool:
        """Whether it is soon seen that the quest is won in one of some rounds, and not before."""
        is_early = low > 1 and (self.soonest is None or self.soonest < low)
        return not is_early and self.are_enough(high)

    def _is_roughly_in(self, rounds: int) -> bool:
        """Whether the line is done in so many in the order in which it was found."""
        return self._rough_late is not None and self._rough_late <= rounds

    @cached_property
    def _rough_late(self) -> int | None:
        timing = self._counted(self._winning.rough)
        return None if timing is None else timing.late

    def _counted(self, told: Sequence[Told]) -> Timing | None:
        asked = "how many rounds the line takes"
        return self._left_open.in_time(asked, lambda: self._teller.timed(told), None)

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The lower and the upper bound of the earliest round in which the quest is won.

        None where they are not counted, or a round that comes during the line may spoil it.
        """
        least = self.soonest
        if least is None or self.timing is None or self.spoiled is not None:
            return None
        return min(least, self.timing.late), self.timing.late

    @property
    def is_late(self) -> bool:
        """Whether each way to win takes longer than until its last round."""
        return self.clock is not None and self.clock.is_late

    @property
    def soonest(self) -> int | None:
        """The round before which nobody wins; None if that is not counted."""
        if self._winning.line is None or self.clock is None:
            return None
        # Other spells might be quicker.
        return 1 if self._teller.casts else self.clock.win
