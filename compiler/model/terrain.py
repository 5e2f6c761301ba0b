"""What the ground is like for those who walk over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.footing import Ground
from compiler.model.phrases import listed_in_words
from compiler.model.words import is_called

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compiler.model.board import Board, Cells
    from compiler.packs.model import Kind, Terrain


def cost_of(terrain: Terrain, kind: Kind, move_value: str) -> int | None:
    """What entering some ground costs a figure; None where it never can.

    It cannot where the ground is closed to it, or costs more than its whole move.
    """
    cost = full_cost(terrain, kind)
    move = kind.values.get(move_value)
    if cost is None or (move is not None and type(move.value) is int and cost > move.value):
        return None
    return cost


def full_cost(terrain: Terrain, kind: Kind) -> int | None:
    """What entering some ground costs a figure, however far it moves; None where it is closed."""
    if any(is_called(kind, word) for word in terrain.closed_to):
        return None
    own = [cost for word, cost in terrain.costs.items() if is_called(kind, word)]
    return max(own, default=terrain.cost)


def costs_in_words(terrain: Terrain, party: Iterable[Kind], move_value: str) -> str:
    """What entering some ground costs the members of a party: ``2 to enter for Reeve``."""
    costs: dict[int | None, list[str]] = {}
    for kind in party:
        costs.setdefault(cost_of(terrain, kind, move_value), []).append(kind.title)
    barred = costs.pop(None, [])
    if len(costs) == 1 and not barred:
        (cost,) = costs
        return f"{cost} to enter"
    told = [f"{cost} to enter for {listed_in_words(who)}" for cost, who in costs.items()]
    told += [f"not for {listed_in_words(barred)}"] if barred else []
    return "; ".join(told)


def plain_ground(cells: Cells) -> Ground:
    """Cells of which each costs as much to enter."""
    return Ground(((1, cells),), cells)


def walked_by(kind: Kind, board: Board, cells: Cells, move_value: str) -> Ground:
    """What some cells are to a figure: by cost what it may enter, and where it may stand."""
    plain, ahead = cells, 0
    led = kind.base.only_ahead if kind.base is not None else ()
    by_cost: dict[int, Cells] = {}
    for patch in board.terrain:
        plain &= ~patch.cells
        ahead |= patch.cells if patch.kind.word in led else 0
        cost = cost_of(patch.kind, kind, move_value)
        if cost is not None:
            by_cost[cost] = by_cost.get(cost, 0) | patch.cells & cells
    by_cost[1] = by_cost.get(1, 0) | plain
    ground = Ground(tuple(sorted(by_cost.items())), 0)
    return ground._replace(covered=ground.enterable, ahead=ahead)
