"""Steps between places beside each other: cells that change, corners, portals, the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.geometry.cliffs import climbers, drop_costs, level_title
from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.packs.system.system import Diagonal
from questwright.compiler.verdict.task.need import IMPOSSIBLE, NOTHING
from questwright.compiler.verdict.task.task import EVERYBODY, Link
from questwright.compiler.verdict.translate.builder import FREE, Access

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.dsl.source import Span


# -- ground ---------------------------------------------------------------------------------


def link_rough(to: Builder) -> None:
    """The borders of ground that not every member of the party can enter."""
    for edge in to.borders:
        patches = [patch for patch, _ in to.rough if any(patch.cells >> c & 1 for c in edge)]
        first, second = to.place_of(edge.first), to.place_of(edge.second)
        if min(first, second) >= 0:
            access = to.entering(*edge).also(Access(to.free_of(first, second)))
            to.link(first, second, access, patches[-1].kind.title, patches[-1].origin)


def link_climbs(to: Builder) -> None:
    """Ground that is kept apart from other ground, for those who climb over all the same."""
    for edge, who in climbers(to.board, to.quest.party).items():
        patches = (patch for patch in to.board.terrain if patch.kind.climbed_by)
        ends = 1 << edge.first | 1 << edge.second
        origin = next(patch.origin for patch in patches if patch.cells & ends)
        first, second = to.place_of(edge.first), to.place_of(edge.second)
        if min(first, second) >= 0:
            access = Access(to.free_of(first, second), who).also(to.entering(*edge))
            to.link(first, second, access, "a climb", origin)


def link_changing(to: Builder) -> None:
    """Cells that are not free at all times, and those beside them."""
    for number, place in enumerate(to.places):
        if not place.cells & to.changing:
            continue
        cell = next(each_cell(place.cells))
        beside = to.free.grow(place.cells) & ~place.cells
        for other in sorted({to.place_of(near) for near in each_cell(beside & to.walkable)}):
            if other > number or not to.places[other].cells & to.changing:
                title = f"over {to.board.name(cell)}"
                to.link(number, other, Access(to.free_of(number, other)), title, to.quest.origin)


# -- levels ---------------------------------------------------------------------------------


def link_cliffs(to: Builder) -> None:
    """Cliffs between places: who jumps down, and that nobody climbs up. One link for a pair."""
    board, party = to.board, to.quest.party
    if not board.cliffs:
        return
    both = [(link.first, link.second) for link in to.links]
    linked = {ends for pair in both for ends in (pair, pair[::-1])}
    # Where one walks from the one to the other at any time, nobody need jump.
    walked = {
        ends
        for link in to.links
        if link.needs == NOTHING and link.who == EVERYBODY and not link.is_one_way
        for ends in ((link.first, link.second), (link.second, link.first))
    }
    able: dict[tuple[int, int], Members] = {}
    for fall, each in drop_costs(board, party, to.system):
        ends = (to.place_of(fall.above), to.place_of(fall.below))
        if min(ends) < 0 or ends[0] == ends[1] or ends in walked:
            continue
        for number, cost in enumerate(each):
            if cost is not None:
                able[ends] = able.get(ends, 0) | 1 << number
    for (above, below), who in able.items():
        title = f"a jump down to {board.name(next(each_cell(to.places[below].cells)))}"
        need = to.free_of(above, below)
        origin = _rise(to, above, below)
        jump = Link(above, below, need, title, origin, who, is_one_way=True, is_jump=True)
        to.links.append(jump)
    for edge in board.cliffs_within(board.floor):
        first, second = sorted(to.place_of(cell) for cell in edge)
        if first < 0 or first == second or (first, second) in linked:
            continue
        linked.add((first, second))
        low, high = sorted(edge, key=board.height)
        if board.height(low) == board.height(high):
            continue
        why = "nobody climbs from {} to {}: nothing joins them".format(
            *(with_article(level_title(board, cell)) for cell in (low, high))
        )
        ends = (to.place_of(low), to.place_of(high))
        origin = _rise(to, ends[1], ends[0])
        cliff = Link(
            *ends, NOTHING, "a cliff", origin, is_one_way=True, things=IMPOSSIBLE, refused=why
        )
        to.links += (
            [cliff]
            if ends[::-1] in able
            else [cliff, cliff._replace(first=ends[1], second=ends[0])]
        )


def _rise(to: Builder, *places: int) -> Span:
    """Where it is written how high some places lie."""
    cells = sum(to.places[place].cells for place in places)
    found = (level.origin for level in to.board.levels if level.cells & cells)
    return next(found, to.quest.origin)


# -- corners --------------------------------------------------------------------------------


def link_corners(to: Builder) -> None:
    """Diagonal steps around cells of another place: one need not step on them."""
    diagonal = to.system.grid.diagonal
    if diagonal is Diagonal.NEVER or not to.board.corners:
        return
    stride = to.board.stride
    for corner in each_cell(_borders(to) | to.portal_cells):
        for one in (corner - 1, corner + 1):
            for other in (corner - stride, corner + stride):
                here, there = to.place_of(one), to.place_of(other)
                if min(here, there) < 0 or len({here, there, to.place_of(corner)}) < 3:
                    continue
                ways = [
                    round_corner(one, flank, other, to) for flank in (corner, one + other - corner)
                ]
                asked = [way for way in ways if way is not None]
                if diagonal is Diagonal.BOTH_FLANKS:
                    if len(asked) == len(ways):
                        _link_round(here, there, FREE.also(*asked), to)
                elif ways[0] is not None:
                    _link_round(here, there, ways[0], to)


def _borders(to: Builder) -> Cells:
    """The cells from which a step leads to another place."""
    free = openings(to.board)
    found = 0
    for place in to.places:
        found |= place.cells & free.grow(to.walkable & ~place.cells)
    return found


def _link_round(here: int, there: int, access: Access, to: Builder) -> None:
    title, origin = "round a corner", to.quest.origin
    # Things are handed over an edge.
    to.links.append(Link(here, there, access.need, title, origin, access.who, things=IMPOSSIBLE))


def round_corner(one: Cell, flank: Cell, other: Cell, to: Builder) -> Access | None:
    """What two straight steps by way of a cell ask for; None where they are not to be had."""
    if flank < 0 or not (to.walkable | to.portal_cells) >> flank & 1:
        return None
    steps = (straight(one, flank, to), straight(flank, other, to))
    if steps[0] is None or steps[1] is None:
        return None
    places = (to.place_of(cell) for cell in (one, flank, other))
    free = Access(to.free_of(*(place for place in places if place >= 0)))
    if to.portal_cells & to.closing & 1 << flank:
        free = free.also(Access(to.clear(flank)))
    return steps[0].also(steps[1], free)


def around_cell(cell: Cell, to: Builder) -> Iterator[Cell]:
    """The cells beside a cell and, where one steps diagonally, across its corners."""
    yield from to.board.beside(cell)
    if to.system.grid.diagonal is not Diagonal.NEVER:
        for shift in to.board.corners:
            yield from (other for other in (cell + shift, cell - shift) if other >= 0)


def ways_to(cell: Cell, other: Cell, to: Builder) -> list[Access]:
    """What each way to step onto a cell beside one, or across a corner, asks for."""
    if to.board.are_beside(cell, other):
        access = straight(cell, other, to, is_cut=False)
        return [] if access is None else [access]
    across = 1 if other - cell in (to.board.stride + 1, 1 - to.board.stride) else -1
    flanks = (cell + across, other - across)
    ways = [way for flank in flanks if (way := round_corner(cell, flank, other, to)) is not None]
    if to.system.grid.diagonal is Diagonal.BOTH_FLANKS:
        return [FREE.also(*ways)] if len(ways) == len(flanks) else []
    return ways


def straight(
    one: Cell, other: Cell, to: Builder, *, is_cut: bool = True, is_fight: bool = False
) -> Access | None:
    """What a straight step asks for; None through a wall.

    Nobody cuts a corner over a gate that one goes through from one side. To fight along a step it
    does not matter who may go through a gate, and what the ground is.
    """
    if min(one, other) < 0:
        return None
    first, second = min(one, other), max(one, other)
    if to.free.is_free(first, second):
        return FREE
    ground = FREE if is_fight else to.entering(first, second)
    if to.around_gates.is_free(first, second):
        return ground
    gate = to.gate_on.get(Edge(first, second))
    if gate is None or (is_cut and (gate.way_from >= 0 or gate.shuts_after)):
        return None
    access = through(gate, one, to, is_fight=is_fight)
    return None if access is None else access.also(ground)


def through(gate: Gate, one: Cell, to: Builder, *, is_fight: bool = False) -> Access | None:
    """What it takes to go through a gate from a cell; None if it does not lead from there."""
    if gate.way_from >= 0 and not to.board.areas[gate.way_from].cells >> one & 1:
        return None
    return Access(to.opened(gate)).also(FREE if is_fight else to.passing(gate))


# -- portals --------------------------------------------------------------------------------


def link_portals(to: Builder) -> None:
    """Portals: who steps on the one stands beside the other.

    A portal beside the other one takes the party on.
    """
    portals = {next(each_cell(portal.mask)): portal for portal in to.portals.values()}
    onto = {cell: _around_portal(cell, portals, to, is_onto=True) for cell in portals}
    off = {cell: _around_portal(cell, portals, to, is_onto=False) for cell in portals}
    found: dict[tuple[int, int, Access], Link] = {}
    for cell, thing in portals.items():
        for one, access in onto[cell]:
            if one in portals:
                continue
            for far, every in _beyond(cell, access, off, portals, (), to):
                ends = to.place_of(one), to.place_of(far)
                link = Link(
                    *ends,
                    every.need,
                    thing.title,
                    thing.origin,
                    every.who,
                    is_one_way=True,
                    is_way_clear=False,
                )
                found.setdefault((*ends, every), link)
    for (here, there, asked), link in found.items():
        if (there, here, asked) not in found:
            to.links.append(link._replace(things=IMPOSSIBLE))
        elif here < there:
            to.links.append(link._replace(is_one_way=False))


def _beyond(
    portal: Cell,
    access: Access,
    around: dict[Cell, list[tuple[Cell, Access]]],
    portals: dict[Cell, Thing],
    entered: tuple[Cell, ...],
    to: Builder,
) -> Iterator[tuple[Cell, Access]]:
    """Where one comes to by a portal, and what the whole way asks for."""
    other = to.portals.get(portals[portal].link)
    if other is None or portal in entered:
        return
    ends = [next(each_cell(other.mask)), portal]
    clear = [Access(to.clear(cell)) for cell in ends if to.closing >> cell & 1]
    for cell, more in around[ends[0]]:
        every = access.also(*clear, more)
        if cell in portals:
            yield from _beyond(cell, every, around, portals, (*entered, portal), to)
        else:
            yield cell, every


def portal_exits(portal: Cell, access: Access, to: Builder) -> Iterator[tuple[Cell, Access]]:
    """Where one comes to who steps on a portal, and what the whole way asks for."""
    portals = {next(each_cell(thing.mask)): thing for thing in to.portals.values()}
    off = {cell: _around_portal(cell, portals, to, is_onto=False) for cell in portals}
    yield from _beyond(portal, access, off, portals, (), to)


def _around_portal(
    portal: Cell, portals: dict[Cell, Thing], to: Builder, *, is_onto: bool
) -> list[tuple[Cell, Access]]:
    """The cells one step from a portal, other portals among them, and what the step takes."""
    found: list[tuple[Cell, Access]] = []
    for cell in around_cell(portal, to):
        free = FREE
        if cell not in portals:
            if not to.walkable >> cell & 1:
                continue
            free = Access(to.free_of(to.place_of(cell)))
        ends = (cell, portal) if is_onto else (portal, cell)
        found += [(cell, way.also(free)) for way in ways_to(*ends, to)]
    return found
