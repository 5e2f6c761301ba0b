"""The ground of a quest: where members can stand, step and reach in a state of play.

Takes a quest and its script. Returns squares by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.abilities import Abilities
from questwright.engine.document import Diagonal
from questwright.engine.lattice import is_within
from questwright.engine.movement import Floor
from questwright.engine.script import Category, EffectKind
from questwright.engine.state import FactSort, enemies

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from questwright.engine.document import QuestDocument
    from questwright.engine.script import Script
    from questwright.engine.state import State


class OpenGround(NamedTuple):
    """What is open to members who walk, in a state."""

    opened: frozenset[str]
    """The ids of open gates and crossings."""
    closed: frozenset[str]
    """The squares that nobody can stand on."""
    guarded: frozenset[str]
    """The squares on which enemies stand who are not beaten: nobody steps there."""
    portals: dict[str, str]
    """For each square of a portal, the square that it leads to; empty where it is shut."""
    covered: frozenset[str]
    """The squares on which a thing stands that leaves no room."""
    known: dict[tuple[str, frozenset[str], frozenset[str]], tuple[str, ...]]
    """Where steps lead, as far as worked out: by square, barred gates, and ground never entered."""


class Ground:
    """The board of one quest with the things on it. Results are kept by state."""

    def __init__(self, quest: QuestDocument, script: Script) -> None:
        self.quest = quest
        self.script = script
        gates = quest.board.gates.values()
        closing = (
            effect.target
            for event in script.events
            for effect in event.effects
            if effect.kind is EffectKind.CLOSE
        )
        falling = (gate.id for gate in gates if gate.shuts_after)
        self.floor = Floor(quest.board, {*closing, *falling})
        self.able = Abilities(quest, script, self.floor.walled())
        """Where each member of the party can go, and where not."""
        self._portals = self._linked()
        self._counting = {
            ends: gate
            for gate in gates
            if gate.shuts_after
            for edge in gate.edges
            for ends in (edge, edge[::-1])
        }
        """The gates that fall shut, by the squares on both sides."""
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
                if thing.blocks and not thing.pushers and not state.has(FactSort.GONE, thing.id)
                for cell in thing.cells
            }
            there = enemies(self.quest, self.script, state)
            guarded = {cell for enemy in there for cell in enemy.cells}
            found = OpenGround(
                state.ids(FactSort.OPEN),
                state.ids(FactSort.CLOSED),
                frozenset(guarded - leaps.keys()),
                leaps,
                frozenset(covered | leaps.keys()),
                {},
            )
            # States that differ only in other facts share the steps.
            alike = (found.opened, found.closed, found.guarded, found.covered)
            found = self._alike.setdefault(alike, found)
            self._open_ground[state] = found
        return found

    def free_cells(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Return those of some squares on which a member can stand."""
        open_ground = self.open_ground(state)
        return frozenset(
            cell
            for cell in cells
            if cell not in open_ground.closed
            and cell not in open_ground.guarded
            and cell not in open_ground.portals
        )

    def attacked_from(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Return the squares from which figures on some squares are attacked."""
        opened, cells = self.open_ground(state).opened, frozenset(cells)
        near = {name for cell in cells for name in self.floor.attackers(cell, opened)}
        return self.free_cells(state, near - cells)

    def within(self, cells: Collection[str], most: int) -> frozenset[str]:
        """Return the squares that are no more than so many off some squares, those among them."""
        board = self.quest.board
        places = [(board.cells[cell].row, board.cells[cell].column) for cell in cells]
        return frozenset(
            name
            for name, square in board.cells.items()
            for place in places
            if is_within(board.lattice, (square.row, square.column), place, most, ruler=board.ruler)
        )

    def at_or_beside(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Return some squares or, where things cover all of them, the squares beside them.

        Nothing is in reach on squares that an event has closed.
        """
        cells = frozenset(cells)
        free = self.free_cells(state, cells)
        if free or cells - self.open_ground(state).covered:
            return free
        return self.beside(state, cells)

    def beside(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Return the squares beside some squares that one can stand on.

        Squares behind a gate that is shut do not count, nor those behind one that is for some.
        """
        cells = frozenset(cells)
        for_some = {gate.id for gate in self.quest.board.gates.values() if gate.only}
        opened = self.open_ground(state).opened - for_some
        near = {other for cell in cells for other in self.floor.beside(cell, opened)}
        return self.free_cells(state, near - cells)

    def steps(
        self, state: State, cell: str, who: str, held: frozenset[str] = frozenset()
    ) -> tuple[str, ...]:
        """Return the squares that one step of a member leads to who carries some items."""
        open_ground, rough = self.open_ground(state), self.able.shut_to(who, held)
        if cell in rough:
            # Whoever has lost what it takes to be there stays on that ground.
            ground = self.quest.board.entered_with[cell].cells
            rough = frozenset(self.quest.board.cells) - ground
        key = cell, self.able.barred[who], rough
        if key not in open_ground.known:
            open_ground.known[key] = tuple(self._steps(open_ground, *key))
        closed = open_ground.closed | open_ground.guarded | open_ground.portals.keys()
        is_free = cell not in open_ground.closed
        climbs = self.able.climbs[who].get(cell, frozenset()) - closed - rough
        return (*open_ground.known[key], *(sorted(climbs) if is_free else ()))

    def is_cornered(
        self, state: State, cell: str, to: str, who: str, taken: frozenset[str]
    ) -> bool:
        """Tell whether others stand on each way round the corner of a step of a member."""
        board = self.quest.board
        if not board.friends_block or board.diagonal is not Diagonal.ONE_FLANK:
            return False
        open_ground = self.open_ground(state)
        closed = open_ground.closed | open_ground.guarded | self.able.shut_to(who, frozenset())
        opened = open_ground.opened - self.able.barred[who]
        free = self.floor.steps(cell, closed | taken, opened)
        return to not in free and to in self.floor.steps(cell, closed, opened)

    def _steps(
        self, open_ground: OpenGround, cell: str, barred: frozenset[str], rough: frozenset[str]
    ) -> Iterator[str]:
        if cell in open_ground.closed or cell in open_ground.guarded:
            # A member on a closed square stays there until an event clears it.
            return
        opened = open_ground.opened - barred
        closed = open_ground.closed | open_ground.guarded | rough
        waiting = [(name, frozenset[str]()) for name in self.floor.steps(cell, closed, opened)]
        while waiting:
            name, entered = waiting.pop()
            if name not in open_ground.portals:
                yield name
            elif name not in entered and open_ground.portals[name] not in ("", *closed):
                # A step onto a portal ends beside the other portal, not on either of them.
                far = open_ground.portals[name]
                exits = self.floor.steps(far, closed, opened)
                waiting += [(exit_, entered | {name, far}) for exit_ in exits]

    def passed(self, state: State, near: str, far: str) -> State:
        """Return the state after a step; a gate falls shut behind the last that it lets through."""
        gate = self._counting.get((near, far))
        if gate is None:
            return state
        counts = [f"{gate.id} {number + 1}" for number in range(gate.shuts_after)]
        for count in counts[:-1]:
            if not state.has(FactSort.PASSED, count):
                return state.plus(FactSort.PASSED, count)
        shut = state.minus(FactSort.PASSED, *counts).minus(FactSort.OPEN, gate.id)
        return shut.plus(FactSort.PASSED, counts[-1])

    def clear_of(self, state: State, cell: str, who: str, held: frozenset[str]) -> tuple[str, ...]:
        """Return the squares onto which a member steps clear of a square that has been closed.

        Or of one on which a figure of another side stands again.
        """
        there = enemies(self.quest, self.script, state)
        over = {enemy.id: enemy for enemy in there if cell in enemy.cells}
        freed = state.minus(FactSort.CLOSED, cell).plus(FactSort.DEFEATED, *over)
        covered = {name for enemy in over.values() for name in enemy.cells}
        return tuple(far for far in self.steps(freed, cell, who, held) if far not in covered)

    def jumps(self, state: State, cell: str, who: str) -> tuple[str, ...]:
        """Return the squares that one jump of a member leads to."""
        closed = self._taken(state)
        is_free = cell not in self.open_ground(state).closed
        falls = sorted(self.able.jumps[who])
        return tuple(far for near, far in falls if near == cell and is_free and far not in closed)

    def crossings(
        self, state: State, cell: str, who: str, id_: str, held: frozenset[str]
    ) -> tuple[str, ...]:
        """Return the squares to which a member comes by a crossing."""
        if id_ not in self.able.crossers.get(who, ()):
            return ()
        crossing, closed = self.quest.board.crossings[id_], self._taken(state)
        is_ready = not crossing.is_vessel or state.has(FactSort.LAUNCHED, id_)
        if cell in closed or not is_ready or not state.has(FactSort.OPEN, id_):
            return ()
        ends, rough = crossing.beyond(cell), self.able.shut_to(who, held)
        if cell in rough:
            return ()
        return tuple(far for far in ends if far not in closed and far not in rough)

    def _taken(self, state: State) -> frozenset[str]:
        """Return the squares onto which nobody comes."""
        open_ground = self.open_ground(state)
        return open_ground.closed | open_ground.guarded | open_ground.portals.keys()

    def can_hand(self, state: State, near: str, far: str) -> bool:
        """Tell whether something can be handed from a square to another.

        That takes an edge between them without a wall and without a shut gate, be it with a
        barrier, or one over which some member climbs or jumps, or portals; whoever may pass there.
        """
        open_ground = self.open_ground(state)
        if not open_ground.closed.isdisjoint((near, far)):
            return False
        heights = self.quest.board.heights
        side = (near, far), (far, near)
        return (
            near == far
            or any(self.floor.is_open(*ends, open_ground.opened) for ends in side)
            or any(ends in heights.reached_over or ends in heights.climbs for ends in side)
            or any(ends in jumps for ends in side for jumps in self.able.jumps.values())
            or (
                not self.floor.touch(near, far)
                and any(far in self.steps(state, near, who) for who in self.quest.members)
            )
        )
