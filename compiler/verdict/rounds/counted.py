"""What is counted: members by how they move, what changes facts, and where it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.floor import begins
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import At, Carried, leaves
from questwright.compiler.verdict.task.task import DeedSort

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.rounds.costs import Boost
    from questwright.compiler.verdict.rounds.floor import StepChart
    from questwright.compiler.verdict.task.need import Members, Need
    from questwright.compiler.verdict.task.task import Deed, Task

HALF: Final = 2
"""Move points are counted in halves: who stands on a cell as a round begins, and not as the one
before it ends, is half a point on."""


class ClockSort(NamedTuple):
    """Members who are alike in all that is counted."""

    members: tuple[int, ...]
    who: Members
    move: int
    """The halves of a point that each moves in a round."""
    ahead: int
    """The halves of a point that each may move more, once."""
    begins: tuple[tuple[Cell, int], ...]
    first: int
    """The round in which the first of them comes into play."""

    def round(self, label: int) -> int:
        """The round in which it stands where it has come to by so much of a move."""
        return max(self.first, -(-label // self.move))

    def waited(self, label: int, late: int) -> int:
        """What it has moved when a round has begun; waiting counts as moving."""
        return max(label, (late - 1) * self.move - self.ahead) if late > 1 else label


class Coming(NamedTuple):
    """Something that changes facts."""

    need: Need
    adds: tuple[int, ...]
    """The facts that hold from then on, and those that do not: these by their number and how
    many facts there are."""


def sorts_of(chart: StepChart, every: Sequence[Boost], moves: tuple[int, ...]) -> list[ClockSort]:
    """The members of the party by how they are counted."""
    task, entries = chart.task, begins(chart.quest, chart)
    groups = {link.who for link in task.links} | {deed.who for deed in task.deeds}
    groups |= {step.access.who for steps in chart.asking.values() for step in steps}
    groups |= {begin.who for begin in task.begins}
    for need in task.needs():
        groups |= {leaf.who for leaf in leaves(need) if isinstance(leaf, At | Carried)}
    found: dict[tuple[object, ...], list[int]] = {}
    for number, kind in enumerate(chart.quest.party):
        ground = tuple(sorted(chart.enter[number].items()))
        traits = tuple(who >> number & 1 for who in sorted(groups))
        key = (moves[number], every[number], entries[kind.word], ground, traits)
        found.setdefault(key, []).append(number)
    sorts = []
    for members in found.values():
        boost = every[members[0]]
        at = entries[chart.quest.party[members[0]].word]
        who = sum(1 << number for number in members)
        move = (moves[members[0]] + boost.each) * HALF
        first = min((late for _, late in at), default=1)
        sorts.append(ClockSort(tuple(members), who, move, boost.once * HALF, at, first))
    return sorts


def changes_of(task: Task) -> list[Coming]:
    """All that changes facts: the deeds, then the events."""
    count = len(task.facts)
    found = []
    for deed in task.deeds:
        adds = deed.adds
        for find in deed.finds:
            adds |= find.adds
        lost = (number + count for number in each_number(deed.removes))
        found.append(Coming(deed.needs, (*each_number(adds), *lost)))
    for event in task.events:
        lost = (number + count for number in each_number(event.removes))
        found.append(Coming(event.needs, (*each_number(event.adds), *lost)))
        if event.live:
            # It is looked at again when its needs are no longer met.
            live = event.live.bit_length() - 1 + count
            found[-1] = found[-1]._replace(adds=(*found[-1].adds, live))
    return found


def stands_of(deed: Deed, chart: StepChart) -> Iterable[Cell]:
    """The cells on which somebody may do a deed."""
    cells: Cells = 0
    for place in each_number(deed.where):
        cells |= chart.task.places[place].cells
    cells = cells & deed.stands or cells
    if deed.sort is DeedSort.DEFEAT and deed.where:
        cells |= _afar(deed, chart)
    return each_cell(cells)


def _afar(deed: Deed, chart: StepChart) -> Cells:
    """All cells from which a figure may be attacked.

    One may stand where a step leads from to it and, where somebody shoots, in its area and
    those beside it.
    """
    fights, board = chart.system.fights, chart.quest.board
    found: Cells = 0
    for cell in each_cell(deed.cells):
        for near in chart.touching(cell):
            found |= 1 << near if chart.step(near, cell) else 0
    later = fights.attacks[1:] if fights is not None else ()
    party = chart.quest.party
    if later and not any(attack.dice in kind.values for attack in later for kind in party):
        return found
    own = {n for n, area in enumerate(board.areas) if area.cells & deed.cells}
    for number in own | {n for gate in board.gates if own & {*gate.between} for n in gate.between}:
        found |= board.areas[number].cells
    return found
