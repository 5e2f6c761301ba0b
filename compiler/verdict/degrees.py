"""How well a quest can be won, where its game tells degrees of victory apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.degrees import DegreeVerdict
from questwright.compiler.model.verdict import worst
from questwright.compiler.verdict.judge import WON
from questwright.compiler.verdict.prove import spelled

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.prove import Proof
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.world import WorldProof


def prove_degrees(quest: Quest, system: System, proof: Proof) -> tuple[DegreeVerdict, ...]:
    """For each degree that the party may win by, the lowest first: whether, and how soon.

    ``proof`` is that of the quest as a whole. A victory ends the quest: who wins by less does not
    win by more: to win by some degree is to win by it or a better one, before anything less has
    come true.
    """
    party = system.party.word
    order = {word: rank for rank, word in enumerate(system.degrees)}
    own = [victory for victory in quest.victories if victory.side == party]
    proofs = [*dict.fromkeys(known for _, known in proof.each)]
    found = []
    for rank in sorted({order[victory.degree] for victory in own if victory.degree}):
        less = {
            number
            for number, victory in enumerate(quest.victories)
            if victory.side == party and order.get(victory.degree, -1) < rank
        }
        each = [_without_lesser(known, less) if less else known for known in proofs]
        kind = worst([known.kind for known in each])
        counted = [known.lines.rounds for known in each] if kind in WON else [None]
        rounds = None
        if None not in counted:
            lows, highs = zip(*(known for known in counted if known), strict=True)
            rounds = (min(lows), max(highs))
        word = list(system.degrees)[rank]
        spells = kind in WON and any(known.lines.casts for known in each)
        found.append(DegreeVerdict(word, system.degrees[word].title, kind, rounds, spells))
    return _soonest(found)


def _without_lesser(proof: WorldProof, less: set[int]) -> WorldProof:
    """The proof in which play ends, and is not won, by a victory that is less."""
    foot = proof.on_foot.changed(lambda task: _lessened(task, less), wins_only=True)
    return spelled(foot)


def _lessened(task: Task, less: set[int]) -> Task:
    own = [v for v in task.victories if v.is_own and v.number not in less]
    lesser = [v._replace(is_own=False) for v in task.victories if v.is_own and v.number in less]
    others = [v for v in task.victories if not v.is_own]
    return task._replace(victories=(*own, *lesser, *others))


def _soonest(found: list[DegreeVerdict]) -> tuple[DegreeVerdict, ...]:
    """The same, where who wins better in some round has won by less in it as well."""
    for number in range(len(found) - 2, -1, -1):
        lesser, better = found[number], found[number + 1]
        if lesser.rounds is not None and better.rounds is not None:
            high = min(lesser.rounds[1], better.rounds[1])
            found[number] = lesser._replace(rounds=(min(lesser.rounds[0], high), high))
    return tuple(found)
