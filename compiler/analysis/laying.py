"""When each tile of a board is laid, in games that lay a board as it is revealed."""

from __future__ import annotations

from questwright.compiler.analysis.reveal import reveal_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.model.quest import Quest


def tiles_by_area(quest: Quest) -> dict[int, tuple[LaidTile, ...]]:
    """The tiles that are laid with each area, by its index, in the order of revealing.

    A tile is laid with the first area that has floor on it, a gate's cells left aside; one with no
    floor of any area, and one of an area that nothing reveals, with the first area of all.
    """
    order = reveal_order(quest)
    areas = quest.board.areas
    gates = sum(gate.cells for gate in quest.board.gates)
    first = next((revealed.area for revealed in order), 0)
    found: dict[int, list[LaidTile]] = {revealed.area: [] for revealed in order}
    for tile in quest.board.tiles:
        with_ = next(
            (
                revealed.area
                for revealed in order
                if revealed.depth >= 0 and areas[revealed.area].cells & tile.cells & ~gates
            ),
            first,
        )
        found.setdefault(with_, []).append(tile)
    return {area: tuple(tiles) for area, tiles in found.items() if tiles}
