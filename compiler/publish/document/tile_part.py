"""Write a laid tile as a part of a quest's document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.document.terms import Terms, or_none, plain
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.packs.read.tree import Json


def tile_part(tile: LaidTile, terms: Terms) -> Json:
    """A tile with its corner on the board, its turn in degrees clockwise, and its joined edges."""
    return {
        "id": tile.instance,
        "word": tile.tile,
        "back_of": tile.front if tile.front != tile.tile else None,
        "title": tile.title,
        "corner": cell_name(tile.row, tile.column),
        "turned": tile.turns * 90,
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
