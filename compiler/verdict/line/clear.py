"""Where members step clear of cells that close under them."""

from __future__ import annotations

from questwright.compiler.verdict.task.line import Told
from questwright.compiler.verdict.task.need import holds
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.rules.state import Settled
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.floor import Floor

OFF = -1
"""Where a member stands who is not on the board."""


class StepsClear:
    """The cells from which one steps clear, and those to which one does."""

    def __init__(self, task: Task, floor: Floor) -> None:
        self._task = task
        self._floor = floor
        self._closing = task.closing

    def cells_after(
        self, outcome: Settled, stood: Sequence[Cell], held: Sequence[Facts], before: Facts
    ) -> list[Cell] | None:
        """Where all stand in an outcome who ``stood`` on some cells; None if there is no room.

        They ``held`` some items then. These facts held ``before``, and who is lost stands nowhere.
        """
        state, told, _ = outcome
        for number in told:
            before |= self._task.events[number].adds
        cells = [cell if own else OFF for cell, own in zip(stood, state.where, strict=True)]
        for member, own in enumerate(state.where):
            cell = cells[member]
            if cell >= 0 and not own >> self._floor.place(cell) & 1:
                meant = self._task.cells_of(own)
                taken = sum({1 << own for n, own in enumerate(stood) if n != member and own >= 0})
                moments = state.facts, before
                steps = self.steps(member, held[member], cell, meant, moments, taken)
                found = next((to for to in steps if to not in cells), None)
                if found is None:
                    return None
                cells[member] = found
        return cells

    def told(
        self, happened: Iterable[Told], stood: Sequence[Cell], cells: Sequence[Cell]
    ) -> Iterator[Told]:
        """What happens by itself; who steps clear to one of the cells does so as its own closes."""
        both = enumerate(zip(stood, cells, strict=True))
        left = {
            member: Told(DeedSort.WALK, member, path=(to,), is_clear=True)
            for member, (cell, to) in both
            if to not in (cell, OFF)
        }
        for told in happened:
            yield told
            closed = self._task.events[told.event].removes
            for member in [*left]:
                clear = self._task.places[self._floor.place(stood[member])].clear
                if clear >= 0 and closed >> clear & 1:
                    yield left.pop(member)
        yield from left.values()

    def steps(
        self,
        member: int,
        held: Facts,
        cell: Cell,
        meant: Cells,
        moments: tuple[Facts, Facts],
        taken: Cells,
    ) -> Iterator[Cell]:
        """The cells to some of which a member may step from one that closes, the surest first.

        Where the next one has closed in turn it has gone on. What holds at the second of two
        ``moments`` may have held as well when the cell closed. Others stand on cells that are
        ``taken``.
        """
        floor, places = self._floor, self._task.places
        clear = places[floor.place(cell)].clear
        facts, before = moments
        facts |= 1 << clear if clear >= 0 else 0
        for known in (facts, facts | before, facts | self._closing | before):
            waiting = [cell]
            for here in waiting:
                for stride in floor.strides(here):
                    to, access = stride.to, stride.access
                    is_open = access.admits(member, held) and holds(access.need, known, (), ())
                    is_free = is_open and not stride.is_cornered(taken)
                    if stride.sort is not DeedSort.WALK or not is_free:
                        continue
                    if meant >> to & 1:
                        yield to
                    if to not in waiting and places[floor.place(to)].clear >= 0:
                        waiting.append(to)
