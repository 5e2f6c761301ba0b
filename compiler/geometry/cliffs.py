"""High and low: where nobody walks from one level to another, and who jumps down."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.model.board import Climb
from questwright.compiler.model.words import is_called

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Barrier, Board
    from questwright.compiler.packs.system.heights import BarrierKind, Jump
    from questwright.compiler.packs.system.system import Kind, System, Terrain

GROUND = "Level ground"
"""What the level is called of which nothing is said."""


def with_cliffs(board: Board) -> Board:
    """The board with its cliffs: edges between levels that nothing joins, or ground kept apart.

    A step between two levels is free where they differ by one and the ground of either side joins
    levels. Who climbs over between ground kept apart does so to the next level as well.
    """
    patches = board.terrain
    apart = any(patch.kind.apart_from for patch in patches)
    if not board.levels and not apart:
        return board
    heights: dict[int, int] = {}
    for tier in board.levels:
        heights[tier.kind.height] = heights.get(tier.kind.height, 0) | tier.cells
    heights[0] = board.floor & ~sum(heights.values())
    joining = 0
    for patch in patches:
        joining |= patch.cells if patch.kind.joins_levels else 0
    cliffs = []
    for shift, cells in board.onward:
        both = cells & board.floor & board.floor >> shift
        either = joining | joining >> shift
        closed = 0
        for height, here in heights.items():
            for other, there in heights.items():
                if height != other:
                    parted = both & here & there >> shift
                    closed |= parted if abs(height - other) > 1 else parted & ~either
        for one in patches if apart else ():
            for two in patches:
                if _are_apart(one.kind, two.kind):
                    closed |= both & one.cells & two.cells >> shift
        cliffs.append(closed)
    if not any(cliffs):
        return board
    return replace(board, cliffs=tuple(cliffs), climbs=tuple(_climbs(board)) if apart else ())


def _climbs(board: Board) -> Iterator[Climb]:
    """The edges between ground kept apart over which some climb, to the next level at most."""
    for permutation, two in permutations(board.terrain, 2):
        by = _climbing(permutation.kind, two.kind)
        if not by:
            continue
        pairs = (
            Edge(cell, cell + shift)
            for shift, cells in board.onward
            for cell in each_cell(cells & permutation.cells & two.cells >> shift)
        )
        near = (edge for edge in pairs if abs(board.height(edge[0]) - board.height(edge[1])) <= 1)
        edges = tuple(near)
        if edges:
            yield Climb(by, edges)


def _are_apart(one: Terrain, two: Terrain) -> bool:
    """Whether nobody walks between two sorts of ground."""
    return one.word in two.apart_from or two.word in one.apart_from


def _climbing(one: Terrain, two: Terrain) -> tuple[str, ...]:
    """Who climbs between two sorts of ground that are kept apart, whichever says so."""
    said = one.climbed_by if two.word in one.apart_from else ()
    return (*said, *(two.climbed_by if one.word in two.apart_from else ()))


def climbs(terrain: Terrain, kind: Kind) -> bool:
    """Whether a figure climbs between some ground and that from which it is kept apart."""
    return any(is_called(kind, word) for word in terrain.climbed_by)


def climbed_edges(board: Board, kind: Kind) -> Iterator[Edge]:
    """The cliffs that a figure climbs over: nothing else stands there."""
    for climb in board.climbs:
        if any(is_called(kind, word) for word in climb.by):
            yield from (edge for edge in climb.edges if board.is_climbed(edge))


def climbers(board: Board, party: Iterable[Kind]) -> dict[Edge, int]:
    """The cliffs that members of a party climb over, each with a bit for each who does."""
    found: dict[Edge, int] = {}
    for number, kind in enumerate(party if board.climbs else ()):
        for edge in climbed_edges(board, kind):
            found[edge] = found.get(edge, 0) | 1 << number
    return found


def with_barriers(board: Board, barriers: tuple[Barrier, ...]) -> Board:
    """The board with barriers between its cells."""
    across = {shift: 0 for shift, _ in board.onward}
    for barrier in barriers:
        for first, second in barrier.edges:
            across[second - first] |= 1 << first
    return replace(board, barriers=barriers, barred=tuple(across.values())) if barriers else board


def is_cliff(first: Cell, second: Cell, board: Board) -> bool:
    """Whether nobody walks between two cells beside each other for the ground that they are of."""
    low, high = min(first, second), max(first, second)
    return any(
        shift == high - low and bool(closed >> low & 1)
        for (shift, _), closed in zip(board.onward, board.cliffs, strict=False)
    )


def level_title(board: Board, cell: Cell) -> str:
    """What the level is called that a cell lies on."""
    found = (level.kind.title for level in board.levels if level.cells >> cell & 1)
    return next(found, GROUND)


def see_through_edges(board: Board) -> Iterator[Edge]:
    """The edges over which one sees, and does not walk: cliffs, and barriers of a kind."""
    yield from board.cliffs_within(board.floor)
    for barrier in board.barriers:
        if barrier.kind.sees:
            yield from barrier.edges


class Drop(NamedTuple):
    """A place where one may jump down."""

    above: Cell
    below: Cell
    climb: int
    """What climbing over a barrier there costs besides."""


def drops(board: Board) -> Iterator[Drop]:
    """The places where one may jump: over a cliff, where neither wall nor gate stands."""
    if not board.levels or not board.cliffs:
        return
    gated = {edge for gate in board.gates for edge in gate.edges}
    climbs = {edge: barrier.kind.jump_cost for barrier in board.barriers for edge in barrier.edges}
    kept_apart = _kept_apart(board)
    for edge in board.cliffs_within(board.floor):
        climb = climbs.get(edge, 0)
        if climb is None or edge in gated or edge in kept_apart or board.has_wall(*edge):
            continue
        above, below = sorted(edge, key=board.height, reverse=True)
        if board.height(above) > board.height(below):
            yield Drop(above, below, climb)


def _kept_apart(board: Board) -> set[Edge]:
    """The cliffs that are none for their height, but for what the ground is on both sides."""
    found: set[Edge] = set()
    words = {cell: patch.kind for patch in board.terrain for cell in each_cell(patch.cells)}
    if any(kind.apart_from for kind in words.values()):
        for edge in board.cliffs_within(board.floor):
            one, two = (words.get(cell) for cell in edge)
            if one and two and _are_apart(one, two):
                found.add(edge)
    return found


def jump_of(kind: Kind, system: System) -> Jump | None:
    """How a figure jumps down; None where it never does."""
    return next(
        (jump for jump in system.jumps.values() if any(is_called(kind, word) for word in jump.by)),
        None,
    )


def drop_cost(fall: Drop, kind: Kind, board: Board, system: System) -> int | None:
    """What jumping costs a figure of its move; None where it never can there."""
    if jump_of(kind, system) is None:
        return None
    ground = (one.kind for one in board.terrain if one.cells >> fall.below & 1)
    terrain = next(ground, None)
    entering = 1 if terrain is None else cost_of(terrain, kind, system.move_value)
    if entering is None:
        return None
    move = kind.values.get(system.move_value)
    cost = entering + fall.climb
    return None if move is not None and type(move.value) is int and cost > move.value else cost


def drop_costs(
    board: Board, party: Sequence[Kind], system: System
) -> Iterator[tuple[Drop, tuple[int | None, ...]]]:
    """Where one may jump down, with what that costs each member of a party."""
    ground = {cell: one.kind.word for one in board.terrain for cell in each_cell(one.cells)}
    # All that lead down to like ground cost the same.
    known: dict[tuple[str, int], tuple[int | None, ...]] = {}
    for fall in drops(board):
        key = ground.get(fall.below, ""), fall.climb
        if key not in known:
            known[key] = tuple(drop_cost(fall, kind, board, system) for kind in party)
        yield fall, known[key]


def jumpers(party: Iterable[Kind], system: System) -> tuple[Kind, ...]:
    """The members of a party who jump at all."""
    return tuple(kind for kind in party if jump_of(kind, system) is not None)


def jump_in_words(kind: Kind, system: System) -> str:
    """What comes of a figure's jump."""
    jump = jump_of(kind, system)
    return "never" if jump is None else results_in_words(jump)


def results_in_words(jump: Jump) -> str:
    """What comes of a way to jump: ``d10, unharmed on 1–4, wounded on 5–7, dead on 8–10``."""
    told = [
        f"{result} on {low}" if low == high else f"{result} on {low}–{high}"
        for result, (low, high) in jump.results.items()
    ]
    return f"d{jump.die}, {', '.join(told)}"


def barrier_in_words(kind: BarrierKind) -> str:
    """What a barrier lets through: ``not walked through, seen past``."""
    told = "not walked through, " + ("seen past" if kind.sees else "not seen past")
    return told if kind.jump_cost is None else f"{told}; {kind.jump_cost} to climb for a jump"
