"""Ways between places that do not lie beside each other: who takes them, and how long it takes."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.model.quest import EffectKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board, Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind


def can_take(crossing: Crossing, kind: Kind, move_value: str) -> bool:
    """Whether a figure takes a crossing: it is of those who go, and its whole move is enough.

    One may stop above each cell that it passes over, so a move has to be enough for one of them.
    """
    if crossing.only and kind.word not in crossing.only:
        return False
    move = kind.values.get(move_value)
    if crossing.rounds or move is None or type(move.value) is not int:
        return True
    return move.value >= crossing.kind.cost


def may_be_closed(crossing: Crossing, quest: Quest) -> bool:
    """Whether a crossing is not open at all times."""
    return not crossing.is_open or any(
        effect.target == crossing.id and effect.kind is EffectKind.CLOSE
        for effect in quest.every_effect()
    )


def area_ways(crossing: Crossing, board: Board) -> tuple[tuple[int, int], ...]:
    """From which area into which other one a crossing leads, by index."""
    ends = [areas_at(end, board) for end in crossing.ends]
    found = (pair for way, other in crossing.ways for pair in product(ends[way], ends[other]))
    return tuple(dict.fromkeys(pair for pair in found if pair[0] != pair[1]))


def area_pairs(crossing: Crossing, board: Board) -> tuple[tuple[int, int], ...]:
    """The areas that a crossing joins, each pair once; of one way in its direction."""
    ways = area_ways(crossing, board)
    return tuple(way for n, way in enumerate(ways) if way[::-1] not in ways[:n])


def areas_at(cells: Cells, board: Board) -> tuple[int, ...]:
    """The areas that some cells are in, by index."""
    return tuple(n for n, area in enumerate(board.areas) if area.cells & cells)


def crossing_in_words(crossing: Crossing, party: Iterable[Kind], move_value: str) -> str:
    """How long a crossing takes and who of a party takes it: ``6 rounds, for Kerin``."""
    every = tuple(party)
    kind = crossing.kind
    told = [time_in_words(crossing.rounds, crossing.cost)]
    most = max((late for row in crossing.rowed for late in row), default=crossing.rounds)
    if most > crossing.rounds:
        told = [f"{crossing.rounds} to {time_in_words(most, 0)}, as far as it is rowed"]
    if kind.is_vessel:
        told.append("it has to be launched first")
    if kind.seats is not None:
        told.append(f"{kind.seats} at a time")
    if kind.is_one_way:
        told.append("one way")
    able = [one.title for one in every if can_take(crossing, one, move_value)]
    if not able:
        told.append("nobody of the party takes it")
    elif len(able) < len(every):
        told.append(f"for {listed_in_words(able)}")
    if not crossing.is_open:
        told.append("barred at first")
    return ", ".join(told)


def time_in_words(rounds: int, cost: int) -> str:
    """What a crossing takes: ``6 rounds``, ``2 of a move``."""
    if rounds:
        return f"{rounds} round{'s' * (rounds > 1)}"
    return f"{cost} of a move"
