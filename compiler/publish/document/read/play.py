"""Read what happens in play: events, actions, victories, with conditions and effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.conditions import Every, Fact, FactKind, Moving, Not, Quantity, Some
from questwright.compiler.model.quest import Action, Effect, EffectKind, Event, Victory
from questwright.compiler.model.words import title_from_id
from questwright.compiler.publish.document.read.lookup import NOWHERE, look_up, mask_of
from questwright.compiler.publish.document.read.texts import read_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part

_NEAR: Final = "near "


class PlayReader:
    """Reads what happens in the quest of one document.

    It takes the squares by name, the titles of all that has an id, and the first way of whatever is
    unknown, by id.
    """

    def __init__(
        self,
        system: System,
        cells: Mapping[str, Cell],
        titles: Mapping[str, str],
        first_ways: Mapping[str, Part],
    ) -> None:
        self.system = system
        self.cells = cells
        self.titles = titles
        self.first_ways = first_ways

    def event(self, part: Part) -> Event:
        """An event."""
        return Event(
            id=part.text("id"),
            title=part.text("title"),
            repeats=part.flag("repeats"),
            condition=self.condition(part.part("condition")),
            effects=tuple(map(self.effect, part.parts("effects"))),
            is_named=part.flag("named"),
            origin=NOWHERE,
        )

    def action(self, part: Part) -> Action:
        """An action of the quest."""
        condition = part.part_or_none("condition")
        return Action(
            id=part.text("id"),
            title=part.text("title"),
            cells=self.places(part),
            target=part.text("target"),
            place=part.text("place"),
            moving=self.moving(part),
            condition=self.condition(condition) if condition is not None else None,
            cost=part.number("cost"),
            by=part.words("by"),
            is_beside=part.flag("beside"),
            side=part.text("side"),
            origin=NOWHERE,
        )

    def victory(self, part: Part) -> Victory:
        """How a side wins."""
        side = look_up(self.system.sides, part.text("side"), "a side of the game")
        condition = self.condition(part.part("condition"))
        title, is_default = part.text("title"), part.flag("default")
        degree, is_told = part.text("degree"), part.flag("told")
        return Victory(side.word, title, condition, is_default, NOWHERE, degree, is_told)

    def condition(self, part: Part) -> Condition:
        """A condition tree."""
        form = part.text("is")
        if form == "not":
            return Not(self.condition(part.part("part")), NOWHERE)
        if form in ("every", "some"):
            parts = tuple(map(self.condition, part.parts("parts")))
            return Every(parts, NOWHERE) if form == "every" else Some(parts, NOWHERE)
        return Fact(
            kind=FactKind(part.text("fact")),
            quantity=Quantity(part.text("quantity")),
            least=part.number("count"),
            subjects=part.words("subjects"),
            subject_word=part.text("subject_word"),
            object=part.text("object"),
            cells=self.places(part),
            place=part.text("place"),
            comparison=part.text("comparison"),
            number=part.number("number"),
            origin=NOWHERE,
            moving=self.moving(part),
        )

    def effect(self, part: Part) -> Effect:
        """An effect."""
        kind, target = EffectKind(part.text("do")), part.text("target")
        title = self._title(kind, target)
        near = _NEAR if part.flag("near") else ""
        return Effect(
            kind=kind,
            target=target or ("trap" if kind is EffectKind.TRIGGER else ""),
            target_title=title,
            amount=part.number("count"),
            cells=self.places(part),
            place=near + part.text("place"),
            facing=part.text("facing"),
            text=read_blocks(part, "text"),
            origin=NOWHERE,
            specials=tuple(
                look_up(self.system.specials, word, "a special of the game")
                for word in part.words("specials")
            ),
            moving=self.moving(part),
            to=part.words("to"),
            values=tuple(part.numbers("values").items()),
        )

    def moving(self, part: Part) -> Moving | None:
        """A place that differs from world to world, or None."""
        moving = part.part_or_none("moving")
        if moving is None:
            return None
        fixed = mask_of(self.cells, moving.words("fixed"))
        return Moving(fixed, moving.words("things"))

    def _title(self, kind: EffectKind, target: str) -> str:
        """The title of an effect's target."""
        system = self.system
        if kind is EffectKind.SPAWN:
            return look_up(system.kinds, target, "a kind of the game").title
        if kind is EffectKind.GRANT:
            return look_up(system.tokens, target, "a token of the game").title
        if kind is EffectKind.END:
            return look_up(system.sides, target, "a side of the game").title
        if kind is EffectKind.TRIGGER and not target:
            return "a trap"
        if kind is EffectKind.DRAW:
            cards = {card.word: card.title for deck in system.decks.values() for card in deck.cards}
            decks = {word: deck.title for word, deck in system.decks.items()}
            return look_up({**cards, **decks}, target, "a card or deck of the game")
        return self.titles.get(target) or title_from_id(target)

    def places(self, part: Part) -> Cells:
        """The squares of a place as a bit set."""
        cells = 0
        for name in part.words("cells"):
            cells |= 1 << look_up(self.cells, name, "a square")
        moving = part.part_or_none("moving")
        for id_ in moving.words("things") if moving is not None else ():
            way = self.first_ways.get(id_)
            cells |= mask_of(self.cells, way.words("cells")) if way is not None else 0
        return cells
