"""A step between the cells of a quest, and what it takes."""

from __future__ import annotations

from questwright.compiler.verdict.task.task import DeedSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.translate.ground import Access
    from questwright.dsl.source import Span


class Stride(NamedTuple):
    """A step from a cell to another."""

    to: Cell
    access: Access
    """What it takes, and who can take it."""
    title: str
    origin: Span
    sort: DeedSort = DeedSort.WALK
    """WALK, JUMP or CROSS."""
    costs: tuple[int | None, ...] = ()
    """What it costs each member; empty if it costs what entering the cell does."""
    crossing: str = ""
    rounds: int = 0
    """How many rounds it takes; 0 if it costs move points."""
    counts: str = ""
    """The id of the deeds that whoever takes it does: a gate counts them, a vessel is rowed."""
    things: Need | None = None
    """What it takes to hand things along it; None if it is what the step takes."""
    portals: tuple[str, ...] = ()
    """The ids of the portals that it leads through: each that is stepped on, and its other end."""
    flanks: Cells = 0
    """Round a corner, the cells that have to be free of friends."""
    refused: str = ""
    """Why nobody takes it, though it is a way back; then it is no step at all."""

    def is_cornered(self, taken: Cells) -> bool:
        """Whether friends on some cells are in the way of a step round a corner."""
        return bool(self.flanks & taken)
