"""Check that a board can be laid as it is revealed: nothing is seen too early, no gate too late."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_laying(case: Case, findings: Findings) -> None:
    """Check each tile of a board that is laid as it is revealed [DKQ-A7, DKQ-B31]."""
    quest, system = case.quest, case.system
    if not system.is_laid_as_revealed or not quest.board.tiles:
        return
    # Loaded here: few boards are laid as they are revealed.
    from questwright.compiler.analysis.laying import tiles_by_area
    from questwright.compiler.analysis.reveal import reveal_order

    order = reveal_order(quest)
    depths = {revealed.area: revealed.depth for revealed in order}
    laid = {tile.instance: area for area, tiles in tiles_by_area(quest).items() for tile in tiles}
    gates = sum(gate.cells for gate in quest.board.gates)
    for tile in quest.board.tiles:
        depth = depths.get(laid[tile.instance], 0)
        shown = [
            area
            for number, area in enumerate(quest.board.areas)
            if depths[number] > depth and area.cells & tile.cells & ~gates
        ]
        if shown:
            titles = listed_in_words(area.title for area in shown)
            findings.add(
                codes.SHOWN_EARLY,
                f"the tile `{tile.instance}` shows {titles} before it is revealed",
                tile.origin,
                f"laid with {quest.board.areas[laid[tile.instance]].title}",
                related=tuple(
                    Label(area.origin, "is on it as well") for area in shown[:2] if area.is_named
                ),
                reason="a tile is laid whole, with the first area that is on it",
                help="let a tile end where the gate stands, or make one area of both",
            )
    for gate in quest.board.gates:
        seen = min((depths[number] for number in gate.between if depths[number] >= 0), default=0)
        under = [
            tile
            for tile in quest.board.tiles
            if gate.cells & tile.cells and depths.get(laid[tile.instance], 0) > seen
        ]
        if under:
            findings.add(
                codes.LAID_LATE,
                f"`{gate.id}` stands on the tile `{under[0].instance}`, which is laid later",
                gate.origin,
                "on no tile that lies there",
                related=(Label(under[0].origin, "laid once the gate is open"),),
                reason="a gate is set out with the area on this side of it",
                help="put it on the doorway of the tile before it",
            )
