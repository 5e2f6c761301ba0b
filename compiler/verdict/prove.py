"""Prove a quest: its verdict, the lines that show it, and why it cannot be won.

What is not known when play begins makes worlds, and each is proven; if nothing is, there is one.
Something can be done where it can be done in one world; it is dead, or must be faced, only where
that is so in each of them. Worlds that pose the same problem are solved once.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import islice

from questwright.compiler.analysis.worlds import World, count_worlds, each_world
from questwright.compiler.deadline import TimeOverError, is_time_over
from questwright.compiler.model.spells import casters_of
from questwright.compiler.model.verdict import (
    JudgedWorld,
    ToldWorld,
    Unreached,
    Verdict,
    VerdictKind,
    worst,
)
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.verdict.judge import WON, Judge, bare
from questwright.compiler.verdict.parties import losing_parties
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.translate.translate import translation
from questwright.compiler.verdict.world import FEW, WorldProof
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import AskedApart, Cause, DeadEnd, QuestPart, Step
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span


class _Worlds(NamedTuple):
    """The worlds of a quest that were judged."""

    total: int
    """How many worlds there are, judged or not."""
    each: list[tuple[World, WorldProof]]
    """Those that were judged, each with its proof."""
    first: list[tuple[int, WorldProof]]
    """Each proof once, with the first world that it is of; -1 if nothing is unknown."""
    unlike: list[tuple[int, WorldProof]]
    """Of those in which all questions have the same answers the first."""

    @property
    def distinct(self) -> list[WorldProof]:
        """Each proof once."""
        return [proof for _, proof in self.first]

    @property
    def asked(self) -> list[WorldProof]:
        """The proofs of which questions are asked."""
        return [proof for _, proof in self.unlike]

    @property
    def is_whole(self) -> bool:
        """Whether every world was judged."""
        return len(self.each) == self.total

    @property
    def shown(self) -> tuple[int, WorldProof]:
        """The first of the worlds with the worst verdict: its number, and its proof."""
        kinds = [proof.kind for proof in self.distinct]
        return self.first[kinds.index(worst(kinds))]

    def in_some(self, found: Iterable[bool | None]) -> bool | None:
        """Whether something is so in some world; None if it is in none, or that was not judged."""
        known = {*found}
        return True if True in known else False if self.is_whole and None not in known else None


class Proof:
    """The proofs of a quest in all of its worlds."""

    def __init__(self, quest: Quest, system: System, budget: Budget = USUAL) -> None:
        self._quest = quest
        self._system = system
        self._budget = budget
        self.total = count_worlds(quest, system)
        """How many worlds there are, judged or not."""
        self._at_pace = cache(at_pace)
        self.paced = cache(lambda proof: _won_first(self._at_pace(proof)))
        """The proof of a world with regard to rounds, by the victory that is won first."""

    @cached_property
    def _worlds(self) -> _Worlds:
        """The worlds, each proven when that is asked for."""
        quest, system, budget = self._quest, self._system, self._budget
        found = _Worlds(self.total, [], [], [])
        known: dict[Task, WorldProof] = {}
        alike: dict[Task, tuple[int, WorldProof]] = {}
        judge, worlds = Judge(budget), islice(each_world(quest, system), budget.worlds)
        for number, world in enumerate(worlds, 0 if quest.unknowns else -1):
            if found.each and is_time_over():
                break
            translated = translation(world.quest, system)
            proof = known.get(translated.task)
            if proof is None:
                proof = helped(WorldProof(translated, judge))
                proof = self._at_pace(proof) if proof.is_hurried else proof
                known[translated.task] = proof
                found.first.append((number, proof))
                if bare(proof.task) not in alike:
                    alike[bare(proof.task)] = number, proof
            found.each.append((world, proof))
        return found._replace(unlike=[*alike.values()])

    @property
    def each(self) -> list[tuple[World, WorldProof]]:
        """The worlds that were judged, each with its proof."""
        return self._worlds.each

    @property
    def shown(self) -> WorldProof:
        """The proof of the world that is shown: the first with the worst verdict."""
        return self._worlds.shown[1]

    # -- the verdict -----------------------------------------------------------------------

    @property
    def kind(self) -> VerdictKind:
        """The worst verdict of all worlds."""
        kind = self.shown.kind
        if self._worlds.is_whole or kind in (VerdictKind.UNWINNABLE, VerdictKind.VACUOUS):
            return kind
        return VerdictKind.UNDECIDED

    @property
    def can_strand(self) -> bool | None:
        """Whether there is a world in which the party can play itself into a dead end."""
        return self._worlds.in_some(proof.judged.can_strand for proof in self._worlds.asked)

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Each kind of dead end that is known, as it is in the first world that has it."""
        found: dict[Span, DeadEnd] = {}
        for number, proof in self._worlds.unlike:
            for end in proof.dead_ends:
                found.setdefault(end.origin, end._replace(world=number))
        shown, _ = self._worlds.shown
        return tuple(sorted(found.values(), key=lambda end: end.world != shown))

    @property
    def are_dead_ends_known(self) -> bool:
        """Whether no kind of dead end can be missing among those that are known."""
        return self._worlds.is_whole and all(
            proof.lines.are_dead_ends_known for proof in self._worlds.asked
        )

    @property
    def losing(self) -> tuple[Step, ...]:
        """A way to lose, in the world that is shown or in the first that has one."""
        return self._losing[1]

    @property
    def _losing(self) -> tuple[int, tuple[Step, ...]]:
        """The same with the number of that world."""
        ordered = (self._worlds.shown, *self._worlds.unlike)
        every = ((number, proof.lines.losing) for number, proof in ordered)
        return next((found for found in every if found[1]), (-1, ()))

    @property
    def worlds(self) -> tuple[JudgedWorld, ...]:
        """Each world that was judged, and its verdict."""
        return tuple(
            JudgedWorld(world.parts, world.choices, world.chance, proof.kind)
            for world, proof in self.each
        )

    @property
    def reached(self) -> Cells:
        """Every square that the party can come to in some world."""
        return union(proof.questions.reached for proof in self._worlds.asked)

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What of the quest could not be judged, where it is written."""
        return tuple(
            dict.fromkeys(one for proof in self._worlds.distinct for one in proof.unjudged)
        )

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged."""
        told = [cause.text for cause in self.unjudged]
        if not self._worlds.is_whole:
            told.append(self._budget.told_worlds(len(self.each), self.total))
        return tuple(dict.fromkeys((*told, *self.left_open)))

    @property
    def left_open(self) -> tuple[str, ...]:
        """Questions besides the verdict that were asked and not judged, in words."""
        every = (proof.left_open.words for proof in self._worlds.distinct)
        return tuple(dict.fromkeys(one for words in every for one in words))

    @property
    def rounds(self) -> tuple[int, int] | None:
        """From the world in which one can win first to the one in which it takes longest."""
        found = [self.paced(proof).lines.schedule.rounds for proof in self._worlds.distinct]
        counted = [rounds for rounds in found if rounds is not None]
        if len(counted) < len(found):
            return None
        return min(low for low, _ in counted), max(high for _, high in counted)

    def is_won_within(self, low: int, high: int) -> bool:
        """Whether it is soon seen that each world is won first in one of some rounds."""
        # The line of the victory that is won first is looked for where another is not soon enough.
        return all(
            self._at_pace(proof).lines.schedule.is_within(low, high)
            or self.paced(proof).lines.schedule.is_within(low, high)
            for proof in self._worlds.distinct
        )

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chain of causes of the first world that cannot be won."""
        return self.shown.why_unwinnable()

    def won_at_once(self) -> tuple[Cause, ...]:
        """What wins before the party does anything: a victory or an event, then what led to it."""
        return self.shown.judged.won_at_once()

    # -- questions -------------------------------------------------------------------------

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win in some world; of those only the largest."""
        found = dict.fromkeys(
            party for proof in self._worlds.asked for party in losing_parties(proof)
        )
        return [one for one in found if not any(set(one) < set(other) for other in found)]

    def never(self, asked: Iterable[tuple[QuestPart, str]]) -> list[Unreached]:
        """What of some parts comes into play in no world, as the world that is shown tells it.

        They are asked for in order. What would come into play if all before it were mended, and
        what keeps the quest from being won, is left out.
        """
        if not self._worlds.is_whole:
            return []
        shown, found, asked = self.shown, [], list(asked)
        others = [proof.questions for proof in self._worlds.asked if proof is not shown]
        questions, reasons = shown.questions, shown.reasons
        if reasons is None:
            questions.look_for(asked)
        for part, id_ in asked:
            if questions.is_never(part, id_, reasons) and all(
                other.is_never(part, id_) for other in others
            ):
                causes, reasons = questions.why_never(part, id_, reasons)
                if causes:
                    found.append(Unreached(part, id_, causes))
        return found

    def asked_apart(self, near: Sequence[frozenset[int]], bearer: int) -> Iterable[AskedApart]:
        """What only comes true where some are in none of the areas near the bearer."""
        # Loaded here: few games have anybody who may be lost so.
        from questwright.compiler.verdict.apart import asked_apart

        return asked_apart(self.shown.translated.task, near, bearer)

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether there is a world in which an area can be reached without ever having items."""
        asked = (proof.spared for proof in self._worlds.asked)
        return self._worlds.in_some(spared.reaches_without(area, items) for spared in asked)

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line of every world meets something."""
        is_spared = self._worlds.in_some(p.spared.can_spare(id_) for p in self._worlds.asked)
        return None if is_spared is None else not is_spared

    # -- all of it -------------------------------------------------------------------------

    def verdict(self, *, tells_each: bool = True) -> Verdict:
        """The whole verdict, with the lines and causes of one world; of each world, if asked."""
        # Loaded here: a check does not ask for all of it.
        from questwright.compiler.verdict.rounds.costs import taken_for_granted

        proofs = self._worlds.distinct if tells_each else []
        told = {id(proof): _told_world(self.paced(proof)) for proof in proofs}
        number, shown = self._worlds.shown
        shown = self.paced(shown)
        # What is left open is known when all else has been asked.
        line, chances = shown.lines.steps
        required, optional = _entered(self._quest, self._worlds.asked, self.shown)
        stranded, (lost_in, losing) = shown.dead_ends, self._losing
        assumed = (
            (*proof.task.assumptions, *taken_for_granted(proof.quest, self._system))
            for proof in self._worlds.distinct
        )
        founds = [proof.judged.found for proof in self._worlds.distinct]
        has_worlds = bool(self._quest.unknowns)
        return Verdict(
            line=line,
            stranded=stranded[0].line if stranded else (),
            causes=shown.why_unwinnable() if shown.kind is VerdictKind.UNWINNABLE else (),
            reached=self.reached,
            optional=optional,
            required=required,
            assumptions=tuple(dict.fromkeys(text for texts in assumed for text in texts)),
            states=sum(found.states for found in founds if found is not None),
            rounds=shown.lines.schedule.rounds if line else None,
            chances=chances,
            relies=shown.lines.relies if shown.kind in WON else (),
            casts=shown.lines.casts,
            losing=losing,
            lost_in=lost_in,
            dead_ends=self.dead_ends,
            are_dead_ends_known=self.are_dead_ends_known,
            worlds=self.worlds if has_worlds else (),
            told_worlds=tuple(told[id(proof)] for _, proof in self.each if has_worlds and told),
            shown=number,
            total=self.total if has_worlds else 0,
            kind=self.kind,
            undecided=self.undecided,
            won_by=shown.lines.winning.won_by if line else -1,
        )


def _entered(
    quest: Quest, asked: Sequence[WorldProof], shown: WorldProof
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The areas that every winning line enters, and those that some such line does without."""
    won = [proof for proof in asked if proof.judged.win is not None]
    cells = union(proof.questions.reached for proof in won)
    areas = [area.id for area in quest.board.areas if area.cells & cells]
    required, optional = {*areas}, set[str]()
    # Its line has been told.
    for proof in sorted(won, key=lambda proof: proof is not shown):
        left = [area for area in areas if area not in optional]
        met, spared = proof.spared.required(left)
        required &= met
        optional |= spared
    return (
        tuple(area for area in areas if area in required),
        tuple(area for area in areas if area in optional),
    )


def reached_on_foot(quest: Quest, system: System) -> Cells:
    """Every square that the party can come to in some world, whether it wins or not."""
    some = islice(each_world(quest, system), USUAL.worlds)
    return union(WorldProof(translation(world.quest, system)).questions.reached for world in some)


def _told_world(proof: WorldProof) -> ToldWorld:
    lines = proof.lines
    line, _ = lines.steps
    stranded = proof.dead_ends[0].line if proof.dead_ends else ()
    return ToldWorld(
        lines.schedule.rounds if line else None, line, stranded, lines.losing, lines.casts
    )


def at_pace(proof: WorldProof) -> WorldProof:
    """The same proof with regard to rounds, where one that comes during its line may spoil it."""
    is_spoiled = proof.judged.kind in WON and proof.lines.schedule.spoiled is not None
    if not is_spoiled or proof.spread is None:
        return proof
    # Loaded here: few quests need it.
    from questwright.compiler.verdict.in_time import never_too_soon

    return never_too_soon(proof, proof.spread)


def _won_first(proof: WorldProof) -> WorldProof:
    """The same proof, by the victory that is won first."""
    if proof.judged.kind not in WON or proof.judged.doubts or len(proof.task.own) == 1:
        return proof
    # Loaded here: few quests are won in several ways.
    from questwright.compiler.verdict.in_time import quickest

    return quickest(proof)


def helped(proof: WorldProof) -> WorldProof:
    """The same proof; with what may help where nothing usual wins, or where the party strands."""
    proof = _resorted(proof)
    if proof.kind is VerdictKind.UNWINNABLE and proof.quest.board.crossings:
        # Loaded here: few quests have any.
        from questwright.compiler.verdict.forms import landed_together

        proof = landed_together(proof)
    if proof.kind is VerdictKind.UNDECIDED:
        # Loaded here: most lines are in time.
        from questwright.compiler.verdict.in_time import in_time

        proof = in_time(proof)
    if not proof.system.other_form:
        return proof
    # Loaded here: in few games anybody changes.
    from questwright.compiler.verdict.forms import left_in_form

    return left_in_form(proof)


def _resorted(proof: WorldProof) -> WorldProof:
    """The same proof; with what is a last resort, where nothing usual wins or the party strands."""
    proof = _in_file(told_apart(proof))
    fights, locks = proof.system.fights, proof.system.locks
    if (fights is None or not (fights.resorts or fights.driven_back)) and not locks:
        return spelled(proof)
    # Loaded here: few games have any.
    from questwright.compiler.verdict.resorts import armed, has_resorts, unsure

    if not has_resorts(proof) or proof.kind is VerdictKind.WINNABLE:
        return spelled(proof)
    if proof.kind in (VerdictKind.UNWINNABLE, VerdictKind.CAN_STRAND):
        proof = armed(proof)
    return unsure(spelled(proof))


def told_apart(proof: WorldProof) -> WorldProof:
    """The same proof; with each cell of all lanes told apart, where that may make a difference.

    In places that are wider nobody is in anybody's way: there a line may win that nobody can walk,
    and cannot be told. And a dead end may come of who is taken to stand where.
    """
    if proof.task.party < 2 or proof.judged.kind not in WON or proof.judged.doubts:
        return proof
    friends_block = proof.translated.floor.friends_block
    gates = proof.task.of_sorts(FactSort.OPEN)
    closes = any(event.cells or event.removes & gates for event in proof.task.events)
    winning = proof.lines.winning
    is_doubtful = proof.judged.kind is VerdictKind.CAN_STRAND and proof.task.party <= FEW
    is_doubtful = is_doubtful and (friends_block or closes)
    # A line that is told, and a dead end wherever members stand, are there with cells of their own.
    if is_doubtful and winning.rough and proof.lines.surely_strands:
        is_doubtful = False
    if not is_doubtful and (not friends_block or winning.rough or not winning.untold):
        return proof
    finer = proof.finest
    is_finer = finer.task != proof.task and finer.kind is not VerdictKind.UNDECIDED
    # Where friends are passed it is taken for the dead ends alone.
    is_finer &= friends_block or finer.judged.kind in WON
    return finer if is_finer else proof


def _in_file(proof: WorldProof) -> WorldProof:
    """The same proof; with a line in which nobody passes a friend, where its own cannot be told."""
    winning, grid = proof.lines.winning, proof.system.grid
    if proof.task.party < 2 or grid.friends_block or proof.judged.kind not in WON:
        return proof
    # Where nothing is ever lost a line is told for the book alone.
    if proof.judged.is_sure or winning.rough or not winning.untold:
        return proof
    system = proof.system._replace(grid=grid._replace(friends_block=True))
    other = told_apart(proof.of(proof.quest, system))
    return proof.with_line_of(other) if other.lines.winning.rough else proof


def spelled(proof: WorldProof) -> WorldProof:
    """The same proof; with spells, where nothing else wins and somebody casts them."""
    if not casters_of(proof.quest, proof.system):
        return proof
    if proof.judged.kind in WON or proof.kind is not VerdictKind.UNWINNABLE:
        return proof
    # Loaded here: few quests need it.
    from questwright.compiler.verdict.spells import with_spells

    try:
        return with_spells(proof)
    except TimeOverError:
        told = f"whether spells win: {proof.budget.told('seconds')}"
        return proof.unjudged_for(told)
