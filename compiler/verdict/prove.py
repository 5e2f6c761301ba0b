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
from questwright.compiler.verdict.unjudged import is_too_late, last_round, too_late, unjudged

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import (
        DeadEnd,
        JudgedWorld,
        QuestPart,
        Step,
        Unreached,
    )
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.translate import Translation

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
        *,
        wins_only: bool = False,
    ) -> None:
        """The proof of a quest; of another task than its own if that is to be changed.

        With ``wins_only`` it is not asked whether the party can strand.
        """
        self.quest = quest
        self._system = system
        self._budget = budget
        self._change = change
        self._wins_only = wins_only
        translated = translation(quest, system) if translated is None else translated
        task = translated.task if change is None else change(translated.task)
        self.translated = translated._replace(task=task)
        """The quest as a task, with its cells."""
        self.task = task
        """The quest as a task."""
        self.on_foot = self
        """The proof without spells."""
        self._questions = Questions(task, quest, budget, lambda: self.judged)

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
        proof = Proof(
            quest, self._system, self._budget, change=self._change, wins_only=self._wins_only
        )
        proof.on_foot = self.on_foot
        return proof

    def changed(self, change: Callable[[Task], Task], *, wins_only: bool = False) -> Proof:
        """The proof of the same quest whose task is changed; or only whether that is won."""
        wins_only = wins_only or self._wins_only
        translated, budget = self.translated, self._budget
        return Proof(self.quest, self._system, budget, translated, change, wins_only=wins_only)

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
        return judge(self.task, self._budget.states, wins_only=self._wins_only)

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""
        kind = self.judged.kind
        if kind in WON and not self.task.unjudged:
            if is_too_late(self._hurried_rounds, self._last):
                return VerdictKind.UNWINNABLE
            return VerdictKind.UNDECIDED if self.unjudged else kind
        is_open = bool(self.task.unjudged) and kind is not VerdictKind.VACUOUS
        return VerdictKind.UNDECIDED if is_open else kind

    @property
    def _last(self) -> int:
        return last_round(self.task, self.judged)

    @property
    def _hurried_rounds(self) -> tuple[int, int] | None:
        """The rounds that it takes to win, where the quest has a last one."""
        return self.rounds if self._last else None

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
        return tuple(dict.fromkeys((*(cause.text for cause in self.unjudged), *self.left_open)))

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What keeps the verdict from being judged, at the statements that make it so."""
        rounds = self._hurried_rounds
        return tuple(
            dict.fromkeys(unjudged(self.task, self.judged, self.lines, rounds, self._budget))
        )

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chains of causes; empty if the quest can be won."""
        if self.judged.kind is VerdictKind.UNWINNABLE:
            from questwright.compiler.verdict.explain.causes import why_unwinnable

            try:
                return why_unwinnable(self.task, self.quest)
            except TimeOverError:
                why = f"why nothing wins was not found out: {self._budget.told('seconds')}"
                return (Cause(why, self.task.own[0].origin),)
        rounds = self._hurried_rounds
        if rounds is None or self.kind is not VerdictKind.UNWINNABLE:
            return ()
        casts = bool(casters_of(self.quest, self._system))
        return (too_late(self.task, rounds, self._last, casts=casts),)

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

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The lower and the upper bound of the earliest round in which the quest is won."""
        return self.lines.rounds

    # -- questions ----------------------------------------------------------------------------

    @property
    def left_open(self) -> tuple[str, ...]:
        """Questions besides the verdict that were asked and not judged, in words."""
        return (*self._questions.left_open, *self.lines.left_open)

    @property
    def reached(self) -> Cells:
        """The cells that the party can come to."""
        return self._questions.reached

    def never(self, part: QuestPart) -> list[Unreached]:
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
        simple = self.on_foot.judged.simple

        def wins(there: Members) -> bool | None:
            return self._questions.can_win(simple, _FEWER, there=there)

        try:
            return losing_parties(self.on_foot, self.quest, self._system, wins)
        except TimeOverError:
            self._questions.leave_open(_FEWER)
            return []

    # -- all of it ----------------------------------------------------------------------------

    def verdict(self) -> Verdict:
        """The whole verdict, with the winning line and on whom it relies."""
        return self._whole._replace(relies=self.lines.relies if self.kind in WON else ())

    def verdict_alone(self) -> Verdict:
        """The same, without on whom the line relies."""
        return self._whole

    @cached_property
    def _whole(self) -> Verdict:
        line, chances = self.lines.told_in_steps()
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
            are_dead_ends_known=self.are_dead_ends_known,
        )
