"""The pieces that a quest needs on the table: when play begins, and at the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from questwright.compiler.analysis.moments import (
    Moment,
    bringing,
    gate_moments,
    model_moments,
)
from questwright.compiler.analysis.reveal import reveal_order
from questwright.compiler.model.musters import coming
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import drawn_deck, is_called
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from questwright.compiler.model.quest import Effect, Quest
    from questwright.compiler.packs.system.cards import Card
    from questwright.compiler.packs.system.system import Kind, Special, System
    from questwright.compiler.packs.system.values import Plain


_OF_WHOM = ("of", "to")
"""The parts of a special's effect that say of whom it speaks."""


class NeedSort(StrEnum):
    """The sorts of pieces, in the order in which they are listed."""

    PARTY = "party"
    FIGURE = "figure"
    FURNITURE = "furniture"
    TOKEN = "token"  # noqa: S105 - a piece of cardboard
    GATE = "gate"
    TILE = "tile"
    CARD = "card"
    ITEM = "item"
    """Things without a card: anything at hand may stand for one."""


class NeededPiece(NamedTuple):
    """One sort of piece, and how many of it a quest needs."""

    sort: NeedSort
    word: str
    title: str
    plural: str
    start: int
    """How many are on the table when play begins: those in areas that are revealed at once."""
    most: int
    """The most that can be on the table at once, within what the box has: all on the map, all that
    events bring, and a wanderer."""
    box: int | None
    """How many the box has; None if it sets no limit."""
    moment: Moment = Moment(0)
    """When the most of it are on the table."""


_SORTS = {
    Category.FIGURE: NeedSort.FIGURE,
    Category.FURNITURE: NeedSort.FURNITURE,
    Category.CONTAINER: NeedSort.FURNITURE,
    Category.OBSTACLE: NeedSort.TOKEN,
    Category.PORTAL: NeedSort.TOKEN,
    Category.TRAP: NeedSort.TOKEN,
    Category.SPAWN_POINT: NeedSort.TOKEN,
    Category.TOKEN: NeedSort.TOKEN,
}


def needed_pieces(quest: Quest, system: System) -> tuple[NeededPiece, ...]:
    """All pieces that a quest needs, by sort and then in the order of the pack."""
    seen = {revealed.area for revealed in reveal_order(quest) if revealed.depth == 0}
    found = [
        NeededPiece(NeedSort.PARTY, kind.word, kind.title, kind.plural, 1, 1, kind.box)
        for kind in quest.party
    ]
    found += _models(quest, system, seen)
    found += _gates(quest, system, seen)
    found += _crossings(quest)
    # A quest may lay a printed map under another title: the pack's title counts here.
    tiles = Counter(
        (
            tile.tile,
            system.tiles[tile.tile].title if tile.tile in system.tiles else tile.title,
            tile.box,
        )
        for tile in quest.board.tiles
    )
    found += [
        NeededPiece(NeedSort.TILE, word, title, title, count, count, box)
        for (word, title, box), count in sorted(tiles.items())
    ]
    pieces = Counter(item.alike or item.id for item in quest.items)
    for name, item in {item.alike or item.id: item for item in quest.items}.items():
        sort = NeedSort.CARD if item.gear is not None else NeedSort.ITEM
        found.append(NeededPiece(sort, name, item.title, item.title, 0, pieces[name], None))
    order = list(NeedSort)
    return tuple(sorted(found, key=lambda piece: order.index(piece.sort)))


def cards_set_aside(quest: Quest, system: System) -> tuple[tuple[Card, int], ...]:
    """The cards of the search deck that a quest hands out by name, with how many of each."""
    found: Counter[str] = Counter()
    cards = {item.id: item.card for item in quest.items if item.card}
    found.update(item.card for item in quest.items if item.card and (item.holder or item.cell >= 0))
    found.update(
        _handed(cards, [*quest.before, *(e for event in quest.events for e in event.effects)])
    )
    for unknown in quest.unknowns:
        # Only one row of a table happens, so the most that any row hands out counts.
        found.update(_most(_handed(cards, way.effects) for way in unknown.ways))
    deck = drawn_deck(system)
    every = deck.cards if deck is not None else ()
    return tuple((card, min(found[card.word], card.copies)) for card in every if found[card.word])


def _handed(cards: Mapping[str, str], effects: Iterable[Effect]) -> Counter[str]:
    """The words of the cards that effects hand out by name, counted."""
    found: Counter[str] = Counter()
    for effect in effects:
        if effect.kind is EffectKind.GIVE and effect.target in cards:
            found[cards[effect.target]] += 1
        elif effect.kind is EffectKind.DRAW:
            found[effect.target] += 1
    return found


def _most(counts: Iterable[Counter[str]]) -> Counter[str]:
    """For each word the highest of its counts."""
    found: Counter[str] = Counter()
    for count in counts:
        found |= count
    return found


def _models(quest: Quest, system: System, seen: set[int]) -> list[NeededPiece]:
    placed = Counter(thing.kind.word for thing in quest.things)
    start = Counter(thing.kind.word for thing in quest.things if thing.area in seen)
    moments, endless = model_moments(quest, system, Counter(wanderers(quest, system)))
    found = []
    for word, kind in system.kinds.items():
        sort = _SORTS.get(kind.category)
        if word in moments and sort is not None:
            moment = moments[word]
            count = moment.total
            if kind.box is not None:
                # A piece that the box lacks is not placed, so the box is the limit.
                count = kind.box if word in endless else min(count, kind.box)
            count = max(count, placed[word])
            found.append(
                NeededPiece(
                    sort, word, kind.title, kind.plural, start[word], count, kind.box, moment
                )
            )
    return found


def wanderers(quest: Quest, system: System) -> tuple[str, ...]:
    """The words of the kinds that a search may bring as a wanderer."""
    if system.search is None or not system.search.wanderer_radius:
        return ()
    named = (
        str(quest.settings.get(word))
        for word, setting in system.settings.items()
        if setting.role is SettingRole.WANDERER
    )
    return tuple(word for word in named if word in system.kinds)


def _gates(quest: Quest, system: System, seen: set[int]) -> list[NeededPiece]:
    moments = gate_moments(quest)
    start = Counter(
        gate.kind.word
        for gate in quest.board.gates
        if seen & set(gate.between) and (gate.kind.form is not GateForm.PASSAGE or gate.is_open)
    )
    return [
        NeededPiece(
            NeedSort.GATE,
            word,
            kind.title,
            kind.plural,
            start[word],
            moments[word].total,
            kind.box,
            moments[word],
        )
        for word, kind in system.gates.items()
        if word in moments
    ]


def crossings_at_once(quest: Quest) -> Counter[str]:
    """The most of each kind of crossing that can be open at once, by the kind's word."""
    kinds = {crossing.id: crossing.kind.word for crossing in quest.board.crossings}
    shut = {crossing.id for crossing in quest.board.crossings if not crossing.is_open}
    found = Counter(word for id_, word in kinds.items() if id_ not in shut)
    for unknown in quest.unknowns:
        opened = [_opened(way.effects, shut) for way in unknown.ways]
        found.update(_most(Counter(kinds[id_] for id_ in ids) for ids in opened))
        shut = shut.difference(*opened)
    later = _opened((effect for event in quest.events for effect in event.effects), shut)
    found.update(kinds[id_] for id_ in later)
    return found


def _opened(effects: Iterable[Effect], shut: set[str]) -> set[str]:
    """The ids, among those that are shut, of the crossings that effects open."""
    return {effect.target for effect in effects if effect.kind is EffectKind.OPEN} & shut


def _crossings(quest: Quest) -> list[NeededPiece]:
    """The crossings of which the box has a number of pieces."""
    most = crossings_at_once(quest)
    kinds = {crossing.kind.word: crossing.kind for crossing in quest.board.crossings}
    start = Counter(own.kind.word for own in quest.board.crossings if own.is_open)
    return [
        NeededPiece(
            NeedSort.TOKEN, word, kind.title, kind.plural, start[word], most[word], kind.box
        )
        for word, kind in sorted(kinds.items())
        if kind.box is not None and most[word]
    ]


def kinds_in_play(quest: Quest, system: System) -> tuple[Kind, ...]:
    """Every kind that may come to stand on the board, in the order of the pack."""
    words = {kind.word for kind in quest.party}
    words |= {thing.kind.word for thing in quest.things}
    words |= set(wanderers(quest, system))
    words |= {effect.target for effect in quest.every_effect() if effect.kind is EffectKind.SPAWN}
    words |= {setting.brings for setting, _ in bringing(quest, system)}
    if quest.deck is not None and quest.deck.rules.events:
        met = system.decks[quest.deck.rules.events].cards
        words |= {word for card in met for word, _ in card.brings}
    for change in quest.cards:
        words |= {word for each in change.own for word, _ in each.card.brings}
    words |= {
        kind.word
        for muster in quest.musters
        for ware in muster.wares
        for kind in coming(ware, muster, system)
    }
    if _brings_any(quest, system, words):
        # A die decides which figures come, so that every kind outside the party may.
        words |= {
            word
            for word, kind in system.kinds.items()
            if kind.category is Category.FIGURE and kind.side != system.party.word
        }
    return tuple(kind for word, kind in system.kinds.items() if word in words)


def specials_at_work(
    specials: Iterable[Special], figures: Collection[Kind], system: System
) -> tuple[Special, ...]:
    """The specials that do something where only these figures play.

    What a special says of figures of one word does nothing where none of them takes part.
    """
    return tuple(
        special
        for special in specials
        if all(
            any(is_called(figure, word) for figure in figures)
            for word in (special.effect.get(part) for part in _OF_WHOM)
            if isinstance(word, str) and word in system.kinds
        )
    )


def _brings_any(quest: Quest, system: System, words: set[str]) -> bool:
    if any(system.kinds[word].category is Category.SPAWN_POINT for word in words):
        return True
    # An optional rule may bring figures that a die or a player chooses; its effect says so.
    return any(
        _brings(system, word, option)
        for word, setting in system.settings.items()
        if setting.role is SettingRole.OPTIONS
        for option in _chosen(quest.settings.get(word))
    )


def _chosen(value: Plain | None) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def _brings(system: System, setting: str, option: str) -> bool:
    found: object = system.rules.get("setting_words")
    for key in (setting, option):
        found = found.get(key) if isinstance(found, Mapping) else None
    effect = found.get("effect") if isinstance(found, Mapping) else None
    return isinstance(effect, Mapping) and effect.get("brings") == "any"
