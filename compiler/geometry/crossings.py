"""Crossings: who can take one, which areas it joins, and phrases for it."""

from __future__ import annotations

from itertools import product

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.round_words import count_of_rounds
from questwright.compiler.packs.system.moves import move_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board, Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.turns import TurnRules


def can_take(crossing: Crossing, kind: Kind, move_value: str) -> bool:
    """Whether a kind can take a crossing: it is allowed to, and its move is enough.

    A figure may stop above each cell that the crossing passes over, so its move has to be enough
    for one cell.
    """
    if crossing.only and kind.word not in crossing.only:
        return False
    move = move_of(kind, move_value)
    return bool(crossing.rounds) or move is None or move.most >= crossing.kind.cost


def may_be_closed(crossing: Crossing, quest: Quest) -> bool:
    """Whether a crossing is closed at some time: when play begins, or by an effect."""
    return not crossing.is_open or any(
        effect.target == crossing.id and effect.kind is EffectKind.CLOSE
        for effect in quest.every_effect()
    )


def area_ways(crossing: Crossing, board: Board) -> tuple[tuple[int, int], ...]:
    """The pairs (from, to) of different areas, by index, between which a crossing leads."""
    ends = [areas_at(end, board) for end in crossing.ends]
    found = (
        pair for source, target in crossing.ways for pair in product(ends[source], ends[target])
    )
    return tuple(dict.fromkeys(pair for pair in found if pair[0] != pair[1]))


def area_pairs(crossing: Crossing, board: Board) -> tuple[tuple[int, int], ...]:
    """The pairs of areas, by index, that a crossing joins: each once, or (from, to) if one-way."""
    ways = area_ways(crossing, board)
    return tuple(way for n, way in enumerate(ways) if way[::-1] not in ways[:n])


def areas_at(cells: Cells, board: Board) -> tuple[int, ...]:
    """The indices of the areas that hold any of some cells."""
    return tuple(n for n, area in enumerate(board.areas) if area.cells & cells)


def crossing_in_words(crossing: Crossing, party: Iterable[Kind], system: System) -> str:
    """How long a crossing takes and which members take it: ``6 rounds, for Kerin``."""
    every = tuple(party)
    kind = crossing.kind
    words = [time_in_words(crossing.rounds, crossing.cost, system.turns)]
    most = max((late for row in crossing.rowed for late in row), default=crossing.rounds)
    if most > crossing.rounds:
        form = message("{least} to {time}, as far as it is rowed")
        words = [say(form, least=crossing.rounds, time=time_in_words(most, 0, system.turns))]
    if kind.is_vessel:
        words.append(say("it has to be launched first"))
    if kind.seats is not None:
        words.append(say("{count} at a time", count=kind.seats))
    if kind.is_one_way:
        words.append(say("one way"))
    able = [member.title for member in every if can_take(crossing, member, system.move_value)]
    if not able:
        words.append(say("nobody of the party takes it"))
    elif len(able) < len(every):
        words.append(say("for {who}", who=listed_in_words(able)))
    if not crossing.is_open:
        words.append(say("barred at first"))
    return ", ".join(words)


def time_in_words(rounds: int, cost: int, turns: TurnRules) -> str:
    """What a crossing takes, in rounds or in move points: ``6 rounds``, ``2 of a move``."""
    if rounds:
        return count_of_rounds(rounds, turns)
    return say("{cost} of a move", cost=cost)
