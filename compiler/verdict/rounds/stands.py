"""From which cells each deed may be done before anybody knows what a line does."""

from __future__ import annotations

from questwright.compiler.odds.best import dice_of
from questwright.compiler.packs.system.fights import Reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.task import Deed, Task


def stands_of(task: Task, quest: Quest, system: System) -> list[Cells]:
    """For each deed the cells on which somebody may do it.

    Where some attack a figure from one side, others may do so from another.
    """
    fights, board = system.fights, quest.board
    found: list[Cells] = []
    fought: dict[str, Cells] = {}
    attacks = fights.attacks if fights is not None else ()
    afar = [attack for attack in attacks if attack.reach is Reach.SIGHT]
    shoots = any(dice_of(kind, attack) is not None for attack in afar for kind in quest.party)
    for deed in task.deeds:
        cells = task.cells_of(deed.where)
        found.append(cells & deed.stands or cells)
        if _is_from_afar(deed):
            fought[deed.id] = fought.get(deed.id, 0) | found[-1]
            own = {n for n, area in enumerate(board.areas) if shoots and area.cells & deed.cells}
            beside = {n for gate in board.gates if own & {*gate.between} for n in gate.between}
            for number in own | beside:
                fought[deed.id] |= board.areas[number].cells
    return [
        cells | fought[deed.id] if _is_from_afar(deed) else cells
        for deed, cells in zip(task.deeds, found, strict=True)
    ]


def _is_from_afar(deed: Deed) -> bool:
    """Whether something may be done from further off than the line does it."""
    return bool(deed.where) and deed.is_fight
