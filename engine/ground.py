"""The ground of a quest: where one can stand, step and reach at any moment of play."""

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


class Layout(NamedTuple):
    """Where one can walk at a moment."""

    opened: frozenset[str]
    closed: frozenset[str]
    leaps: dict[str, str]
    """The squares of portals, with the square that each leads to, or nothing."""
    covered: frozenset[str]
    """The squares on which a thing stands that leaves no room for anybody."""
    known: dict[tuple[str, frozenset[str], frozenset[str]], tuple[Pace, ...]]
    """What a step leads to, from the squares for which that was asked, past which gates and over
    which ground."""


class Pace(NamedTuple):
    """What a step leads to."""

    cell: str
    areas: frozenset[str]
    """The areas that it leads into."""


class Ground:
    """The board of one quest, with all that stands on it."""

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
        """For each member of the party the gates that it does not go through."""
        self._barred_to_some = frozenset[str]().union(*self.barred.values())
        costs = quest.board.costs
        self._rough = {
            member: frozenset(cell for cell in costs if costs[cell].get(member, 1) is None)
            for member in quest.members
        }
        """For each member of the party the cells that it never enters."""
        self._rough[""] = frozenset[str]().union(*self._rough.values())
        self._jumps = {member: frozenset(_jumps(quest, member)) for member in quest.members}
        """For each member of the party the squares that it jumps between, downwards."""
        self._climbs = {member: _climbs(quest, member) for member in quest.members}
        """For each member of the party, from which square to which ones it climbs."""
        crossings = quest.board.crossings.values()
        self.crossers = {
            member: frozenset(
                crossing.id
                for crossing in crossings
                if crossing.takes(member, quest.move_of(member))
            )
            for member in (quest.members if crossings else ())
        }
        """For each member of the party the crossings that it takes."""
        self._layouts: dict[State, Layout] = {}
        self._alike: dict[tuple[frozenset[str], ...], Layout] = {}

    def _linked(self) -> dict[str, str]:
        """The portals with the one that each leads to; a link is told at one end or at both."""
        found: dict[str, str] = {}
        for thing in self.quest.things.values():
            if self.category(thing.id) is Category.PORTAL:
                found[thing.id] = thing.link or found.get(thing.id, "")
                if thing.link is not None and not found.get(thing.link):
                    found[thing.link] = thing.id
        return found

    def category(self, id_: str) -> Category:
        """What a thing is."""
        return self.script.kinds[self.quest.things[id_].kind].category

    # -- where one can stand ----------------------------------------------------------------

    def layout(self, state: State) -> Layout:
        """Where one can walk at a moment."""
        found = self._layouts.get(state)
        if found is None:
            things, leaps = self.quest.things, {}
            for id_, other in self._portals.items():
                if not state.has(FactSort.GONE, id_):
                    is_there = other in things and not state.has(FactSort.GONE, other)
                    leads = things[other].cells[0] if is_there else ""
                    leaps.update(dict.fromkeys(things[id_].cells, leads))
            covered = {
                cell
                for thing in things.values()
                if thing.blocks and not state.has(FactSort.GONE, thing.id)
                for cell in thing.cells
            }
            closed = state.ids(FactSort.CLOSED)
            found = Layout(
                state.ids(FactSort.OPEN), closed, leaps, frozenset(covered | leaps.keys()), {}
            )
            # Moments that differ in other facts share what is known of the ground.
            found = self._alike.setdefault((found.opened, closed, found.covered), found)
            self._layouts[state] = found
        return found

    def stands(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Those of some squares on which somebody can stand."""
        layout = self.layout(state)
        return frozenset(
            cell for cell in cells if cell not in layout.closed and cell not in layout.leaps
        )

    def beside(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """The squares from which one reaches what is on some squares."""
        opened = self.layout(state).opened
        return self.stands(state, (n for cell in cells for n in self.floor.beside(cell, opened)))

    def at(self, state: State, cells: Iterable[str]) -> frozenset[str]:
        """Some squares or, where things stand on all of them, those beside them.

        What an event has closed is out of reach, and so is what lies there.
        """
        cells = frozenset(cells)
        free = self.stands(state, cells)
        if free or cells - self.layout(state).covered:
            return free
        # Nobody is beside what stands behind a gate that has to be opened first.
        return self.stands(state, (near for cell in cells for near in self.floor.beside(cell)))

    def steps(self, state: State, cell: str, who: str = "") -> tuple[Pace, ...]:
        """What one step of a member leads to; without one, of the party as one piece."""
        layout = self.layout(state)
        barred = self.barred[who] if who else self._barred_to_some
        rough = self._rough[who]
        key = cell, barred, rough
        if key not in layout.known:
            layout.known[key] = tuple(self._steps(layout, cell, layout.opened - barred, rough))
        paces = layout.known[key]
        if self.quest.board.heights.climbs:
            paces = (*paces, *self._climbed(state, cell, who))
        if who or not self.crossers:
            return paces
        every = frozenset.intersection(*self.crossers.values())
        crossed = (self._crossed(state, cell, id_, who) for id_ in sorted(every))
        return (*paces, *(pace for paces in crossed for pace in paces))

    def _climbed(self, state: State, cell: str, who: str) -> Iterator[Pace]:
        """Where a member climbs to from a square; without one, where all of them do."""
        layout = self.layout(state)
        closed = layout.closed | layout.leaps.keys() | self._rough[who]
        if cell not in layout.closed:
            members = [who] if who else [*self._climbs]
            every = [self._climbs[member].get(cell, frozenset()) for member in members]
            for far in sorted(frozenset.intersection(*every) - closed):
                yield Pace(far, frozenset([self.quest.board.cells[far].area]))

    def _steps(
        self, layout: Layout, cell: str, opened: frozenset[str], rough: frozenset[str]
    ) -> Iterator[Pace]:
        if cell in layout.closed:
            # Whoever stands where a square is closed stays there until it is cleared.
            return
        areas = self.quest.board.cells
        closed = layout.closed | rough
        waiting = [(name, frozenset[str]()) for name in self.floor.steps(cell, closed, opened)]
        while waiting:
            name, entered = waiting.pop()
            if name not in layout.leaps:
                yield Pace(name, frozenset([areas[name].area]))
            elif name not in entered and layout.leaps[name] not in ("", *closed):
                # Who steps onto a portal stands beside the other one, and on neither of them.
                far = layout.leaps[name]
                exits = self.floor.steps(far, closed, opened)
                waiting += [(exit_, entered | {name, far}) for exit_ in exits]

    def jumps(self, state: State, cell: str, who: str) -> tuple[Pace, ...]:
        """What one jump of a member leads to."""
        layout, areas = self.layout(state), self.quest.board.cells
        closed = layout.closed | layout.leaps.keys()
        return tuple(
            Pace(below, frozenset([areas[below].area]))
            for above, below in sorted(self._jumps[who])
            if above == cell and cell not in layout.closed and below not in closed
        )

    def crossings(self, state: State, cell: str, who: str, id_: str = "") -> tuple[Pace, ...]:
        """What a crossing leads a member to, or any that it takes."""
        taken = self.crossers.get(who, frozenset())
        if id_:
            ids = [id_] if id_ in taken else []
        else:
            # Nobody is brought anywhere by a spell but where that is told.
            every = self.quest.board.crossings
            ids = [one for one in sorted(taken) if not every[one].is_once]
        return tuple(pace for one in ids for pace in self._crossed(state, cell, one, who))

    def _crossed(self, state: State, cell: str, id_: str, who: str) -> Iterator[Pace]:
        """What a crossing leads to from a square now, for those who take it."""
        crossing, layout = self.quest.board.crossings[id_], self.layout(state)
        closed = layout.closed | layout.leaps.keys()
        is_ready = not crossing.is_vessel or state.has(FactSort.LAUNCHED, id_)
        if cell in closed or not is_ready or not state.has(FactSort.OPEN, id_):
            return
        for far in crossing.beyond(cell):
            if far not in closed and far not in self._rough[who]:
                yield Pace(far, frozenset([self.quest.board.cells[far].area]))

    def parts(self, state: State, cells: AbstractSet[str]) -> Iterator[frozenset[str]]:
        """Some squares, parted where one does not walk to and fro between them over them."""
        onward = {
            cell: {pace.cell for pace in self.steps(state, cell)} & cells for cell in sorted(cells)
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
    """From where to where a member climbs between ground that is kept apart."""
    found: dict[str, frozenset[str]] = {}
    for side, members in quest.board.heights.climbs.items():
        for near, far in (side, side[::-1]) if who in members else ():
            found[near] = found.get(near, frozenset()) | {far}
    return found


def _jumps(quest: QuestDocument, who: str) -> Iterator[tuple[str, str]]:
    """From where to where a member jumps: where its whole move is enough for it."""
    heights = quest.board.heights
    if who not in heights.jumpers:
        return
    move = quest.move_of(who)
    for (above, below), climb in heights.falls.items():
        cost = quest.board.costs.get(below, {}).get(who, 1)
        if cost is not None and (move is None or cost + climb <= move):
            yield above, below


def _reached(first: str, steps: Mapping[str, set[str]]) -> set[str]:
    """The squares to which some steps lead from one, and that one."""
    found = {first}
    waiting = [first]
    while waiting:
        new = steps[waiting.pop()] - found
        found |= new
        waiting += new
    return found
