"""Prove one world of a quest: its verdict, and why it cannot be won."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.geometry.special import takes_room
from questwright.compiler.model.round_words import count_of_rounds
from questwright.compiler.model.verdict import Cause, VerdictKind
from questwright.compiler.verdict.budget import LeftOpen
from questwright.compiler.verdict.judge import WON, Judge, Judged
from questwright.compiler.verdict.last_round import LastRound
from questwright.compiler.verdict.lines import Lines
from questwright.compiler.verdict.questions import Questions
from questwright.compiler.verdict.spared import Spared
from questwright.compiler.verdict.task.unjudged import ITS_OWN, Unjudged
from questwright.compiler.verdict.task.variants import by_any_chance, fated
from questwright.compiler.verdict.translate.translate import translation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import DeadEnd
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.explain.causes import Reasons
    from questwright.compiler.verdict.questions import Why
    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.translate import Translation
    from questwright.dsl.source import Span

    _Change: TypeAlias = "Callable[[Task], Task]"


FEW = 3
"""Members of whom it is soon known who stands in whose way; of more it would take too long."""


class WorldProof:
    """A quest of which all is known, translated and searched; the rest when it is asked for."""

    def __init__(
        self,
        translated: Translation,
        judge: Judge | None = None,
        change: _Change | None = None,
        *,
        wins_only: bool = False,
    ) -> None:
        """The proof of a quest, whose task may have been changed.

        ``change`` is how, for the proofs of quests like this one. With ``wins_only`` it is not
        asked whether the party can strand.
        """
        self.quest, self.system = translated.quest, translated.system
        self._change = change
        self._judge = judge or Judge()
        self.budget = self._judge.budget
        self._wins_only = wins_only
        self.translated = translated
        """The quest as a task, with its cells."""
        self.task = task = translated.task
        """The quest as a task."""
        self._like: WorldProof | None = None
        """A proof whose task has other victories at most."""
        self.told_by = self
        """The proof of which it shows the line: itself, or one that is won in one way alone."""
        self.on_foot = self
        """The proof without spells and without attacks that are a last resort."""
        self.left_open = LeftOpen(self.budget)
        """Questions besides the verdict that were asked and not judged."""
        self.questions = Questions(task, self.quest, self.left_open, lambda: self.judged)
        """What is asked besides the verdict."""
        self.spared = Spared(self.questions, lambda: self._told, lambda: self._finer, self._told_of)
        """What a line that wins can do without."""

    @property
    def _told(self) -> tuple[Told, ...]:
        """The line that wins, if it has been told."""
        lines = self.__dict__.get("lines")
        return () if lines is None else lines.winning.known

    @cached_property
    def _finer(self) -> Spared | None:
        """What can be spared where each cell of all lanes is told apart; None if none is."""
        blocks = self.translated.floor.friends_block and 1 < self.task.party <= FEW
        is_own = self._change is None and self._like is None
        if not blocks or not is_own or self.task.is_finest:
            return None
        finest = self.finest
        return finest.spared if finest.task != self.task else None

    @cached_property
    def judged(self) -> Judged:
        """The task as it was searched, without regard to time."""
        return self._judge.judged(self.task, wins_only=self._wins_only)

    @cached_property
    def lines(self) -> Lines:
        """The lines that were found, as they are told."""
        lines = Lines(self.judged, self.translated, self.left_open, lambda: self.spread)
        if self.told_by is not self:
            lines.winning = self.told_by.lines.winning
        return lines

    @cached_property
    def spread(self) -> Spread | None:
        """When what can come about, whatever wins; None if that cannot be counted."""
        if self._like is not None:
            return self._like.spread
        from questwright.compiler.verdict.rounds.spread import spread_of

        return spread_of(self.translated)

    @cached_property
    def last_round(self) -> LastRound:
        """The last round, and whether the lines are in time for it."""
        return LastRound(self.translated, self.told_by.judged, self.lines.schedule)

    # -- proofs like this one -----------------------------------------------------------------

    def of(self, quest: Quest, system: System | None = None) -> WorldProof:
        """The proof of a quest, and of a game, that are these but for a few things."""
        translated = translation(quest, system or self.system)
        translated = translated if self._change is None else translated.changed(self._change)
        proof = self._again(translated, self._change)
        proof.on_foot = self.on_foot
        return proof

    @property
    def finest(self) -> WorldProof:
        """The proof of the same quest in which each cell of all lanes is told apart."""
        return self._again(self.translated.finest(), self._change)

    def changed(self, change: _Change, *, wins_only: bool = False) -> WorldProof:
        """The proof of the same quest that is won by something else; or only whether it is.

        The ``change`` is one of any task of the quest, whatever its places and deeds.
        """
        before = self._change
        both = change if before is None else lambda task: change(before(task))
        return self._again(self.translated.changed(change), both, self, wins_only=wins_only)

    def retasked(self, task: Task, *, wins_only: bool = False) -> WorldProof:
        """The proof of another task, with the places and deeds of this one."""
        translated = self.translated._replace(task=task)
        return self._again(translated, self._change, self, wins_only=wins_only)

    def _again(
        self,
        translated: Translation,
        change: _Change | None,
        like: WorldProof | None = None,
        *,
        wins_only: bool = False,
    ) -> WorldProof:
        wins_only = wins_only or self._wins_only
        proof = WorldProof(translated, self._judge, change, wins_only=wins_only)
        proof._like = like
        return proof

    def _told_of(self, task: Task) -> tuple[Told, ...]:
        return self.retasked(task, wins_only=True).lines.winning.rough

    def with_line_of(self, other: WorldProof) -> WorldProof:
        """The same proof that shows the line of another, which is won in one way alone."""
        proof = self.retasked(self.task)
        proof.told_by, proof.on_foot = other, self.on_foot
        return proof

    @property
    def is_hurried(self) -> bool:
        """Whether it may matter to the verdict when rounds come."""
        judged = self.judged
        is_safe = judged.kind is VerdictKind.WINNABLE and self.lines.schedule.is_safe
        return judged.kind in WON and (bool(self.last_round.number) or not is_safe)

    def unjudged_for(self, why: str, origin: Span | None = None) -> WorldProof:
        """The proof that says that something of the quest was not judged, and because of what."""
        told = (*self.task.unjudged, Unjudged(why, origin or self.quest.origin))
        return self.changed(lambda task: task._replace(unjudged=told))

    # -- the verdict --------------------------------------------------------------------------

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""
        kind = self.judged.kind
        if kind in WON and not self.judged.doubts:
            if self.last_round.is_too_late:
                return VerdictKind.UNDECIDED if self.last_round.hurries else VerdictKind.UNWINNABLE
            return VerdictKind.UNDECIDED if self.unjudged else kind
        is_open = bool(self.judged.doubts) and kind is not VerdictKind.VACUOUS
        is_open |= kind is VerdictKind.UNWINNABLE and bool(self._needed_fates)
        return VerdictKind.UNDECIDED if is_open else kind

    @cached_property
    def _needed_fates(self) -> tuple[Deed, ...]:
        """What nobody of the party decides, and without which no line wins; empty if none helps."""
        if not fated(self.task) or self.judged.kind is not VerdictKind.UNWINNABLE:
            return ()
        # Loaded here: most is decided by the party.
        from questwright.compiler.verdict.rules.state import Act

        lucky = self.changed(by_any_chance, wins_only=True)
        line, deeds = lucky.lines.winning.line, lucky.judged.simple.deeds
        moves = (turn.move for turn in line.moves) if line is not None else ()
        done = [self.task.deeds[deeds[move.deed]] for move in moves if isinstance(move, Act)]
        is_settled = lucky.judged.kind is VerdictKind.UNWINNABLE or line is not None
        return tuple(deed for deed in (done if is_settled else self.task.deeds) if deed.is_fate)

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Each kind of dead end that is known; none where nobody is in time anyway."""
        return () if self.kind is VerdictKind.UNWINNABLE else self.lines.dead_ends

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What keeps the verdict from being judged, at the statements that make it so."""
        return tuple(dict.fromkeys(self._unjudged()))

    def _unjudged(self) -> Iterator[Cause]:
        for known in self.judged.doubts:
            yield Cause(known.text, known.origin, remedy=known.remedy)
        for deed in self._needed_fates:
            told = "nobody of the party decides that, and nothing wins without it"
            yield Cause(f"whether {deed.title}: {told}", deed.origin, remedy=ITS_OWN)
        judged, lines = self.judged, self.lines
        origin = next((victory.origin for victory in self.task.own), None)
        if origin is None:
            return
        found = judged.found if judged.kind is VerdictKind.UNDECIDED else None
        if found is not None and found.limit:
            why = self.budget.told(found.limit)
            if found.win is not None:
                why = f"whether the party can play itself into a dead end: {why}"
            yield Cause(why, origin)
        if judged.kind not in WON:
            return
        yield from self.last_round.reasons()
        if self.last_round.is_too_late:
            return
        if lines.winning.untold:
            yield Cause(f"the line that wins, step by step: {lines.winning.untold}", origin)
        if any(map(takes_room, self.quest.party)):
            # Loaded here: few parties have such a member.
            from questwright.compiler.verdict.line.footprints import crowded

            for kind in crowded(lines.winning.rough, self.translated, lines.winning.won_by):
                told = f"whether the others find room beside {kind.title} where the line ends"
                yield Cause(told, origin)

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chains of causes; empty if the quest can be won."""
        causes, _ = self._why
        return causes

    @property
    def reasons(self) -> Reasons | None:
        """The reasons that are left once that is mended; None if nothing was told."""
        _, left = self._why
        return left

    @cached_property
    def _why(self) -> Why:
        if self.judged.kind is VerdictKind.UNWINNABLE:
            from questwright.compiler.verdict.explain.causes import reasons_of

            try:
                return reasons_of(self.task, self.quest).why_unwinnable()
            except TimeOverError:
                why = f"why nothing wins was not found out: {self.budget.told('seconds')}"
                return (Cause(why, self.task.own[0].origin),), None
        soonest = self.lines.schedule.soonest if self.kind is VerdictKind.UNWINNABLE else None
        if soonest is None:
            return (), None
        last = self.last_round
        takes = count_of_rounds(soonest, self.system.turns)
        told = f"the quest takes {takes} at the least, and ends with {last.number}"
        return (Cause(told, last.origin),), None
