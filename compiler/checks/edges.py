"""Check that the party enters the board over edges that are not joined to a tile [DN-B2]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.dsl.diagnostics import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_edges(case: Case, findings: Findings) -> None:
    """Check that no entry lies along a tile's edge to which another tile is joined."""
    quest = case.quest
    board = quest.board
    joined = [
        (tile, edge, edge.cells & board.floor)
        for tile in board.tiles
        for edge in tile.edges
        if edge.joined is not None
    ]
    for entry in quest.entries if joined else ():
        over = [(tile, edge) for tile, edge, cells in joined if cells and cells == entry.cells]
        if not over:
            continue
        tile, edge = over[0]
        assert edge.joined is not None
        free = [
            f"{tile.instance}:{side.name}"
            for tile in board.tiles
            for side in tile.edges
            if side.joined is None and side.cells & board.floor
        ]
        findings.add(
            codes.ENTRY_INSIDE,
            f"`{tile.instance}:{edge.name}` is joined to "
            f"`{edge.joined.instance}:{edge.joined.name}`",
            entry.origin,
            "nobody comes in from outside here",
            reason="beyond a joined edge lies another map, not the outside",
            help=f"free edges are {listed(free, 6)}" if free else None,
        )
