"""Levels and cliffs: which edges nobody walks over, who climbs them, and who jumps down."""

from __future__ import annotations

from itertools import permutations

from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.language import say
from questwright.compiler.model.board import Climb
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.moves import move_of
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Barrier, Board
    from questwright.compiler.packs.system.heights import BarrierKind, Jump
    from questwright.compiler.packs.system.system import Kind, System, Terrain

GROUND = "Level ground"
"""The title of the level of cells that no statement raises or lowers."""


def with_cliffs(board: Board) -> Board:
    """The board with its cliffs computed from its levels and terrain.

    An edge is a cliff between cells of different levels, unless the levels differ by one and the
    terrain on either side joins levels; and between terrains that the pack keeps apart.
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
        for near_height, near in heights.items():
            for far_height, far in heights.items():
                if near_height != far_height:
                    parted = both & near & far >> shift
                    closed |= parted if abs(near_height - far_height) > 1 else parted & ~either
        for near_patch in patches if apart else ():
            for far_patch in patches:
                if _are_apart(near_patch.kind, far_patch.kind):
                    closed |= both & near_patch.cells & far_patch.cells >> shift
        cliffs.append(closed)
    if not any(cliffs):
        return board
    return board._replace(cliffs=tuple(cliffs), climbs=tuple(_climbs(board)) if apart else ())


def _climbs(board: Board) -> Iterator[Climb]:
    """The edges between terrains kept apart over which some kinds climb, by one level at most."""
    for first, second in permutations(board.terrain, 2):
        by = _climbing(first.kind, second.kind)
        if not by:
            continue
        pairs = (
            Edge(cell, cell + shift)
            for shift, cells in board.onward
            for cell in each_cell(cells & first.cells & second.cells >> shift)
        )
        near = (edge for edge in pairs if abs(board.height(edge[0]) - board.height(edge[1])) <= 1)
        edges = tuple(near)
        if edges:
            yield Climb(by, edges)


def _are_apart(first: Terrain, second: Terrain) -> bool:
    """Whether either of two terrains is kept apart from the other."""
    return first.word in second.apart_from or second.word in first.apart_from


def _climbing(first: Terrain, second: Terrain) -> tuple[str, ...]:
    """The words of those who climb between two terrains kept apart; each terrain may name some."""
    by_first = first.climbed_by if second.word in first.apart_from else ()
    by_second = second.climbed_by if first.word in second.apart_from else ()
    return (*by_first, *by_second)


def climbs(terrain: Terrain, kind: Kind) -> bool:
    """Whether a kind climbs between a terrain and those from which it is kept apart."""
    return any(is_called(kind, word) for word in terrain.climbed_by)


def climbed_edges(board: Board, kind: Kind) -> Iterator[Edge]:
    """The cliffs that a kind climbs over; edges with a wall or a barrier are left out."""
    for climb in board.climbs:
        if any(is_called(kind, word) for word in climb.by):
            yield from (edge for edge in climb.edges if board.is_climbed(edge))


def climbers(board: Board, party: Iterable[Kind]) -> dict[Edge, int]:
    """The cliffs that members of a party climb over, each with the bit set of these members."""
    found: dict[Edge, int] = {}
    for number, kind in enumerate(party if board.climbs else ()):
        for edge in climbed_edges(board, kind):
            found[edge] = found.get(edge, 0) | 1 << number
    return found


def with_barriers(board: Board, barriers: tuple[Barrier, ...]) -> Board:
    """The board with these barriers, and with its ``barred`` cells computed from them."""
    across = {shift: 0 for shift, _ in board.onward}
    for barrier in barriers:
        for first, second in barrier.edges:
            across[second - first] |= 1 << first
    return board._replace(barriers=barriers, barred=tuple(across.values())) if barriers else board


def is_cliff(first: Cell, second: Cell, board: Board) -> bool:
    """Whether a cliff lies between two neighbouring cells."""
    low, high = min(first, second), max(first, second)
    return any(
        shift == high - low and bool(closed >> low & 1)
        for (shift, _), closed in zip(board.onward, board.cliffs, strict=False)
    )


def level_title(board: Board, cell: Cell) -> str:
    """The title of the level that a cell lies on."""
    found = (level.kind.title for level in board.levels if level.cells >> cell & 1)
    return next(found, GROUND)


class Drop(NamedTuple):
    """A place where a figure may jump down, from a cell to its lower neighbour."""

    above: Cell
    below: Cell
    climb: int
    """Extra move points for climbing over a barrier on that edge."""


def drops(board: Board) -> Iterator[Drop]:
    """The places to jump down: cliffs between levels with neither wall nor gate on the edge."""
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
    """The cliffs between terrains that are kept apart."""
    found: set[Edge] = set()
    words = {cell: patch.kind for patch in board.terrain for cell in each_cell(patch.cells)}
    if any(kind.apart_from for kind in words.values()):
        for edge in board.cliffs_within(board.floor):
            first, second = (words.get(cell) for cell in edge)
            if first and second and _are_apart(first, second):
                found.add(edge)
    return found


def jump_of(kind: Kind, system: System) -> Jump | None:
    """The pack's rule by which a kind jumps down; None if it never jumps."""
    return next(
        (jump for jump in system.jumps.values() if any(is_called(kind, word) for word in jump.by)),
        None,
    )


def drop_cost(drop: Drop, kind: Kind, board: Board, system: System) -> int | None:
    """The move points that a jump costs a kind; None if it cannot jump there."""
    if jump_of(kind, system) is None:
        return None
    ground = (patch.kind for patch in board.terrain if patch.cells >> drop.below & 1)
    terrain = next(ground, None)
    entering = 1 if terrain is None else cost_of(terrain, kind, system.move_value)
    if entering is None:
        return None
    move = move_of(kind, system.move_value)
    cost = entering + drop.climb
    return None if move is not None and cost > move.most else cost


def drop_costs(
    board: Board, party: Sequence[Kind], system: System
) -> Iterator[tuple[Drop, tuple[int | None, ...]]]:
    """The places to jump down, each with its move points for each member, or None."""
    ground = {cell: patch.kind.word for patch in board.terrain for cell in each_cell(patch.cells)}
    # Jumps onto the same terrain cost the same.
    known: dict[tuple[str, int], tuple[int | None, ...]] = {}
    for drop in drops(board):
        key = ground.get(drop.below, ""), drop.climb
        if key not in known:
            known[key] = tuple(drop_cost(drop, kind, board, system) for kind in party)
        yield drop, known[key]


def jumpers(party: Iterable[Kind], system: System) -> tuple[Kind, ...]:
    """The members of a party who may jump down."""
    return tuple(kind for kind in party if jump_of(kind, system) is not None)


def jump_in_words(kind: Kind, system: System) -> str:
    """The results of a kind's jump in words; ``never`` if it does not jump."""
    jump = jump_of(kind, system)
    return say("never") if jump is None else results_in_words(jump)


def results_in_words(jump: Jump) -> str:
    """The results of a jump: ``d10, unharmed on 1–4, wounded on 5–7, dead on 8–10``."""
    results = [
        say("{result} on {roll}", result=say(result), roll=low if low == high else f"{low}–{high}")
        for result, (low, high) in jump.results.items()
    ]
    return f"{say('d{sides}', sides=jump.die)}, {', '.join(results)}"


def barrier_in_words(kind: BarrierKind) -> str:
    """What a barrier lets through: ``not walked through, seen past``."""
    words = say("not walked through, not seen past")
    if kind.sees:
        words = say("not walked through, seen past")
    if kind.jump_cost is None:
        return words
    return say("{what}; {cost} to climb for a jump", what=words, cost=kind.jump_cost)
