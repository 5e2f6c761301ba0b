"""From where an area is searched: nobody searches beside an enemy, if the game says so."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.task.need import every, negated, some
from questwright.compiler.verdict.translate.attacks import Attacks
from questwright.compiler.verdict.translate.ground import FREE
from questwright.compiler.verdict.translate.sights import Sights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.builder import Builder


def undisturbed(deed: Deed, area: int, to: Builder) -> Iterator[Deed]:
    """A search of an area, as it is done from its cells while enemies allow it."""
    calm = to.calm(area)
    deed = deed._replace(needs=every(calm, deed.needs))
    is_calm = not to.board.areas[area].kind.clear_by_sight
    apart: dict[Need, Cells] = {}
    near = [*_beside_enemies(to, without=area if is_calm else -1)]
    for cell in each_cell(deed.stands):
        beaten = every(*(need for cells, need in near if cells >> cell & 1))
        apart[beaten] = apart.get(beaten, 0) | 1 << cell
    for beaten, cells in apart.items():
        yield deed._replace(stands=cells, needs=every(deed.needs, beaten))


def _beside_enemies(to: Builder, without: int) -> Iterator[tuple[Cells, Need]]:
    """Cells beside enemies, with what makes an end of that: they fall, or a gate is shut.

    Those of one area are left out, of which it is asked that none is left.
    """
    if to.system.search is None or not to.system.search.not_beside:
        return
    attacks = Attacks(to, Sights(to))
    for foe in to.ground.foes:
        beaten = to.beaten(foe)
        for cells, access in attacks.beside(foe.mask) if foe.area != without else ():
            yield cells, beaten if access == FREE else some(beaten, negated(access.need))
