"""How well a quest can be won, where its game tells degrees of victory apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.degrees import Degreed
from compiler.model.verdict import VerdictKind
from compiler.proof.across import prove
from compiler.proof.budget import USUAL, Budget
from compiler.proof.by_member import solve
from compiler.proof.lines import shorten
from compiler.proof.pose import pose
from compiler.proof.problem import All, Deed, Either

if TYPE_CHECKING:
    from compiler.model.quest import Quest, Victory
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
    order = {word: rank for rank, word in enumerate(system.degrees)}
    own = [one for one in quest.victories if one.side == party]
    ranks = sorted({order[one.degree] for one in own if one.degree})
    found = []
    for rank in ranks:
        less = {one for one in own if order.get(one.degree, -1) < rank}
        judged = _judged(quest, system, less, budget) if less else proof
        kind = judged.kind
        word = list(system.degrees)[rank]
        rounds = judged.rounds if kind in _WON else None
        found.append(Degreed(word, system.degrees[word].title, kind, rounds))
    return tuple(found)


def _judged(quest: Quest, system: System, less: set[Victory], budget: Budget) -> Proof | Across:
    """The proof that the party can win otherwise than by some victories, before any of them."""
    brief = budget._replace(seeks_dead_ends=False)
    rest = tuple(one for one in quest.victories if one not in less)
    alone = prove(quest._replace(victories=rest), system, brief)
    others = [side for side in system.sides if side != system.party.word]
    if alone.kind not in _WON or not others:
        return alone
    # Who has won by less has lost the better victory.
    forbidding = quest._replace(
        victories=tuple(
            one._replace(side=others[0]) if one in less else one for one in quest.victories
        )
    )
    if not quest.unknowns and _is_last_of_all(forbidding, system):
        return alone
    return prove(forbidding, system, brief)


def _is_last_of_all(quest: Quest, system: System) -> bool:
    """Whether something can be left for last, without which nothing less than the goal is met.

    Then both come true at once, and the better one counts. Only where nothing is ever lost.
    """
    problem = pose(quest, system)
    lesser = [deed for deed in problem.deeds if deed.adds & problem.lost]
    if not isinstance(problem.goal, All) or any(not _is_plain(deed) for deed in lesser):
        return False
    deeds = tuple(deed for deed in problem.deeds if deed not in lesser)
    free = problem._replace(deeds=deeds, goal=problem.goal.parts[-1], lost=0)
    reached = solve(free)
    if reached is None or reached.line is None:
        return False
    line = shorten(free, reached.line)
    forced = tuple(deed for deed in deeds if deed.is_forced)
    less = Either(tuple(deed.needs for deed in lesser))
    for last in reversed(line):
        before = (*forced, *(deed for deed in line if deed is not last and not deed.is_forced))
        done = solve(free._replace(deeds=before, goal=less))
        if done is None or done.line is not None:
            continue
        if all(not deed.adds & ~done.facts for deed in line if deed is not last):
            return True
    return False


def _is_plain(deed: Deed) -> bool:
    """Whether a deed is that another side wins by its victory, and no event."""
    return deed.id.startswith("lost ")
