"""The last round of a quest: whether the party wins before it is over."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.model.round_words import count_of_rounds
from questwright.compiler.model.verdict import Cause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.schedule import Schedule
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.translate import Translation
    from questwright.dsl.source import Span


class LastRound:
    """The round after which the quest is lost, held against the rounds that a line takes."""

    def __init__(self, translated: Translation, judged: Judged, schedule: Schedule) -> None:
        self._translated = translated
        self._quest, self._system = translated.quest, translated.system
        self._judged = judged
        self._schedule = schedule

    @property
    def number(self) -> int:
        """The last round in which the line that was found counts; 0 if it counts in each."""
        limit = self._translated.task.limit
        lasts = [self._judged.last, limit.last if limit else 0]
        return min((last for last in lasts if last), default=0)

    @property
    def origin(self) -> Span:
        """Where it is written that a round is the last one."""
        task = self._translated.task
        if task.limit is not None and task.limit.last == self.number:
            return task.limit.origin
        return next(victory.origin for victory in task.own if victory.last == self.number)

    @property
    def is_too_late(self) -> bool:
        """Whether nobody can win before the last round is over."""
        soonest = None if self.is_in_time else self._schedule.soonest
        return soonest is not None and (soonest > self.number or self._schedule.is_late)

    @property
    def hurries(self) -> str:
        """What might make the party quick enough, and is not counted; empty if nothing might."""
        if self._casts:
            return "spells make"
        return "how far victors of fights go on makes" if self._advances else ""

    @cached_property
    def _casts(self) -> bool:
        """Whether the party would be in time if spells that it can pay brought it further."""
        from questwright.compiler.verdict.quickening import points_ahead

        ahead = points_ahead(self._quest, self._system)
        return ahead is None or bool(ahead and self._is_early(ahead + self._advanced))

    @cached_property
    def _advances(self) -> bool:
        """Whether the party would be in time if each figure that falls brought it further."""
        return bool(self._advanced) and self._is_early(self._advanced)

    @property
    def _advanced(self) -> int:
        """How far victors of fights go on at the most, all together."""
        fights = self._system.fights
        falls = fights.falls if fights is not None else {}
        foes = sum(1 for thing in self._quest.things if thing.kind.rank in falls)
        return fights.advance * foes if fights is not None else 0

    def _is_early(self, ahead: int) -> bool:
        """Whether the party may be in time if each of them moves so many points further, once."""
        from questwright.compiler.verdict.rounds.earliest import earliest
        from questwright.compiler.verdict.rounds.spread import spread_of

        spread = spread_of(self._translated, ahead)
        return spread is not None and earliest(spread, self._translated.task).win <= self.number

    @property
    def is_in_time(self) -> bool:
        """Whether the line that was found wins before the last round is over."""
        return not self.number or self._schedule.are_enough(self.number)

    def reasons(self) -> Iterator[Cause]:
        """What keeps it from being judged whether the party is done in time."""
        spoiled = self._schedule.hurried
        if not self.is_in_time:
            spoiled = self._schedule.spoiled
            if self.is_too_late or spoiled is None:
                yield from self._late()
        if spoiled is not None and not self.is_too_late:
            yield self._hurried(spoiled)

    def _hurried(self, wait: Deed) -> Cause:
        """That it was not judged whether the party is done before a round that may spoil it."""
        timing, remedy = self._schedule.timing, ""
        late = f"takes {timing.late}" if timing is not None else "is not counted"
        called = self._system.turns.one
        why = f"whether the party wins before {called} {wait.id} comes (the line {late})"
        if timing is not None:
            remedy = f"let what {called} {wait.id} brings come in {called} {timing.late + 1}"
        return Cause(why, wait.origin, remedy=remedy)

    def _count(self, rounds: int) -> str:
        return count_of_rounds(rounds, self._system.turns)

    def _late(self) -> Iterator[Cause]:
        """That it was not judged whether the rounds are enough."""
        least = self._schedule.soonest or 0
        if self._schedule.rounds is None:
            taken, remedy = "not counted", ""
        else:
            least, most = self._schedule.rounds
            taken = f"it takes {least} to {most}"
            called = self._system.turns.one
            remedy = f"let it last until {called} {most}, in which the line wins that is shown"
        if not self.is_too_late:
            are = "is" if self.number == 1 else "are"
            told = f"whether {self._count(self.number)} {are} enough ({taken})"
        elif self.hurries:
            told = f"whether {self.hurries} the party quick enough: "
            told += f"without that it takes {self._count(least)} at the least, and the quest ends"
            told += f" with {self.number}"
        else:
            return
        yield Cause(told, self.origin, remedy=remedy)
