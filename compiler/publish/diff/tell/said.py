"""Words that changes are told in: each edition in its own, all squares by their new names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import EffectKind, Every, Fact, Not, Some
from questwright.compiler.publish.diff.changes import Change
from questwright.compiler.publish.diff.ground import NO_SHIFT
from questwright.compiler.wording.phrases import (
    place_in_words,
    plain_text,
    say_condition,
    say_effect,
    thing_in_words,
    title_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells, Edge
    from questwright.compiler.model.board import Area, Board, Gate
    from questwright.compiler.model.quest import Condition, Effect, Event, Quest, Thing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Edit, Subject
    from questwright.compiler.publish.diff.edition import Edition
    from questwright.compiler.publish.diff.ground import SharedGround, Spots
    from questwright.dsl.prose import Block


def change(subject: Subject, sort: Edit, id_: str, before: Json, after: Json, text: str) -> Change:
    """A change, its sentence beginning as sentences do."""
    return Change(subject, sort, id_, before, after, text[:1].upper() + text[1:])


def an(title: str) -> str:
    """A title with the article of what is not known yet: ``a Door``, ``an Archway``."""
    return f"{'an' if title[:1].lower() in 'aeiou' else 'a'} {title}"


def the_area(area: Area) -> str:
    """An area as it stands in a sentence."""
    return with_article(area.title)


def the_gate(gate: Gate) -> str:
    """A gate as it stands in a sentence."""
    return with_article(gate.title)


class _OffBoardError(Exception):
    """A square is spoken of that the new board has not."""


class Words:
    """How one of the two editions is told."""

    def __init__(self, edition: Edition, ground: SharedGround, *, is_old: bool) -> None:
        self.edition = edition
        self.quest: Quest = edition.quest
        self.board: Board = edition.quest.board
        self._ground = ground
        self._is_old = is_old
        self._is_shifted = is_old and ground.shift != NO_SHIFT
        # Only squares are named after it: the old board with the size of the new one.
        after = ground.after
        framed = replace(self.board, columns=after.columns, rows=after.rows)
        self._frame = self.quest._replace(board=framed) if self._is_shifted else self.quest

    # -- places -------------------------------------------------------------------

    def spots(self, cells: Cells) -> Spots:
        """Squares on the ground that both editions share."""
        return self._ground.old(cells) if self._is_old else self._ground.new(cells)

    def edges(self, edges: Iterable[Edge]) -> frozenset[Spots]:
        """Edges on the ground that both editions share."""
        return self._ground.old_edges(edges) if self._is_old else self._ground.new_edges(edges)

    def say(self, cells: Cells) -> str:
        """Squares in words."""
        return self._ground.say(self.spots(cells))

    def say_edges(self, gate: Gate) -> str:
        """Where a gate is, in words."""
        return self._ground.say_edges(self.edges(gate.edges))

    def names(self, cells: Cells) -> Json:
        """Squares as data, by the names that they have in this edition."""
        return [self.board.name(cell) for cell in each_cell(cells)]

    def edge_names(self, gate: Gate) -> Json:
        """Edges as data, by the names that they have in this edition."""
        return [self.board.edge_name(edge) for edge in gate.edges]

    def place(self, place: str, cells: Cells) -> str:
        """A place with its preposition: ``in the Well``."""
        try:
            return place_in_words(place, self._carried(cells), self._frame)
        except _OffBoardError:
            return place_in_words(place, cells, self.quest)

    # -- names --------------------------------------------------------------------

    def title(self, id_: str) -> str:
        """What something is called, as it stands in a sentence."""
        return with_article(title_of(id_, self.quest, self.edition.system))

    def thing(self, thing: Thing) -> str:
        """A thing as it stands in a sentence; one of many is told by where it stands."""
        return (
            thing_in_words(thing)
            if thing.is_named
            else f"{thing_in_words(thing)} at {self.say(thing.mask)}"
        )

    def in_area(self, thing: Thing) -> str:
        """The area that a thing stands in, with its preposition; or nothing."""
        return f" in {the_area(self.board.areas[thing.area])}" if thing.area >= 0 else ""

    def event(self, event: Event) -> str:
        """An event as it stands in a sentence: by its title, or by when it happens."""
        if event.title:
            return f"“{event.title}”"
        return f"the event {self.when(event)}"

    # -- what happens -------------------------------------------------------------

    def when(self, event: Event) -> str:
        """When an event happens."""
        return f"{'whenever' if event.repeats else 'when'} {self.condition(event.condition)}"

    def condition(self, condition: Condition) -> str:
        """A condition."""
        system = self.edition.system
        try:
            return say_condition(self._moved(condition), self._frame, system)
        except _OffBoardError:
            return say_condition(condition, self.quest, system)

    def effect(self, effect: Effect) -> str:
        """An effect; of texts only that they are read."""
        if effect.kind is EffectKind.READ:
            return "a text is read aloud"
        if effect.kind is EffectKind.NOTE:
            return "a note is read"
        system = self.edition.system
        try:
            carried = replace(effect, cells=self._carried(effect.cells))
            words = say_effect(carried, self._frame, system)
        except _OffBoardError:
            words = say_effect(effect, self.quest, system)
        return words[:1].lower() + words[1:]

    def text(self, blocks: Iterable[Block]) -> str:
        """A text without its marks."""
        return plain_text(tuple(blocks), self.quest, self.edition.system)

    # -- squares that have new names ------------------------------------------------

    def _moved(self, condition: Condition) -> Condition:
        """A condition whose squares are those of the new board."""
        match condition:
            case Fact():
                return replace(condition, cells=self._carried(condition.cells))
            case Not(part, origin):
                return Not(self._moved(part), origin)
            case Every(parts, origin):
                return Every(tuple(map(self._moved, parts)), origin)
            case Some(parts, origin):
                return Some(tuple(map(self._moved, parts)), origin)

    def _carried(self, cells: Cells) -> Cells:
        if not self._is_shifted:
            return cells
        board, carried = self._ground.after, 0
        for spot in self.spots(cells):
            if not board.is_inside(*spot):
                raise _OffBoardError
            carried |= 1 << board.cell(*spot)
        return carried
