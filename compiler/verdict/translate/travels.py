"""Travels: who takes a crossing that takes rounds is off the board until it arrives.

A task has members at one end or at the other. For most quests that makes no difference. Where
something tells those who are on the way from those at either end, it is left open.
"""

from __future__ import annotations

from functools import partial

from questwright.compiler.english import with_article
from questwright.compiler.geometry.crossings import can_take
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Fact, FactKind, Not, Quantity, facts_of
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import facts_asked, facts_named
from questwright.compiler.verdict.task.unjudged import Unjudged
from questwright.compiler.verdict.translate.asking import need_of

_BY_DEED = "ask for something that is done at one of its ends, such as a lever that is pulled"
_ROOM = "give one of its ends a cell for each who takes it"
_ROOM_AT_EACH = "give each of its ends a cell for each who takes it"
_HARMLESS = frozenset(
    {
        EffectKind.READ,
        EffectKind.NOTE,
        EffectKind.REWARD,
        EffectKind.GRANT,
        EffectKind.DRAW,
        EffectKind.REVEAL,
        EffectKind.OPEN,
        EffectKind.UNLOCK,
        EffectKind.SET,
        EffectKind.CLEAR,
        EffectKind.KEEP,
    }
)
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Event, Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Facts, Need
    from questwright.compiler.verdict.translate.builder import Builder


def leave_open_travels(to: Builder) -> None:
    """Leave open what depends on who is on the way by a crossing."""
    for crossing in to.board.crossings:
        able = [kind for kind in to.quest.party if can_take(crossing, kind, to.system.move_value)]
        ways = [way for way in crossing.ways if able and crossing.rounds_between(*way)]
        words = {kind.word for kind in able}
        title = with_article(crossing.title)
        for fact in _told_apart(crossing, ways, words, to) if ways else ():
            told = f"what is so while somebody is on the way by {title}"
            to.unjudged.append(Unjudged(told, fact.origin, _BY_DEED))
        rooms = [_room(crossing.ends[end], to) for way in ways for end in way]
        if rooms and max(rooms) < len(able):
            told = f"who can be on the way by {title} while others arrive where there is no room"
            to.unjudged.append(Unjudged(told, crossing.origin, _ROOM, is_room=True))
        falling = union(e.cells for e in to.quest.every_effect() if e.kind is EffectKind.BLOCK)
        left = [_room(crossing.ends[end], to, falling) for way in ways for end in way]
        if left and min(left) < len(able) and crossing.is_rowed and crossing.kind.seats != 1:
            told = f"who steps into {title} as others step ashore where there is no room"
            to.unjudged.append(
                Unjudged(told, crossing.origin, _ROOM_AT_EACH, is_room=True, is_way=True)
            )
        if crossing.is_rowed and crossing.kind.seats != 1 and len(able) > 1:
            for event in _closing_as_one_lands(crossing, words, to):
                told = f"who goes along by {title}, as what closes it comes with who lands first"
                to.unjudged.append(Unjudged(told, event.origin, _BY_DEED))


def leave_open_bridges(to: Builder) -> None:
    """Leave open what asks who is on what spells have laid: it leads from one end to another."""
    laid = [own for own in to.board.crossings if own.cast is not None and own.over]
    facts = [fact for own in to.quest.conditions() for fact in facts_of(own)] if laid else []
    seen = {fact.origin: _seen(fact, to) for fact in facts}
    for crossing in laid:
        ends = {tuple(bool(end & cells) for cells in seen.values()) for end in crossing.ends}
        for cell in crossing.over:
            signs = tuple(bool(cells >> cell & 1) for cells in seen.values())
            if signs not in ends:
                name, title = to.board.name(cell), with_article(crossing.title)
                told = f"what is so while somebody is on {title} at {name}"
                asking = (origin for origin, cells in seen.items() if cells >> cell & 1)
                to.unjudged.append(Unjudged(told, next(asking, crossing.origin)))


def _seen(fact: Fact, to: Builder) -> Cells:
    """The cells on which somebody makes a fact so."""
    if fact.kind is not FactKind.REVEALED:
        return fact.cells
    return union(area.cells for area in to.board.areas if area.id in fact.subjects)


def landing_together(
    conditions: Iterable[Condition], quest: Quest, system: System
) -> Crossing | None:
    """A crossing by which several land in one moment, of whom one of some conditions asks.

    A task has them land one after the other.
    """
    asked = [*conditions]
    for crossing in quest.board.crossings:
        able = [kind for kind in quest.party if can_take(crossing, kind, system.move_value)]
        is_timed = any(crossing.rounds_between(*way) for way in crossing.ways)
        is_shared = len(able) > 1 and not (crossing.is_rowed and crossing.kind.seats == 1)
        words, ends = {kind.word for kind in able}, union(crossing.ends)
        stood = (fact for own in asked for fact in _stood(own, words, is_welcome=False))
        if is_timed and is_shared and any(fact.cells & ends for fact in stood):
            return crossing
    return None


def _told_apart(
    crossing: Crossing, ways: Sequence[tuple[int, int]], words: set[str], to: Builder
) -> Iterator[Fact]:
    """A fact of each condition that tells those who are on the way from those at both ends.

    So it is where one looks at both ends, or where play may end, or something be lost, as soon as
    nobody is at one of them; or because of an event that happens as soon as nobody is.
    """
    party = to.system.party.word
    asked = [(own.condition, own.side == party, own.side != party) for own in to.quest.victories]
    asked += [(own.condition, False, _is_grave(own)) for own in to.quest.events]
    asked += [(own.condition, True, False) for own in to.quest.actions if own.condition is not None]
    for condition, is_welcome, is_grave in asked:
        need = need_of(condition, to)
        bringing, spoiling = _bringing(facts_asked(need), to), _spoiling(need, to)
        gone, spoilt = (
            [fact for event in own for fact in _stood(event.condition, words, is_welcome=True)]
            for own in (bringing, spoiling)
        )
        facts = [*_stood(condition, words, is_welcome=is_welcome), *gone]
        absent = [*_stood(condition, words, is_welcome=True), *gone]
        seen = union(fact.cells for fact in facts)
        left = union(fact.cells for fact in (absent if is_grave else spoilt))
        for near, far in ways:
            is_seen = all(seen & crossing.ends[end] for end in (near, far))
            if is_seen or left & crossing.ends[near]:
                yield facts[0]


def _bringing(asked: Facts, to: Builder) -> Iterator[Event]:
    """The events that change some facts, or what these ask for."""
    others = [*zip(to.quest.events, to.events, strict=True)]
    while asked:
        following = [own for own in others if asked & (own[1].adds | own[1].removes)]
        yield from (event for event, _ in following)
        asked = union(facts_asked(own.needs) for _, own in following)
        others = [own for own in others if own not in following]


def _spoiling(need: Need, to: Builder) -> Iterator[Event]:
    """The events after which a need is met no more, and those that bring them about."""
    held, lacked = facts_named(need)
    for event, happening in zip(to.quest.events, to.events, strict=True):
        if happening.adds & lacked or happening.removes & held:
            yield event
            yield from _bringing(facts_asked(happening.needs), to)


def _closing_as_one_lands(crossing: Crossing, words: set[str], to: Builder) -> Iterator[Event]:
    """The events that close a vessel, or where it lands, as somebody comes to be there.

    Those who go along land with whoever rows; a task has them land one after the other.
    """
    ends = union(crossing.ends)
    for event in _at_once(partial(_is_by_landing, ends, words), to):
        closes = any(
            (own.kind is EffectKind.CLOSE and own.target == crossing.id)
            or (own.kind is EffectKind.BLOCK and own.cells & ends)
            for own in event.effects
        )
        if closes:
            yield event


def _is_by_landing(ends: Cells, words: set[str], event: Event) -> bool:
    stood = _stood(event.condition, words, is_welcome=False)
    return any(fact.cells & ends for fact in stood)


def _at_once(is_first: Callable[[Event], bool], to: Builder) -> list[Event]:
    """Some events, and those that may happen in the same moment because of what these bring."""
    found: list[Event] = []
    came: Facts = 0
    others = [
        (event, happening, facts_asked(happening.needs))
        for event, happening in zip(to.quest.events, to.events, strict=True)
    ]
    while True:
        following = [own for own in others if own[2] & came or is_first(own[0])]
        if not following:
            return found
        found += [event for event, _, _ in following]
        came |= union(own.adds | own.removes for _, own, _ in following)
        others = [own for own in others if own not in following]


def _is_grave(event: Event) -> bool:
    """Whether play may end with an event, or anybody be kept from something that could be done."""
    return not {effect.kind for effect in event.effects} <= _HARMLESS


def _stood(condition: Condition, words: set[str], *, is_welcome: bool) -> Iterator[Fact]:
    """The facts about where some members are: of what is welcome those that ask for nobody.

    Whoever is on the way brings nothing about that asks for somebody.
    """
    match condition:
        case Fact(kind=FactKind.IS_IN):
            asks_for_nobody = condition.quantity is Quantity.NONE
            if words & {*condition.subjects} and (asks_for_nobody or not is_welcome):
                yield condition
        case Fact():
            return
        case Not(part, _):
            yield from _stood(part, words, is_welcome=False)
        case _:
            for part in condition.parts:
                yield from _stood(part, words, is_welcome=is_welcome)


def _room(end: Cells, to: Builder, falling: Cells = 0) -> int:
    """How many have room around an end of a crossing, at least one where all of it may fall."""
    walkable = to.ground.walkable & ~falling | end
    return union(to.ground.free.flood(1 << cell, walkable) for cell in each_cell(end)).bit_count()
