"""Prove a quest in each of its worlds, and answer of all of them as of one.

Something can be done where it can be done in one world; it is dead, or must be faced, only where
that is so in each of them. Worlds that pose the same problem are solved once.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from questwright.compiler.model.verdict import (
    Cause,
    JudgedWorld,
    Unreached,
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
    from collections.abc import Callable, Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Step
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.worlds import World


def prove(quest: Quest, system: System, budget: Budget = USUAL) -> Proof | Across:
    """The proof of a quest: of each of its worlds, where something is unknown."""
    if quest.unknowns:
        return Across(quest, system, budget)
    return Proof(quest, system, budget).spelled()


class Across:
    """The proofs of a quest in all of its worlds."""

    __slots__ = ("_budget", "_proofs", "_shown", "_verdict", "_worlds", "total")

    def __init__(self, quest: Quest, system: System, budget: Budget = USUAL) -> None:
        self._budget = budget.begun()
        self.total = count_worlds(quest, system)
        """How many worlds there are, judged or not."""
        self._worlds: list[World] = []
        self._proofs: list[Proof] = []
        known: dict[Task, Proof] = {}
        for world in islice(each_world(quest, system), budget.worlds):
            translated = translation(world.quest, system)
            proof = known.get(translated.task)
            if proof is None:
                proof = Proof(world.quest, system, self._budget, translated).spelled()
                known[translated.task] = proof
            self._worlds.append(world)
            self._proofs.append(proof)
        kinds = [proof.kind for proof in self._proofs]
        self._shown = kinds.index(worst(kinds))
        self._verdict: Verdict | None = None

    @property
    def each(self) -> list[tuple[World, Proof]]:
        """The worlds that were judged, each with its proof."""
        return list(zip(self._worlds, self._proofs, strict=True))

    @property
    def _is_whole(self) -> bool:
        """Whether every world was judged."""
        return len(self._worlds) == self.total

    @property
    def _distinct(self) -> list[Proof]:
        return list({id(proof): proof for proof in self._proofs}.values())

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
    def can_strand(self) -> bool:
        """Whether there is a world in which the party can play itself into a dead end."""
        return any(proof.can_strand for proof in self._distinct)

    @property
    def is_strand_judged(self) -> bool:
        """Whether all of play was looked at in search of dead ends, in every world."""
        return self._is_whole and all(proof.is_strand_judged for proof in self._distinct)

    @property
    def stranded(self) -> tuple[Step, ...]:
        """Steps after which nothing wins any more, in the world that is shown."""
        return self._proofs[self._shown].stranded

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
        told = [one for proof in self._distinct for one in proof.undecided]
        if not self._is_whole:
            told.append(self._budget.told_worlds(self.total))
        return tuple(dict.fromkeys(told))

    @property
    def losing(self) -> tuple[Step, ...]:
        """A way to lose in the world that is shown."""
        return self._proofs[self._shown].losing

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
        if self._verdict is None:
            self._verdict = self._judge()
        return self._verdict

    def _judge(self) -> Verdict:
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

    def unreached_areas(self) -> list[Unreached]:
        """Areas of which the party reaches no square in any world."""
        return self._in_each(Proof.unreached_areas)

    def unobtained_items(self) -> list[Unreached]:
        """Items that the party can have in no world."""
        return self._in_each(Proof.unobtained_items)

    def dead_events(self) -> list[Unreached]:
        """Events that happen in no world."""
        return self._in_each(Proof.dead_events)

    def dead_actions(self) -> list[Unreached]:
        """Quest actions that can be taken in no world."""
        return self._in_each(Proof.dead_actions)

    def unfound_passages(self) -> list[Unreached]:
        """Passages that can be found in no world."""
        return self._in_each(Proof.unfound_passages)

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

    def _in_each(self, find: Callable[[Proof], Iterable[Unreached]]) -> list[Unreached]:
        """What is found in each world, as the first one tells it."""
        if not self._is_whole:
            return []
        first, *rest = self._distinct
        found = list(find(first))
        for proof in rest:
            if not found:
                break
            ids = {one.id for one in find(proof)}
            found = [one for one in found if one.id in ids]
        return found
