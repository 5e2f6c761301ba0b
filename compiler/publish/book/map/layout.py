"""Compose the diagram of a board's layout: its tiles, how they lie, and who comes in where."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.language import say
from questwright.compiler.model.tiles import edge_called, tile_called
from questwright.compiler.publish.book.view.layout import (
    LayoutEntry,
    LayoutSide,
    LayoutTile,
    LayoutView,
)
from questwright.compiler.publish.book.view.map import Facing
from questwright.compiler.wording.entries import when_in_words
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.model.board import Board
    from questwright.compiler.model.laid_tile import LaidTile, TileEdge
    from questwright.compiler.model.quest import Entry, Quest
    from questwright.compiler.packs.system.turns import TurnRules

_PITCH = 0.867
"""The distance between rows of hexes, in widths of a hex."""

Arrival = tuple[str, str, str]
"""An arrival: the name of a tile, one of its sides (or the side's printed name), and a label."""


def entries_of(quest: Quest, turns: TurnRules) -> tuple[Arrival, ...]:
    """Who comes in over which free edge of a tile.

    An edge counts if all its cells belong to the entry; or if all cells of the entry lie on it and
    on no other edge.
    """
    found: list[Arrival] = []
    board = quest.board
    free = [
        (tile.instance, edge.side, edge.cells & board.floor)
        for tile in board.tiles
        for edge in tile.edges
        if edge.joined is None
    ]
    for entry in quest.entries:
        edges = [edge for edge in free if edge[2] and not edge[2] & ~entry.cells]
        if not edges:
            # Cells at a corner lie on two edges; then neither counts.
            edges = [edge for edge in free if not entry.cells & ~edge[2]]
            edges = edges if len(edges) == 1 else []
        found += [(instance, side, _label(entry, quest, turns)) for instance, side, _ in edges]
    return tuple(found)


def _label(entry: Entry, quest: Quest, turns: TurnRules) -> str:
    group = next((group.title for group in quest.groups if group.who == entry.who), "")
    titles = {kind.word: kind.title for kind in quest.party}
    who = entry.title or group
    if not who and len(entry.who) < len(quest.party):
        who = listed_in_words(titles[word] for word in entry.who)
    return ", ".join(filter(None, (who, when_in_words(entry, turns)))) or say("Entry")


def layout_of(board: Board, title: str, entries: Iterable[Arrival] = ()) -> LayoutView | None:
    """The layout of a board with an arrow for each entry; None if it is not laid from tiles.

    An entry over a side that a board does not have is left out [DN-A5].
    """
    if not board.tiles:
        return None
    return LayoutView(
        title,
        tuple(_tile(tile, number, board) for tile, number in _numbered(board.tiles)),
        tuple(found for entry in entries if (found := _entry(entry, board)) is not None),
    )


def _numbered(tiles: Sequence[LaidTile]) -> Iterator[tuple[LaidTile, str]]:
    """Tiles with their numbers among those of the same title; without one where it is alone."""
    titles = Counter(tile.title for tile in tiles)
    seen: Counter[str] = Counter()
    for tile in tiles:
        seen[tile.title] += 1
        yield tile, str(seen[tile.title]) if titles[tile.title] > 1 else ""


def _tile(tile: LaidTile, number: str, board: Board) -> LayoutTile:
    rows, columns = tile.size
    first = cell_name(tile.row, tile.column)
    last = cell_name(tile.row + rows - 1, tile.column + columns - 1)
    on_hexes = board.lattice is Lattice.HEXES
    # The edge of a tile runs through the middles of its hexes, which neighbouring tiles share.
    less, high = (1, _PITCH) if on_hexes else (0, 1.0)
    return LayoutTile(
        tile.title,
        number,
        tile.column,
        tile.row * high,
        columns - less,
        (rows - less) * high,
        tile.turns * 90,
        first,
        last,
        tuple(
            LayoutSide(
                Facing(tile.facing(edge.side)),
                edge.name if edge.name != edge.side else "",
                edge.joined is not None,
                _aside(tile, edge, board),
            )
            for edge in tile.edges
        ),
    )


def _aside(tile: LaidTile, edge: TileEdge, board: Board) -> float:
    """How far from the middle of an edge one goes through to the tile that is joined.

    The edges of tiles of hexes lie on each other as they are.
    """
    beside = tile_called(board, edge.joined.instance) if edge.joined is not None else None
    other = edge_called(beside, edge.joined.side) if beside and edge.joined else None
    if other is None or board.lattice is Lattice.HEXES:
        return 0.0
    is_upright = tile.facing(edge.side) in ("east", "west")
    first, many = (tile.row, tile.size[0]) if is_upright else (tile.column, tile.size[1])
    mine, theirs = (
        {divmod(cell, board.stride)[0 if is_upright else 1] for cell in each_cell(cells)}
        for cells in (edge.cells & board.floor, other.cells & board.floor)
    )
    both = mine & theirs
    return sum(both) / len(both) + 0.5 - first - many / 2 if both else 0.0


def _entry(entry: Arrival, board: Board) -> LayoutEntry | None:
    instance, side, label = entry
    tile = tile_called(board, instance)
    edge = edge_called(tile, side) if tile is not None else None
    if tile is None or edge is None:
        return None
    return LayoutEntry(board.tiles.index(tile), Facing(tile.facing(edge.side)), label)
