"""Deeds that are done as soon as they can be: nothing is lost by that, and nothing is hidden."""

from __future__ import annotations

from questwright.compiler.verdict.decide.harmless import harmless_facts
from questwright.compiler.verdict.decide.ways import leads_back_everywhere
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import facts_named, lasts
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.task.variants import fated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Deed, Task


def eager_deeds(task: Task, *, wins_only: bool = False) -> tuple[int, ...]:
    """The deeds, by index, that a search may take alone where one of them can be done.

    Such a deed takes nothing away, it stays possible, and nobody need mind what it brings. So
    whatever wins without it wins after it, too: that is enough if only wins are asked for.

    A dead end that is come to without it is a dead end after it, too, where all can go back to
    where they were when it could be done: then each move that leads there is one after it, as well.
    """
    if not wins_only and not _is_retraced(task):
        return ()
    harmless, lasting = harmless_facts(task) & ~_taken_away(task), task.lasting
    if not wins_only:
        harmless &= ~_asked_at_a_moment(task, lasting)
    return tuple(
        n
        for n, deed in enumerate(task.deeds)
        if _takes_nothing(deed, task)
        and not deed.brings & ~harmless
        and lasts(deed.needs, lasting)
        and _is_its_own(deed, task)
    )


def _takes_nothing(deed: Deed, task: Task) -> bool:
    """Whether a deed costs nothing, and it is all the same who does it, and when."""
    is_free = not (deed.removes or deed.carries or deed.past or deed.is_fate)
    is_plain = not (task.of_sorts(FactSort.ABOARD) or deed.brings & task.carried)
    return is_free and is_plain and not any(find.unless for find in deed.finds)


def _taken_away(task: Task) -> Facts:
    """The facts that may be taken away, be they had or not: whoever brings them later keeps them.

    What is used up by a deed is not: that asks for it.
    """
    used = (deed.removes & ~facts_named(deed.needs)[0] & ~deed.carries for deed in task.deeds)
    return union(used) | union(event.removes for event in task.events)


def _is_its_own(deed: Deed, task: Task) -> bool:
    """Whether a deed alone brings what keeps it from being done again, and outdoes no other.

    Those that do the same count as it: a figure is beaten from here or from there.
    """
    does = _does(deed)
    others = [other for other in task.deeds if _does(other) != does]
    return (
        bool(deed.once)
        and not deed.once & ~deed.adds
        and not any((other.brings | other.once) & deed.once for other in others)
        and not any(other.once & deed.brings for other in others)
        and not any(event.adds & deed.once for event in task.events)
    )


def _does(deed: Deed) -> tuple[object, ...]:
    """What a deed does, whoever does it, and from where."""
    return deed.adds, deed.removes, deed.once, deed.carries, deed.finds, deed.is_fate


def _is_retraced(task: Task) -> bool:
    """Whether all can go back to where they were, whatever has been done in the meantime."""
    lasting = task.lasting
    return (
        not (task.others or any(task.fallen) or task.closing or task.lanes or fated(task))
        and not union(sight.adds for sight in task.sights) & ~lasting
        and leads_back_everywhere(task)
    )


def _asked_at_a_moment(task: Task, lasting: Facts) -> Facts:
    """The facts of which something may come by itself that comes only if they hold in time."""
    needs = [victory.needs for victory in task.victories]
    needs += [event.needs for event in task.events]
    asked = [(facts_named(need)[0], lasts(need, lasting)) for need in needs]
    found = union(facts for facts, is_lasting in asked if not is_lasting)
    grown = -1
    while grown != found:
        grown = found
        for event in task.events:
            found |= facts_named(event.needs)[0] if event.adds & found else 0
    return found
