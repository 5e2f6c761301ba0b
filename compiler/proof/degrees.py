"""How well a quest can be won, where its game tells degrees of victory apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.degrees import Degreed
from compiler.model.verdict import VerdictKind
from compiler.proof.across import prove
from compiler.proof.budget import USUAL, Budget
from compiler.proof.by_member import solve
from compiler.proof.hurry import Hurry, hurries
from compiler.proof.lines import shorten
from compiler.proof.pose import pose
from compiler.proof.problem import (
    All,
    Deed,
    Either,
    Has,
    each_place,
    facts_needed,
    parts_of,
    stands_asked,
)
from compiler.proof.prove import Proof
from compiler.proof.solve import grounded
from compiler.proof.worlds import count_worlds, each_world

if TYPE_CHECKING:
    from compiler.model.quest import Quest, Victory
    from compiler.packs.model import System
    from compiler.proof.across import Across
    from compiler.proof.problem import Problem

_WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)
Counted = tuple[int, int]
"""A round before which nothing is won, and one in which it is, where all goes well."""


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
        kind, rounds = _judged(quest, system, less, budget) if less else (proof.kind, proof.rounds)
        word = list(system.degrees)[rank]
        counted = rounds if kind in _WON else None
        found.append(Degreed(word, system.degrees[word].title, kind, counted))
    return _soonest(found)


def _soonest(found: list[Degreed]) -> tuple[Degreed, ...]:
    """The same, where who wins better in some round has won by less in it as well."""
    for number in range(len(found) - 2, -1, -1):
        one, better = found[number], found[number + 1]
        if one.rounds is not None and better.rounds is not None:
            high = min(one.rounds[1], better.rounds[1])
            found[number] = one._replace(rounds=(min(one.rounds[0], high), high))
    return tuple(found)


def _judged(
    quest: Quest, system: System, less: set[Victory], budget: Budget
) -> tuple[VerdictKind, Counted | None]:
    """Whether and when the party can win otherwise than by some victories, before any of them."""
    brief = budget._replace(seeks_dead_ends=False)
    rest = tuple(one for one in quest.victories if one not in less)
    alone = prove(quest._replace(victories=rest), system, brief)
    others = [side for side in system.sides if side != system.party.word]
    if alone.kind not in _WON or not others:
        return alone.kind, alone.rounds
    # Who has won by less has lost the better victory.
    forbidding = quest._replace(
        victories=tuple(
            one._replace(side=others[0]) if one in less else one for one in quest.victories
        )
    )
    late = _round_at_last(forbidding, system, brief)
    if late is None:
        found = prove(forbidding, system, brief)
        return found.kind, found.rounds
    return alone.kind, None if alone.rounds is None else (
        alone.rounds[0],
        max(late, alone.rounds[0]),
    )


def _round_at_last(quest: Quest, system: System, budget: Budget) -> int | None:
    """The round in which the party has won, in each world, by leaving something for last.

    Without that, nothing less than the goal is met: then both come true at once, and the better
    one counts. None where this does not show that it wins.
    """
    if count_worlds(quest, system) > budget.worlds:
        return None
    hurry = Hurry.SHUNNED if hurries(quest, system) else Hurry.COUNTS
    known: dict[Problem, int | None] = {}
    for world in each_world(quest, system):
        # What is won on foot is won.
        problem = grounded(pose(world.quest, system, hurry=hurry))
        if problem not in known:
            staged = _staged(problem)
            proof = Proof(world.quest, system, budget, staged, hurry) if staged else None
            rounds = proof.rounds if proof is not None and proof.kind in _WON else None
            known[problem] = None if rounds is None else rounds[1]
        if known[problem] is None:
            return None
    return max(late for late in known.values() if late is not None)


def _staged(problem: Problem) -> Problem | None:
    """A line that wins, as a problem of its own in which one deed waits for all others.

    Only where nothing is ever lost.
    """
    lesser = [deed for deed in problem.deeds if deed.adds & problem.lost]
    if not isinstance(problem.goal, All) or any(not _is_plain(deed) for deed in lesser):
        return None
    deeds = tuple(deed for deed in problem.deeds if deed not in lesser)
    free = problem._replace(deeds=deeds, goal=problem.goal.parts[-1], lost=0)
    reached = solve(free)
    if reached is None or reached.line is None:
        return None
    line = [deed for deed in shorten(free, reached.line) if not deed.is_forced]
    forced = tuple(deed for deed in deeds if deed.is_forced)
    less = Either(tuple(deed.needs for deed in lesser))
    for last in reversed(line):
        before = (*forced, *(deed for deed in line if deed is not last))
        done = solve(free._replace(deeds=before, goal=less))
        if done is None or done.line is not None:
            continue
        others = 0
        for deed in line:
            others |= deed.adds if deed is not last else 0
        # Where all have to be in the end they have to be then.
        stands = [one for one in parts_of(free.goal) if any(True for _ in stands_asked(one))]
        if not others & ~done.facts and not any(facts_needed(one)[0] & last.adds for one in stands):
            waits = (Has(fact, last.origin) for fact in each_place(others))
            late = last._replace(needs=All((*parts_of(last.needs), *waits, *stands)))
            return free._replace(deeds=(*before, late))
    return None


def _is_plain(deed: Deed) -> bool:
    """Whether a deed is that another side wins by its victory, and no event."""
    return deed.id.startswith("lost ")
