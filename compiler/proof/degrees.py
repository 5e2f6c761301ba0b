"""How well a quest can be won, where its game tells degrees of victory apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.degrees import DegreeVerdict
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.proof.across import prove
from questwright.compiler.proof.budget import USUAL, Budget

if TYPE_CHECKING:
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest, Victory
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.across import Across
    from questwright.compiler.proof.prove import Proof
    from questwright.compiler.proof.task.cache import Cache

_WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)
Counted = tuple[int, int]
"""A round before which nothing is won, and one in which it is, where all goes well."""


def prove_degrees(
    quest: Quest, system: System, proof: Proof | Across, budget: Budget = USUAL
) -> tuple[DegreeVerdict, ...]:
    """For each degree that the party may win by, the lowest first: whether, and how soon.

    ``proof`` is that of the quest as a whole. A victory ends the quest: who wins by less does not
    win by more: to win by some degree is to win by it or a better one, before anything less has
    come true.
    """
    party = system.party.word
    order = {word: rank for rank, word in enumerate(system.degrees)}
    own = [victory for victory in quest.victories if victory.side == party]
    ranks = sorted({order[one.degree] for one in own if one.degree})
    found = []
    for rank in ranks:
        less = {one for one in own if order.get(one.degree, -1) < rank}
        kind, rounds, casts = proof.kind, proof.rounds, proof.casts
        if less:
            kind, rounds, casts = _judged(quest, system, less, budget, proof.problem.cache)
        word = list(system.degrees)[rank]
        counted = rounds if kind in _WON else None
        takes_spells = bool(casts) and kind in _WON
        found.append(DegreeVerdict(word, system.degrees[word].title, kind, counted, takes_spells))
    return _soonest(found)


def _soonest(found: list[DegreeVerdict]) -> tuple[DegreeVerdict, ...]:
    """The same, where who wins better in some round has won by less in it as well."""
    for number in range(len(found) - 2, -1, -1):
        one, better = found[number], found[number + 1]
        if one.rounds is not None and better.rounds is not None:
            high = min(one.rounds[1], better.rounds[1])
            found[number] = one._replace(rounds=(min(one.rounds[0], high), high))
    return tuple(found)


def _judged(
    quest: Quest, system: System, less: set[Victory], budget: Budget, cache: Cache | None
) -> tuple[VerdictKind, Counted | None, tuple[Crossing, ...]]:
    """Whether and when the party can win otherwise than by some victories, before any of them."""
    brief = budget._replace(seeks_dead_ends=False)
    rest = tuple(victory for victory in quest.victories if victory not in less)
    alone = prove(quest._replace(victories=rest), system, brief, cache)
    others = [side for side in system.sides if side != system.party.word]
    if alone.kind not in _WON or not others:
        return alone.kind, alone.rounds, alone.casts
    # Loaded here: games without degrees start sooner without it.
    from questwright.compiler.proof.last_deed import round_at_last

    # Who has won by less has lost the better victory.
    forbidding = quest._replace(
        victories=tuple(
            victory._replace(side=others[0]) if victory in less else victory
            for victory in quest.victories
        )
    )
    late = round_at_last(forbidding, system, brief, alone)
    if late is None:
        found = prove(forbidding, system, brief, cache)
        return found.kind, found.rounds, found.casts
    rounds = alone.rounds and (alone.rounds[0], max(late, alone.rounds[0]))
    return alone.kind, rounds, alone.casts
