"""What is rolled, drawn and mustered, in an outline: unknowns, tables, musters, deck and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.musters import muster_in_words
from questwright.compiler.publish.outline.lines import headed, paragraph
from questwright.compiler.wording.cards import changed_in_words, foes_in_words
from questwright.compiler.wording.deals import dealing_in_words, deals_in_words
from questwright.compiler.wording.effects import say_effect
from questwright.compiler.wording.phrases import cells_in_words
from questwright.compiler.wording.unknown import dice_in_words, percent_of, result_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest, Unknown
    from questwright.compiler.packs.system.cards import Card
    from questwright.compiler.packs.system.system import System


def unknown_lines(publication: Publication) -> Iterator[str]:
    """What the party does not know, with the ways in which it may be."""
    quest, system = publication.quest, publication.system
    for number, unknown in enumerate(quest.unknowns):
        if not number:
            yield from headed("What the party does not know")
        dice = f", rolled with {dice_in_words(unknown)}" if unknown.die else ""
        yield f"- {unknown.title} ({unknown.id}), {unknown.sort}{dice}:"
        yield from _ways(unknown, quest, system)


def table_lines(publication: Publication) -> Iterator[str]:
    """The tables that are rolled on in play."""
    quest, system = publication.quest, publication.system
    yield from headed("Rolled on in play") if quest.tables else ()
    for side, table in quest.tables:
        yield f"- {table.title} ({table.id}), for {side}, with {dice_in_words(table)}:"
        yield from _ways(table, quest, system)


def _ways(unknown: Unknown, quest: Quest, system: System) -> Iterator[str]:
    for way in unknown.ways:
        results = f"{result_in_words(way)}: " if unknown.die else ""
        yield from paragraph(f"{results}{way.title}{percent_of(way.chance)}", "  - ")
        for effect in way.effects:
            yield from paragraph(say_effect(effect, quest, system), "    - ")


def muster_lines(publication: Publication) -> Iterator[str]:
    """The points that sides spend on figures."""
    quest, system = publication.quest, publication.system
    if quest.musters:
        yield from headed("Musters")
    for muster in quest.musters:
        side = system.sides[muster.side].title
        where = cells_in_words(muster.cells, quest.board)
        spent = muster_in_words(muster, system)
        description = f"{muster.title} ({muster.id}), {side}, at {where}: {spent}"
        yield from paragraph(description, "- ")


def deck_lines(publication: Publication) -> Iterator[str]:
    """How the board is dealt, and what holds over every deal."""
    quest = publication.quest
    deck, deals = quest.deck, publication.deals
    if deck is None:
        return
    yield from headed("Deck")
    for about, passage in dealing_in_words(deck):
        yield from paragraph(f"{about}: {passage}", "- ")
    if deals is not None:
        yield from (f"- {told.strip()}" for told in deals_in_words(deals, deck, publication.system))


def card_lines(publication: Publication) -> Iterator[str]:
    """How the decks of the game are changed."""
    quest, system = publication.quest, publication.system
    if quest.cards:
        yield from headed("Cards")
    for change in quest.cards:
        yield from paragraph(f"{change.title} ({change.deck}): {changed_in_words(change)}", "- ")
        for each in change.own:
            yield from paragraph(_own_card(each.card, system), "  - ")


def _own_card(card: Card, system: System) -> str:
    told = [f"brings {foes_in_words(card, system)}"] if card.brings else []
    told += [f"worth {card.worth}"] if card.worth else []
    told += [f"rewards {card.rewards}"] if card.rewards != 1 else []
    inner = ", ".join((card.word, *card.icons, *told))
    return f"{card.title} ({inner}): {card.text}"
