"""The order in which the areas of a board are revealed, and what reveals each."""

from __future__ import annotations

from questwright.compiler.geometry.crossings import area_ways
from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.model.items import items_called
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest


class RevealKind(StrEnum):
    """What first reveals an area."""

    START = "start"
    """The party begins there."""
    FLOOR = "floor"
    """Open floor, or a gate that stands open, joins it to a revealed area."""
    GATE = "gate"
    """Somebody opens or finds a gate."""
    PORTAL = "portal"
    """Somebody comes out of a portal or a crossing."""
    CLEARED = "cleared"
    """Something in the way is removed."""
    EVENT = "event"
    """An event reveals it."""
    NEVER = "never"
    """Nothing does."""


class Boundary(NamedTuple):
    """The edges between two areas on which neither a wall nor a gate stands."""

    between: tuple[int, int]
    """The indices of the areas, the lower one first."""
    edges: tuple[Edge, ...]
    is_free: bool
    """Whether some edge can be walked over when play begins."""


class RevealedArea(NamedTuple):
    """An area, and what first reveals it."""

    area: int
    """The index of the area."""
    how: RevealKind
    gates: tuple[int, ...]
    """The indices of the gates that first reveal it; any one of them does."""
    portals: tuple[str, ...]
    """The ids of the portals and crossings that first lead to it from revealed areas."""
    events: tuple[str, ...]
    """The ids of all events that may reveal it."""
    behind: tuple[int, ...]
    """The indices of the revealed areas from which it is first revealed."""
    depth: int
    """The depth in the breadth-first search: how many gates lie before it; -1 if never."""


def boundaries(quest: Quest) -> tuple[Boundary, ...]:
    """The boundaries between areas, sorted by the indices of the areas."""
    board = quest.board
    free = openings(board)
    gated = {edge for gate in board.gates for edge in gate.edges}
    found: dict[tuple[int, int], list[Edge]] = {}
    for shift, cells in free.steps:
        within = sum(area.cells & area.cells >> shift for area in board.areas)
        for cell in each_cell(cells & ~within):
            edge = Edge(cell, cell + shift)
            if edge in gated:
                continue
            first, second = sorted(map(board.area_at, edge))
            if -1 < first < second:
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
    """Every area with what first reveals it, breadth first from where the party begins.

    A locked gate is passed only after the area that holds its key has been revealed, unless no
    other way leads on.
    """
    return _RevealSearch(quest).all()


class _AreaLink(NamedTuple):
    """A directed edge of the graph of areas."""

    to: int
    """The index of the area that it leads to."""
    how: RevealKind
    gate: int
    """The index of its gate, or -1."""
    portal: str
    """The id of its portal or crossing, or empty."""
    is_back: bool = False
    """It goes against a one-way gate: it reveals what lies there, but nobody walks through."""


class _Passing(StrEnum):
    """Which locked gates the search passes; each level includes those before it."""

    KEY_SEEN = "seen"
    """Gates whose key lies in a revealed area."""
    KEY_GIVEN = "given"
    """Gates whose key lies nowhere: an event gives it."""
    NO_KEY = "none"
    """All gates, also against their one way: the board goes on behind them."""


class _RevealSearch:
    """A breadth-first search over the areas of one quest."""

    def __init__(self, quest: Quest) -> None:
        self.quest = quest
        self.ways: dict[int, list[_AreaLink]] = {n: [] for n in range(len(quest.board.areas))}
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

    def _keys(self) -> dict[int, frozenset[int]]:
        """The areas in which a key of each locked gate lies; -1 for one that lies nowhere."""
        board = self.quest.board
        holders = {thing.id: thing.area for thing in self.quest.things}
        places = {
            item.id: holders.get(item.holder, board.area_at(item.cell) if item.cell >= 0 else -1)
            for item in self.quest.items
        }
        return {
            number: frozenset(
                places[item.id] for item in items_called(gate.lock.key, self.quest.items)
            )
            or frozenset({-1})
            for number, gate in enumerate(board.gates)
            if gate.lock is not None and gate.lock.key
        }

    def _join(self) -> None:
        board = self.quest.board
        for boundary in boundaries(self.quest):
            how = RevealKind.FLOOR if boundary.is_free else RevealKind.CLEARED
            for source, target in (boundary.between, boundary.between[::-1]):
                self.ways[source].append(_AreaLink(target, how, -1, ""))
        for number, gate in enumerate(board.gates):
            if gate.kind.form is not GateForm.WINDOW:
                for source, target in (gate.between, gate.between[::-1]):
                    is_back = (source, target) not in gate.ways
                    how = RevealKind.FLOOR if gate.is_open and not is_back else RevealKind.GATE
                    self.ways[source].append(_AreaLink(target, how, number, "", is_back))
        self._join_apart()

    def _join_apart(self) -> None:
        """Add the links of portals and crossings, which join areas that are not adjacent."""
        board = self.quest.board
        portals = {thing.id: thing for thing in self.quest.things_of(Category.PORTAL)}
        for portal in portals.values():
            exit_ = portals.get(portal.link)
            if exit_ is not None and portal.area != exit_.area and portal.area >= 0:
                way = _AreaLink(exit_.area, RevealKind.PORTAL, -1, portal.id)
                self.ways[portal.area].append(way)

        for crossing in board.crossings:
            for source, target in area_ways(crossing, board):
                self.ways[source].append(_AreaLink(target, RevealKind.PORTAL, -1, crossing.id))

    # -- one area after the other -------------------------------------------------

    def _take(self, revealed: RevealedArea) -> None:
        self.known[revealed.area] = None
        self.order.append(revealed)

    def _flood(self, level: list[int], depth: int) -> None:
        """Reveal the areas that open floor joins to those of a level, at the same depth."""
        flooded = list(level)
        for number in flooded:
            for way in self.ways[number]:
                if way.how is RevealKind.FLOOR and way.to not in self.known:
                    self._take(self._revealed(way.to, [(number, way)], depth))
                    flooded.append(way.to)

    def _next(self, depth: int) -> list[int]:
        """Reveal the areas one gate further; an area that an event reveals if no gate is left."""
        for passing in (_Passing.KEY_SEEN, _Passing.KEY_GIVEN):
            level = self._beyond(depth, passing)
            if level:
                return level
        for number in self.ways:
            if number not in self.known and self.events[number]:
                self._take(
                    RevealedArea(number, RevealKind.EVENT, (), (), self.events[number], (), depth)
                )
                return [number]
        return self._beyond(depth, _Passing.NO_KEY)

    def _beyond(self, depth: int, passing: _Passing) -> list[int]:
        """Reveal all areas behind links of the revealed ones that are passed."""
        beyond: dict[int, list[tuple[int, _AreaLink]]] = {}
        for number in self.known:
            for way in self.ways[number]:
                if way.to not in self.known and self._passes(way, passing):
                    beyond.setdefault(way.to, []).append((number, way))
        for number, ways in beyond.items():
            self._take(self._revealed(number, ways, depth))
        return list(beyond)

    def _passes(self, way: _AreaLink, passing: _Passing) -> bool:
        if passing is _Passing.NO_KEY:
            return True
        if way.gate not in self.keys or way.is_back:
            return not way.is_back
        return any(
            area in self.known or (area < 0 and passing is _Passing.KEY_GIVEN)
            for area in self.keys[way.gate]
        )

    def _revealed(self, number: int, ways: list[tuple[int, _AreaLink]], depth: int) -> RevealedArea:
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
