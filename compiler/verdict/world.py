"""Prove one world of a quest: its verdict, and why it cannot be won."""

from __future__ import annotations

from functools import cached_property, partial

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.spells import allowed_spells, casters_of
from questwright.compiler.model.verdict import Cause, VerdictKind
from questwright.compiler.verdict.budget import LeftOpen
from questwright.compiler.verdict.judge import WON, Judge, Judged
from questwright.compiler.verdict.lines import Lines
from questwright.compiler.verdict.questions import Questions
from questwright.compiler.verdict.task.lanes import closing_lanes
from questwright.compiler.verdict.task.task import Unjudged, by_any_chance, fated
from questwright.compiler.verdict.translate.translate import translation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.explain.causes import Reasons
    from questwright.compiler.verdict.questions import Why
    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.translate import Translation
    from questwright.dsl.source import Span


_PACES = 4
"""How often a line is looked for that is slower than the last one."""


class WorldProof:
    """A quest of which all is known, translated and searched; the rest when it is asked for."""

    def __init__(
        self,
        quest: Quest,
        system: System,
        judge: Judge | None = None,
        translated: Translation | None = None,
        change: Callable[[Task], Task] | None = None,
        *,
        wins_only: bool = False,
    ) -> None:
        """The proof of a quest; of another task than its own if that is to be changed.

        With ``wins_only`` it is not asked whether the party can strand.
        """
        self.quest = quest
        self.system = system
        self._change = change
        self._judge = judge or Judge()
        self.budget = self._judge.budget
        self._wins_only = wins_only
        translated = translation(quest, system) if translated is None else translated
        task = translated.task if change is None else change(translated.task)
        self.translated = translated._replace(task=task)
        """The quest as a task, with its cells."""
        self.task = task
        """The quest as a task."""
        self._like: WorldProof | None = None
        """A proof whose task has other victories at most."""
        self.on_foot = self
        """The proof without spells and without attacks that are a last resort."""
        self.left_open = LeftOpen(self.budget)
        """Questions besides the verdict that were asked and not judged."""
        self.questions = Questions(task, quest, self.left_open, lambda: self.judged)
        """What is asked besides the verdict."""

    @cached_property
    def judged(self) -> Judged:
        """The task as it was searched, without regard to time."""
        return self._judge.judged(self.task, wins_only=self._wins_only)

    @cached_property
    def lines(self) -> Lines:
        """The lines that were found, as they are told."""
        judged, translated = self.judged, self.translated
        quest, system, left_open = self.quest, self.system, self.left_open
        return Lines(judged, translated, quest, system, left_open, lambda: self.spread)

    @cached_property
    def spread(self) -> Spread | None:
        """When what can come about, whatever wins; None if that cannot be counted."""
        if self._like is not None:
            return self._like.spread
        from questwright.compiler.verdict.rounds.spread import spread_of

        return spread_of(self.translated, self.quest, self.system)

    # -- proofs like this one -----------------------------------------------------------------

    def of(self, quest: Quest, system: System | None = None) -> WorldProof:
        """The proof of a quest, and of a game, that are these but for a few things."""
        change, wins_only = self._change, self._wins_only
        system = system or self.system
        proof = WorldProof(quest, system, self._judge, None, change, wins_only=wins_only)
        proof.on_foot = self.on_foot
        return proof

    def changed(self, change: Callable[[Task], Task], *, wins_only: bool = False) -> WorldProof:
        """The proof of the same quest that is won by something else; or only whether it is."""
        wins_only = wins_only or self._wins_only
        system, judge, translated = self.system, self._judge, self.translated
        proof = WorldProof(self.quest, system, judge, translated, change, wins_only=wins_only)
        proof._like = self
        return proof

    @cached_property
    def paced(self) -> WorldProof:
        """The same proof with regard to rounds, where one that comes during its line may spoil it.

        With a line by which nothing is done sooner than it can be. Where nobody can strand, one
        that is slower than that may do as well.
        """
        kind = self.judged.kind
        if kind not in WON or self.lines.schedule.spoiled is None or self.spread is None:
            return self
        # Loaded here: few quests need it.
        from questwright.compiler.verdict.rounds.timely import pace_of, timely

        pace = pace_of(self.spread)
        is_safe = kind is VerdictKind.WINNABLE
        for slower in range(_PACES if is_safe else 1):
            timed = self.changed(partial(timely, pace=pace))
            if not slower and timed.kind is VerdictKind.UNWINNABLE:
                return timed
            if timed.judged.kind not in WON or timed.lines.schedule.timing is None:
                break
            if timed.lines.schedule.spoiled is None and (timed.judged.kind is kind or not is_safe):
                return timed
            pace = pace.held_to(
                timed.lines.winning.told, timed.lines.schedule.timing, timed.translated.floor
            )
        return self

    @property
    def is_hurried(self) -> bool:
        """Whether it may matter to the verdict when rounds come."""
        judged = self.judged
        is_safe = judged.kind is VerdictKind.WINNABLE and self.lines.schedule.is_safe
        return judged.kind in WON and (bool(self._last) or not is_safe)

    def unjudged_for(self, why: str) -> WorldProof:
        """The proof that says that something of the quest was not judged."""
        told = (*self.task.unjudged, Unjudged(why, self.quest.origin))
        return self.changed(lambda task: task._replace(unjudged=told))

    # -- the verdict --------------------------------------------------------------------------

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""
        kind = self.judged.kind
        if kind in WON and not self.task.unjudged:
            if self._is_too_late:
                return VerdictKind.UNDECIDED if self._hurries else VerdictKind.UNWINNABLE
            return VerdictKind.UNDECIDED if self.unjudged else kind
        is_open = bool(self.task.unjudged) and kind is not VerdictKind.VACUOUS
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
    def _last(self) -> int:
        """The last round in which the line that was found counts; 0 if it counts in each."""
        lasts = [self.judged.last, self.task.limit.last if self.task.limit else 0]
        return min((last for last in lasts if last), default=0)

    @property
    def _where_last(self) -> Span:
        """Where it is written that a round is the last one."""
        limit = self.task.limit
        if limit is not None and limit.last == self._last:
            return limit.origin
        return next(victory.origin for victory in self.task.own if victory.last == self._last)

    @property
    def _is_too_late(self) -> bool:
        """Whether nobody can win before the last round is over."""
        soonest = None if self._is_in_time else self.lines.schedule.soonest
        return soonest is not None and (soonest > self._last or self.lines.schedule.is_late)

    @property
    def _hurries(self) -> str:
        """What might make the party quick enough, and is not counted; empty if nothing might."""
        if self._casts:
            return "spells make"
        return "how far victors of fights go on makes" if self._advances else ""

    @cached_property
    def _advances(self) -> bool:
        """Whether the party would be in time if each figure that falls brought it further."""
        fights = self.system.fights
        falls = fights.falls if fights is not None else {}
        foes = sum(1 for thing in self.quest.things if thing.kind.rank in falls)
        if fights is None or not fights.advance * foes:
            return False
        from questwright.compiler.verdict.rounds.earliest import earliest
        from questwright.compiler.verdict.rounds.spread import spread_of

        spread = spread_of(self.translated, self.quest, self.system, fights.advance * foes)
        return spread is not None and earliest(spread, self.task).win <= self._last

    @property
    def _casts(self) -> bool:
        """Whether somebody has points for a spell: how quick that makes anybody is not counted."""
        casting = self.system.casting
        spells = allowed_spells(self.quest, casting) if casting is not None else ()
        points = max((caster.points for caster in casters_of(self.quest, self.system)), default=0)
        return any(spell.points <= points for spell in spells)

    @property
    def _is_in_time(self) -> bool:
        """Whether the line that was found wins before the last round is over."""
        return not self._last or self.lines.schedule.are_enough(self._last)

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What keeps the verdict from being judged, at the statements that make it so."""
        return tuple(dict.fromkeys(self._unjudged()))

    def _unjudged(self) -> Iterator[Cause]:
        for known in self.task.unjudged:
            yield Cause(known.text, known.origin)
        for deed in self._needed_fates:
            told = "nobody of the party decides that, and nothing wins without it"
            yield Cause(f"whether {deed.title}: {told}", deed.origin)
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
        yield from self._untimed()
        if self._is_too_late:
            return
        # Where members pass each other who could not, only a line that can be told counts.
        if closing_lanes(self.task) and lines.winning.told and not lines.is_strand_told:
            told = "whether the party can play itself into a dead end: members pass each other on"
            yield Cause(f"{told} the way to it, where many squares may close", origin)
        if lines.winning.untold:
            yield Cause(f"the line that wins, step by step: {lines.winning.untold}", origin)

    def _untimed(self) -> Iterator[Cause]:
        """That it was not judged whether the party is done in time."""
        spoiled = self.lines.schedule.hurried
        if not self._is_in_time:
            spoiled = self.lines.schedule.spoiled
            if self._is_too_late or spoiled is None:
                yield from self._late()
        if spoiled is not None and not self._is_too_late:
            yield self._hurried(spoiled)

    def _hurried(self, wait: Deed) -> Cause:
        """That it was not judged whether the party is done before a round that may spoil it."""
        timing, remedy = self.lines.schedule.timing, ""
        late = f"takes {timing.late}" if timing is not None else "is not counted"
        why = f"whether the party wins before round {wait.id} comes (the line {late})"
        if timing is not None:
            remedy = f"let what round {wait.id} brings come in round {timing.late + 1}"
        return Cause(why, wait.origin, remedy=remedy)

    def _late(self) -> Iterator[Cause]:
        """That it was not judged whether the rounds are enough."""
        least = self.lines.schedule.soonest or 0
        if self.lines.schedule.rounds is None:
            taken, remedy = "not counted", ""
        else:
            least, most = self.lines.schedule.rounds
            taken = f"it takes {least} to {most}"
            remedy = f"let it last until round {most}, in which the line wins that is shown"
        if not self._is_too_late:
            enough = "1 round is" if self._last == 1 else f"{self._last} rounds are"
            told = f"whether {enough} enough ({taken})"
        elif self._hurries:
            told = f"whether {self._hurries} the party quick enough: "
            told += f"without that it takes {least} rounds at the least, and the quest ends with"
            told += f" {self._last}"
        else:
            return
        yield Cause(told, self._where_last, remedy=remedy)

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
        told = f"the quest takes {soonest} rounds at the least, and ends with {self._last}"
        return (Cause(told, self._where_last),), None
