"""The odds of defeating a figure in games that roll attacks on a table of odds."""

from __future__ import annotations

from questwright.compiler.model.chance import Attempts, Rounds
from questwright.compiler.odds.attackers import attackers
from questwright.compiler.odds.best import dice_of, strength_of
from questwright.compiler.odds.dice import attempts, leading_chances, mean_attempts
from questwright.compiler.odds.odds import (
    attempts_by_damage,
    columns_together,
    defences,
    die_against,
    hits_by_damage,
    mean_by_damage,
    table_against,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.odds.odds import Hits
    from questwright.compiler.packs.system.system import System

_HITS = 30
"""The most hits of a figure for which the odds of a fight are computed."""


def fight_odds(
    thing: Thing, quest: Quest, system: System
) -> tuple[tuple[Attempts, ...], Rounds | None]:
    """How many attempts each member needs alone, and how many rounds the whole party together.

    Together, all who find room attack once a round. Empty and None if no odds can be computed.
    """
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
            strong = dice_of(member, attack)
            if strong is None or attack.hits:
                continue
            hits = hits_by_damage(strong, against, table, more, fall.marks)
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
    members = attackers(thing, quest, system, quest.board.floor)
    if len(members) < 2:
        return tuple(every), None
    strength = sum(strength_of(member, fights) for member in members)
    shift = columns_together(thing.kind, members, fights)
    hits = hits_by_damage(strength, against, table, more, fall.marks, shift)
    chances, mean = _course(hits, needed, is_kept=fall.is_kept)
    return tuple(every), None if mean is None else Rounds(chances, mean)


def _course(
    hits: tuple[Hits, ...], needed: int, *, is_kept: bool
) -> tuple[tuple[Fraction, ...], Fraction | None]:
    """The probabilities that each attempt in turn succeeds, and the expected number of attempts."""
    mean = mean_by_damage(hits) if is_kept else mean_attempts(hits[0], needed, is_kept=False)
    if mean is None:
        return (), None
    course = attempts_by_damage(hits) if is_kept else attempts(hits[0], needed, is_kept=False)
    return leading_chances(course), mean
