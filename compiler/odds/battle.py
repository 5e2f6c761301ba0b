"""The odds of bringing a figure down where strengths are divided and a column is rolled on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.chance import Attempts, Rounds
from questwright.compiler.odds.attackers import attackers, strength_of
from questwright.compiler.odds.dice import attempts, mean_attempts, most_of
from questwright.compiler.odds.odds import (
    attempts_worn,
    defences,
    die_against,
    hits_worn,
    mean_worn,
    table_against,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.odds.odds import Hits
    from questwright.compiler.packs.system.system import System

_HITS = 30
"""Hits of one figure, beyond which a fight is not worked out."""


def by_odds(
    thing: Thing, quest: Quest, system: System
) -> tuple[tuple[Attempts, ...], Rounds | None]:
    """How many attempts it takes each member alone; and all, who attack together once a round."""
    fights = system.fights
    fall = None if fights is None else fights.falls.get(thing.kind.rank)
    wounds = None if fall is None else thing.kind.values.get(fall.value)
    if fights is None or fall is None or wounds is None or type(wounds.value) is not int:
        return (), None
    needed = wounds.value
    if not 0 < needed <= _HITS:
        return (), None
    against = defences(thing.kind, fights, needed)
    table = table_against(thing.kind, fights, system)
    if against is None or table is None:
        return (), None
    more = die_against(thing.kind, fights)
    every: list[Attempts] = []
    for member in quest.party:
        alone = quest._replace(party=(member,))
        if not attackers(thing, alone, system, quest.board.floor):
            continue
        ways = []
        for attack in fights.attacks:
            value = member.values.get(attack.dice)
            if value is None or type(value.value) is not int:
                continue
            hits = hits_worn(value.value, against, table, more, fall.marks)
            chances, mean = _course(hits, needed, is_kept=fall.is_kept)
            if mean is not None:
                ways.append(
                    Attempts(
                        member.word,
                        member.title,
                        attack.word,
                        attack.title,
                        hits[0],
                        needed,
                        fall.is_kept,
                        chances,
                        mean,
                    )
                )
        if ways:
            every.append(min(ways, key=lambda way: way.mean))
    seated = attackers(thing, quest, system, quest.board.floor)
    if len(seated) < 2:
        return tuple(every), None
    strength = sum(strength_of(member, fights) for member in seated)
    hits = hits_worn(strength, against, table, more, fall.marks, fights.several)
    chances, mean = _course(hits, needed, is_kept=fall.is_kept)
    return tuple(every), None if mean is None else Rounds(chances, mean)


def _course(
    hits: tuple[Hits, ...], needed: int, *, is_kept: bool
) -> tuple[tuple[Fraction, ...], Fraction | None]:
    """How likely each attempt does it, and how many it takes on average."""
    mean = mean_worn(hits) if is_kept else mean_attempts(hits[0], needed, is_kept=False)
    if mean is None:
        return (), None
    course = attempts_worn(hits) if is_kept else attempts(hits[0], needed, is_kept=False)
    return most_of(course), mean
