"""The moments of play: the facts that hold, the round, and where members of the party stand."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.script import Category

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.engine.document import QuestDocument, Thing
    from questwright.engine.script import Item, Script


class FactSort(StrEnum):
    """What a fact says about the thing, member, gate or event with its id."""

    OPEN = "open"
    UNLOCKED = "unlocked"
    PASSED = "passed"
    """So many have gone through a gate that falls shut: its id and the number."""
    LAUNCHED = "launched"
    CAST = "cast"
    """A spell has been cast, and paid for."""
    FOUND = "found"
    REVEALED = "revealed"
    SEARCHED = "searched"
    DEFEATED = "defeated"
    GONE = "gone"
    """An event has taken this thing off the board."""
    STANDS = "stands"
    """This figure or thing stands on other squares than the map has it: its id, and they."""
    LOST = "lost"
    """This member of the party is no longer in the quest."""
    HELD = "held"
    """A member of the party has this item now."""
    TAKEN = "taken"
    """A member of the party has this item, or had it."""
    DONE = "done"
    SPRUNG = "sprung"
    SET = "set"
    STATE = "state"
    """This figure is in this state: its id or word, and that of the state."""
    CLOSED = "closed"
    """Nobody can walk over this square."""
    HAPPENED = "happened"
    LIVE = "live"
    """The condition of this repeated event has held since the event last happened."""
    ENDED = "ended"
    """An event has ended the quest: this side has won."""


class Fact(NamedTuple):
    """A fact that holds in a state."""

    sort: FactSort
    id: str


class State(NamedTuple):
    """A state of play, without where members stand."""

    facts: frozenset[Fact]
    round: int = 1

    def has(self, sort: FactSort, id_: str) -> bool:
        """Tell whether a fact holds."""
        return (sort, id_) in self.facts

    def amount(self, id_: str, word: str) -> int:
        """Return how much of a state a figure has, of which it has a number."""
        named = f"{id_} {word}>="
        told = (known for known in self.ids(FactSort.STATE) if known.startswith(named))
        return max((int(known.removeprefix(named)) for known in told), default=0)

    def ids(self, sort: FactSort) -> frozenset[str]:
        """Return the ids for which a fact of a sort holds."""
        return frozenset(fact.id for fact in self.facts if fact.sort is sort)

    def plus(self, sort: FactSort, *ids: str) -> State:
        """Return the state with more facts of a sort."""
        return State(self.facts.union(Fact(sort, id_) for id_ in ids), self.round)

    def minus(self, sort: FactSort, *ids: str) -> State:
        """Return the state without some facts of a sort."""
        return State(self.facts.difference(Fact(sort, id_) for id_ in ids), self.round)

    def gaining(self, items: Iterable[Item]) -> State:
        """Return the state after the party has taken those items that nobody has taken before."""
        new = [item.id for item in items if not self.has(FactSort.TAKEN, item.id)]
        return self.plus(FactSort.HELD, *new).plus(FactSort.TAKEN, *new)


class Moment(NamedTuple):
    """A moment of play: what holds, where members stand, and who carries what."""

    state: State
    at: tuple[str, ...]
    """For each member of the party, in the order of the quest, its square; empty off the board."""
    carried: frozenset[tuple[str, str]] = frozenset()
    """Items, each with the word of who carries it. An item that the party has and that is not
    among them is with whichever member is the next to need it."""
    untold: tuple[str, ...] = ()
    """The events that have happened and that the line has not mentioned, in order."""
    stepped: frozenset[str] = frozenset()
    """The members who have stepped clear, which the line has not mentioned."""

    def bearer(self, item: str) -> str:
        """Return the word of who carries an item; empty where that is open."""
        return next((who for id_, who in self.carried if id_ == item), "")

    def held(self, who: str, *, is_sure: bool = False) -> frozenset[str]:
        """Return the ids of the items that a member carries, or may carry if that is not sure."""
        others = {id_ for id_, other in self.carried if other != who}
        own = frozenset(id_ for id_, other in self.carried if other == who)
        return own if is_sure else self.state.ids(FactSort.HELD) - others

    def carrying(self, item: str, who: str) -> Moment:
        """Return the moment in which a member carries an item."""
        others = frozenset(pair for pair in self.carried if pair[0] != item)
        return self._replace(carried=others | {(item, who)})


def first_state(quest: QuestDocument) -> State:
    """Return the state before play begins: open gates, closed squares, revealed areas."""
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


def enemies(quest: QuestDocument, script: Script, state: State) -> Iterator[Thing]:
    """Yield the figures of other sides that are still there, each where it stands."""
    for thing in quest.things.values():
        if is_enemy(script, thing) and not is_beaten(state, thing):
            yield placed(quest, state, thing)


def placed(quest: QuestDocument, state: State, thing: Thing) -> Thing:
    """Return a figure or a thing where it stands, wherever an event or a push has brought it."""
    named = f"{thing.id} "
    for known in state.ids(FactSort.STANDS):
        if known.startswith(named):
            cells = tuple(known.removeprefix(named).split())
            return thing._replace(cells=cells, area=quest.board.cells[cells[0]].area)
    return thing


def is_enemy(script: Script, thing: Thing) -> bool:
    """Tell whether a thing is a figure of another side than the party's."""
    kind = script.kinds[thing.kind]
    return kind.category is Category.FIGURE and kind.side != script.party


def is_beaten(state: State, thing: Thing) -> bool:
    """Tell whether a figure is defeated, or taken away by an event."""
    return state.has(FactSort.DEFEATED, thing.id) or state.has(FactSort.GONE, thing.id)
