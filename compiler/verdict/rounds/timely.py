"""What comes too early is left out: nothing is done before the round in which it can be done."""

from __future__ import annotations

from questwright.compiler.verdict.rounds.when import NEVER
from questwright.compiler.verdict.task.need import Has, every
from questwright.compiler.verdict.task.task import DeedSort, FactSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.rounds.earliest import Spread
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Task


def timely(task: Task, spread: Spread) -> Task:
    """The task in which rounds that anything asks for have come before what nobody does sooner.

    Every line that can be played is one of it: a deed and a step take the round before which
    nobody does them.
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
        for deed, late in zip(task.deeds, spread.late, strict=False)
    )
    first = spread.first_there()
    links = tuple(
        link._replace(needs=since(max(first[link.first], first[link.second]), link.needs))
        for link in task.links
    )
    return task._replace(deeds=deeds, links=links)
