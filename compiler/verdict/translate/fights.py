"""Which members of the party can beat a figure: what the game's odds forbid beats nobody."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.odds.best import lowest_defence, pierces, strength_of, value_of
from questwright.compiler.packs.system.fights import ODDS, Reach
from questwright.compiler.verdict.task.need import At, Never, some
from questwright.compiler.verdict.translate.ground import FREE, Access

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Attack, Fights
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.verdict.task.need import Members, Need
    from questwright.compiler.verdict.translate.builder import Builder


def can_beat(thing: Thing, cells: Cells, to: Builder) -> Access:
    """Who has to stand on some cells to beat a figure: one member, or several together."""
    fights = to.system.fights
    if fights is None or thing.kind.rank not in fights.falls:
        return FREE
    attacks = tuple(attack for attack in fights.attacks if attack.reach is Reach.BESIDE)
    who = able(thing, attacks, to)
    if who:
        return FREE if who == to.ground.everybody else Access(who=who)
    if fights.roll != ODDS:
        return Access(_nobody(thing), 0)
    strengths = [strength_of(member, fights, attacks) for member in to.quest.party]
    return Access(_together(thing, cells, strengths, _wanted(thing.kind, fights), to))


def able(thing: Thing, attacks: Sequence[Attack], to: Builder) -> Members:
    """The members who can beat a figure alone by some attacks, if their best roll comes."""
    fights = to.system.fights
    found = 0
    for number, member in enumerate(to.quest.party):
        if fights is not None:
            strong = strength_of(member, fights, attacks, is_large=len(thing.cells) > 1)
            found |= (strong > 0 and _is_enough(strong, thing.kind, fights)) << number
    return found


def _is_enough(strong: int, kind: Kind, fights: Fights) -> bool:
    """Whether an attack of some strength can beat a kind at the best roll."""
    fall = fights.falls.get(kind.rank)
    if fall is None:
        return True
    if fights.roll == ODDS:
        return strong >= _wanted(kind, fights)
    return pierces(kind, fights) and (fall.is_kept or strong >= (value_of(kind, fall.value) or 0))


def _wanted(kind: Kind, fights: Fights) -> int:
    """The strength that an attack by odds asks for."""
    return max(1, lowest_defence(kind, fights) or 0)


def attacked_from(cells: Cells, to: Builder) -> list[tuple[Cells, Access]]:
    """The cells from which figures on some cells are fought, and what that takes.

    From beside them and from around a corner; through gates that are open and lead there. What
    stands on the cells at the corner does not matter.
    """
    found: dict[Access, Cells] = {}
    for target in each_cell(cells):
        for path in _paths_to(target, to.board):
            steps = [attacked_over(*step, to) for step in pairwise(path)]
            asked = [step for step in steps if step is not None]
            if len(asked) == len(steps):
                access = FREE.also(*asked)
                found[access] = found.get(access, 0) | 1 << path[0]
    free = found.get(FREE, 0)
    ways = {access: where & ~cells & to.ground.walkable for access, where in found.items()}
    rest = [(where & ~free, access) for access, where in ways.items() if access != FREE]
    return [
        (free & ~cells & to.ground.walkable, FREE),
        *((where, access) for where, access in rest if where),
    ]


def _paths_to(target: Cell, board: Board) -> Iterator[tuple[Cell, ...]]:
    """The ways to a cell from those around it, over one edge or over two by a corner."""
    near = board.beside(target)
    yield from ((cell, target) for cell in near)
    for shift in board.corners:
        for cell in (target + shift, target - shift):
            if cell >= 0:
                yield from ((cell, way, target) for way in near if board.are_beside(cell, way))


def attacked_over(cell: Cell, other: Cell, to: Builder) -> Access | None:
    """What it takes to attack over an edge from a cell; None if nobody does.

    It does not matter who may go through a gate, and what the ground is.
    """
    edge = Edge(min(cell, other), max(cell, other))
    if to.ground.around_gates.is_free(*edge):
        return FREE
    way = to.ground.gate_on.get(edge)
    return Access(to.opened(way.gate)) if way is not None and way.sides >> cell & 1 else None


def _together(thing: Thing, cells: Cells, strengths: list[int], wanted: int, to: Builder) -> Need:
    """Several who are strong enough together, each on a cell of its own."""
    places = to.places_of(cells)
    found: list[tuple[int, ...]] = []
    for size in range(2, len(strengths) + 1):
        for group in combinations(range(len(strengths)), size):
            if sum(strengths[n] for n in group) >= wanted and not any(
                set(known) <= set(group) for known in found
            ):
                found.append(group)
    name = with_article(thing.title)
    ways = []
    for group in found:
        if cells.bit_count() >= len(group):
            who = sum(1 << n for n in group)
            ways.append(At(places, len(group), who, f"beside {name}", thing.origin))
    return some(*ways) if ways else _nobody(thing)


def _nobody(thing: Thing) -> Never:
    return Never(f"nobody is strong enough to defeat {with_article(thing.title)}", thing.origin)
