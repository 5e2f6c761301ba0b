"""Put both boards of a comparison into one system of coordinates: that of the new board.

Takes two quests. Returns the shift by which the old board best fits the new one, and functions that
convert squares and edges of either board to shared coordinates.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.wording.phrases import cells_in_words
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.cells import Cells, Edge
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Quest

Spot = tuple[int, int]
"""Row and column of a square, from zero at the top left of the new board; may lie off it."""
Spots = frozenset[Spot]

_CANDIDATES: Final = 48
"""How many shifts are tried; the right one is among the most promising few."""


class Shift(NamedTuple):
    """How many rows down and columns to the right the old board is moved."""

    rows: int
    columns: int


NO_SHIFT: Final = Shift(0, 0)


class SharedGround(NamedTuple):
    """Two boards, and the shift that puts the old one onto the new one."""

    before: Board
    after: Board
    shift: Shift

    def old(self, cells: Cells) -> Spots:
        """Squares of the old board (a bit set) in shared coordinates."""
        down, right = self.shift
        return frozenset((row + down, column + right) for row, column in _spots(cells, self.before))

    def new(self, cells: Cells) -> Spots:
        """Squares of the new board (a bit set) in shared coordinates."""
        return frozenset(_spots(cells, self.after))

    def old_edges(self, edges: Iterable[Edge]) -> frozenset[Spots]:
        """Edges of the old board, each as its two squares in shared coordinates."""
        return frozenset(self.old(1 << edge.first | 1 << edge.second) for edge in edges)

    def new_edges(self, edges: Iterable[Edge]) -> frozenset[Spots]:
        """Edges of the new board, each as its two squares in shared coordinates."""
        return frozenset(self.new(1 << edge.first | 1 << edge.second) for edge in edges)

    def say(self, spots: Iterable[Spot]) -> str:
        """Squares in words, by their names on the new board: ``C4–D5``.

        Squares that are not on the new board go by their old names.
        """
        spots = list(spots)
        kept = _mask(self.after, [spot for spot in spots if self.after.is_inside(*spot)])
        gone = _mask(
            self.before, [self._old_spot(spot) for spot in spots if not self.after.is_inside(*spot)]
        )
        words = [cells_in_words(kept, self.after)] if kept else []
        words += [f"{cells_in_words(gone, self.before)} of the old board"] if gone else []
        return ", ".join(words)

    def say_edges(self, edges: Iterable[Spots]) -> str:
        """Edges in words, by the names of their squares: ``C4|D4``."""
        return ", ".join(map(self._edge, sorted(edges, key=sorted)))

    def _edge(self, edge: Spots) -> str:
        spots = sorted(edge)
        if all(self.after.is_inside(*spot) for spot in spots):
            return "|".join(self.after.name(self.after.cell(*spot)) for spot in spots)
        names = (self.before.name(self.before.cell(*self._old_spot(spot))) for spot in spots)
        return f"{'|'.join(names)} of the old board"

    def _old_spot(self, spot: Spot) -> Spot:
        """A spot in coordinates of the old board."""
        return spot[0] - self.shift.rows, spot[1] - self.shift.columns


def _mask(board: Board, spots: Iterable[Spot]) -> Cells:
    cells = 0
    for row, column in spots:
        cells |= 1 << board.cell(row, column)
    return cells


def _spots(cells: Cells, board: Board) -> Iterator[Spot]:
    return (divmod(cell, board.stride) for cell in each_cell(cells))


def align_boards(before: Quest, after: Quest) -> SharedGround:
    """Shift the old board so that as many squares, gates and things as possible coincide."""
    best = max(
        _candidates(before, after),
        key=lambda shift: (
            _overlap(before, after, shift),
            -abs(shift.rows) - abs(shift.columns),
            # Break ties so that comparing in the other direction usually gives the same shift.
            abs(shift.rows),
            shift,
        ),
    )
    return SharedGround(before.board, after.board, best)


def _candidates(before: Quest, after: Quest) -> list[Shift]:
    """Shifts that put some landmark in its new place, the most promising first."""
    found: Counter[Shift] = Counter()
    old, new = _landmarks(before), _landmarks(after)
    for name in old.keys() & new.keys():
        found[_between(old[name], new[name])] += 1
    rows = after.board.rows - before.board.rows
    columns = after.board.columns - before.board.columns
    grown = [Shift(down, right) for down in {0, rows} for right in {0, columns}]
    voted = sorted(found, key=lambda shift: (-found[shift], shift))
    every = dict.fromkeys((NO_SHIFT, *grown, *voted))
    if after.board.lattice is Lattice.HEXES:
        # A shift by an odd number of rows would give hexes other neighbours.
        every = dict.fromkeys(shift for shift in every if shift.rows % 2 == 0)
    return list(every)[:_CANDIDATES]


def _landmarks(quest: Quest) -> dict[tuple[str, str], Spot]:
    """The spots of areas, gates and things that the author named, by sort and id."""
    board = quest.board
    found: dict[tuple[str, str], Spot] = {}
    for area in board.areas:
        spots = list(_spots(area.cells, board))
        if area.is_named and spots:
            found["top left", area.id] = (min(row for row, _ in spots), min(c for _, c in spots))
            found["end", area.id] = (max(row for row, _ in spots), max(c for _, c in spots))
    for gate in board.gates:
        if gate.is_named and gate.edges:
            found["gate", gate.id] = divmod(gate.edges[0].first, board.stride)
    for thing in quest.things:
        if thing.is_named and thing.cells:
            found["thing", thing.id] = divmod(thing.cells[0], board.stride)
    return found


def _between(first: Spot, second: Spot) -> Shift:
    return Shift(second[0] - first[0], second[1] - first[1])


def _overlap(before: Quest, after: Quest, shift: Shift) -> int:
    """A score of how much coincides under a shift: floor, named areas, gates and things."""
    ground = SharedGround(before.board, after.board, shift)
    score = len(ground.old(before.board.floor) & ground.new(after.board.floor))
    areas = {area.id: ground.new(area.cells) for area in after.board.areas if area.is_named}
    score += sum(
        2 * len(ground.old(area.cells) & areas.get(area.id, frozenset()))
        for area in before.board.areas
    )
    gates = {(gate.kind.word, ground.new_edges(gate.edges)) for gate in after.board.gates}
    score += sum(
        4 * ((gate.kind.word, ground.old_edges(gate.edges)) in gates) for gate in before.board.gates
    )
    things = {(thing.kind.word, ground.new(thing.mask)) for thing in after.things}
    return score + sum(
        2 * ((thing.kind.word, ground.old(thing.mask)) in things) for thing in before.things
    )
