"""What attacks score on a figure at the best roll, and what gear and cards add to them."""

from __future__ import annotations

from collections.abc import Mapping

from questwright.compiler.model.words import drawn_deck
from questwright.compiler.odds import best
from questwright.compiler.odds.best import can_attack, lowest_defence, strength_of, value_of
from questwright.compiler.packs.system.fights import ODDS
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain

_HITTING: Final = frozenset({"dice", "hits", "fight", "shoot", "charge", "attack"})
"""What effects of gear and cards do that may add hits to an attack."""


class Boost(NamedTuple):
    """What gear and cards may give a member, as far as the pack has it as data."""

    each: int = 0
    """Move points more in each round."""
    once: int = 0
    """Move points more, all together, once each."""
    dice: int = 0
    """Hits more in each attack."""
    hits: int = 0
    """Hits more, all together, once each."""
    blows: int = 0
    """How many of what gives those hits there are: each is one attack at the most."""
    attacks: int = 0
    """Attacks more, once each."""

    def also(self, other: Boost) -> Boost:
        """Both."""
        return Boost(*(mine + more for mine, more in zip(self, other, strict=True)))


# -- fights ---------------------------------------------------------------------------------


def health(thing: Thing, fights: Fights | None) -> int:
    """The hits that a figure takes in several attacks; 1 where one attack has to be enough."""
    fall = fights.falls.get(thing.kind.rank) if fights is not None else None
    if fall is None or not fall.is_kept:
        return 1
    return max(1, value_of(thing.kind, fall.value) or 0)


def most_hits(thing: Thing, member: Kind, system: System, more: int = 0) -> int:
    """The hits that a member's attack scores at the best roll, whatever a figure has suffered."""
    fights = system.fights
    if fights is None or health(thing, fights) == 1:
        return 1
    if fights.roll == ODDS:
        return max(_table_hits(thing, fights, system), _own_hits(thing, member, fights))
    is_large = len(thing.cells) > 1
    hits = best.most_hits(member, thing.kind, fights, more=more, is_large=is_large)
    return min(hits, fights.falls[thing.kind.rank].most or hits)


def hits_once(thing: Thing, boost: Boost, own: int, system: System) -> int:
    """The hits that cards score on a figure besides, for a member whose attacks score ``own``."""
    fall = system.fights.falls.get(thing.kind.rank) if system.fights is not None else None
    limit = fall.most * boost.blows if fall is not None and fall.most else boost.hits
    return min(boost.hits, limit) + boost.attacks * own


def blows(thing: Thing, members: Sequence[Kind], system: System, shot: str = "") -> tuple[int, ...]:
    """The hits of the next attack of these members together, if it is as good as can be.

    For each number of hits that the figure has suffered before, as long as it stands. Along sight
    by the way to attack of that word; from beside where it is empty.
    """
    fights = system.fights
    needed = health(thing, fights)
    if fights is None or needed == 1:
        return (1,)
    fights = fights.made_from(shot)
    system = system._replace(fights=fights)
    if fights.roll != ODDS or any(attack.hits for attack in fights.attacks):
        hits = sum(most_hits(thing, member, system) for member in members)
        return (max(1, hits),) * needed
    # Loaded here: `check` starts sooner without fractions.
    from questwright.compiler.odds.odds import (
        columns_together,
        defences,
        die_against,
        hits_by_damage,
        table_against,
    )

    table, against = table_against(thing.kind, fights, system), defences(thing.kind, fights, needed)
    if table is None or against is None:
        return (1,) * needed
    lowest = lowest_defence(thing.kind, fights)
    against = (against[0] if lowest is None else lowest, *against[1:])
    strength = sum(strength_of(member, fights) for member in members)
    shift = columns_together(thing.kind, members, fights)
    more, marks = die_against(thing.kind, fights), fights.falls[thing.kind.rank].marks
    every = hits_by_damage(strength, against, table, more, marks, shift)
    return tuple(max(1, len(every[suffered]) - 1) for suffered in range(needed))


def _own_hits(thing: Thing, member: Kind, fights: Fights) -> int:
    """The most hits of attacks that are not rolled on the table; 0 without any."""
    able = (attack for attack in fights.attacks if can_attack(member, thing.kind, attack))
    return max((attack.hits for attack in able), default=0)


def _table_hits(thing: Thing, fights: Fights, system: System) -> int:
    """The most hits that the marks of the table for a figure score."""
    from questwright.compiler.odds.odds import die_against, table_against

    table = table_against(thing.kind, fights, system)
    if table is None:
        return 1
    return table.most_hits(die_against(thing.kind, fights), fights.falls[thing.kind.rank].marks)


# -- gear and cards -------------------------------------------------------------------------


def boosts(quest: Quest, system: System, *, is_drawn: bool) -> tuple[Boost, ...]:
    """What gear and cards may give each member: each of them whatever is to be had at all.

    Cards of the deck for searches only if any ``is_drawn``.
    """
    gear = _effects(system.rules.get("gear_effects"))
    cards = system.rules.get("card_effects")
    common = Boost()
    for item in quest.items:
        if item.gear is not None:
            common = common.also(_boost(gear.get(item.gear.word)))
    own = dict.fromkeys((kind.word for kind in quest.party), common)
    drawn = drawn_deck(system) if is_drawn else None
    for word, deck in system.decks.items():
        effects = _effects(cards.get(word) if isinstance(cards, Mapping) else None)
        for card in deck.cards:
            effect = gear.get(card.gear) if card.gear else effects.get(card.word)
            boost = _boost(effect, is_once=True)
            if not any(boost):
                continue
            for member in own:
                times = card.copies if deck is drawn else int(member in card.icons)
                for _ in range(times):
                    own[member] = own[member].also(boost)
    return tuple(own[kind.word] for kind in quest.party)


def _boost(effect: Mapping[str, Plain] | None, *, is_once: bool = False) -> Boost:
    if effect is None:
        return Boost()
    does, amount = effect.get("do"), _number(effect.get("amount"))
    move = amount if does == "move" else _number(effect.get("move"))
    hits = 0
    if does in _HITTING:
        hits = max(_number(effect.get("dice")), _number(effect.get("at_least")))
        hits += amount if does in ("dice", "hits") else 0
    if is_once or "uses" in effect:
        attacks = max(0, _number(effect.get("times")) - 1)
        return Boost(once=max(0, move), hits=hits, blows=int(hits > 0), attacks=attacks)
    return Boost(each=max(0, move), dice=hits)


def _effects(data: Plain) -> dict[str, Mapping[str, Plain]]:
    every = data.items() if isinstance(data, Mapping) else ()
    return {str(word): effect for word, effect in every if isinstance(effect, Mapping)}


def _number(value: Plain) -> int:
    return value if type(value) is int else 0
