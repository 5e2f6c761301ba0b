"""Tell a task's lines: their moves become steps, with rounds and odds."""

from __future__ import annotations

from questwright.compiler.deadline import TimeOverError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.chance import Chance
    from questwright.compiler.model.verdict import Step
    from questwright.compiler.verdict.budget import Budget
    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.line.cast import Chosen
    from questwright.compiler.verdict.rounds.timing import Timing
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.translate import Translation


class Teller:
    """Whoever tells the lines of a task that has been judged."""

    def __init__(self, judged: Judged, translated: Translation, budget: Budget) -> None:
        self._judged = judged
        self.translated = _as_judged(translated, judged)
        """The quest with the ways to win alone that were asked for."""
        self.quest, self.system = translated.quest, translated.system
        self._budget = budget

    @property
    def casts(self) -> tuple[Crossing, ...]:
        """The crossings that spells make."""
        return tuple(way for way in self.quest.board.crossings if way.cast is not None)

    @property
    def task(self) -> Task:
        """The quest as a task."""
        return self.translated.task

    def explorer(self) -> Explorer:
        """One that has looked at nothing yet, for a line of its own."""
        return self._judged.model.explorer.anew()

    def tell(self, line: MoveLine, choice: Chosen | None = None) -> tuple[tuple[Told, ...], str]:
        """A line step by step; or why it could not be told."""
        # Loaded here: a check that finds nothing tells no line.
        from questwright.compiler.verdict.line.cast import Chosen
        from questwright.compiler.verdict.line.table import LostWayError
        from questwright.compiler.verdict.line.tell import tell

        translated, most = self.translated, self._budget.aside
        try:
            simple, explorer = self._judged.simple, self.explorer()
            told = tell(translated, simple, explorer, line, most, choice or Chosen.SOONEST)
        except LostWayError:
            return (), "no way was found for one of its steps"
        except TimeOverError:
            return (), self._budget.told("seconds")
        if not self.casts:
            return told, ""
        # Loaded here: few quests need it.
        from questwright.compiler.verdict.line.brought import cast_when_due

        return cast_when_due(told, self.task, self.quest), ""

    def timed(self, told: Sequence[Told]) -> Timing | None:
        """When the steps of a line are done; None if that cannot be counted."""
        from questwright.compiler.verdict.rounds.timing import timed

        return timed(told, self.translated)

    def with_odds(
        self, told: Sequence[Told], earliest: Sequence[int] | None = None
    ) -> tuple[tuple[Step, ...], tuple[Chance, ...]]:
        """A line for a verdict, with its odds; ``earliest`` has a round for each deed, if known."""
        if not told:
            return (), ()
        # Loaded here: a check that finds nothing tells no line.
        from questwright.compiler.odds.chances import with_odds
        from questwright.compiler.verdict.line.steps import steps_of

        steps = steps_of(told, self.translated, earliest)
        return with_odds(steps, self.quest, self.system)


def _as_judged(translated: Translation, judged: Judged) -> Translation:
    """The quest with those victories of the party alone by which it was judged."""
    asked = {victory.number for victory in judged.simple.task.own}
    if asked >= {victory.number for victory in translated.task.own}:
        return translated

    def as_asked(task: Task) -> Task:
        kept = (own for own in task.victories if not own.is_own or own.number in asked)
        return task._replace(victories=tuple(kept))

    return translated.changed(as_asked)
