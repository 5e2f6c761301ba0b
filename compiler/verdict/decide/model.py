"""A task with all that is worked out of it, and what is seen of it without a search."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.verdict.decide.beginnings import all_begun, beginnings
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.robust import Robust
from questwright.compiler.verdict.task.task import EVERYBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.decide.alike import Alike
    from questwright.compiler.verdict.decide.explore import Explorer
    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.rules.play import Play
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Members, Places
    from questwright.compiler.verdict.task.task import Task


class Model:
    """A task with what searches of it share; the rules are loaded where one of them plays."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.relaxed = Relaxed(task)

    @cached_property
    def robust(self) -> Robust:
        """What the party can do whatever it has done before."""
        return Robust(self.task, self.relaxed)

    @cached_property
    def begun(self) -> State | None:
        """All beginnings of play as one; None if nobody begins."""
        return all_begun(self.task)

    @cached_property
    def reach(self) -> Reached | None:
        """What could come about if nothing were ever lost; None if nobody begins."""
        return None if self.begun is None else self.relaxed.reach(self.begun, wants_all=True)

    @cached_property
    def sure(self) -> tuple[Facts, Places]:
        """Facts and places that surely come about."""
        begun, reach = self.begun, self.reach
        return (0, 0) if begun is None or reach is None else self.robust.surely(begun, reach)

    @cached_property
    def play(self) -> Play:
        """The rules of the task."""
        from questwright.compiler.verdict.rules.play import Play

        return Play(self.task)

    @cached_property
    def explorer(self) -> Explorer:
        """The states that searches have looked at."""
        from questwright.compiler.verdict.decide.explore import Explorer

        return Explorer(self.play)

    @cached_property
    def alike(self) -> Alike:
        """The items that may take each other's place."""
        from questwright.compiler.verdict.decide.alike import Alike

        return Alike(self.task)

    @cached_property
    def is_lost(self) -> Callable[[Sequence[State]], bool]:
        """Whether nothing wins after a move that leads to some states, by what it closes."""
        if not self.task.closing:
            return lambda _: False
        from questwright.compiler.verdict.decide.hopeless import Hopeless

        return Hopeless(self.task, self.relaxed, self.play.grounds).is_lost

    @cached_property
    def eager(self) -> dict[bool, tuple[int, ...]]:
        """The deeds that are done at once; and those that are if only wins are asked for."""
        from questwright.compiler.verdict.decide.eager import eager_deeds

        return {only: eager_deeds(self.task, wins_only=only) for only in (False, True)}

    def always_wins(self) -> bool:
        """Whether it is seen at once that the party can win, and can do so from every state.

        And that it has not won when play begins.
        """
        begun = [*beginnings(self.task)]
        return bool(begun) and all(
            self._begins_quietly(state) and self.robust.always_wins(state) for state in begun
        )

    def can_win(self, there: Members = EVERYBODY) -> bool | None:
        """Whether those who are there can win; None where that is not seen at once."""
        begun = [*beginnings(self.task, there)]
        if any(self.robust.always_wins(state) for state in begun):
            return True
        return None if any(self.relaxed.reach(state).is_won for state in begun) else False

    def _begins_quietly(self, state: State) -> bool:
        """Whether nothing happens by itself when play begins so, and nobody wins."""
        task, facts = self.task, state.facts
        for sight in task.sights:
            facts |= sight.adds if any(own & sight.where for own in state.where) else 0
        self.relaxed.begin(facts)
        needs = [victory.needs for victory in task.victories]
        needs += [event.needs for event in task.events]
        return not any(self.relaxed.possible(need, facts, state.where) for need in needs)
