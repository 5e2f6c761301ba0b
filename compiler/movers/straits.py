"""Edges over which a figure does not go: it covers several cells, needs wide passages, or stays."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from questwright.compiler.geometry.footing import Footing
from questwright.compiler.geometry.terrain import cost_with_gear, plain_ground
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.movers.rights import (
    going_of,
    leaps_through_gates,
    rights_of,
    wide_footing,
    width_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.geometry.footing import Stands
    from questwright.compiler.geometry.going import Going, Heading
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.movers.rights import Rights
    from questwright.compiler.packs.system.system import Kind, System


def straits(kind: Kind, begin: Cells, quest: Quest, system: System) -> frozenset[Edge]:
    """The edges from cells that a kind comes to, or begins on, over which it does not go.

    Gates are taken to stand open, and nobody to be in the way.
    """
    rights = rights_of(kind, kind.specials, ("", begin), quest, system)
    covered = begin
    passed: set[Edge] = set()
    going = going_of(rights, quest)
    open_ways = [0] * going.count
    if not rights.stays:
        footing = _footing(rights, kind, begin, quest, system)
        leaps = [*leaps_through_gates(rights, footing, quest)]
        far = [(leap.sources, leap.to) for _, leap in leaps]
        reached = footing.flood(footing.over(begin), leaps=far)
        covered |= footing.covered(reached)
        for near, heading in _steps(footing, reached):
            open_ways[heading] |= near
            open_ways[_back(heading, going)] |= going.toward(near, heading)
        for edge, leap in leaps:
            if any(map(int.__and__, leap.sources, reached)):
                passed.add(_edge(*edge))
    found = (
        _edge(cell, _only(going.toward(1 << cell, heading)))
        for heading, near in enumerate(open_ways)
        for cell in each_cell(covered & ~near & going.before(quest.board.floor, (heading,)))
    )
    return frozenset(found) - passed


def positions(kind: Kind, begin: Cells, quest: Quest, system: System) -> dict[Cell, list[Cells]]:
    """For each cell the sets of cells that a kind may cover that has it among them.

    Gates are taken to stand open, and nobody to be in the way.
    """
    rights = rights_of(kind, kind.specials, ("", begin), quest, system)
    footing = _footing(rights, kind, begin, quest, system)
    found: dict[Cell, list[Cells]] = {}
    for shape, stands in zip(footing.body.shapes, footing.stands, strict=True):
        for name in each_cell(stands):
            covered = 0
            for path in shape:
                covered |= footing.going.along(1 << name, path)
            for cell in each_cell(covered):
                found.setdefault(cell, []).append(covered)
    return found


def _back(heading: Heading, going: Going) -> Heading:
    return (heading + going.count // 2) % going.count


def _footing(rights: Rights, kind: Kind, begin: Cells, quest: Quest, system: System) -> Footing:
    """Where the base of a kind has room, or another as wide as the passages that it needs."""
    closed: Cells = 0
    for patch in quest.board.terrain if not rights.over_terrain else ():
        if cost_with_gear(patch.kind, kind, system.move_value) is None:
            closed |= patch.cells
    going = going_of(rights, quest)
    width = width_of(kind.specials)
    if width > 1:
        return wide_footing(quest, width, going)
    ground = plain_ground(rights.cells & ~closed | begin)
    return Footing(rights.body, going, ground, system.grid.diagonal)


def _steps(footing: Footing, reached: Stands) -> Iterator[tuple[Cells, Heading]]:
    """The cells from which steps lead, each with a direction: within a base, and as it slides."""
    going, shapes = footing.going, footing.body.shapes
    for shape, stands in zip(shapes, reached, strict=True):
        first = stands & -stands
        for path, other in product(shape, shape) if stands else ():
            heading = going.heading(*(_only(going.along(first, own)) for own in (path, other)))
            if heading is not None:
                yield going.along(stands, path), heading
    for motion in footing.motions:
        sources = reached[motion.shape] & motion.sources
        if sources and len(motion.path) == 1:
            for path in shapes[motion.shape]:
                yield going.along(sources, path), motion.path[0]


def _only(cells: Cells) -> Cell:
    return cells.bit_length() - 1


def _edge(first: int, second: int) -> Edge:
    return Edge(min(first, second), max(first, second))
