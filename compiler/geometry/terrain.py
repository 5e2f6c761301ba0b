"""What the ground is like for those who walk over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.footing import Ground
from questwright.compiler.model.words import is_called

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.system import Kind, Move, System, Terrain


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


def steps_in_words(terrain: Terrain, party: Iterable[Kind], system: System) -> str:
    """What some ground makes of steps: ``; joins levels``, ``; not entered from the Water``."""
    told = "; joins levels" if terrain.joins_levels else ""
    if terrain.apart_from:
        others = (with_article(system.terrains[word].title) for word in terrain.apart_from)
        told += f"; not entered from {listed_in_words(others, 'or')}"
        able = [
            member.title
            for member in party
            if any(is_called(member, w) for w in terrain.climbed_by)
        ]
        told += f", but by {listed_in_words(able)}" if able else ""
    return told


class Gait(NamedTuple):
    """How far a figure moves in one of its states, on what ground."""

    value: str
    """The value of the figure that says so."""
    away: str = ""
    """The value that says so on ground where it is not at home; empty where that is one."""
    home: tuple[str, ...] = ()
    """The terrain where it is at home."""
    shares: tuple[int, int] = (1, 1)
    """Of which parts its move is made up of one, where it is at home and elsewhere: a step takes
    as many of them as it costs, times this."""
    move: int = 0
    """All parts of a move."""

    def on(self, word: str) -> tuple[str, int]:
        """What says on some terrain how far it moves, and the share of a move that 1 costs."""
        if not self.away or word in self.home:
            return self.value, self.shares[0]
        return self.away, self.shares[1]


def gait_of(kind: Kind, state: Move) -> Gait | None:
    """How far a figure moves in some state; None where it has none such.

    Who moves 7 in water and 3 on land spends a seventh of a move on the one and a third on the
    other.
    """
    own = _whole(kind, state.value)
    if own is None:
        return None
    away = _whole(kind, state.elsewhere)
    if not away or not own:
        return Gait(state.value, move=own)
    return Gait(state.value, state.elsewhere, state.at_home, (away, own), own * away)


def _whole(kind: Kind, value: str) -> int | None:
    found = kind.values.get(value)
    is_whole = found is not None and type(found.value) is int and found.value >= 0
    return int(found.value) if found is not None and is_whole else None


def plain_ground(cells: Cells) -> Ground:
    """Cells of which each costs as much to enter."""
    return Ground(((1, cells),), cells)


def walked_by(kind: Kind, board: Board, cells: Cells, gait: Gait) -> Ground:
    """What some cells are to a figure: by cost what it may enter, and where it may stand."""
    plain, ahead = cells, 0
    led = kind.base.only_ahead if kind.base is not None else ()
    by_cost: dict[int, Cells] = {}
    for patch in board.terrain:
        plain &= ~patch.cells
        ahead |= patch.cells if patch.kind.word in led else 0
        value, share = gait.on(patch.kind.word)
        cost = cost_of(patch.kind, kind, value)
        if cost is not None:
            by_cost[cost * share] = by_cost.get(cost * share, 0) | patch.cells & cells
    _, share = gait.on("")
    by_cost[share] = by_cost.get(share, 0) | plain
    ground = Ground(tuple(sorted(by_cost.items())), 0)
    return ground._replace(covered=ground.enterable, ahead=ahead)
