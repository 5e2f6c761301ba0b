"""Prove a quest: its verdict, the lines that show it, and why it cannot be won."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.spells import casters_of
from questwright.compiler.model.verdict import Cause, Verdict, VerdictKind
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.verdict.judge import WON, Judged, judge
from questwright.compiler.verdict.lines import Lines
from questwright.compiler.verdict.parties import losing_parties
from questwright.compiler.verdict.questions import Questions
from questwright.compiler.verdict.rounds.costs import taken_for_granted
from questwright.compiler.verdict.task.task import EVERYBODY, Unjudged
from questwright.compiler.verdict.translate.translate import translation

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import (
        DeadEnd,
        JudgedWorld,
        Part,
        Reliance,
        Step,
        Unreached,
    )
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.rounds.earliest import Clock
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.translate import Translation
    from questwright.dsl.source import Span

_FEWER = "whether fewer can win"


class Proof:
    """A quest translated and searched; what is costly is worked out when it is asked for."""

    def __init__(
        self,
        quest: Quest,
        system: System,
        budget: Budget = USUAL,
        translated: Translation | None = None,
        change: Callable[[Task], Task] | None = None,
    ) -> None:
        """The proof of a quest; of another task than its own if that is to be changed."""
        self.quest = quest
        self._system = system
        self._budget = budget
        self._change = change
        translated = translation(quest, system) if translated is None else translated
        task = translated.task if change is None else change(translated.task)
        self.translated = translated._replace(task=task)
        """The quest as a task, with its cells."""
        self.task = task
        """The quest as a task."""
        self.on_foot = self
        """The proof without spells."""
        self._questions = Questions(task, quest, budget)

    worlds: tuple[JudgedWorld, ...] = ()
    """None: nothing is unknown."""
    total = 0

    @property
    def simplest(self) -> Task:
        """The task without all that makes no difference; whole, if nobody could win it."""
        return self.task if self.judged.search is None else self.judged.simple.task

    @property
    def casts(self) -> tuple[Crossing, ...]:
        """The crossings that spells make."""
        return tuple(own for own in self.quest.board.crossings if own.cast is not None)

    # -- proofs like this one -----------------------------------------------------------------

    def of(self, quest: Quest) -> Proof:
        """The proof of a quest that is this one but for a few things."""
        proof = Proof(quest, self._system, self._budget, change=self._change)
        proof.on_foot = self.on_foot
        return proof

    def changed(self, change: Callable[[Task], Task]) -> Proof:
        """The proof of the same quest whose task is changed."""
        return Proof(self.quest, self._system, self._budget, self.translated, change)

    def unjudged_for(self, unjudged: Unjudged) -> Proof:
        """The proof that says that something was not judged."""
        told = (*self.task.unjudged, unjudged)
        return self.changed(lambda task: task._replace(unjudged=told))

    def spelled(self) -> Proof:
        """The same; with spells, where nothing else wins and somebody casts them."""
        if not casters_of(self.quest, self._system):
            return self
        if self.kind is not VerdictKind.UNWINNABLE or self.judged.kind in WON:
            return self
        # Loaded here: few quests need it.
        from questwright.compiler.verdict.spells.choose import with_spells

        try:
            return with_spells(self, self.quest, self._system)
        except TimeOverError:
            told = f"whether spells win: {self._budget.told('seconds')}"
            return self.unjudged_for(Unjudged(told, self.quest.origin))

    # -- the verdict --------------------------------------------------------------------------

    @cached_property
    def judged(self) -> Judged:
        """The task as it was searched, without regard to time."""
        return judge(self.task, self._budget.states)

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""
        kind = self.judged.kind
        if kind is VerdictKind.VACUOUS:
            return kind
        if self.task.unjudged or self.lines.untold:
            return VerdictKind.UNDECIDED
        if kind in WON and self.lines.hurried is not None:
            return VerdictKind.UNDECIDED
        last = self.last_round
        if not last or kind not in WON:
            return kind
        rounds = self.rounds
        if rounds is not None and rounds[0] > last:
            return VerdictKind.UNWINNABLE
        return kind if rounds is not None and rounds[1] <= last else VerdictKind.UNDECIDED

    @property
    def last_round(self) -> int:
        """The last round in which the line counts; 0 if it counts in each."""
        lasts = [self.judged.last, self.task.limit.last if self.task.limit else 0]
        return min((last for last in lasts if last), default=0)

    @property
    def can_strand(self) -> bool | None:
        """Whether the party can reach a state from which no line wins; None if not judged."""
        kind = self.judged.kind
        if kind is VerdictKind.UNDECIDED or self.task.unjudged:
            return None
        return kind is VerdictKind.CAN_STRAND

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged."""
        return (*(cause.text for cause in self.unjudged), *self.left_open)

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What keeps the verdict from being judged, at the statements that make it so."""
        told = [Cause(unjudged.text, unjudged.origin) for unjudged in self.task.unjudged]
        found, victory = self.judged.found, next(iter(self.task.own), None)
        origin = self.quest.origin if victory is None else victory.origin
        if found is not None and found.limit and self.judged.kind is VerdictKind.UNDECIDED:
            why = self._budget.told(found.limit)
            if found.win is not None:
                why = f"whether the party can play itself into a dead end: {why}"
            told.append(Cause(why, origin))
        last = self.last_round
        if last and self.judged.kind in WON:
            rounds = self.rounds
            if rounds is None or rounds[0] <= last < rounds[1]:
                taken = f"it takes {rounds[0]} to {rounds[1]}" if rounds else "not counted"
                told.append(Cause(f"whether {last} rounds are enough ({taken})", self._hurry(last)))
        wait = self.lines.hurried if self.judged.kind in WON else None
        if wait is not None:
            late = self.lines.timing.late if self.lines.timing is not None else "?"
            why = f"whether the party wins before round {wait.id} comes (the line takes {late})"
            told.append(Cause(why, wait.origin))
        if self.lines.untold:
            told.append(Cause(f"the line that wins, step by step: {self.lines.untold}", origin))
        return tuple(dict.fromkeys(told))

    def _hurry(self, last: int) -> Span:
        """Where it is written that a round is the last one."""
        limit = self.task.limit
        if limit is not None and limit.last == last:
            return limit.origin
        return next(victory.origin for victory in self.task.own if victory.last == last)

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chains of causes; empty if the quest can be won."""
        if self.judged.kind is VerdictKind.UNWINNABLE:
            from questwright.compiler.verdict.explain.causes import why_unwinnable

            try:
                return why_unwinnable(self.task, self.quest)
            except TimeOverError:
                why = f"why nothing wins was not found out: {self._budget.told('seconds')}"
                return (Cause(why, self.task.own[0].origin),)
        rounds, last = self.rounds, self.last_round
        if self.kind is not VerdictKind.UNWINNABLE or rounds is None:
            return ()
        told = f"the quest takes {rounds[0]} rounds at the least, and ends with {last}"
        if casters_of(self.quest, self._system):
            told += "; nobody is made quicker by spells"
        return (Cause(told, self._hurry(last)),)

    # -- lines and rounds ---------------------------------------------------------------------

    @cached_property
    def lines(self) -> Lines:
        """The lines that were found, as they are told."""
        return Lines(self.judged, self.translated, self.quest, self._system, self._budget)

    @property
    def told(self) -> tuple[Told, ...]:
        """The line that wins, step by step; empty where none is known."""
        return self.lines.told

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Each kind of dead end that is known, the one with the shortest line first."""
        return self.lines.dead_ends if self.can_strand else ()

    @property
    def are_dead_ends_known(self) -> bool:
        """Whether no kind of dead end can be missing among those that are known."""
        if self.can_strand:
            return bool(self.dead_ends) and self.lines.are_dead_ends_known
        return self.can_strand is False

    @property
    def losing(self) -> tuple[Step, ...]:
        """A line by which the party loses by its own doing; empty if none is known."""
        return self.lines.losing if self.judged.kind in WON else ()

    @cached_property
    def clock(self) -> Clock | None:
        """Before which round nobody can do what; None if that cannot be counted."""
        from questwright.compiler.verdict.rounds.earliest import earliest

        try:
            return earliest(self.task, self.quest, self._system)
        except TimeOverError:
            self._questions.leave_open("how many rounds it takes")
            return None

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The lower and the upper bound of the earliest round in which the quest is won."""
        if self.lines.line is None or self.lines.timing is None or self.clock is None:
            return None
        late = self.lines.timing.late
        # Other spells might be quicker.
        return 1 if self.casts else min(self.clock.win, late), late

    # -- questions ----------------------------------------------------------------------------

    @property
    def left_open(self) -> tuple[str, ...]:
        """Questions besides the verdict that were asked and not judged, in words."""
        return (*self._questions.left_open, *self.lines.left_open)

    @property
    def reached(self) -> Cells:
        """The cells that the party can come to."""
        return self._questions.reached

    def never(self, part: Part) -> list[Unreached]:
        """The areas, items or the like that never come into play, and why."""
        return self._questions.never(part)

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether the party reaches an area without ever having some items; None: not judged."""
        return self._questions.reaches_without(area, items)

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line meets a figure, a gate or the like; None: not judged."""
        return self._questions.must_face(id_)

    def can_win(self, task: Task, there: Members = EVERYBODY) -> bool | None:
        """Whether those who are there can win a task like this one; None if not judged."""
        return self._questions.can_win(task, "whether it can be won otherwise", there=there)

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win, each by the titles of its members."""
        if self.judged.search is None:
            return []
        return losing_parties(self.quest, self._system, self._wins_with)

    def _wins_with(self, there: Members) -> bool | None:
        """Whether those who are there can win, on foot or by any spells."""
        foot = self.on_foot
        can_win = self._questions.can_win(foot.judged.simple, _FEWER, there=there)
        words = {caster.kind.word for caster in casters_of(self.quest, self._system)}
        if can_win is not False or not any(
            kind.word in words and there >> n & 1 for n, kind in enumerate(self.quest.party)
        ):
            return can_win
        from questwright.compiler.verdict.spells.choose import win_with_spells

        try:
            return win_with_spells(foot, foot.quest, self._system, there)
        except TimeOverError:
            self._questions.leave_open(_FEWER)
            return None

    # -- all of it ----------------------------------------------------------------------------

    def verdict(self) -> Verdict:
        """The whole verdict, with the winning line and on whom it relies."""
        return self._whole._replace(relies=self._relies)

    def verdict_alone(self) -> Verdict:
        """The same, without on whom the line relies."""
        return self._whole

    @cached_property
    def _whole(self) -> Verdict:
        line, chances = self.lines.told_in_steps(self.clock if self.rounds else None)
        required: tuple[str, ...] = ()
        optional: tuple[str, ...] = ()
        if line:
            trodden = sum({1 << cell for step in self.told for cell in step.path})
            required, optional = self._questions.required(trodden)
        found = self.judged.found
        dead_ends, kind = self.dead_ends, self.kind
        return Verdict(
            kind,
            line,
            dead_ends[0].line if dead_ends else (),
            self.why_unwinnable() if kind is VerdictKind.UNWINNABLE else (),
            self.reached,
            optional,
            required,
            (*self.task.assumptions, *taken_for_granted(self.quest, self._system)),
            self.undecided,
            found.states if found is not None else 0,
            self.rounds if line else None,
            chances,
            casts=self.casts,
            losing=self.losing,
            dead_ends=dead_ends,
        )

    @cached_property
    def _relies(self) -> tuple[Reliance, ...]:
        """On whom the line relies, and up to which of its steps."""
        if self.kind not in WON or len(self.quest.party) < 2:
            return ()
        try:
            return self.lines.relies
        except TimeOverError:
            self._questions.leave_open("on whom the line relies")
            return ()
