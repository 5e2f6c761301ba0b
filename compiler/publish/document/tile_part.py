"""Write a laid tile as a part of a quest's document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.analysis.laying import tiles_by_area
from questwright.compiler.publish.document.terms import Terms, or_none, plain
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import System


def tile_parts(quest: Quest, system: System, terms: Terms) -> Json:
    """All tiles of a board, each with the area with which it is laid if the game says so."""
    laid: dict[str, str] = {}
    if system.is_laid_as_revealed:
        for number, tiles in tiles_by_area(quest).items():
            laid |= dict.fromkeys((tile.instance for tile in tiles), quest.board.areas[number].id)
    return [_tile_part(tile, laid.get(tile.instance, ""), terms) for tile in quest.board.tiles]


def _tile_part(tile: LaidTile, laid_with: str, terms: Terms) -> Json:
    """A tile with its corner on the board, its turn in degrees clockwise, and its joined edges."""
    return {
        "id": tile.instance,
        "word": tile.tile,
        "back_of": tile.front if tile.front != tile.tile else None,
        "title": tile.title,
        "corner": cell_name(tile.row, tile.column),
        "turned": tile.turns * 90,
        "laid_with": or_none(laid_with),
        "rows": tile.rows,
        "columns": tile.columns,
        "cells": terms.cells(tile.cells),
        "edges": [
            {
                "side": edge.side,
                "name": edge.name,
                "kind": or_none(edge.kind),
                "cells": terms.cells(edge.cells),
                "joined": {
                    "tile": edge.joined.instance,
                    "side": edge.joined.side,
                    "name": edge.joined.name,
                }
                if edge.joined is not None
                else None,
            }
            for edge in tile.edges
        ],
        "traits": plain(tile.traits),
        "box": tile.box,
        "origin": terms.origin(tile.origin),
    }
