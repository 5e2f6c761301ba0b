"""The lines of a proof as they are told: the one that wins, and those that strand or lose."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.verdict import Reliance, VerdictKind
from questwright.compiler.verdict.decide.simplify import harmless_facts
from questwright.compiler.verdict.judge import WON
from questwright.compiler.verdict.task.need import IMPOSSIBLE
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.chance import Chance
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import DeadEnd, Step
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.budget import LeftOpen
    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.rounds.earliest import Clock
    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.rounds.timing import Timing
    from questwright.compiler.verdict.rules.play import Play
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.translate import Translation

_LONG = 300
"""Steps of a line of which the order is looked at."""


class Lines:
    """The lines of a task that has been judged."""

    def __init__(
        self,
        judged: Judged,
        translated: Translation,
        quest: Quest,
        system: System,
        left_open: LeftOpen,
        spread: Callable[[], Spread | None],
    ) -> None:
        self._judged = judged
        self._translated = _as_judged(translated, judged)
        """The quest with the ways to win alone that were asked for."""
        self._all = translated.task
        self._quest = quest
        self._system = system
        self._left_open = left_open
        self._spread = spread
        self._budget = left_open.budget
        self.untold = ""
        """Why the line that wins could not be told; empty if it could, or was not asked for."""

    # -- the line that wins -------------------------------------------------------------------

    @cached_property
    def line(self) -> MoveLine | None:
        """The moves that win, none too many; None where none are known."""
        win = self._judged.win
        if win is None:
            return None
        from questwright.compiler.verdict.decide.shorten import shortened

        task = self._judged.simple.task
        try:
            return shortened(self._explorer(), win, lambda turn: turn.wins(task))
        except TimeOverError:
            return win

    @property
    def won_by(self) -> int:
        """The index of the quest's victory by which it wins; -1 where none is known."""
        end = self.line.end if self.line is not None else None
        return -1 if end is None else self._judged.simple.task.victories[end.victory].number

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """The line that wins, step by step; empty where none is known."""
        if self.line is None:
            found = self._judged.found if self._judged.kind in WON else None
            self.untold = self._budget.told(found.limit) if found is not None else ""
            return ()
        told = self._rough
        if not told or len(told) > _LONG or len(self._quest.party) < 2:
            return told
        from questwright.compiler.verdict.line.order import quickened

        def rounds_of(line: Sequence[Told]) -> tuple[int, ...] | None:
            timing = self._timed(line)
            return None if timing is None else timing.rounds

        ways = dict.fromkeys((self._fought_by_the_strongest(told), told))
        try:
            lines = [quickened(way, self._translated, rounds_of) for way in ways]
            quickest = min(lines, key=lambda line: max(rounds_of(line) or (0,)))
            joined = self._joined(quickest)
            return (
                quickest if joined == quickest else quickened(joined, self._translated, rounds_of)
            )
        except TimeOverError:
            return told

    def _joined(self, told: tuple[Told, ...]) -> tuple[Told, ...]:
        """The line with others at fights that take one alone more than a round."""
        fights = [self._task.deeds[step.deed] for step in told if step.sort is DeedSort.DEFEAT]
        if self._timed(told) is None or not any(map(self._is_long, fights)):
            return told
        # Loaded here: most figures fall to one attack.
        from questwright.compiler.verdict.line.joining import joined

        def late_of(line: Sequence[Told]) -> float:
            timing = self._timed(line)
            return timing.late if timing is not None else math.inf

        return joined(told, self._translated, late_of, self._is_long)

    def _is_long(self, fight: Deed) -> bool:
        from questwright.compiler.odds.hits import health
        from questwright.compiler.verdict.rounds.costs import fought

        return health(fought(fight, self._task, self._quest), self._system.fights) > 1

    def _fought_by_the_strongest(self, told: tuple[Told, ...]) -> tuple[Told, ...]:
        """The line with fights of the strongest who are there in the same round."""
        if self.line is None or not any(step.sort is DeedSort.DEFEAT for step in told):
            return told
        other, why = self._tell(self.line, by_strength=True)
        return told if why else other

    @cached_property
    def _rough(self) -> tuple[Told, ...]:
        """The same in the order in which it was found; empty where it could not be told."""
        told, self.untold = self._tell(self.line) if self.line is not None else ((), "")
        return told

    def trodden(self) -> Cells:
        """The cells that somebody steps on in it; all where it could not be told."""
        return sum({1 << cell for step in self.told for cell in step.path}) if self.told else -1

    @cached_property
    def steps(self) -> tuple[tuple[Step, ...], tuple[Chance, ...]]:
        """The same for a verdict, with its odds and with rounds before which no step is done."""
        earliest = self.clock.deeds if self.rounds and self.clock is not None else None
        return self._with_odds(self.told, earliest)

    @cached_property
    def timing(self) -> Timing | None:
        """When the steps of the line are done; None if that cannot be counted."""
        return self._counted(self.told)

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
        task = self._task
        rounds = [deed for deed in task.deeds if deed.sort is DeedSort.WAIT]
        if not rounds or not self.told:
            return None
        times = self.timing.rounds if self.timing is not None else (math.inf,) * len(self.told)
        harmless = harmless_facts(task)
        for wait in rounds:
            same = [n for n, step in enumerate(self.told) if self._waits(step, wait)]
            before = times[: same[0]] if same else times
            if not wait.adds & harmless and max(before, default=0) >= int(wait.id):
                return wait
        return None

    def _waits(self, step: Told, wait: Deed) -> bool:
        deed = self._task.deeds[step.deed] if step.deed >= 0 else None
        return deed is not None and (deed.sort, deed.id) == (wait.sort, wait.id)

    @cached_property
    def clock(self) -> Clock | None:
        """Before which round nobody can do what; None if that cannot be counted."""
        from questwright.compiler.verdict.rounds.earliest import earliest

        asked = "how many rounds it takes at the least"
        spread = self._left_open.in_time(asked, self._spread, None)
        return earliest(spread, self._all) if spread is not None else None

    def are_enough(self, rounds: int) -> bool:
        """Whether the line that wins is done in so many; no bound from below is needed for that."""
        if self.line is None or self.spoiled is not None:
            return False
        # In the order in which it is told it takes no longer.
        is_enough = self._rough_late is not None and self._rough_late <= rounds
        return is_enough or (self.timing is not None and self.timing.late <= rounds)

    @cached_property
    def _rough_late(self) -> int | None:
        timing = self._counted(self._rough)
        return None if timing is None else timing.late

    def _counted(self, told: Sequence[Told]) -> Timing | None:
        asked = "how many rounds the line takes"
        return self._left_open.in_time(asked, lambda: self._timed(told), None)

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
        if self.line is None or self.clock is None:
            return None
        # Other spells might be quicker.
        return 1 if self.casts else self.clock.win

    @cached_property
    def relies(self) -> tuple[Reliance, ...]:
        """On whom the line relies, and up to which of its steps."""
        line, task = self.line, self._judged.simple.task
        if line is None or len(self._quest.party) < 2:
            return ()
        from questwright.compiler.verdict.explain.dead_end import relied_on

        asked, aside = "on whom the line relies", self._budget.aside
        nobody: tuple[tuple[int, int], ...] = ()
        needed = self._left_open.in_time(asked, lambda: relied_on(task, line, aside), nobody)
        deeds = [n for n, step in enumerate(self.told, 1) if step.deed >= 0 or step.event >= 0]
        ends = [*deeds, len(self.told)]
        share = len(ends) / max(1, len(line.moves))
        found = []
        for member, moves in needed:
            kind = self._quest.party[member]
            step = ends[min(len(ends) - 1, max(0, round(moves * share) - 1))]
            found.append(Reliance(kind.word, kind.title, step))
        return tuple(found)

    # -- the others ---------------------------------------------------------------------------

    @cached_property
    def _astray(self) -> tuple[tuple[DeadEnd, ...], bool]:
        found = self._judged.found
        if not self._judged.can_strand:
            return (), self._judged.can_strand is False
        assert found is not None
        assert found.strand is not None
        from questwright.compiler.verdict.astray import dead_ends

        is_asked = any(allow.by is not None for allow in self._quest.allows)
        most = self._budget.states if is_asked else self._budget.further
        ends, limit = dead_ends(self._explorer(), found.strand, most, self._quest, self._steps)
        if limit and is_asked:
            why = self._budget.told(limit, most)
            self._left_open.note("whether there are other dead ends", why)
        return ends, bool(ends) and not limit

    @cached_property
    def is_strand_told(self) -> bool:
        """Whether the line that strands the party, if one was found, can be told."""
        found = self._judged.found
        return found is None or found.strand is None or not self._tell(found.strand)[1]

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Each kind of dead end that is known, the one with the shortest line first."""
        return self._astray[0]

    @property
    def are_dead_ends_known(self) -> bool:
        """Whether no kind of dead end can be missing among those that are known."""
        return self._astray[1]

    @cached_property
    def losing(self) -> tuple[Step, ...]:
        """A line by which the party loses by its own doing; empty if none is known."""
        if self._judged.is_sure or self._judged.kind not in WON:
            return ()
        found = self._judged.found
        if found is None or found.lose is None:
            return ()
        return self._steps(found.lose, "a way to lose")

    def _steps(self, line: MoveLine, what: str) -> tuple[Step, ...]:
        """A line step by step, with its odds; empty if it could not be told."""
        told, untold = self._tell(line)
        if untold:
            self._left_open.note(f"{what}, step by step", untold)
        return self._with_odds(told)[0]

    # -- telling ------------------------------------------------------------------------------

    @property
    def casts(self) -> tuple[Crossing, ...]:
        """The crossings that spells make."""
        return tuple(way for way in self._quest.board.crossings if way.cast is not None)

    @property
    def _task(self) -> Task:
        return self._translated.task

    def _explorer(self) -> Explorer:
        """A new one: what it has looked at before would show in what it finds first."""
        from questwright.compiler.verdict.decide.explore import Explorer

        return Explorer(self._play)

    @cached_property
    def _play(self) -> Play:
        # Loaded here: a check that finds nothing tells no line.
        from questwright.compiler.verdict.rules.play import Play

        return Play(self._judged.simple.task)

    def _tell(self, line: MoveLine, *, by_strength: bool = False) -> tuple[tuple[Told, ...], str]:
        """A line step by step; or why it could not be told."""
        # Loaded here: a check that finds nothing tells no line.
        from questwright.compiler.verdict.line.table import LostWayError
        from questwright.compiler.verdict.line.tell import tell

        translated, most = self._translated, self._budget.aside
        try:
            simple, explorer = self._judged.simple, self._explorer()
            told = tell(translated, simple, explorer, line, most, by_strength=by_strength)
        except LostWayError:
            return (), "no way was found for one of its steps"
        except TimeOverError:
            return (), self._budget.told("seconds")
        if not self.casts:
            return told, ""
        return _cast_when_due(told, self._task, self._quest), ""

    def _timed(self, told: Sequence[Told]) -> Timing | None:
        from questwright.compiler.verdict.rounds.timing import timed

        return timed(told, self._translated, self._quest, self._system)

    def _with_odds(
        self, told: Sequence[Told], earliest: Sequence[int] | None = None
    ) -> tuple[tuple[Step, ...], tuple[Chance, ...]]:
        if not told:
            return (), ()
        # Loaded here: a check that finds nothing tells no line.
        from questwright.compiler.odds.chances import with_odds
        from questwright.compiler.verdict.line.steps import steps_of

        steps = steps_of(told, self._task, self._quest, earliest)
        return with_odds(steps, self._quest, self._system)


def _as_judged(translated: Translation, judged: Judged) -> Translation:
    """The quest with those victories of the party alone by which it was judged."""
    asked = {victory.number for victory in judged.simple.task.own}
    task = translated.task
    if asked >= {victory.number for victory in task.own}:
        return translated
    kept = (own for own in task.victories if not own.is_own or own.number in asked)
    return translated._replace(task=task._replace(victories=tuple(kept)))


def _cast_when_due(told: tuple[Told, ...], task: Task, quest: Quest) -> tuple[Told, ...]:
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
    cells: dict[int, Cell] = {}
    for before, step in pairwise((None, *told, None)):
        cast = _cast_by(before, task)
        taken = step.crossing if step is not None else ""
        if cast != taken and {cast, taken} & once:
            return False
        if step is not None and step.path:
            if taken in once and [*cells.values()].count(cells[step.who]) > 1:
                return False
            cells[step.who] = step.path[-1]
    return bool(told)


def _once(quest: Quest) -> list[Crossing]:
    """The ways on which spells bring somebody somewhere once."""
    crossings = quest.board.crossings
    return [way for way in crossings if way.cast is not None and way.cast.is_once]


def _cast_by(step: Told | None, task: Task) -> str:
    """The id of the way that is cast in a step; empty if none is."""
    return task.deeds[step.deed].id if step is not None and step.sort is DeedSort.CAST else ""
