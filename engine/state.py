"""A moment of play: the facts that hold, and the round."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.script import Category

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.engine.document import QuestDocument, Thing
    from questwright.engine.script import Item, Script


class FactSort(StrEnum):
    """What a fact says of what it names."""

    OPEN = "open"
    UNLOCKED = "unlocked"
    LAUNCHED = "launched"
    CAST = "cast"
    """A spell has been cast, and paid for."""
    FOUND = "found"
    REVEALED = "revealed"
    SEARCHED = "searched"
    DEFEATED = "defeated"
    GONE = "gone"
    """An event has taken it off the board."""
    LOST = "lost"
    """A member of the party is no longer in the quest."""
    HELD = "held"
    """Somebody of the party has it now."""
    TAKEN = "taken"
    """Somebody of the party has it, or had it."""
    DONE = "done"
    SPRUNG = "sprung"
    SET = "set"
    CLOSED = "closed"
    """Nobody can walk over this square."""
    HAPPENED = "happened"
    LIVE = "live"
    """The condition of a repeated event held when it was last looked at."""
    UNTOLD = "untold"
    """It has happened, and the line has not said so yet."""
    ENDED = "ended"
    """An event has let this side win."""


class Fact(NamedTuple):
    """Something that is true of the play at a moment."""

    sort: FactSort
    id: str


class State(NamedTuple):
    """A moment of play, wherever the party stands."""

    facts: frozenset[Fact]
    round: int = 1

    def has(self, sort: FactSort, id_: str) -> bool:
        """Whether a fact holds."""
        return (sort, id_) in self.facts

    def ids(self, sort: FactSort) -> frozenset[str]:
        """All of which a fact of a sort holds."""
        return frozenset(fact.id for fact in self.facts if fact.sort is sort)

    def plus(self, sort: FactSort, *ids: str) -> State:
        """The same with more facts of a sort."""
        return State(self.facts.union(Fact(sort, id_) for id_ in ids), self.round)

    def minus(self, sort: FactSort, *ids: str) -> State:
        """The same without some facts of a sort."""
        return State(self.facts.difference(Fact(sort, id_) for id_ in ids), self.round)

    def gaining(self, items: Iterable[Item]) -> State:
        """The same once the party has taken items that nobody had taken before."""
        new = [item.id for item in items if not self.has(FactSort.TAKEN, item.id)]
        return self.plus(FactSort.HELD, *new).plus(FactSort.TAKEN, *new)


def first_state(quest: QuestDocument) -> State:
    """How things stand before anybody has moved."""
    gates = (gate.id for gate in quest.board.gates.values() if gate.is_open)
    begun = (cell for entry in quest.entries if entry.round == 1 for cell in entry.cells)
    areas = {quest.board.cells[cell].area for cell in begun}
    crossings = (crossing.id for crossing in quest.board.crossings.values() if crossing.is_open)
    state = State(frozenset())
    return (
        state.plus(FactSort.OPEN, *gates, *crossings)
        .plus(FactSort.CLOSED, *quest.blocked)
        .plus(FactSort.REVEALED, *areas)
    )


def enemies(quest: QuestDocument, script: Script, area: str) -> list[Thing]:
    """The figures of an area that the party has against it."""
    return [
        thing for thing in quest.things.values() if thing.area == area and is_enemy(script, thing)
    ]


def is_enemy(script: Script, thing: Thing) -> bool:
    """Whether a thing is a figure of another side than the party."""
    kind = script.kinds[thing.kind]
    return kind.category is Category.FIGURE and kind.side != script.party


def is_beaten(state: State, thing: Thing) -> bool:
    """Whether a figure is no longer there: defeated, or taken away by an event."""
    return state.has(FactSort.DEFEATED, thing.id) or state.has(FactSort.GONE, thing.id)
