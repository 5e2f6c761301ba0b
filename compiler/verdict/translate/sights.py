"""Sight on the board of a quest: what closes it, until what, and past whom somebody is seen."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache

from questwright.compiler.geometry.openings import sights
from questwright.compiler.geometry.sight import View
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.board import Board
from questwright.compiler.verdict.task.need import NOTHING, every, holds, negated
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.translate.ground import FREE, Access
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.geometry.sight import Veils
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.builder import Builder

    _Looked: TypeAlias = "Callable[[Cell, Veils, Cells], tuple[tuple[Veils, Cells], ...]]"


class Past(NamedTuple):
    """What has to be so that sight leads past some veils."""

    need: Need
    narrow: Places
    """Nobody stands in these narrow places."""


class _Prospect(NamedTuple):
    """What closes sight on a board; some of it as long as something is so."""

    free: Openings
    closed: Cells
    veiled: dict[Cell, Veils]
    gates: dict[Cell, dict[Cell, Veils]]


class Sights:
    """What is seen on the board of a quest.

    Walls, shut gates, high things and what has fallen close sight. So do figures, if the game does
    not say otherwise: those of other sides, and members of the party who cannot step aside; they
    can where there is room for all on ground that is open. An open gate that leads one way is seen
    through that way.
    """

    def __init__(self, to: Builder) -> None:
        self._to = to
        self._veils: dict[tuple[Need, Places], int] = {}
        """The number of each veil: what it asks for to be gone, or the narrow place in which a
        member of the party may stand."""

    def over(self, cell: Cell, other: Cell) -> Access | None:
        """What it takes to see or attack over an edge from a cell; None if nobody does.

        It does not matter who may go through a gate, and what the ground is.
        """
        to, edge = self._to, Edge(min(cell, other), max(cell, other))
        if to.ground.around_gates.is_free(*edge):
            return FREE
        way = to.ground.gate_on.get(edge)
        if way is None or not way.sides >> cell & 1:
            return None
        return Access(to.has(FactSort.OPEN, way.gate))

    def seen_from(self, cell: Cell, until: Need, asked: Cells) -> Iterable[tuple[Veils, Cells]]:
        """The cells from which a figure on a cell is seen, with the veils that are gone then.

        Itself it closes sight ``until`` a need is met.
        """
        own = 0 if self._to.system.grid.sees_past_figures else self._veil(until)
        return self._looked(cell, own, asked)

    def past(self, veils: Veils) -> Past:
        """What has to be so that some veils are gone."""
        behind = [own for own, number in self._veils.items() if veils >> number & 1]
        return Past(every(*(need for need, _ in behind)), sum(narrow for _, narrow in behind))

    def lines(self, deed: Deed, cell: Cell, facts: Facts) -> Iterator[Cells]:
        """Each set of cells that others leave free so that a deed is done along sight from a cell.

        Those first that are fewest.
        """
        board, scene = self._to.board, self._scene
        known = enumerate(self._veils)
        gone = sum(1 << n for n, (need, _) in known if holds(need, facts, (), ()))
        is_past = self._to.system.grid.sees_past_figures
        closed = scene.closed | (0 if is_past else deed.cells)
        closed |= sum(1 << own for own, veils in scene.veiled.items() if veils & ~gone)
        gates = {
            near: {far: 0 for far, veils in ways.items() if not veils & ~gone}
            for near, ways in scene.gates.items()
        }
        for target in each_cell(deed.cells):
            ends, between = 1 << target | 1 << cell, _between(target, cell, board)
            standing = ends if is_past else between & (~closed | ends)
            alone = {own: 1 << own for own in each_cell(standing)}
            shut = closed & ~ends | board.floor & ~between
            for cells, _ in View(board, scene.free, shut, alone, gates).seen_from(
                target, 0, 1 << cell
            ):
                yield cells

    # -- what closes sight ------------------------------------------------------------------------

    def _veil(self, need: Need, narrow: Places = 0) -> Veils:
        """What closes sight until a need is met, or while somebody stands in a narrow place."""
        return 1 << self._veils.setdefault((need, narrow), len(self._veils))

    def _narrow_cells(self) -> Cells:
        """The cells from which members cannot step aside with nothing coming of it."""
        own = (place.cells for place in self._to.places if place.cells.bit_count() == 1)
        return sum(own) if len(self._to.quest.party) > 1 else 0

    @cached_property
    def _looked(self) -> _Looked:
        free, closed, veiled, gates = self._scene
        beside = tuple((cell, (*ways.items(),)) for cell, ways in gates.items())
        board = self._to.board
        cells = Board(board.columns, board.rows, board.floor, 0, (), (), (), (), board.lattice)
        return _looked(cells, free, closed, (*veiled.items(),), beside)

    @cached_property
    def _scene(self) -> _Prospect:
        to = self._to
        veiled: dict[Cell, Veils] = {}
        high = self._put_high(veiled)
        is_past = to.system.grid.sees_past_figures
        for foe in to.ground.foes:
            if is_past:
                veiled.update((cell, veiled.get(cell, 0)) for cell in each_cell(foe.mask))
            else:
                self._put(foe.mask, to.beaten(foe), veiled)
        for cell in each_cell(to.ground.closing & to.board.floor):
            self._put(1 << cell, to.clear(cell), veiled)
        for cell in () if is_past else each_cell(self._narrow_cells()):
            veiled[cell] = veiled.get(cell, 0) | self._veil(NOTHING, 1 << to.place_of(cell))
        passed: list[Edge] = []
        gates: dict[Cell, dict[Cell, Veils]] = {}
        shut = [edge for gate in to.board.gates for edge in gate.edges]
        for edge in shut:
            for near, far in (edge, edge[::-1]):
                access = self.over(far, near)
                if access == FREE or edge not in to.ground.gate_on:
                    # A window, or a gate that nothing shuts.
                    passed.append(edge)
                elif access is not None:
                    gates.setdefault(near, {})[far] = self._veil(access.need)
        return _Prospect(sights(to.board).without(shut).joined(passed), high, veiled, gates)

    def _put_high(self, veiled: dict[Cell, Veils]) -> Cells:
        """Close sight over what is high, where it stands; the cells of what nothing takes away."""
        to, high = self._to, 0
        for thing in to.quest.things:
            if not thing.blocks or not thing.kind.is_high:
                continue
            if thing.pushers:
                for cell in each_cell(to.ground.pushed.tracks[thing.id]):
                    self._put(1 << cell, negated(to.stands(thing, cell)), veiled)
            elif thing.id in to.ground.removed:
                self._put(thing.mask, to.has(FactSort.GONE, thing), veiled)
            else:
                high |= thing.mask
        return high

    def _put(self, cells: Cells, need: Need, veiled: dict[Cell, Veils]) -> None:
        """Close sight over some cells until a need is met."""
        for cell in each_cell(cells):
            veiled[cell] = veiled.get(cell, 0) | self._veil(need)


@lru_cache(maxsize=1)
def _looked(
    board: Board,
    free: Openings,
    closed: Cells,
    veiled: tuple[tuple[Cell, Veils], ...],
    gates: tuple[tuple[Cell, tuple[tuple[Cell, Veils], ...]], ...],
) -> _Looked:
    """How a board is looked at, for all worlds of a quest in which the same stands on it."""
    view = View(board, free, closed, dict(veiled), {cell: dict(ways) for cell, ways in gates})
    return cache(lambda cell, own, asked: (*view.seen_from(cell, own, asked),))


def _between(first: Cell, second: Cell, board: Board) -> Cells:
    """The cells of a rectangle around two of them, in which all lines between them lie."""
    more = board.lattice is Lattice.HEXES
    places = (divmod(cell, board.stride) for cell in (first, second))
    (top, bottom), (left, right) = map(sorted, zip(*places, strict=True))
    row: Cells = (1 << right + more + 1) - (1 << max(0, left - more))
    rows = range(max(0, top - more), bottom + more + 1)
    return sum(row << number * board.stride for number in rows) & board.floor
