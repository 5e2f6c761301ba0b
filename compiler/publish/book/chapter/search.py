"""Compose the note of an area on what a search of it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.items import item_in_words
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.book.desk.runs import listed_runs
from questwright.compiler.publish.book.view.text import Paragraph, Run, said
from questwright.compiler.wording.effects import cards_of_deck
from questwright.compiler.wording.phrases import thing_in_words
from questwright.compiler.wording.unknown import may_be_in_area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import SearchRules
    from questwright.compiler.publish.book.desk.desk import Desk


def search_notes(desk: Desk, area: int) -> Iterator[Paragraph]:
    """What a search of this area brings; nothing if the game has no searches."""
    search = desk.system.search
    if search is None:
        return
    found: list[Run] = []
    passages = [
        gate
        for number, gate in enumerate(desk.board.gates)
        if area in gate.between and gate.kind.form is GateForm.PASSAGE and not gate.is_open
        # Whoever is here has found the passage by which alone one comes here.
        if desk.ways.only_gate_into(area) != number
    ]
    if passages and search.passages_first:
        names = listed_in_words(with_article(gate.title) for gate in passages)
        found.append(Run(say("first {passages}; then ", passages=names)))
    containers = [
        thing
        for thing in desk.quest.things_of(Category.CONTAINER)
        if thing.area == area and thing.id not in desk.hidden and thing.lock is None
    ]
    found += _found(desk, search, containers)
    for unknown in desk.hidden.values():
        container = desk.things.get(unknown.id)
        if container is None or container.kind.category is not Category.CONTAINER:
            continue
        if container.lock is not None:
            continue
        if any(may_be_in_area(area, way, desk.quest) for way in unknown.ways):
            form = message("; with {container}, if you have put it here, ")
            found.append(Run(say(form, container=thing_in_words(container))))
            found += _found(desk, search, [container])
    title = desk.pack.text("explore_title") or search.verb
    yield Paragraph((Run(f"{title}: ", term=True), *found, Run(".")))


def _found(desk: Desk, search: SearchRules, containers: list[Thing]) -> Iterator[Run]:
    """What a search of these containers brings: cards, and the items in them."""
    draws = search.container_draws if containers else search.draws
    deck = desk.system.decks.get(search.deck)
    cards = say_many("{count} card", "{count} cards", draws)
    items = [item for container in containers for item in desk.held_items(container)]
    named = listed_runs([Run(item_in_words(item), strong=True) for item in items])
    if draws:
        yield Run(cards_of_deck(draws, deck.title) if deck is not None else cards)
        yield from said(", and {items}", items=named) if items else ()
    else:
        yield from named or [Run(say("nothing"))]
