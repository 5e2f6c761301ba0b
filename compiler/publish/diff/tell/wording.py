"""Put parts of an edition into words for the sentences of changes.

Each edition is described in its own words; all squares go by their names on the new board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Every, Fact, Not, Some
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.publish.diff.changes import Change
from questwright.compiler.publish.diff.ground import NO_SHIFT
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.effects import say_effect
from questwright.compiler.wording.phrases import (
    place_in_words,
    plain_text,
    thing_in_words,
    title_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells, Edge
    from questwright.compiler.model.board import Area, Board, Gate
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Effect, Event, Quest, Thing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Edit, Subject
    from questwright.compiler.publish.diff.ground import SharedGround, Spots
    from questwright.compiler.publish.document.read.edition import Edition
    from questwright.dsl.prose import Block


def change(subject: Subject, sort: Edit, id_: str, before: Json, after: Json, text: str) -> Change:
    """A change whose sentence begins with a capital letter."""
    return Change(subject, sort, id_, before, after, text[:1].upper() + text[1:])


def a_or_an(title: str) -> str:
    """A title with its indefinite article: ``a Door``, ``an Archway``."""
    return f"{'an' if title[:1].lower() in 'aeiou' else 'a'} {title}"


def the_area(area: Area) -> str:
    """The title of an area with its article."""
    return with_article(area.title)


def the_gate(gate: Gate) -> str:
    """The title of a gate with its article."""
    return with_article(gate.title)


class _OffBoardError(Exception):
    """A square of the old board does not exist on the new one."""


class EditionWording:
    """Puts parts of one of the two editions into words."""

    def __init__(self, edition: Edition, ground: SharedGround, *, is_old: bool) -> None:
        self.edition = edition
        self.quest: Quest = edition.quest
        self.board: Board = edition.quest.board
        self._ground = ground
        self._is_old = is_old
        self._is_shifted = is_old and ground.shift != NO_SHIFT
        # The old board with the size of the new one, for naming squares only.
        after = ground.after
        framed = self.board._replace(columns=after.columns, rows=after.rows)
        self._frame = self.quest._replace(board=framed) if self._is_shifted else self.quest

    # -- places -------------------------------------------------------------------

    def spots(self, cells: Cells) -> Spots:
        """Squares (a bit set) in the coordinates that both editions share."""
        return self._ground.old(cells) if self._is_old else self._ground.new(cells)

    def edges(self, edges: Iterable[Edge]) -> frozenset[Spots]:
        """Edges in the coordinates that both editions share."""
        return self._ground.old_edges(edges) if self._is_old else self._ground.new_edges(edges)

    def say(self, cells: Cells) -> str:
        """Squares in words, by their names on the new board."""
        return self._ground.say(self.spots(cells))

    def say_gate(self, gate: Gate) -> str:
        """The edges of a gate, or its squares, in words, by their names on the new board."""
        if gate.cells:
            return self.say(gate.cells)
        return self._ground.say_edges(self.edges(gate.edges))

    def names(self, cells: Cells) -> Json:
        """Squares as data, by the names that they have in this edition."""
        return [self.board.name(cell) for cell in each_cell(cells)]

    def gate_places(self, gate: Gate) -> Json:
        """Edges or squares of a gate as data, by the names that they have in this edition."""
        return [*self.board.gate_places(gate)]

    def place(self, place: str, cells: Cells) -> str:
        """A place with its preposition: ``in the Well``."""
        try:
            return place_in_words(place, self._shifted(cells), self._frame)
        except _OffBoardError:
            return place_in_words(place, cells, self.quest)

    # -- names --------------------------------------------------------------------

    def title(self, id_: str) -> str:
        """The title of what has this id, with its article."""
        return with_article(title_of(id_, self.quest, self.edition.system))

    def thing(self, thing: Thing) -> str:
        """The title of a thing with its article; without a name of its own, also its place."""
        return (
            thing_in_words(thing)
            if thing.is_named
            else f"{thing_in_words(thing)} at {self.say(thing.mask)}"
        )

    def in_area(self, thing: Thing) -> str:
        """The area of a thing with its preposition: `` in the Well``; empty if it is in none."""
        return f" in {the_area(self.board.areas[thing.area])}" if thing.area >= 0 else ""

    def event(self, event: Event) -> str:
        """An event in a sentence: its title, or when it happens."""
        if event.title:
            return f"“{event.title}”"
        return f"the event {self.when(event)}"

    # -- what happens -------------------------------------------------------------

    def when(self, event: Event) -> str:
        """The condition of an event with `when` or `whenever`."""
        return f"{'whenever' if event.repeats else 'when'} {self.condition(event.condition)}"

    def condition(self, condition: Condition) -> str:
        """A condition in words."""
        system = self.edition.system
        try:
            return say_condition(self._shifted_condition(condition), self._frame, system)
        except _OffBoardError:
            return say_condition(condition, self.quest, system)

    def effect(self, effect: Effect) -> str:
        """An effect in words, in lower case but for a name; texts are not quoted."""
        if effect.kind is EffectKind.READ:
            return "a text is read aloud"
        if effect.kind is EffectKind.NOTE:
            return "a note is read"
        system = self.edition.system
        try:
            shifted = effect._replace(cells=self._shifted(effect.cells))
            words = say_effect(shifted, self._frame, system)
        except _OffBoardError:
            words = say_effect(effect, self.quest, system)
        is_name = any(words.startswith(kind.title) for kind in self.quest.party)
        return words if is_name else words[:1].lower() + words[1:]

    def text(self, blocks: Iterable[Block]) -> str:
        """A text without its markup."""
        return plain_text(tuple(blocks), self.quest, self.edition.system)

    # -- squares of the old board by their new names --------------------------------

    def _shifted_condition(self, condition: Condition) -> Condition:
        """A condition with its squares moved onto the new board; raises `_OffBoardError`."""
        match condition:
            case Fact():
                return condition._replace(cells=self._shifted(condition.cells))
            case Not(part, origin):
                return Not(self._shifted_condition(part), origin)
            case Every(parts, origin):
                return Every(tuple(map(self._shifted_condition, parts)), origin)
            case Some(parts, origin):
                return Some(tuple(map(self._shifted_condition, parts)), origin)

    def _shifted(self, cells: Cells) -> Cells:
        if not self._is_shifted:
            return cells
        board, shifted = self._ground.after, 0
        for spot in self.spots(cells):
            if not board.is_inside(*spot):
                raise _OffBoardError
            shifted |= 1 << board.cell(*spot)
        return shifted
