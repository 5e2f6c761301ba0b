"""The odds of attacks in games that roll dice against dice: figures, and locks that are broken."""

from __future__ import annotations

from types import MappingProxyType

from questwright.compiler.model.chance import Attempts, Rounds
from questwright.compiler.odds.best import (
    can_attack,
    dice_of,
    hits_by_face,
    saves_by_face,
    value_of,
)
from questwright.compiler.odds.dice import (
    attempts,
    capped,
    hits_by_pairs,
    hits_by_wounds,
    hits_less_saves,
    hits_together,
    leading_chances,
    mean_attempts,
)
from questwright.compiler.packs.system.fights import LESS, WOUNDS, Reach
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction
    from typing import Final

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Attack, Fights
    from questwright.compiler.packs.system.system import Kind

MOST_DICE: Final = 30
"""Dice of one side, beyond which an attack is not worked out."""


class Foe(NamedTuple):
    """What counts of a figure that is fought."""

    dice: int
    armour: int
    needed: int
    """Hits that it falls at."""
    is_kept: bool
    """Hits of several attacks add up."""
    is_large: bool
    kind: Kind | None = None
    """What it is; None for a lock."""
    most: int = 0
    """How many hits of one attack count; 0 where all of them do."""


def foe_of(thing: Thing, fights: Fights) -> Foe | None:
    """A figure as one that is fought; None where its game does not say what counts."""
    fall = fights.falls.get(thing.kind.rank)
    dice = value_of(thing.kind, fights.defence)
    armour = value_of(thing.kind, fights.armour) if fights.armour else 0
    if fights.roll == WOUNDS:
        # Who wears none has none.
        armour = armour or 0
    needed = value_of(thing.kind, fall.value) if fall is not None else None
    if fall is None or armour is None or not needed or dice is None or dice > MOST_DICE:
        return None
    is_large = len(thing.cells) > 1
    return Foe(dice, armour, needed, fall.is_kept, is_large, thing.kind, fall.most)


def duel_odds(
    foe: Foe,
    fights: Fights,
    party: Sequence[Kind],
    beside: Mapping[str, bool] = MappingProxyType({}),
    room: int = MOST_DICE,
) -> tuple[tuple[Attempts, ...], Rounds | None]:
    """How many attempts each member needs alone, and how many rounds all of them together.

    Each attacks in the way that takes the fewest. Of whom it is known whether it stands ``beside``
    the figure attacks in none that is not made from there. Around the figure there is ``room`` for
    so many. Who cannot do it is left out; None if fewer than two can.
    """
    every = tuple(
        min(ways, key=lambda way: way.mean)
        for member in party
        if (ways := [*_ways(member, foe, fights, is_beside=beside.get(member.word))])
    )
    afar = {attack.word for attack in fights.attacks if attack.reach is Reach.SIGHT}
    close = sorted((own for own in every if own.way not in afar), key=lambda own: own.mean)
    together = [own for own in every if own.way in afar or own in close[:room]]
    return every, _together(together) if len(together) > 1 else None


def _ways(member: Kind, foe: Foe, fights: Fights, *, is_beside: bool | None) -> Iterator[Attempts]:
    """How many attempts a member of the party needs, for each way of attacking that does it.

    Where it stands is not known if ``is_beside`` is None.
    """
    for attack in fights.attacks:
        if is_beside and attack.not_beside:
            continue
        if is_beside is False and attack.reach is not Reach.SIGHT:
            continue
        value = dice_of(member, attack)
        if value is None or attack.hits or not can_attack(member, foe.kind, attack):
            continue
        dice = max(value + attack.against_large * foe.is_large, fights.fewest, 0)
        if dice > MOST_DICE:
            continue
        hits = capped(_hits(dice, member, foe, fights, attack), foe.most)
        mean = mean_attempts(hits, foe.needed, is_kept=foe.is_kept)
        chances = _chances(hits, foe.needed, is_kept=foe.is_kept)
        if mean is not None and any(chances):
            yield Attempts(
                member.word,
                member.title,
                attack.word,
                attack.title,
                hits,
                foe.needed,
                foe.is_kept,
                chances,
                mean,
            )


def _hits(
    dice: int, member: Kind, foe: Foe, fights: Fights, attack: Attack
) -> tuple[Fraction, ...]:
    """The probabilities of each number of hits that an attack scores."""
    if fights.roll == WOUNDS:
        more = (value_of(member, attack.strength) or 0) - foe.dice - foe.armour
        least = least_to_hit(member, foe.kind, attack, fights)
        return hits_by_wounds(dice, least, more, tuple(map(int, fights.faces)))
    if fights.roll == LESS:
        hits, saves = hits_by_face(member, fights), saves_by_face(foe.kind, fights)
        return hits_less_saves(dice, foe.dice, hits, saves)
    return hits_by_pairs(dice, foe.dice, foe.armour, tuple(map(int, fights.faces)))


def least_to_hit(member: Kind, kind: Kind | None, attack: Attack, fights: Fights) -> int:
    """The least roll by which an attack hits a kind; a lock counts as of the lowest skill."""
    if attack.needs:
        needed = value_of(member, attack.needs) or 0
    else:
        own = min(max(value_of(member, attack.skill) or 0, 1), len(fights.to_hit))
        row = fights.to_hit[own]
        other = value_of(kind, fights.skill) if kind is not None else None
        needed = row[min(max(other or 0, 1), len(row)) - 1]
    needed = max(needed, fights.always_fails + 1)
    return min(needed, fights.always_succeeds) if fights.always_succeeds else needed


def _together(every: Sequence[Attempts]) -> Rounds | None:
    """How many rounds it takes those who can do it, if each of them tries it once in each."""
    needed, is_kept = every[0].needed, every[0].is_kept
    hits = hits_together([own.hits for own in every], needed, is_kept=is_kept)
    mean = mean_attempts(hits, needed, is_kept=is_kept)
    return None if mean is None else Rounds(_chances(hits, needed, is_kept=is_kept), mean)


def _chances(hits: Sequence[Fraction], needed: int, *, is_kept: bool) -> tuple[Fraction, ...]:
    return leading_chances(attempts(hits, needed, is_kept=is_kept))
