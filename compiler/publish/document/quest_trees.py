"""Write the conditions, effects and texts of a quest as nested objects of its document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Some
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.publish.document.terms import Terms, blocks_part, or_none, words
from questwright.compiler.wording.phrases import title_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.conditions import Condition, Moving
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Effect
    from questwright.compiler.packs.read.tree import Json
    from questwright.dsl.prose import Block

_NEAR: Final = "near "
_AIMED_AT: Final = {
    EffectKind.GIVE: "item",
    EffectKind.TAKE: "item",
    EffectKind.REWARD: "setting",
    EffectKind.GRANT: "token",
    EffectKind.SPAWN: "kind",
    EffectKind.OPEN: "gate",
    EffectKind.UNLOCK: "gate",
    EffectKind.CLOSE: "gate",
    EffectKind.SET: "flag",
    EffectKind.REMOVE: "thing",
    EffectKind.RAISE: "thing",
    EffectKind.KEEP: "thing",
    EffectKind.CHANGE: "thing",
    EffectKind.TRIGGER: "thing",
    EffectKind.END: "side",
}


class TreeWriter:
    """Writes conditions, effects and texts of one quest; names are looked up in that quest."""

    __slots__ = ("_areas", "_publication", "_sorts", "_terms")

    def __init__(self, publication: Publication, terms: Terms) -> None:
        quest = publication.quest
        self._publication = publication
        self._terms = terms
        self._areas = {area.id for area in quest.board.areas}
        self._sorts = {
            "thing": {thing.id for thing in quest.things},
            "area": self._areas,
            "gate": {gate.id for gate in quest.board.gates},
            "crossing": {crossing.id for crossing in quest.board.crossings},
            "item": {item.id for item in quest.items},
            "action": {action.id for action in quest.actions},
            "event": {event.id for event in quest.events},
            "flag": set(quest.flags),
            "member": {kind.word for kind in quest.party},
        }

    # -- conditions ---------------------------------------------------------------

    def condition(self, condition: Condition) -> Json:
        """A condition as a tree; `is` gives the type of each node: every, some, not or fact."""
        origin = self._terms.origin(condition.origin)
        match condition:
            case Every(parts, _):
                return {"is": "every", "parts": [*map(self.condition, parts)], "origin": origin}
            case Some(parts, _):
                return {"is": "some", "parts": [*map(self.condition, parts)], "origin": origin}
            case Not(part, _):
                return {"is": "not", "part": self.condition(part), "origin": origin}
            case Fact():
                return self._fact(condition, origin)

    def _fact(self, fact: Fact, origin: Json) -> Json:
        is_round = fact.kind is FactKind.ROUND
        return {
            "is": "fact",
            "fact": fact.kind.value,
            "quantity": fact.quantity.value,
            "count": fact.least,
            "of": None if is_round else self._sort_of(fact),
            "subjects": words(fact.subjects),
            "subject_word": fact.subject_word,
            "object": or_none(fact.object),
            "cells": self.cells(fact.cells, fact.moving),
            "place": or_none(fact.place),
            "moving": self.moving(fact.moving),
            "comparison": or_none(fact.comparison),
            "number": fact.number if fact.comparison else None,
            "origin": origin,
        }

    def cells(self, cells: Cells, moving: Moving | None) -> Json:
        """The squares of a place; where hidden things are part of it, those that are sure."""
        return self._terms.cells(cells if moving is None else moving.fixed)

    def moving(self, moving: Moving | None) -> Json:
        """A place that differs from world to world: fixed squares, and things that stand on it."""
        if moving is None:
            return None
        return {"fixed": self._terms.cells(moving.fixed), "things": words(moving.things)}

    def _sort_of(self, fact: Fact) -> Json:
        system = self._publication.system
        party = system.party
        if fact.subject_word in (party.one, party.many):
            return "member"
        # A side may have nobody on the board yet: its subjects are then no ids, but mean figures.
        sorts = (sort for sort, ids in self._sorts.items() if set(fact.subjects) <= ids)
        return next(sorts, "thing")

    # -- effects ------------------------------------------------------------------

    def effect(self, effect: Effect) -> Json:
        """An effect as an object; `of` says what sort of thing its target is."""
        kind = effect.kind
        aimed_at = _AIMED_AT.get(kind)
        if kind is EffectKind.REVEAL:
            aimed_at = "area" if effect.target in self._areas else "gate"
        elif aimed_at == "gate" and effect.target in self._sorts["crossing"]:
            aimed_at = "crossing"
        elif kind is EffectKind.DRAW:
            aimed_at = "deck" if effect.target in self._publication.system.decks else "card"
        elif kind is EffectKind.REMOVE and effect.target not in self._sorts["thing"]:
            aimed_at = "member"
        elif kind is EffectKind.UNLOCK and effect.target in self._sorts["thing"]:
            aimed_at = "thing"
        is_any_trap = kind is EffectKind.TRIGGER and effect.target not in self._sorts["thing"]
        is_near = kind is EffectKind.SPAWN and effect.place.startswith(_NEAR)
        return {
            "do": kind.value,
            "of": aimed_at,
            "target": None if is_any_trap else or_none(effect.target),
            "to": words(effect.to),
            "count": effect.amount,
            "cells": self.cells(effect.cells, effect.moving),
            "place": or_none(effect.place.removeprefix(_NEAR) if is_near else effect.place),
            "moving": self.moving(effect.moving),
            "near": is_near,
            "facing": or_none(effect.facing),
            "specials": words(special.word for special in effect.specials),
            "values": dict(effect.values) or None,
            "text": self.blocks(effect.text),
            "origin": self._terms.origin(effect.origin),
        }

    # -- texts --------------------------------------------------------------------

    def blocks(self, blocks: Iterable[Block]) -> Json:
        """A text as paragraphs and list entries; references get the titles of what they name."""
        quest, system = self._publication.quest, self._publication.system
        return blocks_part(blocks, lambda name: title_of(name, quest, system))
