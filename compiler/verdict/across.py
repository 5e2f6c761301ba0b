"""Prove a quest in each of its worlds, and answer of all of them as of one.

Something can be done where it can be done in one world; it is dead, or must be faced, only where
that is so in each of them. Worlds that pose the same problem are solved once.
"""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from questwright.compiler.deadline import is_time_over
from questwright.compiler.model.verdict import (
    Cause,
    JudgedWorld,
    Verdict,
    VerdictKind,
    WorldVerdict,
    worst,
)
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.verdict.prove import Proof
from questwright.compiler.verdict.translate.translate import translation
from questwright.compiler.verdict.translate.worlds import count_worlds, each_world

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import DeadEnd, QuestPart, Step, Unreached
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.worlds import World
    from questwright.dsl.source import Span


def prove(quest: Quest, system: System, budget: Budget = USUAL) -> Proof | Across:
    """The proof of a quest: of each of its worlds, where something is unknown."""
    if quest.unknowns:
        return Across(quest, system, budget)
    return Proof(quest, system, budget).spelled()


class Across:
    """The proofs of a quest in all of its worlds."""

    def __init__(self, quest: Quest, system: System, budget: Budget = USUAL) -> None:
        self._budget = budget
        self.total = count_worlds(quest, system)
        """How many worlds there are, judged or not."""
        self._worlds: list[World] = []
        self._proofs: list[Proof] = []
        known: dict[Task, Proof] = {}
        for world in islice(each_world(quest, system), budget.worlds):
            if self._proofs and is_time_over():
                break
            translated = translation(world.quest, system)
            proof = known.get(translated.task)
            if proof is None:
                proof = Proof(world.quest, system, self._budget, translated).spelled()
                known[translated.task] = proof
            self._worlds.append(world)
            self._proofs.append(proof)

    @cached_property
    def _shown(self) -> int:
        """The first of the worlds with the worst verdict."""
        kinds = [proof.kind for proof in self._proofs]
        return kinds.index(worst(kinds))

    @property
    def each(self) -> list[tuple[World, Proof]]:
        """The worlds that were judged, each with its proof."""
        return list(zip(self._worlds, self._proofs, strict=True))

    @property
    def _is_whole(self) -> bool:
        """Whether every world was judged."""
        return len(self._worlds) == self.total

    @property
    def _first(self) -> list[tuple[int, Proof]]:
        """Each proof once, with the number of the first world that it is of."""
        numbers: dict[int, int] = {}
        for number, proof in enumerate(self._proofs):
            numbers.setdefault(id(proof), number)
        return [(number, self._proofs[number]) for number in numbers.values()]

    @property
    def _distinct(self) -> list[Proof]:
        return [proof for _, proof in self._first]

    @property
    def task(self) -> Task:
        """The task of the world that is shown."""
        return self._proofs[self._shown].task

    @property
    def simplest(self) -> Task:
        """The same without all that makes no difference."""
        return self._proofs[self._shown].simplest

    @property
    def quest(self) -> Quest:
        """The quest as it is in the world that is shown."""
        return self._worlds[self._shown].quest

    @property
    def casts(self) -> tuple[Crossing, ...]:
        """The ways that spells make in some world."""
        return tuple(cast for proof in self._distinct for cast in proof.casts)

    # -- the verdict -----------------------------------------------------------------------

    @property
    def kind(self) -> VerdictKind:
        """The worst verdict of all worlds."""
        kind = self._proofs[self._shown].kind
        if self._is_whole or kind in (VerdictKind.UNWINNABLE, VerdictKind.VACUOUS):
            return kind
        return VerdictKind.UNDECIDED

    @property
    def can_strand(self) -> bool | None:
        """Whether there is a world in which the party can play itself into a dead end."""
        found = [proof.can_strand for proof in self._distinct]
        return True if True in found else False if self._is_told(found) else None

    @cached_property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Each kind of dead end that is known, as it is in the first world that has it."""
        found: dict[Span, DeadEnd] = {}
        for number, proof in self._first:
            for end in proof.dead_ends:
                found.setdefault(end.origin, end._replace(world=number))
        return tuple(sorted(found.values(), key=lambda end: end.world != self._shown))

    @property
    def are_dead_ends_known(self) -> bool:
        """Whether no kind of dead end can be missing among those that are known."""
        return self._is_whole and all(proof.are_dead_ends_known for proof in self._distinct)

    @property
    def losing(self) -> tuple[Step, ...]:
        """A way to lose, in the world that is shown or in the first that has one."""
        shown = self._proofs[self._shown].losing
        return shown or next((p.losing for p in self._distinct if p.losing), ())

    @property
    def worlds(self) -> tuple[JudgedWorld, ...]:
        """Each world that was judged, and its verdict."""
        return tuple(
            JudgedWorld(world.parts, proof.kind)
            for world, proof in zip(self._worlds, self._proofs, strict=True)
        )

    @property
    def reached(self) -> Cells:
        """Every square that the party can come to in some world."""
        cells = 0
        for proof in self._distinct:
            cells |= proof.reached
        return cells

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What of the quest could not be judged, where it is written."""
        return tuple(dict.fromkeys(one for proof in self._distinct for one in proof.unjudged))

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged."""
        told = [cause.text for cause in self.unjudged]
        if not self._is_whole:
            told.append(self._budget.told_worlds(len(self._worlds), self.total))
        return tuple(dict.fromkeys((*told, *self.left_open)))

    @property
    def left_open(self) -> tuple[str, ...]:
        """Questions besides the verdict that were asked and not judged, in words."""
        return tuple(dict.fromkeys(one for proof in self._distinct for one in proof.left_open))

    @property
    def rounds(self) -> tuple[int, int] | None:
        """From the world in which one can win first to the one in which it takes longest."""
        found = [proof.rounds for proof in self._distinct]
        counted = [rounds for rounds in found if rounds is not None]
        if len(counted) < len(found):
            return None
        return min(low for low, _ in counted), max(high for _, high in counted)

    def verdict(self) -> Verdict:
        """All of it, with the lines and causes of one world; what each world has stands below."""
        return self._verdict

    @cached_property
    def _verdict(self) -> Verdict:
        verdicts = {id(proof): proof.verdict_alone() for proof in self._distinct}
        each = [verdicts[id(proof)] for proof in self._proofs]
        shown = self._proofs[self._shown].verdict()
        needed = [set(one.required) for one in each if one.line]
        known = dict.fromkeys((*shown.required, *shown.optional))
        for one in each:
            known |= dict.fromkeys((*one.required, *one.optional))
        required = tuple(area for area in known if all(area in one for one in needed))
        return shown._replace(
            kind=self.kind,
            reached=self.reached,
            dead_ends=self.dead_ends,
            are_dead_ends_known=self.are_dead_ends_known,
            losing=self.losing,
            required=required,
            optional=tuple(area for area in known if area not in required),
            undecided=self.undecided,
            assumptions=tuple(dict.fromkeys(told for one in each for told in one.assumptions)),
            states=sum(verdict.states for verdict in verdicts.values()),
            worlds=tuple(
                WorldVerdict(
                    world.parts,
                    world.choices,
                    world.chance,
                    one.kind,
                    one.rounds,
                    one.line,
                    one.stranded,
                    one.casts,
                    one.losing,
                )
                for world, one in zip(self._worlds, each, strict=True)
            ),
            shown=self._shown,
            total=self.total,
        )

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chain of causes of the first world that cannot be won."""
        return self._proofs[self._shown].why_unwinnable()

    # -- questions -------------------------------------------------------------------------

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win in some world; of those only the largest."""
        found = dict.fromkeys(party for proof in self._distinct for party in proof.losing_parties())
        return [one for one in found if not any(set(one) < set(other) for other in found)]

    def never(self, part: QuestPart) -> list[Unreached]:
        """What comes into play in no world, as the first one tells it."""
        if not self._is_whole:
            return []
        first, *rest = self._distinct
        found = first.never(part)
        for proof in rest:
            if not found:
                break
            ids = {one.id for one in proof.never(part)}
            found = [one for one in found if one.id in ids]
        return found

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether there is a world in which an area can be reached without ever having items."""
        found = [proof.reaches_without(area, items) for proof in self._distinct]
        return True if True in found else False if self._is_told(found) else None

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line of every world meets something."""
        found = [proof.must_face(id_) for proof in self._distinct]
        return False if False in found else True if self._is_told(found) else None

    def _is_told(self, found: list[bool | None]) -> bool:
        """Whether something was decided in every world."""
        return self._is_whole and None not in found
