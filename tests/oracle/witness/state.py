"""What is true at one moment of play."""

from __future__ import annotations

from typing import NamedTuple

WAITING = -1
"""Where a member is who has not come into play yet."""
LOST = -2
"""Where a member is who has left the quest for good."""
BURIED = -3
"""Where a member is who is buried; the fact ``("buried", member, cell)`` says below which cell."""
GONE = -4
"""Where a member is who has left the board, as all are about to."""

NOBODY = "nobody"
"""The winner, if nobody of the party is left."""

Fact = tuple[str | int, ...]
"""Something that holds now. The first part says what:

- ``open``, ``unlocked``, ``found``, ``fallen`` and the id of a gate; ``passed``, that and a number;
- ``revealed`` and ``searched`` and the id of an area; ``searched`` and the id of a container;
- ``defeated`` and ``gone`` and the id of a thing: beaten, and taken off the board by an event;
- ``taken`` and the id of an item that some member has or had;
- ``sprung`` and the id of a trap;
- ``done``, ``happened``, ``set`` and the id of an action, an event, a flag;
- ``value``, the id of a figure, the word of one of its values and what that is now;
- ``stands``, the id of a figure and a cell on which an event has put it;
- ``pushed``, the id of a thing and the cell to which it was pushed last;
- ``state``, the word of a member or the id of a figure, and what has become of it;
- ``blocked`` and a cell that an event has closed;
- ``buried``, a member and a cell;
- ``left``, a member and the cell by which it has left the board;
- ``won`` and a side for which an event has ended play;
- ``was true`` and the id of an event whose condition held when it was last looked at.
"""


class ItemPlace(NamedTuple):
    """Where an item is: exactly one of these, or nowhere."""

    cell: int = -1
    """It lies on this cell."""
    thing: str = ""
    """It is in, at or held by this thing."""
    member: int = -1
    """This member has it."""


NOWHERE = ItemPlace()


class Passing(NamedTuple):
    """A member in the middle of a move that has to go on: on the cell of a friend, or a portal."""

    member: int
    source: int
    """The cell on which the move has begun."""


class State(NamedTuple):
    """One moment of play. Members and items are numbered as in the quest."""

    where: tuple[int, ...]
    """For each member the cell, or WAITING, LOST, BURIED or GONE."""
    items: tuple[ItemPlace, ...]
    facts: frozenset[Fact]
    round: int = 1
    passing: Passing | None = None
    winner: str = ""
    """The side that has won, or NOBODY; empty while play goes on."""

    def has(self, *fact: str | int) -> bool:
        """Whether a fact holds."""
        return fact in self.facts

    def plus(self, *facts: Fact) -> State:
        """The same with some more facts."""
        return self._replace(facts=self.facts | set(facts))

    def minus(self, *facts: Fact) -> State:
        """The same without some facts."""
        return self._replace(facts=self.facts - set(facts))

    def with_member(self, member: int, place: int) -> State:
        """The same with a member somewhere else."""
        return self._replace(where=(*self.where[:member], place, *self.where[member + 1 :]))

    def with_item(self, item: int, place: ItemPlace) -> State:
        """The same with an item somewhere else."""
        return self._replace(items=(*self.items[:item], place, *self.items[item + 1 :]))

    @property
    def is_leaving(self) -> bool:
        """Whether members are leaving the board: play is as good as over, or this never was."""
        return any(fact[0] == "left" for fact in self.facts)

    @property
    def present(self) -> list[int]:
        """The members who stand on the board."""
        return [member for member, place in enumerate(self.where) if place >= 0]

    @property
    def left(self) -> list[int]:
        """The members who are not lost: on the board, buried, or still to come."""
        return [member for member, place in enumerate(self.where) if place != LOST]
