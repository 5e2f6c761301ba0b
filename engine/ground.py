"""The ground of a quest: where members can stand, step and reach in a state of play.

Takes a quest and its script. Returns squares by name, and the arrivals of steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.movement import Floor
from questwright.engine.script import Category
from questwright.engine.state import FactSort

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from questwright.engine.document import QuestDocument
    from questwright.engine.script import Script
    from questwright.engine.state import State


class OpenGround(NamedTuple):
    """What is open to members who walk, in a state."""

    opened: frozenset[str]
    """The ids of open gates and crossings."""
    closed: frozenset[str]
    """The squares that nobody can stand on."""
    portals: dict[str, str]
    """For each square of a portal, the square that it leads to; empty where it is shut."""
    covered: frozenset[str]
    """The squares on which a thing stands that leaves no room."""
    known: dict[tuple[str, frozenset[str], frozenset[str]], tuple[Arrival, ...]]
    """The arrivals that have been worked out: by square, barred gates, and ground never entered."""


class Arrival(NamedTuple):
    """The result of a step: a square, and the areas that it reveals."""

    cell: str
    areas: frozenset[str]


class Ground:
    """The board of one quest with the things on it. Results are kept by state."""

    def __init__(self, quest: QuestDocument, script: Script) -> None:
        self.quest = quest
        self.script = script
        self.floor = Floor(quest.board)
        self._portals = self._linked()
        gates = quest.board.gates.values()
        self.barred = {
            member: frozenset(gate.id for gate in gates if gate.only and member not in gate.only)
            for member in quest.members
        }
        """For each member of the party, the gates that it cannot pass."""
        self._barred_to_some = frozenset[str]().union(*self.barred.values())
        costs = quest.board.costs
        self._rough = {
            member: frozenset(cell for cell in costs if costs[cell].get(member, 1) is None)
            for member in quest.members
        }
        """For each member of the party, the cells that it never enters; by "", those of any."""
        self._rough[""] = frozenset[str]().union(*self._rough.values())
        self._jumps = {member: frozenset(_jumps(quest, member)) for member in quest.members}
        """For each member of the party, its jumps: from a square to a lower one."""
        self._climbs = {member: _climbs(quest, member) for member in quest.members}
        """For each member of the party, the squares that it climbs to, by the square it leaves."""
        crossings = quest.board.crossings.values()
        self.crossers = {
            member: frozenset(
                crossing.id
                for crossing in crossings
                if crossing.takes(member, quest.move_of(member))
            )
            for member in (quest.members if crossings else ())
        }
        """For each member of the party, the ids of the crossings that it can take."""
        self._open_ground: dict[State, OpenGround] = {}
        self._alike: dict[tuple[frozenset[str], ...], OpenGround] = {}

    def _linked(self) -> dict[str, str]:
        """Return by portal the one that it leads to; a document links one end or both."""
        found: dict[str, str] = {}
        for thing in self.quest.things.values():
            if self.category(thing.id) is Category.PORTAL:
                found[thing.id] = thing.link or found.get(thing.id, "")
                if thing.link is not None and not found.get(thing.link):
                    found[thing.link] = thing.id
        return found

    def category(self, id_: str) -> Category:
        """Return the category of a thing."""
        return self.script.kinds[self.quest.things[id_].kind].category

    # -- standing ---------------------------------------------------------------------------

    def open_ground(self, state: State) -> OpenGround:
        """Return what is open to members who walk, in a state."""
        found = self._open_ground.get(state)
        if found is None:
            things, leaps = self.quest.things, {}
            for id_, far_end in self._portals.items():
                if not state.has(FactSort.GONE, id_):
                    is_there = far_end in things and not state.has(FactSort.GONE, far_end)
                    leads = things[far_end].cells[0] if is_there else ""
                    leaps.update(dict.fromkeys(things[id_].cells, leads))
            covered = {
                cell
                for thing in things.values()
                if thing.blocks and not state.has(FactSort.GONE, thing.id)
                for cell in thing.cells
            }
            closed = state.ids(FactSort.CLOSED)
            found = OpenGround(
                state.ids(FactSort.OPEN), closed, leaps, frozenset(covered | leaps.keys()), {}
            )
            # States that differ only in other facts share their arrivals.
            found = self._alike.setdefault((found.opened, closed, found.covered), found)
            self._open_ground[state] = found
        return found

    def free_cells(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Return those of some squares on which a member can stand."""
        open_ground = self.open_ground(state)
        return frozenset(
            cell
            for cell in cells
            if cell not in open_ground.closed and cell not in open_ground.portals
        )

    def beside(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Return the squares beside some squares, from which a member can reach these."""
        opened = self.open_ground(state).opened
        return self.free_cells(
            state, (n for cell in cells for n in self.floor.beside(cell, opened))
        )

    def at_or_beside(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Return some squares or, where things cover all of them, the squares beside them.

        Nothing is in reach on squares that an event has closed.
        """
        cells = frozenset(cells)
        free = self.free_cells(state, cells)
        if free or cells - self.open_ground(state).covered:
            return free
        # Squares behind a gate that is not open in the document do not count as beside.
        return self.free_cells(state, (near for cell in cells for near in self.floor.beside(cell)))

    def steps(self, state: State, cell: str, who: str = "") -> tuple[Arrival, ...]:
        """Return the arrivals of one step of a member; without ``who``, of the whole party."""
        open_ground = self.open_ground(state)
        barred = self.barred[who] if who else self._barred_to_some
        rough = self._rough[who]
        key = cell, barred, rough
        if key not in open_ground.known:
            open_ground.known[key] = tuple(
                self._steps(open_ground, cell, open_ground.opened - barred, rough)
            )
        arrivals = open_ground.known[key]
        if self.quest.board.heights.climbs:
            arrivals = (*arrivals, *self._climbed(state, cell, who))
        if who or not self.crossers:
            return arrivals
        taken_by_all = frozenset.intersection(*self.crossers.values())
        crossed = (self._crossed(state, cell, id_, who) for id_ in sorted(taken_by_all))
        return (*arrivals, *(arrival for arrivals in crossed for arrival in arrivals))

    def _climbed(self, state: State, cell: str, who: str) -> Iterator[Arrival]:
        """Yield where a member climbs to from a square; without ``who``, where all members do."""
        open_ground = self.open_ground(state)
        closed = open_ground.closed | open_ground.portals.keys() | self._rough[who]
        if cell not in open_ground.closed:
            members = [who] if who else [*self._climbs]
            targets = [self._climbs[member].get(cell, frozenset()) for member in members]
            for far in sorted(frozenset.intersection(*targets) - closed):
                yield Arrival(far, frozenset([self.quest.board.cells[far].area]))

    def _steps(
        self, open_ground: OpenGround, cell: str, opened: frozenset[str], rough: frozenset[str]
    ) -> Iterator[Arrival]:
        if cell in open_ground.closed:
            # A member on a closed square stays there until an event clears it.
            return
        areas = self.quest.board.cells
        closed = open_ground.closed | rough
        waiting = [(name, frozenset[str]()) for name in self.floor.steps(cell, closed, opened)]
        while waiting:
            name, entered = waiting.pop()
            if name not in open_ground.portals:
                yield Arrival(name, frozenset([areas[name].area]))
            elif name not in entered and open_ground.portals[name] not in ("", *closed):
                # A step onto a portal ends beside the other portal, not on either of them.
                far = open_ground.portals[name]
                exits = self.floor.steps(far, closed, opened)
                waiting += [(exit_, entered | {name, far}) for exit_ in exits]

    def jumps(self, state: State, cell: str, who: str) -> tuple[Arrival, ...]:
        """Return the arrivals of one jump of a member."""
        open_ground, areas = self.open_ground(state), self.quest.board.cells
        closed = open_ground.closed | open_ground.portals.keys()
        return tuple(
            Arrival(below, frozenset([areas[below].area]))
            for above, below in sorted(self._jumps[who])
            if above == cell and cell not in open_ground.closed and below not in closed
        )

    def crossings(self, state: State, cell: str, who: str, id_: str = "") -> tuple[Arrival, ...]:
        """Return the arrivals of one crossing; without ``id_``, of all that a member can take."""
        taken = self.crossers.get(who, frozenset())
        if id_:
            ids = [id_] if id_ in taken else []
        else:
            # A spell brings a member over only in a step that says so.
            crossings = self.quest.board.crossings
            ids = [
                crossing_id for crossing_id in sorted(taken) if not crossings[crossing_id].is_once
            ]
        return tuple(
            arrival
            for crossing_id in ids
            for arrival in self._crossed(state, cell, crossing_id, who)
        )

    def _crossed(self, state: State, cell: str, id_: str, who: str) -> Iterator[Arrival]:
        """Yield the arrivals of a crossing from a square, for a member who can take it."""
        crossing, open_ground = self.quest.board.crossings[id_], self.open_ground(state)
        closed = open_ground.closed | open_ground.portals.keys()
        is_ready = not crossing.is_vessel or state.has(FactSort.LAUNCHED, id_)
        if cell in closed or not is_ready or not state.has(FactSort.OPEN, id_):
            return
        for far in crossing.beyond(cell):
            if far not in closed and far not in self._rough[who]:
                yield Arrival(far, frozenset([self.quest.board.cells[far].area]))

    def parts(self, state: State, cells: AbstractSet[str]) -> Iterator[frozenset[str]]:
        """Yield the strongly connected components of some squares, by steps among these."""
        onward = {
            cell: {arrival.cell for arrival in self.steps(state, cell)} & cells
            for cell in sorted(cells)
        }
        back: dict[str, set[str]] = {cell: set() for cell in onward}
        for cell, names in onward.items():
            for name in names:
                back[name].add(cell)
        rest = dict.fromkeys(onward)
        while rest:
            first = next(iter(rest))
            part = _reached(first, onward) & _reached(first, back)
            yield frozenset(part)
            rest = dict.fromkeys(cell for cell in rest if cell not in part)


def _climbs(quest: QuestDocument, who: str) -> dict[str, frozenset[str]]:
    """Return by square the squares that a member climbs to, between ground that is kept apart."""
    found: dict[str, frozenset[str]] = {}
    for side, members in quest.board.heights.climbs.items():
        for near, far in (side, side[::-1]) if who in members else ():
            found[near] = found.get(near, frozenset()) | {far}
    return found


def _jumps(quest: QuestDocument, who: str) -> Iterator[tuple[str, str]]:
    """Yield the jumps of a member, upper square first: those that its whole move pays for."""
    heights = quest.board.heights
    if who not in heights.jumpers:
        return
    move = quest.move_of(who)
    for (above, below), climb in heights.falls.items():
        cost = quest.board.costs.get(below, {}).get(who, 1)
        if cost is not None and (move is None or cost + climb <= move):
            yield above, below


def _reached(first: str, steps: Mapping[str, set[str]]) -> set[str]:
    """Return the squares that steps reach from a square, and that square."""
    found = {first}
    waiting = [first]
    while waiting:
        new = steps[waiting.pop()] - found
        found |= new
        waiting += new
    return found
