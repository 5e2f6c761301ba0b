"""Through which portals the members of a line walk."""

from __future__ import annotations

from itertools import pairwise

from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.need import holds
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.translate.floor import Floor
    from questwright.compiler.verdict.translate.translate import Translation


def portals_of(
    told: Sequence[Told], translated: Translation, quest: Quest
) -> Sequence[Sequence[Cell]]:
    """For each step of a line the portals that are stepped on in it, by their cells, in order."""
    portals = {own.id: own.cells[0] for own in quest.things_of(Category.PORTAL)}
    if not portals:
        return [()] * len(told)
    task, floor = translated.task, translated.floor
    cells: dict[int, Cell] = {}
    facts = task.given
    found = []
    for step in told:
        if step.deed >= 0:
            deed = task.deeds[step.deed]
            facts = facts & ~deed.removes | deed.brings_now(facts)
        elif step.event >= 0:
            event = task.events[step.event]
            facts = facts & ~event.removes | event.adds
        path = (cells[step.who], *step.path) if step.who in cells else ()
        through = _through(path, floor, facts) if step.sort is DeedSort.WALK else ()
        found.append([portals[id_] for id_ in through])
        if step.path:
            cells[step.who] = step.path[-1]
    return found


def _through(path: Sequence[Cell], floor: Floor, facts: Facts) -> Iterator[str]:
    """The ids of the portals that are stepped on along a path, where no other step leads on."""
    for here, to in pairwise(path):
        strides = (stride for stride in floor.strides(here) if stride.to == to)
        ways = [way.portals for way in strides if holds(way.access.need, facts, (), ())]
        yield from min(ways, key=len, default=())[::2]
