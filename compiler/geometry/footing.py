"""Bases of one cell or of several: where they can stand, and how they go on, cell by cell."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.lattice import Lattice, directions
from questwright.compiler.packs.system.bases import Pays
from questwright.compiler.packs.system.system import Diagonal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.geometry.going import Going, Heading
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.packs.system.system import Kind

Path = tuple["Heading", ...]
"""The steps that lead from a base's name cell to another one of its cells."""
Stands = tuple["Cells", ...]
"""Where the name cell of a base is, for each way in which it may lie."""

_EAST, _SOUTH = 1, 2
_VECTORS = {
    Lattice.SQUARES: ((0, -1), (1, 0), (0, 1), (-1, 0)),
    Lattice.HEXES: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
"""Each direction as a step along two axes."""


class Body(NamedTuple):
    """What a base covers."""

    lattice: Lattice
    shapes: tuple[tuple[Path, ...], ...]
    """For each way in which it may lie its cells, the name cell first."""
    pays: Pays = Pays.DEAREST
    turn_cost: int = 0

    @property
    def size(self) -> int:
        """How many cells it covers."""
        return len(self.shapes[0])

    def shape(self, facing: Heading) -> int:
        """Which of its shapes it has as it faces some way."""
        return facing % len(self.shapes)


def body_of(kind: Kind, lattice: Lattice, facing: str = "") -> Body:
    """The base of a kind; a rectangle lies as it does when it faces that way, and never turns."""
    if kind.base is not None and lattice is Lattice.HEXES:
        names = directions(lattice)
        told = names.index(kind.base.facing)
        sides = [names.index(one) - told for one in kind.base.beside]
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
    """The cells of a base whose name cell is one; None where it hangs over the board's end."""
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
    """What cells are to somebody."""

    entered: tuple[tuple[int, Cells], ...]
    """The cells that may be entered, by what that costs; the dearest last."""
    covered: Cells
    """The cells that may be stood on once one is there; those that may be entered among them."""
    ahead: Cells = 0
    """Those that nothing but the cell ahead of the name cell may cover."""

    @property
    def enterable(self) -> Cells:
        """All that may be entered."""
        cells = 0
        for _, there in self.entered:
            cells |= there
        return cells


class Motion(NamedTuple):
    """One way of going on: from where, how far, and at what cost."""

    shape: int
    to_shape: int
    sources: Cells
    path: Path
    """The steps of the name cell; none where the base turns in place."""
    cost: int


class Footing:
    """Where a base can stand on some ground, and all its motions."""

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
        """All the ways of going on."""
        motions = [*self._slides(), *self._turns()]
        if self.body.size == 1 and self._diagonal is not Diagonal.NEVER:
            motions += self._cuts(self._diagonal)
        return tuple(motion for motion in motions if motion.sources)

    def fitting(self, cells: Cells, shape: Sequence[Path]) -> Cells:
        """Where the name cell is while all of a shape is on some cells, and no wall between."""
        fits = cells
        own = {self._vector(path) for path in shape}
        for path in shape:
            fits &= self.going.before(cells, path)
            for heading in range(self.going.count):
                if self._vector((*path, heading)) in own:
                    fits &= self.going.before(self.going.both[heading], path)
        return fits

    def _led(self, stands: Cells, shape: int) -> Cells:
        """The ways to stand in which only the cell ahead covers what only that one may."""
        for path in self.body.shapes[shape]:
            if path != (shape,):
                stands &= ~self.going.before(self.ground.ahead, path)
        return stands

    def covered(self, stands: Sequence[Cells]) -> Cells:
        """The cells that a base covers that stands so."""
        cells = 0
        for there, shape in zip(stands, self.body.shapes, strict=True):
            for path in shape if there else ():
                cells |= self.going.along(there, path)
        return cells

    def over(self, cells: Cells) -> Stands:
        """All the ways to stand that cover some of these cells."""
        return tuple(
            fits & sum_of(self.going.before(cells, path) for path in shape)
            for fits, shape in zip(self.stands, self.body.shapes, strict=True)
        )

    def moved(self, motion: Motion, stands: Cells) -> Cells:
        """Where a motion leads from some ways to stand."""
        return self.going.along(stands & motion.sources, motion.path)

    def flood(
        self,
        begins: Sequence[Cells],
        *,
        back: bool = False,
        leaps: Sequence[tuple[Stands, Stands]] = (),
    ) -> Stands:
        """All the ways to stand that some lead to; or, `back`, all that lead to them.

        ``leaps`` lead from any of some ways to stand to others, however far off.
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
                if any(cells & those for cells, those in zip(fresh, start, strict=True)):
                    grown = [cells | those for cells, those in zip(grown, end, strict=True)]
            fresh = [cells & ~known for cells, known in zip(grown, reached, strict=True)]
            reached = [cells | known for cells, known in zip(fresh, reached, strict=True)]
        return tuple(reached)

    # -- motions ------------------------------------------------------------------

    def _slides(self) -> Iterator[Motion]:
        """All cells go on in one direction, and none of them over a wall."""
        going = self.going
        for number, shape in enumerate(self.body.shapes):
            own = {self._vector(path) for path in shape}
            fits = self.stands[number]
            for heading in range(going.count):
                leading = [path for path in shape if self._vector((*path, heading)) not in own]
                sources = fits & going.before(fits, (heading,))
                for path in leading:
                    sources &= going.before(going.open[heading], path)
                for cost, cells in self._priced(sources, [(*one, heading) for one in leading]):
                    yield Motion(number, number, cells, (heading,), cost)

    def _priced(self, sources: Cells, entered: list[Path]) -> Iterator[tuple[int, Cells]]:
        """Sources by what it costs to come onto some cells, the name cell's being the first."""
        going = self.going
        for path in entered:
            sources &= going.before(self._enterable, path)
        if not sources:
            return
        pays = self.body.pays
        if pays is Pays.NAME or len(entered) == 1:
            one = entered[0][-1:] if pays is Pays.NAME else entered[0]
            for cost, cells in self.ground.entered:
                yield cost, sources & going.before(cells, one)
            return
        for least in range(len(entered) if pays is Pays.MOST else 1, 0, -1):
            for cost, cells in reversed(self.ground.entered):
                those = sources & self._at_least(least, [going.before(cells, p) for p in entered])
                sources &= ~those
                yield cost, those

    @staticmethod
    def _at_least(least: int, each: list[Cells]) -> Cells:
        """What is in so many of some sets."""
        counts = [-1] + [0] * least
        for cells in each:
            for number in range(least, 0, -1):
                counts[number] |= counts[number - 1] & cells
        return counts[least]

    def _turns(self) -> Iterator[Motion]:
        """The base turns about its name cell by one side."""
        going, count = self.going, len(self.body.shapes)
        for number, shape in enumerate(self.body.shapes if count > 1 else ()):
            for by in (1, -1):
                other = (number + by) % count
                sources = self.stands[number] & self.stands[other]
                for path in shape:
                    if path:
                        sources &= going.before(going.open[(path[0] + 2 * by) % count], path)
                for path in self.body.shapes[other]:
                    if path not in shape:
                        sources &= going.before(self._enterable, path)
                yield Motion(number, other, sources, (), self.body.turn_cost)

    def _cuts(self, diagonal: Diagonal) -> Iterator[Motion]:
        """Steps across corners, where the game has them."""
        going, count = self.going, self.going.count
        for one in range(count):
            other = (one + 1) % count
            ways = [
                self.stands[0]
                & going.both[first]
                & going.before(self._enterable & going.both[second], (first,))
                for first, second in ((one, other), (other, one))
            ]
            sources = ways[0] | ways[1] if diagonal is Diagonal.ONE_FLANK else ways[0] & ways[1]
            path = (one, other)
            for cost, cells in self.ground.entered:
                yield Motion(0, 0, sources & going.before(cells, path), path, cost)

    def _vector(self, path: Path) -> tuple[int, int]:
        return (
            sum(self._vectors[heading][0] for heading in path),
            sum(self._vectors[heading][1] for heading in path),
        )


def sum_of(sets: Iterable[Cells]) -> Cells:
    """What is in any of some sets."""
    cells = 0
    for set_ in sets:
        cells |= set_
    return cells
