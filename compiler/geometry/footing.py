"""Bases of one or several cells: where they can stand, and the motions that they can make."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.grid.lattice import Lattice, directions
from questwright.compiler.packs.system.bases import Pays
from questwright.compiler.packs.system.system import Diagonal
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.geometry.going import Going, Heading
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.packs.system.system import Kind

Path = tuple["Heading", ...]
"""The steps that lead from the name cell of a base to another of its cells."""
Stands = tuple["Cells", ...]
"""A set of positions of a base: for each of its shapes the set of cells of its name cell."""

_EAST, _SOUTH = 1, 2
_VECTORS = {
    Lattice.SQUARES: ((0, -1), (1, 0), (0, 1), (-1, 0)),
    Lattice.HEXES: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
"""Each direction as a vector along two axes, in the order of `lattice.directions`."""


class Body(NamedTuple):
    """The shapes of a base, and how it pays for its moves."""

    lattice: Lattice
    shapes: tuple[tuple[Path, ...], ...]
    """For each orientation the paths from the name cell to each cell; the name cell comes first."""
    pays: Pays = Pays.DEAREST
    """Which of the entered cells it pays for."""
    turn_cost: int = 0
    """Move points for a turn by one side."""

    @property
    def size(self) -> int:
        """How many cells it covers."""
        return len(self.shapes[0])

    def shape(self, facing: Heading) -> int:
        """The index of its shape when it faces a direction."""
        return facing % len(self.shapes)


def body_of(kind: Kind, lattice: Lattice, facing: str = "") -> Body:
    """The base of a kind; a rectangle gets its orientation from ``facing`` and never turns."""
    if kind.base is not None and lattice is Lattice.HEXES:
        names = directions(lattice)
        own_facing = names.index(kind.base.facing)
        sides = [names.index(direction) - own_facing for direction in kind.base.beside]
        turned = [((), *(((side + by) % 6,) for side in sides)) for by in range(6)]
        return Body(lattice, tuple(turned), kind.base.pays, kind.base.turn_cost)
    width, height = kind.footprint
    if facing in ("east", "west"):
        width, height = height, width
    cells = tuple(
        (_EAST,) * across + (_SOUTH,) * down for down in range(height) for across in range(width)
    )
    return Body(lattice, (cells,))


def body_cells(body: Body, going: Going, cell: Cell, facing: Heading) -> tuple[Cell, ...] | None:
    """The cells of a base with its name cell on ``cell``; None if it would leave the board."""
    board = going.board
    every = (1 << board.rows * board.stride) - 1
    found = []
    for path in body.shapes[body.shape(facing)]:
        there = going.along(1 << cell, path)
        index = there.bit_length() - 1
        if not there & every or index % board.stride == board.columns:
            return None
        found.append(index)
    return tuple(found)


class Ground(NamedTuple):
    """The cells that a figure may enter and stand on."""

    entered: tuple[tuple[int, Cells], ...]
    """Pairs of a cost in move points and the cells that are entered at it, the cheapest first."""
    covered: Cells
    """The cells that may be stood on: those that may be entered, and those it begins on."""
    ahead: Cells = 0
    """The cells that only the cell ahead of the name cell may cover."""

    @property
    def enterable(self) -> Cells:
        """All cells that may be entered, at whatever cost."""
        cells = 0
        for _, there in self.entered:
            cells |= there
        return cells


class Motion(NamedTuple):
    """A set of moves of one cost: the same steps from any of several cells."""

    shape: int
    """The index of the shape before it."""
    to_shape: int
    """The index of the shape after it."""
    sources: Cells
    """The cells on which the name cell may be before it."""
    path: Path
    """The steps of the name cell; empty if the base turns in place."""
    cost: int
    """Move points."""


class Footing:
    """All positions of a base on a ground, and all its motions between them."""

    def __init__(
        self, body: Body, going: Going, ground: Ground, diagonal: Diagonal = Diagonal.NEVER
    ) -> None:
        self.body, self.going, self.ground = body, going, ground
        self._enterable = ground.enterable
        self._vectors = _VECTORS[body.lattice]
        self.stands: Stands = tuple(self.fitting(ground.covered, each) for each in body.shapes)
        if ground.ahead:
            self.stands = tuple(map(self._led, self.stands, range(len(body.shapes))))
        self._diagonal = diagonal

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """All motions of the base: slides, turns, and diagonal steps if the game has them."""
        motions = [*self._slides(), *self._turns()]
        if self.body.size == 1 and self._diagonal is not Diagonal.NEVER:
            motions += self._cuts(self._diagonal)
        return tuple(motion for motion in motions if motion.sources)

    def fitting(self, cells: Cells, shape: Sequence[Path]) -> Cells:
        """The cells of the name cell with which a shape lies on ``cells``, no wall through it."""
        fits = cells
        own = {self._vector(path) for path in shape}
        for path in shape:
            fits &= self.going.before(cells, path)
            for heading in range(self.going.count):
                if self._vector((*path, heading)) in own:
                    fits &= self.going.before(self.going.across[heading], path)
        return fits

    def _led(self, stands: Cells, shape: int) -> Cells:
        """The positions of a shape in which no cell but the one ahead covers ``ground.ahead``."""
        for path in self.body.shapes[shape]:
            if path != (shape,):
                stands &= ~self.going.before(self.ground.ahead, path)
        return stands

    def covered(self, stands: Sequence[Cells]) -> Cells:
        """The cells that the base covers in any of these positions."""
        cells = 0
        for there, shape in zip(stands, self.body.shapes, strict=True):
            for path in shape if there else ():
                cells |= self.going.along(there, path)
        return cells

    def over(self, cells: Cells) -> Stands:
        """All positions that cover any of these cells."""
        return tuple(
            fits & union_of(self.going.before(cells, path) for path in shape)
            for fits, shape in zip(self.stands, self.body.shapes, strict=True)
        )

    def moved(self, motion: Motion, stands: Cells) -> Cells:
        """The cells of the name cell after a motion from ``stands``."""
        return self.going.along(stands & motion.sources, motion.path)

    def flood(
        self,
        begins: Sequence[Cells],
        *,
        back: bool = False,
        leaps: Sequence[tuple[Stands, Stands]] = (),
    ) -> Stands:
        """All positions reachable from ``begins``; with ``back`` all from which they are reachable.

        A leap (from, to) leads from any of its first positions to all of its second ones.
        """
        reached = list(begins)
        fresh = list(begins)
        while any(fresh):
            grown = [0] * len(fresh)
            for motion in self.motions:
                if back and fresh[motion.to_shape]:
                    there = self.going.before(fresh[motion.to_shape], motion.path)
                    grown[motion.shape] |= there & motion.sources
                elif not back and fresh[motion.shape]:
                    grown[motion.to_shape] |= self.moved(motion, fresh[motion.shape])
            for near, far in leaps:
                start, end = (far, near) if back else (near, far)
                if any(cells & sources for cells, sources in zip(fresh, start, strict=True)):
                    grown = [cells | targets for cells, targets in zip(grown, end, strict=True)]
            fresh = [cells & ~known for cells, known in zip(grown, reached, strict=True)]
            reached = [cells | known for cells, known in zip(fresh, reached, strict=True)]
        return tuple(reached)

    # -- motions ------------------------------------------------------------------

    def _slides(self) -> Iterator[Motion]:
        """Steps of the whole base in one direction; no cell of it crosses a wall."""
        going = self.going
        for number, shape in enumerate(self.body.shapes):
            own = {self._vector(path) for path in shape}
            fits = self.stands[number]
            for heading in range(going.count):
                leading = [path for path in shape if self._vector((*path, heading)) not in own]
                sources = fits & going.before(fits, (heading,))
                for path in leading:
                    sources &= going.before(going.open[heading], path)
                for cost, cells in self._priced(sources, [(*path, heading) for path in leading]):
                    yield Motion(number, number, cells, (heading,), cost)

    def _priced(self, sources: Cells, entered: list[Path]) -> Iterator[tuple[int, Cells]]:
        """The sources by their cost, given the paths to the entered cells.

        The first of these paths leads to the cell that the name cell enters, or follows it.
        """
        going = self.going
        for path in entered:
            sources &= going.before(self._enterable, path)
        if not sources:
            return
        pays = self.body.pays
        if pays is Pays.NAME or len(entered) == 1:
            path = entered[0][-1:] if pays is Pays.NAME else entered[0]
            for cost, cells in self.ground.entered:
                yield cost, sources & going.before(cells, path)
            return
        for least in range(len(entered) if pays is Pays.MOST else 1, 0, -1):
            for cost, cells in reversed(self.ground.entered):
                paying = sources & self._at_least(least, [going.before(cells, p) for p in entered])
                sources &= ~paying
                yield cost, paying

    @staticmethod
    def _at_least(least: int, each: list[Cells]) -> Cells:
        """The cells that are in at least ``least`` of some sets."""
        counts = [-1] + [0] * least
        for cells in each:
            for number in range(least, 0, -1):
                counts[number] |= counts[number - 1] & cells
        return counts[least]

    def _turns(self) -> Iterator[Motion]:
        """Turns of the base about its name cell by one side, either way."""
        going, count = self.going, len(self.body.shapes)
        for number, shape in enumerate(self.body.shapes if count > 1 else ()):
            for by in (1, -1):
                turned = (number + by) % count
                sources = self.stands[number] & self.stands[turned]
                for path in shape:
                    if path:
                        sources &= going.before(going.open[(path[0] + 2 * by) % count], path)
                for path in self.body.shapes[turned]:
                    if path not in shape:
                        sources &= going.before(self._enterable, path)
                yield Motion(number, turned, sources, (), self.body.turn_cost)

    def _cuts(self, diagonal: Diagonal) -> Iterator[Motion]:
        """Diagonal steps of a base of one cell; the game says how many flanks must be free."""
        going, count = self.going, self.going.count
        for heading in range(count):
            clockwise = (heading + 1) % count
            ways = [
                self.stands[0]
                & going.both[first]
                & going.before(self._enterable & going.both[second], (first,))
                for first, second in ((heading, clockwise), (clockwise, heading))
            ]
            sources = ways[0] | ways[1] if diagonal is Diagonal.ONE_FLANK else ways[0] & ways[1]
            path = (heading, clockwise)
            for cost, cells in self.ground.entered:
                yield Motion(0, 0, sources & going.before(cells, path), path, cost)

    def _vector(self, path: Path) -> tuple[int, int]:
        return (
            sum(self._vectors[heading][0] for heading in path),
            sum(self._vectors[heading][1] for heading in path),
        )


def union_of(sets: Iterable[Cells]) -> Cells:
    """The union of some sets of cells."""
    cells = 0
    for set_ in sets:
        cells |= set_
    return cells
