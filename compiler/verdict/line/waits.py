"""A line in which rounds come as late as they can, so that nobody waits for them to walk on."""

from __future__ import annotations

from itertools import takewhile

from questwright.compiler.verdict.line.order import retold
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.translate.translate import Translation

    _RoundsOf = Callable[[tuple[Told, ...]], tuple[int, ...] | None]


def unhurried(
    told: tuple[Told, ...], translated: Translation, rounds_of: _RoundsOf
) -> tuple[Told, ...]:
    """The line with what is done before a round has come told before that round.

    A walk that is under way then is told in two parts. ``rounds_of`` has for each step of a line
    the round in which it is done; None if that cannot be counted.
    """
    deeds = translated.task.deeds
    for first in reversed([n for n, step in enumerate(told) if step.sort is DeedSort.WAIT]):
        told = _Later(told, first, int(deeds[told[first].deed].id), translated, rounds_of).line()
    return told


class _Later:
    """A line in which one round comes later."""

    def __init__(
        self,
        told: tuple[Told, ...],
        first: int,
        round_: int,
        translated: Translation,
        rounds_of: _RoundsOf,
    ) -> None:
        """The ``round_`` comes with the step of the number ``first``."""
        after = told[first + 1 :]
        events = tuple(takewhile(_is_by_itself, after))
        self._before, self._coming = told[:first], (told[first], *events)
        self._after = after[len(events) :]
        self._round = round_
        self._translated, self._rounds_of = translated, rounds_of
        self._most = max(rounds_of(told) or (0,))

    def line(self) -> tuple[Told, ...]:
        """With what each member does next told before it, as long as that may be."""
        held: set[int] = set()
        number = 0
        while number < len(self._after) and self._after[number].sort is not DeedSort.WAIT:
            step = self._after[number]
            events = tuple(takewhile(_is_by_itself, self._after[number + 1 :]))
            last = number + 1 + len(events)
            by = {step.who, step.to} - {-1}
            rest = (*self._after[:number], *self._after[last:])
            if not by or by & held:
                held |= by
                number = last
            elif self._can_be((step, *events), rest):
                self._before, self._after = (*self._before, step, *events), rest
            else:
                self._begin(number)
                held |= by
                number = last
        return self._told(self._before, self._after)

    def _begin(self, number: int) -> None:
        """Tell the first part of a walk before the round."""
        step = self._after[number]
        least, most = 0, len(step.path) if step.sort is DeedSort.WALK else 0
        while most - least > 1:
            part = (least + most) // 2
            is_early = self._is_early(
                (step._replace(path=step.path[:part]),), self._rest(number, part)
            )
            least, most = (part, most) if is_early else (least, part)
        begun, rest = step._replace(path=step.path[:least]), self._rest(number, least)
        if least and self._can_be((begun,), rest):
            self._before, self._after = (*self._before, begun), rest

    def _rest(self, number: int, part: int) -> tuple[Told, ...]:
        """What is told after the round without the first ``part`` of a walk."""
        step = self._after[number]
        left = step._replace(path=step.path[part:])
        return (*self._after[:number], left, *self._after[number + 1 :])

    def _can_be(self, steps: Sequence[Told], rest: Sequence[Told]) -> bool:
        """Whether some steps are done before the round, and nothing else comes of that."""
        told = self._told((*self._before, *steps), rest)
        return self._is_early(steps, rest) and bool(retold(told, self._translated))

    def _is_early(self, steps: Sequence[Told], rest: Sequence[Told]) -> bool:
        """Whether they are done before the round, and the line takes no longer."""
        rounds = self._rounds_of(self._told((*self._before, *steps), rest))
        done = len(self._before) + len(steps)
        return rounds is not None and max(rounds[:done]) < self._round and max(rounds) <= self._most

    def _told(self, before: Sequence[Told], after: Sequence[Told]) -> tuple[Told, ...]:
        return (*before, *self._coming, *after)


def _is_by_itself(step: Told) -> bool:
    return step.sort is DeedSort.EVENT
