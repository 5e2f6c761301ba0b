"""In which order the areas of a board come to light, and what brings each to light."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.geometry.crossings import area_ways
from questwright.compiler.geometry.openings import openings
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Edge
    from questwright.compiler.model.quest import Quest


class RevealKind(StrEnum):
    """What brings an area to light."""

    START = "start"
    """The party begins there."""
    FLOOR = "floor"
    """Nothing parts it from an area that is known, or only an open gate does."""
    GATE = "gate"
    """A gate is opened or found."""
    PORTAL = "portal"
    """One steps out of a portal, or out of a crossing."""
    CLEARED = "cleared"
    """What stands in the way is taken away."""
    EVENT = "event"
    NEVER = "never"


class Boundary(NamedTuple):
    """Two areas side by side with neither wall nor gate between some of their squares."""

    between: tuple[int, int]
    """The areas by index, the lower one first."""
    edges: tuple[Edge, ...]
    is_free: bool
    """Whether one can walk over any of the edges when play begins."""


class RevealedArea(NamedTuple):
    """An area, and what first brings it to light."""

    area: int
    """By index."""
    how: RevealKind
    gates: tuple[int, ...]
    """The gates that first reveal it, by index: any one of them does."""
    portals: tuple[str, ...]
    """The ids of the portals, in areas known before, that first lead to it; and of crossings."""
    events: tuple[str, ...]
    """The ids of the events that may reveal it, sooner or later."""
    behind: tuple[int, ...]
    """The areas known before from which it is first revealed, by index."""
    depth: int
    """In how many steps of opening all that can be opened it is found; -1 where it never is."""


def boundaries(quest: Quest) -> tuple[Boundary, ...]:
    """Where areas meet without wall or gate, by the indices of the areas."""
    board = quest.board
    free = openings(board)
    gated = {edge for gate in board.gates for edge in gate.edges}
    found: dict[tuple[int, int], list[Edge]] = {}
    for edge in free.edges():
        first, second = sorted(board.area_at(cell) for cell in edge)
        if -1 < first < second and edge not in gated:
            found.setdefault((first, second), []).append(edge)
    walkable = board.floor & ~quest.blocked
    return tuple(
        Boundary(
            between,
            tuple(sorted(edges)),
            any(walkable >> edge.first & walkable >> edge.second & 1 for edge in edges),
        )
        for between, edges in sorted(found.items())
    )


def reveal_order(quest: Quest) -> tuple[RevealedArea, ...]:
    """Every area with what first reveals it: breadth first from where the party begins.

    A locked gate is passed once the area is known in which its key lies.
    """
    return _Revealing(quest).all()


class _Joint(NamedTuple):
    """A joint of two areas."""

    to: int
    how: RevealKind
    gate: int
    portal: str
    is_back: bool = False
    """The gate shows what is there, and one does not go through from here."""


class _Patience(IntEnum):
    """Which gates are passed, where no other way leads on."""

    KEY_SEEN = 0
    """Those whose key lies in an area that is known."""
    KEY_GIVEN = 1
    """Those too whose key an event gives."""
    NO_KEY = 2
    """All: the party cannot open them or go through, but the board goes on behind them."""


class _Revealing:
    """One quest's areas coming to light."""

    def __init__(self, quest: Quest) -> None:
        self.quest = quest
        self.ways: dict[int, list[_Joint]] = {n: [] for n in range(len(quest.board.areas))}
        self.events = self._events()
        self.keys = self._keys()
        self.order: list[RevealedArea] = []
        self.known: dict[int, None] = {}
        self._join()

    def all(self) -> tuple[RevealedArea, ...]:
        starts = self.quest.begun
        areas = self.quest.board.areas
        depth = 0
        level = [n for n, area in enumerate(areas) if area.cells & starts]
        for number in level:
            self._take(
                RevealedArea(number, RevealKind.START, (), (), self.events[number], (), depth)
            )
        while level:
            self._flood(level, depth)
            depth += 1
            level = self._next(depth)
        for number in range(len(areas)):
            if number not in self.known:
                self.order.append(RevealedArea(number, RevealKind.NEVER, (), (), (), (), -1))
        return tuple(self.order)

    # -- what is known of the quest -----------------------------------------------

    def _events(self) -> list[tuple[str, ...]]:
        return [
            tuple(
                event.id
                for event in self.quest.events
                if any(
                    effect.kind is EffectKind.REVEAL and effect.target == area.id
                    for effect in event.effects
                )
            )
            for area in self.quest.board.areas
        ]

    def _keys(self) -> dict[int, int]:
        """The area in which the key of each locked gate lies; -1 where it lies nowhere."""
        board = self.quest.board
        holders = {thing.id: thing.area for thing in self.quest.things}
        places = {
            item.id: holders.get(item.holder, board.area_at(item.cell) if item.cell >= 0 else -1)
            for item in self.quest.items
        }
        return {
            number: places.get(gate.lock.key, -1)
            for number, gate in enumerate(board.gates)
            if gate.lock is not None and gate.lock.key
        }

    def _join(self) -> None:
        board = self.quest.board
        for boundary in boundaries(self.quest):
            how = RevealKind.FLOOR if boundary.is_free else RevealKind.CLEARED
            for source, target in (boundary.between, boundary.between[::-1]):
                self.ways[source].append(_Joint(target, how, -1, ""))
        for number, gate in enumerate(board.gates):
            if gate.kind.form is not GateForm.WINDOW:
                is_open = gate.is_open and gate.lock is None
                for source, target in (gate.between, gate.between[::-1]):
                    is_back = (source, target) not in gate.ways
                    how = RevealKind.FLOOR if is_open and not is_back else RevealKind.GATE
                    self.ways[source].append(_Joint(target, how, number, "", is_back))
        self._join_apart()

    def _join_apart(self) -> None:
        """Areas that do not lie beside each other: portals and crossings join them."""
        board = self.quest.board
        portals = {thing.id: thing for thing in self.quest.things_of(Category.PORTAL)}
        for portal in portals.values():
            other = portals.get(portal.link)
            if other is not None and portal.area != other.area and portal.area >= 0:
                way = _Joint(other.area, RevealKind.PORTAL, -1, portal.id)
                self.ways[portal.area].append(way)

        for crossing in board.crossings:
            for source, target in area_ways(crossing, board):
                self.ways[source].append(_Joint(target, RevealKind.PORTAL, -1, crossing.id))

    # -- one area after the other -------------------------------------------------

    def _take(self, one: RevealedArea) -> None:
        self.known[one.area] = None
        self.order.append(one)

    def _flood(self, level: list[int], depth: int) -> None:
        """Areas that open floor joins to these ones come to light with them."""
        flooded = list(level)
        for number in flooded:
            for way in self.ways[number]:
                if way.how is RevealKind.FLOOR and way.to not in self.known:
                    self._take(self._revealed(way.to, [(number, way)], depth))
                    flooded.append(way.to)

    def _next(self, depth: int) -> list[int]:
        """The areas one gate further; those that events reveal only where no gate is left."""
        for patience in (_Patience.KEY_SEEN, _Patience.KEY_GIVEN):
            level = self._beyond(depth, patience)
            if level:
                return level
        for number in self.ways:
            if number not in self.known and self.events[number]:
                self._take(
                    RevealedArea(number, RevealKind.EVENT, (), (), self.events[number], (), depth)
                )
                return [number]
        return self._beyond(depth, _Patience.NO_KEY)

    def _beyond(self, depth: int, patience: _Patience) -> list[int]:
        beyond: dict[int, list[tuple[int, _Joint]]] = {}
        for number in self.known:
            for way in self.ways[number]:
                if way.to not in self.known and self._passes(way, patience):
                    beyond.setdefault(way.to, []).append((number, way))
        for number, ways in beyond.items():
            self._take(self._revealed(number, ways, depth))
        return list(beyond)

    def _passes(self, way: _Joint, patience: _Patience) -> bool:
        if patience is _Patience.NO_KEY:
            return True
        if way.gate not in self.keys or way.is_back:
            return not way.is_back
        area = self.keys[way.gate]
        return area in self.known or (area < 0 and patience is _Patience.KEY_GIVEN)

    def _revealed(self, number: int, ways: list[tuple[int, _Joint]], depth: int) -> RevealedArea:
        hows = {way.how for _, way in ways}
        preferred = (RevealKind.FLOOR, RevealKind.GATE, RevealKind.PORTAL, RevealKind.CLEARED)
        first = next(how for how in preferred if how in hows)
        return RevealedArea(
            number,
            first,
            tuple(dict.fromkeys(way.gate for _, way in ways if way.gate >= 0)),
            tuple(dict.fromkeys(way.portal for _, way in ways if way.portal)),
            self.events[number],
            tuple(dict.fromkeys(behind for behind, way in ways if way.how is first)),
            depth,
        )
