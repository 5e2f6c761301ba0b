"""Sight: from which cells a cell is seen, and what has to be out of the way for that.

A cell is seen from another if some straight line from anywhere in the one to anywhere in the other
meets nothing that closes sight. The lines are not tried one by one. The ground is divided into
convex pieces, and all lines that go through the same borders of pieces are followed together: they
are those that keep the left ends of these borders on their left, and the right ends on their
right. This is exact: it finds every line, and none that only touches a corner.
"""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board

Veils = int
"""A set of what may close sight at some time: a shut gate, a figure, what has fallen."""
Point = tuple[int, int]
"""How far to the right, and how far down; on hexes in halves of a width and thirds of a row."""


class Ray(NamedTuple):
    """The straight line through a point, in a direction."""

    right: int
    down: int
    through: Point

    def side(self, point: Point) -> int:
        """Below 0 for points on the left of it as a portal has it, above 0 on its right."""
        return self.right * (point[1] - self.through[1]) - self.down * (point[0] - self.through[0])


class Portal(NamedTuple):
    """A part of the border of a piece through which one sees into the next."""

    left: Point
    right: Point
    piece: int
    """The next piece."""
    veils: Veils
    """What stands in it."""


class Beam(NamedTuple):
    """The lines through the same portals, one after the other."""

    piece: int
    """The piece into which they lead."""
    before: int
    """The piece from which they come."""
    lefts: tuple[Point, ...]
    """The ends of portals that they have on their left, as far as these part them from others."""
    rights: tuple[Point, ...]
    leftmost: Ray
    """Beyond the last portal none of them comes to the left of this line."""
    rightmost: Ray


class View:
    """What is seen on a board, and past what."""

    def __init__(
        self,
        board: Board,
        free: Openings,
        closed: Cells,
        veiled: Mapping[Cell, Veils],
        gates: Mapping[Cell, Mapping[Cell, Veils]],
    ) -> None:
        """Prepare a board.

        ``free`` has the edges that are seen past at all times, ``closed`` the cells that never
        are. ``veiled`` has what may close sight on cells; each such cell is a piece by itself, and
        so has to be each that is looked at. ``gates`` has for cells the neighbours from which they
        are seen past what may close the edge between, and what that is.
        """
        self._board = board
        self._veiled = veiled
        self._pieces: list[Cells] = []
        self._piece_of: dict[Cell, int] = {}
        self._corners: dict[Cell, tuple[Point, ...]] = {}
        self._portals: dict[int, tuple[Portal, ...]] = {}
        seen = board.floor & ~closed
        single = sum(1 << cell for cell in veiled) & seen
        alone = [1 << cell for cell in each_cell(single)]
        for cells in (*alone, *self._divided(seen & ~single, free)):
            for cell in each_cell(cells):
                self._piece_of[cell] = len(self._pieces)
            self._pieces.append(cells)
        self._free = free
        self._gates = gates
        self._gated = sum(1 << cell for cell in gates)

    def _divided(self, cells: Cells, free: Openings) -> Iterator[Cells]:
        """Convex pieces of some cells: rectangles of squares, or single hexes."""
        if self._board.lattice is not Lattice.SQUARES:
            yield from (1 << cell for cell in each_cell(cells))
            return
        steps = dict(free.steps)
        across, down, stride = steps.get(1, 0), steps.get(self._board.stride, 0), self._board.stride
        while cells:
            last = cells & -cells
            row = last
            while last & across and last << 1 & cells:
                last <<= 1
                row |= last
            whole = row
            while not row & ~down:
                row <<= stride
                if row & ~cells or row & ~last << stride & ~across:
                    break
                whole |= row
                last <<= stride
            yield whole
            cells &= ~whole

    def seen_from(self, cell: Cell, own: Veils, asked: Cells) -> Iterator[tuple[Veils, Cells]]:
        """For each set of veils the cells from which a cell is seen when these are gone.

        The smallest sets come first. Only cells that are ``asked`` for are found, and none with two
        sets of which one is part of the other. ``own`` is what never gets out of the way.
        """
        start = self._piece_of.get(cell)
        if start is None:
            return
        found: dict[Veils, Cells] = {}
        beams: dict[Veils, list[Beam]] = {0: []}
        for portal in self._portals_of(start):
            if not portal.veils & own:
                first, second = portal.left, portal.right
                lines = _line(second, first), _line(first, second)
                beam = Beam(portal.piece, start, (first,), (second,), *lines)
                beams.setdefault(portal.veils, []).append(beam)
        while beams:
            veils = min(beams, key=int.bit_count)
            seen = self._follow(veils, beams, own, asked, found)
            if seen:
                found[veils] = seen
                yield veils, seen

    def _follow(
        self,
        veils: Veils,
        beams: dict[Veils, list[Beam]],
        own: Veils,
        asked: Cells,
        found: dict[Veils, Cells],
    ) -> Cells:
        """Follow all beams past the same veils, and put off those that come to more of them.

        Returns the cells that are seen so.
        """
        waiting = beams.pop(veils)
        known = 0
        for fewer, cells in found.items():
            known |= 0 if fewer & ~veils else cells
        begun = known
        while waiting and asked & ~known:
            beam = waiting.pop()
            cells = self._pieces[beam.piece]
            new = cells & asked & ~known
            if new:
                known |= self._within(new, beam) if cells & cells - 1 else new
            passed = self._veiled.get(cells.bit_length() - 1, 0)
            if passed & own:
                continue
            for portal in self._portals_of(beam.piece):
                if portal.piece == beam.before or portal.veils & own:
                    continue
                after = _narrowed(beam, portal)
                if after is not None:
                    more = veils | passed | portal.veils
                    if more == veils:
                        waiting.append(after)
                    else:
                        beams.setdefault(more, []).append(after)
        return known & ~begun

    def _within(self, cells: Cells, beam: Beam) -> Cells:
        """Those of some squares that any line of a beam meets."""
        found = 0
        stride = self._board.stride
        (right, down, (column, row)), (right_2, down_2, (column_2, row_2)) = beam[4:]
        # Of each square the corner that lies farthest to the one side of a line.
        column, row = column - (down > 0), row - (right < 0)
        column_2, row_2 = column_2 - (down_2 < 0), row_2 - (right_2 > 0)
        for cell in each_cell(cells):
            y, x = divmod(cell, stride)
            is_right_of_left = right * (y - row) < down * (x - column)
            if is_right_of_left and right_2 * (y - row_2) > down_2 * (x - column_2):
                found |= 1 << cell
        return found

    # -- portals --------------------------------------------------------------------------------

    def _portals_of(self, piece: int) -> tuple[Portal, ...]:
        found = self._portals.get(piece)
        if found is None:
            found = self._portals[piece] = tuple(self._joined(self._border(piece)))
        return found

    def _joined(self, portals: Iterable[Portal]) -> Iterator[Portal]:
        """Portals of one edge each, those in a row that lead to the same piece made one."""
        rows: dict[tuple[int, Veils], Portal] = {}
        for portal in portals:
            key = (portal.piece, portal.veils)
            row = rows.get(key)
            if row is not None and row.right == portal.left:
                rows[key] = row._replace(right=portal.right)
            elif row is not None and row.left == portal.right:
                rows[key] = row._replace(left=portal.left)
            else:
                if row is not None:
                    yield row
                rows[key] = portal
        yield from rows.values()

    def _border(self, piece: int) -> Iterator[Portal]:
        """The edges of a piece that are seen past at some time."""
        cells = self._pieces[piece]
        for shift, free in self._free.steps:
            for cell in each_cell(cells & free & ~(cells >> shift)):
                yield from self._over(cell, cell + shift, 0)
            for cell in each_cell(cells & free << shift & ~(cells << shift)):
                yield from self._over(cell, cell - shift, 0)
        for cell in each_cell(cells & self._gated):
            for other, veils in self._gates[cell].items():
                yield from self._over(cell, other, veils)

    def _over(self, cell: Cell, other: Cell, veils: Veils) -> Iterator[Portal]:
        """The edge of a cell towards another, if that is ever seen."""
        beyond = self._piece_of.get(other)
        if beyond is not None:
            yield Portal(*self._edge(cell, other), beyond, veils)

    def _edge(self, cell: Cell, other: Cell) -> tuple[Point, Point]:
        """The left and the right end of the edge of a cell towards another."""
        here, there = self._corners_of(cell), self._corners_of(other)
        (x, y), (x_2, y_2) = first, second = [corner for corner in here if corner in there]
        # A corner that is none of the two lies on this side of the edge.
        inside = here[0] if here[0] not in (first, second) else here[3]
        is_so = (x_2 - x) * (inside[1] - y) < (y_2 - y) * (inside[0] - x)
        return (first, second) if is_so else (second, first)

    def _corners_of(self, cell: Cell) -> tuple[Point, ...]:
        found = self._corners.get(cell)
        if found is None:
            row, column = divmod(cell, self._board.stride)
            if self._board.lattice is Lattice.SQUARES:
                found = tuple((column + x, row + y) for x in (0, 1) for y in (0, 1))
            else:
                x, y = 2 * column + row % 2, 3 * row
                around = ((1, -2), (2, -1), (2, 1), (1, 2), (0, 1), (0, -1))
                found = tuple((x + right, y + down) for right, down in around)
            self._corners[cell] = found
        return found


def _line(first: Point, second: Point) -> Ray:
    return Ray(second[0] - first[0], second[1] - first[1], first)


def _narrowed(beam: Beam, portal: Portal) -> Beam | None:
    """The lines of a beam that go on through a portal; None if there are none."""
    (x, y), (x_2, y_2) = left, right = portal[:2]
    _, _, lefts, rights, leftmost, rightmost = beam
    # `Ray.side`, written out for all four: most portals are passed by.
    across, down, (column, row) = leftmost
    side = across * (y - row) - down * (x - column)
    if side >= 0 and across * (y_2 - row) >= down * (x_2 - column):
        return None
    across, down, (column, row) = rightmost
    side_2 = across * (y_2 - row) - down * (x_2 - column)
    if side_2 <= 0 and across * (y - row) <= down * (x - column):
        return None
    if side < 0:
        # No line goes farther left than the one that touches this end and something on the right.
        leftmost = _line(rights[0], left)
        for point in rights[1:]:
            if leftmost.side(point) > 0:
                leftmost = _line(point, left)
        lefts = (*lefts, left)
    if side_2 > 0:
        rightmost = _line(beam.lefts[0], right)
        for point in beam.lefts[1:]:
            if rightmost.side(point) < 0:
                rightmost = _line(point, right)
        rights = (*rights, right)
    return Beam(portal.piece, beam.piece, lefts, rights, leftmost, rightmost)
