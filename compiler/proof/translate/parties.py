"""The parties that may come to the table: whether a quest can be won with fewer members, too.

A game may let players leave members of the party at home. What a condition says of all of them
then speaks of those who are there; what it says of one by name cannot come true without them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from questwright.compiler.model.quest import Condition, Every, Fact, Not, Quantity, Some, facts_of
from questwright.compiler.proof.reach.symmetry import moves_as_one
from questwright.compiler.proof.task.condition import EVERYBODY, doers_of
from questwright.compiler.proof.task.relevance import harmful_deeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.proof.task.task import Problem


def smaller_parties(
    quest: Quest, system: System, problem: Problem
) -> Iterator[tuple[tuple[Kind, ...], Quest]]:
    """Each smaller party that the game allows, the largest first, and the quest played by it.

    None where nothing depends on who is there: then what holds for all holds for fewer. Nor where
    the game has all play whom a quest names.
    """
    is_whole = any(
        setting.is_whole for setting in system.settings.values() if setting.role == "party"
    )
    if is_whole or not depends_on_who_is_there(quest, problem):
        return
    least = min(
        (setting.minimum for setting in system.settings.values() if setting.role == "party"),
        default=len(quest.party),
    )
    for size in range(len(quest.party) - 1, max(1, least) - 1, -1):
        for party in combinations(quest.party, size):
            yield party, played_by(quest, party)


def depends_on_who_is_there(quest: Quest, problem: Problem) -> bool:
    """Whether it may matter who of the party is there, or how many."""
    return (
        _counts_members(quest)
        or any(doers_of(deed.needs) != EVERYBODY for deed in problem.deeds)
        or any(doers_of(link.needs) != EVERYBODY for link in problem.links)
        or not moves_as_one(problem, harmful_deeds(problem))
    )


def _counts_members(quest: Quest) -> bool:
    """Whether a condition asks for some of the party by name or number, or in several places."""
    party = {kind.word for kind in quest.party}
    for condition in quest.conditions():
        standing = 0
        for fact in facts_of(condition):
            if not fact.subjects or not set(fact.subjects) <= party:
                continue
            standing += bool(fact.cells)
            if len(fact.subjects) < len(party) or (
                fact.quantity is Quantity.AT_LEAST and fact.count > 1
            ):
                return True
        if standing > 1:
            return True
    return False


def played_by(quest: Quest, party: tuple[Kind, ...]) -> Quest:
    """The quest, with some of its party alone: of those who are absent, nothing is asked."""
    absent = {kind.word for kind in quest.party} - {kind.word for kind in party}
    return quest._replace(
        party=party,
        victories=tuple(
            victory._replace(condition=_without(victory.condition, absent))
            for victory in quest.victories
        ),
        events=tuple(
            event._replace(condition=_without(event.condition, absent)) for event in quest.events
        ),
        actions=tuple(
            action._replace(condition=_without(action.condition, absent))
            if action.condition
            else action
            for action in quest.actions
        ),
    )


def _without(condition: Condition, absent: set[str]) -> Condition:
    match condition:
        case Every(parts, origin):
            return Every(tuple(_without(part, absent) for part in parts), origin)
        case Some(parts, origin):
            return Some(tuple(_without(part, absent) for part in parts), origin)
        case Not(part, origin):
            return Not(_without(part, absent), origin)
        case Fact():
            there = tuple(subject for subject in condition.subjects if subject not in absent)
            if len(there) == len(condition.subjects):
                return condition
            if there:
                return replace(condition, subjects=there)
            # Of nobody who is there, nothing is so.
            is_denied = condition.quantity is Quantity.NONE
            return Every((), condition.origin) if is_denied else Some((), condition.origin)
