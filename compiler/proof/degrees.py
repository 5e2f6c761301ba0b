"""How well a quest can be won, where its game tells degrees of victory apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.degrees import Degreed
from compiler.proof.across import prove
from compiler.proof.budget import USUAL, Budget

if TYPE_CHECKING:
    from compiler.model.quest import Quest
    from compiler.packs.model import System


def prove_degrees(quest: Quest, system: System, budget: Budget = USUAL) -> tuple[Degreed, ...]:
    """For each degree that the party may win by, the lowest first: whether, and how soon.

    A victory ends the quest, so who wins by a lower degree does not win by a higher one: to win by
    some degree is to win by it or a better one, before anything less has come true.
    """
    party = system.party.word
    others = [side for side in system.sides if side != party]
    order = {word: rank for rank, word in enumerate(system.degrees)}
    own = {one.degree for one in quest.victories if one.side == party and one.degree}
    found = []
    for word in sorted(own, key=order.__getitem__):
        rank = order[word]
        victories = tuple(
            one._replace(side=others[0])
            if one.side == party and others and order.get(one.degree, -1) < rank
            else one
            for one in quest.victories
        )
        verdict = prove(quest._replace(victories=victories), system, budget).verdict()
        title = system.degrees[word].title
        found.append(Degreed(word, title, verdict.kind, verdict.rounds))
    return tuple(found)
