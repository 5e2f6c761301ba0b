"""What deeds cost at the best roll, how far members move, and what takes them further."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import drawn_deck
from questwright.compiler.odds import best
from questwright.compiler.odds.best import lowest_defence, strength_of, value_of
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.packs.system.moves import move_of
from questwright.compiler.verdict.task.need import Has, leaves
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.moves import Reckoned
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.floor import Floor

_HITTING: Final = frozenset({"dice", "hits", "fight", "shoot", "charge", "attack"})
"""What effects of gear and cards do that may add hits to an attack."""
_BROUGHT: Final = "nobody brings anything from another quest that takes them further"
_ROLLED: Final = (
    "whoever rolls for a move rolls the most of it before the earliest round, and the least of it "
    "along a line"
)
_OTHERS: Final = "cards, gear and specials take nobody further than the game's figures say"


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


def moves_of(quest: Quest, system: System) -> tuple[Reckoned, ...]:
    """What each of the party may move in a round; nothing where some have no such value.

    Where a move is rolled, nobody is anywhere sooner than by the most of it, and everybody who
    follows a line is there by the least.
    """
    moves = tuple(
        move
        for kind in quest.party
        if (move := move_of(kind, system.move_value)) is not None and move.most
    )
    return moves if len(moves) == len(quest.party) else ()


def entries_of(quest: Quest, floor: Floor) -> dict[str, tuple[tuple[Cell, int], ...]]:
    """For each member the cells on which it may come into play, each with the first round."""
    return {
        kind.word: tuple(
            (cell, entry.round)
            for entry in quest.entries
            if kind.word in entry.who
            for cell in each_cell(entry.cells)
            if floor.place(cell) >= 0
        )
        for kind in quest.party
    }


def taken_for_granted(quest: Quest, system: System) -> tuple[str, ...]:
    """What the bounds take for granted, as the pack does not have it as data of this quest."""
    granted = (_BROUGHT,) if any(gear.is_kept for gear in system.gear.values()) else ()
    if any(move.least < move.most for move in moves_of(quest, system)):
        granted = (*granted, _ROLLED)
    effects = (system.rules.get("gear_effects"), system.rules.get("card_effects"))
    has_specials = any(kind.specials for kind in quest.party)
    return (*granted, _OTHERS) if has_specials or not any(effects) else granted


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
        return _table_hits(thing, fights, system)
    is_large = len(thing.cells) > 1
    hits = best.most_hits(member, thing.kind, fights, more=more, is_large=is_large)
    return min(hits, fights.falls[thing.kind.rank].most or hits)


def hits_once(thing: Thing, boost: Boost, own: int, system: System) -> int:
    """The hits that cards score on a figure besides, for a member whose attacks score ``own``."""
    fall = system.fights.falls.get(thing.kind.rank) if system.fights is not None else None
    limit = fall.most * boost.blows if fall is not None and fall.most else boost.hits
    return min(boost.hits, limit) + boost.attacks * own


def fought(deed: Deed, task: Task, quest: Quest) -> Thing:
    """The figure that a deed beats, with the values that it has then."""
    thing = quest.thing(deed.id)
    values: dict[str, int] = {}
    for leaf in leaves(deed.needs):
        if isinstance(leaf, Has) and task.facts[leaf.fact].sort is FactSort.VALUE:
            _, name, number = task.facts[leaf.fact].id.split(" ")
            values[name] = int(number)
    return thing.with_values(values) if values else thing


def attempts(thing: Thing, members: Sequence[Kind], system: System) -> int:
    """The attacks that these members need together for a figure, if each is as good as can be."""
    fights = system.fights
    needed = health(thing, fights)
    if fights is None or needed == 1:
        return 1
    if fights.roll != ODDS:
        hits = sum(most_hits(thing, member, system) for member in members)
        return -(-needed // max(1, hits))
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
        return needed
    lowest = lowest_defence(thing.kind, fights)
    against = (against[0] if lowest is None else lowest, *against[1:])
    strength = sum(strength_of(member, fights) for member in members)
    shift = columns_together(thing.kind, members, fights)
    more, marks = die_against(thing.kind, fights), fights.falls[thing.kind.rank].marks
    every = hits_by_damage(strength, against, table, more, marks, shift)
    suffered = count = 0
    while suffered < needed:
        suffered += max(1, len(every[suffered]) - 1)
        count += 1
    return count


def _table_hits(thing: Thing, fights: Fights, system: System) -> int:
    """The most hits that the marks of the table for a figure score."""
    from questwright.compiler.odds.odds import die_against, table_against

    table = table_against(thing.kind, fights, system)
    if table is None:
        return 1
    return table.most_hits(die_against(thing.kind, fights), fights.falls[thing.kind.rank].marks)


# -- gear and cards -------------------------------------------------------------------------


def boosts(task: Task, quest: Quest, system: System) -> tuple[Boost, ...]:
    """What gear and cards may give each member: each of them whatever is to be had at all."""
    gear = _effects(system.rules.get("gear_effects"))
    cards = system.rules.get("card_effects")
    common = Boost()
    for item in quest.items:
        if item.gear is not None:
            common = common.also(_boost(gear.get(item.gear.word)))
    own = dict.fromkeys((kind.word for kind in quest.party), common)
    drawn = drawn_deck(system) if _is_drawn(task, quest) else None
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


def _is_drawn(task: Task, quest: Quest) -> bool:
    """Whether a card of the deck for searches may ever be drawn."""
    return any(deed.sort is DeedSort.SEARCH for deed in task.deeds) or any(
        effect.kind is EffectKind.DRAW for effect in quest.every_effect()
    )


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
