"""Compose the aids: tables of the game for the players, at the end of a book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from questwright.compiler.language import say, say_as
from questwright.compiler.packs.system.tables import in_a_cell, rows_of, value_at
from questwright.compiler.publish.book.view.book import AidView
from questwright.compiler.publish.book.view.text import prose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.system.cards import Card
    from questwright.compiler.packs.system.sheets import Aid
    from questwright.compiler.packs.system.system import System

_NARROW = 4
"""The most columns of a table that leaves room for another one beside it."""


def aids_of(publications: Sequence[Publication]) -> tuple[AidView, ...]:
    """The aids that any of these quests needs; all must be of the same game."""
    if not publications:
        return ()
    words = [word for publication in publications for word in aids_for(publication)]
    return aids_called(words, publications[0].system)


def aids_for(publication: Publication) -> Iterator[str]:
    """The words of the aids that a quest needs."""
    for aid in publication.system.aids:
        if _is_needed(aid, publication):
            yield aid.word


def aids_called(words: Collection[str], system: System) -> tuple[AidView, ...]:
    """The aids of a game that have some words, in the order of the game."""
    sources = sources_of(system) if system.aids else {}
    return tuple(_aid(aid, sources, system) for aid in system.aids if aid.word in words)


def sources_of(system: System) -> Mapping[str, object]:
    """Where the rows of aids stand: the pack's rules, its terrain, and its decks by word."""
    decks = {deck.word: tuple(map(_card, deck.cards)) for deck in system.decks.values()}
    return {**system.rules, "terrains": tuple(_terrains(system)), "decks": decks}


def _card(card: Card) -> Mapping[str, object]:
    return {"title": card.title, "count": card.copies, "icons": card.icons, "text": card.text}


def _is_needed(aid: Aid, publication: Publication) -> bool:
    settings = publication.quest.settings
    return all(settings.get(word) in words for word, words in aid.when.items())


def _terrains(system: System) -> Iterator[Mapping[str, object]]:
    for terrain in system.terrains.values():
        yield {
            "title": terrain.title,
            "cost": terrain.cost,
            "costs": terrain.costs,
            "closed_to": terrain.closed_to,
            "entered_with": terrain.entered_with,
            "traits": terrain.traits,
            "text": terrain.text,
        }


def _aid(aid: Aid, sources: Mapping[str, object], system: System) -> AidView:
    rows = rows_of(sources, aid.rows)
    marks = rows_of(sources, aid.legend) if aid.legend else []
    return AidView(
        slug=f"aid-{aid.word}",
        title=aid.title,
        text=prose(aid.text),
        columns=tuple(column.title for column in aid.columns),
        rows=tuple(
            tuple(cell_text(value_at(row, column.value), system) for column in aid.columns)
            for row in rows
        ),
        legend=tuple(
            tuple(cell_text(value, system) for value in mark.values() if isinstance(value, str))
            for mark in marks
        ),
        is_narrow=len(aid.columns) <= _NARROW and not aid.legend,
    )


def cell_text(value: object, system: System) -> str:
    """A value of the pack as text in a table: runs of numbers as ranges, words as printed."""
    if isinstance(value, bool):
        return say("yes") if value else say_as("as against yes", "no")
    if isinstance(value, tuple) and value:
        first = value[0]
        if all(type(part) is int for part in value) and len(value) > 1:
            assert isinstance(first, int)
            if list(value) == list(range(first, first + len(value))):
                return f"{first}–{value[-1]}"
        return ", ".join(cell_text(part, system) for part in value)
    if isinstance(value, Mapping):
        pairs = ((cell_text(word, system), cell_text(part, system)) for word, part in value.items())
        return ", ".join("\u00a0".join(pair) for pair in pairs)
    if value is None or value == ():
        return ""
    return system.printed(in_a_cell(value))
