"""The movement rights of a figure: free edges, gates, crossings, and cells to stop on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.geometry.cliffs import climbed_edges
from questwright.compiler.geometry.footing import Body, Footing, Ground, Stands, body_of
from questwright.compiler.geometry.going import Going
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import (
    TERRAIN,
    WALL,
    is_used_by,
    kept_free,
    passable,
    passes,
    shares,
    standable,
)
from questwright.compiler.geometry.terrain import Gait, ground_for, plain_ground
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import is_called
from questwright.compiler.movers.walk import Leap
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell, Cells, Edge
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, Special, System


class Rights(NamedTuple):
    """All that figures must have in common to move alike, apart from their move points."""

    side: str
    body: Body
    gates: frozenset[int]
    """The indices of the gates that they can go through."""
    has_walls: bool
    """Walls stop them."""
    over_terrain: bool
    """They ignore terrain while they move."""
    ends_anywhere: bool
    """They ignore terrain where they end their move."""
    cells: Cells
    """The cells that they can move over, terrain and width left aside."""
    stops: Cells
    """The cells on which they may end a move, terrain and width left aside."""
    portals: frozenset[str]
    """The ids of the portals that they can use."""
    climbs: tuple[Edge, ...]
    """The cliffs that they climb over."""
    crossings: frozenset[str]
    """The ids of the crossings that they may take, if their move is enough."""
    wide: Cells
    """The cells that they reach through passages wide enough for them."""
    stays: bool
    """They never move."""


def width_of(specials: tuple[Special, ...]) -> int:
    """The width in cells of the narrowest passage for a figure with these exceptions."""
    return max((special.width for special in specials), default=1)


def rights_of(
    kind: Kind,
    specials: tuple[Special, ...],
    begin: tuple[str, Cells],
    quest: Quest,
    system: System,
) -> Rights:
    """The rights of a kind with these exceptions; ``begin`` is its facing and its first cells."""
    facing, cells = begin
    board = quest.board
    body = body_of(kind, board.lattice, facing)
    has_walls = not passes(specials, WALL)
    every = [thing for thing in quest.things if thing.kind.category is Category.PORTAL]
    portals: Cells = 0
    for thing in every:
        portals |= thing.mask
    # Cells that some effect may clear during play are taken to be clear.
    changing: Cells = 0
    for effect in quest.every_effect():
        if effect.kind in (EffectKind.CLEAR, EffectKind.REMOVE):
            changing |= effect.cells & board.floor
    changing |= sum(thing.mask for thing in quest.things if thing.pushers)
    rights = Rights(
        side=kind.side,
        body=body,
        gates=frozenset(
            number
            for number, gate in enumerate(board.gates)
            if has_walls and _goes_through(gate, kind, body, system)
        ),
        has_walls=has_walls,
        over_terrain=passes(specials, TERRAIN),
        ends_anywhere=shares(specials, TERRAIN),
        cells=(passable(quest, specials) | changing) & ~portals,
        stops=(standable(quest, specials) | changing) & ~portals & ~kept_free(kind, quest),
        crossings=frozenset(
            crossing.id
            for crossing in board.crossings
            if body.size == 1 and (not crossing.only or kind.word in crossing.only)
        ),
        climbs=tuple(climbed_edges(board, kind)),
        portals=frozenset(thing.id for thing in every if is_used_by(thing, kind.side)),
        wide=board.floor,
        stays=any(special.stays for special in specials),
    )
    width = width_of(specials)
    if width == 1:
        return rights
    return rights._replace(wide=_wide(quest, width, going_of(rights, quest), cells))


def _goes_through(gate: Gate, kind: Kind, body: Body, system: System) -> bool:
    if gate.kind.form is GateForm.WINDOW:
        return False
    if gate.cells:
        return True  # once it is taken away, the floor says who has room
    if body.size > 1 and not gate.kind.passes_large:
        return False
    if kind.side == system.party.word:
        return not gate.only or kind.word in gate.only
    only = gate.kind.only or gate.only
    return not only or any(is_called(kind, word) for word in only)


def _wide(quest: Quest, width: int, going: Going, begin: Cells) -> Cells:
    """The cells that a base of that width can cover, sliding and turning from some cells."""
    footing = wide_footing(quest, width, going)
    return footing.covered(footing.flood(footing.over(begin)))


def wide_footing(quest: Quest, width: int, going: Going) -> Footing:
    """Where a base has room that is as wide as that, turned any way."""
    board = quest.board
    shapes: list[tuple[tuple[int, ...], ...]] = [((), *((side,) for side in range(6)))]
    if board.lattice is Lattice.SQUARES:
        shapes = [tuple((1,) * x + (2,) * y for x in range(width) for y in range(width))]
    elif width == 2:
        shapes = [((), (side,), ((side + 1) % 6,)) for side in range(6)]
    body = Body(board.lattice, tuple(shapes))
    return Footing(body, going, plain_ground(board.floor & ~quest.blocked))


class MovementTerms(NamedTuple):
    """How figures of some rights move over a board in one of their states."""

    footing: Footing
    stops: Stands
    """The positions in which they may end a move."""
    leaps: tuple[Leap, ...]

    @property
    def far(self) -> tuple[tuple[Stands, Stands], ...]:
        """The positions (from, to) of all leaps, whatever they cost."""
        return tuple((leap.sources, leap.to) for leap in self.leaps)


def going_of(rights: Rights, quest: Quest) -> Going:
    """The free steps of a board for figures of some rights, their gates open."""
    board = quest.board
    if not rights.has_walls:
        return Going(board, openings(board)._replace(steps=board.onward))
    free = (
        openings(board)
        .without(
            edge
            for number, gate in enumerate(board.gates)
            if number not in rights.gates or gate.way_from >= 0
            for edge in gate.edges
        )
        .joined(rights.climbs)
    )
    onward: list[tuple[Cell, Cell]] = []
    for number, gate in enumerate(board.gates):
        if number in rights.gates and gate.way_from >= 0:
            inside = board.areas[gate.way_from].cells
            onward += [(a, b) if inside >> a & 1 else (b, a) for a, b in gate.edges]
    return Going(board, free, onward)


def terms_of(
    rights: Rights, kind: Kind, gait: Gait, more: Cells, quest: Quest, system: System
) -> MovementTerms:
    """How a kind of some rights moves with a gait.

    ``more`` are cells on which it may stand although it cannot enter them.
    """
    going = going_of(rights, quest)
    wide = rights.wide
    ground = plain_ground(rights.cells & wide)
    if quest.board.terrain and not rights.over_terrain:
        ground = ground_for(kind, quest.board, rights.cells & wide, gait)
    ground = ground._replace(covered=ground.covered | more, ahead=ground.ahead & ~more)
    footing = Footing(rights.body, going, ground, system.grid.diagonal)
    stops = rights.stops & wide
    if rights.over_terrain and not rights.ends_anywhere:
        stops &= ground_for(kind, quest.board, rights.cells, gait).covered
    ends = tuple(footing.fitting(stops | more, shape) for shape in rights.body.shapes)
    leaps = (
        *_by_portals(rights, footing, ground, quest),
        *_by_crossings(rights, footing, ground, quest, gait),
        *(leap for _, leap in leaps_through_gates(rights, footing, quest)),
    )
    return MovementTerms(footing, ends, leaps)


def _by_portals(rights: Rights, footing: Footing, ground: Ground, quest: Quest) -> Iterator[Leap]:
    """Leaps from beside a portal to beside its exits; bases of several cells use no portals."""
    if rights.body.size > 1:
        return
    going = footing.going
    ends = {thing.id: thing for thing in quest.things if thing.id in rights.portals}
    by_cell = {thing.cells[0]: thing for thing in ends.values()}
    for thing in ends.values():
        near = _beside(going, thing.cells[0], is_into=True) & ground.covered
        beyond: Cells = 0
        waiting, entered = [thing.id], set[str]()
        while waiting:
            id_ = waiting.pop()
            far = ends.get(ends[id_].link)
            if id_ in entered or far is None:
                continue
            entered.add(id_)
            there = _beside(going, far.cells[0], is_into=False)
            beyond |= there
            waiting += [by_cell[cell].id for cell in each_cell(there) if cell in by_cell]
        for cost, cells in ground.entered:
            if near and beyond & cells:
                yield Leap((near,), (beyond & cells,), cost)


def _by_crossings(
    rights: Rights, footing: Footing, ground: Ground, quest: Quest, gait: Gait
) -> Iterator[Leap]:
    """Leaps from each end of a crossing to the others, taken to be open and launched."""
    _, share = gait.on("")
    for crossing in quest.board.crossings:
        if crossing.id not in rights.crossings:
            continue
        for source, target in crossing.ways:
            near = crossing.ends[source] & ground.covered
            far = crossing.ends[target] & ground.enterable
            if near and far:
                each = len(footing.stands)
                over, rounds = len(crossing.over), crossing.rounds_between(source, target)
                cost = crossing.cost * share
                yield Leap((near,) * each, (far,) * each, cost, rounds, over)


def _beside(going: Going, cell: Cell, *, is_into: bool) -> Cells:
    """The neighbours from which a step leads onto a cell, or else to which a step leads from it."""
    found = 0
    for heading in range(going.count):
        if is_into:
            found |= going.before(1 << cell, (heading,)) & going.open[heading]
        elif going.open[heading] >> cell & 1:
            found |= going.toward(1 << cell, heading)
    return found


def leaps_through_gates(
    rights: Rights, footing: Footing, quest: Quest
) -> Iterator[tuple[Edge, Leap]]:
    """Leaps of a large base through gates on squares, if it has room on both sides, by edge."""
    board = quest.board
    if rights.body.size == 1 or board.lattice is not Lattice.SQUARES:
        return
    for number in sorted(rights.gates):
        gate = board.gates[number]
        for edge in gate.edges if not gate.cells else ():
            for near, far in (edge, edge[::-1]):
                inside = gate.way_from < 0 or board.areas[gate.way_from].cells >> near & 1
                sides = [board.areas[area].cells for area in gate.between]
                near_side = next((side for side in sides if side >> near & 1), 0)
                far_side = next((side for side in sides if side >> far & 1), 0)
                if inside:
                    sources = _within(footing, near, near_side)
                    yield edge, Leap(sources, _within(footing, far, far_side), 1)


def _within(footing: Footing, cell: Cell, side: Cells) -> Stands:
    """The positions that cover a cell and lie within one side of a gate."""
    return tuple(
        over & footing.fitting(side, shape)
        for over, shape in zip(footing.over(1 << cell), footing.body.shapes, strict=True)
    )
