"""Write a compiled quest as the plain data of quest.json, which the engine plays.

Takes a publication. Returns an object that satisfies the schema of quests. It is complete: a reader
needs neither the source nor the game's pack.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from questwright.compiler.analysis.needs import kinds_in_play, needed_pieces
from questwright.compiler.geometry.pushes import pushes_of
from questwright.compiler.model.musters import coming
from questwright.compiler.movers import movers_of
from questwright.compiler.odds.best import strength_of
from questwright.compiler.odds.resorts import resorts_of
from questwright.compiler.packs.system.fights import Reach, Resort
from questwright.compiler.packs.system.system import UPHOLDS
from questwright.compiler.publish.document import quest_parts as parts
from questwright.compiler.publish.document.cards_part import change_part, deck_part
from questwright.compiler.publish.document.dealt_part import dealt_part
from questwright.compiler.publish.document.movers_json import mover_part
from questwright.compiler.publish.document.quest_trees import TreeWriter
from questwright.compiler.publish.document.symbol_part import symbols_part
from questwright.compiler.publish.document.terms import (
    Terms,
    fraction,
    or_none,
    plain,
    system_part,
    words,
)
from questwright.compiler.publish.document.verdict_part import rounds_part, verdict_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest, Unknown
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import System

VERSION: Final = 1
"""The version of the format; it goes up with each change that breaks readers."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/quest/1"
"""The `$id` of the schema that every quest document satisfies."""


def quest_document(publication: Publication) -> dict[str, Json]:
    """The document of a quest as plain data, ready for `dump`."""
    quest, system = publication.quest, publication.system
    board = quest.board
    terms = Terms(publication)
    unknowns = {unknown.id: unknown.sort for unknown in quest.unknowns}
    pushes = pushes_of(quest, system)
    document: dict[str, Json] = {
        "$schema": SCHEMA_ID,
        "version": VERSION,
        "id": quest.id,
        "title": quest.title,
        "system": system_part(system),
        "origin": terms.origin(quest.origin),
        "sides": _sides(system),
        "party": _party(quest, system, terms),
        "turn": {
            "move_value": system.move_value,
            "moves": [{"value": move.value, "title": move.title} for move in system.moves],
            "actions": system.actions_per_turn,
            "has_points": system.turns.has_points,
            "states": words(system.states),
        },
        "settings": _settings(quest, system),
        "board": parts.board_part(quest, system, terms),
        "areas": [parts.area_part(area, terms) for area in board.areas],
        "gates": [parts.gate_part(gate, quest, system, terms) for gate in board.gates],
        "things": [
            parts.thing_part(thing, quest, unknowns.get(thing.id), pushes.get(thing.id, ()), terms)
            for thing in quest.things
        ],
        "items": [
            parts.item_part(item, terms, is_hidden=item.id in unknowns) for item in quest.items
        ],
        **_play(publication, terms),
        "columns": [{"value": column.value, "title": column.title} for column in system.columns],
        "specials": [parts.special_part(special) for special in system.specials.values()],
        "kinds": [parts.kind_part(kind, system.fights) for kind in kinds_in_play(quest, system)],
        "gear": [parts.gear_part(gear) for gear in system.gear.values()],
        "search": parts.search_part(system.search),
        "decks": [deck_part(deck) for deck in system.decks.values()],
        "cards": [change_part(change, terms) for change in quest.cards],
        "dealt": dealt_part(quest.deck, publication.deals, terms),
        "needs": [parts.need_part(need) for need in needed_pieces(quest, system)],
        "degrees": degrees_part(publication),
        "movers": _movers(quest, system, terms),
        "verdict": verdict_part(publication.verdict, quest.party, terms),
        "expects": [parts.expect_part(expect, terms) for expect in quest.expects],
        "allows": [parts.allow_part(allow, terms) for allow in quest.allows],
        "rules": {word: plain(part) for word, part in system.rules.items() if word != UPHOLDS},
    }
    return {**document, "symbols": symbols_part(document, dict(system.symbols))}


def dump(document: Mapping[str, Json]) -> bytes:
    """A document as UTF-8 bytes with sorted keys; equal documents give equal bytes."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    return f"{text}\n".encode()


def _sides(system: System) -> Json:
    return [
        {
            "word": side.word,
            "title": side.title,
            "one": side.one,
            "many": side.many,
            "party": side.is_party,
            "rules": words(side.rules),
        }
        for side in system.sides.values()
    ]


def _party(quest: Quest, system: System, terms: Terms) -> Json:
    return {
        "side": system.party.word,
        "members": words(kind.word for kind in quest.party),
        "starts": terms.cells(quest.starts),
        "entries": [
            {
                "title": or_none(entry.title),
                "cells": terms.cells(entry.cells),
                "who": words(entry.who),
                "round": entry.round,
                "origin": terms.origin(entry.origin),
            }
            for entry in quest.entries
        ],
        "groups": [
            {
                "id": group.id,
                "title": group.title,
                "who": words(group.who),
                "origin": terms.origin(group.origin),
            }
            for group in quest.groups
        ],
        "shots": [*_shots(quest, system)],
    }


def _shots(quest: Quest, system: System) -> Iterator[Json]:
    """How members attack along sight."""
    fights = system.fights
    if fights is None:
        return
    for attack in (*fights.attacks, *resorts_of(quest, system, Resort.LAST)):
        able = [kind.word for kind in quest.party if strength_of(kind, fights, (attack,)) > 0]
        if able and attack.reach is Reach.SIGHT:
            yield {
                "word": attack.word,
                "title": attack.title,
                "members": words(able),
                "not_beside": attack.not_beside,
                "within": attack.within or None,
            }


def _movers(quest: Quest, system: System, terms: Terms) -> Json:
    """Where figures can get; empty for games whose pack does not say how far figures move."""
    movers = movers_of(quest, system) if system.moves else ()
    return [mover_part(mover, quest, terms) for mover in movers]


def _settings(quest: Quest, system: System) -> Json:
    return [
        {
            "word": word,
            "title": setting.title,
            "shape": setting.shape.value,
            "role": or_none(setting.role),
            "value": plain(quest.settings.get(word, setting.default)),
            "given": word in quest.set_here,
            "text": setting.text,
            "rules": words(setting.rules),
        }
        for word, setting in system.settings.items()
    ]


def degrees_part(publication: Publication) -> Json:
    """The verdict on each degree of victory."""
    return [
        {
            "word": degree.word,
            "title": degree.title,
            "text": publication.system.degrees[degree.word].text,
            "kind": degree.kind.value,
            "rounds": rounds_part(degree.rounds),
        }
        for degree in publication.degrees
    ]


def _unknown(unknown: Unknown, publication: Publication, trees: TreeWriter, terms: Terms) -> Json:
    areas = publication.quest.board.areas
    return {
        "id": unknown.id,
        "title": unknown.title,
        "sort": unknown.sort.value,
        "dice": unknown.dice or None,
        "die": unknown.die or None,
        "ways": [
            {
                "title": way.title,
                "chance": None if way.chance is None else fraction(way.chance),
                "low": way.low or None,
                "high": way.high or None,
                "holder": or_none(way.holder),
                "cell": terms.cell(way.cell) if way.cell >= 0 else None,
                "cells": [terms.cell(cell) for cell in way.cells],
                "area": areas[way.area].id if way.area >= 0 else None,
                "absent": way.is_absent,
                "effects": [trees.effect(effect) for effect in way.effects],
            }
            for way in unknown.ways
        ],
        "origin": terms.origin(unknown.origin),
    }


def _play(publication: Publication, terms: Terms) -> dict[str, Json]:
    """The parts with conditions, effects or texts: flags, unknowns, events, actions and so on."""
    quest = publication.quest
    trees = TreeWriter(publication, terms)
    return {
        "flags": words(quest.flags),
        "musters": [
            {
                "id": muster.id,
                "title": muster.title,
                "side": muster.side,
                "points": muster.points,
                "wares": [
                    {
                        "word": ware.word,
                        "price": ware.price,
                        "count": ware.many,
                        "kinds": [kind.word for kind in coming(ware, muster, publication.system)],
                    }
                    for ware in muster.wares
                ],
                "cells": terms.cells(muster.cells),
                "place": muster.place,
                "rounds": list(muster.rounds),
                "grown_after": muster.grown_after,
                "origin": terms.origin(muster.origin),
            }
            for muster in quest.musters
        ],
        "unknowns": [_unknown(unknown, publication, trees, terms) for unknown in quest.unknowns],
        "tables": [
            {
                "id": table.table.id,
                "title": table.table.title,
                "side": table.side,
                "dice": table.table.dice,
                "die": table.table.die,
                "rows": [
                    {
                        "title": way.title,
                        "low": way.low,
                        "high": way.high,
                        "effects": [trees.effect(effect) for effect in way.effects],
                    }
                    for way in table.table.ways
                ],
                "origin": terms.origin(table.table.origin),
            }
            for table in quest.tables
        ],
        "events": [
            {
                "id": event.id,
                "title": or_none(event.title),
                "repeats": event.repeats,
                "condition": trees.condition(event.condition),
                "effects": [trees.effect(effect) for effect in event.effects],
                "named": event.is_named,
                "origin": terms.origin(event.origin),
            }
            for event in quest.events
        ],
        "actions": [
            {
                "id": action.id,
                "title": action.title,
                "cells": trees.cells(action.cells, action.moving),
                "target": or_none(action.target),
                "place": or_none(action.place),
                "moving": trees.moving(action.moving),
                "condition": trees.condition(action.condition) if action.condition else None,
                "cost": action.cost,
                "by": words(action.by),
                "beside": action.is_beside,
                "side": or_none(action.side),
                "origin": terms.origin(action.origin),
            }
            for action in quest.actions
        ],
        "victories": [
            {
                "side": victory.side,
                "degree": or_none(victory.degree),
                "title": or_none(victory.title),
                "condition": trees.condition(victory.condition),
                "default": victory.is_default,
                "told": victory.is_told,
                "origin": terms.origin(victory.origin),
            }
            for victory in quest.victories
        ],
        "texts": [
            {
                "word": passage.word,
                "told": passage.is_told,
                "blocks": trees.blocks(passage.blocks),
                "origin": terms.origin(passage.origin),
            }
            for passage in quest.passages
        ],
    }
