"""Compose the levels, cliffs and barriers of a quest for its map and its legend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.cliffs import barrier_in_words, drops, jump_in_words, jumpers
from questwright.compiler.grid import cells
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import message, say, say_many
from questwright.compiler.publish.book.view.map import (
    BarrierView,
    CliffView,
    LegendEntry,
    LevelView,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model import board as model
    from questwright.compiler.packs.system.heights import BarrierKind, Level
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.map import MapView

_CLIFF = message("Cliff")


def levels_of(pieces: Pieces) -> tuple[LevelView, ...]:
    """The levels of the map, the highest first."""
    heights: dict[int, list[model.Tier]] = {}
    for tier in pieces.desk.board.levels:
        heights.setdefault(tier.kind.height, []).append(tier)
    return tuple(
        LevelView(
            tiers[0].kind.title,
            height,
            tuple(pieces.at(cell) for tier in tiers for cell in each_cell(tier.cells)),
        )
        for height, tiers in sorted(heights.items(), reverse=True)
    )


def cliffs_of(pieces: Pieces) -> tuple[CliffView, ...]:
    """The cliffs of the map, each from the higher cell to the lower one."""
    return tuple(_cliffs(pieces))


def _cliffs(pieces: Pieces) -> Iterator[CliffView]:
    board = pieces.desk.board
    for edge in board.cliffs_within(board.floor):
        low, high = sorted(edge, key=board.height)
        depth = board.height(high) - board.height(low)
        if depth:
            yield CliffView(say(_CLIFF), pieces.edge(cells.Edge(high, low)), depth)


def barriers_of(pieces: Pieces) -> tuple[BarrierView, ...]:
    """The barriers of the map, one view for each edge."""
    return tuple(
        BarrierView(barrier.kind.line.value, barrier.kind.title, pieces.edge(edge))
        for barrier in pieces.desk.board.barriers
        for edge in sorted(barrier.edges)
    )


def notes_of(desk: Desk) -> dict[str, str]:
    """The legend's notes on levels, cliffs and barriers, by title."""
    board = desk.board
    notes = {
        tier.kind.title: _note(_height_in_words(tier.kind.height), tier.kind)
        for tier in board.levels
    }
    notes |= {
        barrier.kind.title: _note(barrier_in_words(barrier.kind), barrier.kind)
        for barrier in board.barriers
    }
    return notes | {say(_CLIFF): say("nobody climbs it")}


def _note(words: str, kind: Level | BarrierKind) -> str:
    return f"{words}. {kind.text}" if kind.text else words


def jump_entries(desk: Desk, view: MapView) -> tuple[LegendEntry, ...]:
    """The legend's entries on jumping down; empty if the map shows nothing to jump from."""
    if not view.cliffs or not any(True for _ in drops(desk.board)):
        return ()
    titles_of_rule: dict[str, list[str]] = {}
    for kind in jumpers(desk.quest.party, desk.system):
        titles_of_rule.setdefault(jump_in_words(kind, desk.system), []).append(kind.title)
    return tuple(
        LegendEntry(
            view.cliffs[0],
            say_many("{who} jumps", "{who} jump", len(who), who=listed_in_words(who)),
            note=rule,
        )
        for rule, who in titles_of_rule.items()
    )


def _height_in_words(height: int) -> str:
    if height > 0:
        return say_many("{count} level up", "{count} levels up", height)
    return say_many("{count} level down", "{count} levels down", -height)
