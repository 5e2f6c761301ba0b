"""How well a quest can be won, where its game tells degrees of victory apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.degrees import Degreed
from compiler.model.verdict import VerdictKind
from compiler.proof.across import prove
from compiler.proof.budget import USUAL, Budget

if TYPE_CHECKING:
    from compiler.model.quest import Quest
    from compiler.packs.model import System
    from compiler.proof.across import Across
    from compiler.proof.prove import Proof

_WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)


def prove_degrees(
    quest: Quest, system: System, proof: Proof | Across, budget: Budget = USUAL
) -> tuple[Degreed, ...]:
    """For each degree that the party may win by, the lowest first: whether, and how soon.

    ``proof`` is that of the quest as a whole. A victory ends the quest: who wins by less does not
    win by more: to win by some degree is to win by it or a better one, before anything less has
    come true.
    """
    party = system.party.word
    others = [side for side in system.sides if side != party]
    order = {word: rank for rank, word in enumerate(system.degrees)}
    own = [one for one in quest.victories if one.side == party]
    ranks = sorted({order[one.degree] for one in own if one.degree})
    lowest = min((order.get(one.degree, -1) for one in own), default=-1)
    found = []
    for rank in ranks:
        judged = proof
        if rank > lowest and others:
            victories = tuple(
                one._replace(side=others[0])
                if one.side == party and order.get(one.degree, -1) < rank
                else one
                for one in quest.victories
            )
            judged = prove(
                quest._replace(victories=victories), system, budget._replace(seeks_dead_ends=False)
            )
        word = list(system.degrees)[rank]
        kind = judged.kind
        rounds = judged.rounds if kind in _WON else None
        found.append(Degreed(word, system.degrees[word].title, kind, rounds))
    return tuple(found)
