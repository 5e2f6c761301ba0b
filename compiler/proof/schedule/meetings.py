"""How members of a party come together, so that one can be handed something by the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.proof.schedule.paths import Ways

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.proof.schedule.floor import Floor
    from questwright.compiler.proof.task.condition import Facts, Members
    from questwright.compiler.proof.task.line import Detour, Pace
    from questwright.compiler.proof.task.task import Problem


def beside(floor: Floor, cell: Cell, who: Members) -> set[Cell]:
    """The squares on which one of two can be handed something by the other, who is on one."""
    steps = (step for step in floor.steps.get(cell, ()) if step.who & who)
    near = {step.to for step in steps if not step.is_jump and not step.bars and not step.crossing}
    return {*near, cell} if cell >= 0 else set()


class Meetings:
    """Members where they stand, each on its ground, over which it may walk about."""

    def __init__(
        self,
        floor: Floor,
        problem: Problem,
        facts: Facts,
        at: Mapping[Members, Cell],
        grounds: Mapping[Members, set[Cell]],
    ) -> None:
        self._floor = floor
        self._ways = Ways(floor, problem, len(floor.steps))
        for who, ground in grounds.items():
            self._ways.off[who.bit_length() - 1] = frozenset(floor.steps) - ground
        self._facts = facts
        self._at = at
        self._grounds = grounds

    def of(self, giver: Members, taker: Members) -> tuple[Detour, ...] | None:
        """The ways that bring two together; None where that is not to be seen at once."""
        both = giver | taker
        for one, other in ((taker, giver), (giver, taker)):
            way = self._way(one, beside(self._floor, self._at[other], both))
            if way is not None:
                return ((one, way),)
        # Both go: one to where it is nearest to the ground of the other.
        near = {
            end: cell for cell in self._grounds[giver] for end in beside(self._floor, cell, both)
        }
        way = self._way(taker, {*near})
        if way is None:
            return None
        end = way[-1].cell if way else self._at[taker]
        coming = self._way(giver, beside(self._floor, end, both) | {near[end]})
        return None if coming is None else ((taker, way), (giver, coming))

    def _way(self, who: Members, wanted: set[Cell]) -> tuple[Pace, ...] | None:
        """The shortest way to some squares over one's ground."""
        ground = self._grounds[who]
        number, cell = who.bit_length() - 1, self._at[who]
        if cell not in ground or not wanted & ground:
            return None
        return self._ways.to(cell, self._facts, number, wanted & ground)
