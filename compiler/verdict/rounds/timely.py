"""What comes too early is left out: nothing is done before the round in which it can be done."""

from __future__ import annotations

from questwright.compiler.verdict.rounds.when import NEVER
from questwright.compiler.verdict.task.need import Has, every
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.rounds.timing import Timing
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Link, Task
    from questwright.compiler.verdict.translate.floor import Floor


class Pace(NamedTuple):
    """The rounds before which nothing is done."""

    deeds: tuple[int, ...]
    """For each deed of a task."""
    places: tuple[int, ...]
    """For each place the round before which nobody is there."""

    def held_to(self, told: Sequence[Told], timing: Timing, floor: Floor) -> Pace:
        """The same where nothing that a line does is done sooner than it does it."""
        deeds, places = [*self.deeds], [*self.places]
        for step, late in zip(told, timing.rounds, strict=True):
            if step.deed >= 0:
                deeds[step.deed] = max(deeds[step.deed], late)
            for cell in step.path:
                place = floor.place(cell)
                places[place] = max(places[place], late)
        return Pace(tuple(deeds), tuple(places))


def pace_of(spread: Spread) -> Pace:
    """The rounds before which nobody can do anything."""
    places = (min(lates) for lates in zip(*spread.soonest.places, strict=True))
    return Pace(tuple(spread.soonest.late[: len(spread.task.deeds)]), tuple(places))


def timely(task: Task, pace: Pace) -> Task:
    """The task in which rounds that anything asks for have come before what nobody does sooner.

    Where nobody can do it sooner, every line that can be played is one of it: a deed and a step
    take the round before which nobody does them. A crossing is taken as soon as somebody can set
    off: from then on nobody is where it begins.
    """
    rounds = sorted(
        (int(info.id), number, info.origin)
        for number, info in enumerate(task.facts)
        if info.sort is FactSort.LATER
    )

    def since(late: int, need: Need) -> Need:
        come = [Has(fact, origin) for number, fact, origin in rounds if number <= late < NEVER]
        return every(need, *come[-1:])

    deeds = tuple(
        deed if deed.sort is DeedSort.WAIT else deed._replace(needs=since(late, deed.needs))
        for deed, late in zip(task.deeds, pace.deeds, strict=True)
    )
    first = pace.places
    links = tuple(
        link._replace(
            needs=since(_set_off(link)(first[link.first], first[link.second]), link.needs)
        )
        for link in task.links
    )
    return task._replace(deeds=deeds, links=links)


def _set_off(link: Link) -> Callable[[int, int], int]:
    """Which of the rounds before which nobody is at its ends a link takes."""
    return min if link.is_crossing else max
