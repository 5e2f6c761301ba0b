"""How well a quest can be won, where its game tells degrees of victory apart."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import chain

from questwright.compiler.model.degrees import DegreeVerdict, JudgedDegree
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.verdict import VerdictKind, worst
from questwright.compiler.verdict.judge import WON
from questwright.compiler.verdict.prove import at_pace, helped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Cause
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.prove import Proof
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.world import WorldProof


class Degrees:
    """For each degree that the party may win by: whether, and how soon.

    A victory ends the quest: who wins by less does not win by more. To win by some degree is to win
    by it or a better one, before anything less has come true.
    """

    def __init__(self, quest: Quest, system: System, proof: Proof) -> None:
        """``proof`` is that of the quest as a whole."""
        party = system.party.word
        self._system = system
        self._paced = proof.paced
        self._proofs = [*dict.fromkeys(known for _, known in proof.each)]
        order = {word: rank for rank, word in enumerate(system.degrees)}
        own = [n for n, victory in enumerate(quest.victories) if victory.side == party]
        ranks = {n: order.get(quest.victories[n].degree, -1) for n in own}
        if any(own.kind is EffectKind.END and own.target == party for own in quest.every_effect()):
            # What an event lets win is a victory without a number, and without a degree.
            ranks[-1] = -1
        self._lesser = {
            word: frozenset(n for n, own in ranks.items() if own < rank)
            for word, rank in order.items()
            if rank in ranks.values()
        }
        """For each degree, the lowest first, the victories that are less."""
        self._of = cache(self._by)

    @cached_property
    def kinds(self) -> dict[str, VerdictKind]:
        """The verdict on each degree, the lowest first; who wins by more wins by less."""
        found: dict[str, VerdictKind] = {}
        won: set[WorldProof] = set()
        for word in reversed(self._lesser):
            kinds = [
                VerdictKind.WINNABLE
                if known in won and self._lesser[word]
                else self._of(known, word).kind
                for known in self._proofs
            ]
            won |= {known for known, kind in zip(self._proofs, kinds, strict=True) if kind in WON}
            found[word] = worst(kinds)
        return dict(reversed(found.items()))

    @cached_property
    def judged(self) -> dict[str, JudgedDegree]:
        """The same with what keeps it from being judged, where it is not decided."""
        undecided = VerdictKind.UNDECIDED
        return {
            word: JudgedDegree(kind, self._unjudged(word) if kind is undecided else ())
            for word, kind in self.kinds.items()
        }

    def _unjudged(self, word: str) -> tuple[Cause, ...]:
        each = (self._of(known, word).unjudged for known in self._proofs)
        return tuple(dict.fromkeys(chain.from_iterable(each)))

    @cached_property
    def told(self) -> tuple[DegreeVerdict, ...]:
        """The same with the rounds in which it is won, in the worlds together."""
        found = []
        for word, kind in self.kinds.items():
            each = [self._of(known, word) for known in self._proofs] if kind in WON else []
            counted = [known.lines.schedule.rounds for known in each]
            rounds = None
            if counted and None not in counted:
                lows, highs = zip(*(known for known in counted if known), strict=True)
                rounds = (min(lows), max(highs))
            spells = any(known.lines.casts for known in each)
            title = self._system.degrees[word].title
            found.append(DegreeVerdict(word, title, kind, rounds, spells))
        return _soonest(found)

    def _by(self, proof: WorldProof, word: str) -> WorldProof:
        """The proof in which play ends, and is not won, by a victory that is less."""
        less = self._lesser[word]
        if not less:
            return self._paced(proof)
        found = helped(proof.on_foot.changed(lambda task: _lessened(task, less), wins_only=True))
        return at_pace(found) if found.is_hurried else found


def _lessened(task: Task, less: Collection[int]) -> Task:
    own = [victory for victory in task.own if victory.number not in less]
    lesser = [victory._replace(is_own=False) for victory in task.own if victory.number in less]
    return task._replace(victories=(*own, *lesser, *task.others))


def _soonest(found: list[DegreeVerdict]) -> tuple[DegreeVerdict, ...]:
    """The same, where who wins better in some round has won by less in it as well."""
    for number in range(len(found) - 2, -1, -1):
        lesser, better = found[number], found[number + 1]
        if lesser.rounds is not None and better.rounds is not None:
            high = min(lesser.rounds[1], better.rounds[1])
            found[number] = lesser._replace(rounds=(min(lesser.rounds[0], high), high))
    return tuple(found)
